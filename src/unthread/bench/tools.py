"""How each tool of a suite is run on a program, and what its output says: `ask`.

In: a `SuiteTool` and a `SuiteProgram`. Out: a `ToolOutcome`. unthread and CBMC get the same bounds where the
suite gives some; CBMC gets the program with its threads, or the sequential C that `unthread emit` makes of
it. To make it does not count.
"""

from __future__ import annotations

import json
import re
import shlex
import sys
import tempfile
import threading
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path

from unthread.bench.execute import FinishedRun, RunEnd, RunLimits, execute
from unthread.bench.published import read_results
from unthread.bench.suite import SuiteProgram, SuiteTool, ToolKind
from unthread.core.diagnostics import InputError, UsageError
from unthread.core.records import dataclass
from unthread.core.source import DataModel

UNTHREAD = (sys.executable, "-m", "unthread")
_CBMC_OPTIONS = ("--no-standard-checks", "--no-malloc-may-fail", "--stop-on-fail")
_EMITTED = ("-DUNTHREAD_NO_CUTS", "-DUNTHREAD_NO_GAPS")
_CBMC_VERDICT = re.compile(r"^VERIFICATION (SUCCESSFUL|FAILED)$", re.MULTILINE)
_WORDS = {"safe": "safe", "no bug found": "bounded", "unsafe": "unsafe", "unknown": "unknown"}
_TASK_WORDS = {"true": "safe", "false": "unsafe"}


class Said(StrEnum):
    """BOUNDED: nothing was found within bounds."""

    SAFE = "safe"
    BOUNDED = "bounded"
    UNSAFE = "unsafe"
    UNKNOWN = "unknown"
    TIME = "out of time"
    MEMORY = "out of memory"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class ToolOutcome:
    said: Said
    detail: str
    cpu: float
    wall: float
    memory: int


def ask(tool: SuiteTool, program: SuiteProgram, limits: RunLimits, stop: threading.Event) -> ToolOutcome:
    match tool.kind:
        case ToolKind.UNTHREAD:
            return _ask_unthread(tool, program, limits, stop)
        case ToolKind.CBMC:
            return _ask_cbmc(tool, program, limits, stop)
        case ToolKind.COMMAND:
            return _ask_command(tool, program, limits, stop)
        case ToolKind.RESULTS:
            return _look_up(tool, program, limits)


def check_tools(tools: Sequence[SuiteTool]) -> None:
    """Whether they are there at all, before anything runs."""
    for tool in tools:
        if tool.kind is ToolKind.CBMC:
            _cbmc()
        for file in tool.results:
            read_results(file)
        if tool.kind is ToolKind.COMMAND:
            _words(tool, {"file": "", "unwind": "", "rounds": "", "bits": "", "property": ""})


# unthread


def _ask_unthread(
    tool: SuiteTool, program: SuiteProgram, limits: RunLimits, stop: threading.Event
) -> ToolOutcome:
    memory = ("--memory", f"{limits.memory >> 20}M")
    common = [*_bounds(program), *memory, *program.options, *tool.options]
    file = str(program.file.absolute())
    if program.is_task:
        prp = str(_property_file(program).absolute())
        done = _run([*UNTHREAD, "sv", "--property", prp, *common, file], limits, stop)
        return _outcome(done, _of_task(done))
    # The time limit is of CPU seconds, and ours: the clock is to stop nothing before.
    command = [*UNTHREAD, "check", "--no-config", "--json", "--time", f"{limits.seconds * 10:.0f}s"]
    done = _run([*command, *common, file], limits, stop)
    return _outcome(done, _of_document(done))


def _of_document(done: FinishedRun) -> Said:
    try:
        return Said(_WORDS[json.loads(done.stdout)["verdict"]])
    except (ValueError, KeyError, TypeError):
        return Said.ERROR


def _of_task(done: FinishedRun) -> Said:
    if done.status not in (0, 5, 10):
        return Said.ERROR
    words = re.findall(r"^(true|false|unknown)\b", done.stdout, re.MULTILINE)
    return Said(_TASK_WORDS.get(words[-1], "unknown")) if words else Said.ERROR


def _bounds(program: SuiteProgram) -> list[str]:
    unwind = [] if program.unwind is None else ["--unwind", str(program.unwind)]
    return unwind + ([] if program.rounds is None else ["--rounds", str(program.rounds)])


# CBMC


