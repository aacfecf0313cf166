"""x86's instructions on single bits: tests, searches, shifts and rotations."""

from __future__ import annotations

from collections.abc import Mapping

from unthread.frontend.assembly.flags import is_zero, note_nothing, note_result, top_bit
from unthread.frontend.assembly.machine import AssemblyMachine, sequence, unsigned
from unthread.frontend.assembly.template import Immediate, Named, NotUnderstood, Operand
from unthread.frontend.assembly.x86 import Handler, Operation
from unthread.program.build.fold import binary, convert, integer, unary
from unthread.program.expressions import (
    BinaryOperator,
    Conditional,
    Constant,
    Expression,
    Place,
    Read,
    UnaryOperator,
)
from unthread.program.types import INT, IntType, Type


def _test_bit(machine: AssemblyMachine, operation: Operation) -> None:
    """bt, bts, btr, btc: the bit goes into the carry; then it is set, cleared, or changed."""
    source, target = sequence(operation.operands, 2)
    bits, kind = operation.bits, unsigned(operation.bits)
    given = machine.number(source, bits)
    index = machine.builder.once(binary(BinaryOperator.AND, given, integer(bits - 1, kind), kind))
    mask = machine.builder.once(binary(BinaryOperator.SHIFT_LEFT, integer(1, kind), index, kind))
    cell = _addressed(machine, target, source, given, bits)
    with machine.section(locked=operation.locked):
        old = machine.builder.hold(Read(cell)) if cell is not None else machine.number(target, bits)
        old = convert(old, kind)
        new = _changed(operation.decoded.name, old, mask, kind)
        if new is not None and cell is not None:
            machine.builder.assign(cell, new)
        elif new is not None:
            machine.write(target, bits, machine.builder.once(new))
    is_set = binary(
        BinaryOperator.NOT_EQUAL, binary(BinaryOperator.AND, old, mask, kind), integer(0, kind), INT
    )
    machine.set_flag("C", is_set)
    note_nothing(machine, "OSP")


