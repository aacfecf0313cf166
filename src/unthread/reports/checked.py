"""What a report is about: a verdict, the program, and what was asked of it in the words of SV-COMP."""

from __future__ import annotations

from collections.abc import Iterable

from unthread.core.properties import Property, Violation, ViolationKind
from unthread.core.records import dataclass
from unthread.core.source import Source
from unthread.core.trace import Trace
from unthread.core.verdict import Unsafe, Verdict
from unthread.results.replay import digest
from unthread.svcomp.properties import Goal, check_formula

_REACH = ("G ! call(reach_error())", "G ! call(__assert_fail())")
_UNDEFINED = "G def-behavior"
_GOALS = {
    Property.DEADLOCK: (Goal.NO_DEADLOCK,),
    Property.RACE: (Goal.NO_DATA_RACE,),
    Property.MEMORY: (Goal.VALID_FREE, Goal.VALID_DEREF),
    Property.LEAK: (Goal.VALID_MEMTRACK,),
    Property.LEAK_ALL: (Goal.VALID_MEMCLEANUP,),
    Property.ARITH: (Goal.NO_OVERFLOW,),
}
_KINDS = {
    ViolationKind.DEADLOCK: Goal.NO_DEADLOCK,
    ViolationKind.RACE: Goal.NO_DATA_RACE,
    ViolationKind.ACCESS: Goal.VALID_DEREF,
    ViolationKind.CALL: Goal.VALID_DEREF,
    ViolationKind.FREE: Goal.VALID_FREE,
    ViolationKind.LEAK: Goal.VALID_MEMCLEANUP,
    ViolationKind.OVERFLOW: Goal.NO_OVERFLOW,
}


@dataclass(frozen=True, slots=True)
class Checked:
    """`specification`: the lines of the property file, if there is one. `stored`: the file that the trace is
    written to."""

    verdict: Verdict
    source: Source
    seconds: float = 0.0
    specification: tuple[str, ...] = ()
    stored: str = ""

    @property
    def traces(self) -> tuple[Trace, ...]:
        return self.verdict.traces if isinstance(self.verdict, Unsafe) else ()

    @property
    def digests(self) -> tuple[str, ...]:
        return self.traces[0].digests if self.traces else tuple(map(digest, self.source.files))

    def violated(self, trace: Trace) -> tuple[str, ...]:
        """What was asked, or what is violated here."""
        return self.specification or (violated_formula(trace.violation),)

    def proved(self, properties: Iterable[Property]) -> tuple[str, ...]:
        return self.specification or asked_formulas(properties)


def violated_formula(violation: Violation) -> str:
    """What does not hold. An assertion calls a function if it fails; C or the library's standard leave open
    what other violations do."""
    match violation.kind:
        case ViolationKind.ERROR_CALL:
            return _check(f"G ! call({violation.function}())")
        case ViolationKind.ERROR_LABEL:
            return _check("G ! label(ERROR)")
        case ViolationKind.ASSERTION if violation.property is Property.REACH:
            return _check("G ! call(__assert_fail())")
        case ViolationKind.LEAK if violation.property is Property.LEAK:
            return check_formula(Goal.VALID_MEMTRACK)
        case kind if kind in _KINDS:
            return check_formula(_KINDS[kind])
    return _check(_UNDEFINED)


def asked_formulas(properties: Iterable[Property]) -> tuple[str, ...]:
    asked = {*properties}
    found = [*map(_check, _REACH)] if Property.REACH in asked else []
    return *found, *(check_formula(goal) for item, goals in _GOALS.items() if item in asked for goal in goals)


def _check(formula: str) -> str:
    return f"CHECK( init(main()), LTL({formula}) )"
