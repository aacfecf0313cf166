"""Orders in which operations may have happened."""

from __future__ import annotations

import pytest

from unthread.frontend.driver.linearizable import MOST_ORDERS, _orders


def test_orders_keep_that_of_each_thread() -> None:
    found = list(_orders(2, 2))
    assert len(found) == len(set(found)) == 6
    assert all(order.index(0) < order.index(1) and order.index(2) < order.index(3) for order in found)


@pytest.mark.parametrize(("threads", "operations", "count"), [(2, 3, 20), (3, 2, 90), (1, 4, 1), (4, 1, 24)])
def test_how_many_there_are(threads: int, operations: int, count: int) -> None:
    assert len(list(_orders(threads, operations))) == count


def test_not_many_more_than_are_allowed_are_made() -> None:
    assert len(list(_orders(9, 9))) == MOST_ORDERS + 1
