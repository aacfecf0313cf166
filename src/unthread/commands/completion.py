"""`unthread completion`, and what a shell asks unthread while its user types."""

from __future__ import annotations

import os
import sys
from typing import Any

import click
from click.shell_completion import CompletionItem, ShellComplete, get_completion_class

from unthread.commands.output import write
from unthread.core.exit_codes import ExitCode

VARIABLE = "_UNTHREAD_COMPLETE"  # what the shell asks
SHELLS = ("bash", "zsh", "fish")
_PROGRAM = "unthread"
_FILES, _DIRECTORIES = ("FILE", "TRACE", "TASK"), ("DIR", "PLACE")


def completion(shell: str) -> int:
    """Print a script with which SHELL (bash, zsh or fish) completes unthread's commands, options and values.

    docs/INTEGRATION.md says where each shell wants it."""
    asked = _of(shell, click.Group())
    write(sys.stdout, (asked.source_template % asked.source_vars()).lstrip().encode())
    return ExitCode.SAFE


def complete(group: click.Group) -> int:
    """Answers the question in the environment. Words that make no sense have no completions."""
    shell, _, what = os.environ[VARIABLE].partition("_")
    if shell not in SHELLS or what not in ("complete", "source"):
        return ExitCode.USAGE
    if what == "source":
        return completion(shell)
    try:
        text = _of(shell, group).complete()
    except Exception:
        return ExitCode.USAGE
    write(sys.stdout, f"{text}\n".encode())
    return ExitCode.SAFE


def _of(shell: str, group: click.Group) -> ShellComplete:
    found = get_completion_class(shell)
    assert found is not None, "click knows these shells"
    return found(group, {}, _PROGRAM, VARIABLE)


def values_of(metavar: str | None, name: str, incomplete: str) -> list[CompletionItem[Any]]:
    """What can stand for a value: files, directories, or words in a list."""
    kind = (metavar or "").strip("[].")
    if kind.startswith(_DIRECTORIES):
        return [CompletionItem(incomplete, type="dir")]
    if kind.startswith(_FILES):
        return [CompletionItem(incomplete, type="file")]
    before, comma, word = incomplete.rpartition(",")
    return [CompletionItem(before + comma + item) for item in _words(name) if item.startswith(word)]


def _words(name: str) -> list[str]:
    match name:
        case "properties":
            from unthread.core.properties import Property

            return [*map(str, Property), "all"]
        case "reduce":
            from unthread.core.request import Reduction

            return [*map(str, Reduction)]
        case "backends" | "backend":
            from unthread.backends import BACKENDS

            return [*BACKENDS, "all"]
        case "standard":
            return ["c99", "c11", "c17", "gnu99", "gnu11", "gnu17"]
    return []
