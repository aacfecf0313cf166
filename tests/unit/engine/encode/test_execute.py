"""An encoding grows round by round."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.encoding import HEADER, encoded
from tests.support.sources import loaded
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import ASSERTED, Property
from unthread.engine.encode.execute import RoundsEncoding

TEXT = """int x;
void *work(void *unused) { x++; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); x++; pthread_join(t, 0); assert(x == 2); }
"""


def test_each_round_adds_to_what_was_collected(tmp_path: Path) -> None:
    encoding = encoded(TEXT, tmp_path, rounds=0)
    assert (encoding.timetable.rounds.count, encoding.collected.claims) == (0, [])
    sizes = []
    for number in (1, 2, 3):
        encoding.add_round()
        assert encoding.timetable.rounds.count == number
        sizes.append((len(encoding.collected.constraints), encoding.terms.count))
    assert sizes == sorted(set(sizes))
    assert {claim.round for claim in encoding.collected.claims} <= {1, 2, 3}
    assert [run.number for run in encoding.threads] == [0, 1]


def test_what_is_settled_is_not_claimed(tmp_path: Path) -> None:
    race = frozenset({Property.RACE})
    bounded = bound(loaded(HEADER + TEXT, tmp_path), Bounds(), race)
    for settled, expected in ((frozenset[Property](), True), (race, False)):
        encoding = RoundsEncoding(bounded, visible_points(bounded), race, settled)
        encoding.add_round()
        encoding.add_round()
        assert any(claim.property is Property.RACE for claim in encoding.collected.claims) is expected


def test_a_program_is_checked_for_what_it_was_bounded_for(tmp_path: Path) -> None:
    bounded = bound(loaded(HEADER + TEXT, tmp_path), Bounds(), ASSERTED)
    with pytest.raises(AssertionError, match="made for"):
        RoundsEncoding(bounded, visible_points(bounded), frozenset({Property.RACE}))
