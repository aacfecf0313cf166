"""Floating numbers: an operation computed at once, and the same operation left to the solver with its
operands fixed, give the same bits; for the formats that Python has, they are also what Python computes."""

from __future__ import annotations

import math
import struct

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from unthread.core.properties import Property
from unthread.core.source import DataModel
from unthread.engine.encode.addresses import Addresses
from unthread.engine.encode.memory import SymbolicMemory
from unthread.engine.encode.objects import Pointer, SymbolicObject, Value
from unthread.engine.encode.values import SymbolicEvaluator
from unthread.engine.terms.float_format import format_of
from unthread.engine.terms.nodes import Bool, Int, unsigned_range
from unthread.engine.terms.solver import TermSolver
from unthread.engine.terms.terms import Terms
from unthread.program.expressions import (
    Binary,
    BinaryOperator,
    Convert,
    Expression,
    Read,
    Storage,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
)
from unthread.program.types import BOOL, INT, FloatType, IntType, Type, bits_of, value_range
from unthread.values.cells import Codec

SINGLE, DOUBLE, EXTENDED = FloatType(32, 4), FloatType(64, 8), FloatType(80, 16)
FORMATS = (SINGLE, DOUBLE, EXTENDED)
INTEGERS = (
    IntType(8, True),
    IntType(16, False),
    INT,
    IntType(32, False),
    IntType(64, True),
    IntType(64, False),
)
QUICK = settings(max_examples=25, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
ARITHMETIC = (BinaryOperator.ADD, BinaryOperator.SUBTRACT, BinaryOperator.MULTIPLY, BinaryOperator.DIVIDE)
COMPARISONS = (
    BinaryOperator.EQUAL,
    BinaryOperator.NOT_EQUAL,
    BinaryOperator.LESS,
    BinaryOperator.LESS_EQUAL,
    BinaryOperator.GREATER,
    BinaryOperator.GREATER_EQUAL,
)


class Alone(SymbolicEvaluator):
    """Expressions over registers that hold given values; notes the conditions of faults."""

    def __init__(self, terms: Terms, held: dict[Variable, Value], arith: bool = False) -> None:
        super().__init__(SymbolicMemory(Addresses(terms, DataModel.M64)), arith)
        self.held = held
        self.faults: list[Bool] = []

    def fault(self, property: Property, message: str, bad: Bool) -> None:
        self.faults.append(bad)

    def require(self, condition: Bool) -> None:
        raise AssertionError("everything is set")

    def compared(self, a: Value, b: Value) -> None:
        pass

    def read_address(self, is_part: bool) -> None:
        raise AssertionError("there is no memory")

    def read_torn(self, torn: Bool) -> None:
        raise AssertionError("there is no memory")

    def slot(self, variable: Variable) -> Value | None:
        return self.held[variable]

    def object_of(self, variable: Variable) -> Pointer:
        raise AssertionError("everything is a register")

    def function(self, name: str) -> Pointer:
        raise AssertionError("there are no functions")

    def self_number(self) -> int:
        return 0

    def touched(
        self, item: SymbolicObject, condition: Bool, offset: Int, cell: Codec | None, writes: bool
    ) -> None:
        raise AssertionError("there is no memory")


def width(type: Type) -> int:
    return format_of(type).bits if isinstance(type, FloatType) else bits_of(type)


def register(name: str, type: Type) -> Variable:
    return Variable(name, type, Storage.REGISTER)


def read(variable: Variable) -> Expression:
    return Read(VariablePlace(variable))


def folded(expression: Expression, values: dict[Variable, int]) -> int:
    terms = Terms()
    alone = Alone(terms, {v: terms.integer(x) for v, x in values.items()})
    result = alone.value(expression)
    assert isinstance(result, Int)
    assert result.is_constant
    return result.lo


def solved(expression: Expression, values: dict[Variable, int], arith: bool = False) -> int | None:
    """None where the evaluation has no meaning."""
    terms, solver = Terms(), TermSolver()
    held: dict[Variable, Value] = {}
    for variable, value in values.items():
        floating = isinstance(variable.type, FloatType)
        within = unsigned_range(width(variable.type)) if floating else value_range(variable.type)
        made = terms.variable(variable.name, within)
        held[variable] = made
        solver.assume(terms.equal(made, terms.integer(value)))
    alone = Alone(terms, held, arith)
    result = alone.value(expression)
    assert isinstance(result, Int)
    wanted = terms.variable(
        "result", unsigned_range(width(expression.type))
    )  # the solver is told of the term
    solver.assume(terms.equal(wanted, terms.wrap(result, unsigned_range(width(expression.type)))))
    assert solver.satisfiable([])
    if any(solver.is_true(bad) for bad in alone.faults):
        return None
    return solver.value(result)


def is_nan(bits: int, type: FloatType) -> bool:
    format = format_of(type)
    return bits & (format.sign - 1) > ((1 << format.exponent) - 1) << (format.significand - 1)


def same(one: int | None, other: int, type: Type) -> bool:
    """Equal bits; which not-a-number comes out of an operation is left open by C."""
    if one is not None and isinstance(type, FloatType) and is_nan(one, type):
        return is_nan(other, type)
    return one == other


def patterns(type: FloatType) -> st.SearchStrategy[int]:
    """Bits of numbers: special ones, near powers of two, anything."""
    format = format_of(type)
    fraction = format.significand - 1
    one = ((1 << (format.exponent - 1)) - 1) << fraction
    infinite = ((1 << format.exponent) - 1) << fraction
    plain = [0, 1, 2, 1 << fraction, (1 << fraction) - 1, infinite, infinite - 1, format.nan, one, one + 1]
    plain += [one - 1, one + (1 << fraction), one + (31 << fraction), one + (63 << fraction) - 1, one // 2]
    special = st.sampled_from(plain + [bits | format.sign for bits in plain if bits != format.nan])
    near = st.builds(
        lambda exponent, low, sign: one + (exponent << fraction) + low | (format.sign if sign else 0),
        st.integers(-70, 70),
        st.integers(0, (1 << fraction) - 1),
        st.booleans(),
    )
    anything = st.integers(0, (1 << format.bits) - 1).filter(lambda bits: not is_nan(bits, type))
    return st.one_of(special, special, near, anything)


def as_python(bits: int, type: FloatType) -> float:
    letter, count = ("f", 4) if type.bits == 32 else ("d", 8)
    return float(struct.unpack(f"<{letter}", bits.to_bytes(count, "little"))[0])


def python_arithmetic(operator: BinaryOperator, a: float, b: float) -> float:
    match operator:
        case BinaryOperator.ADD:
            return a + b
        case BinaryOperator.SUBTRACT:
            return a - b
        case BinaryOperator.MULTIPLY:
            return a * b
    if b:
        return a / b
    return math.nan if a == 0 or math.isnan(a) else math.copysign(math.inf, a) * math.copysign(1, b)


def in_format(value: float, type: FloatType) -> int:
    if type.bits == 64:
        return int.from_bytes(struct.pack("<d", value), "little")
    try:
        return int.from_bytes(struct.pack("<f", value), "little")
    except OverflowError:
        return int.from_bytes(struct.pack("<f", math.copysign(math.inf, value)), "little")


@pytest.mark.parametrize("type", FORMATS, ids=str)
@pytest.mark.parametrize("operator", ARITHMETIC, ids=str)
@QUICK
@given(data=st.data())
def test_arithmetic(type: FloatType, operator: BinaryOperator, data: st.DataObject) -> None:
    x, y = register("x", type), register("y", type)
    values = {x: data.draw(patterns(type)), y: data.draw(patterns(type))}
    expression = Binary(operator, read(x), read(y), type)
    result = folded(expression, values)
    assert same(solved(expression, values), result, expression.type)
    if type.bits != 80:
        expected = python_arithmetic(operator, as_python(values[x], type), as_python(values[y], type))
        assert is_nan(result, type) if math.isnan(expected) else result == in_format(expected, type)


@pytest.mark.parametrize("type", FORMATS, ids=str)
@pytest.mark.parametrize("operator", COMPARISONS, ids=str)
@QUICK
@given(data=st.data())
def test_comparisons(type: FloatType, operator: BinaryOperator, data: st.DataObject) -> None:
    x, y = register("x", type), register("y", type)
    one = data.draw(patterns(type))
    values = {x: one, y: data.draw(st.one_of(st.just(one), patterns(type)))}
    expression = Binary(operator, read(x), read(y), INT)
    result = folded(expression, values)
    assert same(solved(expression, values), result, expression.type)
    if type.bits != 80:
        a, b = (as_python(bits, type) for bits in values.values())
        expected = {"==": a == b, "!=": a != b, "<": a < b, "<=": a <= b, ">": a > b, ">=": a >= b}
        assert bool(result) == expected[operator.value]


@pytest.mark.parametrize("type", FORMATS, ids=str)
@pytest.mark.parametrize(
    "operator",
    [
        UnaryOperator.NEGATE,
        UnaryOperator.ABSOLUTE,
        UnaryOperator.SIGN_BIT,
        UnaryOperator.IS_NAN,
        UnaryOperator.IS_INFINITE,
        UnaryOperator.NOT,
        UnaryOperator.ROOT,
    ],
    ids=str,
)
@settings(QUICK, max_examples=10)
@given(data=st.data())
def test_unary(type: FloatType, operator: UnaryOperator, data: st.DataObject) -> None:
    x = register("x", type)
    values = {x: data.draw(patterns(type))}
    floating = operator in (UnaryOperator.NEGATE, UnaryOperator.ABSOLUTE, UnaryOperator.ROOT)
    expression = Unary(operator, read(x), type if floating else INT)
    result = folded(expression, values)
    assert same(solved(expression, values), result, expression.type)
    if operator is UnaryOperator.ROOT and type.bits != 80:
        number = as_python(values[x], type)
        if number >= 0:
            assert result == in_format(math.sqrt(number), type)
        else:
            assert is_nan(result, type)


@pytest.mark.parametrize("source", FORMATS, ids=str)
@pytest.mark.parametrize("target", FORMATS, ids=str)
@QUICK
@given(data=st.data())
def test_conversions_between_formats(source: FloatType, target: FloatType, data: st.DataObject) -> None:
    x = register("x", source)
    values = {x: data.draw(patterns(source))}
    expression = Convert(read(x), target)
    result = folded(expression, values)
    assert same(solved(expression, values), result, expression.type)
    if source.bits != 80 and target.bits != 80 and not is_nan(values[x], source):
        assert result == in_format(as_python(values[x], source), target)


@pytest.mark.parametrize("source", INTEGERS, ids=str)
@pytest.mark.parametrize("target", FORMATS, ids=str)
@settings(QUICK, max_examples=15)
@given(data=st.data())
def test_conversions_from_integers(source: IntType, target: FloatType, data: st.DataObject) -> None:
    x = register("x", source)
    low, high = value_range(source)
    number = data.draw(st.one_of(st.integers(low, high), st.sampled_from((low, high, 0, 1, high // 2 + 1))))
    expression = Convert(read(x), target)
    result = folded(expression, {x: number})
    assert solved(expression, {x: number}) == result
    if target.bits == 64:
        assert result == in_format(float(number), target)


@pytest.mark.parametrize("source", FORMATS, ids=str)
@pytest.mark.parametrize("target", INTEGERS, ids=str)
@QUICK
@given(data=st.data())
def test_conversions_to_integers(source: FloatType, target: IntType, data: st.DataObject) -> None:
    x = register("x", source)
    low, high = value_range(target)
    number = data.draw(
        st.one_of(st.integers(low - 2, high + 2), st.sampled_from((low, high, low - 1, high + 1)))
    )
    near = folded(
        Convert(read(register("w", IntType(128, True))), source), {register("w", IntType(128, True)): number}
    )
    values = {x: data.draw(st.one_of(patterns(source), st.sampled_from((near, max(near - 1, 0), near + 1))))}
    expression = Convert(read(x), target)
    result = folded(expression, values)
    checked = solved(expression, values)
    assert checked is None or checked == result
    assert solved(expression, values, arith=True) == checked
    if source.bits != 80:
        value = as_python(values[x], source)
        inside = math.isfinite(value) and low <= math.trunc(value) <= high
        assert (checked is not None) == inside
        if inside:
            assert result == math.trunc(value)


@pytest.mark.parametrize("source", FORMATS, ids=str)
@settings(QUICK, max_examples=10)
@given(data=st.data())
def test_conversions_to_bool(source: FloatType, data: st.DataObject) -> None:
    x = register("x", source)
    values = {x: data.draw(patterns(source))}
    expression = Convert(read(x), BOOL)
    assert solved(expression, values) == folded(expression, values)
    assert folded(expression, values) == int(values[x] & (format_of(source).sign - 1) != 0)
