"""A `Program` → its finite system of states and steps, with as few places as possible: `model_of`.

Steps that no other thread notices where they come are no places of their own: what is known then is asked for
once more. docs/decisions/0022-induction.md says why nothing is lost.
"""

from __future__ import annotations

from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.engine.terms.nodes import Bool
from unthread.induction.facts import InductiveFacts
from unthread.induction.induction import is_inductive
from unthread.induction.movers import leftovers
from unthread.induction.product import Product, TooMany, product_of
from unthread.induction.questions import Formulas
from unthread.induction.refusal import RefusedProgram
from unthread.induction.relation import TransitionRelation, relation_of
from unthread.induction.system import MOST_STEPS, Place, Spread, SystemBuilder, Tick, too_early
from unthread.program.program import Program
from unthread.sequentialize.flatten import Flat, flatten

_DEPTH = 8  # of recursion: a program that needs more reaches a cut


@dataclass(frozen=True, slots=True)
class TransitionModel:
    """`facts` hold in all states that can be reached, and are what is `known`; whoever uses them asks for
    that once more. `merged` says how many steps are no places."""

    flat: Flat
    spread: Spread
    relation: TransitionRelation
    facts: Bool
    known: InductiveFacts | Product
    merged: int


def model_of(program: Program, properties: frozenset[Property], tick: Tick) -> TransitionModel:
    """`properties`: of other assertions, only those are left that end executions."""
    flat = flatten(program, _DEPTH, properties)
    return _Modeler(flat, tick).model()


class _Modeler:
    def __init__(self, flat: Flat, tick: Tick) -> None:
        self.flat = flat
        self.tick = tick
        self.builder = SystemBuilder(flat.program, tick)
        self.most = MOST_STEPS

    def model(self) -> TransitionModel:
        quiet: frozenset[Place] = frozenset()
        spread = self._spread_at_first()
        facts = InductiveFacts(spread, self.tick)
        more = frozenset(leftovers(spread, facts.together))
        relation = relation_of(spread)
        known: InductiveFacts | Product = facts
        while more:
            self._believe(relation, known.all(relation))
            quiet |= more
            spread = self._spread(quiet)
            relation, more = relation_of(spread), frozenset()
            try:
                combined = product_of(spread, self.tick)
            except TooMany:
                known = InductiveFacts(spread, self.tick)
            else:
                known = combined
                more = frozenset(leftovers(spread, combined.together)) - quiet
        return TransitionModel(self.flat, spread, relation, known.all(relation), known, len(quiet))

    def _spread(self, quiet: frozenset[Place]) -> Spread:
        spread = self.builder.run_first(self.most)
        self.builder.spread(spread, quiet)
        return spread

    def _spread_at_first(self) -> Spread:
        while True:
            spread = self._spread(frozenset())
            early = too_early(spread.alone, spread.segments)
            if early is None:
                return spread
            self.most = early

    def _believe(self, relation: TransitionRelation, known: Bool) -> None:
        """That steps are merged rests on facts, which are asked for in a solver of their own."""
        formulas = Formulas(relation, frozenset(), known, with_gaps=False)

        def is_over() -> bool:
            self.tick()
            return False

        if not is_inductive(formulas, formulas.domain, is_over):
            raise RefusedProgram("facts that do not hold")
