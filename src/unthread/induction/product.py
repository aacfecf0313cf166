"""All combinations of places and of the few values that small parts of the state have: `Product`.

What a large part holds is left open. The combinations that can be reached say which threads are never at two
places at a time, and together they are an invariant: `all`.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterable, Iterator
from itertools import product

from unthread.core.records import dataclass
from unthread.engine.terms.nodes import Array, Bool, Int, Op
from unthread.induction.compute import NotComputed, computed
from unthread.induction.knowledge import Knowledge, Part, Slot, StateCell
from unthread.induction.paths import STUCK, Edge
from unthread.induction.relation import TransitionRelation
from unthread.induction.system import Place, Spread, Tick

_MOST_STATES = 40_000
_MOST_VALUES = 300  # of a part that has many
_MOST_OUTCOMES = 40  # of one step from one combination
_MOST_FIRST = 64

State = tuple[int, ...]  # the place of each thread, then the values of parts
Outcome = tuple[tuple[int, int], ...]  # positions in a state, and what is there then
GONE = -(1 << 70)  # no value: the register is not in use
_ENDED = -2  # beside STUCK


class TooMany(Exception):
    """There are too many combinations, perhaps because of what these `parts` hold."""

    def __init__(self, parts: Iterable[Part] = ()) -> None:
        super().__init__()
        self.parts = frozenset(parts)


def product_of(spread: Spread, tick: Tick) -> Product:
    """Large parts count as well, as long as they hold few values in fact. Raises `TooMany`."""
    left = frozenset(part for part in spread.parts if spread.knowledge.domains[part].values is None)
    while True:
        try:
            return Product(spread, tick, left)
        except TooMany as many:
            if not many.parts & left:
                raise
            left -= many.parts


@dataclass(frozen=True, slots=True)
class _Way:
    """An edge, with the positions that decide where it leads."""

    edge: Edge
    reads: tuple[int, ...]
    writes: tuple[tuple[int, Int], ...]
    unused: tuple[int, ...]  # positions of registers that nobody reads any more
    is_known: bool  # nothing else decides


class Supports:
    """Which parts a term depends on."""

    def __init__(self, parts: dict[int, Part]) -> None:
        self._parts = parts  # by the number of the variable
        self._found: dict[int, frozenset[Part]] = {}
        self._open: set[int] = set()  # with inputs

    def of(self, term: Bool | Int) -> frozenset[Part]:
        found = self._found
        work: list[Bool | Int | Array] = [term]
        while work:
            node = work[-1]
            if node.number in found:
                work.pop()
                continue
            args = () if isinstance(node, Array) else node.args
            missing = [a for a in args if a.number not in found]
            if missing:
                work += missing
                continue
            own = self._parts.get(node.number)
            below = (found[a.number] for a in args)
            is_free = own is None and node.op is Op.VARIABLE if not isinstance(node, Array) else True
            if is_free or any(a.number in self._open for a in args):
                self._open.add(node.number)
            found[node.number] = frozenset({own} if own is not None else ()).union(*below)
            work.pop()
        return found[term.number]

    def is_open(self, term: Bool | Int) -> bool:
        """It depends on something else, too."""
        self.of(term)
        return term.number in self._open


class Product:
    """`large` are parts that may hold many values, and count all the same."""

    def __init__(self, spread: Spread, tick: Tick, large: frozenset[Part]) -> None:
        self.spread = spread
        self.tick = tick
        self.knowledge: Knowledge = spread.knowledge
        self.terms = self.knowledge.terms
        self.count = len(spread.bodies)
        self.large = large
        self.parts = [part for part in spread.parts if part in large or self._is_small(part)]
        self._values: dict[int, set[int]] = {}  # of large parts, by position
        self.position = {part: self.count + n for n, part in enumerate(self.parts)}
        numbers = {self.knowledge.variable(part).number: part for part in spread.parts}
        self.supports = Supports(numbers)
        self._variables = {self.position[part]: self.knowledge.variable(part).number for part in self.parts}
        self._ways = self._all_ways()
        self._outcomes: dict[tuple[int, State], list[Outcome]] = {}
        self._asked: dict[int, bool] = {}
        self.states: set[State] = set()
        self._explore()
        self._together: dict[tuple[int, int], dict[tuple[int, int], list[State]]] = {}

    def _is_small(self, part: Part) -> bool:
        return self.knowledge.domains[part].values is not None

    # ---- steps

    def _all_ways(self) -> dict[Place, list[_Way]]:
        return {
            place: [self._way(edge) for edge in segment.edges]
            for place, segment in self.spread.segments.items()
        }

    def _way(self, edge: Edge) -> _Way:
        writes = [(part, value) for part, value, _ in edge.writes if part in self.position]
        terms: list[Bool | Int] = [edge.guard, *(value for _, value in writes)]
        reads = frozenset[Part]().union(*(self.supports.of(term) for term in terms))
        body = self.spread.bodies[edge.thread]
        is_over = edge.target is None or edge.target == STUCK
        live = frozenset() if is_over else body.live_at(edge.target or 0)
        unused = [
            self.position[part]
            for part in self.parts
            if isinstance(part, Slot) and part.thread == edge.thread and part.variable not in live
        ]
        positions = {self.position[part]: value for part, value in writes}
        return _Way(
            edge,
            tuple(sorted(self.position[part] for part in reads if part in self.position)),
            tuple((at, value) for at, value in positions.items() if at not in unused),
            tuple(unused),
            not any(self.supports.is_open(term) for term in terms) and reads <= self.position.keys(),
        )

    def _first(self) -> Iterator[State]:
        places = [_ENDED if place is None else place for place in self.spread.places]
        choices: list[list[int]] = []
        total = 1
        for part in self.parts:
            initial = self.knowledge.initial.get(part)
            values = [GONE] if initial is None else sorted(initial.values or ())
            total *= max(1, len(values))
            if not values or total > _MOST_FIRST:
                raise TooMany([part])
            choices.append(values)
        for values_ in product(*choices):
            yield (*places, *values_)

    def _explore(self) -> None:
        pending = list(self._first())
        self.states.update(pending)
        while pending:
            self.tick()
            state = pending.pop()
            for thread in range(self.count):
                for way in self._ways.get((thread, state[thread]), ()):
                    for new in self._after(state, way):
                        if new not in self.states:
                            self.states.add(new)
                            pending.append(new)
            if len(self.states) > _MOST_STATES:
                raise TooMany(self._widest())

    def _widest(self) -> list[Part]:
        """The large part that has held the most values."""
        counts = {part: len(self._values.get(self.position[part], ())) for part in self.large}
        return sorted(counts, key=lambda part: counts[part])[-1:]

    def _note(self, outcome: Outcome) -> Outcome:
        for at, value in outcome:
            part = self.parts[at - self.count]
            if part in self.large:
                held = self._values.setdefault(at, set())
                held.add(value)
                if len(held) > _MOST_VALUES:
                    raise TooMany([part])
        return outcome

    def _after(self, state: State, way: _Way) -> Iterator[State]:
        key = id(way), tuple(state[at] for at in way.reads)
        if key not in self._outcomes:
            self._outcomes[key] = [self._note(outcome) for outcome in self._found(way, key[1])]
        target = _ENDED if way.edge.target is None else way.edge.target
        for outcome in self._outcomes[key]:
            new = list(state)
            new[way.edge.thread] = target
            for at in way.unused:
                new[at] = GONE
            for at, value in outcome:
                new[at] = value
            yield tuple(new)

    def _found(self, way: _Way, read: State) -> Iterator[Outcome]:
        if way.is_known:
            with contextlib.suppress(NotComputed):
                yield from self._computed(way, read)
                return
        terms, solver = self.terms, self.knowledge.solver
        held = [self._is(at, value) for at, value in zip(way.reads, read, strict=True)]
        conditions = [terms.all([way.edge.guard, *held])]
        count = 0
        while terms.false not in conditions and solver.satisfiable(conditions):
            outcome = tuple((at, solver.value(value)) for at, value in way.writes)
            yield outcome
            count += 1
            if count > _MOST_OUTCOMES:
                raise TooMany(self.parts[at - self.count] for at, _ in way.writes)
            same = terms.all(
                terms.equal(term, terms.integer(value))
                for (_, term), (_, value) in zip(way.writes, outcome, strict=True)
            )
            conditions.append(same.inverse)

    def _computed(self, way: _Way, read: State) -> list[Outcome]:
        """All that decides is known."""
        if GONE in read:
            raise NotComputed
        values = {self._variables[at]: value for at, value in zip(way.reads, read, strict=True)}
        if not computed(way.edge.guard, values):
            return []
        return [tuple((at, computed(value, values)) for at, value in way.writes)]

    def _is(self, at: int, value: int) -> Bool:
        if value == GONE:
            return self.terms.true
        return self.terms.equal(self.knowledge.term(self.parts[at - self.count]), self.terms.integer(value))

    # ---- what is asked

    def together(self, condition: Bool, one: Place, other: Place) -> bool:
        """It can hold while two threads stand at these places."""
        together = self._together_at(one, other)
        if not together:
            return False
        support = [self.position[part] for part in self.supports.of(condition) if part in self.position]
        seen = {tuple(state[at] for at in support) for state in together}
        terms = self.terms
        cases = terms.any(
            terms.all(self._is(at, value) for at, value in zip(support, values, strict=True))
            for values in seen
        )
        both = terms.both(condition, cases)
        if both.number not in self._asked:
            self._asked[both.number] = self.knowledge.possible(both)
        return self._asked[both.number]

    def _together_at(self, one: Place, other: Place) -> list[State]:
        threads = one[0], other[0]
        if threads not in self._together:
            found: dict[tuple[int, int], list[State]] = {}
            for state in self.states:
                found.setdefault((state[threads[0]], state[threads[1]]), []).append(state)
            self._together[threads] = found
        return self._together[threads].get((one[1], other[1]), [])

    def all(self, relation: TransitionRelation) -> Bool:
        """The state is one of these combinations, and whatever large parts hold."""
        order = list(range(self.count + len(self.parts)))
        return self._one_of(sorted(self.states), order, 0, relation)

    def _one_of(
        self, states: list[State], order: list[int], depth: int, relation: TransitionRelation
    ) -> Bool:
        terms = self.terms
        if depth == len(order):
            return terms.true
        groups: dict[int, list[State]] = {}
        for state in states:
            groups.setdefault(state[order[depth]], []).append(state)
        below: dict[int, list[int]] = {}
        conditions: dict[int, Bool] = {}
        for value, group in groups.items():
            condition = self._one_of(group, order, depth + 1, relation)
            below.setdefault(condition.number, []).append(value)
            conditions[condition.number] = condition
        return terms.any(
            terms.both(
                terms.any(self._stands(order[depth], value, relation) for value in values), conditions[n]
            )
            for n, values in below.items()
        )

    def _stands(self, at: int, value: int, relation: TransitionRelation) -> Bool:
        if at >= self.count:
            return self._is(at, value)
        return relation.stands(at, None if value == _ENDED else value)

    @property
    def cells(self) -> list[StateCell]:
        return [part for part in self.parts if isinstance(part, StateCell)]
