"""What a call leads to."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.builder import VOID_POINTER, function, machine, program, returned, shared
from unthread.core.diagnostics import InputError
from unthread.core.properties import Property, ViolationKind
from unthread.core.source import NOWHERE
from unthread.interpreter.callees import Callees
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Machine
from unthread.interpreter.objects import Fault
from unthread.interpreter.runtime import Runtime
from unthread.program.types import VOID, FunctionType

X = shared("x")
MAIN = function("main", [returned(0)])
RUN = function("run", [returned(0)], result=VOID_POINTER)
LIBRARY = function("__ut_run", [returned(0)], library=True)
GIVEN = replace(
    program([MAIN, RUN, LIBRARY], [X]),
    undefined={"missing": FunctionType(VOID, ()), "reach_error": FunctionType(VOID, ())},
)


def runtime(undefined: str = "stop") -> Runtime:
    found = Machine(
        GIVEN, RandomInputs(0), frozenset({Property.REACH}), lambda stream, text: None, undefined=undefined
    )
    return found.runtime


def callees(undefined: str = "stop") -> tuple[Callees, dict[str, int]]:
    found = runtime(undefined)
    return found.callees, found.image.functions


def test_every_function_has_an_address_also_one_without_a_body() -> None:
    found, addresses = callees()
    assert {name: found.name_at(address) for name, address in addresses.items()} == {
        name: name for name in addresses
    }
    assert found.code("main") is found.code("main")
    assert found.code("missing") is None


def test_an_address_without_a_function() -> None:
    found = runtime()
    with pytest.raises(Fault, match="null pointer") as fault:
        found.callees.name_at(0)
    assert fault.value.kind is ViolationKind.CALL
    with pytest.raises(Fault, match="in 'x'"):
        found.callees.name_at(found.image.globals["x"].base)
    with pytest.raises(Fault, match="where there is no function"):
        found.callees.name_at(12345678901)


def test_a_call_of_an_error_is_one_whatever_else_is_undefined() -> None:
    for undefined in ("stop", "any"):
        with pytest.raises(Fault) as fault:
            callees(undefined)[0].must_return("reach_error", lambda: NOWHERE)
        assert (fault.value.kind, fault.value.property) == (ViolationKind.ERROR_CALL, Property.REACH)


def test_other_functions_without_a_body_return_or_stop() -> None:
    callees("any")[0].must_return("missing", lambda: NOWHERE)
    with pytest.raises(InputError, match="neither a body nor a model"):
        callees("stop")[0].must_return("missing", lambda: NOWHERE)


def test_the_start_routine_is_the_users() -> None:
    found, addresses = callees()
    assert found.start_routine(LIBRARY, addresses["run"]) == "run"
    assert found.start_routine(LIBRARY, 0) == "__ut_run"
    assert found.start_routine(RUN, addresses["main"]) == "run"


def test_results_are_as_given_unless_corrected() -> None:
    assert callees()[0].corrected("f", (1,), 2) == 2
    assert machine(GIVEN).runtime.callees is not callees()[0]
