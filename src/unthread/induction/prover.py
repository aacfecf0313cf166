"""What no execution of a program violates, however often its loops iterate: `prove`.

In: a `Program` and properties. Out: an invariant by which no execution violates them, or why there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.induction.induction import Invariant, InvariantSearch, ReachedStates, is_inductive
from unthread.induction.model import TransitionModel, model_of
from unthread.induction.questions import Formulas, TimeIsUp
from unthread.induction.refusal import RefusedProgram
from unthread.induction.wording import text_of
from unthread.program.program import Program

_ABLE = frozenset(
    {Property.REACH, Property.LOCK, Property.ARITH, Property.MEMORY, Property.RACE, Property.DEADLOCK}
)
_MOST_STEPS, _FEW_STEPS = 60, 2  # that are looked ahead: for what is wanted, and for more than that
ENDING = frozenset({Property.LOCK, Property.ARITH, Property.MEMORY})  # executions that violate one end there
# Without `lock`: where it is not asked for, assertions of it that would let the program go on are left out.
USEFUL = frozenset({Property.ARITH, Property.MEMORY, Property.RACE})


@dataclass(frozen=True, slots=True)
class ProvedInvariant:
    """`threads` are the start routines, main first; `ending` properties may be violated, and executions that
    do are not followed any further."""

    properties: frozenset[Property]
    invariant: str
    threads: tuple[str, ...]
    ending: frozenset[Property]
    assumptions: tuple[str, ...]


def prove(
    program: Program, wanted: frozenset[Property], useful: frozenset[Property], is_over: Callable[[], bool]
) -> ProvedInvariant | str:
    """All that is wanted; and what is useful, if it can be proved."""
    if wanted - _ABLE:
        return f"{', '.join(sorted(wanted - _ABLE))}: not a property of single states"

    def tick() -> None:
        if is_over():
            raise TimeIsUp

    try:
        model = model_of(program, wanted, tick)
        return _proved(model, wanted, useful, is_over)
    except RefusedProgram as refusal:
        return str(refusal)
    except Unsupported as gap:
        return str(gap)
    except TimeIsUp:
        return "the time was not enough"


def _proved(
    model: TransitionModel,
    wanted: frozenset[Property],
    useful: frozenset[Property],
    is_over: Callable[[], bool],
) -> ProvedInvariant | str:
    unclaimed = model.spread.unclaimed
    if wanted & unclaimed:
        return (
            f"{', '.join(sorted(wanted & unclaimed))}: objects that may have ended are used through pointers"
        )
    doubtful = frozenset(bad.property for bad in model.relation.bad if bad.property is not None)
    failed = ""
    attempts = list(dict.fromkeys(_attempts(wanted, useful - unclaimed, doubtful)))
    for properties in attempts:
        formulas = Formulas(model.relation, properties, model.facts)
        most = _MOST_STEPS if properties == attempts[-1] else _FEW_STEPS
        found = InvariantSearch(formulas, is_over, most).run()
        if isinstance(found, Invariant):
            if not is_inductive(formulas, found.term, is_over):
                return "an invariant that is none"
            return ProvedInvariant(
                properties,
                text_of(found, formulas, model),
                _threads(model),
                (ENDING & (doubtful | unclaimed)) - properties,
                model.flat.assumptions,
            )
        failed = (
            f"a violation after {found.steps} steps" if isinstance(found, ReachedStates) else "none was found"
        )
    return failed


def _attempts(
    wanted: frozenset[Property], useful: frozenset[Property], doubtful: frozenset[Property]
) -> Iterator[frozenset[Property]]:
    """Executions need not end where nothing goes wrong that was not asked for. What nobody can say anything
    of, or what can go wrong, is left out sooner or later."""
    clear = wanted | (useful - doubtful)
    yield wanted | useful
    yield clear | (useful - ENDING)
    yield clear


def _threads(model: TransitionModel) -> tuple[str, ...]:
    names = [body.function.name for body in model.spread.bodies]
    return tuple(model.flat.routines.get(name, name) for name in names)
