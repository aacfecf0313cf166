"""Executions at random: what they find and where they get to, within their share of the time."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from tests.support.sources import loaded
from unthread.bound.ledger import with_places
from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.results import sampling
from unthread.results.sampling import Sampling

REACH = frozenset({Property.REACH})
TEXT = """#include <assert.h>
int x;
int main(void) { x = VALUE; assert(x == 1); return 0; }
"""


def made(directory: Path, value: int, seconds: float = 60.0) -> Sampling:
    program = with_places(loaded(TEXT.replace("VALUE", str(value)), directory), False)
    return Sampling(program, Source((directory / "program.c",)), time.monotonic() + seconds)


def test_what_goes_wrong_is_found(tmp_path: Path) -> None:
    trace = made(tmp_path, 2).closing(REACH)
    assert trace is not None
    assert trace.violation.message == "assertion violated: x == 1"


def test_where_nothing_goes_wrong_places_are_reached(tmp_path: Path) -> None:
    found = made(tmp_path, 1)
    assert found.arrived == frozenset()
    assert found.closing(REACH) is None
    assert found.arrived


def test_other_properties_are_not_told(tmp_path: Path) -> None:
    assert made(tmp_path, 2).closing(frozenset({Property.MEMORY})) is None


def test_a_share_that_is_used_up(tmp_path: Path, monkeypatch: object) -> None:
    found = made(tmp_path, 2)
    found._seconds = sampling._MOST_SAMPLING
    assert found.meanwhile(REACH) is None
    found._seconds = 0.0
    assert found.meanwhile(REACH) is not None


def test_one_execution_at_least(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the processor is with others for longer than a share."""
    monkeypatch.setattr(sampling, "_SAMPLE", 0.0)
    assert made(tmp_path, 2).meanwhile(REACH) is not None
