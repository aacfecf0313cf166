"""What instructions evaluate, touch and set, and which of them are steps."""

from __future__ import annotations

import pytest

from tests.support.builder import (
    address,
    assign,
    at,
    binary,
    call,
    check,
    constant,
    local,
    pointed,
    read,
    register,
    returned,
    shared,
    spawn,
)
from unthread.core.properties import Property
from unthread.program.expressions import Element, Place, Variable, VariablePlace
from unthread.program.instructions import (
    Allocate,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Declare,
    Discard,
    Exit,
    Free,
    Input,
    Instruction,
    Jump,
    Label,
    Print,
    Region,
    Scope,
    accesses,
    defined_register,
    expressions,
    is_private,
    is_step,
)
from unthread.program.types import INT, ArrayType, PointerType

R, P = register("r"), register("p", PointerType(INT))
X, LIST = shared("x"), shared("list", ArrayType(INT, 4))
OWN, KNOWN = local("own", escapes=False), local("known")
MEMORY = frozenset({Property.MEMORY})


@pytest.mark.parametrize(
    ("instruction", "touched"),
    [
        (assign(X, read(R)), [(X, True)]),
        (assign(R, read(X)), [(X, False)]),
        (assign(R, binary("+", read(R), constant(1))), []),
        (assign(R, address(X)), []),  # an address is no access
        (check(read(X)), [(X, False)]),
        (Jump("l", read(X), at(1)), [(X, False)]),
        (call(R, "f", read(R)), []),
    ],
)
def test_accesses(instruction: Instruction, touched: list[tuple[Variable, bool]]) -> None:
    found = [(access.place, access.writes) for access in accesses(instruction)]
    assert found == [(VariablePlace(variable), writes) for variable, writes in touched]


def test_an_index_is_evaluated_whether_the_element_is_read_or_written() -> None:
    element = Element(VariablePlace(LIST), read(R))
    assert read(R) in expressions(assign(element, 1))
    assert expressions(returned()) == ()
    assert expressions(Jump("l", None, at(1))) == ()


@pytest.mark.parametrize(
    ("instruction", "expected"),
    [
        (assign(R, 1), R),
        (assign(X, 1), None),
        (assign(OWN, 1), None),
        (Input(R, "r", at(1)), R),
        (Allocate(P, constant(4), constant(0), Region.HEAP, at(1)), P),
        (call(R, "f"), R),
        (call(None, "f"), None),
        (spawn("f", R), R),
        (Print(R, constant(1), read(P), read(P), at(1)), R),
        (Label("l", at(1)), None),
    ],
)
def test_the_register_that_is_set(instruction: Instruction, expected: Variable | None) -> None:
    assert defined_register(instruction) == expected


@pytest.mark.parametrize(
    ("place", "expected"),
    [
        (VariablePlace(OWN), True),
        (VariablePlace(KNOWN), False),
        (VariablePlace(X), False),
        (Element(VariablePlace(local("a", ArrayType(INT, 2), escapes=False)), read(R)), True),
        (pointed(read(P)), False),
    ],
)
def test_private_places(place: Place, expected: bool) -> None:
    assert is_private(place) is expected


@pytest.mark.parametrize(
    "instruction",
    [
        assign(X, 1),
        assign(R, read(pointed(read(P)))),
        assign(KNOWN, 1),
        AtomicBegin(at(1)),
        BlockUntil(constant(1), at(1)),
        spawn("f"),
        Exit(Scope.THREAD, constant(0), at(1)),
        Free(read(P), Region.HEAP, at(1)),
        Print(R, constant(1), read(P), read(P), at(1)),
    ],
)
def test_steps(instruction: Instruction) -> None:
    assert is_step(instruction)


@pytest.mark.parametrize(
    "instruction",
    [
        assign(R, 1),
        assign(OWN, read(R)),
        AtomicEnd(at(1)),
        Label("l", at(1)),
        call(R, "f"),
        Declare(KNOWN, False, at(1)),
        Allocate(P, constant(4), constant(0), Region.HEAP, at(1)),
        check(read(R)),
    ],
)
def test_what_no_other_thread_notices(instruction: Instruction) -> None:
    assert not is_step(instruction, MEMORY)


@pytest.mark.parametrize("instruction", [Discard(KNOWN, at(1)), Free(read(P), Region.STACK, at(1))])
def test_the_end_of_an_object_is_a_step_where_memory_is_checked(instruction: Instruction) -> None:
    assert is_step(instruction, MEMORY)
    assert not is_step(instruction)
    assert not is_step(Discard(OWN, at(1)), MEMORY)
