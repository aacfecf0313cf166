"""Which write a read sees: in every order, the last one before it."""

from __future__ import annotations

from itertools import pairwise, permutations

import pytest

from unthread.core.source import DataModel
from unthread.engine.encode.addresses import Addresses
from unthread.engine.order import reads as module
from unthread.engine.order.locks import KnownOwners, LockCells
from unthread.engine.order.memory import Happening, Incoming
from unthread.engine.order.reads import OrderReads, TooManyReads, refuse_many
from unthread.engine.order.relation import Relation, Segment
from unthread.engine.terms.nodes import Bool, Int
from unthread.engine.terms.solver import TermSolver
from unthread.engine.terms.terms import Terms

UNIT = (2, 0, 4)
NO_LOCKS = LockCells(KnownOwners({}, {}, {}, {}))


class World:
    """Three writers of 1, 2, 3 and a reader, of four threads, with an object that the first one ends."""

    def __init__(self) -> None:
        self.terms = terms = Terms()
        self.relation = Relation(terms, {})
        self.found = terms.variable("found", (0, 7))
        self.alive = terms.choice_variable("alive")
        self.runs = [terms.choice_variable(f"t{thread} runs") for thread in range(3)]
        happenings = [
            Happening((thread, 0), runs, {}, {UNIT: (runs, terms.integer(thread + 1))}, {}, {}, {})
            for thread, runs in enumerate(self.runs)
        ]
        happenings[0].ends[9] = self.runs[0]
        incoming = {UNIT: Incoming(self.found, True)}
        happenings.append(Happening((3, 0), terms.true, incoming, {}, {9: self.alive}, {}, {}))
        self.left = terms.variable("left", (0, 7))
        self.after_all = Happening(None, terms.true, {UNIT: Incoming(self.left, True)}, {}, {}, {}, {})
        addresses = Addresses(terms, DataModel.M64)
        self.reads = OrderReads(
            self.relation, addresses, happenings, {UNIT: terms.zero}, {9: terms.true}, NO_LOCKS
        )

    def values(self, order: tuple[int, ...], executed: set[int]) -> tuple[set[int], set[int], set[bool]]:
        """What the reader can find, what can be left in the end, and whether the object can be alive."""
        constraints = [*self.reads.constraints(self.after_all), *self.relation.constraints()]
        nodes: list[Segment] = [(thread, 0) for thread in order]
        given = [self.relation.before(a, b) for a, b in pairwise(nodes)]
        given += [runs if n in executed else runs.inverse for n, runs in enumerate(self.runs)]
        found = self._all(self.found, [*constraints, *given])
        left = self._all(self.left, [*constraints, *given])
        lives = (True, False)
        alive = {
            is_so
            for is_so in lives
            if TermSolver().satisfiable([*constraints, *given, self.alive if is_so else self.alive.inverse])
        }
        return found, left, alive

    def _all(self, value: Int, given: list[Bool]) -> set[int]:
        equal, integer = self.terms.equal, self.terms.integer
        return {n for n in range(8) if TermSolver().satisfiable([*given, equal(value, integer(n))])}


@pytest.mark.parametrize("executed", [{0, 1, 2}, {0, 2}, {1}, set()], ids=str)
def test_it_sees_the_last_one_before_it(executed: set[int]) -> None:
    for order in permutations(range(4)):
        before = [thread for thread in order[: order.index(3)] if thread in executed]
        all_of_them = [thread for thread in order if thread in executed]
        found = {before[-1] + 1} if before else {0}
        left = {all_of_them[-1] + 1} if all_of_them else {0}
        assert World().values(order, executed) == (found, left, {0 not in before})


def test_too_many_ways_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_SOURCES", 5)
    world = World()
    with pytest.raises(TooManyReads):
        list(world.reads.constraints(world.after_all))


def test_what_will_be_too_much_is_refused_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    happenings = World().reads.happenings
    monkeypatch.setattr(module, "_SURELY", 1)
    monkeypatch.setattr(module, "_MOST_SOURCES", 9)  # one reader of three writers
    refuse_many(happenings, NO_LOCKS)
    monkeypatch.setattr(module, "_MOST_SOURCES", 8)
    with pytest.raises(TooManyReads):
        refuse_many(happenings, NO_LOCKS)