def _addressed(
    machine: AssemblyMachine, target: Operand, source: Operand, given: Expression, bits: int
) -> Place | None:
    """In memory, an index in a register counts bits from there on, in both directions."""
    if not machine.is_memory(target) or isinstance(source, Immediate) or isinstance(given, Constant):
        return None
    signed = IntType(bits, True)
    words = binary(BinaryOperator.SHIFT_RIGHT, convert(given, signed), integer(bits.bit_length() - 1), signed)
    offset_type = machine.lowering.types.offset_type
    size = integer(bits // 8, offset_type)
    offset = binary(BinaryOperator.MULTIPLY, convert(words, offset_type), size, offset_type)
    return machine.cell(machine.moved(target, machine.builder.hold(offset)), unsigned(bits))


def _changed(name: str, old: Expression, mask: Expression, kind: Type) -> Expression | None:
    match name:
        case "bts":
            return binary(BinaryOperator.OR, old, mask, kind)
        case "btr":
            cleared = unary(UnaryOperator.COMPLEMENT, mask, kind)
            return binary(BinaryOperator.AND, old, cleared, kind)
        case "btc":
            return binary(BinaryOperator.XOR, old, mask, kind)
        case _:
            return None


def _scan(machine: AssemblyMachine, operation: Operation) -> None:
    """bsf, bsr: of zero, they leave the target as it is, on all processors of today."""
    source, target = sequence(operation.operands, 2)
    bits, kind = operation.bits, unsigned(operation.bits)
    value = machine.number(source, bits)
    if operation.decoded.name == "bsf":
        found = unary(UnaryOperator.TRAILING_ZEROS, value, kind)
    else:
        zeros = unary(UnaryOperator.LEADING_ZEROS, value, kind)
        found = binary(BinaryOperator.SUBTRACT, integer(bits - 1, kind), zeros, kind)
    old = machine.number(target, bits)
    machine.write(target, bits, machine.builder.once(Conditional(is_zero(value), old, found, kind)))
    machine.set_flag("Z", is_zero(value))
    note_nothing(machine, "COSP")


_COUNTS = {
    "lzcnt": UnaryOperator.LEADING_ZEROS,
    "tzcnt": UnaryOperator.TRAILING_ZEROS,
    "popcnt": UnaryOperator.ONES,
}


def _count(machine: AssemblyMachine, operation: Operation) -> None:
    source, target = sequence(operation.operands, 2)
    value = machine.number(source, operation.bits)
    result = machine.builder.once(unary(_COUNTS[operation.decoded.name], value, value.type))
    machine.write(target, operation.bits, result)
    if operation.decoded.name == "popcnt":
        for name in "COSP":
            machine.set_flag(name, integer(0))
        machine.set_flag("Z", is_zero(value))
    else:
        machine.set_flag("C", is_zero(value))
        machine.set_flag("Z", is_zero(result))
        note_nothing(machine, "OSP")


def _swap_bytes(machine: AssemblyMachine, operation: Operation) -> None:
    [target] = sequence(operation.operands, 1)
    if operation.bits < 32:
        raise NotUnderstood("bswap of 16 bits")
    value = machine.number(target, operation.bits)
    machine.write(target, operation.bits, unary(UnaryOperator.SWAP_BYTES, value, value.type))


# ---- shifts and rotations


def _amount(machine: AssemblyMachine, operation: Operation) -> tuple[Expression, Operand]:
    """How far, as far as the machine looks at it, and what is shifted."""
    *amounts, target = operation.operands
    amount = amounts[0] if len(amounts) == 1 else Immediate(1)
    if len(amounts) > 1 or not (isinstance(amount, Immediate) or machine.key(amount) == "rcx"):
        raise NotUnderstood("an amount that is not in %cl")
    if not isinstance(amount, Immediate) and not (amount == Named("cl") or machine.width(amount) == 8):
        raise NotUnderstood("an amount that is not in %cl")
    byte = unsigned(8)
    most = integer(63 if operation.bits == 64 else 31, byte)
    return machine.builder.once(binary(BinaryOperator.AND, machine.number(amount, 8), most, byte)), target


def _shift(machine: AssemblyMachine, operation: Operation) -> None:
    amount, target = _amount(machine, operation)
    bits, name = operation.bits, operation.decoded.name
    wide = IntType(
        128 if machine.needed else max(bits, 32), name == "sar"
    )  # where flags count, nothing is lost
    value = machine.number(target, bits)
    start = machine.builder.once(convert(convert(value, IntType(bits, name == "sar")), wide))
    left = name in ("shl", "sal")
    operator = BinaryOperator.SHIFT_LEFT if left else BinaryOperator.SHIFT_RIGHT
    shifted = machine.builder.once(binary(operator, start, amount, wide))
    result = machine.builder.once(convert(shifted, unsigned(bits)))
    machine.write(target, bits, result)
    if machine.needed:
        doubled = shifted if left else _before_last(start, amount, wide)
        out = binary(BinaryOperator.SHIFT_RIGHT, doubled, integer(bits if left else 0), wide)
        carry = convert(binary(BinaryOperator.AND, out, integer(1, wide), wide), INT)
        _note_shift(machine, name, amount, value, result, machine.builder.once(carry))


def _before_last(start: Expression, amount: Expression, wide: IntType) -> Expression:
    """The value shifted by one less."""
    kind = amount.type
    less = Conditional(amount, binary(BinaryOperator.SUBTRACT, amount, integer(1, kind), kind), amount, kind)
    return binary(BinaryOperator.SHIFT_RIGHT, start, less, wide)


def _note_shift(
    machine: AssemblyMachine,
    name: str,
    amount: Expression,
    value: Expression,
    result: Expression,
    carry: Expression,
) -> None:
    """Shifts by nothing leave the flags as they are; the overflow is defined for shifts by one alone."""
    before = {flag: machine.builder.hold(machine.flag(flag)) for flag in sorted(machine.needed)}
    note_result(machine, result)
    machine.set_flag("C", carry)
    if name == "sar":
        overflow: Expression = integer(0)
    elif name == "shr":
        overflow = top_bit(value)
    else:
        overflow = binary(BinaryOperator.XOR, top_bit(result), carry, INT)
    _keep_unless_shifted(machine, amount, before, overflow)


def _keep_unless_shifted(
    machine: AssemblyMachine, amount: Expression, before: Mapping[str, Expression], overflow: Expression
) -> None:
    if "O" in machine.needed:
        by_one = binary(BinaryOperator.EQUAL, amount, integer(1, amount.type), INT)
        other = convert(machine.any(1, "flag O"), INT)
        machine.set_flag("O", Conditional(by_one, overflow, other, INT))
    for flag, old in before.items():
        machine.set_flag(flag, Conditional(amount, machine.flag(flag), old, INT))


def _rotate(machine: AssemblyMachine, operation: Operation) -> None:
    amount, target = _amount(machine, operation)
    bits, kind = operation.bits, unsigned(operation.bits)
    value = machine.number(target, bits)
    least = binary(BinaryOperator.AND, amount, integer(bits - 1, amount.type), amount.type)
    least = machine.builder.once(least)
    rest = binary(BinaryOperator.SUBTRACT, integer(bits, least.type), least, least.type)
    rest = machine.builder.once(binary(BinaryOperator.AND, rest, integer(bits - 1, least.type), least.type))
    left, right = (least, rest) if operation.decoded.name == "rol" else (rest, least)
    upper = binary(BinaryOperator.SHIFT_LEFT, value, left, kind)
    lower = binary(BinaryOperator.SHIFT_RIGHT, value, right, kind)
    result = machine.builder.once(binary(BinaryOperator.OR, upper, lower, kind))
    machine.write(target, bits, result)
    if machine.needed & {"C", "O"}:
        _note_rotation(machine, operation, amount, result)


def _note_rotation(
    machine: AssemblyMachine, operation: Operation, amount: Expression, result: Expression
) -> None:
    changed = sorted(machine.needed & {"C", "O"})
    before = {flag: machine.builder.hold(machine.flag(flag)) for flag in changed}
    lowest = convert(binary(BinaryOperator.AND, result, integer(1, result.type), result.type), INT)
    if operation.decoded.name == "rol":
        carry, other = lowest, top_bit(result)
    else:
        second = binary(BinaryOperator.SHIFT_RIGHT, result, integer(operation.bits - 2), result.type)
        carry = top_bit(result)
        other = convert(binary(BinaryOperator.AND, second, integer(1, result.type), result.type), INT)
    machine.set_flag("C", carry)
    _keep_unless_shifted(machine, amount, before, binary(BinaryOperator.XOR, carry, other, INT))


BIT_TABLE: dict[str, Handler] = {
    "bt": _test_bit,
    "bts": _test_bit,
    "btr": _test_bit,
    "btc": _test_bit,
    "bsf": _scan,
    "bsr": _scan,
    "lzcnt": _count,
    "tzcnt": _count,
    "popcnt": _count,
    "bswap": _swap_bytes,
    "shl": _shift,
    "sal": _shift,
    "shr": _shift,
    "sar": _shift,
    "rol": _rotate,
    "ror": _rotate,
}
