"""Functions as Python code: calls, their arguments and results, and what cannot be translated."""

from __future__ import annotations

import pytest

from tests.support.builder import (
    EVERYTHING,
    address,
    assign,
    at,
    binary,
    call,
    check,
    constant,
    function,
    machine,
    program,
    read,
    register,
    returned,
    shared,
)
from tests.support.inputs import GivenInputs
from tests.support.machines import DOUBLE, g, h, main, run, violation, x
from unthread.core.diagnostics import InputError, Unsupported
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Exited, Machine
from unthread.interpreter.schedulers import InOrder
from unthread.program.expressions import Convert, Expression, FunctionAddress, Variable
from unthread.program.instructions import Call, Instruction, Jump, Label
from unthread.program.program import Function
from unthread.program.types import INT, UCHAR, VOID, FunctionType, PointerType


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
