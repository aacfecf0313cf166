"""The registers, flags and memory that an `asm` statement works on, as variables and places of goto code.

A register that is an operand holds the operand's value; a pointer stays a pointer, so that it is known what
it points to. A plain access to memory is a step of its own, one of a `lock` prefix part of an atomic section.
What a `volatile` statement loads or stores with one instruction is atomic, as aligned words are on x86.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from unthread.core.records import dataclass
from unthread.frontend.assembly.operands import Constraint, OperandKind
from unthread.frontend.assembly.registers import MODIFIERS, REGISTERS
from unthread.frontend.assembly.template import (
    GivenOperand,
    Immediate,
    MemoryOperand,
    Named,
    NotUnderstood,
    Operand,
)
from unthread.frontend.expressions import Expressions
from unthread.program.build.fold import binary, convert, dereference, integer
from unthread.program.expressions import (
    AddressOf,
    BinaryOperator,
    Constant,
    Dereference,
    Element,
    Expression,
    Member,
    Place,
    PointerAdd,
    Read,
    Variable,
    VariablePlace,
    is_register,
    read_register,
)
from unthread.program.instructions import AtomicBegin, AtomicEnd, Input
from unthread.program.types import (
    INT,
    UCHAR,
    AtomicType,
    BoolType,
    IntType,
    PointerType,
    Type,
    bits_of,
    size_of,
    value_type,
)


def unsigned(bits: int) -> IntType:
    return IntType(bits, False)


@dataclass(slots=True)
class Register:
    """`known`: how many of its low bits have a value that the statement gave them."""

    variable: Variable
    known: int = 0


@dataclass(frozen=True, slots=True)
class BoundOperand:
    """An operand of the statement: its constraint, its type, and the register, object or value that it is."""

    constraint: Constraint
    type: Type
    register: str = ""
    place: Place | None = None
    value: Expression | None = None

    @property
    def bits(self) -> int:
        return 8 * size_of(self.type)


class AssemblyMachine:
    def __init__(self, lowering: Expressions, *, jumps: bool) -> None:
        self.lowering = lowering
        self.builder = lowering.builder
        self.word = 8 * lowering.types.pointer_size
        self.bound: list[BoundOperand] = []
        self.registers: dict[str, Register] = {}
        self.written: set[str] = set()  # registers that instructions have changed
        self.flags: dict[str, Variable] = {}
        self.needed: frozenset[str] = frozenset()  # flags that are read
        self._jumps = jumps
        self.marks = False  # whether accesses of the current instruction are atomic, without an order

    # ---- values

    def any(self, bits: int, name: str) -> Expression:
        target = self.builder.temporary(unsigned(bits))
        self.builder.emit(Input(target, name, self.builder.loc))
        return read_register(target)

    def width(self, operand: Operand) -> int | None:
        """How many bits of a register an operand names."""
        match operand:
            case Named(name) if name in REGISTERS:
                return REGISTERS[name].bits
            case GivenOperand(number, modifier):
                bound = self.given(number)
                if bound.constraint.kind is not OperandKind.REGISTER:
                    return None
                if modifier:
                    return _modifier(modifier)[0]
                return bound.bits
            case Named(name):
                raise NotUnderstood(f"%{name}")
        return None

    def given(self, number: int) -> BoundOperand:
        if number >= len(self.bound):
            raise NotUnderstood(f"%{number}")
        return self.bound[number]

    def is_memory(self, operand: Operand) -> bool:
        return isinstance(operand, MemoryOperand) or (
            isinstance(operand, GivenOperand)
            and self.given(operand.number).constraint.kind is OperandKind.MEMORY
        )

    def key(self, operand: Operand) -> str | None:
        """The register that an operand is."""
        match operand:
            case Named(name):
                return REGISTERS[name].family if name in REGISTERS else None
            case GivenOperand(number):
                return self.given(number).register or None
        return None

    def pointer_type(self, operand: Operand) -> PointerType | None:
        """The type of a pointer that lies in the register."""
        found = self.registers.get(self.key(operand) or "")
        kind = None if found is None else found.variable.type
        return kind if isinstance(kind, PointerType) else None

    def read(self, operand: Operand, bits: int, like: PointerType | None = None) -> Expression:
        """A value of so many bits: a pointer where one is known to be there."""
        match operand:
            case Immediate(int(value)):
                return integer(value, unsigned(bits))
            case Immediate(GivenOperand(number)):
                return integer(self._constant(number), unsigned(bits))
            case MemoryOperand():
                return self.builder.hold(Read(self._accessed(operand, bits, like)))
            case GivenOperand(number) if self.given(number).constraint.kind is OperandKind.MEMORY:
                return self.builder.hold(Read(self._accessed(operand, bits, like)))
            case GivenOperand(number) if self.given(number).constraint.kind is OperandKind.CONSTANT:
                given = self.given(number).value
                assert given is not None, "a constant has a value"
                return convert(given, unsigned(bits))
            case GivenOperand() | Named():
                return self._read_register(operand, bits)
            case _:
                raise NotUnderstood(str(operand))

    def write(self, operand: Operand, bits: int, value: Expression) -> None:
        if self.is_memory(operand):
            like = value.type if isinstance(value.type, PointerType) else None
            place = self._accessed(operand, bits, like)
            self.builder.assign(place, convert(value, value_type(place.type)))
            return
        key = self.key(operand)
        if key is None or isinstance(operand, Immediate | MemoryOperand):
            raise NotUnderstood("a result in a constant")
        _, shift = self._part(operand)
        self.set_register(key, bits, shift, value)

    def number(self, operand: Operand, bits: int) -> Expression:
        """The value as an unsigned integer, whatever happens to the operand later."""
        value = convert(self.read(operand, bits), unsigned(bits))
        return value if isinstance(value, Constant) else self.builder.hold(value)

    # ---- registers

    def _part(self, operand: Operand) -> tuple[int, int]:
        if isinstance(operand, Named):
            part = REGISTERS[operand.name]
            return part.bits, part.shift
        assert isinstance(operand, GivenOperand)
        return _modifier(operand.modifier) if operand.modifier else (self.given(operand.number).bits, 0)

    def _read_register(self, operand: Operand, bits: int) -> Expression:
        key = self.key(operand)
        if key is None or self._part(operand)[0] != bits:
            raise NotUnderstood("operands of different sizes")
        return self.register(key, bits, self._part(operand)[1])

    def register(self, key: str, bits: int, shift: int = 0) -> Expression:
        """Some bits of a register."""
        register = self.entry(key)
        if register.known == 0:
            self._fill(register, key)
        if bits + shift > register.known:
            raise NotUnderstood("bits of a register that have no value")
        whole = read_register(register.variable)
        if bits == self.word and isinstance(whole.type, PointerType):
            return whole
        value = convert(whole, unsigned(self.word))
        if shift:
            value = binary(BinaryOperator.SHIFT_RIGHT, value, integer(shift), value.type)
        return convert(value, unsigned(bits))

    def entry(self, key: str) -> Register:
        if key not in self.registers:
            self.registers[key] = Register(self.builder.temporary(unsigned(self.word)))
        return self.registers[key]

    def fill(self, keys: Iterable[str]) -> None:
        """Where there are jumps, all have a value from the start on: it is not known who sets it first."""
        for key in keys:
            if self.entry(key).known == 0:
                self._fill(self.entry(key), key)
        for name in sorted(self.needed):
            self.set_flag(name, None)

    def _fill(self, register: Register, key: str) -> None:
        """A register that was never set holds anything."""
        value = self.any(self.word, f"%{key}")
        self.builder.set(register.variable, convert(value, register.variable.type))
        register.known = self.word

    def set_register(self, key: str, bits: int, shift: int, value: Expression) -> None:
        """32 bits clear what is above them, fewer leave it."""
        register = self.entry(key)
        self.written.add(key)
        kind, word = register.variable.type, unsigned(self.word)
        if bits == self.word:
            self.builder.set(register.variable, convert(value, kind))
        elif bits == 32 or (shift == 0 and register.known <= bits):
            self.builder.set(register.variable, convert(convert(convert(value, unsigned(bits)), word), kind))
        else:
            self._merge(register, bits, shift, value)
        if not self._jumps:
            register.known = self.word if bits >= 32 else max(register.known, bits)

    def _merge(self, register: Register, bits: int, shift: int, value: Expression) -> None:
        if register.known < bits + shift:
            raise NotUnderstood("bits of a register that have no value")
        word = unsigned(self.word)
        own = convert(convert(value, unsigned(bits)), word)
        if shift:
            own = binary(BinaryOperator.SHIFT_LEFT, own, integer(shift), word)
        mask = integer(~(((1 << bits) - 1) << shift), word)
        rest = binary(BinaryOperator.AND, convert(read_register(register.variable), word), mask, word)
        whole = binary(BinaryOperator.OR, rest, own, word)
        self.builder.set(register.variable, convert(whole, register.variable.type))

    # ---- flags

    def flag(self, name: str) -> Expression:
        """0 or 1 of type int."""
        if name not in self.flags:
            self.set_flag(name, None)
        return read_register(self.flags[name])

    def set_flag(self, name: str, value: Expression | None) -> None:
        """None: the instruction leaves it undefined."""
        if name not in self.needed:
            return
        if name not in self.flags:
            self.flags[name] = self.builder.temporary(INT)
        if value is None:
            value = self.any(1, f"flag {name}")
        self.builder.set(self.flags[name], convert(value, INT))

    # ---- memory

    @contextmanager
    def section(self, *, locked: bool) -> Iterator[None]:
        if locked:
            self.builder.emit(AtomicBegin(self.builder.loc))
        yield
        if locked:
            self.builder.emit(AtomicEnd(self.builder.loc))

    def address(self, operand: Operand) -> Expression:
        """Where a memory operand lies."""
        match operand:
            case GivenOperand(number):
                place = self.given(number).place
                assert place is not None
                if is_register(place):
                    raise NotUnderstood("the address of a variable")
                return self.lowering.address_of(place)
            case MemoryOperand(displacement, base, index, scale):
                offset = self._offset(displacement, index, scale)
                return self._moved(self._base(base), offset)
            case _:
                raise NotUnderstood("the address of something that is not in memory")

    def _base(self, base: GivenOperand | Named | None) -> Expression:
        if base is None:
            raise NotUnderstood("an address without a register")
        key = self.key(base)
        if key is None or key in ("rsp", "rbp"):
            raise NotUnderstood("an address on the stack")
        return self._read_register(base, self.word)

    def _offset(
        self, displacement: int | GivenOperand, index: GivenOperand | Named | None, scale: int
    ) -> Expression:
        kind = self.lowering.types.offset_type
        given = displacement if isinstance(displacement, int) else self._constant(displacement.number)
        if index is None:
            return integer(given, kind)
        word = unsigned(self.word)
        value = convert(self._read_register(index, self.word), word)
        value = binary(BinaryOperator.MULTIPLY, value, integer(scale, word), word)
        return self.builder.hold(convert(binary(BinaryOperator.ADD, value, integer(given, word), word), kind))

    def _moved(self, base: Expression, offset: Expression) -> Expression:
        bytes_ = self.lowering.types.pointer(UCHAR)
        if isinstance(offset, Constant) and offset.value == 0 and isinstance(base.type, PointerType):
            return base
        scale = integer(1, self.lowering.types.size_type)
        return PointerAdd(convert(base, bytes_), offset, scale, bytes_)

    def moved(self, operand: Operand, offset: Expression) -> Expression:
        """The address of a memory operand, and so many bytes further."""
        return self._moved(self.address(operand), offset)

    def _accessed(self, operand: Operand, bits: int, like: PointerType | None) -> Place:
        """The object of an access: the operand's own where it has the size, or so many bytes there."""
        place = self.given(operand.number).place if isinstance(operand, GivenOperand) else None
        kind: Type = like if like is not None and bits == self.word else unsigned(bits)
        if place is not None and _fits(place.type, bits):
            own = value_type(place.type)
            if isinstance(own, PointerType) or not isinstance(kind, PointerType) or is_register(place):
                return self._marked(place)
        return self.cell(self.address(operand), kind)

    def cell(self, address: Expression, kind: Type) -> Place:
        """The object of a type at an address."""
        if isinstance(address.type, PointerType) and value_type(address.type.target) == kind:
            kind = address.type.target
        pointer = address if isinstance(address, AddressOf) else self.builder.once(address)
        wanted = AtomicType(kind, volatile=True) if self._is_marked(kind) else kind
        return dereference(convert(pointer, self.lowering.types.pointer(wanted)), wanted)

    def _is_marked(self, kind: Type) -> bool:
        return self.marks and not isinstance(kind, AtomicType)

    def _marked(self, place: Place) -> Place:
        if not self._is_marked(place.type) or is_register(place):
            return place
        return self.cell(self.lowering.address_of(place), place.type)

    def _constant(self, number: int) -> int:
        value = self.given(number).value
        if not isinstance(value, Constant) or not isinstance(value.value, int):
            raise NotUnderstood(f"%{number}, which is not a constant")
        return value.value


def pinned(builder_owner: Expressions, place: Place) -> Place:
    """The place with everything computed now that says where it is."""
    builder = builder_owner.builder
    match place:
        case VariablePlace():
            return place
        case Dereference(pointer, kind):
            return Dereference(pointer if isinstance(pointer, Constant) else builder.hold(pointer), kind)
        case Member(base, field):
            return Member(pinned(builder_owner, base), field)
        case Element(base, index):
            fixed = index if isinstance(index, Constant) else builder.hold(index)
            return Element(pinned(builder_owner, base), fixed)


def _fits(kind: Type, bits: int) -> bool:
    value = value_type(kind)
    return (
        isinstance(value, IntType | PointerType)
        and not isinstance(value, BoolType)
        and bits_of(value) == bits
    )


def _modifier(modifier: str) -> tuple[int, int]:
    if modifier not in MODIFIERS:
        raise NotUnderstood(f"%{modifier}0")
    return MODIFIERS[modifier]


def sequence(operands: Sequence[Operand], count: int) -> Sequence[Operand]:
    if len(operands) != count:
        raise NotUnderstood(f"{len(operands)} operands")
    return operands
