"""CBMC, https://www.cprover.org/cbmc: a bounded model checker.

Asked twice. First whether an assertion fails, until one does; then, if none does, which bounds are too small
and what can be reached that is not modelled. The first answer is JSON (`--json-ui`), which has the
counterexample; the second one text, one line for each property, without counterexamples.
"""

from __future__ import annotations

import json
import os
import re
import shutil
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

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
from unthread.core.diagnostics import UsageError
from unthread.core.process import Ran
from unthread.sequentialize.emitted import Dialect

SAT_SOLVERS = ("minisat2", "glucose", "cadical", "ipasir", "lingeling", "picosat", "zchaff", "booleforce")
SMT_SOLVERS = ("bitwuzla", "boolector", "cprover-smt2", "cvc4", "cvc5", "mathsat", "yices", "z3")
_TRUE, _FALSE = "TRUE", "FALSE"
_OBJECT_BITS = (0, 12, 16)  # 0: CBMC's own choice, 8
_TOO_MANY_OBJECTS = "too many addressed objects"
_NO_SOLVER = re.compile(r"The specified solver, '[^']*', is not available")
_RESULT = re.compile(r"^\[([^]]+)\] .*: ([A-Z ]+)$", re.MULTILINE)
_VERDICT = re.compile(r"^VERIFICATION (SUCCESSFUL|FAILED)$", re.MULTILINE)
_UNWINDING = re.compile(r"\.(unwind|recursion)\b")
_ALL_BYTES = re.compile(
    r"byte_extract_little_endian\((.+), 0l?, (?:un)?(?:signed )?char \["
)  # by havoc_slice
_LAST_MESSAGES = 4
_SETTLED = ("SUCCESS", "FAILURE")


class Cbmc(ExternalTool):
    name = "cbmc"
    program = "cbmc"
    dialect = Dialect.CBMC
    get = "package cbmc of Debian 13 and later, `python scripts/get_cbmc.py`, or https://github.com/diffblue/cbmc"
    oldest = (6,)
    solvers = (*SAT_SOLVERS, *SMT_SOLVERS)
    needs_unwind = True

    def place(self) -> str | None:
        """Also the one that scripts/get_cbmc.py has unpacked."""
        return super().place() or shutil.which(str(_cache_directory() / "cbmc" / "cbmc"))

    def check_solver(self, solver: str) -> None:
        kind, separator, program = solver.partition(":")
        if separator and kind in ("sat", "smt2") and program:
            return
        if solver and solver not in self.solvers:
            known = ", ".join(self.solvers)
            raise UsageError(
                f"--solver: '{solver}' is not one of {known}",
                hint="sat:PROGRAM is any SAT solver that reads DIMACS, smt2:PROGRAM any SMT solver",
            )

    def work(self, file: Path, task: ToolTask, directory: Path) -> Answer:
        answer: Answer = GaveUp("")
        for bits in _OBJECT_BITS:
            answer = self._ask(file, task, directory, [f"--object-bits={bits}"] if bits else [])
            if not (isinstance(answer, GaveUp) and any(_TOO_MANY_OBJECTS in line for line in answer.tail)):
                break
        return answer

    def _ask(self, file: Path, task: ToolTask, directory: Path, more: list[str]) -> Answer:
        common = [*self.command(file, task), *more]
        quiet = ["-DUNTHREAD_NO_CUTS", "-DUNTHREAD_NO_GAPS", "--no-unwinding-assertions"]
        ran = self.run([*common, *quiet, "--json-ui", "--trace", "--stop-on-fail"], task, directory)
        answer = self.gave_up(ran, task) or self.read(ran, task, directory)
        if not isinstance(answer, NoViolation):
            return answer
        return self._ends(file, task, directory, common)

    def command(self, file: Path, task: ToolTask) -> list[str]:
        unwind = []
        if task.emitted.schema not in LOOP_FREE:
            unwind = ["--unwind", str(task.unwind)]
        return [
            file.name,
            f"--{task.bits}",
            "--no-standard-checks",  # the text says itself what is to be checked
            "--no-malloc-may-fail",
            *unwind,
            *_solver_flags(task.solver),
        ]

    def read(self, ran: Ran, task: ToolTask, directory: Path) -> Answer:
        messages = messages_of(ran.stdout)
        if messages is None:
            return self.not_understood(ran, task)
        unavailable = next(filter(_NO_SOLVER.match, texts_of(messages)), None)
        if unavailable:
            return GaveUp(f"cbmc: {unavailable.partition('. ')[0]}")
        match status_of(messages):
            case "success":
                return NoViolation(None)
            case "failure":
                return violation_of(messages, self.name)
            case _:
                told = tuple(_errors(messages)) or tuple(texts_of(messages))[-_LAST_MESSAGES:]
                return GaveUp(self.not_understood(ran, task).reason, told)

    # ---- bounds and gaps

    def _ends(self, file: Path, task: ToolTask, directory: Path, common: list[str]) -> Answer:
        """Which of the lines that mark a bound or a gap can be reached."""
        is_bounded = "--unwind" in common
        wanted = cut_lines(task.emitted) | gap_lines(task.emitted)
        if not (wanted or is_bounded):
            return NoViolation(frozenset())
        ran = self.run([*common, "--json-ui", "--show-properties"], task, directory)
        lines = _named_lines(messages_of(ran.stdout) or (), wanted)
        gave_up = self.gave_up(ran, task)
        if gave_up or set(lines.values()) != wanted:
            return gave_up or self.not_understood(ran, task)
        chosen = [word for name in lines for word in ("--property", name)] or ["--no-assertions"]
        ends = ["--unwinding-assertions"] if is_bounded else ["--no-unwinding-assertions"]
        ran = self.run([*common, *ends, *chosen], task, directory)
        return self.gave_up(ran, task) or self._read_ends(ran, task, lines)

    def _read_ends(self, ran: Ran, task: ToolTask, lines: dict[str, int]) -> Answer:
        results = dict(_RESULT.findall(ran.stdout))
        if not (_VERDICT.search(ran.stdout) and lines.keys() <= results.keys()):
            return self.not_understood(ran, task)
        for name, status in results.items():
            if status not in _SETTLED:
                return GaveUp(f"cbmc reports {status} for {name}", ran.tail())
        failed = {name for name, status in results.items() if status == "FAILURE"}
        reached = {lines[name] for name in failed if name in lines}
        cuts, gaps = cut_lines(task.emitted), gap_lines(task.emitted)
        is_bounded = any(_UNWINDING.search(name) for name in failed)
        return NoViolation(frozenset(reached & cuts), frozenset(reached & gaps), is_bounded)


