"""Which write a read sees, as constraints over an order of segments.

In: what each segment does to shared memory. Out: for what a segment finds in a unit, the write that it comes
from: one of an executed segment before it, with no other between them, or what was there at first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

from unthread.engine.encode.addresses import Addresses
from unthread.engine.encode.objects import Value
from unthread.engine.order.assumed import Unit
from unthread.engine.order.locks import LockCells, LockWrite, whose
from unthread.engine.order.memory import Happening
from unthread.engine.order.relation import Relation
from unthread.engine.order.sums import additions
from unthread.engine.terms.nodes import Bool, Int

_MOST_SOURCES = 300_000
_SURELY = 4  # writes that may come before a read are rarely less than half of all


class TooManyReads(Exception):
    """There are too many ways in which reads can see writes."""


def refuse_many(happenings: Sequence[Happening], locks: LockCells) -> None:
    """Where there will surely be too many, it is known before what is shared holds all that it can. Which
    writes come after a read in every order is not looked at here."""
    writers = Counter(unit for happening in happenings for unit in happening.writes)
    seen = sum(
        writers[unit] ** 2
        for happening in happenings
        for unit, incoming in happening.reads.items()
        if incoming.is_needed and locks.owners(unit) is None
    )
    if seen > _SURELY * _MOST_SOURCES:
        raise TooManyReads


class OrderReads:
    """`first`: what units hold before there are several threads, and `alive` whether objects are there."""

    def __init__(
        self,
        relation: Relation,
        addresses: Addresses,
        happenings: Sequence[Happening],
        first: Mapping[Unit, Value],
        alive: Mapping[int, Bool],
        locks: LockCells,
    ) -> None:
        self.locks = locks
        self.relation, self.terms = relation, relation.terms
        self.addresses, self.first, self.alive = addresses, first, alive
        self.happenings = happenings
        self._count = 0
        self._sums = additions(self.terms, happenings, first)
        self._writers: dict[Unit, list[Happening]] = {}
        self._killers: dict[int, list[Happening]] = {}
        for happening in happenings:
            for unit, (condition, _) in happening.writes.items():
                if condition is not self.terms.false:
                    self._writers.setdefault(unit, []).append(happening)
            for number in happening.ends:
                self._killers.setdefault(number, []).append(happening)

    def constraints(self, after_all: Happening) -> Iterator[Bool]:
        """`after_all`: what looks at what is left when all segments are over."""
        for happening in (*self.happenings, after_all):
            for unit, incoming in happening.reads.items():
                if incoming.is_needed and happening.runs is not self.terms.false:
                    yield from self._found(happening, unit, incoming.value)
            for number, found in happening.lives.items():
                yield self._same(found, self._lives(happening, number))

    def _found(self, happening: Happening, unit: Unit, found: Value) -> Iterator[Bool]:
        segment, owners = happening.segment, self._owners(unit, found)
        if segment is not None and self.locks.own(segment, unit) is not None:
            return  # it is what its thread has written; where its way does not lead there, it is not used
        if unit in self._sums:
            yield self._sum(happening, unit, found)
        elif owners is None:
            yield from self._read(happening, unit, found)
        else:
            yield from self._look_at_lock(happening, unit, found, owners)

    def _same(self, a: Bool, b: Bool) -> Bool:
        return self.terms.select(a, b, b.inverse)

    def _before(self, one: Happening, other: Happening) -> Bool:
        if other.segment is None:
            return self.terms.true
        assert one.segment is not None, "nothing is written after all"
        return self.relation.before(one.segment, other.segment)

    # ---- values

    def _read(self, reader: Happening, unit: Unit, found: Value) -> Iterator[Bool]:
        terms = self.terms
        writers = [
            (writer, *writer.writes[unit], self._before(writer, reader))
            for writer in self._writers.get(unit, ())
            if writer is not reader
        ]
        writers = [writer for writer in writers if writer[3] is not terms.false]
        self._count += len(writers) ** 2
        if self._count > _MOST_SOURCES:
            raise TooManyReads
        sees = [terms.choice_variable(f"{unit} of {reader.segment} from {w.segment}") for w, *_ in writers]
        for (writer, condition, value, before), is_seen in zip(writers, sees, strict=True):
            yield terms.implies(is_seen, terms.both(condition, before))
            yield terms.implies(is_seen, self.addresses.equal(found, value))
            for other, writes, _, comes in writers:
                if other is not writer:
                    is_between = terms.both(writes, comes)
                    yield terms.implies(terms.both(is_seen, is_between), self._before(other, writer))
        untouched = terms.all(terms.both(w, b).inverse for _, w, _, b in writers)
        untouched = terms.both(untouched, self.addresses.equal(found, self.first[unit]))
        yield terms.implies(reader.runs, terms.any([*sees, untouched]))

    def _sum(self, reader: Happening, unit: Unit, found: Value) -> Bool:
        """The first value, and what was added to it before."""
        terms, first = self.terms, self.first[unit]
        assert isinstance(first, Int), "numbers are added"
        assert isinstance(found, Int), "numbers are added"
        total = first
        for item in self._sums[unit]:
            if item.writer is not reader:
                comes = terms.both(item.is_made, self._before(item.writer, reader))
                total = terms.add(total, terms.choice(comes, item.amount, terms.zero))
        return terms.implies(reader.runs, terms.equal(found, total))

    # ---- locks

    def _owners(self, unit: Unit, found: Value) -> Mapping[int, int] | None:
        """The numbers by which threads hold it; None if it is no lock that is free at first."""
        is_free = self.first[unit] is self.terms.zero
        return self.locks.owners(unit) if is_free and isinstance(found, Int) else None

    def _look_at_lock(
        self, reader: Happening, unit: Unit, found: Value, owners: Mapping[int, int]
    ) -> Iterator[Bool]:
        """What another thread does to a lock, it does alone, so each thread tells for itself whether it
        holds it."""
        terms = self.terms
        threads: dict[int, list[LockWrite]] = {}
        for writer in self._writers.get(unit, ()):
            comes = terms.false if writer is reader else self._before(writer, reader)
            if comes is terms.false:
                continue
            assert writer.segment is not None, "nothing is written after all"
            condition, value = writer.writes[unit]
            holds = self.addresses.equal(value, terms.zero).inverse
            threads.setdefault(writer.segment[0], []).append(LockWrite(condition, holds, comes))

        def is_held_by(thread: int) -> Bool:
            return self.addresses.equal(found, terms.integer(owners.get(thread, 0)))

        yield from whose(terms, threads, self.addresses.equal(found, terms.zero), is_held_by, reader.runs)

    # ---- lives

    def _lives(self, happening: Happening, number: int) -> Bool:
        terms = self.terms
        killers: Iterable[Happening] = (k for k in self._killers.get(number, ()) if k is not happening)
        return terms.both(
            self.alive[number],
            terms.all(terms.both(k.ends[number], self._before(k, happening)).inverse for k in killers),
        )
