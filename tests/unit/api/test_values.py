"""What the texts mean that users give."""

from __future__ import annotations

import pytest

from unthread.api.values import (
    BYTES,
    SECONDS,
    given_flags,
    read_named_loops,
    read_properties,
    read_quantity,
    read_reductions,
)
from unthread.core.diagnostics import UsageError
from unthread.core.properties import DEFAULT_PROPERTIES, Property
from unthread.core.request import USUAL, Reduction
from unthread.options import CheckOptions


@pytest.mark.parametrize(
    ("text", "seconds"), [("90s", 90.0), ("15m", 900.0), ("2h", 7200.0), ("1.5m", 90.0), ("7", 7.0)]
)
def test_times(text: str, seconds: float) -> None:
    assert read_quantity("--time", text, SECONDS) == seconds


def test_amounts_of_memory() -> None:
    assert read_quantity("--memory", "512M", BYTES) == 512 << 20


@pytest.mark.parametrize("text", ["", "s", "-3s", "3x", "1e400h", "nan"])
def test_quantities_that_are_none(text: str) -> None:
    with pytest.raises(UsageError, match="--time"):
        read_quantity("--time", text, SECONDS)


def test_properties() -> None:
    assert read_properties(None) == DEFAULT_PROPERTIES
    assert read_properties("all") == frozenset(Property) - {Property.LEAK_ALL}
    assert read_properties("all,leak-all") == frozenset(Property)
    assert read_properties("race, reach") == {Property.RACE, Property.REACH}
    with pytest.raises(UsageError, match="peace"):
        read_properties("reach,peace")


def test_reductions() -> None:
    assert read_reductions("private,locks", False) == {Reduction.PRIVATE, Reduction.LOCKS}
    assert read_reductions(",".join(USUAL), True) == frozenset()
    with pytest.raises(UsageError, match="none"):
        read_reductions("none", False)
    assert read_reductions("symmetry", False, searches=True) == {Reduction.SYMMETRY}
    with pytest.raises(UsageError, match="symmetry"):
        read_reductions("symmetry", False)


def test_loops_by_their_place() -> None:
    assert read_named_loops(["a.c:3=5", "d/b:c.c:12=0"]) == (("a.c", 3, 5), ("d/b:c.c", 12, 0))
    for text in ("a.c", "a.c:x=1", "a.c:1=-1", ":1=2"):
        with pytest.raises(UsageError):
            read_named_loops([text])


def test_flags_that_were_given() -> None:
    options = CheckOptions(solver="z3", json=True)
    assert given_flags(options, CheckOptions, ("schema", "solver", "json")) == ["--solver", "--json"]