def _ask_cbmc(
    tool: SuiteTool, program: SuiteProgram, limits: RunLimits, stop: threading.Event
) -> ToolOutcome:
    bits = f"--{_bits(program)}"
    if not tool.schema:
        unwind = [] if program.unwind is None else ["--unwind", str(program.unwind + 1)]
        files = [str(file.absolute()) for file in _files(program)]
        done = _run([_cbmc(), *_CBMC_OPTIONS, bits, *unwind, *tool.options, *files], limits, stop)
        return _outcome(done, _of_cbmc(done))
    with tempfile.TemporaryDirectory(prefix="unthread-") as name:
        text = Path(name) / "sequential.c"
        emit = ["emit", "--schema", tool.schema, "--dialect", "cbmc", *_bounds(program), *program.options]
        emitted = _run(
            [*UNTHREAD, *emit, bits.replace("--", "--m"), "-o", str(text), *map(str, _files(program))],
            limits,
            stop,
        )
        if emitted.end is not RunEnd.DONE or emitted.status:
            return _outcome(emitted, Said.ERROR)
        done = _run([_cbmc(), *_CBMC_OPTIONS, bits, *_EMITTED, *tool.options, str(text)], limits, stop)
        return _outcome(done, _of_cbmc(done))


def _of_cbmc(done: FinishedRun) -> Said:
    """It looks within bounds; that it has covered everything, it does not say."""
    found = _CBMC_VERDICT.search(done.stdout)
    if found is None:
        return Said.ERROR
    return Said.BOUNDED if found[1] == "SUCCESSFUL" else Said.UNSAFE


def _cbmc() -> str:
    from unthread.backends.cbmc import Cbmc

    place = Cbmc().place()
    if place is None:
        raise UsageError(f"cbmc is not installed: {Cbmc.get}")
    return place


# Any other


def _ask_command(
    tool: SuiteTool, program: SuiteProgram, limits: RunLimits, stop: threading.Event
) -> ToolOutcome:
    with tempfile.TemporaryDirectory(prefix="unthread-") as name:
        values = {
            "file": shlex.join(str(file.absolute()) for file in _files(program)),
            "unwind": str(program.unwind or 2),
            "rounds": str(program.rounds or 2),
            "bits": str(_bits(program)),
            "property": str(_property_file(program).absolute()) if program.is_task else "",
        }
        done = _run([*_words(tool, values), *tool.options], limits, stop, Path(name))
    printed = done.stdout + done.stderr
    if re.search(tool.unsafe, printed, re.MULTILINE):
        return _outcome(done, Said.UNSAFE)
    return _outcome(done, Said.SAFE if re.search(tool.safe, printed, re.MULTILINE) else Said.UNKNOWN)


def _words(tool: SuiteTool, values: dict[str, str]) -> list[str]:
    try:
        return shlex.split(tool.command.format(**values))
    except (ValueError, KeyError, IndexError) as error:
        hint = f"the placeholders are {', '.join(f'{{{name}}}' for name in values)}"
        raise InputError(f"the command of '{tool.name}' is wrong: {error}", hint=hint) from None


# Tools that others have run


def _look_up(tool: SuiteTool, program: SuiteProgram, limits: RunLimits) -> ToolOutcome:
    """Within our limits, as far as these are below those that it had."""
    for file in tool.results:
        found = read_results(file).get(program.file.name)
        if found is None:
            continue
        said = Said(_TASK_WORDS.get(found.status.partition("(")[0], "unknown"))
        if found.cpu > limits.seconds:
            return ToolOutcome(Said.TIME, "", limits.seconds, limits.seconds, found.memory)
        return ToolOutcome(
            said, found.status if said is Said.UNKNOWN else "", found.cpu, found.wall, found.memory
        )
    return ToolOutcome(Said.UNKNOWN, "not in the results", 0.0, 0.0, 0)


# What they have in common


def _run(
    command: Sequence[str], limits: RunLimits, stop: threading.Event, directory: Path | None = None
) -> FinishedRun:
    return execute(command, limits, stop, directory or Path.cwd())


def _outcome(done: FinishedRun, said: Said) -> ToolOutcome:
    match done.end:
        case RunEnd.TIME:
            said = Said.TIME
        case RunEnd.MEMORY:
            said = Said.MEMORY
        case RunEnd.DONE:
            pass
    detail = _last_line(done) if said in (Said.ERROR, Said.UNKNOWN) else ""
    return ToolOutcome(said, detail, done.cpu, done.wall, done.memory)


def _last_line(done: FinishedRun) -> str:
    lines = [line.strip() for line in (done.stderr or done.stdout).splitlines() if line.strip()]
    return (lines[-1] if lines else f"exit status {done.status}, without a word")[:200]


def _files(program: SuiteProgram) -> tuple[Path, ...]:
    if not program.is_task:
        return (program.file,)
    from unthread.svcomp.task import read_task

    return read_task(program.file).inputs


def _bits(program: SuiteProgram) -> int:
    if program.is_task:
        from unthread.svcomp.task import read_task

        return 32 if read_task(program.file).data_model is DataModel.M32 else 64
    return 32 if {"-m32", "--m32"} & set(program.options) else 64


def _property_file(program: SuiteProgram) -> Path:
    from unthread.svcomp.task import read_task

    named = (item.file for item in read_task(program.file).properties)
    return next(file for file in named if file.stem == program.asked)
