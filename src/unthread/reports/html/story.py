"""A trace as the data that the page shows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from unthread.core.trace import Effect, StepKind, Trace
from unthread.reports.html.locks import Bar, bars
from unthread.reports.html.memory import places
from unthread.reports.html.rows import PageRow, Rows, make_rows, turns
from unthread.reports.html.summary import place, summary
from unthread.reports.html.texts import Texts
from unthread.results.words import function_name


def story(trace: Trace) -> dict[str, Any]:
    """Fields of a row that are empty are left out, so that long traces stay small."""
    texts = Texts.of(trace)
    rows = make_rows(trace, texts)
    begins = turns(trace, rows)
    essential = trace.explanation.essential if trace.explanation else ()
    return {
        "summary": summary(trace, texts),
        "threads": [_thread(number, trace, rows, texts) for number in range(len(trace.threads))],
        "rows": [_row(number, trace, rows, texts) for number in range(len(rows.rows))],
        "essential": sorted({begins[number] for number in essential if number < len(begins)}),
        "decisive": [*_decisive(trace, rows)],
        "places": places(rows.rows),
        "locks": _locks(bars(trace), rows),
        "files": texts.data(),
    }


def _thread(number: int, trace: Trace, rows: Rows, texts: Texts) -> dict[str, Any]:
    start = trace.starts[number] if number < len(trace.starts) else None
    if start is None:
        return {"name": function_name(trace.threads[number])}
    row, where = rows.of_step.get(start.step), place(start.loc, texts)
    return {"name": function_name(trace.threads[number]), "starter": start.thread, "row": row, "place": where}


def _row(number: int, trace: Trace, rows: Rows, texts: Texts) -> dict[str, Any]:
    row = rows.rows[number]
    fields = {
        "thread": row.thread,
        "kind": row.kind,
        "text": row.text,
        "place": row.loc and place(row.loc, texts),
        "function": function_name(row.loc.function) if row.loc else "",
        "effects": [_effect(effect, row) for effect in row.effects],
        "note": row.note,
        "depth": row.depth,
        "starts": row.starts,
        "sees": _seen(number, trace, rows),
    }
    return {
        name: value for name, value in fields.items() if name == "thread" or value not in ("", [], None, 0)
    }


def _effect(effect: Effect, row: PageRow) -> list[str]:
    kind = "write" if effect.kind is StepKind.WRITE else "read"
    return [kind, effect.place, effect.value, effect.before, row.written]


def _seen(number: int, trace: Trace, rows: Rows) -> list[int]:
    """The rows that this one sees."""
    steps = rows.rows[number].steps
    if steps is None:
        return []
    seen = {
        rows.of_step.get(other) for step in range(steps[0], steps[1] + 1) for other in trace.steps[step].sees
    }
    return sorted(row for row in seen if row is not None and row != number)


def _decisive(trace: Trace, rows: Rows) -> Iterator[int]:
    """The rows of the two steps whose order decides."""
    if trace.explanation is not None and trace.explanation.decisive is not None:
        for step in trace.explanation.decisive:
            yield rows.of_step.get(step, len(rows.rows) - 1)


def _locks(found: list[Bar], rows: Rows) -> list[dict[str, Any]]:
    """One entry for each lock; a bar is a thread, the row that took it and the one that gave it back."""
    locks: dict[str, list[list[int | None]]] = {}
    for bar in found:
        last = None if bar.last is None else rows.first_from(bar.last)
        locks.setdefault(bar.lock, []).append([bar.thread, rows.first_from(bar.first), last])
    return [{"name": name, "bars": bars} for name, bars in locks.items()]
