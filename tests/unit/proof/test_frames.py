"""Threads, calls and nodes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sources import loaded
from unthread.analysis.points_to import points_to_in
from unthread.proof import frames
from unthread.proof.frames import Nodes, TooLarge, WalkThread, starting

TEXT = """#include <pthread.h>
void *work(void *p) { return p; }
void starts(void) { pthread_t t; pthread_create(&t, 0, work, 0); }
void around(void) { starts(); }
void through(void) { void (*f)(void) = starts; f(); }
void quiet(void) { work(0); }
int main(void) { around(); through(); quiet(); return 0; }
"""


def test_instructions_by_number(tmp_path: Path) -> None:
    program = loaded(TEXT, tmp_path)
    nodes, main = Nodes(), WalkThread(0, None)
    outer = nodes.new_frame(program.functions["main"], main, None, None)
    inner = nodes.new_frame(program.functions["work"], main, outer, 0)
    first = nodes.instruction(inner.first)
    assert first is program.functions["work"].body[0]
    assert (nodes.frame(inner.first), nodes.index(inner.first)) == (inner, 0)
    again = nodes.new_copy(inner, 1)
    assert nodes.instruction(again.first) is first
    assert nodes.frame(again.first) is inner
    assert again.first > inner.first
    assert [frame.name for frame in inner.chain()] == ["work", "main"]
    assert inner.root() is outer
    assert (inner.callers, outer.callers) == ([0], [])


def test_too_many_nodes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program = loaded(TEXT, tmp_path)
    monkeypatch.setattr(frames, "_MOST_NODES", 3 * len(program.functions["main"].body))
    nodes, main = Nodes(), WalkThread(0, None)
    for _ in range(3):
        nodes.new_frame(program.functions["main"], main, None, None)
    with pytest.raises(TooLarge):
        nodes.new_frame(program.functions["main"], main, None, None)


def test_functions_that_may_start_threads(tmp_path: Path) -> None:
    program = loaded(TEXT, tmp_path)
    found = starting(program, points_to_in(program))
    assert {"main", "starts", "around", "through"} <= found
    assert not {"work", "quiet"} & found
