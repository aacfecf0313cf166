"""Where the objects of a frame end."""

from __future__ import annotations

import pytest

from tests.support.builder import (
    address,
    assign,
    at,
    constant,
    function,
    local,
    pointed,
    read,
    register,
    returned,
)
from unthread.program.expressions import Storage, Variable
from unthread.program.instructions import (
    Allocate,
    Assign,
    Declare,
    Discard,
    Free,
    Instruction,
    Label,
    Region,
    Return,
)
from unthread.program.query.lives import ends_with_return, is_main, known_own, makes_known, with_held_results
from unthread.program.types import INT, IntType, PointerType

LONG = IntType(64, True, "long")
X, OWN = local("x"), local("own", escapes=False)
P = register("p", PointerType(INT))
MINE = Variable("mine", INT, Storage.THREAD, "mine")


def allocate(region: Region) -> Allocate:
    return Allocate(P, constant(4, LONG), constant(0), region, at(1))


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        (Declare(X, False, at(1)), True),
        (Declare(OWN, False, at(1)), False),
        (allocate(Region.STACK), True),
        (allocate(Region.HEAP), False),
        (assign(X, 1), False),
    ],
)
def test_what_makes_an_object_that_others_may_know(instruction: Instruction, expected: bool) -> None:
    assert makes_known(instruction) is expected


def test_own_variables_whose_address_is_taken() -> None:
    assert known_own([assign(MINE, 1), assign(X, read(MINE))]) == []
    assert known_own([assign(P, address(MINE)), assign(P, address(MINE)), assign(P, address(X))]) == [MINE]


def test_a_result_in_memory_is_read_before_objects_end() -> None:
    given = function("f", [Declare(X, False, at(1)), returned(read(X))])
    held = with_held_results(given)
    _, first, last = held.body
    assert isinstance(first, Assign)
    assert isinstance(last, Return)
    assert first.value == read(X)
    assert last.value == read(held.locals[0])
    assert with_held_results(held) == held


@pytest.mark.parametrize("body", [[returned(read(X))], [Declare(X, False, at(1)), returned(1)]])
def test_other_results_stay(body: list[Instruction]) -> None:
    given = function("f", body)
    assert with_held_results(given) == given


def test_main_is_the_users_and_called_once() -> None:
    assert is_main(function("main", [returned(0)]))
    assert not is_main(function("other", [returned(0)]))
    assert not is_main(function("main", [returned(0)], library=True))


def test_an_end_right_before_the_return() -> None:
    discard, end = Discard(X, at(1)), Free(read(P), Region.STACK, at(1))
    assert ends_with_return([discard, Label("l", at(1)), end, returned(0)], 0)
    assert not ends_with_return([discard, assign(X, 1), returned(0)], 0)
    assert not ends_with_return([discard, returned(read(pointed(read(P))))], 0)
    assert not ends_with_return([discard, Free(read(P), Region.HEAP, at(1)), returned(0)], 0)
