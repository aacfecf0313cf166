"""Whether no state that is bad can be reached, however many steps are taken: `search`.

    bounded search    a violation after few steps ends it: others will find it
    one step          nothing bad within what is known of the state
    interpolation     from where executions begin, step by step: what follows of the states, said so that from
                      there nothing bad is reached soon; when that adds nothing new, it is an invariant

The invariant is not believed. `is_inductive` asks three plain questions in a solver of their own.
"""

from __future__ import annotations

from collections.abc import Callable

import bitwuzla

from unthread.core.records import dataclass
from unthread.induction.questions import Asker, Formulas, TimeIsUp

_MOST_ROUNDS = 60  # of strengthening before more steps are looked at

Term = bitwuzla.Term


@dataclass(frozen=True, slots=True)
class Invariant:
    """Of the state before a step. `by` says how it was found."""

    term: Term
    by: str


@dataclass(frozen=True, slots=True)
class ReachedStates:
    """A bad state after so many steps."""

    steps: int


class InvariantSearch:
    """`most`: so many steps are looked ahead."""

    def __init__(self, formulas: Formulas, is_over: Callable[[], bool], most: int) -> None:
        self.formulas = formulas
        self.is_over = is_over
        self.most = most

    def run(self) -> Invariant | ReachedStates | None:
        """None: neither was found."""
        formulas = self.formulas
        if self._asker(formulas.at(formulas.first, 0)).possible(self._bad(0)):
            return ReachedStates(0)
        if not self._asker(formulas.at(formulas.domain, 0)).possible(self._bad(0)):
            return Invariant(formulas.domain, "values")
        steps = 1
        while steps <= self.most:
            if self.is_over():
                raise TimeIsUp
            found = self._from(steps)
            if found is not None:
                return found
            steps += 1 if steps < 6 else 2
        return None

    def _asker(self, *terms: Term, interpolates: bool = False) -> Asker:
        asker = Asker(self.formulas, self.is_over, interpolates)
        asker.add(*terms)
        return asker

    def _bad(self, number: int) -> Term:
        return self.formulas.at(self.formulas.bad, number)

    def _good(self, number: int) -> Term:
        formulas = self.formulas
        return formulas.all([formulas.at(formulas.domain, number), formulas.none(self._bad(number))])

    def _from(self, steps: int) -> Invariant | ReachedStates | None:
        """Looking so many steps ahead."""
        formulas = self.formulas
        reached = formulas.first
        rest = [formulas.step(number) for number in range(1, steps)]
        rest += [formulas.at(formulas.domain, number) for number in range(1, steps + 1)]
        rest.append(formulas.any(self._bad(number) for number in range(1, steps + 1)))
        for number in range(_MOST_ROUNDS):
            begin = formulas.all([formulas.at(reached, 0), formulas.at(formulas.domain, 0)])
            one = formulas.all([begin, formulas.step(0)])
            other = formulas.all(rest)
            asker = self._asker(one, other, interpolates=True)
            if asker.possible():
                return ReachedStates(steps) if number == 0 else None
            found = formulas.back(asker.between([one]), 1)
            if not self._asker(formulas.domain, found).possible(formulas.none(reached)):
                return Invariant(formulas.all([formulas.domain, reached]), "interpolation")
            reached = formulas.any([reached, found])
        return None


def is_inductive(formulas: Formulas, invariant: Term, is_over: Callable[[], bool]) -> bool:
    """It holds at first, each step keeps it, and where it holds nothing is bad."""

    def impossible(*terms: Term) -> bool:
        asker = Asker(formulas, is_over)
        asker.add(*terms)
        return not asker.possible()

    none, here, after = formulas.none, formulas.at(invariant, 0), formulas.at(invariant, 1)
    return (
        impossible(formulas.at(formulas.first, 0), none(here))
        and impossible(here, formulas.step(0), none(after))
        and impossible(here, formulas.at(formulas.bad, 0))
    )
