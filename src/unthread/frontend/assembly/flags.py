"""The flags of x86: which conditions look at which, and what arithmetic makes of them."""

from __future__ import annotations

from unthread.frontend.assembly.machine import AssemblyMachine, unsigned
from unthread.frontend.assembly.template import NotUnderstood
from unthread.program.build.fold import binary, convert, integer, unary
from unthread.program.expressions import BinaryOperator, Expression, UnaryOperator
from unthread.program.types import INT, IntType, bits_of

_SYNONYMS = {
    "c": "b", "nae": "b", "nc": "ae", "nb": "ae", "z": "e", "nz": "ne", "na": "be", "nbe": "a",
    "pe": "p", "po": "np", "nge": "l", "nl": "ge", "ng": "le", "nle": "g",
}  # fmt: skip
_OPPOSITES = {"no": "o", "ae": "b", "ne": "e", "a": "be", "ns": "s", "np": "p", "ge": "l", "g": "le"}
_LOOKS_AT = {"o": "O", "b": "C", "e": "Z", "be": "CZ", "s": "S", "p": "P", "l": "SO", "le": "ZSO"}
CONDITIONS = frozenset({*_SYNONYMS, *_OPPOSITES, *_LOOKS_AT})


def flags_of(condition: str) -> frozenset[str]:
    """The flags that a condition depends on."""
    plain = _SYNONYMS.get(condition, condition)
    plain = _OPPOSITES.get(plain, plain)
    if plain not in _LOOKS_AT:
        raise NotUnderstood(f"condition '{condition}'")
    return frozenset(_LOOKS_AT[plain])


def holds(machine: AssemblyMachine, condition: str) -> Expression:
    """Whether a condition holds: 0 or 1 of type int."""
    plain = _SYNONYMS.get(condition, condition)
    if plain in _OPPOSITES:
        return binary(BinaryOperator.XOR, holds(machine, _OPPOSITES[plain]), integer(1), INT)
    flag = machine.flag
    match plain:
        case "be":
            return binary(BinaryOperator.OR, flag("C"), flag("Z"), INT)
        case "l":
            return binary(BinaryOperator.XOR, flag("S"), flag("O"), INT)
        case "le":
            return binary(BinaryOperator.OR, flag("Z"), holds(machine, "l"), INT)
        case _:
            return flag(_LOOKS_AT[plain])


def top_bit(value: Expression) -> Expression:
    return convert(
        binary(BinaryOperator.SHIFT_RIGHT, value, integer(bits_of(value.type) - 1), value.type), INT
    )


def is_zero(value: Expression) -> Expression:
    return binary(BinaryOperator.EQUAL, value, integer(0, value.type), INT)


def note_result(machine: AssemblyMachine, result: Expression) -> None:
    """Zero, sign and parity."""
    machine.set_flag("Z", is_zero(result))
    machine.set_flag("S", top_bit(result))
    if "P" in machine.needed:
        low = binary(BinaryOperator.AND, result, integer(0xFF, result.type), result.type)
        ones = convert(unary(UnaryOperator.ONES, low, result.type), INT)
        odd = binary(BinaryOperator.AND, ones, integer(1), INT)
        machine.set_flag("P", binary(BinaryOperator.XOR, odd, integer(1), INT))


def note_sum(
    machine: AssemblyMachine, a: Expression, b: Expression, carry: Expression | None = None
) -> Expression:
    """a + b + carry, and its flags."""
    result = _noted(machine, BinaryOperator.ADD, a, b, carry)
    if "O" in machine.needed:
        machine.set_flag("O", _signs(_differ(a, result), _differ(b, result)))
    note_result(machine, result)
    return result


def note_difference(
    machine: AssemblyMachine, a: Expression, b: Expression, borrow: Expression | None = None
) -> Expression:
    """a - b - borrow, and its flags."""
    result = _noted(machine, BinaryOperator.SUBTRACT, a, b, borrow)
    if "O" in machine.needed:
        machine.set_flag("O", _signs(_differ(a, b), _differ(a, result)))
    note_result(machine, result)
    return result


def _noted(
    machine: AssemblyMachine, operator: BinaryOperator, a: Expression, b: Expression, carry: Expression | None
) -> Expression:
    """Computed with one bit more, which is the carry flag."""
    bits = bits_of(a.type)
    wide = IntType(bits + 1, False)
    total = binary(operator, convert(a, wide), convert(b, wide), wide)
    if carry is not None:
        total = binary(operator, total, convert(carry, wide), wide)
    total = machine.builder.once(total)
    result = machine.builder.once(convert(total, unsigned(bits)))
    machine.set_flag("C", convert(binary(BinaryOperator.SHIFT_RIGHT, total, integer(bits), wide), INT))
    return result


def note_logic(machine: AssemblyMachine, result: Expression) -> None:
    machine.set_flag("C", integer(0))
    machine.set_flag("O", integer(0))
    note_result(machine, result)


def note_nothing(machine: AssemblyMachine, names: str = "COZSP") -> None:
    """These flags are undefined from now on."""
    for name in names:
        machine.set_flag(name, None)


def _differ(a: Expression, b: Expression) -> Expression:
    return binary(BinaryOperator.XOR, a, b, a.type)


def _signs(a: Expression, b: Expression) -> Expression:
    return top_bit(binary(BinaryOperator.AND, a, b, a.type))
