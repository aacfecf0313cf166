"""Values of expressions, against a direct evaluator on Python integers."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.builder import EVERYTHING, assign, at, binary, constant, machine, program, read, register
from tests.support.machines import (
    DOUBLE,
    FLOAT,
    INTEGER_TYPES,
    LONG,
    LONG_DOUBLE,
    NO_ARITH,
    ULONG,
    evaluate,
    main,
)
from unthread.core.floats import Extended, to_single
from unthread.core.properties import Property, Violation
from unthread.interpreter.machine import Violated
from unthread.interpreter.schedulers import InOrder
from unthread.program.expressions import (
    Conditional,
    Convert,
    Expression,
    PointerAdd,
    PointerDifference,
    Unary,
    UnaryOperator,
)
from unthread.program.instructions import Exit, Instruction, Scope
from unthread.program.types import BOOL, INT, UINT, PointerType, Type, is_signed, value_range
from unthread.values.cells import Value

OPERATORS = ("+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^", "==", "!=", "<", "<=", ">", ">=")


class WrongError(Exception):
    """The direct evaluator met an arithmetic error."""


def wrap(value: int, type: Type) -> int:
    low, high = value_range(type)
    return (value - low) % (high - low + 1) + low


def result_of(value: int, type: Type, checked: bool) -> int:
    if wrap(value, type) != value and is_signed(type) and checked:
        raise WrongError
    return wrap(value, type)


def direct(operator: str, a: int, b: int, type: Type, checked: bool) -> int:
    bits = value_range(type)[1].bit_length() + is_signed(type)
    match operator:
        case "+" | "-" | "*":
            return result_of({"+": a + b, "-": a - b, "*": a * b}[operator], type, checked)
        case "/" | "%":
            if b == 0:
                raise WrongError
            quotient = abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)
            result_of(quotient, type, True)
            return quotient if operator == "/" else a - quotient * b
        case "<<" | ">>":
            if not 0 <= b < bits:
                raise WrongError
            if operator == ">>":
                return a >> b
            if checked and is_signed(type) and not 0 <= a << b <= value_range(type)[1]:
                raise WrongError
            return wrap(a << b, type)
        case "&" | "|" | "^":
            return {"&": a & b, "|": a | b, "^": a ^ b}[operator]
        case _:
            order = {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}
            return int(order[operator])


def boundary(type: Type) -> st.SearchStrategy[int]:
    low, high = value_range(type)
    edges = [wrap(value, type) for value in (0, 1, 2, -1, low, high, low + 1, high - 1, 31, 32, 63)]
    return st.sampled_from(edges) | st.integers(low, high)


@given(st.data(), st.sampled_from(OPERATORS), st.sampled_from(INTEGER_TYPES), st.booleans())
@settings(max_examples=400, deadline=None)
def test_binary_operators(data: st.DataObject, operator: str, type: Type, checked: bool) -> None:
    a, b = data.draw(boundary(type)), data.draw(boundary(type))
    expression = binary(operator, read(register("a", type)), read(register("b", type)))
    result = register("result", expression.type)
    body: list[Instruction] = [
        assign(register("a", type), constant(a, type)),
        assign(register("b", type), constant(b, type)),
        assign(result, expression),
        Exit(Scope.THREAD, constant(0), at(2)),
    ]
    given_machine = machine(program([main(*body)]), EVERYTHING if checked else NO_ARITH)
    frame = given_machine.threads[0].frames[0]
    outcome = given_machine.run(InOrder())
    try:
        wanted = direct(operator, a, b, type, checked)
    except WrongError:
        assert isinstance(outcome, Violated)
        assert outcome.violation.property is Property.ARITH
        return
    assert frame.regs[frame.code.slots["result"]] == wanted
    folded = evaluate(binary(operator, constant(a, type), constant(b, type)), NO_ARITH)
    assert folded == direct(operator, a, b, type, checked=False)


@given(st.data(), st.sampled_from(INTEGER_TYPES), st.sampled_from((*INTEGER_TYPES, BOOL, PointerType(INT))))
@settings(deadline=None)
def test_integer_conversions(data: st.DataObject, source: Type, target: Type) -> None:
    value = data.draw(boundary(source))
    wanted = int(value != 0) if target is BOOL else wrap(value, target)
    assert evaluate(Convert(constant(value, source), target)) == wanted


@given(st.data(), st.sampled_from(INTEGER_TYPES))
@settings(deadline=None)
def test_unary_operators(data: st.DataObject, type: Type) -> None:
    value = data.draw(boundary(type))
    low, high = value_range(type)
    bits = (high - low).bit_length()
    raw = value % (1 << bits)

    def unary(operator: UnaryOperator, result: Type) -> Value | Violation:
        return evaluate(Unary(operator, constant(value, type), result), NO_ARITH)

    assert unary(UnaryOperator.NEGATE, type) == wrap(-value, type)
    assert unary(UnaryOperator.COMPLEMENT, type) == wrap(~value, type)
    assert unary(UnaryOperator.NOT, INT) == int(value == 0)
    assert unary(UnaryOperator.LEADING_ZEROS, INT) == len(f"{raw:0{bits}b}".split("1")[0])
    assert unary(UnaryOperator.TRAILING_ZEROS, INT) == len(f"{raw:0{bits}b}".split("1")[-1])
    assert unary(UnaryOperator.ONES, INT) == f"{raw:b}".count("1")
    swapped = int.from_bytes(raw.to_bytes(bits // 8, "big"), "little")
    assert unary(UnaryOperator.SWAP_BYTES, type) == wrap(swapped, type)


def test_negation_overflows() -> None:
    found = evaluate(Unary(UnaryOperator.NEGATE, constant(-(1 << 31)), INT))
    assert isinstance(found, Violation)
    assert found.message == "signed overflow: -(-2147483648) does not fit in int"


def test_division_by_zero_stops_even_when_not_asked_for() -> None:
    found = evaluate(binary("/", constant(1), constant(0)), frozenset())
    assert isinstance(found, Violation)
    assert found.message == "division by zero"


@given(st.floats(width=32), st.floats(width=32), st.sampled_from("+-*/"))
@settings(deadline=None)
def test_single_precision(a: float, b: float, operator: str) -> None:
    found = evaluate(binary(operator, constant(a, FLOAT), constant(b, FLOAT)))
    assert isinstance(found, float)
    if operator != "/":
        wanted = to_single({"+": a + b, "-": a - b, "*": a * b}[operator])
        assert found == wanted or (found != found and wanted != wanted)
    assert found != found or to_single(found) == found


def test_floating_operations() -> None:
    half, third = Extended.parse("0.5"), Extended.parse("3")
    assert evaluate(binary("/", constant(half, LONG_DOUBLE), constant(third, LONG_DOUBLE))) == half / third
    assert evaluate(binary("<", constant(half, LONG_DOUBLE), constant(third, LONG_DOUBLE))) == 1
    assert evaluate(binary("==", constant(half, LONG_DOUBLE), constant(half, LONG_DOUBLE))) == 1
    assert evaluate(binary("!=", constant(half, LONG_DOUBLE), constant(half, LONG_DOUBLE))) == 0
    assert evaluate(Convert(constant(half, LONG_DOUBLE), DOUBLE)) == 0.5
    assert evaluate(Convert(constant(0.1, DOUBLE), FLOAT)) == to_single(0.1)
    assert evaluate(Convert(constant(-1.9, DOUBLE), INT)) == -1
    assert evaluate(Convert(constant(-0.0, DOUBLE), BOOL)) == 0
    assert evaluate(Convert(constant(1 << 63, ULONG), FLOAT)) == float(1 << 63)
    assert evaluate(Convert(constant(3), LONG_DOUBLE)) == Extended.from_int(3)
    nan = constant(float("nan"), DOUBLE)
    assert evaluate(Unary(UnaryOperator.IS_NAN, nan, INT)) == 1
    assert evaluate(binary("==", nan, nan)) == 0
    assert evaluate(Unary(UnaryOperator.NOT, nan, INT)) == 0
    assert evaluate(Unary(UnaryOperator.ROOT, constant(2.0, DOUBLE), DOUBLE)) == 2.0**0.5
    assert evaluate(Unary(UnaryOperator.ABSOLUTE, constant(-half, LONG_DOUBLE), LONG_DOUBLE)) == half
    assert evaluate(Unary(UnaryOperator.SIGN_BIT, constant(-0.0, DOUBLE), INT)) == 1
    assert evaluate(Unary(UnaryOperator.IS_INFINITE, constant(float("-inf"), DOUBLE), INT)) == 1


def test_conversion_out_of_range_is_an_arith_violation() -> None:
    for properties in (EVERYTHING, NO_ARITH):
        found = evaluate(Convert(constant(1e10, DOUBLE), INT), properties)
        assert isinstance(found, Violation)
        assert found.property is Property.ARITH


def test_only_the_chosen_side_is_evaluated() -> None:
    wrong = binary("/", constant(1), constant(0))
    assert evaluate(Conditional(constant(1), constant(5), wrong, INT)) == 5
    assert evaluate(Conditional(constant(0), wrong, constant(6), INT)) == 6


def test_deep_expressions() -> None:
    total: Expression = constant(0)
    unsigned: Expression = constant(0, UINT)
    for number in range(150):
        total = binary("+", constant(number), total)
        unsigned = binary("^", binary("+", unsigned, constant(number, UINT)), constant(1, UINT))
    assert evaluate(total) == sum(range(150))
    assert isinstance(evaluate(unsigned), int)


def test_pointer_arithmetic() -> None:
    pointer = PointerType(INT)
    base = constant(1 << 40, pointer)
    moved = PointerAdd(base, constant(-3, LONG), constant(4, LONG), pointer)
    assert evaluate(moved) == (1 << 40) - 12
    assert evaluate(PointerDifference(moved, base, constant(4, LONG), LONG)) == -3
    assert (
        evaluate(PointerAdd(constant(0, pointer), constant(-1, LONG), constant(1, LONG), pointer))
        == (1 << 64) - 1
    )
