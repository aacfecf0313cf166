"""A violation in words: who has a part in it (`details`), and why it comes about (`why`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from unthread.core.properties import LEAKS, Frame, Participant, Property, Violation, holder_text
from unthread.core.source import Loc, is_own
from unthread.core.trace import (
    Explanation,
    HeapObject,
    Schedule,
    Step,
    StepKind,
    Trace,
    format_schedule,
)
from unthread.program.library import OWN
from unthread.results.rows import last_of_threads
from unthread.results.words import function_name, thread_name

_STACK_TOP, _STACK_BOTTOM = 10, 3  # how much of a long call stack is shown
_LONG_SCHEDULE = 40  # slices


def details(trace: Trace) -> Iterator[str]:
    """Lines of text, each indented."""
    violation = trace.violation
    if violation.values:
        yield f"  where {', '.join(f'{text} = {value}' for text, value in violation.values)}"
    if violation.property is Property.DEADLOCK:
        yield from _cycle(trace)
    for part in violation.participants:
        yield from _participant(trace, part)
    yield from _objects(trace)


def _participant(trace: Trace, part: Participant) -> Iterator[str]:
    property = trace.violation.property
    name = f"thread {part.thread} ({function_name(part.routine)})"
    if property is Property.RACE:
        yield f"  {part.access} of {part.place} by {name}:"
        yield from _stack("    in", part.stack)
    elif property is Property.DEADLOCK:
        yield f"  {name} waits{_awaited(trace, part)}:"
        yield from _stack("    in", part.stack)
    else:
        yield from _stack(f"  {name}, in", part.stack)
        yield from [f"    uses {part.place}"] * (property is Property.LOCK and bool(part.place))
        yield from [f"    {part.access}s {part.place}"] * (property is Property.MEMORY and bool(part.place))
    for held in part.holds:
        yield f"    holds {held.lock} ({held.sort}, locked at {place(held.loc)})"
    if not part.holds and property in (Property.RACE, Property.DEADLOCK):
        yield "    holds no lock"
    start = trace.starts[part.thread] if part.thread < len(trace.starts) else None
    if start and property is Property.RACE:
        creator = thread_name(trace, start.thread)
        yield f"    started by {creator} at {place(start.loc)}"


def _awaited(trace: Trace, part: Participant) -> str:
    if part.waits_for is not None and part.place.startswith("the end of"):
        return f" for the end of {thread_name(trace, part.waits_for)}"
    if not part.place:
        return ""
    holder = holder_text(part, trace.violation.participants) if part.waits_for is not None else ""
    return f" for {part.place}{holder}"


def _cycle(trace: Trace) -> Iterator[str]:
    """Who waits for whom, as a picture."""
    waits = {part.thread: part for part in trace.violation.participants}
    for start in waits:
        chain = _chain(waits, start)
        if chain is not None:
            arrows = "".join(f"thread {part.thread} --[{part.place}]--> " for part in chain)
            yield f"  {arrows}thread {start}"
            return


def _chain(waits: dict[int, Participant], start: int) -> list[Participant] | None:
    """Those that wait for each other, from `start` back to it."""
    found: list[Participant] = []
    at: int | None = start
    while at in waits and waits[at] not in found:
        found.append(waits[at])
        at = waits[at].waits_for
    return found if at == start else None


def _of_threads(trace: Trace) -> Iterator[HeapObject]:
    """Not those of the sequential runs that operations were compared with."""
    steps = trace.steps[: last_of_threads(trace) + 1]
    used = [step.place + step.value + "".join(item.place for item in step.effects) for step in steps]
    for heap in trace.objects:
        if trace.source.linearizable is None or any(re.search(rf"{heap.name}\b", text) for text in used):
            yield heap


def _objects(trace: Trace) -> Iterator[str]:
    """Where the object of the violation comes from, and the heap objects that were named."""
    named = {heap.loc for heap in trace.objects}
    told = {item.loc for item in trace.violation.related if item.what == "allocated"} & named
    for item in () if told else trace.violation.related:
        by = "" if item.thread is None else f" by {thread_name(trace, item.thread)}"
        yield f"  {item.what}{by} at {place(item.loc)}"
    is_lost = trace.violation.property in LEAKS
    for heap in _of_threads(trace):
        yield f"  {heap_text(heap)}" + ("; never freed" if is_lost and not heap.freed else "")


def heap_text(heap: HeapObject) -> str:
    """What a heap object is, and where it comes from."""
    kind = f"{heap.type}, " if heap.type else ""
    size = f"{heap.size} byte{'s' * (heap.size != 1)}"
    freed = f"; freed by thread {heap.freed[0]} at {place(heap.freed[1])}" if heap.freed else ""
    return f"{heap.name}: {kind}{size}, allocated by thread {heap.thread} at {place(heap.loc)}{freed}"


def _stack(start: str, stack: Sequence[Frame]) -> Iterator[str]:
    frames = list(_user_frames(stack))
    indent = " " * (len(start) - len(start.lstrip()))
    for number, (frame, is_library) in enumerate(frames):
        if _STACK_TOP <= number < len(frames) - _STACK_BOTTOM:
            if number == _STACK_TOP:
                yield f"{indent}... {len(frames) - _STACK_TOP - _STACK_BOTTOM} more calls"
            continue
        yield f"{start} {function_name(frame.function)}" + ("" if is_library else f" ({frame.loc})")
        start = f"{indent}called from"


def _user_frames(stack: Sequence[Frame]) -> Iterator[tuple[Frame, bool]]:
    """The frames of the user's functions, and of the library functions that those call."""
    inner: Frame | None = None
    for frame in stack:
        if frame.function.startswith(OWN):  # what calls main
            continue
        if is_own(frame.loc):
            inner = frame
            continue
        if inner is not None:
            yield inner, True
        yield frame, False
        inner = None


