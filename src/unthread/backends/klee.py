"""KLEE, https://klee-se.org: symbolic execution of LLVM bitcode, path by path.

Files: https://klee-se.org/docs/files/. A failed assertion is `testN.assert.err` with its line, and the values
that lead there are `testN.ktest`. Which steps those values take is seen by running the text itself with
them, compiled for this machine. KLEE has seen all executions only if it says that no path was left
unfinished, and took no value for another.
"""

from __future__ import annotations

import os
import re
import shutil
import struct
from collections.abc import Iterator
from dataclasses import replace
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
    gap_lines,
)
from unthread.core.process import End, Limits, Ran
from unthread.sequentialize.emitted import Dialect, Emitted, InputOrigin, PointOrigin
from unthread.sequentialize.one_loop.procedures import THREAD_VARIABLE

_OUT = "klee-out"
_REPLAY = Limits(60.0, 4 << 30)
_PARTIAL = re.compile(r"KLEE: done: partially completed paths = (\d+)")
_DONE = "KLEE: done: completed paths"
_LOOSE = re.compile(r"KLEE: WARNING.*concretiz.*|KLEE: HaltTimer invoked|KLEE: halting execution.*")
_LINE = re.compile(r"^Line: (\d+)", re.MULTILINE)
_NOTE = "#define NOTE(n)"

# What a text in the dialect needs to run by itself: values come from a file, what happens is printed.
HEADER = "void ut_step(int line);\nint ut_input(int line);\n"
HARNESS = """\
#include <stdio.h>
#include <stdlib.h>
static FILE *objects;
void ut_step(int line) { printf("step %d\\n", line); }
int ut_input(int line) { printf("input %d\\n", line); return 0; }
void klee_make_symbolic(void *place, size_t size, const char *name)
{
    if (!objects) objects = fopen("objects", "rb");
    size_t got = objects ? fread(place, 1, size, objects) : 0;
    for (size_t i = got; i < size; i++) ((unsigned char *)place)[i] = 0;
    printf("value ");
    for (size_t i = size; i-- > 0;) printf("%02x", ((unsigned char *)place)[i]);
    printf("\\n");
}
void klee_silent_exit(int status) { exit(status); }
void klee_assume(size_t holds) { if (!holds) exit(0); }
void klee_report_error(const char *file, int line, const char *message, const char *suffix)
{
    printf("error %d\\n", line);
    exit(10);
}
"""


class Klee(ExternalTool):
    name = "klee"
    program = "klee"
    dialect = Dialect.KLEE
    get = "https://klee-se.org/getting-started/ (with the clang of its LLVM as clang or $UNTHREAD_KLEE_CLANG)"
    oldest = (2, 3)  # since then it tells how many paths were left unfinished
    solvers = ("stp", "z3", "metasmt")
    version_pattern = r"KLEE (\S+)"

    def work(self, file: Path, task: ToolTask, directory: Path) -> Answer:
        compiler = os.environ.get("UNTHREAD_KLEE_CLANG") or shutil.which("clang")
        if compiler is None:
            return GaveUp(
                "klee needs clang to compile the sequential C to bitcode, but clang is not installed"
            )
        flags = [f"-m{task.bits}", "-fwrapv", "-fno-strict-aliasing", "-w"]
        bitcode = ["-emit-llvm", "-c", "-g", "-O0", "-Xclang", "-disable-O0-optnone", "-o", "sequential.bc"]
        ran = self._start([compiler, *flags, *bitcode, file.name], task, directory)
        if ran.end is not End.DONE or ran.status:
            return self.gave_up(ran, task) or GaveUp(
                "clang cannot compile the sequential C to bitcode", ran.tail()
            )
        answer = super().work(file, task, directory)
        if isinstance(answer, ToolViolation):
            return self._with_events(answer, [compiler, *flags], task, directory)
        return answer

    def command(self, file: Path, task: ToolTask) -> list[str]:
        return [
            f"--output-dir={_OUT}",
            "--exit-on-error-type=ReportError",
            f"--max-time={max(1, int(task.limits.seconds))}s",
            f"--max-memory={task.limits.memory >> 20}",
            *([f"--solver-backend={task.solver}"] if task.solver else []),
            "sequential.bc",
        ]

    def read(self, ran: Ran, task: ToolTask, directory: Path) -> Answer:
        out = directory / _OUT
        for file in sorted(out.glob("test*.assert.err")):
            return ToolViolation((), _line_in(file))
        gaps = frozenset(filter(None, map(_line_in, out.glob("test*.gap.err"))))
        if gaps:
            return NoViolation(None, gaps & gap_lines(task.emitted) or gaps)
        others = sorted(out.glob("test*.err"))
        if others:
            first = others[0].read_text(errors="replace").partition("\n")[0]
            return GaveUp(f"klee terminated a path early: {first}", ran.tail())
        text = ran.stdout + "\n" + ran.stderr
        loose = _LOOSE.search(text)
        if loose:
            return GaveUp(f"klee did not explore all executions: {loose[0]}", ran.tail())
        partial = _PARTIAL.search(text)
        if ran.status or _DONE not in text or partial is None:
            return self.not_understood(ran, task)
        if partial[1] != "0":
            return GaveUp(f"klee left {partial[1]} paths unfinished", ran.tail())
        return NoViolation(None)

    def _start(self, command: list[str], task: ToolTask, directory: Path) -> Ran:
        from unthread.core.process import run_tool

        return run_tool(command, directory, task.limits, log=task.log)

    # ---- which steps the values take

    def _with_events(
        self, violation: ToolViolation, compiler: list[str], task: ToolTask, directory: Path
    ) -> ToolViolation:
        """Without events if the text does not run as KLEE says."""
        unread = replace(violation, events=None)
        tests = sorted((directory / _OUT).glob("test*.assert.err"))
        stored = tests[0].with_name(tests[0].name.partition(".")[0] + ".ktest")
        objects = objects_of(stored.read_bytes()) if stored.is_file() else None
        if objects is None:
            return unread
        (directory / "objects").write_bytes(b"".join(objects))
        (directory / "harness.h").write_text(HEADER)
        (directory / "harness.c").write_text(HARNESS)
        (directory / "replay.c").write_text(replay_text(task.emitted), errors="surrogateescape")
        files = ["-include", "harness.h", "replay.c", "harness.c", "-o", "replay"]
        quick = replace(task, limits=_REPLAY)
        ran = self._start([*compiler, "-O0", *files], quick, directory)
        if ran.end is not End.DONE or ran.status:
            return unread
        ran = self._start(["./replay"], quick, directory)
        if ran.end is not End.DONE or f"error {violation.failed_line}\n" not in ran.stdout:
            return unread
        return replace(violation, events=tuple(_events(ran.stdout, task.emitted)))


