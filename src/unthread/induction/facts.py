"""Which values memory can hold while a thread stands at a place: `InductiveFacts`, such as who owns a lock.

They come from where the thread was before, what it has written on its way, and what others may write
meanwhile, as far as what is known of them lets them. All facts together are inductive; whoever relies on them
asks for that once more (`induction.is_inductive`).
"""

from __future__ import annotations

from collections.abc import Iterator

from unthread.engine.terms.nodes import Bool, Int, Op
from unthread.induction.knowledge import Knowledge, StateCell, domain_of
from unthread.induction.paths import STUCK, Edge
from unthread.induction.relation import TransitionRelation
from unthread.induction.system import Place, Spread, Tick

Held = dict[StateCell, frozenset[int]]
_MOST_VALUES = 64


class InductiveFacts:
    """`held` has the places that can be reached, with what is known of cells there."""

    def __init__(self, spread: Spread, tick: Tick) -> None:
        self.spread = spread
        self.tick = tick
        self.knowledge: Knowledge = spread.knowledge
        self.terms = self.knowledge.terms
        self.held: dict[Place, Held] = {}
        self._cells = frozenset(self._interesting())
        self._writers = self._all_writers()
        self._asked: dict[int, bool] = {}
        self._conditions: dict[Place, Bool] = {}
        self._find()

    def condition(self, place: Place) -> Bool:
        """What holds while the thread is there."""
        found = self._conditions.get(place)
        if found is None:
            found = self._conditions[place] = self._condition(self.held.get(place, {}))
        return found

    def all(self, relation: TransitionRelation) -> Bool:
        """What holds at each place; no thread gets to those that are not held."""
        terms = self.terms
        return terms.all(
            terms.implies(relation.stands(*place), self.condition(place))
            if place in self.held
            else relation.stands(*place).inverse
            for place in self.spread.segments
        )

    def _condition(self, held: Held) -> Bool:
        term, domains = self.knowledge.term, self.knowledge.domains
        return self.terms.all(
            self.knowledge.within(term(cell), domain_of(values))
            for cell, values in held.items()
            if values != domains[cell].values
        )

    # ---- what memory holds

    def _interesting(self) -> Iterator[StateCell]:
        for part, domain in self.knowledge.domains.items():
            if isinstance(part, StateCell) and domain.constant is None and domain.values is not None:
                yield part

    def _all_writers(self) -> dict[StateCell, list[tuple[Edge, Int]]]:
        found: dict[StateCell, list[tuple[Edge, Int]]] = {}
        for segment in self.spread.segments.values():
            for edge in segment.edges:
                for part, value, _ in edge.writes:
                    if isinstance(part, StateCell) and part in self._cells:
                        found.setdefault(part, []).append((edge, value))
        return found

    def _find(self) -> None:
        pending: set[Place] = set()
        for thread, start in enumerate(self.spread.places):
            if start is not None:
                first = {cell: self.knowledge.initial[cell].values for cell in self._cells}
                self.held[thread, start] = {c: v for c, v in first.items() if v is not None}
                pending.add((thread, start))
        while pending:
            self.tick()
            changed = {place for place in pending if self._disturb(place)}
            for place in pending | changed:
                changed |= self._go_on(place)
            pending = changed | self._disturbed(changed)

    def _disturbed(self, changed: set[Place]) -> set[Place]:
        """Places at which others may now write something new."""
        writing = {
            edge.thread
            for writers in self._writers.values()
            for edge, _ in writers
            if (edge.thread, edge.source) in changed
        }
        return {place for place in self.held if writing - {place[0]}}

    def _go_on(self, place: Place) -> set[Place]:
        """Along the edges of the thread."""
        changed: set[Place] = set()
        for edge in self.spread.segments[place].edges:
            condition = self.terms.both(edge.guard, self.condition(place))
            if edge.target is None or edge.target == STUCK or not self.possible(condition):
                continue
            target = edge.thread, edge.target
            old = self.held.get(target)
            written = {part: value for part, value, _ in edge.writes if isinstance(part, StateCell)}
            new = {
                cell: self._coming(cell, values, written, condition, (old or {}).get(cell, frozenset()))
                for cell, values in self.held[place].items()
            }
            if new != old:
                self.held[target] = new
                self._conditions.pop(target, None)
                changed.add(target)
        return changed

    def _coming(
        self,
        cell: StateCell,
        before: frozenset[int],
        written: dict[StateCell, Int],
        condition: Bool,
        old: frozenset[int],
    ) -> frozenset[int]:
        value = written.get(cell)
        if value is None and before <= old:
            return old
        return self._more(cell, self.knowledge.term(cell) if value is None else value, condition, old)

    def _more(self, cell: StateCell, value: Int, condition: Bool, old: frozenset[int]) -> frozenset[int]:
        """The old ones, and those that the term can have."""
        if value.op is Op.CONSTANT:
            return old | {value.lo}
        known = domain_of(old) if old else None
        new = self.knowledge.values(value, condition, _MOST_VALUES, known)
        if new is None:
            whole = self.knowledge.domains[cell].values
            assert whole is not None, "others are not interesting"
            return whole
        return old | frozenset(new)

    def _disturb(self, place: Place) -> bool:
        """What others may write while the thread is there."""
        held, is_new = self.held[place], False
        for cell, writers in self._writers.items():
            for edge, value in writers:
                source = edge.thread, edge.source
                if edge.thread == place[0] or source not in self.held:
                    continue
                if value.op is Op.CONSTANT and value.lo in held[cell]:
                    continue
                condition = self.terms.all((edge.guard, self.condition(place), self.condition(source)))
                if not self.possible(condition):
                    continue
                found = self._more(cell, value, condition, held[cell])
                if found != held[cell]:
                    held[cell] = found
                    self._conditions.pop(place, None)
                    is_new = True
        return is_new

    def possible(self, condition: Bool) -> bool:
        if condition.number not in self._asked:
            self._asked[condition.number] = self.knowledge.possible(condition)
        return self._asked[condition.number]

    def together(self, condition: Bool, one: Place, other: Place) -> bool:
        """It can hold while two threads stand at these places."""
        if one not in self.held or other not in self.held:
            return False
        return self.possible(self.terms.all((condition, self.condition(one), self.condition(other))))
