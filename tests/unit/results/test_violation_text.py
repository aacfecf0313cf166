"""Who has a part in a violation, in words."""

from __future__ import annotations

from dataclasses import replace

from tests.support.made_traces import at, made
from unthread.core.properties import Held, Participant, Property, Related, Violation
from unthread.core.trace import HeapObject
from unthread.results.violation_text import details, why


def waiting(thread: int, place: str, other: int | None, *holds: str) -> Participant:
    held = tuple(Held(name, "mutex", at(4)) for name in holds)
    return Participant(thread, "work", at(6), (), "", place, "pthread_mutex_lock", other, held)


def deadlock(*parts: Participant) -> Violation:
    return Violation(Property.DEADLOCK, "deadlock", parts[0].thread, parts[0].loc, participants=parts)


def test_a_deadlock_is_drawn_as_a_cycle() -> None:
    trace = made([], deadlock(waiting(1, "a", 2, "b"), waiting(2, "b", 1, "a")))
    assert list(details(trace)) == [
        "  thread 1 --[a]--> thread 2 --[b]--> thread 1",
        "  thread 1 (work) waits for a, which thread 2 holds:",
        "    holds b (mutex, locked at made.c:4)",
        "  thread 2 (work) waits for b, which thread 1 holds:",
        "    holds a (mutex, locked at made.c:4)",
    ]


def test_who_waits_for_nobody_in_particular_makes_no_cycle() -> None:
    lines = list(details(made([], deadlock(waiting(1, "c", None)))))
    assert lines == ["  thread 1 (work) waits for c:", "    holds no lock"]


def test_a_race_has_a_block_for_each_access() -> None:
    parts = tuple(Participant(n, "work", at(5), (), access, "x") for n, access in ((1, "write"), (2, "read")))
    race = Violation(Property.RACE, "data race on x", 1, at(5), participants=parts)
    assert list(details(made([], race))) == [
        "  write of x by thread 1 (work):",
        "    holds no lock",
        "    started by thread 0 (main) at made.c:3",
        "  read of x by thread 2 (work):",
        "    holds no lock",
        "    started by thread 0 (main) at made.c:3",
    ]


def test_memory_says_who_allocated_and_who_freed() -> None:
    related = (Related("allocated", 0, at(2)), Related("freed", 2, at(8)))
    violation = Violation(Property.MEMORY, "read of 4 bytes", 1, at(9), related=related)
    trace = made([], violation)
    assert list(details(trace))[-2:] == [
        "  allocated by thread 0 (main) at made.c:2",
        "  freed by thread 2 (work) at made.c:8",
    ]
    assert list(why(trace)) == ["thread 2 (work) has freed it at made.c:8"]
    named = replace(trace, objects=(HeapObject("heap#1", "struct node", 16, 0, at(2), (2, at(8))),))
    assert list(details(named)) == [
        "  heap#1: struct node, 16 bytes, allocated by thread 0 at made.c:2; freed by thread 2 at made.c:8"
    ]


def race_of(*locks: tuple[str, ...]) -> Violation:
    parts = tuple(
        Participant(
            n, "work", at(5), (), "write", "x", holds=tuple(Held(lock, "mutex", at(4)) for lock in held)
        )
        for n, held in enumerate(locks, start=1)
    )
    return Violation(Property.RACE, "data race on x", 1, at(5), participants=parts)


def test_why_two_accesses_may_come_together() -> None:
    def said(*locks: tuple[str, ...]) -> list[str]:
        return [*why(made([], race_of(*locks)))]

    assert said((), ()) == ["neither thread holds a lock at its access, and nothing else orders the two"]
    assert said(("a",), ("b",)) == ["no lock is held at both accesses, and nothing else orders the two"]
    assert said(("rw",), ("rw",)) == ["rw is held at both accesses, but not by one thread alone"]


def test_heap_objects_that_are_lost() -> None:
    leak = Violation(Property.LEAK, "never freed", 1, at(5))
    objects = (
        HeapObject("heap#1", "char", 1, 1, at(2)),
        HeapObject("heap#2", "int", 4, 1, at(3), (2, at(4))),
    )
    assert [*details(replace(made([], leak), objects=objects))] == [
        "  heap#1: char, 1 byte, allocated by thread 1 at made.c:2; never freed",
        "  heap#2: int, 4 bytes, allocated by thread 1 at made.c:3; freed by thread 2 at made.c:4",
    ]
