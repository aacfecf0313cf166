"""An `asm` statement → goto code. What is not understood is not modelled, and said by its text."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress

from unthread.core.diagnostics import Unsupported
from unthread.frontend import clang
from unthread.frontend.assembly.bits import BIT_TABLE
from unthread.frontend.assembly.decode import HINTS, LOCKABLE, Decoded, decode, has_jumps, needed_flags
from unthread.frontend.assembly.discipline import check_registers, mentioned
from unthread.frontend.assembly.flags import holds
from unthread.frontend.assembly.given import call_model
from unthread.frontend.assembly.machine import AssemblyMachine, BoundOperand, Register, pinned, unsigned
from unthread.frontend.assembly.operands import OperandKind, read_constraint
from unthread.frontend.assembly.switches import switch_of
from unthread.frontend.assembly.template import (
    AsmText,
    AssemblyTarget,
    Immediate,
    Instruction,
    MemoryOperand,
    Named,
    NotUnderstood,
    Operand,
    normalized,
    read_template,
)
from unthread.frontend.assembly.x86 import TABLE, Handler, Operation
from unthread.frontend.clang import Cursor
from unthread.frontend.expressions import Expressions
from unthread.program.build.fold import convert
from unthread.program.expressions import Expression, read_register
from unthread.program.types import BoolType, IntType, PointerType, Type, is_scalar, size_of, value_type

_ALL: dict[str, Handler] = TABLE | BIT_TABLE
_ONCE = frozenset({"mov", "movabs", "set", "cmp", "test", "bt"})  # touch memory once, whichever operand it is
_LONGEST = 60  # characters of a template that are quoted


def lower_asm(lowering: Expressions, cursor: Cursor) -> None:
    """The meaning that the user gives, or that of x86's instructions."""
    asm = lowering.context.unit.rendering(lowering.declaration).asm_text(cursor)
    operands = clang.children(cursor)
    if asm is None or asm.labels or len(asm.operands) != len(operands):
        raise Unsupported(_gap(lowering, cursor, asm, "asm goto" if asm and asm.labels else ""), None)
    model = lowering.context.linker.asm_models.find(asm)
    if model is not None:
        call_model(lowering, model, asm, cursor)
        return
    start = len(lowering.builder.instructions)
    try:
        _Statement(lowering, asm, cursor).lower()
    except NotUnderstood as reason:
        del lowering.builder.instructions[start:]
        raise Unsupported(_gap(lowering, cursor, asm, str(reason)), lowering.context.loc(cursor)) from None


def memory_operands(lowering: Expressions, cursor: Cursor) -> Iterator[Cursor]:
    """The objects that an `asm` statement may know the address of."""
    asm = lowering.context.unit.rendering(lowering.declaration).asm_text(cursor)
    operands = clang.children(cursor)
    if asm is None or len(asm.operands) != len(operands):
        return
    for operand, expression in zip(asm.operands, operands, strict=True):
        with suppress(NotUnderstood):
            if read_constraint(operand).kind is OperandKind.MEMORY:
                yield expression


def _gap(lowering: Expressions, cursor: Cursor, asm: AsmText | None, reason: str) -> str:
    """What is not modelled, and the switch that a project has for it."""
    text = "" if asm is None else normalized(asm.template)
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST].rstrip()} ..."
    quoted = f" '{text}'" if text else ""
    because = f" ({reason})" if reason and reason not in text else ""
    other = switch_of(lowering.context.loc(cursor).file)
    return f"inline assembly{quoted}{because}; --asm-model FILE says what it does{other}"