def _cache_directory() -> Path:
    """Where scripts/get_cbmc.py puts it."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    return (given if given.is_absolute() else Path.home() / ".cache") / "unthread"


def _solver_flags(solver: str) -> list[str]:
    kind, separator, program = solver.partition(":")
    if not solver:
        return []
    if separator:
        return [{"sat": "--external-sat-solver", "smt2": "--incremental-smt2-solver"}[kind], program]
    return [f"--{solver}"] if solver in SMT_SOLVERS else ["--sat-solver", solver]


# The JSON that CPROVER tools print


def messages_of(text: str) -> list[dict[str, Any]] | None:
    """None: this is not the output of a tool that came to its end."""
    try:
        found = json.loads(text)
    except ValueError:
        return None
    is_list = isinstance(found, list) and all(isinstance(item, dict) for item in found)
    return found if is_list else None


def status_of(messages: Iterable[dict[str, Any]]) -> str:
    return next((str(m["cProverStatus"]) for m in messages if "cProverStatus" in m), "")


def texts_of(messages: Iterable[dict[str, Any]]) -> Iterator[str]:
    return (str(message["messageText"]) for message in messages if "messageText" in message)


def _errors(messages: Iterable[dict[str, Any]]) -> Iterator[str]:
    for message in messages:
        if message.get("messageType") == "ERROR" and message.get("messageText"):
            place = message.get("sourceLocation", {})
            yield (
                f"line {place['line']}: {message['messageText']}"
                if "line" in place
                else message["messageText"]
            )


def violation_of(messages: Iterable[dict[str, Any]], tool: str) -> Answer:
    """The first property that fails, with the steps that lead there."""
    for result in _failures(messages):
        trace = result.get("trace")
        if not isinstance(trace, list):
            return ToolViolation(None, None)
        failed = [line_of(step) for step in trace if step.get("stepType") == "failure"]
        return ToolViolation(tuple(events_of(trace)), failed[-1] if failed else None)
    return GaveUp(f"{tool} reports a violated property, but not which one")


def _failures(messages: Iterable[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    for message in messages:
        results = message.get("result", [message] if "status" in message else [])
        for result in results:
            if str(result.get("status", "")).lower() in ("failure", "failed"):
                yield result


def events_of(trace: Iterable[dict[str, Any]]) -> Iterator[ToolStep]:
    """Assignments of the text itself; those that are hidden come with declarations."""
    for step in trace:
        line = line_of(step)
        if step.get("stepType") != "assignment" or step.get("hidden") or line is None:
            continue
        variable, value = str(step.get("lhs", "")), step.get("value", {})
        whole = _ALL_BYTES.match(variable)
        if whole:
            yield ToolStep(line, f"bytes of {whole[1]}", _bytes_of(value))
        else:
            yield ToolStep(line, variable, bits_of(value))


def line_of(step: dict[str, Any]) -> int | None:
    place = step.get("sourceLocation", {})
    line = str(place.get("line", ""))
    is_ours = not str(place.get("file", "")).startswith("<")
    return int(line) if line.isdecimal() and is_ours else None


def bits_of(value: dict[str, Any]) -> int | None:
    binary, data = value.get("binary"), value.get("data")
    if isinstance(binary, str) and re.fullmatch("[01]+", binary):
        return int(binary, 2)
    if str(data).upper() in (_TRUE, _FALSE):
        return int(str(data).upper() == _TRUE)
    return 0 if data == "NULL" else None


def _bytes_of(value: dict[str, Any]) -> int | None:
    """An array of bytes, the lowest first, as one number. Those of addresses are not reported: they are 0."""
    parts = [bits_of(element.get("value", {})) for element in value.get("elements", ())]
    if all(part is None for part in parts):
        return None
    return sum(((part or 0) & 0xFF) << 8 * number for number, part in enumerate(parts))


def _named_lines(messages: Iterable[dict[str, Any]], wanted: Iterable[int]) -> dict[str, int]:
    """The properties of those lines, by name."""
    lines = set(wanted)
    properties = [item for message in messages for item in message.get("properties", ())]
    placed = {str(item["name"]): line_of(item) for item in properties}
    return {name: line for name, line in placed.items() if line is not None and line in lines}