def place(loc: Loc) -> str:
    """Short: the path stands with the violation."""
    return f"{Path(loc.file).name}:{loc.line}"


# Why


def why(trace: Trace) -> Iterator[str]:
    """Sentences that every report has: they name threads and positions, not numbers of rows."""
    found = trace.explanation
    freed = next((item for item in trace.violation.related if item.what == "freed"), None)
    decisive = found.decisive if found else None
    is_told = (
        freed and decisive and decisive[0] < len(trace.steps) and trace.steps[decisive[0]].loc == freed.loc
    )
    if freed and freed.thread is not None and freed.thread != trace.violation.thread and not is_told:
        name = thread_name(trace, freed.thread)
        yield f"{name} has freed it at {place(freed.loc)}"
    if trace.violation.property is Property.RACE:
        yield _unordered(trace.violation)
    if found is None:
        return
    yield from _wakeups(trace, found.spurious)
    if trace.violation.property is not Property.RACE:  # any order of the two is one in which they may meet
        yield from _order(trace, found, freed is not None)
    if found.protection:
        guarded = found.protection
        where = ", ".join(sorted({place(loc) for _, loc in guarded.without}))
        others = f"{guarded.holding} other access{'es' * (guarded.holding > 1)} of {guarded.place}"
        yield f"{others} hold{'s' * (guarded.holding == 1)} {guarded.lock}, but not at {where}"


def _wakeups(trace: Trace, spurious: Sequence[int]) -> Iterator[str]:
    for number in spurious:
        if number < len(trace.inputs):
            woken = trace.inputs[number]
            whose = f"{thread_name(trace, woken.thread)} wakes up spuriously at {place(woken.loc)}"
            yield f"{whose}; without that, it does not happen in this order"


def _order(trace: Trace, found: Explanation, is_freed: bool) -> Iterator[str]:
    """Which order of threads it takes."""
    if found.decisive:
        first, second = (_did(trace, number) for number in found.decisive)
        instead = "the order is reversed"
        if found.is_missing:
            instead = f"{_name_of(trace, found.decisive[0])} does not reach it"
        yield f"{first} before {second}; in the nearest schedule that passes, {instead}"
    elif found.early:
        number, thread, loc = found.early
        yield f"{_did(trace, number)} before {_reaches(trace, thread, loc)}"
    elif found == Explanation() and len(trace.schedule) > 1:
        yield "no single context switch decides: leaving out or moving any one of them does not avoid it"
    elif not is_freed:
        yield from _switches(trace, found.essential)


