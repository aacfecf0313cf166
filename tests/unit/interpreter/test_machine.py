"""The interpreter: values of expressions, memory, calls, threads, violations, schedules, states."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.builder import (
    EVERYTHING,
    VOID_POINTER,
    address,
    assign,
    at,
    binary,
    call,
    check,
    constant,
    function,
    local,
    machine,
    place,
    pointed,
    program,
    read,
    register,
    returned,
    shared,
    spawn,
    thread,
)
from unthread.core.diagnostics import InputError, Unsupported
from unthread.core.floats import Extended, to_single
from unthread.core.properties import Property, Violation
from unthread.core.source import DataModel
from unthread.core.trace import Slice, Step, StepKind, format_schedule, parse_schedule
from unthread.interpreter.inputs import GivenInputs, RandomInputs, StandardInput
from unthread.interpreter.machine import (
    Blocked,
    Ended,
    Exited,
    Infeasible,
    Machine,
    OutOfSteps,
    Progressed,
    Violated,
)
from unthread.interpreter.schedulers import GivenSchedule, InOrder, RandomScheduler
from unthread.program.expressions import (
    Conditional,
    Convert,
    Element,
    Expression,
    FunctionAddress,
    Member,
    ObjectSize,
    PointerAdd,
    PointerDifference,
    Storage,
    ThreadSelf,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
)
from unthread.program.instructions import (
    Allocate,
    Assume,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Call,
    Cut,
    Declare,
    Discard,
    Exit,
    Free,
    Input,
    Instruction,
    Jump,
    Label,
    Region,
    Return,
    Scope,
    Spawn,
    Unmodelled,
)
from unthread.program.program import Function, GlobalVariable, InitialValue, Program
from unthread.program.types import (
    BOOL,
    CHAR,
    INT,
    UCHAR,
    UINT,
    VOID,
    ArrayType,
    AtomicType,
    Field,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
    is_signed,
    value_range,
)
from unthread.values.cells import Value

LONG = IntType(64, True, "long")
ULONG = IntType(64, False, "unsigned long")
SHORT = IntType(16, True, "short")
FLOAT = FloatType(32, 4)
DOUBLE = FloatType(64, 8)
LONG_DOUBLE = FloatType(80, 16)
NO_ARITH = EVERYTHING - {Property.ARITH}

x, y, z = register("x"), register("y"), register("z")
g, h = shared("g"), shared("h")


def run(given: Program, properties: frozenset[Property] = EVERYTHING, limit: int = 100_000) -> object:
    return machine(given, properties, limit=limit).run(InOrder())


def violation(given: Program, properties: frozenset[Property] = EVERYTHING) -> Violation:
    outcome = run(given, properties)
    assert isinstance(outcome, Violated), outcome
    return outcome.violation


def main(*body: Instruction) -> Function:
    return function("main", body)


def evaluate(expression: Expression, properties: frozenset[Property] = EVERYTHING) -> Value | Violation:
    """The value of an expression, or the violation that computing it is."""
    result = register("result", expression.type)
    given = machine(
        program([main(assign(result, expression), Exit(Scope.THREAD, constant(0), at(2)))]), properties
    )
    started = given.threads[0].frames[0]
    outcome = given.run(InOrder())
    if isinstance(outcome, Violated):
        return outcome.violation
    value = started.regs[started.code.slots["result"]]
    assert value is not None
    return value


# expressions against a direct evaluator on Python integers

INTEGER_TYPES = (CHAR, UCHAR, SHORT, INT, UINT, LONG, ULONG, IntType(128, True), IntType(128, False))
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
            result_of(quotient, type, checked)
            return wrap(quotient, type) if operator == "/" else a - quotient * b
        case "<<" | ">>":
            if not 0 <= b < bits:
                if checked:
                    raise WrongError
                b %= bits
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
    found = evaluate(Convert(constant(1e10, DOUBLE), INT))
    assert isinstance(found, Violation)
    assert found.property is Property.ARITH
    assert evaluate(Convert(constant(1e10, DOUBLE), INT), NO_ARITH) == -(1 << 31)


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


# memory


def test_globals_arrays_and_members() -> None:
    record = RecordType("r", False, complete=True)
    record.fields = (
        Field("a", INT, 0),
        Field("b", IntType(3, True), 4, 2, 3),
        Field("c", ArrayType(SHORT, 4), 8),
    )
    record.size = 16
    item = shared("item", ArrayType(record, 3))
    index = register("index", LONG)
    element = Element(place(item), read(index))
    body: list[Instruction] = [
        assign(index, constant(2, LONG)),
        assign(Member(element, record.fields[0]), 7),
        assign(Member(element, record.fields[1]), constant(-3, IntType(3, True))),
        assign(Element(Member(element, record.fields[2]), constant(3, LONG)), constant(-9, SHORT)),
        assign(x, read(Member(element, record.fields[0]))),
        assign(y, Convert(read(Member(element, record.fields[1])), INT)),
        assign(z, Convert(read(Element(Member(element, record.fields[2]), constant(3, LONG))), INT)),
        returned(binary("+", binary("*", read(x), constant(10)), binary("-", read(y), read(z)))),
    ]
    assert run(program([main(*body)], [item])) == Exited(7 * 10 - 3 + 9)


def test_initial_values() -> None:
    pointer = shared("p", PointerType(INT))
    table = shared("t", ArrayType(INT, 3))
    target = Element(place(table), constant(2, LONG))
    items = [
        GlobalVariable(table, 12, (InitialValue(8, INT, constant(42)),)),
        GlobalVariable(pointer, 8, (InitialValue(0, PointerType(INT), address(target)),)),
    ]
    register_p = register("q", PointerType(INT))
    body: list[Instruction] = [assign(register_p, read(pointer)), returned(read(pointed(read(register_p))))]
    assert run(program([main(*body)], items)) == Exited(42)


@pytest.mark.parametrize("index", [-1, 10, 1 << 40])
def test_out_of_bounds(index: int) -> None:
    table = shared("t", ArrayType(INT, 10))
    moving = register("i", LONG)
    for indexed in (constant(index, LONG), read(moving)):
        target = Element(place(table), indexed)
        start = assign(moving, constant(index, LONG))
        assert (
            violation(program([main(start, assign(x, read(target), 3))], [table])).property is Property.MEMORY
        )
        found = violation(program([main(start, assign(target, 5, 4))], [table]))
        assert found.loc.line == 4
        assert found.message.startswith("write of 4 bytes")


def test_lifetimes() -> None:
    pointer = register("p", PointerType(INT))
    item = local("v")
    gone: list[Instruction] = [
        Declare(item, False, at(1)),
        assign(item, 3),
        assign(pointer, address(item)),
        Discard(item, at(2)),
        assign(x, read(pointed(read(pointer))), 5),
    ]
    assert (
        violation(program([main(*gone)])).message
        == "read of 4 bytes at offset 0 of 'v' (4 bytes), which is out of scope"
    )
    leaking = function("leak", [Declare(item, True, at(1)), returned(address(item))], result=PointerType(INT))
    body: list[Instruction] = [call(pointer, "leak"), assign(x, read(pointed(read(pointer))), 7)]
    assert "a call that has returned" in violation(program([main(*body), leaking])).message


def test_a_declaration_begins_a_new_object() -> None:
    first, second = register("p", PointerType(INT)), register("q", PointerType(INT))
    item = local("v")
    body: list[Instruction] = [
        Declare(item, True, at(1)),
        assign(first, address(item)),
        Declare(item, True, at(1)),
        assign(second, address(item)),
        returned(binary("==", read(first), read(second))),
    ]
    assert run(program([main(*body)])) == Exited(0)


def test_unwritten_memory_is_any_value_but_one() -> None:
    item = local("v")
    body: list[Instruction] = [
        Declare(item, False, at(1)),
        assign(x, read(item)),
        assign(y, read(item)),
        check(binary("==", read(x), read(y))),
        returned(read(x)),
    ]
    inputs = GivenInputs({"v": [77, 78]}, RandomInputs(0))
    assert machine(program([main(*body)]), inputs=inputs).run(InOrder()) == Exited(77)


def test_a_register_without_a_value_is_an_input() -> None:
    body: list[Instruction] = [
        Jump("set", binary("==", read(g), constant(1)), at(1)),
        Jump("use", None, at(1)),
        Label("set", at(1)),
        assign(x, 5),
        Label("use", at(2)),
        assign(y, read(x)),
        check(binary("==", read(x), read(y))),
        returned(read(x)),
    ]
    inputs = GivenInputs({"x": [9, 10]}, RandomInputs(0))
    assert machine(program([main(*body)], [g]), inputs=inputs).run(InOrder()) == Exited(9)
    assert machine(program([main(*body)], [g], {"g": 1}), inputs=inputs).run(InOrder()) == Exited(5)


def test_heap() -> None:
    pointer = register("p", PointerType(INT))

    def allocate(zeroed: int) -> Allocate:
        return Allocate(pointer, constant(8, ULONG), constant(zeroed), Region.HEAP, at(1))

    def free(moved: int, line: int) -> Free:
        there = PointerAdd(read(pointer), constant(moved, LONG), constant(1, LONG), PointerType(INT))
        return Free(there, Region.HEAP, at(line))

    used: list[Instruction] = [
        allocate(1),
        assign(x, read(pointed(read(pointer)))),
        free(0, 2),
        returned(read(x)),
    ]
    assert run(program([main(*used)])) == Exited(0)
    assert violation(program([main(allocate(1), free(0, 2), free(0, 3))])).message.endswith("which was freed")
    assert "4 bytes into" in violation(program([main(allocate(1), free(4, 3))])).message
    late: list[Instruction] = [allocate(1), free(0, 2), assign(pointed(read(pointer)), 1, 4)]
    assert "which was freed" in violation(program([main(*late)])).message
    wrong: list[Instruction] = [assign(pointer, address(g)), free(0, 3)]
    assert violation(program([main(*wrong)], [g])).message == "free of 'g', which is not on the heap"
    size: list[Instruction] = [allocate(0), returned(Convert(ObjectSize(read(pointer), ULONG), INT))]
    assert run(program([main(*size)])) == Exited(8)


def test_string_literals_are_read_only() -> None:
    text = shared("literal", ArrayType(CHAR, 3))
    literal = GlobalVariable(text, 3, (InitialValue(0, CHAR, constant(65, CHAR)),), read_only=True)
    first = Element(place(text), constant(0, LONG))
    assert run(program([main(returned(Convert(read(first), INT)))], [literal])) == Exited(65)
    found = violation(program([main(assign(first, constant(1, CHAR), 3))], [literal]))
    assert found.message.endswith("a string literal, which is read-only")
    pointer = register("p", PointerType(CHAR))
    through = main(assign(pointer, address(first)), assign(pointed(read(pointer)), constant(1, CHAR), 3))
    assert violation(program([through], [literal])).loc.line == 3


def test_memory_errors_stop_even_when_not_asked_for() -> None:
    body = assign(x, read(pointed(constant(0, PointerType(INT)))))
    assert violation(program([main(body)]), frozenset()).property is Property.MEMORY


@pytest.mark.parametrize("data_model", list(DataModel))
def test_arguments_of_main(data_model: DataModel) -> None:
    size = 8 if data_model is DataModel.M64 else 4
    text = PointerType(CHAR, size)
    count, vector = register("argc"), register("argv", PointerType(text, size))
    word = register("word", text)
    one = constant(1, IntType(8 * size, True))
    body: list[Instruction] = [
        assign(word, read(pointed(PointerAdd(read(vector), one, constant(size, one.type), vector.type)))),  # type: ignore[arg-type]
        returned(
            binary("+", binary("*", read(count), constant(100)), Convert(read(pointed(read(word))), INT))
        ),
    ]
    given_program = program([function("main", body, (count, vector))], data_model=data_model)
    given_machine = Machine(given_program, RandomInputs(0), EVERYTHING, lambda s, t: None, ["!x"])
    assert given_machine.run(InOrder()) == Exited(200 + ord("!"))


# calls


def fibonacci() -> Function:
    n, a, b = register("n"), register("a"), register("b")
    return function(
        "fib",
        [
            Jump("more", binary(">=", read(n), constant(2)), at(1)),
            returned(read(n)),
            Label("more", at(2)),
            call(a, "fib", binary("-", read(n), constant(1))),
            call(b, "fib", binary("-", read(n), constant(2))),
            returned(binary("+", read(a), read(b))),
        ],
        (n,),
    )


def test_recursion() -> None:
    assert run(program([main(call(x, "fib", constant(11)), returned(read(x))), fibonacci()])) == Exited(89)


def test_endless_recursion_is_no_violation() -> None:
    endless = function("f", [call(None, "f", line=3), returned(0)])
    with pytest.raises(Unsupported, match="more than 100,000 nested calls") as caught:
        run(program([main(call(None, "f")), endless]), limit=1_000_000)
    loc = caught.value.diagnostics[0].loc
    assert loc is not None
    assert loc.line == 3


def through_pointer(value: Expression, argument: Expression, target: Variable = x) -> Call:
    return Call(target, value, (argument,), None, at(6))


def test_calls_through_pointers_convert() -> None:
    parameter = register("p", UCHAR)
    callee = function("f", [returned(read(parameter))], (parameter,), UCHAR)
    pointer = FunctionAddress("f", PointerType(VOID))
    held = register("held", PointerType(VOID))
    for target in (pointer, read(held)):
        body: list[Instruction] = [
            assign(held, pointer),
            through_pointer(target, constant(0x1FF)),
            returned(read(x)),
        ]
        assert run(program([main(*body), callee])) == Exited(0xFF)


def test_missing_arguments_are_inputs() -> None:
    a, b = register("a"), register("b")
    callee = function("f", [returned(read(b))], (a, b))
    body: list[Instruction] = [call(x, "f", constant(1)), returned(read(x))]
    inputs = GivenInputs({"b": [33]}, RandomInputs(0))
    assert machine(program([main(*body), callee]), inputs=inputs).run(InOrder()) == Exited(33)


def test_floating_argument_for_an_integer_is_unsupported() -> None:
    callee = function("f", [returned(0)], (register("a"),))
    with pytest.raises(Unsupported, match="floating argument") as caught:
        run(program([main(call(x, "f", constant(1.0, DOUBLE), line=8)), callee]))
    assert caught.value.diagnostics[0].loc == at(8)


def test_bad_function_pointers() -> None:
    pointer = register("p", PointerType(VOID))
    null: list[Instruction] = [
        assign(pointer, constant(0, PointerType(VOID))),
        through_pointer(read(pointer), constant(1)),
    ]
    assert violation(program([main(*null)])).message == "call through a null pointer"
    data: list[Instruction] = [
        assign(pointer, Convert(address(g), PointerType(VOID))),
        through_pointer(read(pointer), constant(1)),
    ]
    assert "in 'g'" in violation(program([main(*data)], [g])).message


def test_undefined_functions() -> None:
    given_program = program([main(call(x, "nowhere", line=5), returned(read(x)))])
    given_program.undefined["nowhere"] = FunctionType(INT, ())
    with pytest.raises(InputError, match="'nowhere'") as caught:
        run(given_program)
    assert caught.value.diagnostics[0].loc == at(5)
    inputs = GivenInputs({"nowhere()": [12]}, RandomInputs(0))
    free = Machine(given_program, inputs, EVERYTHING, lambda s, t: None, undefined="any")
    assert free.run(InOrder()) == Exited(12)


def test_positions_in_library_functions_are_the_callers() -> None:
    model = function("model", [check(constant(0), 50)], library=True)
    found = violation(program([main(call(None, "model", line=4)), model]))
    assert found.loc.line == 4
    assert [frame.loc.line for frame in found.stack] == [50, 4]
    assert [frame.function for frame in found.stack] == ["model", "main"]


def test_falling_off_the_end() -> None:
    callee = function("f", [assign(x, 1)])
    assert run(program([main(call(None, "f")), callee])) == Exited(0)


# verdicts of single instructions


def test_asserts_of_other_properties_end_the_execution_unless_it_goes_on() -> None:
    failing = check(constant(0), 3)
    given_program = program([main(failing, returned(4))])
    assert violation(given_program).loc.line == 3
    assert isinstance(run(given_program, frozenset({Property.LOCK})), Violated)
    going_on = program([main(replace(failing, goes_on=True), returned(4))])
    assert violation(going_on).loc.line == 3
    assert run(going_on, frozenset({Property.LOCK})) == Exited(4)


def test_assume_and_cut() -> None:
    assert run(program([main(Assume(constant(0), at(3)))])) == Infeasible(at(3))
    assert run(program([main(Cut("loop", at(4)))])) == Infeasible(at(4))
    assert run(program([main(Assume(constant(1), at(3)), returned(1))])) == Exited(1)


def test_unmodelled() -> None:
    with pytest.raises(Unsupported, match="inline assembly"):
        run(program([main(Unmodelled("inline assembly", at(3)))]))


def test_exit_status_is_cut() -> None:
    assert run(program([main(returned(-1))])) == Exited(255)
    assert run(program([main(Exit(Scope.PROCESS, constant(257), at(1)))])) == Exited(1)


def loop(body: list[Instruction], count: int) -> list[Instruction]:
    return [
        assign(x, 0),
        Label("head", at(1)),
        Jump("out", binary(">=", read(x), constant(count)), at(1)),
        *body,
        assign(x, binary("+", read(x), constant(1))),
        Jump("head", None, at(1)),
        Label("out", at(1)),
    ]


@pytest.mark.parametrize(
    "body",
    [
        [],
        [assign(g, 1)],
        [AtomicBegin(at(2)), assign(g, 1), AtomicEnd(at(2))],
        [call(None, "f")],
        [Label("inner", at(2)), Jump("inner", constant(0), at(2))],
    ],
)
def test_endless_loops_hit_the_limit(body: list[Instruction]) -> None:
    endless = [Label("top", at(1)), *body, Jump("top", None, at(1))]
    other = thread("t", endless)
    for given_program in (
        program([main(*endless), function("f", [returned(0)])], [g]),
        program([main(spawn("t"), *endless), other, function("f", [returned(0)])], [g]),
    ):
        given_machine = machine(given_program, EVERYTHING - {Property.RACE}, limit=5000)
        assert isinstance(given_machine.run(RandomScheduler(1)), OutOfSteps)
        assert 5000 <= given_machine.instructions < 6000


def test_statistics() -> None:
    body: list[Instruction] = [
        *loop([assign(y, read(g)), assign(g, binary("+", read(y), constant(1)))], 10),
        returned(read(g)),
    ]
    given_machine = machine(program([main(*body)], [g]))
    assert given_machine.run(InOrder()) == Exited(10)
    assert given_machine.instructions == 1 + 10 * 5 + 1 + 1
    assert given_machine.steps == 10 * 2 + 1
    slow = machine(program([main(*body)], [g]))
    slow.observer = lambda step: None
    assert slow.run(InOrder()) == Exited(10)
    assert (slow.instructions, slow.steps) == (given_machine.instructions, given_machine.steps)


# threads


def worker(*body: Instruction) -> Function:
    return thread("worker", [*body, Return(constant(0, VOID_POINTER), at(90))])


def test_steps_one_by_one() -> None:
    add: list[Instruction] = [
        assign(x, read(g), 11),
        assign(y, binary("+", read(x), constant(1)), 12),
        assign(g, read(y), 13),
    ]
    given_machine = machine(
        program([main(spawn("worker"), assign(z, read(g), 3), returned(read(z))), worker(*add)], [g])
    )
    given_machine.races = None
    assert given_machine.step(0) == Progressed(0)
    assert given_machine.live() == [0, 1]
    assert given_machine.step(1) == Progressed(1)
    assert given_machine.position(1).line == 12  # the invisible addition waits for the next step
    assert given_machine.step(1) == Progressed(1)
    assert given_machine.step(1) == Ended(1)
    assert given_machine.step(0) == Progressed(0)
    assert given_machine.step(0) == Exited(1)
    assert given_machine.steps == 6
    assert format_schedule(given_machine.schedule) == "0:1,1:3,0:2"


def test_a_failing_assertion_lets_others_act_first() -> None:
    watching = worker(assign(x, read(g)), check(binary("==", read(x), constant(1)), 12))
    given_machine = machine(program([main(spawn("worker"), assign(h, 1), returned(0)), watching], [g, h]))
    given_machine.step(0)
    assert given_machine.step(1) == Progressed(1)
    assert given_machine.step(0) == Progressed(0)
    assert isinstance(given_machine.step(1), Violated)


def test_atomic_sections_are_one_step() -> None:
    nested = worker(
        AtomicBegin(at(11)),
        assign(x, read(g)),
        call(None, "inside"),
        assign(g, binary("+", read(x), constant(1))),
        AtomicEnd(at(12)),
    )
    inside = function("inside", [AtomicBegin(at(20)), assign(h, 1), AtomicEnd(at(20)), returned(0)])
    given_machine = machine(program([main(spawn("worker")), nested, inside], [g, h]))
    given_machine.step(0)
    assert given_machine.step(1) == Progressed(1)
    assert given_machine.position(1).line == 90


def waiting(*before: Instruction) -> Function:
    return worker(
        assign(x, 5),
        AtomicBegin(at(11)),
        *before,
        assign(x, binary("+", read(x), constant(1))),
        BlockUntil(binary("==", read(g), constant(1)), at(12)),
        assign(h, read(x)),
        AtomicEnd(at(13)),
    )


def test_waiting_in_a_section_is_waiting_before_it() -> None:
    body: list[Instruction] = [spawn("worker"), assign(g, 1), assign(z, read(h)), returned(read(z))]
    given_machine = machine(program([main(*body), waiting()], [g, h]), EVERYTHING - {Property.RACE})
    given_machine.step(0)
    for _ in range(3):
        assert given_machine.step(1) == Blocked((1,))
        assert given_machine.position(1).line == 11
    assert given_machine.steps == 1
    given_machine.step(0)
    assert given_machine.step(1) == Progressed(1)
    given_machine.step(0)
    assert given_machine.step(0) == Exited(6)


def test_waiting_after_a_write_keeps_everybody_waiting() -> None:
    body: list[Instruction] = [spawn("worker"), assign(g, 1), returned(0)]
    given_machine = machine(program([main(*body), waiting(assign(h, 3))], [g, h]))
    given_machine.step(0)
    assert given_machine.step(1) == Blocked((1,))
    assert given_machine.step(0) == Blocked((0,))
    assert given_machine.position(1).line == 12


def test_deadlock() -> None:
    stuck = worker(BlockUntil(binary("==", read(g), constant(1)), at(11)))
    body: list[Instruction] = [spawn("worker"), BlockUntil(binary("==", read(h), constant(1)), at(2))]
    given_program = program([main(*body), stuck], [g, h])
    found = violation(given_program)
    assert found.property is Property.DEADLOCK
    assert found.message == "deadlock: thread 0 waits at t.c:2:1 for h; thread 1 waits at t.c:11:1 for g"
    assert run(given_program, frozenset({Property.REACH})) == Blocked((0, 1))


def test_a_thread_alone_can_deadlock() -> None:
    given_program = program([main(BlockUntil(binary("==", read(h), constant(1)), at(2)))], [h])
    assert violation(given_program).property is Property.DEADLOCK


def test_threads_end_and_so_does_the_process() -> None:
    leave = Exit(Scope.THREAD, constant(0), at(3))
    assert run(program([main(leave)])) == Exited(0)
    deep = function("deep", [Exit(Scope.THREAD, constant(0), at(30))])
    given_machine = machine(program([main(spawn("worker"), leave), worker(call(None, "deep")), deep], [g]))
    given_machine.step(0)
    assert given_machine.step(0) == Ended(0)
    assert given_machine.live() == [1]
    assert given_machine.step(1) == Exited(0)


def test_thread_numbers_and_arguments() -> None:
    argument = register("argument", VOID_POINTER)
    stores = function(
        "t",
        [
            assign(g, binary("+", Convert(read(argument), INT), ThreadSelf(INT))),
            Return(constant(0, VOID_POINTER), at(9)),
        ],
        (argument,),
        VOID_POINTER,
    )
    start = Spawn(x, FunctionAddress("t", PointerType(VOID)), constant(40, VOID_POINTER), at(1))
    body: list[Instruction] = [
        start,
        BlockUntil(binary("!=", read(g), constant(0)), at(2)),
        returned(binary("+", read(g), read(x))),
    ]
    assert run(program([main(*body), stores], [g]), EVERYTHING - {Property.RACE}) == Exited(42)


def test_thread_local_variables() -> None:
    own = Variable("own", INT, Storage.THREAD, "own")
    item = GlobalVariable(own, 4, (InitialValue(0, INT, constant(5)),))
    pointer = shared("p", PointerType(INT))
    seen = register("seen", PointerType(INT))
    body: list[Instruction] = [
        assign(own, 7),
        spawn("worker"),
        BlockUntil(binary("==", read(h), constant(1)), at(2)),
        assign(x, read(own)),
        check(binary("==", read(x), constant(7))),
        assign(seen, read(pointer)),
        assign(y, read(pointed(read(seen))), 8),
    ]
    other = worker(
        assign(x, read(own)),
        check(binary("==", read(x), constant(5))),
        assign(own, 6),
        assign(pointer, address(own)),
        assign(h, 1),
    )
    found = violation(program([main(*body), other], [item, pointer, h]), EVERYTHING - {Property.RACE})
    assert found.loc.line == 8
    assert found.message.endswith("'own' (4 bytes), which was local to a thread that is over")


# races


def race(main_body: list[Instruction], other: list[Instruction], variables: list[Variable]) -> bool:
    given_program = program([main(spawn("worker"), *main_body, returned(0)), worker(*other)], variables)
    found = []
    for seed in range(12):
        outcome = machine(given_program, frozenset({Property.RACE})).run(RandomScheduler(seed))
        found.append(isinstance(outcome, Violated))
    return any(found)


def test_plain_accesses_race() -> None:
    assert race([assign(g, 1)], [assign(x, read(g))], [g])
    assert race([assign(g, 1)], [assign(g, 2)], [g])
    assert not race([assign(y, read(g))], [assign(x, read(g))], [g])
    assert not race([assign(h, 1)], [assign(g, 2)], [g, h])


def test_atomic_accesses_do_not_race_with_each_other() -> None:
    item = shared("a", AtomicType(INT))
    assert not race([assign(item, constant(1))], [assign(item, constant(2))], [item])
    section: list[Instruction] = [AtomicBegin(at(5)), assign(g, 1), AtomicEnd(at(5))]
    assert not race(section, section, [g])
    assert race(section, [assign(g, 1)], [g])
    assert race([assign(g, 1)], section, [g])


def test_races_are_exact_to_the_bit() -> None:
    record = RecordType("r", False, complete=True)
    record.fields = (Field("a", IntType(3, True), 0, 0, 3), Field("b", IntType(3, True), 0, 3, 3))
    record.size = 1
    item = shared("s", record)
    low, high = (Member(VariablePlace(item), member) for member in record.fields)
    one = constant(1, IntType(3, True))
    assert not race([assign(low, one)], [assign(high, one)], [item])
    assert race([assign(low, one)], [assign(low, one)], [item])
    record.fields = (replace(record.fields[0], after=3), replace(record.fields[1], before=3))  # neighbours
    low, high = (Member(VariablePlace(item), member) for member in record.fields)
    assert race([assign(low, one)], [assign(high, one)], [item])
    table = shared("t", ArrayType(CHAR, 8))
    first, second = (Element(place(table), constant(n, LONG)) for n in (0, 1))
    assert not race([assign(first, constant(1, CHAR))], [assign(second, constant(1, CHAR))], [table])


def test_what_comes_after_an_input_races_too() -> None:
    value = register("value")
    other: list[Instruction] = [Input(value, "v", at(11)), assign(g, read(value))]
    assert race([assign(g, 1)], other, [g])


def test_freeing_races_with_use() -> None:
    pointer = shared("p", PointerType(INT))
    mine, theirs = register("mine", PointerType(INT)), register("theirs", PointerType(INT))
    body: list[Instruction] = [
        Allocate(mine, constant(4, ULONG), constant(1), Region.HEAP, at(1)),
        assign(pointer, read(mine)),
        spawn("worker"),
        Free(read(mine), Region.HEAP, at(3)),
        returned(0),
    ]
    other = worker(assign(theirs, read(pointer)), assign(x, read(pointed(read(theirs)))))
    given_program = program([main(*body), other], [pointer])
    kinds = set()
    for seed in range(12):
        outcome = machine(given_program, frozenset({Property.RACE, Property.MEMORY})).run(
            RandomScheduler(seed)
        )
        if isinstance(outcome, Violated):
            kinds.add(outcome.violation.property)
    assert Property.RACE in kinds


def test_looking_ahead_leaves_no_trace() -> None:
    item = local("v", escapes=False)
    ahead = worker(
        Declare(item, True, at(11)),
        assign(item, 3),
        call(x, "pure", constant(4)),
        Allocate(register("p", PointerType(INT)), constant(4, ULONG), constant(1), Region.HEAP, at(12)),
        assign(g, read(x), 13),
    )
    pure = function("pure", [returned(binary("*", read(y), constant(2)))], (y,))
    given_machine = machine(program([main(spawn("worker"), returned(0)), ahead, pure], [g]))
    given_machine.step(0)
    key, count = given_machine.key(), given_machine.instructions
    (touch,) = given_machine.pending(1)
    assert touch.writes
    assert touch.size == 4
    assert given_machine.runtime.memory.name_of(touch.address) == "g"
    assert given_machine.key() == key
    assert given_machine.instructions == count


def test_objects_yet_to_be_made_do_not_race() -> None:
    """Looking ahead sees an address that somebody else may get instead."""
    pointer = register("p", PointerType(INT))
    own: list[Instruction] = [
        Allocate(pointer, constant(4, ULONG), constant(1), Region.HEAP, at(12)),
        assign(pointed(read(pointer)), 1, 13),
    ]
    body = [spawn("worker"), *own, returned(0)]
    for seed in range(20):
        given_machine = machine(program([main(*body), worker(*own)]), frozenset({Property.RACE}))
        assert given_machine.run(RandomScheduler(seed)) == Exited(0)


def test_a_section_does_not_race_with_the_thread_it_starts() -> None:
    start: list[Instruction] = [AtomicBegin(at(1)), spawn("worker"), assign(g, 1), AtomicEnd(at(2))]
    for seed in range(20):
        given_program = program([main(*start, returned(0)), worker(assign(x, read(g)))], [g])
        assert machine(given_program, frozenset({Property.RACE})).run(RandomScheduler(seed)) == Exited(0)


def test_what_cannot_be_translated_matters_only_when_reached() -> None:
    nowhere = shared("nowhere")

    def body(taken: int) -> list[Instruction]:
        jump = Jump("away", binary("==", read(g), constant(taken)), at(2))
        return [jump, returned(3), Label("away", at(3)), assign(x, read(nowhere), 4), returned(read(x))]

    assert run(program([main(*body(1))], [g])) == Exited(3)
    with pytest.raises(InputError, match="'nowhere' is declared but not defined") as caught:
        run(program([main(*body(0))], [g]))
    assert caught.value.diagnostics[0].loc == at(4)


def test_many_branches_stay_small() -> None:
    body: list[Instruction] = []
    for number in range(60):
        label = f"after{number}"
        body += [
            Jump(label, binary("==", read(g), constant(number)), at(number)),
            assign(h, number),
            Label(label, at(number)),
        ]
    given_machine = machine(program([main(assign(x, 1), *body, returned(0))], [g, h]))
    assert given_machine.run(InOrder()) == Exited(0)


# schedules, inputs, states


def counting() -> Program:
    add: list[Instruction] = [assign(x, read(g)), assign(g, binary("+", read(x), constant(1)))]
    return program([main(spawn("worker"), *add, assign(z, read(g)), returned(read(z))), worker(*add)], [g])


def test_given_schedules() -> None:
    def outcome(text: str) -> object:
        return machine(counting(), frozenset()).run(GivenSchedule(parse_schedule(text)))

    assert outcome("0:1,1:3,0:9") == Exited(2)
    assert outcome("0:2,1:3,0:9") == Exited(1)
    assert outcome("") == Exited(1)
    with pytest.raises(InputError, match=r"slice 1 \(1:1\) runs thread 1"):
        outcome("1:1")
    with pytest.raises(InputError, match=r"slice 3 \(1:1\) runs thread 1, which cannot move"):
        outcome("0:1,1:3,1:1")


def test_random_runs_repeat_and_replay() -> None:
    seen = set()
    for seed in range(30):
        runs = []
        for _ in range(2):
            given_machine = machine(counting(), frozenset())
            runs.append((given_machine.run(RandomScheduler(seed)), given_machine.schedule))
        assert runs[0] == runs[1]
        again = machine(counting(), frozenset())
        assert again.run(GivenSchedule(runs[0][1])) == runs[0][0]
        assert again.schedule == runs[0][1]
        seen.add(runs[0][0])
    assert seen == {Exited(1), Exited(2)}


def test_schedule_text() -> None:
    assert parse_schedule(" 0:3, 12:2 ") == (Slice(0, 3), Slice(12, 2))
    assert format_schedule(parse_schedule("0:3,1:2")) == "0:3,1:2"


def test_inputs() -> None:
    def asked(name: str, type: Type, source: GivenInputs | StandardInput | RandomInputs) -> Value:
        return source.value(name, type, at(1), 0)

    given_inputs = GivenInputs({"a": [1, 300], "f": [0.1]}, RandomInputs(1))
    assert [asked("a", UCHAR, given_inputs) for _ in range(3)] == [1, 44, 44]
    assert asked("f", FLOAT, given_inputs) == to_single(0.1)
    assert asked("f", LONG_DOUBLE, given_inputs) == Extended.from_float(0.1)
    text = iter([b"h", b""])
    standard = StandardInput(lambda: next(text), given_inputs)
    assert [asked("stdin", INT, standard) for _ in range(2)] == [ord("h"), -1]
    assert asked("a", INT, standard) == 300
    for type in (*INTEGER_TYPES, BOOL):
        low, high = value_range(type)
        source = RandomInputs(7)
        values = {asked("x", type, source) for _ in range(300)}
        assert all(isinstance(value, int) and low <= value <= high for value in values)
        assert {low, high, 0, 1} <= values
    first, second = RandomInputs(3), RandomInputs(3)
    assert [asked("x", DOUBLE, first) for _ in range(50)].__repr__() == [
        asked("x", DOUBLE, second) for _ in range(50)
    ].__repr__()


def test_snapshots_and_keys() -> None:
    given_machine = machine(counting(), frozenset())
    given_machine.step(0)
    saved, key = given_machine.snapshot(), given_machine.key()
    first = given_machine.run(GivenSchedule(parse_schedule("1:3,0:9")))
    assert given_machine.key() != key
    given_machine.restore(saved)
    assert given_machine.key() == key
    assert given_machine.live() == [0, 1]
    assert first == Exited(2)
    assert given_machine.run(GivenSchedule(parse_schedule("0:1,1:3"))) == Exited(1)
    given_machine.restore(saved)
    assert given_machine.run(GivenSchedule(parse_schedule("1:3,0:9"))) == Exited(2)


def test_observed_steps() -> None:
    steps: list[Step] = []
    given_machine = machine(counting(), frozenset())
    given_machine.observer = steps.append
    given_machine.run(InOrder())
    kinds = [step.kind for step in steps]
    assert kinds == [StepKind.SPAWN, StepKind.READ, StepKind.WRITE, StepKind.READ, StepKind.END]
    assert str(steps[2]) == "thread 0: t.c:1:1 in f: write g = 1"
    assert str(steps[0]) == "thread 0: t.c:1:1 in f: spawn thread 1"
