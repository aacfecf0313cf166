"""What passes find: which memory is shared, and when nothing is new any more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.encoding import HEADER
from tests.support.sources import loaded
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import ASSERTED
from unthread.engine.order import learned as module
from unthread.engine.order.learned import Learned
from unthread.engine.order.passes import Groundwork
from unthread.engine.order.unfit import Unfit
from unthread.engine.terms.nodes import Int

TEXT = """
int x = 5, y;
static void *work(void *u) { y++; x = BODY; return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); x = 5; return 0; }
"""


def learned(body: str, directory: Path) -> Learned:
    bounded = bound(loaded(HEADER + TEXT.replace("BODY", body), directory), Bounds(), ASSERTED)
    return Learned(Groundwork(bounded, visible_points(bounded), ASSERTED, (), with_stops=False))


def passes(found: Learned) -> int:
    while not found.is_enough(done := found.next_pass()) or found.learn(done):
        pass
    return found.passes


def test_only_what_two_threads_touch_is_shared(tmp_path: Path) -> None:
    found = learned("6", tmp_path)
    passes(found)
    shared, alone = (found.ground.setting.statics.globals[name].number for name in ("x", "y"))
    assert [size for _, _, size in found.assumed.units[shared]] == [4]
    assert not found.assumed.units.get(alone)
    [unit] = found.assumed.units[shared]
    value = found.values_at_first[unit]
    assert isinstance(value, Int)
    assert (value.lo, value.hi) == (5, 5)


@pytest.mark.parametrize(("body", "is_one"), [("5", True), ("6", False)])
def test_what_is_written_may_be_read(body: str, is_one: bool, tmp_path: Path) -> None:
    found = learned(body, tmp_path)
    passes(found)
    [unit] = found.assumed.units[found.ground.setting.statics.globals["x"].number]
    assert found.assumed.held[unit].is_one is is_one


def test_values_that_depend_on_each_other_take_more_passes(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    assert passes(learned("6", tmp_path / "a")) < passes(learned("x + 1", tmp_path / "b"))


def test_there_are_not_too_many(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(module, "_MOST_PASSES", 1)
    with pytest.raises(Unfit, match="depend on each other in too many steps"):
        passes(learned("x + 1", tmp_path))
