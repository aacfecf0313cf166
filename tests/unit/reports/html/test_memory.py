"""Places, the values that they have had, and who touched them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from unthread.core.trace import Effect, StepKind
from unthread.reports.html.memory import places
from unthread.reports.html.rows import PageRow


def row(thread: int, *effects: Effect) -> PageRow:
    return cast(PageRow, SimpleNamespace(thread=thread, effects=effects))


def written(place: str, before: str, value: str) -> Effect:
    return Effect(StepKind.WRITE, place, value, before)


def seen(place: str, value: str) -> Effect:
    return Effect(StepKind.READ, place, value, "")


def found(*rows: PageRow) -> dict[str, Any]:
    return {place["name"]: place for place in places(rows)}


def test_values_in_the_order_of_rows() -> None:
    place = found(row(0, written("x", "0", "1")), row(1, seen("x", "1")), row(1, written("x", "1", "5")))["x"]
    assert (place["first"], place["changes"], place["threads"]) == ("0", [[0, "1"], [2, "5"]], [0, 1])


def test_a_read_of_another_value_is_a_change() -> None:
    place = found(row(0, seen("x", "1")), row(0, seen("x", "2")))["x"]
    assert (place["first"], place["changes"]) == ("1", [[1, "2"]])


def test_shared_places_come_first() -> None:
    names = [*found(row(0, seen("own", "1"), seen("x", "2")), row(1, seen("x", "2")))]
    assert names == ["x", "own"]
