"""Lines for tools that read along."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from tests.support.commands import Capture
from unthread.commands.lines import EventLines
from unthread.core.bounds import Bounds
from unthread.core.events import Told, Working

WORKING = Told("", Working("reading", Bounds(), 0))


def test_the_first_event_is_preceded_by_the_start(capsys: Capture) -> None:
    lines = EventLines([Path("a.c")], 60.0)
    lines.tell(None)
    assert capsys.readouterr().out == ""  # a wrong command line prints nothing
    lines.tell(WORKING)
    lines.tell(WORKING)
    words = [json.loads(text)["event"] for text in capsys.readouterr().out.splitlines()]
    assert words == ["start", "working", "working"]


def test_it_is_noticed_that_nobody_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    reader, writer = os.pipe()
    with os.fdopen(writer, "w") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        lines = EventLines([Path("a.c")], 60.0)
        lines.tell(None)
        os.close(reader)
        with pytest.raises(BrokenPipeError):
            lines.tell(None)
