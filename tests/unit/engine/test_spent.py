"""Where the time of a search went."""

from __future__ import annotations

from unthread.engine.spent import Spent


def test_what_is_neither_bounding_nor_solving_is_encoding() -> None:
    spent = Spent()
    spent.started -= 10.0
    spent.bounding, spent.solving = 2.0, 3.0
    effort = spent.effort(7)
    assert (effort.bounding, effort.solving, effort.terms) == (2.0, 3.0, 7)
    assert 5.0 <= effort.encoding <= spent.total() - 5.0