class _Statement:
    def __init__(self, lowering: Expressions, asm: AsmText, cursor: Cursor) -> None:
        self.lowering = lowering
        self.asm = asm
        self.cursor = cursor
        self.instructions = read_template(asm)
        self.constraints = [read_constraint(operand) for operand in asm.operands]
        self.machine = AssemblyMachine(lowering, jumps=has_jumps(self.instructions))
        self.machine.needed = needed_flags(self.instructions, asm)
        self._stack: list[Expression] = []

    def lower(self) -> None:
        if all(not item.label and decode(item.mnemonic).name in HINTS for item in self.instructions):
            self.instructions = []
        check_registers(self.instructions, self.constraints, self.asm)
        for number, operand in enumerate(clang.children(self.cursor)):
            self.machine.bound.append(self._bind(number, operand))
        self.lowering.at(self.cursor)
        self._give_values()
        if has_jumps(self.instructions):
            self.machine.fill(sorted(mentioned(self.instructions) | self.machine.registers.keys()))
        self._execute()
        self._store_results()

    # ---- operands

    def _bind(self, number: int, cursor: Cursor) -> BoundOperand:
        constraint = self.constraints[number]
        kind = self.lowering.type_of(cursor)
        key = self._key(number)
        if constraint.kind is OperandKind.MEMORY:
            return BoundOperand(constraint, kind, place=pinned(self.lowering, self.lowering.place(cursor)))
        _must_be_word(kind, self.machine.word)
        if constraint.is_output:
            place = pinned(self.lowering, self.lowering.place(cursor))
            old = self.lowering.builder.hold(self.lowering.load(place)) if constraint.is_input else None
            return BoundOperand(constraint, kind, key, place, old)
        value = self.lowering.builder.once(self.lowering.value(cursor))
        return BoundOperand(
            constraint, kind, "" if constraint.kind is OperandKind.CONSTANT else key, None, value
        )

    def _key(self, number: int) -> str:
        constraint = self.constraints[number]
        if constraint.tied is not None:
            if constraint.tied >= number or not self.constraints[constraint.tied].is_output:
                raise NotUnderstood(f'"{constraint.tied}"')
            return self._key(constraint.tied)
        return constraint.fixed or f"operand {number}"

    def _give_values(self) -> None:
        """Registers that are operands, and the values that they are given."""
        machine = self.machine
        for bound in machine.bound:
            if not bound.register or bound.constraint.kind is OperandKind.FLAG:
                continue
            register = machine.registers.get(bound.register)
            if register is None or isinstance(bound.type, PointerType):
                kind = bound.type if isinstance(bound.type, PointerType) else unsigned(machine.word)
                machine.registers[bound.register] = Register(machine.builder.temporary(kind))
        for bound in machine.bound:
            if bound.register and bound.value is not None:
                register = machine.registers[bound.register]
                value = (
                    convert(bound.value, unsigned(bound.bits)) if bound.bits < machine.word else bound.value
                )
                machine.builder.set(register.variable, convert(value, register.variable.type))
                register.known = max(register.known, bound.bits)

    def _store_results(self) -> None:
        machine = self.machine
        for bound in machine.bound:
            if bound.constraint.kind is OperandKind.FLAG:
                assert bound.place is not None
                value = holds(machine, bound.constraint.condition)
                self.lowering.assignments.store(bound.place, convert(value, value_type(bound.place.type)))
            elif bound.constraint.is_output and bound.place is not None and bound.register:
                value = machine.register(bound.register, bound.bits)
                if isinstance(value.type, PointerType):
                    value = read_register(machine.registers[bound.register].variable)
                self.lowering.assignments.store(bound.place, convert(value, value_type(bound.place.type)))

    # ---- instructions

    def _execute(self) -> None:
        labels = _Labels(self)
        for number, instruction in enumerate(self.instructions):
            if instruction.label:
                self.machine.builder.place_label(labels.names[number])
                continue
            try:
                self._one(number, instruction, labels)
            except NotUnderstood as reason:
                raise NotUnderstood(f"{instruction.text}: {reason}") from None
        if self._stack:
            raise NotUnderstood("push without pop")

    def _one(self, number: int, instruction: Instruction, labels: _Labels) -> None:
        decoded = decode(instruction.mnemonic)
        if instruction.prefixes - {"lock"} and decoded.name != "nop":
            raise NotUnderstood("prefix")
        if decoded.name in ("j", "jmp"):
            self._jump(number, instruction, decoded, labels)
            return
        if decoded.name in ("push", "pop"):
            self._push_or_pop(decoded, instruction)
            return
        locked = "lock" in instruction.prefixes
        if decoded.name in ("add", "or") and _is_stack_fence(instruction):
            return
        operands = instruction.operands
        lockable = operands if decoded.name == "xchg" else operands[-1:]
        if locked and not (decoded.name in LOCKABLE and any(map(self.machine.is_memory, lockable))):
            raise NotUnderstood("lock without memory")
        operation = Operation(decoded, self._bits(decoded, operands), operands, locked)
        self.machine.marks = self._is_volatile and (
            self.lowering.types.volatile_is_atomic or self._touches_memory_once(decoded, operands)
        )
        self.lowering.context.linker.has_marked_assembly |= self.machine.marks
        _ALL[decoded.name](self.machine, operation)

    @property
    def _is_volatile(self) -> bool:
        """Statements without outputs are, whatever they say."""
        return self.asm.volatile or not any(operand.is_output for operand in self.asm.operands)

    def _touches_memory_once(self, decoded: Decoded, operands: tuple[Operand, ...]) -> bool:
        """It loads or stores, and does not do both."""
        if decoded.name == "xchg" or not operands:
            return False
        return decoded.name in _ONCE or not self.machine.is_memory(operands[-1])

    def _bits(self, decoded: Decoded, operands: tuple[Operand, ...]) -> int:
        """The size of an instruction: its suffix, or that of the registers among its operands."""
        is_sized = decoded.name in HINTS or not operands or decoded.name in ("set", "cmpxchg8b", "cmpxchg16b")
        if is_sized and decoded.bits is None:
            return 8 if decoded.name == "set" else self.machine.word
        looked_at = (
            operands[-1:]
            if decoded.name in ("extend", "shl", "sal", "shr", "sar", "rol", "ror")
            else operands
        )
        widths = {width for width in map(self.machine.width, looked_at) if width is not None}
        widths |= {decoded.bits} if decoded.bits is not None else set()
        if len(widths) != 1:
            raise NotUnderstood("operands of different sizes" if widths else "its size")
        [bits] = widths
        if bits > self.machine.word:
            raise NotUnderstood("its size")
        return bits

    def _jump(self, number: int, instruction: Instruction, decoded: Decoded, labels: _Labels) -> None:
        if len(instruction.operands) != 1 or not isinstance(instruction.operands[0], AssemblyTarget):
            raise NotUnderstood("where it leads")
        label = labels.find(instruction.operands[0].label, number)
        condition = holds(self.machine, decoded.condition) if decoded.condition else None
        self.machine.builder.jump(label, condition)

    def _push_or_pop(self, decoded: Decoded, instruction: Instruction) -> None:
        """A register is saved, and comes back."""
        machine, word = self.machine, self.machine.word
        if len(instruction.operands) != 1 or has_jumps(self.instructions):
            raise NotUnderstood(decoded.name)
        [operand] = instruction.operands
        if decoded.name == "push":
            self._stack.append(machine.builder.hold(machine.read(operand, word)))
        elif not self._stack:
            raise NotUnderstood("pop without push")
        else:
            machine.write(operand, word, self._stack.pop())


