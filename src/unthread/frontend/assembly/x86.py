"""What the instructions of x86 do: one function for each sort of them, and the table of their names.

Operands come in the order of AT&T syntax, the destination last.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from unthread.core.properties import Property, ViolationKind
from unthread.core.records import dataclass
from unthread.frontend.assembly.decode import HINTS, Decoded
from unthread.frontend.assembly.flags import (
    holds,
    is_zero,
    note_difference,
    note_logic,
    note_nothing,
    note_sum,
    top_bit,
)
from unthread.frontend.assembly.machine import AssemblyMachine, sequence, unsigned
from unthread.frontend.assembly.template import MemoryOperand, Named, NotUnderstood, Operand
from unthread.program.build.fold import binary, convert, integer, negation, unary
from unthread.program.expressions import BinaryOperator, Conditional, Expression, Read, UnaryOperator
from unthread.program.instructions import Assert
from unthread.program.types import INT, VOID, IntType, PointerType


@dataclass(frozen=True, slots=True)
class Operation:
    """One instruction, its size known."""

    decoded: Decoded
    bits: int
    operands: Sequence[Operand]
    locked: bool


Handler: TypeAlias = Callable[[AssemblyMachine, Operation], None]


# ---- moves


def _move(machine: AssemblyMachine, operation: Operation) -> None:
    source, target = sequence(operation.operands, 2)
    like = machine.pointer_type(target)
    machine.write(target, operation.bits, machine.read(source, operation.bits, like))


def _extend(machine: AssemblyMachine, operation: Operation) -> None:
    source, target = sequence(operation.operands, 2)
    narrow = operation.decoded.source_bits
    value = convert(machine.read(source, narrow), IntType(narrow, operation.decoded.signed))
    machine.write(target, operation.bits, convert(value, unsigned(operation.bits)))


def _load_address(machine: AssemblyMachine, operation: Operation) -> None:
    source, target = sequence(operation.operands, 2)
    if isinstance(source, MemoryOperand) and machine.pointer_type(source.base or Named("")) is None:
        raise NotUnderstood("lea of a number")
    machine.write(target, operation.bits, machine.builder.once(machine.address(source)))


def _exchange(machine: AssemblyMachine, operation: Operation) -> None:
    """With memory it is one step, also without `lock`."""
    source, target = sequence(operation.operands, 2)
    if machine.is_memory(source):
        source, target = target, source
    like = machine.pointer_type(source)
    new = machine.builder.hold(machine.read(source, operation.bits))
    with machine.section(locked=machine.is_memory(target)):
        old = machine.builder.hold(machine.read(target, operation.bits, like))
        machine.write(target, operation.bits, new)
    machine.write(source, operation.bits, old)


def _exchange_and_add(machine: AssemblyMachine, operation: Operation) -> None:
    source, target = sequence(operation.operands, 2)
    like = machine.pointer_type(source)
    added = machine.number(source, operation.bits)
    with machine.section(locked=operation.locked):
        old = machine.builder.once(machine.read(target, operation.bits, like))
        total = note_sum(machine, convert(old, unsigned(operation.bits)), added)
        machine.write(source, operation.bits, old)
        machine.write(target, operation.bits, total)


def _compare_and_exchange(machine: AssemblyMachine, operation: Operation) -> None:
    source, target = sequence(operation.operands, 2)
    bits = operation.bits
    expected = machine.builder.hold(machine.register("rax", bits))
    new = machine.builder.hold(machine.read(source, bits))
    kinds = (value.type for value in (expected, new) if isinstance(value.type, PointerType))
    with machine.section(locked=operation.locked):
        old = machine.builder.hold(machine.read(target, bits, next(kinds, None)))
        same = machine.builder.hold(_same(expected, old, bits))
        _choose(
            machine,
            same,
            lambda: machine.write(target, bits, new),
            lambda: machine.set_register("rax", bits, 0, old),
        )
    if machine.needed - {"Z"}:
        note_difference(machine, convert(expected, unsigned(bits)), convert(old, unsigned(bits)))
    machine.set_flag("Z", same)


def _same(a: Expression, b: Expression, bits: int) -> Expression:
    if isinstance(a.type, PointerType) and isinstance(b.type, PointerType):
        return binary(BinaryOperator.EQUAL, a, convert(b, a.type), INT)
    kind = unsigned(bits)
    return binary(BinaryOperator.EQUAL, convert(a, kind), convert(b, kind), INT)


def _choose(
    machine: AssemblyMachine, test: Expression, then: Callable[[], None], otherwise: Callable[[], None]
) -> None:
    other, end = machine.builder.label("other"), machine.builder.label("end")
    machine.builder.jump(other, negation(test))
    then()
    machine.builder.jump(end)
    machine.builder.place_label(other)
    otherwise()
    machine.builder.place_label(end)


def _compare_and_exchange_pair(machine: AssemblyMachine, operation: Operation) -> None:
    """cmpxchg8b and cmpxchg16b: two words of memory against rdx:rax, and rcx:rbx instead of them."""
    [target] = sequence(operation.operands, 1)
    bits = 32 if operation.decoded.name == "cmpxchg8b" else 64
    kind, builder = unsigned(bits), machine.builder
    expected = [builder.hold(convert(machine.register(key, bits), kind)) for key in ("rax", "rdx")]
    new = [builder.hold(convert(machine.register(key, bits), kind)) for key in ("rbx", "rcx")]
    offsets = (integer(place, machine.lowering.types.offset_type) for place in (0, bits // 8))
    cells = [machine.cell(machine.moved(target, offset), kind) for offset in offsets]

    def replace() -> None:
        for cell, value in zip(cells, new, strict=True):
            builder.assign(cell, value)

    with machine.section(locked=operation.locked):
        old = [builder.hold(Read(cell)) for cell in cells]
        low, high = (_same(a, b, bits) for a, b in zip(expected, old, strict=True))
        same = builder.hold(binary(BinaryOperator.AND, low, high, INT))
        _choose(machine, same, replace, lambda: _write_pair(machine, bits, *old))
    machine.set_flag("Z", same)


# ---- arithmetic


def _sum(machine: AssemblyMachine, operation: Operation) -> None:
    carry = machine.flag("C") if operation.decoded.name == "adc" else None
    _update(machine, operation, lambda a, b: note_sum(machine, a, b, carry))


def _difference(machine: AssemblyMachine, operation: Operation) -> None:
    borrow = machine.flag("C") if operation.decoded.name == "sbb" else None
    _update(machine, operation, lambda a, b: note_difference(machine, a, b, borrow))


_LOGIC = {"and": BinaryOperator.AND, "or": BinaryOperator.OR, "xor": BinaryOperator.XOR}


def _logic(machine: AssemblyMachine, operation: Operation) -> None:
    operator = _LOGIC[operation.decoded.name]

    def combine(a: Expression, b: Expression) -> Expression:
        result = machine.builder.once(binary(operator, a, b, a.type))
        note_logic(machine, result)
        return result

    _update(machine, operation, combine)


def _update(
    machine: AssemblyMachine, operation: Operation, combine: Callable[[Expression, Expression], Expression]
) -> None:
    """target = combine(target, source). `xor` and `sub` of a register and itself need no value."""
    source, target = sequence(operation.operands, 2)
    bits, key = operation.bits, machine.key(target)
    if operation.decoded.name in ("xor", "sub") and key is not None and source == target:
        zero = integer(0, unsigned(bits))
        machine.write(target, bits, combine(zero, zero))
        return
    other = machine.number(source, bits)
    with machine.section(locked=operation.locked):
        machine.write(target, bits, combine(machine.number(target, bits), other))


def _compare(machine: AssemblyMachine, operation: Operation) -> None:
    source, target = sequence(operation.operands, 2)
    other = machine.number(source, operation.bits)
    note_difference(machine, machine.number(target, operation.bits), other)


def _test(machine: AssemblyMachine, operation: Operation) -> None:
    source, target = sequence(operation.operands, 2)
    a, b = machine.number(source, operation.bits), machine.number(target, operation.bits)
    note_logic(machine, machine.builder.once(binary(BinaryOperator.AND, a, b, a.type)))


def _step(machine: AssemblyMachine, operation: Operation) -> None:
    """inc and dec leave the carry as it is."""
    [target] = sequence(operation.operands, 1)
    keeps, machine.needed = machine.needed, machine.needed - {"C"}
    one = integer(1, unsigned(operation.bits))
    note = note_sum if operation.decoded.name == "inc" else note_difference
    with machine.section(locked=operation.locked):
        machine.write(target, operation.bits, note(machine, machine.number(target, operation.bits), one))
    machine.needed = keeps


def _negate(machine: AssemblyMachine, operation: Operation) -> None:
    [target] = sequence(operation.operands, 1)
    kind = unsigned(operation.bits)
    with machine.section(locked=operation.locked):
        old = machine.number(target, operation.bits)
        machine.write(target, operation.bits, note_difference(machine, integer(0, kind), old))


def _complement(machine: AssemblyMachine, operation: Operation) -> None:
    [target] = sequence(operation.operands, 1)
    with machine.section(locked=operation.locked):
        old = machine.number(target, operation.bits)
        machine.write(target, operation.bits, unary(UnaryOperator.COMPLEMENT, old, old.type))


def _multiply(machine: AssemblyMachine, operation: Operation) -> None:
    """One operand: rdx:rax = rax * it. Two or three: the low half."""
    bits, signed = operation.bits, operation.decoded.name == "imul"
    wide = IntType(2 * bits, signed)

    def widened(value: Expression) -> Expression:
        return convert(convert(value, IntType(bits, signed)), wide)

    operands = operation.operands
    if len(operands) == 1:
        factors = [machine.register("rax", bits), machine.number(operands[0], bits)]
    elif signed and len(operands) in (2, 3):
        factors = [machine.number(operand, bits) for operand in operands[-3:][:2]]
    else:
        raise NotUnderstood(f"{len(operands)} operands")
    # products of the widened factors fit, whatever they are
    product = machine.builder.once(
        binary(BinaryOperator.MULTIPLY, widened(factors[0]), widened(factors[1]), wide)
    )
    low = machine.builder.once(convert(product, unsigned(bits)))
    if len(operands) == 1:
        high = binary(BinaryOperator.SHIFT_RIGHT, product, integer(bits), wide)
        _write_pair(machine, bits, low, machine.builder.once(convert(high, unsigned(bits))))
    else:
        machine.write(operands[-1], bits, low)
    lost = binary(BinaryOperator.NOT_EQUAL, widened(low), product, INT)
    machine.set_flag("C", lost)
    machine.set_flag("O", lost)
    note_nothing(machine, "ZSP")


def _write_pair(machine: AssemblyMachine, bits: int, low: Expression, high: Expression) -> None:
    if bits == 8:  # both lie in %ax
        pair = unsigned(16)
        upper = binary(BinaryOperator.SHIFT_LEFT, convert(high, pair), integer(8), pair)
        machine.set_register("rax", 16, 0, binary(BinaryOperator.OR, upper, convert(low, pair), pair))
        return
    machine.set_register("rax", bits, 0, low)
    machine.set_register("rdx", bits, 0, high)


def _divide(machine: AssemblyMachine, operation: Operation) -> None:
    """rax = rdx:rax / operand, rdx = the rest; the machine stops where that has no result."""
    [source] = sequence(operation.operands, 1)
    bits, signed = operation.bits, operation.decoded.name == "idiv"
    if bits == 8:
        raise NotUnderstood("division of 8 bits")
    wide, builder = IntType(2 * bits, signed), machine.builder
    whole = unsigned(2 * bits)
    high = binary(
        BinaryOperator.SHIFT_LEFT, convert(machine.register("rdx", bits), whole), integer(bits), whole
    )
    low = convert(machine.register("rax", bits), whole)
    dividend = builder.once(convert(binary(BinaryOperator.OR, high, low, whole), wide))
    narrow = IntType(bits, signed)
    divisor = builder.once(convert(convert(machine.number(source, bits), narrow), wide))
    _must(machine, negation(is_zero(divisor)), "division by zero in assembly")
    least = integer(-(1 << (2 * bits - 1)), wide)
    if signed:
        is_least = binary(BinaryOperator.EQUAL, dividend, least, INT)
        is_minus = binary(BinaryOperator.EQUAL, divisor, integer(-1, wide), INT)
        both = binary(BinaryOperator.AND, is_least, is_minus, INT)
        _must(machine, negation(both), "the result of a division in assembly does not fit")
    quotient = builder.once(binary(BinaryOperator.DIVIDE, dividend, divisor, wide))
    fits = binary(BinaryOperator.EQUAL, convert(convert(quotient, narrow), wide), quotient, INT)
    _must(machine, fits, "the result of a division in assembly does not fit")
    rest = builder.once(binary(BinaryOperator.REMAINDER, dividend, divisor, wide))
    _write_pair(machine, bits, convert(quotient, unsigned(bits)), convert(rest, unsigned(bits)))
    note_nothing(machine)


def _must(machine: AssemblyMachine, condition: Expression, message: str) -> None:
    loc = machine.builder.loc
    machine.builder.emit(Assert(condition, Property.ARITH, message, loc, kind=ViolationKind.DIVISION))


# ---- the table


def _nothing(machine: AssemblyMachine, operation: Operation) -> None:
    """Fences and hints: under sequential consistency they change nothing."""


def _time_stamp(machine: AssemblyMachine, operation: Operation) -> None:
    keys = ("rax", "rdx", "rcx") if operation.decoded.name == "rdtscp" else ("rax", "rdx")
    for key in keys:
        machine.set_register(key, 32, 0, machine.any(32, operation.decoded.name))


def _identify(machine: AssemblyMachine, operation: Operation) -> None:
    keys = ("rax", "rbx", "rcx", "rdx") if operation.decoded.name == "cpuid" else ("rax", "rdx")
    for key in keys:
        machine.set_register(key, 32, 0, machine.any(32, operation.decoded.name))


def _random(machine: AssemblyMachine, operation: Operation) -> None:
    """Zero, and no carry, where there is no random number."""
    [target] = sequence(operation.operands, 1)
    there = machine.builder.once(convert(machine.any(1, operation.decoded.name), INT))
    value = machine.any(operation.bits, operation.decoded.name)
    result = Conditional(there, value, integer(0, value.type), value.type)
    machine.write(target, operation.bits, machine.builder.once(result))
    for name in "OZSP":
        machine.set_flag(name, integer(0))
    machine.set_flag("C", there)


def _set(machine: AssemblyMachine, operation: Operation) -> None:
    [target] = sequence(operation.operands, 1)
    machine.write(target, 8, convert(holds(machine, operation.decoded.condition), unsigned(8)))


def _move_if(machine: AssemblyMachine, operation: Operation) -> None:
    """The source is read in any case."""
    source, target = sequence(operation.operands, 2)
    like = machine.pointer_type(target)
    new = machine.builder.once(machine.read(source, operation.bits, like))
    old = machine.read(target, operation.bits)
    kind = old.type
    test = holds(machine, operation.decoded.condition)
    machine.write(
        target, operation.bits, machine.builder.hold(Conditional(test, convert(new, kind), old, kind))
    )


_SIGNED = {"cltq": (32, 64), "cdqe": (32, 64), "cwtl": (16, 32), "cwde": (16, 32)}


def _widen_accumulator(machine: AssemblyMachine, operation: Operation) -> None:
    narrow, wide = _SIGNED[operation.decoded.name]
    value = convert(machine.register("rax", narrow), IntType(narrow, True))
    machine.set_register("rax", wide, 0, convert(value, unsigned(wide)))


def _sign_into_rdx(machine: AssemblyMachine, operation: Operation) -> None:
    bits = 64 if operation.decoded.name in ("cqto", "cqo") else 32
    value = machine.builder.once(convert(machine.register("rax", bits), unsigned(bits)))
    kind = unsigned(bits)
    sign = Conditional(top_bit(value), integer(-1, kind), integer(0, kind), kind)
    machine.set_register("rdx", bits, 0, sign)


def _carry(machine: AssemblyMachine, operation: Operation) -> None:
    if operation.decoded.name == "cmc":
        machine.set_flag("C", binary(BinaryOperator.XOR, machine.flag("C"), integer(1), INT))
    else:
        machine.set_flag("C", integer(int(operation.decoded.name == "stc")))


def _trap(machine: AssemblyMachine, operation: Operation) -> None:
    machine.lowering.calls.call_library("abort", (), VOID)


TABLE: dict[str, Handler] = {
    "mov": _move,
    "movabs": _move,
    "extend": _extend,
    "lea": _load_address,
    "xchg": _exchange,
    "xadd": _exchange_and_add,
    "cmpxchg": _compare_and_exchange,
    "cmpxchg8b": _compare_and_exchange_pair,
    "cmpxchg16b": _compare_and_exchange_pair,
    "add": _sum,
    "adc": _sum,
    "sub": _difference,
    "sbb": _difference,
    "and": _logic,
    "or": _logic,
    "xor": _logic,
    "cmp": _compare,
    "test": _test,
    "inc": _step,
    "dec": _step,
    "neg": _negate,
    "not": _complement,
    "mul": _multiply,
    "imul": _multiply,
    "div": _divide,
    "idiv": _divide,
    "rdtsc": _time_stamp,
    "rdtscp": _time_stamp,
    "cpuid": _identify,
    "xgetbv": _identify,
    "rdrand": _random,
    "rdseed": _random,
    "set": _set,
    "cmov": _move_if,
    "cltq": _widen_accumulator,
    "cdqe": _widen_accumulator,
    "cwtl": _widen_accumulator,
    "cwde": _widen_accumulator,
    "cltd": _sign_into_rdx,
    "cdq": _sign_into_rdx,
    "cqto": _sign_into_rdx,
    "cqo": _sign_into_rdx,
    "ud2": _trap,
    "clc": _carry,
    "stc": _carry,
    "cmc": _carry,
}
TABLE |= dict.fromkeys(HINTS, _nothing)
