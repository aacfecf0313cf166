"""Witnesses of bounded programs become schedules of the programs themselves."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.witnesses import Maker
from unthread.core.bounds import Bounds
from unthread.core.properties import Property, Violation
from unthread.core.source import NOWHERE, Loc, Source, is_own
from unthread.core.trace import InputValue, Mark, Step, Witness
from unthread.frontend.load import load
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Machine, Violated
from unthread.interpreter.schedulers import GivenSchedule, RandomScheduler
from unthread.program.program import Program
from unthread.program.types import FloatType, IntType
from unthread.results import match as module
from unthread.results.execution import ClaimedInputs, place_of
from unthread.results.match import Match, match
from unthread.values.cells import Value

PROPERTIES = frozenset({Property.REACH, Property.LOCK})
HEADER = """#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
unsigned __VERIFIER_nondet_uint(void);
double __VERIFIER_nondet_double(void);
"""


def program_of(text: str, directory: Path) -> Program:
    file = directory / "program.c"
    file.write_text(HEADER + text)
    return load(Source((file,)))


def witness_of(program: Program, properties: frozenset[Property] = PROPERTIES, seeds: int = 300) -> Witness:
    """The first that chance finds."""
    maker = Maker.of(program, Bounds(unwind=5), properties)
    return next(maker.witnesses(range(seeds)))


def assert_replays(program: Program, found: Match | None, witness: Witness) -> None:
    """The schedule alone leads there, in a machine that nobody watches."""
    assert found is not None
    inputs = ClaimedInputs(found.inputs)
    properties = PROPERTIES | {witness.violation.property}
    machine = Machine(program, inputs, properties, lambda stream, text: None)
    outcome = machine.run(GivenSchedule(found.schedule))
    assert isinstance(outcome, Violated)
    assert outcome.violation.property is witness.violation.property
    assert place_of(outcome.violation.loc) == place_of(witness.violation.loc)


# The writes to c[0], c[1] and c[2] are no marks, as nobody else looks there; they look just like the one to
# c[3], which is.
SAME_LOOKS = """
int c[4];
static void *writer(void *unused) { for (int i = 0; i < 4; i++) c[i] = 5; return unused; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, writer, 0);
    assert(c[3] != 5);
    return 0;
}
"""


def test_a_slice_may_end_with_a_later_step_than_the_first_that_looks_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program = program_of(SAME_LOOKS, tmp_path)
    found = Maker.of(program, Bounds(), PROPERTIES).witnesses(range(300))
    witness = next(one for one in found if [mark.thread for mark in one.marks].count(1) == 1)
    assert_replays(program, match(program, witness, PROPERTIES), witness)
    monkeypatch.setattr(module, "_DEVIATIONS", 0)
    assert match(program, witness, PROPERTIES) is None


# By the text, the thread of `first` is number 2; in this execution it is the first that is started.
OTHER_NUMBERS = """
int x;
static void *first(void *unused) { x = 1; return unused; }
static void *second(void *unused) { x = 2; return unused; }
int main(void) {
    pthread_t t;
    if (__VERIFIER_nondet_int() == 0) pthread_create(&t, 0, first, 0);
    else pthread_create(&t, 0, second, 0);
    pthread_join(t, 0);
    assert(x != 1);
    return 0;
}
"""


def test_threads_are_told_apart_by_what_they_do(tmp_path: Path) -> None:
    program = program_of(OTHER_NUMBERS, tmp_path)
    witness = witness_of(program)
    assert {mark.thread for mark in witness.marks} == {0, 2}
    found = match(program, witness, PROPERTIES)
    assert_replays(program, found, witness)
    assert found is not None
    assert {part.thread for part in found.schedule} == {0, 1}


# Threads 3 and 4 by the text are 4 and 3 by time.
NESTED = """
int x, y;
static void *child(void *mine) { *(int *)mine = 1; return 0; }
static void *parent(void *mine) { pthread_t t; pthread_create(&t, 0, child, mine); return 0; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, parent, &x);
    pthread_create(&b, 0, parent, &y);
    assert(!(y == 1 && x == 0));
    return 0;
}
"""


def test_threads_may_be_created_in_another_order_than_in_the_text(tmp_path: Path) -> None:
    program = program_of(NESTED, tmp_path)
    turned = 0
    for witness in Maker.of(program, Bounds(), PROPERTIES).witnesses(range(300)):
        order = list(dict.fromkeys(mark.thread for mark in witness.marks))
        turned += 3 in order and 4 in order and order.index(4) < order.index(3)
        assert_replays(program, match(program, witness, PROPERTIES), witness)
    assert turned


INPUTS = """
int x, y;
static void *other(void *unused) { x = __VERIFIER_nondet_uint(); return unused; }
int main(void) {
    pthread_t t;
    int n = __VERIFIER_nondet_int();
    (void)n;
    pthread_create(&t, 0, other, 0);
    y = __VERIFIER_nondet_int();
    double z = __VERIFIER_nondet_double();
    assert(x != 3 || y != 6 || z != 0.5);
    return 0;
}
"""


def test_inputs_reach_those_who_asked_for_them(tmp_path: Path) -> None:
    program = program_of(INPUTS, tmp_path)
    given: dict[str, Value] = {"n": 9, "y": 6, "x": 3, "z": 0.5}
    witness = next(Maker.of(program, Bounds(), PROPERTIES).witnesses(range(60), given))
    found = match(program, witness, PROPERTIES)
    assert_replays(program, found, witness)
    assert found is not None
    asked = [(value.thread, value.value, value.type) for value in found.inputs]
    assert sorted(asked, key=str) == [
        (0, "0x1.0000000000000p-1", "double"),
        (0, 6, "int"),
        (0, 9, "int"),
        (1, 3, "unsigned int"),
    ]


DEADLOCK = """
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void *other(void *unused) {
    pthread_mutex_lock(&b); pthread_mutex_lock(&a);
    pthread_mutex_unlock(&a); pthread_mutex_unlock(&b);
    return unused;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    pthread_mutex_lock(&a); pthread_mutex_lock(&b);
    pthread_mutex_unlock(&b); pthread_mutex_unlock(&a);
    pthread_join(t, 0);
    return 0;
}
"""

RACE = """
int x, y;
static void *other(void *unused) { y = 1; x = 1; y = 2; return unused; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, other, 0);
    y = 3;
    x = 2;
    return 0;
}
"""


def test_deadlocks_are_claimed_too(tmp_path: Path) -> None:
    program = program_of(DEADLOCK, tmp_path)
    properties = PROPERTIES | {Property.DEADLOCK}
    witness = witness_of(program, properties)
    assert witness.violation.property is Property.DEADLOCK
    assert_replays(program, match(program, witness, properties), witness)


def test_races_on_the_way_to_another_one_do_not_count(tmp_path: Path) -> None:
    """Every execution that gets to the race on x passes the one on y."""
    program = program_of(RACE, tmp_path)
    witness = race_on("x", program)
    assert match(program, witness, frozenset({Property.RACE})) is not None
    assert match(program, replace(witness, marks=()), frozenset({Property.RACE})) is None


def race_on(name: str, program: Program) -> Witness:
    """What was done before the first race on a variable that chance finds."""
    steps: list[Step] = []
    found: list[tuple[Violation, int]] = []

    def note(violation: Violation) -> bool:
        if f"race on {name} " in violation.message:
            found.append((violation, len(steps)))
        return False

    machine = Machine(
        program,
        RandomInputs(0),
        frozenset({Property.RACE}),
        lambda stream, text: None,
        observer=steps.append,
        on_race=note,
    )
    start = machine.snapshot()
    for seed in range(100):
        steps.clear()
        machine.restore(start)
        machine.run(RandomScheduler(seed))
        for violation, count in found:
            done = (step for step in steps[:count] if not is_own(step.loc))
            marks = tuple(Mark(step.thread, step.loc, step.kind) for step in done)
            return Witness(violation, marks, ())
    raise AssertionError(f"no race on {name}")


def test_what_the_program_does_not_do_is_not_confirmed(tmp_path: Path) -> None:
    program = program_of(SAME_LOOKS, tmp_path)
    witness = witness_of(program)
    elsewhere = replace(witness.violation, loc=replace(witness.violation.loc, line=1))
    assert match(program, replace(witness, violation=elsewhere), PROPERTIES) is None
    assert match(program, replace(witness, marks=witness.marks[:1]), PROPERTIES) is None
    other = replace(witness.violation, property=Property.LOCK)
    assert match(program, replace(witness, violation=other), PROPERTIES) is None


def test_a_thread_that_waits_in_a_loop_is_given_up(tmp_path: Path) -> None:
    text = "int go; int main(void) { while (!go) ; assert(0); }"
    program = program_of(text, tmp_path)
    line = HEADER.count("\n") + 1
    loc = Loc(str(tmp_path / "program.c"), line, text.index("assert") + 1)
    claimed = witness_of(program_of("int main(void) { assert(0); }", tmp_path)).violation
    witness = Witness(replace(claimed, loc=loc), (), ())
    assert match(program, witness, PROPERTIES) is None


# Inputs by themselves

INT, DOUBLE = IntType(32, True, "int"), FloatType(64, 8)
HERE, THERE = Loc("a.c", 1, 1), Loc("a.c", 2, 1)


def test_inputs_are_given_in_order_by_thread_position_and_name() -> None:
    inputs = ClaimedInputs(
        [InputValue(1, "n", HERE, 1), InputValue(1, "n", THERE, 2), InputValue(1, "n", HERE, 3)]
    )
    asked = [(THERE, 1), (HERE, 2), (HERE, 1), (HERE, 1), (HERE, 1)]
    assert [inputs.value("n", INT, loc, thread) for loc, thread in asked] == [2, 0, 1, 3, 0]
    assert [value.value for value in inputs.asked] == [2, 0, 1, 3, 0]


def test_inputs_for_other_positions_are_used_only_if_allowed_and_last() -> None:
    values = [InputValue(0, "n", HERE, 1), InputValue(0, "n", THERE, 2)]
    inputs = ClaimedInputs(values, anywhere=True)
    assert [inputs.value("n", INT, loc, 0) for loc in (THERE, THERE, HERE)] == [2, 1, 0]


def test_what_was_given_is_given_again_after_going_back() -> None:
    inputs = ClaimedInputs([InputValue(0, "n", HERE, "0x1.8p+0"), InputValue(0, "n", HERE, "-inf")])
    saved = inputs.save()
    first = [inputs.value("n", DOUBLE, HERE, 0) for _ in range(2)]
    inputs.restore(saved)
    assert inputs.asked == []
    assert [inputs.value("n", DOUBLE, HERE, 0) for _ in range(2)] == first == [1.5, float("-inf")]


def test_labels_stand_for_threads() -> None:
    inputs = ClaimedInputs([InputValue(7, "n", NOWHERE, 4)])
    inputs.labels = {1: 7}
    assert inputs.value("n", INT, NOWHERE, 1) == 4
    assert inputs.asked[0].thread == 1