def _line_in(file: Path) -> int | None:
    found = _LINE.search(file.read_text(errors="replace"))
    return int(found[1]) if found else None


def objects_of(data: bytes) -> list[bytes] | None:
    """The values in a .ktest file, in the order in which they were asked for. Numbers have four bytes, the
    highest first: version, arguments, two more, then each object's name and bytes."""
    try:
        if data[:5] not in (b"KTEST", b"BOUT\n"):
            return None
        (version,) = struct.unpack_from(">I", data, 5)
        at, _ = _words(data, 9)
        at += 8 if version >= 2 else 0
        (count,) = struct.unpack_from(">I", data, at)
        at += 4
        found = []
        for _ in range(count):
            at, _ = _block(data, at)
            at, value = _block(data, at)
            found.append(value)
        return found
    except struct.error:
        return None


def _words(data: bytes, at: int) -> tuple[int, list[bytes]]:
    (count,) = struct.unpack_from(">I", data, at)
    at += 4
    words = []
    for _ in range(count):
        at, word = _block(data, at)
        words.append(word)
    return at, words


def _block(data: bytes, at: int) -> tuple[int, bytes]:
    (size,) = struct.unpack_from(">I", data, at)
    return at + 4 + size, data[at + 4 : at + 4 + size]


def replay_text(emitted: Emitted) -> str:
    """The text, with its lines where they were, telling its steps and inputs."""
    lines = emitted.text.split("\n")
    for index, line in enumerate(lines):
        number = index + 1
        if line.rstrip() == _NOTE:
            line = f"{_NOTE} ut_step(__LINE__);"
        elif _target_in(emitted, number, line):
            line = re.sub(r"\b(nondet_\w+\(\))", rf"(ut_input({number}), \1)", line, count=1)
        if emitted.schema not in LOOP_FREE and _is_step(emitted, number) and "NOTE(" not in line:
            line = f"ut_step({number}); {line.lstrip()}"  # a statement, which tells nothing by itself
        lines[index] = line
    return "\n".join(lines)


def _is_step(emitted: Emitted, line: int) -> bool:
    return any(isinstance(origin, PointOrigin) for origin in emitted.origins.get(line, ()))


def _target_in(emitted: Emitted, line: int, text: str) -> str:
    """What gets a value from outside on that line, as far as that matters; empty if nothing does."""
    for origin in emitted.origins.get(line, ()):
        if isinstance(origin, InputOrigin):
            return origin.target
    is_choice = text.lstrip().startswith(f"{THREAD_VARIABLE} = ") and "nondet_" in text
    return THREAD_VARIABLE if is_choice else ""


def _events(printed: str, emitted: Emitted) -> Iterator[ToolStep]:
    lines = emitted.text.split("\n")
    target, line = "", 0
    for row in printed.splitlines():
        word, _, rest = row.partition(" ")
        if word == "step":
            yield ToolStep(int(rest), "ut_at")
        elif word == "input":
            line = int(rest)
            target = _target_in(emitted, line, lines[line - 1])
        elif word == "value":
            if target:
                yield ToolStep(line, target, int(rest, 16))
            target = ""
