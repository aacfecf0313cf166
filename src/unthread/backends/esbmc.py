"""ESBMC, https://esbmc.org: a bounded model checker over SMT solvers.

Command line: `esbmc --help` of ESBMC 7. Asked twice, as CBMC is. The counterexample is text: a `State` line
with the position, below it the assignments with their bits, at the end `Violated property:` and its position.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from unthread.backends.base import (
    LOOP_FREE,
    Answer,
    ExternalTool,
    GaveUp,
    NoViolation,
    ToolStep,
    ToolTask,
    ToolViolation,
    cut_lines,
    gap_lines,
)
from unthread.core.process import Ran
from unthread.sequentialize.emitted import Dialect

_VERDICT = re.compile(r"^VERIFICATION (SUCCESSFUL|FAILED|UNKNOWN)", re.MULTILINE)
_STATE = re.compile(r"State \d+ (?:.*\bline (?P<line>\d+)\b.*)?thread \d+")
_ASSIGNMENT = re.compile(r"  (?P<variable>\S.*?) = (?P<value>.*?)(?: \((?P<bits>[01 ]+)\))?")
_VIOLATED = "Violated property:"
_LINE = re.compile(r"\bline (\d+)\b")
_UNWINDING = "unwinding assertion"


class Esbmc(ExternalTool):
    name = "esbmc"
    program = "esbmc"
    dialect = Dialect.ESBMC
    get = "https://github.com/esbmc/esbmc/releases"
    oldest = (7,)
    solvers = ("bitwuzla", "boolector", "z3", "mathsat", "cvc4", "cvc5", "yices")
    version_pattern = r"ESBMC version (\S+)"
    needs_unwind = True

    def command(self, file: Path, task: ToolTask) -> list[str]:
        unwind = []
        if task.emitted.schema not in LOOP_FREE:
            unwind = ["--unwind", str(task.unwind)]
        return [
            file.name,
            f"--{task.bits}",
            "--no-bounds-check",  # the text says itself what is to be checked
            "--no-pointer-check",
            "--no-div-by-zero-check",
            "--no-align-check",
            "--force-malloc-success",
            "--no-slice",  # or steps are missing in the counterexample
            *unwind,
            *([f"--{task.solver}"] if task.solver else []),
        ]

    def work(self, file: Path, task: ToolTask, directory: Path) -> Answer:
        common = self.command(file, task)
        quiet = ["-D", "UNTHREAD_NO_CUTS", "-D", "UNTHREAD_NO_GAPS", "--no-unwinding-assertions"]
        ran = self.run([*common, *quiet], task, directory)
        answer = self.gave_up(ran, task) or self.read(ran, task, directory)
        is_bounded = "--unwind" in common
        if not isinstance(answer, NoViolation):
            return answer
        if not (is_bounded or cut_lines(task.emitted) or gap_lines(task.emitted)):
            return NoViolation(frozenset())
        ends = [] if is_bounded else ["--no-unwinding-assertions"]
        ran = self.run([*common, *ends, "--multi-property"], task, directory)
        return self.gave_up(ran, task) or self._read_ends(ran, task)

    def read(self, ran: Ran, task: ToolTask, directory: Path) -> Answer:
        text = ran.stdout + "\n" + ran.stderr
        match _verdict(text):
            case "SUCCESSFUL":
                return NoViolation(None)
            case "FAILED":
                failed = next(_violated(text), (None, ""))[0]
                return ToolViolation(tuple(_events(text)), failed)
            case "UNKNOWN":
                return GaveUp("esbmc says: VERIFICATION UNKNOWN", ran.tail())
            case _:
                return self.not_understood(ran, task)

    def _read_ends(self, ran: Ran, task: ToolTask) -> Answer:
        text = ran.stdout + "\n" + ran.stderr
        if _verdict(text) not in ("SUCCESSFUL", "FAILED"):
            return self.not_understood(ran, task)
        failed = [*_violated(text)]
        lines = {line for line, comment in failed if line is not None and _UNWINDING not in comment}
        is_bounded = any(_UNWINDING in comment for _, comment in failed)
        if _verdict(text) == "FAILED" and not failed:
            return self.not_understood(ran, task)
        cuts, gaps = cut_lines(task.emitted), gap_lines(task.emitted)
        return NoViolation(frozenset(lines & cuts), frozenset(lines & gaps), is_bounded)


def _verdict(text: str) -> str:
    found = _VERDICT.findall(text)
    return str(found[-1]) if found else ""


def _events(text: str) -> Iterator[ToolStep]:
    """Assignments, each with the line of the state above it."""
    line: int | None = None
    for row in text.splitlines():
        state = _STATE.fullmatch(row.rstrip())
        if state:
            line = int(state["line"]) if state["line"] else None
            continue
        if row.strip() == _VIOLATED:
            return
        found = _ASSIGNMENT.fullmatch(row.rstrip())
        if found and line is not None:
            yield ToolStep(line, found["variable"], _bits(found["value"], found["bits"]))


def _bits(value: str, bits: str | None) -> int | None:
    if bits:
        return int(bits.replace(" ", ""), 2)
    known = {"TRUE": 1, "FALSE": 0, "NULL": 0}
    return known.get(value.upper(), int(value) if re.fullmatch(r"\d+", value) else None)


def _violated(text: str) -> Iterator[tuple[int | None, str]]:
    """Line and comment of each property that fails."""
    rows = text.splitlines()
    for number, row in enumerate(rows):
        if row.strip() == _VIOLATED:
            found = _LINE.search(rows[number + 1]) if number + 1 < len(rows) else None
            yield int(found[1]) if found else None, "\n".join(rows[number + 2 : number + 4])
