"""Which locks guard what their holders do: those that nothing else is done with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.proving import locked, two
from unthread.analysis.locations import Location
from unthread.program.expressions import Variable
from unthread.program.library import LockSort as Kind
from unthread.proof.locks import LockArea
from unthread.proof.prover import Prover


def named(proof: Prover, name: str) -> Variable:
    return proof.walk.program.globals[name].variable


def is_sound(proof: Prover, name: str) -> bool:
    return proof.locks.is_sound(Kind.MUTEX, Location(named(proof, name), 0))


@pytest.mark.parametrize(
    ("second", "expected"),
    [
        (locked("x++", "m"), True),
        ("((char *)&m)[3] = 1", False),  # it may look free then
        ("n = m", True),  # read, not written
        ("pthread_mutex_init(&m, 0)", False),  # while another thread holds it
        ("pthread_mutex_destroy(&m)", True),
        (locked("x++", "n"), True),
    ],
)
def test_what_is_written_as_something_else_is_no_lock(second: str, expected: bool, tmp_path: Path) -> None:
    assert is_sound(two(tmp_path, locked("x++", "m"), second), "m") is expected


def test_a_broken_lock_breaks_no_other(tmp_path: Path) -> None:
    both = locked("x++", "m", "n")
    proof = two(tmp_path, both, "((char *)&m)[3] = 1")
    assert (is_sound(proof, "m"), is_sound(proof, "n")) == (False, True)


def test_global_variables_are_one_object(tmp_path: Path) -> None:
    proof = two(tmp_path, locked("x++", "m"), "", "__thread pthread_mutex_t own;")
    assert proof.locks.is_one(named(proof, "m"))
    assert not proof.locks.is_one(named(proof, "own"))


@pytest.mark.parametrize(
    ("first", "expected"),
    [
        ("pthread_mutex_t k = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&k)", True),
        ("for (;;) { pthread_mutex_t k = PTHREAD_MUTEX_INITIALIZER; pthread_mutex_lock(&k); }", False),
    ],
)
def test_variables_of_functions_are_one_where_they_are_declared_once(
    first: str, expected: bool, tmp_path: Path
) -> None:
    proof = two(tmp_path, first, "")
    (variable,) = {use.address.base for use in proof.locks.uses if use.address is not None}
    assert isinstance(variable, Variable)
    assert proof.locks.is_one(variable) is expected


def test_uses_have_their_lock_and_the_function(tmp_path: Path) -> None:
    proof = two(tmp_path, locked("x++", "m"), "pthread_mutex_trylock(&n)")
    assert {(use.name, use.kind) for use in proof.locks.uses} == {
        ("pthread_mutex_lock", Kind.MUTEX),
        ("pthread_mutex_unlock", Kind.MUTEX),
        ("pthread_mutex_trylock", Kind.MUTEX),
    }


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ((0, ()), (0, ()), True),
        ((0, ()), (4, ()), False),
        ((0, ()), (40, ()), True),
        ((0, ()), (None, ()), False),
        ((0, ((48, 10),)), (96, ((48, 10),)), True),
        ((0, ((48, 10),)), (8, ((48, 10),)), False),
    ],
)
def test_areas(
    one: tuple[int, tuple[tuple[int, int], ...]],
    other: tuple[int | None, tuple[tuple[int, int], ...]],
    expected: bool,
    tmp_path: Path,
) -> None:
    """The same lock, or elsewhere: never a lock that begins inside another one."""
    variable = named(two(tmp_path, "", ""), "m")
    first = LockArea(Kind.MUTEX, Location(variable, *one))
    second = LockArea(Kind.MUTEX, Location(variable, *other))
    assert first.agrees(second) is expected
    assert second.agrees(first) is expected


def test_two_kinds_at_one_place(tmp_path: Path) -> None:
    at = Location(named(two(tmp_path, "", ""), "m"), 0)
    assert not LockArea(Kind.MUTEX, at).agrees(LockArea(Kind.SPIN, at))
    assert not LockArea(Kind.MUTEX, at).agrees(LockArea(None, at))
