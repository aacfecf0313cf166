"""Questions about `Schedules`, put to the solver; models become `Witness`es."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import ClassVar

from unthread.core.ledger import Arrival
from unthread.core.properties import LEAKS, Property, Violation
from unthread.core.source import Loc
from unthread.core.trace import InputValue, Mark, Witness
from unthread.engine.encode.ends import unasked_races
from unthread.engine.encode.events import AskedValue, Barrier, Happened, SymbolicClaim
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.encode.objects import ObjectState
from unthread.engine.encode.schedules import Schedules
from unthread.engine.terms.float_format import number_of_bits
from unthread.engine.terms.nodes import Bool, Int
from unthread.engine.terms.solver import OutOfTime, TermSolver
from unthread.interpreter.memory import CAPACITY
from unthread.program.types import FloatType, IntType, is_signed, value_type
from unthread.values.scalars import text_of

_MOST_CUTS = 1000
_MOST_ENDS = 3  # one is enough to know, a few are enough to tell
_MODEST = 1 << 12  # bytes of objects whose size the program leaves open, unless they have to be larger


class Search:
    """One solver for all rounds of an encoding: what was asked before helps with what comes next."""

    has_rounds: ClassVar[bool] = True

    def __init__(self, encoding: Schedules) -> None:
        self.encoding = encoding
        self.solver = TermSolver()
        self._asserted = 0
        self._refuted = 0  # claims that are known to be impossible
        self.is_oversized = False  # the last witness needs more memory than the interpreter has

    def add_round(self) -> None:
        assert isinstance(self.encoding, RoundsEncoding), "the other encoding has no rounds"
        self.encoding.add_round()

    # ---- questions

    def violation(
        self, known: Collection[tuple[Property, Loc]] = (), ignored: frozenset[Property] = frozenset()
    ) -> Witness | None:
        """The earliest violation of some execution, if there is any besides those known and those of ignored
        properties, which never count again."""
        self.encoding.settle(ignored)
        claims = [
            claim
            for claim in self.encoding.collected.claims[self._refuted :]
            if claim.property not in ignored and (claim.property, claim.loc) not in known
        ]
        if self._ask_modestly(self._any(claims)):
            return self._witness(claims)
        if all(property in ignored for property, _ in known):
            self._refuted = len(self.encoding.collected.claims)
        return None

    def violation_of(self, property: Property, loc: Loc) -> Witness | None:
        """An execution whose violation is this one."""
        claims = [c for c in self.encoding.collected.claims if (c.property, c.loc) == (property, loc)]
        return self._witness(claims) if self._ask_modestly(self._any(claims)) else None

    def gap(self) -> Barrier | None:
        """Something that is not modelled and can be reached."""
        return self._barrier([b for b in self.encoding.collected.barriers if b.is_gap])

    def cuts(self) -> list[Barrier]:
        """The bounds that can be reached, each loop or call once."""
        return self._barriers([b for b in self.encoding.collected.barriers if b.is_bound], _MOST_CUTS)

    def ended(self) -> list[Barrier]:
        """Where executions end because they violate what was not asked for: some of the places."""
        return self._barriers(
            [b for b in self.encoding.collected.barriers if b.property is not None], _MOST_ENDS
        )

    def arrivals(self, known: Collection[Arrival]) -> Iterator[Arrival]:
        """All that executions reach, besides what is known already, one by one. Those that end at an
        assumption, at the end of the process or of what is searched, come last: no other question is about
        them, so the solver needs them anew."""
        encoding = self.encoding
        left = {name: found for name, found in encoding.collected.arrivals.items() if name not in known}
        conditions = {name: [reached for _, reached in found] for name, found in left.items()}
        yield from self._arrivals(conditions, self)
        left = {name: left[name] for name in conditions}
        if left and encoding.collected.stops:
            yield from self._last_arrivals(left)

    def _arrivals(self, left: dict[Arrival, list[Bool]], asks: Search) -> Iterator[Arrival]:
        """Takes from `left` whatever is reached."""
        terms = self.encoding.terms
        if terms.has_floats:
            asks.solver.prepare(reached for conditions in left.values() for reached in conditions)
        while left and asks._ask(
            terms.any(c for conditions in left.values() for c in conditions), (), in_turn=False
        ):
            reached = [name for name, conditions in left.items() if any(map(asks.solver.is_true, conditions))]
            for arrival in reached:
                del left[arrival]
            yield from reached

    def _last_arrivals(self, left: dict[Arrival, list[tuple[int, Bool]]]) -> Iterator[Arrival]:
        """With executions that are stopped. Constraints are in the order in which steps are taken, round by
        round and thread by thread, so nothing that comes after a stop matters; that each thread's place grows
        does not depend on what it does."""
        encoding, terms = self.encoding, self.encoding.terms
        search = Search(encoding)
        search.solver.limit.deadline = self.solver.limit.deadline
        search._asserted = len(encoding.collected.constraints)
        for round in range(1, encoding.timetable.rounds.count + 1):
            for constraint in encoding.timetable.rounds.of_round(round):
                search.solver.assume(constraint)
        stops, goes_on = set(encoding.collected.stops), terms.true
        before = []  # each constraint, that no execution was stopped
        for number, constraint in enumerate(encoding.collected.constraints):
            before.append(goes_on)
            if search.solver.limit.is_over():
                raise OutOfTime
            if number in stops:
                goes_on = terms.both(goes_on, constraint)
            else:
                search.solver.assume(terms.implies(goes_on, constraint))
        before.append(goes_on)
        conditions = {
            name: [terms.both(before[moment], reached) for moment, reached in found]
            for name, found in left.items()
        }
        yield from self._arrivals(conditions, search)
        self.solver.seconds += search.solver.seconds

    def unasked_race(self) -> SymbolicClaim | None:
        """A data race that can happen, where races are not looked for."""
        claims = self._unasked_races()
        if not self._ask(self._any(claims), ()):
            return None
        return next(claim for claim in claims if self.solver.is_true(claim.condition))

    def _unasked_races(self) -> list[SymbolicClaim]:
        return unasked_races(self.encoding)

    def _barriers(self, left: list[Barrier], most: int) -> list[Barrier]:
        found: list[Barrier] = []
        while left and len(found) < most:
            reached = self._barrier(left)
            if reached is None:
                break
            found.append(reached)
            left = [b for b in left if (b.what, b.loc) != (reached.what, reached.loc)]
        return found

    def _barrier(self, barriers: list[Barrier]) -> Barrier | None:
        terms = self.encoding.terms
        if not self._ask(terms.any(b.condition for b in barriers), [b.allowed for b in barriers]):
            return None
        return next(b for b in barriers if self.solver.is_true(b.condition))

    def last_round_is_used(self) -> bool:
        """Some execution, put into as few rounds as it needs, needs all of them. The end of the process does
        not count: it fits into the last round whatever the others need."""
        encoding = self.encoding
        number = encoding.timetable.rounds.count
        moves = (
            runs
            for (thread, round, segment), runs in encoding.timetable.executed.items()
            if round == number and not encoding.threads[thread].is_exit(segment)
        )
        return self._ask(encoding.terms.any(moves), ())

    def _any(self, claims: Iterable[SymbolicClaim]) -> Bool:
        return self.encoding.terms.any(claim.condition for claim in claims)

    def _ask_modestly(self, wanted: Bool) -> bool:
        """Small objects are tried first where their size is open: they are easier to show."""
        objects = list(self._open_objects())
        self.is_oversized = False
        if objects and self._ask(self._limited(wanted, objects, _MODEST), ()):
            return True
        if not self._ask(wanted, ()):
            return False
        if sum(map(self._size, objects)) > CAPACITY:
            fair = CAPACITY // (2 * len(objects))  # the other half is for all the rest
            self.is_oversized = not self._ask(self._limited(wanted, objects, fair), ())
            if self.is_oversized:
                self._ask(wanted, ())
        return True

    def _limited(self, wanted: Bool, objects: Iterable[ObjectState], limit: int) -> Bool:
        terms = self.encoding.terms
        return terms.all([wanted, *(terms.at_most(item.size, terms.integer(limit)) for item in objects)])

    def _open_objects(self) -> Iterator[ObjectState]:
        """Whose size may be too much, or not."""
        for item in self.encoding.state.memory.states.values():
            if item.size.hi > _MODEST and not item.size.is_constant:
                yield item

    def _size(self, item: ObjectState) -> int:
        is_there = item.made is None or self.solver.is_true(item.made)
        return self.solver.value(item.size) if is_there else 0

    def _ask(self, wanted: Bool, allowed: Iterable[Bool], in_turn: bool = True) -> bool:
        """`in_turn`: of schedules in which threads that are alike have changed places, one is enough."""
        encoding = self.encoding
        if wanted is encoding.terms.false:
            return False
        for constraint in encoding.collected.constraints[self._asserted :]:
            self.solver.assume(constraint)
        self._asserted = len(encoding.collected.constraints)
        if encoding.terms.has_floats:
            self.solver.prepare(self._told())
        permitted = set(allowed)
        banned = [
            term.inverse for term in encoding.setting.permissions.allowed.values() if term not in permitted
        ]
        turns = encoding.timetable.in_turn if in_turn else encoding.terms.true
        return self.solver.satisfiable([wanted, turns, *banned])

    def _told(self) -> Iterator[Bool | Int]:
        """All that a witness may tell."""
        for step in self.encoding.collected.happened:
            yield step.condition
            if step.value is not None:
                yield step.value
            for condition, offset in step.offsets:
                yield condition
                yield offset
        for asked in self.encoding.collected.asked:
            yield asked.condition
            yield self.encoding.state.memory.addresses.address(asked.value)
            if asked.offset is not None:
                yield asked.offset
        for claim in self.encoding.collected.claims:
            yield claim.condition
        for barrier in self.encoding.collected.barriers:
            yield barrier.condition
        for found in self.encoding.collected.arrivals.values():
            yield from (reached for _, reached in found)
        for item in self._open_objects():
            yield item.size

    # ---- models

    def _witness(self, claims: Sequence[SymbolicClaim]) -> Witness:
        claim = self._first(claims)
        violation = Violation(claim.property, claim.message, claim.thread, claim.loc)
        marks = self._marks(claim)
        if claim.property in LEAKS:  # others may continue, unnoticed, until the process ends
            marks = marks[:-1]
        starts = tuple(thread.routine for thread in self.encoding.setting.program.threads)
        return Witness(violation, marks, self._inputs(claim), claim.rival, starts)

    def _first(self, claims: Iterable[SymbolicClaim]) -> SymbolicClaim:
        """Of those that hold, the one that comes first."""
        return next(c for c in claims if self.solver.is_true(c.condition))

    def _happened(self, claim: SymbolicClaim) -> Iterable[Happened]:
        """What may happen before it, in the order of execution."""
        return self.encoding.collected.happened[: claim.happened]

    def _asked(self, claim: SymbolicClaim) -> Iterable[AskedValue]:
        return self.encoding.collected.asked[: claim.asked]

    def _marks(self, claim: SymbolicClaim) -> tuple[Mark, ...]:
        return tuple(
            Mark(
                step.thread,
                step.loc,
                step.kind,
                None if step.value is None else self.solver.value(step.value),
                step.place,
                self._offset(step),
            )
            for step in self._happened(claim)
            if self.solver.is_true(step.condition)
        )

    def _offset(self, step: Happened) -> int | None:
        found = (offset for condition, offset in step.offsets if self.solver.is_true(condition))
        return next(map(self.solver.value, found), None)

    def _inputs(self, claim: SymbolicClaim) -> tuple[InputValue, ...]:
        found: list[InputValue] = []
        seen: set[tuple[int, int]] = set()  # bytes: object, offset
        for asked in self._asked(claim):
            if self.solver.is_true(asked.condition):
                found += self._single(asked) if asked.item is None else self._from_memory(asked, seen)
        return tuple(found)

    def _single(self, asked: AskedValue) -> Iterator[InputValue]:
        yield InputValue(asked.thread, asked.name, asked.loc, self._value(asked))

    def _from_memory(self, asked: AskedValue, seen: set[tuple[int, int]]) -> Iterator[InputValue]:
        """Bytes that are touched for the first time, as the interpreter asks for them: as one scalar if it
        has no other bits."""
        assert asked.item is not None, "an object is touched"
        assert asked.offset is not None, "somewhere"
        offset = self.solver.value(asked.offset)
        if asked.state is not None:
            yield from self._bytes_asked(asked, offset, asked.state, seen)
            return
        touched = [(asked.item.number, offset + i) for i in range(asked.size)]
        new = [i for i, byte in enumerate(touched) if byte not in seen]
        seen.update(touched)
        if not new or (asked.writes and asked.is_whole):
            return
        is_one = len(new) == asked.size and asked.is_whole
        yield from self._single(asked) if is_one else self._bytes(asked, new)

    def _bytes(self, asked: AskedValue, positions: Sequence[int]) -> Iterator[InputValue]:
        """Some of the bytes of a scalar, for which the interpreter asks one by one."""
        number = self.solver.value(self.encoding.state.memory.addresses.address(asked.value))
        for at in positions:
            yield InputValue(asked.thread, asked.name, asked.loc, number >> 8 * at & 0xFF)

    def _bytes_asked(
        self, asked: AskedValue, offset: int, state: ObjectState, seen: set[tuple[int, int]]
    ) -> Iterator[InputValue]:
        """A copy reads byte by byte; what nobody looked at may be anything."""
        assert asked.item is not None, "bytes of an object are asked for"
        for at in range(offset, offset + asked.size):
            if (asked.item.number, at) in seen:
                continue
            seen.add((asked.item.number, at))
            memory, value = self.encoding.state.memory, 0
            if memory.is_looked_at(asked.item, state, at):
                held = memory.addresses.address(memory.cell_in(asked.item, state, at, 1))
                value = self.solver.value(held)
            yield InputValue(asked.thread, asked.name, asked.loc, value)

    def _value(self, asked: AskedValue) -> int | str:
        number = self.solver.value(self.encoding.state.memory.addresses.address(asked.value))
        kind = value_type(asked.type)
        if isinstance(kind, FloatType):
            return text_of(number_of_bits(number, kind))
        if isinstance(kind, IntType) and is_signed(kind) and number >> (kind.bits - 1) and number > 0:
            return number - (1 << kind.bits)
        return number
