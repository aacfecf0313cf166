"""A trace as a list of moments: what each thread did, in order and in words, up to the violation.

In: a `Trace`. Out: `Moment`s, from which SARIF and Mermaid make their texts. What a library function does
inside is one moment; what the library does on its own is none. The program's text is taken from the trace,
so that the files may have changed or be gone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from unthread.core.properties import Held, Participant, Related, holder_text
from unthread.core.records import dataclass
from unthread.core.source import Loc, is_own
from unthread.core.trace import Effect, InputValue, Step, StepKind, Trace
from unthread.program.library import OWN, TAKES
from unthread.results.words import (
    call_text,
    function_name,
    input_text,
    is_declined,
    started_thread,
    thread_name,
    user_frames,
    user_position,
)


@dataclass(frozen=True, slots=True)
class Moment:
    """`what` a thread did at a position, None where there is no text of the user's. `number` is that of the
    first of its steps; inputs have that of the step that they come before. `started` is the thread that it
    started. `values`: places, and what is in them afterwards; `sees`: the numbers of the steps whose effect
    it sees."""

    thread: int
    loc: Loc | None
    what: str
    number: int
    depth: int = 0
    started: int | None = None
    values: tuple[tuple[str, str], ...] = ()
    sees: tuple[int, ...] = ()
    is_violation: bool = False


def moments(trace: Trace) -> Iterator[Moment]:
    """The last one is the violation."""
    inputs = [value for value in trace.inputs if not _is_hidden(value)]
    for _, group in groupby(enumerate(trace.steps), key=_action):
        steps = list(group)
        number = steps[0][0]
        while inputs and inputs[0].step <= number:
            yield _asked(inputs.pop(0))
        moment = _moment(number, [step for _, step in steps], trace)
        if moment is not None:
            yield moment
    yield from map(_asked, inputs)
    violation = trace.violation
    yield Moment(
        violation.thread,
        user_position(violation.loc, violation.stack),
        violation.message,
        len(trace.steps),
        depth=max(len(user_frames(violation.stack)) - 1, 0),
        values=violation.values,
        is_violation=True,
    )


def _action(numbered: tuple[int, Step]) -> tuple[object, ...]:
    """Steps of one call of a library function belong together, but for those that start or end threads."""
    number, step = numbered
    if not step.call or step.kind is StepKind.END:
        return (number,)
    return step.thread, step.loc, step.call, started_thread(step)


def _is_hidden(value: InputValue) -> bool:
    """A thread that iterates as it would anyway, or a choice of a library function, whose note tells it."""
    return is_declined(value) or bool(value.call)


def _asked(value: InputValue) -> Moment:
    loc = None if is_own(value.loc) else value.loc
    return Moment(value.thread, loc, input_text(value), value.step, value.depth)


def _moment(number: int, steps: Sequence[Step], trace: Trace) -> Moment | None:
    step = steps[0]
    if step.kind is StepKind.END:
        what = step.note or "the thread ends"
        return Moment(step.thread, None, what, number)
    if is_own(step.loc) or (step.place.startswith(OWN) and not step.call):
        return None
    born = next(filter(None, map(started_thread, steps)), None)
    what = _what(step, trace) if born is None else f"starts {thread_name(trace, born)}"
    notes = ", ".join(dict.fromkeys(item.note for item in steps if item.note))
    said = f"{what}: {notes}" if notes and notes != what else what
    sees = tuple(dict.fromkeys(number for item in steps for number in item.sees))
    return Moment(step.thread, step.loc, said, number, step.depth, born, _values(step), sees)


def _values(step: Step) -> tuple[tuple[str, str], ...]:
    if step.call:
        return ()
    if step.kind in (StepKind.READ, StepKind.WRITE):
        return ((step.place, step.value),) if step.place else ()
    return tuple((effect.place, effect.value) for effect in _own_effects(step) if effect.place)


def _own_effects(step: Step) -> Iterator[Effect]:
    return (effect for effect in step.effects if not effect.place.startswith(OWN))


def _what(step: Step, trace: Trace) -> str:
    if step.call:
        return call_text(step, trace)
    match step.kind:
        case StepKind.READ | StepKind.WRITE:
            return _access(step.kind, _named(step), step.value, step.before)
        case StepKind.SECTION:
            done = (_access(item.kind, item.place, item.value, item.before) for item in _own_effects(step))
            return ": ".join(filter(None, ("atomic", ", ".join(done))))
        case StepKind.WAIT:
            return "continues after waiting"
        case StepKind.FREE:
            return step.note or f"frees {step.place}"
        case StepKind.PRINT:
            return "prints"
        case _:
            return str(step.kind)


def _named(step: Step) -> str:
    """The place, and how the program's text calls it; macros of unthread's own headers are not that text."""
    if not step.text or step.text == step.place or OWN in step.text:
        return step.place
    return f"{step.text} ({step.place})"


def _access(kind: StepKind, place: str, value: str, before: str) -> str:
    if kind is not StepKind.WRITE:
        return f"reads {place}: {value}" if place else "reads"
    if not place:
        return "writes"
    return f"writes {place}: {before} -> {value}" if before else f"writes {place}: {value}"


# What surrounds a violation


def participant_text(part: Participant, others: Iterable[Participant]) -> str:
    """What the thread does at its position, and what it holds."""
    text = f"thread {part.thread} ({function_name(part.routine)})"
    if part.access:
        text += f": {part.access}" + (f" of {part.place}" if part.place else "")
    elif part.call:
        text += f" waits in {part.call}" + (f" for {part.place}" if part.place else "")
        text += holder_text(part, others) if _waits_for_lock(part) else ""
    holds = ", ".join(held.lock for held in part.holds)
    return f"{text}, holding {holds}" if holds else text


def _waits_for_lock(part: Participant) -> bool:
    return part.waits_for is not None and part.call in TAKES


def held_text(part: Participant, held: Held) -> str:
    return f"thread {part.thread} ({function_name(part.routine)}) took the {held.sort} {held.lock}"


def related_text(item: Related) -> str:
    return item.what if item.thread is None else f"{item.what} by thread {item.thread}"
