"""Commands as users give them, carried out in this process, and what they print."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from unthread import cli
from unthread.core.diagnostics import source_lines

Capture: TypeAlias = pytest.CaptureFixture[str]
Write: TypeAlias = Callable[..., str]
Printed: TypeAlias = tuple[int, str, str]  # exit code, stdout, stderr
FEW = ("--property", "reach,lock")


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Files of the current directory, whose names stay short in messages and are soon those of others."""
    monkeypatch.chdir(tmp_path)
    source_lines.cache_clear()

    def written(text: str, name: str = "a.c") -> str:
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(text)
        source_lines.cache_clear()
        return name

    yield written
    source_lines.cache_clear()


def execute(capsys: Capture, *arguments: str) -> Printed:
    code = cli.execute(arguments)
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def check(capsys: Capture, *arguments: str) -> Printed:
    return execute(capsys, "check", *arguments)


def check_few(capsys: Capture, *arguments: str) -> Printed:
    """For what is about other things than properties: looks for assertions and locks alone."""
    return check(capsys, *(() if "--property" in arguments else FEW), *arguments)


def checked(capsys: Capture, *arguments: str) -> dict[str, Any]:
    return document(check(capsys, *arguments, "--json"))


def checked_few(capsys: Capture, *arguments: str) -> dict[str, Any]:
    return document(check_few(capsys, *arguments, "--json"))


def document(printed: Printed) -> dict[str, Any]:
    code, out, err = printed
    assert err == ""
    found: dict[str, Any] = json.loads(out)
    assert found["exit_code"] == code
    return found


def command(*arguments: str) -> list[str]:
    """The same in a process of its own."""
    return [sys.executable, "-m", "unthread", *arguments]


def check_command(*arguments: str) -> list[str]:
    return command("check", *FEW, *arguments)
