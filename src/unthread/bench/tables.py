"""The tables of a suite as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from unthread.bench.journal import SuiteRun
from unthread.bench.score import LONG, Ratio, ScoreMark, ScoreRow, disagreements, ratios_of, rows_of

HEAD = ("family", "tool", "programs", *ScoreMark, "CPU s", "mean s")


def as_text(title: str, runs: Sequence[SuiteRun]) -> str:
    parts = [title, _table([HEAD, *map(cells_of, rows_of(runs))])]
    parts += [ratio_text(ratio) for ratio in ratios_of(runs)]
    wrong = disagreements(runs)
    parts += ["wrong answers:"] if wrong else []
    parts += [f"  {run.tool}: {run.program}: {run.outcome.said}, expected {run.expected}" for run in wrong]
    return "\n".join(parts) + "\n"


def cells_of(row: ScoreRow) -> tuple[str, ...]:
    marks = (str(row.marks[mark]) if row.marks[mark] else "" for mark in ScoreMark)
    mean = "" if row.mean is None else f"{row.mean:.2f}"
    return (row.family, row.tool, str(row.programs), *marks, f"{row.cpu:.1f}", mean)


def ratio_text(ratio: Ratio) -> str:
    if ratio.mean is None:
        return f"{ratio.tool} and {ratio.other}: there is no program on which both are right"
    text = (
        f"{ratio.other} takes {ratio.mean:.2f} times as long as {ratio.tool} "
        f"(geometric mean of {ratio.both}, from {ratio.least:.2f} to {ratio.most:.1f})"
    )
    if ratio.long_mean is not None:
        text += f"; {ratio.long_mean:.2f} times on the {ratio.long} where one needs {LONG:.0f} s or more"
    return f"{text}; {ratio.only} done by {ratio.tool} alone, {ratio.only_other} by {ratio.other} alone"


def _table(rows: Iterable[Sequence[str]]) -> str:
    """Columns without any entry are left out."""
    rows = [*rows]
    used = [column for column in range(len(rows[0])) if any(row[column] for row in rows[1:])]
    widths = {column: max(len(row[column]) for row in rows) for column in used}
    lines = []
    for row in rows:
        cells = (
            row[column].ljust(widths[column]) if column < 2 else row[column].rjust(widths[column])
            for column in used
        )
        lines.append("  ".join(cells).rstrip())
    return "\n".join(lines)
