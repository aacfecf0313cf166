"""One pass over all threads: who runs after whom, and what is collected of them."""

from __future__ import annotations

from pathlib import Path

from tests.support.encoding import HEADER
from tests.support.sources import loaded
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import ASSERTED
from unthread.engine.order.assumed import Assumed
from unthread.engine.order.passes import Groundwork, Pass
from unthread.engine.order.thread import SegmentSpan

TEXT = """
int x, y;
static void *inner(void *u) { y = 1; x = 2; return u; }
static void *outer(void *u) { pthread_t t; pthread_create(&t, 0, inner, 0); x = 1; assert(x); return u; }
int main(void) { pthread_t t; pthread_create(&t, 0, outer, 0); return x; }
"""


def ground(directory: Path) -> Groundwork:
    bounded = bound(loaded(HEADER + TEXT, directory), Bounds(), ASSERTED)
    return Groundwork(bounded, visible_points(bounded), ASSERTED, (), with_stops=False)


def test_each_thread_runs_once_after_the_one_that_starts_it(tmp_path: Path) -> None:
    done = Pass(ground(tmp_path), Assumed())
    assert [run.number for run in done.threads] == [0, 1, 2]
    segments = [span.segment for span in done.spans if span.segment is not None]
    assert [*dict.fromkeys(thread for thread, _ in segments)] == [0, 1, 2]
    assert all(segments.count(segment) == 1 for segment in segments)


def test_what_two_threads_touch_is_noted_with_both(tmp_path: Path) -> None:
    below = ground(tmp_path)
    done = Pass(below, Assumed())
    shared = below.setting.statics.globals["x"].number
    alone = below.setting.statics.globals["y"].number
    touching = {thread for thread, item, _, _ in done.noted.touched if item == shared}
    assert {1, 2} <= touching
    assert {thread for thread, item, _, _ in done.noted.touched if item == alone} == {2}


def test_a_claim_counts_only_if_no_other_thread_has_failed(tmp_path: Path) -> None:
    below = ground(tmp_path)
    done = Pass(below, Assumed())
    assert done.collected.claims
    before = [claim.condition for claim in done.collected.claims]
    done.restrict(SegmentSpan(None, 0, 0, 0, 0), {}, below.terms.false)
    assert all(claim.condition is below.terms.false for claim in done.collected.claims)
    assert any(condition is not below.terms.false for condition in before)


def test_in_the_end_spans_say_where_the_last_segment_stops(tmp_path: Path) -> None:
    done = Pass(ground(tmp_path), Assumed())
    after_all = done.end()
    assert done.spans[-1].segment is None
    assert all(run.order_memory.after_all is after_all for run in done.threads)
