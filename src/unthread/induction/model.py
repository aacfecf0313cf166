"""A `Program` → its finite system of states and steps, with as few places as possible: `model_of`.

Steps that no other thread notices where they come are no places of their own: what is known then is asked for
once more. docs/decisions/0022-induction.md says why nothing is lost.
"""

from __future__ import annotations

from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.engine.terms.nodes import Bool
from unthread.induction.facts import Facts
from unthread.induction.induction import is_inductive
from unthread.induction.questions import Formulas
from unthread.induction.refusal import Refused
from unthread.induction.relation import Relation, relation_of
from unthread.induction.system import MOST_STEPS, Builder, Place, Spread, Tick, too_early
from unthread.program.program import Program
from unthread.sequentialize.flatten import Flat, flatten

_DEPTH = 8  # of recursion: a program that needs more reaches a cut


@dataclass(frozen=True, slots=True)
class Model:
    """`facts` hold in all states that can be reached; whoever uses them asks for that once more. `merged`
    says how many steps are no places."""

    flat: Flat
    spread: Spread
    relation: Relation
    facts: Bool
    merged: int


def model_of(program: Program, properties: frozenset[Property], tick: Tick) -> Model:
    """`properties`: of other assertions, only those are left that end executions."""
    flat = flatten(program, _DEPTH, properties)
    builder = Builder(flat.program, tick)
    most = MOST_STEPS
    while True:
        spread = builder.run_first(most)
        builder.spread(spread, frozenset())
        early = too_early(spread.alone, spread.segments)
        if early is None:
            break
        most = early
    facts = Facts(spread, tick)
    quiet = frozenset(facts.leftovers())
    if quiet:
        _believe(spread, facts, tick)
        spread = builder.run_first(most)
        builder.spread(spread, quiet)
        facts = Facts(spread, tick)
    relation = relation_of(spread)
    return Model(flat, spread, relation, _all(facts, relation), len(quiet))


def _all(facts: Facts, relation: Relation) -> Bool:
    terms = facts.terms
    return terms.all(
        terms.implies(relation.stands(*place), facts.condition(place)) for place in facts.held
    )


def _believe(spread: Spread, facts: Facts, tick: Tick) -> None:
    """That steps are merged rests on facts, which are asked for in a solver of their own."""
    relation = relation_of(spread)
    formulas = Formulas(relation, frozenset(), _all(facts, relation), with_gaps=False)

    def is_over() -> bool:
        tick()
        return False

    if not is_inductive(formulas, formulas.domain, is_over):
        raise Refused("facts that do not hold")
