"""What a step did, in words: a kind for the eye, a text, and what it did to memory."""

from __future__ import annotations

from unthread.core.properties import Property, Violation
from unthread.core.source import is_own
from unthread.core.trace import Effect, Step, StepKind, Trace
from unthread.program.library import JOINS, OWN, TAKES
from unthread.results.words import call_at, function_name, started_thread, thread_name

_INTERNAL = ".__"  # begins the parts of a synchronization object
_KINDS = {StepKind.READ: "read", StepKind.WRITE: "write", StepKind.SECTION: "atomic", StepKind.WAIT: "wait"}


def heading(violation: Violation) -> str:
    """The message; where the participants tell the rest, only what they have in common."""
    parts = violation.participants
    if violation.property is Property.DEADLOCK and len(parts) > 1:
        return f"deadlock: {len(parts)} threads wait, and none can continue"
    if violation.property is Property.RACE and len(parts) > 1 and parts[0].place:
        return f"data race on {parts[0].place}"
    return violation.message


def is_shown(step: Step) -> bool:
    """What the library does on its own account is not."""
    if step.kind is StepKind.END:
        return True
    return not (is_own(step.loc) or (step.place.startswith(OWN) and not step.call))


def kind_of(step: Step) -> str:
    if step.kind is StepKind.END:
        return "end"
    if started_thread(step) is not None:
        return "start"
    if step.call:
        return _kind_of_call(step.call)
    return _KINDS.get(step.kind, str(step.kind))


def _kind_of_call(call: str) -> str:
    if "unlock" in call:
        return "unlock"
    if "wait" in call or call in JOINS:
        return "wait"
    return "lock" if call in TAKES else "call"


def text_of(step: Step, trace: Trace, line: str) -> str:
    """Empty where the effects say it all. `line` is that of the program's text."""
    match step.kind:
        case StepKind.END:
            return "the program ends" if step.thread == 0 and not step.call else "the thread ends"
        case _ if (born := started_thread(step)) is not None:
            return f"starts {thread_name(trace, born)}"
        case _ if step.call:
            return call_text(line, step.loc.column, step.call)
        case StepKind.WAIT:
            return "waits no longer"
        case StepKind.FREE:
            return "" if step.note else f"frees {step.place}"  # notes are shown by themselves
        case StepKind.PRINT:
            return "prints"
        case _:
            return ""


def effects_of(step: Step) -> tuple[Effect, ...]:
    """What the step did to the program's own objects."""
    found = step.effects
    if step.kind in (StepKind.READ, StepKind.WRITE) and step.place:
        found = (Effect(step.kind, step.place, step.value, step.before),)
    return tuple(item for item in found if _is_of_the_program(item.place))


def _is_of_the_program(place: str) -> bool:
    return not place.startswith(OWN) and _INTERNAL not in place


def call_text(line: str, column: int, name: str) -> str:
    """The call as the program's text has it; the function's name, if that is not known."""
    found = call_at(line, column)
    return found.text if found else function_name(name)
