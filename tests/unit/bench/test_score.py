"""What runs amount to."""

from __future__ import annotations

import pytest

from tests.support.benches import RUNS, made_run
from unthread.bench.score import ScoreMark, disagreements, mark_of, ratios_of, rows_of
from unthread.bench.suite import Expected
from unthread.bench.tools import Said

S, U = Expected.SAFE, Expected.UNSAFE


@pytest.mark.parametrize(
    ("expected", "said", "mark"),
    [
        (S, Said.SAFE, ScoreMark.PASS),
        (S, Said.BOUNDED, ScoreMark.BOUNDED),
        (S, Said.UNSAFE, ScoreMark.WRONG),
        (U, Said.UNSAFE, ScoreMark.PASS),
        (U, Said.BOUNDED, ScoreMark.MISS),
        (U, Said.SAFE, ScoreMark.WRONG),
        (S, Said.UNKNOWN, ScoreMark.UNKNOWN),
        (U, Said.TIME, ScoreMark.TIME),
        (U, Said.MEMORY, ScoreMark.MEMORY),
        (S, Said.ERROR, ScoreMark.ERROR),
    ],
)
def test_marks(expected: Expected, said: Said, mark: ScoreMark) -> None:
    assert mark_of(made_run("t", "p", expected, said)) is mark


def test_families_and_all_of_them() -> None:
    rows = {(row.family, row.tool): row for row in rows_of(RUNS)}
    assert rows.keys() == {(family, tool) for family in ("one", "two", "all") for tool in ("ours", "theirs")}
    ours = rows["all", "ours"]
    assert (ours.programs, ours.marks[ScoreMark.PASS], ours.marks[ScoreMark.MISS], ours.cpu, ours.mean) == (
        3,
        2,
        1,
        6.0,
        1.5,
    )
    assert rows["two", "theirs"].mean is None


def test_ratios_are_over_what_both_have_done() -> None:
    (ratio,) = ratios_of(RUNS)
    assert (ratio.tool, ratio.other, ratio.both, ratio.least, ratio.most) == ("ours", "theirs", 2, 2.0, 8.0)
    assert ratio.mean == pytest.approx(4.0)
    assert (ratio.only, ratio.only_other) == (0, 0)


def test_one_tool_is_compared_with_nobody() -> None:
    assert ratios_of(run for run in RUNS if run.tool == "ours") == ()


def test_wrong_answers_are_named() -> None:
    assert [(run.tool, run.program) for run in disagreements(RUNS)] == [("theirs", "<c>.c")]
