"""A trace as rows: one for each step that a reader sees, with inputs between them and the violation last."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import replace
from itertools import accumulate

from unthread.core.properties import Participant, Property
from unthread.core.records import dataclass
from unthread.core.source import Loc, is_own
from unthread.core.trace import Effect, InputValue, Step, Trace
from unthread.program.library import OWN
from unthread.reports.html import words
from unthread.reports.html.texts import Texts
from unthread.results.words import input_text, is_declined, started_thread


@dataclass(frozen=True, slots=True)
class PageRow:
    """`steps` are the numbers of the first and the last step that it stands for, `loc` is None where there
    is not text of the program. `written` is the place as the program's text has it. `call` is set for what a
    library function does, which may take several steps."""

    thread: int
    loc: Loc | None
    kind: str
    text: str
    steps: tuple[int, int] | None = None
    effects: tuple[Effect, ...] = ()
    written: str = ""
    call: str = ""
    note: str = ""
    depth: int = 0
    starts: int | None = None


@dataclass(frozen=True, slots=True)
class Rows:
    """`of_step` is the row of each step that has one."""

    rows: tuple[PageRow, ...]
    of_step: dict[int, int]

    def first_from(self, step: int) -> int:
        """The row with which a turn begins whose first step this is."""
        steps = [*self.of_step]  # in order
        place = bisect_left(steps, step)
        return self.of_step[steps[place]] if place < len(steps) else len(self.rows) - 1


def make_rows(trace: Trace, texts: Texts) -> Rows:
    rows = _folded(_each(trace, texts))
    rows += _ending(trace)
    of_step = {
        step: at for at, row in enumerate(rows) if row.steps for step in range(row.steps[0], row.steps[1] + 1)
    }
    hidden = {number for number, step in enumerate(trace.steps) if not words.is_shown(step)}
    return Rows(tuple(rows), {step: at for step, at in of_step.items() if step not in hidden})


def turns(trace: Trace, rows: Rows) -> list[int]:
    """The row with which each slice of the schedule begins."""
    lengths = (piece.steps for piece in trace.schedule[:-1])
    return [rows.first_from(step) for step in accumulate(lengths, initial=0)]


def _each(trace: Trace, texts: Texts) -> Iterator[PageRow]:
    inputs = [value for value in trace.inputs if not (is_declined(value) or _is_told(value, trace))]
    for number, step in enumerate(trace.steps):
        while inputs and inputs[0].step <= number:
            yield _input(inputs.pop(0), trace)
        if words.is_shown(step):
            yield _step(number, step, trace, texts)
    yield from (_input(value, trace) for value in inputs)


def _input(value: InputValue, trace: Trace) -> PageRow:
    call = _asking_call(value, trace)
    text = f"{call.call} decides: {value.value}" if call else input_text(value)
    return PageRow(value.thread, _shown(value.loc), "input", text)


def _is_told(value: InputValue, trace: Trace) -> bool:
    """A choice of the library that is the usual one, or that a note tells of."""
    call = _asking_call(value, trace)
    return call is not None and (bool(call.note) or str(value.value) == "0")


def _asking_call(value: InputValue, trace: Trace) -> Step | None:
    """The step of a library function that asked for the value."""
    near = trace.steps[max(value.step - 1, 0) : value.step + 1]
    calls = (step for step in near if step.call and (step.thread, step.loc) == (value.thread, value.loc))
    return max(calls, key=lambda step: bool(step.note), default=None)


def _step(number: int, step: Step, trace: Trace, texts: Texts) -> PageRow:
    return PageRow(
        step.thread,
        _shown(step.loc),
        words.kind_of(step),
        words.text_of(step, trace, texts.line(step.loc.file, step.loc.line)),
        (number, number),
        words.effects_of(step),
        "" if OWN in step.text else step.text,
        "" if is_own(step.loc) else step.call,
        step.note,
        step.depth,
        started_thread(step),
    )


def _shown(loc: Loc) -> Loc | None:
    return None if is_own(loc) else loc


def _folded(rows: Iterator[PageRow]) -> list[PageRow]:
    """What a library function does without interruption is one row."""
    found: list[PageRow] = []
    for row in rows:
        if found and _goes_on(found[-1], row):
            found[-1] = _together(found[-1], row)
        else:
            found.append(row)
    return found


def _goes_on(last: PageRow, row: PageRow) -> bool:
    is_same = (last.thread, last.loc, last.call) == (row.thread, row.loc, row.call)
    return is_same and bool(row.call) and last.starts is None and row.starts is None


def _together(first: PageRow, last: PageRow) -> PageRow:
    assert first.steps is not None, "a call has steps"
    assert last.steps is not None, "a call has steps"
    note = "; ".join(dict.fromkeys(filter(None, (first.note, last.note))))
    effects = first.effects + last.effects
    return replace(first, steps=(first.steps[0], last.steps[1]), effects=effects, note=note)


def _ending(trace: Trace) -> list[PageRow]:
    """Where the other threads stand that have a part in the violation, then the violation."""
    violation = trace.violation
    others = [_standing(part, violation.property) for part in violation.participants[1:]]
    last = PageRow(violation.thread, _shown(violation.loc), "violation", words.heading(violation))
    return [*others, last]


def _standing(part: Participant, broken: Property) -> PageRow:
    if broken is Property.DEADLOCK:
        what = f"waits in {part.call or 'a loop'}" + (f" for {part.place}" if part.place else "")
    else:
        what = f"is about to {part.access} {part.place}" if part.access else "stands here"
    return PageRow(part.thread, _shown(part.loc), "standing", what)
