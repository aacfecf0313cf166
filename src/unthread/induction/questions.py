"""Formulas of a `TransitionRelation` in the solver's words, state after state: `Formulas`; and `Asker`, one
solver."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable

import bitwuzla

from unthread.core.properties import Property
from unthread.engine.terms.nodes import Bool, Int
from unthread.engine.terms.solver import TermSolver
from unthread.induction.relation import TransitionRelation

Term = bitwuzla.Term
Kind = bitwuzla.Kind


class TimeIsUp(Exception):
    """The deadline has passed."""


class Words(TermSolver):
    """Terms → the solver's own, which are shared with other solvers."""

    @property
    def manager(self) -> bitwuzla.TermManager:
        return self._manager

    def of(self, term: Bool | Int) -> Term:
        return self._term(term)

    def sized(self, term: Int, width: int) -> Term:
        self._term(term)
        return self._sized(term, width)


class Formulas:
    """What holds of the states of an execution, by their number. `facts` are part of what is known of states;
    with `gaps`, what is not followed is bad."""

    def __init__(
        self,
        relation: TransitionRelation,
        properties: frozenset[Property],
        facts: Bool,
        with_gaps: bool = True,
    ) -> None:
        self.words = Words()
        self.manager = self.words.manager
        words, relation_ = self.words, relation
        self.now = [words.of(variable) for variable in relation_.now]
        self.inputs = [words.of(variable) for variable in relation_.inputs]
        self.after = [
            words.sized(value, variable.width)
            for variable, value in zip(relation_.now, relation_.after, strict=True)
        ]
        self.first = self.all(map(words.of, relation.first))
        self.domain = self.all(map(words.of, (*relation.domain, facts)))
        self.moves = self.any(map(words.of, relation.moves))
        self.bad = self.any(
            words.of(bad.condition)
            for bad in relation.bad
            if bad.property in properties or (with_gaps and bad.property is None)
        )
        self._states: list[list[Term]] = []
        self._inputs: list[list[Term]] = []

    # ---- building

    def all(self, terms: Iterable[Term]) -> Term:
        return self._joined(Kind.AND, [*terms], self.manager.mk_true())

    def any(self, terms: Iterable[Term]) -> Term:
        return self._joined(Kind.OR, [*terms], self.manager.mk_false())

    def _joined(self, kind: Kind, terms: list[Term], empty: Term) -> Term:
        if len(terms) > 1:
            return self.manager.mk_term(kind, terms)
        return terms[0] if terms else empty

    def none(self, term: Term) -> Term:
        return self.manager.mk_term(Kind.NOT, [term])

    # ---- states

    def state(self, number: int) -> list[Term]:
        while len(self._states) <= number:
            count = len(self._states)
            self._states.append(self._fresh(self.now, f"s{count}"))
            self._inputs.append(self._fresh(self.inputs, f"i{count}"))
        return self._states[number]

    def _fresh(self, terms: list[Term], name: str) -> list[Term]:
        return [self.manager.mk_const(term.sort(), f"{name}.{n}") for n, term in enumerate(terms)]

    def at(self, term: Term, number: int) -> Term:
        """Of the state of that number, and the inputs of the step that it begins."""
        pairs = dict(zip(self.now, self.state(number), strict=True))
        pairs |= dict(zip(self.inputs, self._inputs[number], strict=True))
        return self.manager.substitute_term(term, pairs)

    def back(self, term: Term, number: int) -> Term:
        """What was said of the state of that number, as said of the state before a step."""
        pairs = dict(zip(self.state(number), self.now, strict=True))
        return self.manager.substitute_term(term, pairs)

    def step(self, number: int) -> Term:
        """From that state to the next one."""
        equal = [
            self.manager.mk_term(Kind.EQUAL, [after, self.at(value, number)])
            for after, value in zip(self.state(number + 1), self.after, strict=True)
        ]
        return self.all([self.at(self.moves, number), *equal])


class Asker:
    """One solver, which stops at the deadline."""

    def __init__(self, formulas: Formulas, is_over: Callable[[], bool], interpolates: bool = False) -> None:
        options = bitwuzla.Options()
        options.set(bitwuzla.Option.PRODUCE_INTERPOLANTS, interpolates)
        self._solver = bitwuzla.Bitwuzla(formulas.manager, options)
        self._solver.configure_terminator(is_over)
        self.seconds = 0.0

    def add(self, *terms: Term) -> None:
        self._solver.assert_formula(*terms)

    def possible(self, *terms: Term) -> bool:
        """Something fulfils all that was added, and these."""
        started = time.process_time()
        result = self._solver.check_sat(*terms)
        self.seconds += time.process_time() - started
        if result == bitwuzla.Result.UNKNOWN:
            raise TimeIsUp
        return bool(result == bitwuzla.Result.SAT)

    def between(self, terms: Iterable[Term]) -> Term:
        """What follows from these of what was added, and contradicts the rest."""
        return self._solver.get_interpolant([*terms])
