"""Conflicting accesses that are next in line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.builder import (
    assign,
    at,
    binary,
    call,
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
)
from tests.support.machines import LONG, ULONG, g, h, main, worker, x, y
from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.core.trace import Slice
from unthread.frontend.load import load
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Exited, Machine, Violated
from unthread.interpreter.schedulers import GivenSchedule, RandomScheduler
from unthread.program.expressions import Element, Member, Variable, VariablePlace
from unthread.program.instructions import (
    Allocate,
    AtomicBegin,
    AtomicEnd,
    Declare,
    Free,
    Input,
    Instruction,
    Region,
)
from unthread.program.types import CHAR, INT, ArrayType, AtomicType, Field, IntType, PointerType, RecordType


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


ALONE = """
#include <pthread.h>
int data;
void *idle(void *argument) { return 0; }
void *look(void *argument) { return data ? argument : 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, idle, 0);
    data = 1;
    pthread_create(&t, 0, look, 0);
    pthread_exit(0);
}
"""


def test_a_write_before_a_thread_begins(tmp_path: Path) -> None:
    """While the first thread ends, `main` stands before its write."""
    file = tmp_path / "alone.c"
    file.write_text(ALONE)
    machine = Machine(load(Source((file,))), RandomInputs(0), frozenset({Property.RACE}), lambda *_: None)
    schedule = (Slice(0, 1), Slice(1, 3), Slice(0, 2), Slice(2, 4))
    assert isinstance(machine.run(GivenSchedule(schedule)), Exited)


OWN = """
#include <pthread.h>
STORAGE int data;
void *work(void *argument) { int seen = data; data = seen + 1; return 0; }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, work, 0);
    pthread_create(&s, 0, work, 0);
    pthread_join(t, 0);
    pthread_join(s, 0);
    return 0;
}
"""


@pytest.mark.parametrize(("storage", "races"), [("__thread", False), ("static", True)])
@pytest.mark.parametrize("first", [1, 2])
def test_the_next_access_of_a_thread_makes_the_variable(
    tmp_path: Path, storage: str, races: bool, first: int
) -> None:
    """One thread is at its second access while the other stands before its first."""
    file = tmp_path / "a.c"
    file.write_text(OWN.replace("STORAGE", storage))
    machine = Machine(load(Source((file,))), RandomInputs(0), frozenset({Property.RACE}), lambda *_: None)
    schedule = (Slice(0, 2), Slice(3 - first, 1), Slice(first, 3))
    assert isinstance(machine.run(GivenSchedule(schedule)), Violated) == races
