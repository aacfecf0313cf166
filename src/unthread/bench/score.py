"""Runs → what they amount to: right, wrong and missed answers per tool and family, and who was quicker."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from enum import StrEnum

from unthread.bench.journal import SuiteRun
from unthread.bench.suite import Expected
from unthread.bench.tools import Said
from unthread.core.records import dataclass


class ScoreMark(StrEnum):
    """PASS: the expected answer. BOUNDED: nothing was found in a program that is safe, within bounds. MISS:
    nothing was found in a program that is not. UNKNOWN: no answer, though there was time."""

    PASS = "pass"
    BOUNDED = "bounded"
    WRONG = "wrong"
    MISS = "miss"
    UNKNOWN = "unknown"
    TIME = "time"
    MEMORY = "memory"
    ERROR = "error"


_WITHOUT_ANSWER = {
    Said.UNKNOWN: ScoreMark.UNKNOWN,
    Said.TIME: ScoreMark.TIME,
    Said.MEMORY: ScoreMark.MEMORY,
    Said.ERROR: ScoreMark.ERROR,
}
GOOD = (ScoreMark.PASS, ScoreMark.BOUNDED)


def mark_of(run: SuiteRun) -> ScoreMark:
    said, is_safe = run.outcome.said, run.expected is Expected.SAFE
    if said in _WITHOUT_ANSWER:
        return _WITHOUT_ANSWER[said]
    if said is Said.UNSAFE:
        return ScoreMark.WRONG if is_safe else ScoreMark.PASS
    if is_safe:
        return ScoreMark.PASS if said is Said.SAFE else ScoreMark.BOUNDED
    return ScoreMark.WRONG if said is Said.SAFE else ScoreMark.MISS


@dataclass(frozen=True, slots=True)
class ScoreRow:
    """`cpu`: of all runs together, in seconds; `mean`: of those that passed."""

    family: str
    tool: str
    programs: int
    marks: dict[ScoreMark, int]
    cpu: float
    mean: float | None


def rows_of(runs: Iterable[SuiteRun]) -> tuple[ScoreRow, ...]:
    """One for each tool in each family; where there are several families, all of them together at the end."""
    groups: dict[tuple[str, str], list[SuiteRun]] = {}
    together: dict[tuple[str, str], list[SuiteRun]] = {}
    for run in runs:
        groups.setdefault((run.family, run.tool), []).append(run)
        together.setdefault(("all", run.tool), []).append(run)
    families = [*dict.fromkeys(family for family, _ in groups)]
    found = [_row(*key, own) for family in families for key, own in groups.items() if key[0] == family]
    if len(families) > 1:
        found += [_row(*key, own) for key, own in together.items()]
    return tuple(found)


def _row(family: str, tool: str, runs: Sequence[SuiteRun]) -> ScoreRow:
    marks = dict.fromkeys(ScoreMark, 0)
    for run in runs:
        marks[mark_of(run)] += 1
    passed = [run.outcome.cpu for run in runs if mark_of(run) in GOOD]
    mean = sum(passed) / len(passed) if passed else None
    return ScoreRow(family, tool, len(runs), marks, sum(run.outcome.cpu for run in runs), mean)


@dataclass(frozen=True, slots=True)
class Ratio:
    """How many times as long as `tool` the `other` one took: the geometric mean over the programs on which
    both were right (`both`), and over those of them where one needed `LONG` seconds (`long`). `only` programs
    were done by `tool` alone, `only_other` by the other one alone."""

    tool: str
    other: str
    both: int
    mean: float | None
    long: int
    long_mean: float | None
    least: float | None
    most: float | None
    only: int
    only_other: int


LONG = 1.0


def ratios_of(runs: Iterable[SuiteRun]) -> tuple[Ratio, ...]:
    """The first tool against each other one."""
    tools: dict[str, dict[tuple[str, str], SuiteRun]] = {}
    for run in runs:
        tools.setdefault(run.tool, {})[run.family, run.program] = run
    if len(tools) < 2:
        return ()
    first, *others = tools
    return tuple(_ratio(first, tools[first], other, tools[other]) for other in others)


def pairs_done(
    ours: dict[tuple[str, str], SuiteRun], theirs: dict[tuple[str, str], SuiteRun]
) -> list[tuple[float, float]]:
    """CPU seconds of both, for each program on which both were right."""
    return [
        (max(run.outcome.cpu, 0.01), max(theirs[key].outcome.cpu, 0.01))
        for key, run in ours.items()
        if key in theirs and mark_of(run) in GOOD and mark_of(theirs[key]) in GOOD
    ]


def _ratio(
    tool: str, ours: dict[tuple[str, str], SuiteRun], other: str, theirs: dict[tuple[str, str], SuiteRun]
) -> Ratio:
    done = pairs_done(ours, theirs)
    ratios = [second / first for first, second in done]
    long = [second / first for first, second in done if max(first, second) >= LONG]
    is_ours = {key for key, run in ours.items() if mark_of(run) in GOOD}
    is_theirs = {key for key, run in theirs.items() if mark_of(run) in GOOD}
    return Ratio(
        tool,
        other,
        len(ratios),
        _geometric_mean(ratios),
        len(long),
        _geometric_mean(long),
        min(ratios, default=None),
        max(ratios, default=None),
        len((is_ours - is_theirs) & theirs.keys()),
        len((is_theirs - is_ours) & ours.keys()),
    )


def _geometric_mean(values: Sequence[float]) -> float | None:
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def disagreements(runs: Iterable[SuiteRun]) -> tuple[SuiteRun, ...]:
    return tuple(run for run in runs if mark_of(run) is ScoreMark.WRONG)
