"""What commands write on stdout and on stderr."""

from __future__ import annotations

import io
import sys

import pytest

from tests.support.commands import Capture
from unthread.commands.output import live_console, message, warn, write
from unthread.core.diagnostics import Diagnostic, Severity


class Slow(io.BytesIO):
    """Takes a byte at a time, as streams without a buffer may."""

    def write(self, data: object, /) -> int:
        assert isinstance(data, memoryview)
        return super().write(data[:1])


def test_all_the_bytes_are_written() -> None:
    stream = io.TextIOWrapper(Slow())
    write(stream, b"abc")
    assert stream.buffer.getvalue() == b"abc"


def test_messages_come_behind_what_was_printed(capsys: Capture) -> None:
    print("out", end="")
    message("first")
    warn(Diagnostic(Severity.NOTE, "second"))
    assert capsys.readouterr() == ("out", "first\nunthread: note: second\n")


def test_only_a_terminal_is_written_over(monkeypatch: pytest.MonkeyPatch) -> None:
    assert live_console(quiet=False) is None
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)
    assert live_console(quiet=True) is None
    assert live_console(quiet=False) is not None
