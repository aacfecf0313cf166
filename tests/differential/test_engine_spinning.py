"""Loops without effect that iterate for ever: the engine calls a deadlock what the graph of all
states of the program, as it was written, shows to be one. Nothing of `bound/loops/spinning.py` is in that
graph."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from tests.oracle import ScriptedInputs, few_values
from tests.support.ends import compare
from tests.support.engine import MOST_ROUNDS, engine_violations
from unthread.bound.loops.spinning import waits_of, with_waits
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.search import Search
from unthread.frontend.load import load
from unthread.interpreter.machine import Blocked, Ended, Machine, Progressed, Snapshot
from unthread.program.program import Program
from unthread.results.match import match

DEADLOCK = frozenset({Property.DEADLOCK})
AND_RACE = DEADLOCK | {Property.RACE}
STATES = 20_000

FRAME = """
#include <pthread.h>
#include <stdatomic.h>
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int a, b, *pointer;
atomic_int first, second;
void *wait(void *unused) { LOOP return 0; }
void *other(void *unused) { OTHER return 0; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, wait, 0);
  pthread_create(&u, 0, other, 0);
  pthread_join(t, 0);
  return 0;
}
"""
SWAP = "a = 1; __VERIFIER_atomic_begin(); a = 0; b = 1; __VERIFIER_atomic_end();"

# The loop, what the other thread does.
CASES = [
    ("while (!a || !b);", "a = 1;"),
    ("while (!a || !b);", "b = 1;"),
    ("while (!a || !b);", "a = 1; b = 1;"),
    ("while (!a || !b);", "a = 1; a = 0; b = 1;"),
    ("while (!a || !b);", SWAP),
    ("while (!a && !b);", "a = 1; a = 0;"),
    ("while (!a && !b);", "b = 1;"),
    ("while (a != b);", "a = 1; b = 1;"),
    ("while (a != b);", "a = 1; b = 2;"),
    ("while (!a) { if (b) break; }", "b = 1;"),
    ("while (!a) { if (b == 2) break; }", "b = 1;"),
    ("while (pointer == 0 || *pointer == 0);", "pointer = &a;"),
    ("while (pointer == 0 || *pointer == 0);", "pointer = &a; a = 1;"),
    ("while (!first || !second);", "first = 1; while (!second);"),
    ("while (!a || !b); a = 2;", "a = 1; while (a != 2 && !b);"),
    ("while (a + b < 2);", "a = 1; b = 1;"),
]


@dataclass(slots=True)
class _Graph:
    """All states of a program by their keys, with those that follow. Inputs are not among what is told."""

    machine: Machine
    states: dict[object, Snapshot] = field(default_factory=dict)
    edges: dict[object, set[object]] = field(default_factory=dict)
    ends: set[object] = field(default_factory=set)  # somebody ends, or the process does

    def fill(self) -> None:
        pending = [self._note()]
        while pending:
            key = pending.pop()
            if key in self.edges:
                continue
            assert len(self.edges) < STATES
            self.edges[key] = set(self._following(key))
            pending += self.edges[key]

    def _note(self) -> object:
        key = self.machine.key()
        self.states.setdefault(key, self.machine.snapshot())
        return key

    def _following(self, key: object) -> Iterator[object]:
        self.machine.restore(self.states[key])
        for number in self.machine.live():
            self.machine.restore(self.states[key])
            match self.machine.step(number):
                case Progressed():
                    yield self._note()
                case Ended():
                    self.ends.add(key)
                    yield self._note()
                case Blocked():
                    pass
                case _:
                    self.ends.add(key)

    def has_endless_wait(self) -> bool:
        """From some state on nobody ends, and memory never changes again."""
        return any(self._is_endless(key) for key in self.edges)

    def _is_endless(self, start: object) -> bool:
        seen, pending = {start}, [start]
        while pending:
            key = pending.pop()
            if key in self.ends or _memory(key) != _memory(start):
                return False
            pending += self.edges[key] - seen
            seen |= self.edges[key]
        return True


def _memory(key: object) -> object:
    assert isinstance(key, tuple)
    return key[0]


def has_endless_wait(program: Program) -> bool:
    inputs = ScriptedInputs(few_values)
    graph = _Graph(Machine(program, inputs, DEADLOCK, lambda stream, text: None, undefined="any"))
    graph.fill()
    return graph.has_endless_wait()


def has_deadlock(program: Program, properties: frozenset[Property]) -> bool:
    """As the engine says, and the replay."""
    bounded = bound(program, Bounds(), properties)
    search = Search(RoundsEncoding(bounded, visible_points(bounded), properties))
    for _ in range(MOST_ROUNDS):
        search.add_round()
        if not search.last_round_is_used():
            break
    assert not search.cuts()
    found = [w for (kind, _), w in engine_violations(search) if kind is Property.DEADLOCK]
    for witness in found:
        assert match(program, witness, properties) is not None
    return bool(found)


def text_of(case: tuple[str, str]) -> str:
    return FRAME.replace("LOOP", case[0]).replace("OTHER", case[1])


@pytest.mark.parametrize("properties", [DEADLOCK, AND_RACE], ids=["deadlock", "race"])
@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_engine_calls_a_deadlock_what_is_one(
    tmp_path: Path, case: tuple[str, str], properties: frozenset[Property]
) -> None:
    file = tmp_path / "program.c"
    file.write_text(text_of(case))
    program = load(Source((file,)))
    waiting = with_waits(program, properties)
    assert waits_of(waiting), "the loop says what it waits for"
    assert has_deadlock(waiting, properties) == has_endless_wait(program)


@pytest.mark.parametrize("case", CASES[:2] + CASES[9:12], ids=str)
def test_with_the_offer_to_wait_the_oracle_agrees_on_races(tmp_path: Path, case: tuple[str, str]) -> None:
    assert compare(text_of(case), tmp_path, AND_RACE, states=STATES)