def _unordered(violation: Violation) -> str:
    """Why two accesses may come together."""
    held = [{item.lock for item in part.holds} for part in violation.participants]
    common = sorted(set.intersection(*held)) if held else []
    if common:
        return f"{common[0]} is held at both accesses, but not by one thread alone"
    locks = "no lock is held at both accesses" if any(held) else "neither thread holds a lock at its access"
    return f"{locks}, and nothing else orders the two"


def _reaches(trace: Trace, thread: int, loc: Loc) -> str:
    """Where the thread has been already, in this line or right there, that is told."""
    been = {step.loc for step in trace.steps if step.thread == thread}
    where = place(loc)
    if loc in been:
        where += " again"
    elif where in map(place, been):
        where += f":{loc.column}"
    return f"{thread_name(trace, thread)} reaches {where}"


def _name_of(trace: Trace, number: int) -> str:
    """Of the thread that takes step `number`."""
    return thread_name(trace, trace.steps[number].thread)


def _did(trace: Trace, number: int) -> str:
    """What a step did; that which breaks the property is not among the steps. Where its thread does so
    several times, for which time."""
    if number >= len(trace.steps):
        violation = trace.violation
        return f"{thread_name(trace, violation.thread)} reaches {place(violation.loc)}"
    step = trace.steps[number]
    if step.call:
        what = f"calls {function_name(step.call)}"
    elif step.kind is StepKind.FREE:
        what = f"leaves the scope of {step.place}"
    elif step.kind is StepKind.WRITE:
        what = f"writes {step.place}"
    elif step.kind is StepKind.READ:
        what = f"reads {step.place}"
    else:
        places = (effect.place for effect in step.effects if not effect.place.startswith(OWN))
        what = f"updates {', '.join(dict.fromkeys(places))}"
    return f"{thread_name(trace, step.thread)} {what} at {place(step.loc)}{_time(trace, number)}"


def _time(trace: Trace, number: int) -> str:
    step = trace.steps[number]
    alike = [n for n, other in enumerate(trace.steps) if _is_alike(step, other)]
    return f" for the {ordinal(alike.index(number) + 1)} time" if len(alike) > 1 else ""


def _is_alike(one: Step, other: Step) -> bool:
    """For a reader."""
    here, there = ((s.thread, s.kind, place(s.loc), s.call, s.place) for s in (one, other))
    return here == there


def ordinal(number: int) -> str:
    """`1st`, `2nd`, `11th`."""
    tens = number // 10 % 10 == 1
    return f"{number}{'th' if tens else {1: 'st', 2: 'nd', 3: 'rd'}.get(number % 10, 'th')}"


def _switches(trace: Trace, essential: Sequence[int]) -> Iterator[str]:
    """Those that cannot be left out."""
    found = [_switch(trace, number) for number in essential if 0 < number < len(trace.schedule)]
    if found:
        yield f"this needs the context switch{'es' * (len(found) > 1)} {', '.join(found)}"


def _switch(trace: Trace, number: int) -> str:
    """Before slice `number` of the schedule."""
    before, after = trace.schedule[number - 1].thread, trace.schedule[number].thread
    taken = sum(part.steps for part in trace.schedule[:number])
    own = (step for step in reversed(trace.steps[:taken]) if step.thread == before and not is_own(step.loc))
    last = next(own, None)
    return f"from thread {before} to thread {after}" + (f" after {place(last.loc)}" if last else "")


# How to see it again


def schedules(trace: Trace) -> Iterator[str]:
    """That of the execution, and the nearest one that passes."""
    before = f" after {trace.ahead.steps:,} steps of main" if trace.ahead else ""
    yield f"schedule {_short(trace.schedule)} (thread:steps){before}, replayed"
    if trace.explanation and trace.explanation.passing:
        yield f"nearest schedule that passes: {_short(trace.explanation.passing)}"


def _short(schedule: Schedule) -> str:
    """A long one, which the trace has, without its middle."""
    if len(schedule) <= _LONG_SCHEDULE:
        return format_schedule(schedule)
    first, last = schedule[: _LONG_SCHEDULE - 8], schedule[-6:]
    return f"{format_schedule(first)},...,{format_schedule(last)} ({len(schedule)} slices, all in the trace)"
