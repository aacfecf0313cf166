"""Moments of a trace: what happened in words, and what surrounds a violation."""

from __future__ import annotations

from dataclasses import replace

from tests.support.traces import FEW, PROGRAMS, example_trace, program_trace
from unthread.core.properties import Held, Participant, Related
from unthread.core.source import Loc, is_own
from unthread.core.trace import OFFER, InputValue, Step, StepKind, Trace
from unthread.reports.moments import held_text, moments, participant_text, related_text
from unthread.results.words import user_position

LOC = Loc("a.c", 3, 5, "main")
OWN = Loc("<unthread>/models/pthread.c", 1, 1, "run@pthread")


def whats(trace: Trace) -> list[str]:
    return [moment.what for moment in moments(trace)]


def of_steps(*steps: Step) -> Trace:
    return replace(program_trace("race"), steps=steps, inputs=(), lines={"a.c": {3: "    lock(&m, f(1));"}})


def test_every_step_of_a_small_program() -> None:
    *steps, violation = whats(program_trace("memory"))
    assert steps[:4] == [
        "writes shared: null -> heap#1",
        "starts thread 1 (work)",
        "reads shared: heap#1",
        "free(shared)",
    ]
    assert "which was freed" in violation
    assert whats(program_trace("arith"))[0] == "input n (int): 2147483647"


def test_the_last_moment_is_the_violation() -> None:
    for name in PROGRAMS:
        trace = program_trace(name)
        *before, last = moments(trace)
        assert last.is_violation
        assert not any(moment.is_violation for moment in before)
        assert (last.what, last.thread) == (trace.violation.message, trace.violation.thread)


def test_moments_are_in_order_and_in_the_program_of_the_user() -> None:
    for name in FEW:
        found = [*moments(example_trace(name))]
        assert [moment.number for moment in found] == sorted(moment.number for moment in found)
        assert not any(moment.loc and is_own(moment.loc) for moment in found)
        assert not any("__ut_" in moment.what for moment in found)


def test_accesses_say_what_they_replaced() -> None:
    steps = (
        Step(0, LOC, StepKind.WRITE, "p->n", "2", before="1", text="q->n"),
        Step(0, LOC, StepKind.WRITE, "x", "2"),
        Step(0, LOC, StepKind.READ, "x", "2", text="*__ut_expected"),
        Step(0, LOC, StepKind.FREE, "heap#1"),
        Step(0, LOC, StepKind.PRINT),
    )
    found = whats(of_steps(*steps))[:-1]
    assert found == ["writes q->n (p->n): 1 -> 2", "writes x: 2", "reads x: 2", "frees heap#1", "prints"]


def test_steps_of_one_call_are_one_moment() -> None:
    step = Step(0, LOC, StepKind.READ, "__ut_x", "1", call="lock", sees=(0,))
    again = Step(0, LOC, StepKind.SECTION, "lock", call="lock", note="fails", sees=(0, 1))
    first, last = moments(of_steps(step, again))
    assert (first.what, first.number, first.sees) == ("lock(&m, f(1)): fails", 0, (0, 1))
    assert last.number == 2


def test_what_the_library_does_on_its_own_is_left_out() -> None:
    own = Step(1, OWN, StepKind.READ, "__ut_threads[1].argument", call="run@pthread")
    end = Step(1, OWN, StepKind.END, call="run@pthread")
    assert whats(of_steps(own, end))[:-1] == ["the thread ends"]


def test_an_end_is_that_of_the_thread_or_of_the_program() -> None:
    ends = (Step(0, LOC, StepKind.END), Step(1, LOC, StepKind.END, note="the program ends"))
    assert whats(of_steps(*ends))[:-1] == ["the thread ends", "the program ends"]


def test_offers_that_are_declined_and_choices_of_the_library_are_left_out() -> None:
    chosen = InputValue(0, "outcome", LOC, 1, "_Bool", call="pthread_cond_wait")
    inputs = (InputValue(0, OFFER, LOC, "0"), chosen, InputValue(0, OFFER, LOC, "1"))
    assert whats(replace(of_steps(), inputs=inputs))[:-1] == ["waits in this loop"]


def test_participants() -> None:
    held = Held("m", "mutex", LOC)
    race = Participant(1, "work@b", LOC, access="atomic write", place="x", holds=(held,))
    assert participant_text(race, ()) == "thread 1 (work): atomic write of x, holding m"
    waits = Participant(1, "work", LOC, call="pthread_mutex_lock", place="m", waits_for=2)
    text = "thread 1 (work) waits in pthread_mutex_lock for m, which thread 2 holds"
    assert participant_text(waits, ()) == text
    joins = Participant(0, "main", LOC, call="pthread_join", place="the end of thread 1", waits_for=1)
    assert participant_text(joins, ()) == "thread 0 (main) waits in pthread_join for the end of thread 1"
    assert held_text(race, held) == "thread 1 (work) took the mutex m"
    assert related_text(Related("freed", 1, LOC)) == "freed by thread 1"
    assert related_text(Related("declared", None, LOC)) == "declared"


def test_a_violation_inside_the_library_is_where_it_was_called() -> None:
    violation = program_trace("lock").violation
    found = user_position(OWN, violation.stack)
    assert found is not None
    assert found.function == "main"
    assert user_position(OWN, ()) is None
