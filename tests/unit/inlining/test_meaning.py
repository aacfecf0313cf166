"""What calls are made of."""

from __future__ import annotations

from tests.support.builder import VOID_POINTER, at, constant, function, read, register, returned
from unthread.core.bounds import Bound
from unthread.core.properties import Property
from unthread.inlining.meaning import (
    error_reached,
    passed,
    points_elsewhere,
    to_nothing,
    too_deep,
    users_routine,
)
from unthread.program.build.simplify import truth_of
from unthread.program.expressions import Binary, Convert, FunctionAddress
from unthread.program.instructions import Assert, Assume
from unthread.program.types import IntType, PointerType

LONG = IntType(64, True, "long")
A, B = register("a"), register("b", LONG)
F = function("f", [returned(0)], [A, B])
POINTER = PointerType(F.type)


def test_arguments_are_converted_and_missing_ones_are_anything() -> None:
    assert list(passed(F, [constant(1), read(A)])) == [(A, constant(1)), (B, Convert(read(A), LONG))]
    assert list(passed(F, [constant(1)])) == [(A, constant(1)), (B, None)]
    assert list(passed(F, [constant(1), constant(2, LONG), constant(3)])) == [
        (A, constant(1)),
        (B, constant(2, LONG)),
    ]


def test_a_pointer_is_compared_with_the_address_of_a_function() -> None:
    pointer = register("p", POINTER)
    found = points_elsewhere(read(pointer), "f", POINTER)
    assert isinstance(found, Binary)
    assert (found.left, found.right) == (read(pointer), FunctionAddress("f", POINTER))


def test_nothing_follows_a_call_of_nothing_or_of_an_error() -> None:
    for instructions, property in (
        (to_nothing("no function", at(1)), Property.MEMORY),
        (error_reached("reach_error", at(1)), Property.REACH),
    ):
        claim, stop = instructions
        assert isinstance(claim, Assert)
        assert isinstance(stop, Assume)
        assert claim.property is property
        assert truth_of(claim.condition) is truth_of(stop.condition) is False


def test_a_cut_says_how_deep_it_is() -> None:
    assert too_deep("f", 1, at(1)).what == "more than 1 active call of 'f'"
    assert too_deep("f", 3, at(1)).what == "more than 3 active calls of 'f'"
    assert too_deep("f", 3, at(1)).bound is Bound.DEPTH


def test_the_users_routine_is_what_the_library_calls() -> None:
    library = function("__ut_run", [returned(0)], library=True)
    given = FunctionAddress("worker", VOID_POINTER)
    assert users_routine(library, given) == "worker"
    assert users_routine(F, given) == "f"
    assert users_routine(library, constant(0, VOID_POINTER)) == "__ut_run"
