"""Which values each part of the state can have, whoever changes it: `Knowledge`.

A part is a scalar in memory (`StateCell`) or a register of a thread (`Slot`). What is known of it is a few
values or all from one to another (`Domain`), and grows until no step of any thread adds anything.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias

from unthread.core.records import dataclass
from unthread.engine.terms.nodes import Bool, Int, Op, Range, signed_range, unsigned_range, width_of
from unthread.engine.terms.solver import TermSolver
from unthread.engine.terms.terms import Terms
from unthread.program.expressions import Variable

MOST_VALUES = 20  # of a part, one by one
_FEW = 6  # as many as may be found of numbers that are not told apart by anything but their value


@dataclass(frozen=True, slots=True)
class StateCell:
    """So many bytes at an address."""

    address: int
    size: int


@dataclass(frozen=True, slots=True)
class Slot:
    """A register of a thread."""

    thread: int
    variable: Variable


Part: TypeAlias = StateCell | Slot


@dataclass(frozen=True, slots=True)
class Domain:
    """The `values`, or all from `lo` to `hi`."""

    lo: int
    hi: int
    values: frozenset[int] | None = None

    @property
    def constant(self) -> int | None:
        return self.lo if self.lo == self.hi else None

    def has(self, value: int) -> bool:
        return value in self.values if self.values is not None else self.lo <= value <= self.hi

    def has_all(self, lo: int, hi: int) -> bool:
        return self.values is None and self.lo <= lo and hi <= self.hi


def domain_of(values: Iterable[int]) -> Domain:
    found = frozenset(values)
    return Domain(min(found), max(found), found)


class Knowledge:
    """`reads` notes which parts are looked at. Each part is a variable of the terms, or a constant."""

    def __init__(self, terms: Terms) -> None:
        self.terms = terms
        self.solver = TermSolver()
        self.domains: dict[Part, Domain] = {}
        self.initial: dict[Part, Domain] = {}
        self.reads: set[Part] = set()
        self._asked: dict[int, bool] = {}
        self._terms: dict[Part, tuple[Domain, Int, Int]] = {}  # the variable, and what is known of it

    # ---- parts

    def set(self, part: Part, domain: Domain) -> None:
        """At first."""
        self.domains[part] = self.initial[part] = domain

    def forget(self, part: Part) -> None:
        self.domains.pop(part, None)
        self.initial.pop(part, None)

    def term(self, part: Part) -> Int:
        self.reads.add(part)
        return self._made(part)[2]

    def variable(self, part: Part) -> Int:
        """What stands for the part, a constant if it has one value only."""
        return self._made(part)[1]

    def _made(self, part: Part) -> tuple[Domain, Int, Int]:
        domain, found = self.domains[part], self._terms.get(part)
        if found is None or found[0] != domain:
            found = self._terms[part] = self._new(domain)
            self.solver.assume(self.within(found[1], domain))
        return found

    def _new(self, domain: Domain) -> tuple[Domain, Int, Int]:
        if domain.constant is not None:
            value = self.terms.integer(domain.constant)
            return domain, value, value
        variable = self.terms.variable("part", bits_for(domain.lo, domain.hi))
        return domain, variable, self.terms.narrow(variable, domain.lo, domain.hi)

    def within(self, variable: Int, domain: Domain) -> Bool:
        """The value is one of the domain."""
        terms = self.terms
        if domain.values is not None:
            return terms.any(terms.equal(variable, terms.integer(value)) for value in sorted(domain.values))
        low, high = terms.integer(domain.lo), terms.integer(domain.hi)
        return terms.both(terms.at_most(low, variable), terms.at_most(variable, high))

    # ---- questions

    def possible(self, condition: Bool) -> bool:
        """Some values that the parts can have fulfil it."""
        if condition.op is Op.CONSTANT:
            return condition is self.terms.true
        if condition.number not in self._asked:
            self._asked[condition.number] = self.solver.satisfiable([condition])
        return self._asked[condition.number]

    def values(self, term: Int, guard: Bool, most: int, known: Domain | None = None) -> list[int] | None:
        """Those that the term can have besides the known ones; None if there are more than `most`."""
        terms = self.terms
        if term.op is Op.CONSTANT:
            return [] if known is not None and known.has(term.lo) else [term.lo]
        conditions = [guard]
        if known is not None:
            conditions.append(self.within(term, known).inverse)
        found: list[int] = []
        while terms.false not in conditions and self.solver.satisfiable(conditions):
            found.append(self.solver.value(term))
            if len(found) > most:
                return None
            conditions.append(terms.equal(term, terms.integer(found[-1])).inverse)
        return found

    # ---- growth

    def add(self, part: Part, value: Int, guard: Bool, within: Range) -> bool:
        """The part can also have this value, which is in that range; says whether that is new."""
        old = self.domains.get(part)
        if old is not None and old.has_all(value.lo, value.hi):
            return False
        if old is not None and old.values is None:
            new = self.values(value, guard, _FEW, old)
            if new == []:
                return False
            self.domains[part] = _whole(old, within)
            return True
        count = 0 if old is None or old.values is None else len(old.values)
        new = self.values(value, guard, MOST_VALUES - count, old)
        if new is None:
            self.domains[part] = _whole(old, within)
            return True
        if not new:
            return False
        values = frozenset(new) | (old.values or frozenset() if old is not None else frozenset())
        self.domains[part] = domain_of(values)
        return True


def _whole(old: Domain | None, within: Range) -> Domain:
    lo, hi = within
    return Domain(lo, hi) if old is None else Domain(min(old.lo, lo), max(old.hi, hi))


def bits_for(lo: int, hi: int) -> Range:
    width = width_of(lo, hi)
    return signed_range(width) if lo < 0 else unsigned_range(width)