class _Labels:
    """Where jumps lead. `names` has those of the labels by the numbers of the instructions they are."""

    def __init__(self, statement: _Statement) -> None:
        self.names = {
            number: statement.machine.builder.label("asm")
            for number, instruction in enumerate(statement.instructions)
            if instruction.label
        }
        self._texts = {number: statement.instructions[number].label for number in self.names}

    def find(self, label: str, place: int) -> str:
        """`1f` is the next label 1, `1b` the one before; others have one place."""
        if label[:-1].isdigit() and label[-1] in "fb":
            ahead = label[-1] == "f"
            found = [n for n, text in self._texts.items() if text == label[:-1] and (n > place) == ahead]
            if found:
                return self.names[min(found) if ahead else max(found)]
        found = [number for number, text in self._texts.items() if text == label]
        if len(found) != 1:
            raise NotUnderstood(f"label {label}")
        return self.names[found[0]]


def _must_be_word(kind: Type, word: int) -> None:
    if (
        not is_scalar(kind)
        or not isinstance(kind, BoolType | IntType | PointerType)
        or 8 * size_of(kind) > word
    ):
        raise NotUnderstood("an operand that is not an integer of a register's size")


def _is_stack_fence(instruction: Instruction) -> bool:
    """`lock addl $0, (%rsp)`: what lies there does not change."""
    match instruction.operands:
        case (Immediate(0), MemoryOperand(_, Named("rsp" | "esp"), None)):
            return True
        case _:
            return False
