from __future__ import annotations

import pytest

from unthread.bound.alike.kinds import SETS, Kind, ThreadNames, fits, kind_of

CLASS = (2, 3, 5)


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (ThreadNames(1), [3, 4, 6]),  # each its own name
        (ThreadNames(1), [0, 0, 0]),
        (ThreadNames(1), [5]),  # that of thread 4, which does not belong to the class
        (SETS, [4, 8, 32]),
        (SETS, [~4, ~8, ~32]),
        (SETS, [0]),
        (SETS, [1 | 16]),  # others
        (SETS, [4 | 8 | 32]),  # all of the class
        (SETS, [1 | 4, 1 | 8, 1 | 32]),
    ],
)
def test_what_changes_with_the_threads(kind: Kind, values: list[int]) -> None:
    assert fits(kind, values, CLASS)


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (ThreadNames(1), [3, 3, 3]),  # the name of one, for all
        (ThreadNames(1), [6]),
        (ThreadNames(1), [4, 3, 6]),
        (SETS, [4]),
        (SETS, [4, 8, 33]),
        (SETS, [4 | 8, 4 | 8, 32]),
        (SETS, [2, 3, 5]),
    ],
)
def test_what_does_not(kind: Kind, values: list[int]) -> None:
    assert not fits(kind, values, CLASS)


@pytest.mark.parametrize(
    ("values", "kind"),
    [
        ([3, 4, 6], ThreadNames(1)),
        ([2, 3, 5], ThreadNames(0)),
        ([4, 8, 32], SETS),
        ([1, 2, 3], None),
        ([-3, -2, 0], None),
        ([125, 126, 128], None),
    ],
)
def test_constants_that_differ_tell_what_they_are(values: list[int], kind: Kind | None) -> None:
    assert kind_of(values, CLASS) == kind
