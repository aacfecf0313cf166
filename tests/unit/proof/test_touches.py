"""Accesses to what another thread may reach, and what guards them."""

from __future__ import annotations

from pathlib import Path

from tests.support.proving import locked, two
from unthread.program.expressions import Variable
from unthread.proof.prover import Prover
from unthread.proof.touches import Touched


def shared(proof: Prover, name: str) -> list[Touched]:
    return [
        item
        for item in proof.touched
        if isinstance(item.touch.location.object, Variable)
        and item.touch.location.object.name == name
        and proof.toucher.is_shared(item)
    ]


def test_locks_and_threads_of_an_access(tmp_path: Path) -> None:
    proof = two(tmp_path, locked("x = 1", "m"), "x = 2")
    first, second = shared(proof, "x")
    assert (first.thread, second.thread) == (1, 2)
    assert [sorted(map(len, item.holds)) for item in (first, second)] == [[1], [0]]
    assert first.touch.writes
    assert first.conflicts(second)


def test_a_read_and_a_write(tmp_path: Path) -> None:
    first, second = shared(two(tmp_path, "x++", ""), "x")
    assert {first.touch.writes, second.touch.writes} == {True, False}


def test_two_reads_do_not_conflict(tmp_path: Path) -> None:
    first, second = shared(two(tmp_path, "int k = x", "int k = x"), "x")
    assert not first.conflicts(second)


def test_atomic_accesses(tmp_path: Path) -> None:
    found = shared(two(tmp_path, "atomic_store(&a, 1)", "atomic_store(&a, 2)", "atomic_int a;"), "a")
    assert [item.is_atomic for item in found] == [True, True]
    assert not found[0].conflicts(found[1])


def test_what_nobody_else_can_know_is_left_out(tmp_path: Path) -> None:
    proof = two(tmp_path, "int own = 1; own++; x = own", "")
    assert [item.touch.location.object for item in proof.touched if proof.toucher.is_shared(item)]
    assert not shared(proof, "own")


def test_an_object_is_left_out_until_others_may_know_of_it(tmp_path: Path) -> None:
    body = "int *k = malloc(4); *k = 1; {} *k = 2; free(k)"
    declared = "#include <stdlib.h>\nint *known;"
    fresh = two(tmp_path, body.format(""), "", declared)
    told = two(tmp_path, body.format("known = k;"), "known ? *known : 0", declared)
    lines = {
        str(proof.walk.instruction(item.node))
        for proof in (fresh,)
        for item in proof.touched
        if item.touch.writes and not isinstance(item.touch.location.object, Variable)
    }
    assert len(lines) <= 1  # the free
    written = [
        item
        for item in told.touched
        if item.touch.writes and not isinstance(item.touch.location.object, Variable) and item.thread == 1
    ]
    assert len(written) == 2  # *k = 2 and the free
