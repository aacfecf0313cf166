"""Waits that order segments: on all ways, and not in a circle."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.encoding import HEADER
from tests.support.sources import loaded
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.engine.order.encoding import OrderEncoding

REACH = frozenset({Property.REACH})
SUM = "int x, go;\nstatic void *work(void *argument) { x = 1; return 0; }\n"
START = "int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); go = 1; "


def encoded(text: str, directory: Path) -> OrderEncoding:
    bounded = bound(loaded(HEADER + text, directory), Bounds(), REACH)
    return OrderEncoding(bounded, visible_points(bounded, frozenset()), REACH)


@pytest.mark.parametrize(
    ("main", "is_fixed"),
    [("pthread_join(t, 0); return x; }", True), ("if (x) pthread_join(t, 0); return x; }", False)],
)
def test_what_follows_a_join_follows_the_thread(main: str, is_fixed: bool, tmp_path: Path) -> None:
    encoding = encoded(SUM + START + main, tmp_path)
    last = len(encoding.plans[0].points)
    fixed = [encoding.relation.fixed((1, n), (0, last)) for n in range(len(encoding.plans[1].points) + 1)]
    assert fixed == [True if is_fixed else None] * len(fixed)
    assert encoding.relation.fixed((1, 1), (0, 2)) is None


def test_a_circle_of_waits_orders_nothing(tmp_path: Path) -> None:
    """Nobody gets past it, but executions that get there are some."""
    text = """int x, y;
    static void *work(void *argument) { while (!x) {} y = 1; return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); while (!y) {} x = 1; return 0; }
    """
    assert encoded(text, tmp_path).relation.waits == ()
