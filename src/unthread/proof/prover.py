"""What holds in all executions of a program, whatever its loops, recursion and threads do: `prove`.

In: a Program and properties. Out: those that no execution can violate, by locks and by the order in which
threads are started and joined; and where loops have no small bound, by what numbers there may be.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from unthread.analysis.locations import Location
from unthread.analysis.points_to import points_to_in
from unthread.analysis.steps import Touch
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.program.instructions import Cut, Unmodelled
from unthread.program.library import CREATORS
from unthread.program.program import Program
from unthread.proof.frames import TooLarge
from unthread.proof.locks import ProvedLocks
from unthread.proof.misuse import may_be_misused
from unthread.proof.numbers.checks import NUMERIC
from unthread.proof.numbers.loops import has_open_loop
from unthread.proof.numbers.proved import proved_by_numbers
from unthread.proof.order import Order
from unthread.proof.races import racing
from unthread.proof.spinning import spinning
from unthread.proof.standstill import may_get_stuck
from unthread.proof.survey import ending, routines, start_routines, without_body
from unthread.proof.touches import Touched, Toucher
from unthread.proof.values import Address, Handle
from unthread.proof.walk import Walk

# Limits of the models that the functions they stand for do not have.
_LIMITS = ("more than 64 threads", "more than 127 threads")


@dataclass(frozen=True, slots=True)
class Proved:
    """The `properties` that no execution violates, and what keeps others from being among them: `doubts`.
    `threads` are the start routines, main first. Executions that violate one of the `ending` properties
    are not followed any further. `without_body` are functions that are called. `spinning` are loops that may
    iterate for ever without changing anything. `racing`: an access that may race. `by_numbers`: those of the
    properties that are proved by intervals."""

    properties: frozenset[Property]
    doubts: tuple[str, ...] = ()
    threads: tuple[str, ...] = ()
    never_started: tuple[str, ...] = ()
    ending: frozenset[Property] = frozenset()
    without_body: tuple[str, ...] = ()
    spinning: tuple[Loc, ...] = ()
    racing: Loc | None = None
    by_numbers: frozenset[Property] = frozenset()


def prove(program: Program, properties: frozenset[Property]) -> Proved:
    """All that can be proved."""
    *_, last = proofs(program, properties)
    return last


def proofs(program: Program, properties: frozenset[Property]) -> Iterator[Proved]:
    """What is proved so far: what takes longer comes later."""
    pointers = points_to_in(program, trust_indices=False)
    try:
        walk = Walk(program, pointers)
    except TooLarge:
        yield Proved(frozenset(), ("the program is too large",))
        return
    gap = _gap(walk)
    if gap:
        yield Proved(frozenset(), (gap,))
        return
    proof = Prover(walk)
    found = proof.proved(properties)
    yield found
    if (properties & NUMERIC or found.ending) and has_open_loop(walk):
        yield proof.with_numbers(found, properties)


def _gap(walk: Walk) -> str:
    """What an execution may reach that nobody can follow."""
    for node in walk.reached():
        item = walk.instruction(node)
        is_limit = isinstance(item, Unmodelled) and item.what.startswith(_LIMITS)
        if isinstance(item, Unmodelled | Cut) and not is_limit:
            return f"not modelled: {item.what} at {item.loc}"
        if node in walk.unclear:
            return f"a call through a pointer that may lead anywhere at {item.loc}"
    return ""


class Prover:
    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        self.toucher = Toucher(walk)
        self.touched = list(self.toucher.all())
        self.order = Order(walk)
        self.locks = ProvedLocks(walk, self.order, self.toucher, self.touched)
        self.order.use_joins(self._created_at)
        self.locks = ProvedLocks(walk, self.order, self.toucher, self.touched)

    def proved(self, properties: frozenset[Property]) -> Proved:
        proved, doubts, place = set(), [], None
        if Property.RACE in properties:
            pair = racing(filter(self.toucher.is_shared, self.touched), self.order, self.locks)
            if pair is None:
                proved.add(Property.RACE)
            else:
                place = self._place(pair[0])
                doubts.append(f"race: {place} and {self._place(pair[1])}")
        if Property.DEADLOCK in properties and not may_get_stuck(self.walk, self.order, self.locks):
            proved.add(Property.DEADLOCK)
        if Property.LOCK in properties and not may_be_misused(self.walk, self.order, self.locks):
            proved.add(Property.LOCK)
        threads = routines(self.walk)
        return Proved(
            frozenset(proved),
            tuple(doubts),
            threads,
            tuple(name for name in start_routines(self.walk) if name not in threads),
            frozenset(ending(self.walk)),
            tuple(without_body(self.walk)),
            tuple(spinning(self.walk)),
            place,
        )

    def with_numbers(self, found: Proved, properties: frozenset[Property]) -> Proved:
        """What no number violates ends no execution either."""
        proved, nodes = proved_by_numbers(self.walk, self.order, self.locks, self.touched)
        doubts = (f"{property}: {self.walk.instruction(node).loc}" for property, node in nodes.items())
        return replace(
            found,
            properties=found.properties | (proved & properties),
            doubts=(*found.doubts, *doubts),
            ending=found.ending - proved,
            by_numbers=proved & properties,
        )

    def _place(self, touched: Touched) -> Loc:
        """In the user's text."""
        frame = self.walk.frame(touched.node)
        node = touched.node
        while frame.function.library and frame.callers:
            node = frame.callers[0]
            frame = self.walk.frame(node)
        return self.walk.instruction(node).loc

    def _created_at(self, handle: Handle, node: int) -> int | None:
        """The one node that may have written last what is in the cell when a thread reaches another, if it is
        the creation of a thread. Only the one thread writes there."""
        cell = Touch(Location(handle.variable, handle.offset), self.walk.program.pointer_size, False)
        if not self.locks.is_one(handle.variable):
            return None
        writers = {touched.node: touched for touched in self.touched if touched.touch.conflicts(cell)}
        thread = self.walk.frame(node).thread
        if any(self.walk.frame(writer).thread is not thread for writer in writers):
            return None
        last = self.order.last_of(set(writers), node)
        if len(last) != 1:
            return None
        (writer,) = last
        frame = self.walk.frame(writer)
        is_there = writers[writer].address == Address(handle.variable, handle.offset)  # not in another cell
        return writer if is_there and frame.function.library and frame.name in CREATORS else None
