"""A verdict as data: the word, what it says, and what was covered."""

from __future__ import annotations

from typing import Any, assert_never

from unthread.core.verdict import Coverage, NoBugFound, PlaceKind, Safe, Unknown, Unsafe, Verdict, Visit
from unthread.reports.html.summary import place
from unthread.reports.html.texts import Texts
from unthread.reports.html.words import heading
from unthread.results.verdict_text import asked, coverage_rows, extent, next_steps

_IN_LEDGER = (PlaceKind.ASSERTION, PlaceKind.THREAD, PlaceKind.END)


def answer_of(verdict: Verdict) -> dict[str, Any]:
    match verdict:
        case Safe(coverage):
            return _answer("SAFE", "good", f"no execution violates {asked(coverage, 'or')}", coverage)
        case NoBugFound(coverage, stopped):
            text = f"no violation of {asked(coverage, 'or')} within the limits below"
            hints = [*([f"The search stopped: {stopped}"] if stopped else []), *_try(coverage, stopped)]
            return _answer("NO BUG FOUND", "warn", text, coverage, hints)
        case Unknown(_, reason, loc, hint, searched):
            text = f"{loc}: {reason}" if loc else reason
            hints = [hint] if hint else []
            if searched is not None:
                hints.append(f"Apart from that, no violation was found in {extent(searched)}.")
            return _answer("UNKNOWN", "warn", text, searched, hints)
        case Unsafe(traces, searched):
            return _answer("UNSAFE", "bad", heading(traces[0].violation), searched)
        case _:
            assert_never(verdict)


def _answer(
    word: str, mood: str, text: str, coverage: Coverage | None, hints: list[str] | None = None
) -> dict[str, Any]:
    found = None if coverage is None else _coverage(coverage)
    return {"verdict": word, "mood": mood, "heading": text, "hints": hints or [], "coverage": found}


def _try(coverage: Coverage, stopped: str) -> list[str]:
    return [f"Try next: {text}" for text in next_steps(coverage, stopped)]


def _coverage(coverage: Coverage) -> dict[str, Any]:
    visits = coverage.ledger
    lines = [visit for visit in visits if visit.place.kind is PlaceKind.LINE]
    texts = Texts({}, dict.fromkeys(visit.place.loc.file for visit in visits))
    said = [(label, [*rows]) for label, rows in coverage_rows(coverage)]
    bounds = coverage.bounds
    return {
        "rows": [[label, rows] for label, rows in said if rows and label != "unreached"],
        "bounds": {"iterations": bounds.unwind, "depth of calls": bounds.depth, "threads": bounds.threads},
        "complete": coverage.complete,
        "ledger": [_visit(visit, texts) for visit in visits if visit.place.kind in _IN_LEDGER],
        "lines": [_visit(visit, texts) for visit in lines],
        "files": texts.data(),
    }


def _visit(visit: Visit, texts: Texts) -> dict[str, Any]:
    return {
        "what": visit.place.what,
        "place": place(visit.place.loc, texts),
        "reached": visit.is_reached,
        "threads": list(visit.threads),
    }
