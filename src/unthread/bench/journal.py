"""What is known of the runs of a suite: one line of JSON for each, in a file that later calls add to.

In and out: `SuiteRun`s. A run is not repeated if tool, program, bounds and limits are the same. A last line
that was cut off, when a machine went down, is as if it were not there.
"""

from __future__ import annotations

import contextlib
import fcntl
import hashlib
import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

from unthread import __version__
from unthread.bench.suite import Expected, SuiteProgram, SuiteTool
from unthread.bench.tools import Said, ToolOutcome
from unthread.core.diagnostics import InputError
from unthread.core.records import dataclass
from unthread.core.source import Loc

_FORMAT = "unthread bench"
_VERSION = 1


@dataclass(frozen=True, slots=True)
class SuiteRun:
    """`key` stands for all that decides what comes out."""

    key: str
    tool: str
    family: str
    program: str
    expected: Expected
    outcome: ToolOutcome


def key_of(tool: SuiteTool, program: SuiteProgram, time: str, memory: str) -> str:
    asked = [asdict(tool), program.name, program.asked, program.unwind, program.rounds, program.options]
    if tool.kind == "unthread":
        asked.append(__version__)
    return hashlib.sha256(json.dumps([*asked, time, memory], default=str).encode()).hexdigest()[:16]


class RunJournal:
    """The runs in a file, and new ones at its end. Only one process at a time has it."""

    def __init__(self, file: Path) -> None:
        self.file = file
        self.runs: dict[str, SuiteRun] = {}

    @contextlib.contextmanager
    def open(self) -> Iterator[None]:
        try:
            self._file = self.file.open("a+", encoding="utf-8")
        except OSError as error:
            raise InputError(f"cannot write '{self.file}': {error.strerror or error}") from None
        with self._file:
            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                raise InputError(f"another `unthread bench` is writing '{self.file}'") from None
            self._read()
            yield

    def add(self, run: SuiteRun) -> None:
        self.runs[run.key] = run
        self._write(_document(run))

    def _read(self) -> None:
        self._file.seek(0)
        text = self._file.read()
        whole, _, rest = text.rpartition("\n")
        if rest:  # somebody was stopped in the middle of a line
            self._file.truncate(len(f"{whole}\n".encode()) if whole else 0)
        lines = whole.splitlines()
        if not lines:
            self._write({"format": _FORMAT, "version": _VERSION})
            return
        for number, line in enumerate(lines, start=1):
            try:
                document = json.loads(line)
                if number == 1:
                    if (document["format"], document["version"]) != (_FORMAT, _VERSION):
                        raise ValueError
                    continue
                run = _run(document)
            except (ValueError, KeyError, TypeError):
                hint = "name another folder with --output, or remove the file"
                raise InputError(
                    "this is not a run of `unthread bench`", Loc(str(self.file), number, 1), hint
                ) from None
            self.runs[run.key] = run

    def _write(self, document: dict[str, Any]) -> None:
        self._file.write(json.dumps(document) + "\n")
        self._file.flush()


def _document(run: SuiteRun) -> dict[str, Any]:
    return asdict(run)


def _run(document: dict[str, Any]) -> SuiteRun:
    outcome = dict(document["outcome"])
    outcome["said"] = Said(outcome["said"])
    return SuiteRun(
        **{**document, "expected": Expected(document["expected"]), "outcome": ToolOutcome(**outcome)}
    )
