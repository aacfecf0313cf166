"""The real program with the runtime in it: compiled, linked, in a directory.

The user's files are compiled as they are, with hooks before each access (-fsanitize=thread), but not linked
with a sanitizer's library: the runtime has the hooks, and stands in for the library functions that it wraps.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from unthread.core.diagnostics import InputError
from unthread.core.process import End, Limits, Ran, run_tool
from unthread.core.records import dataclass
from unthread.core.source import DataModel, Source
from unthread.native.plan import Failure

RUNTIME = Path(__file__).with_name("runtime")
RUNTIME_FILES = (
    "lines.c",
    "schedule.c",
    "match.c",
    "watch.c",
    "failures.c",
    "hooks.c",
    "library.c",
    "report.c",
)
RUNTIME_HEADERS = ("runtime.h", "state.h", "thunk.h")
PROGRAM = "program"
JOINED = ("-r", "-nostdlib")  # several files become one object
# DWARF 4 has the line table that the runtime reads; builtins would be calls that nobody sees.
HOOKS = ("-g", "-gdwarf-4", "-gz=none", "-fno-builtin", "-U_FORTIFY_SOURCE", "-fsanitize=thread", "-w")
# What C leaves undefined, unthread computes; where that is the failure, the program stops there.
DEFINED = ("-fwrapv", "-fno-strict-aliasing")
TRAPS = ("-fsanitize=undefined", "-fsanitize-undefined-trap-on-error", "-fno-sanitize=alignment,null")
BLOCKS = ("-fsanitize-coverage=trace-pc",)  # calls a hook in each block
_WITH_BLOCKS = (Failure.ERROR_CALL, Failure.ERROR_LABEL)
_LINKER_FLAGS = ("-l", "-L", "-Wl,", "-shared", "-static", "-rdynamic")
_SANITIZER = "-fsanitize="
_MOST_COMPLAINTS = 8


@dataclass(frozen=True, slots=True)
class Recipe:
    """How a program is built. `wraps` are the library functions whose calls come to the runtime."""

    compiler: str
    source: Source
    failure: Failure
    wraps: tuple[str, ...]
    with_asan: bool = False

    @property
    def files(self) -> tuple[Path, ...]:
        return (*self.source.files, *self.source.stubs)

    @property
    def machine(self) -> tuple[str, ...]:
        return ("-m32", "-no-pie") if self.source.data_model is DataModel.M32 else ()

    @property
    def compiler_flags(self) -> tuple[str, ...]:
        """The user's, without those for the linker and for sanitizers, which need a library of their own."""
        given = (flag for flag in self.source.flags if not flag.startswith((*_LINKER_FLAGS, _SANITIZER)))
        return (*self.machine, *given)

    def own_flags(self, number: int) -> tuple[str, ...]:
        """Those of the file of that number alone."""
        given = self.source.own_flags(number)
        return tuple(flag for flag in given if not flag.startswith((*_LINKER_FLAGS, _SANITIZER)))

    @property
    def hooks(self) -> tuple[str, ...]:
        meaning = TRAPS if self.failure is Failure.ARITHMETIC else DEFINED
        return (*HOOKS, *meaning, *(BLOCKS if self.failure in _WITH_BLOCKS else ()))

    @property
    def linker_flags(self) -> tuple[str, ...]:
        wraps = (f"-Wl,--wrap={name}" for name in self.wraps)
        given = (flag for flag in self.source.flags if flag.startswith(_LINKER_FLAGS))
        asan = (f"{_SANITIZER}address",) if self.with_asan else ()
        return (*self.machine, *asan, *wraps, *given, "-pthread", "-lm")

    @property
    def runtime_flags(self) -> tuple[str, ...]:
        asan = ("-DUNTHREAD_ASAN",) if self.with_asan else ()
        return (*self.machine, "-std=gnu11", "-g", *asan)


def find_compiler(name: str) -> str:
    """The compiler's path."""
    for candidate in (name,) if name else ("gcc", "clang", "cc"):
        found = shutil.which(candidate)
        if found is not None:
            return found
    what = f"no compiler '{name}'" if name else "no C compiler: neither gcc nor clang"
    raise InputError(f"--native: there is {what}", hint="install gcc, or name a compiler with --cc")


def write_runtime(directory: Path, plan: str) -> None:
    directory.mkdir(parents=True, exist_ok=True)
    for name in (*RUNTIME_FILES, *RUNTIME_HEADERS):
        shutil.copyfile(RUNTIME / name, directory / name)
    (directory / "plan.c").write_text(plan, encoding="utf-8")


def build(recipe: Recipe, plan: str, directory: Path, limits: Limits) -> Path:
    """The program, in the directory. The compiler runs where unthread does, so that relative names hold."""
    runtime = directory / "runtime"
    write_runtime(runtime, plan)
    whole = runtime / "whole.c"  # as one text: headers are read once
    whole.write_text("".join(f'#include "{name}"\n' for name in (*RUNTIME_FILES, "plan.c")))
    objects = [str(directory / "runtime.o")]
    jobs: list[Sequence[str]] = [[recipe.compiler, *recipe.runtime_flags, "-c", str(whole), "-o", objects[0]]]
    for number, file in enumerate(recipe.files):
        objects.append(str(directory / f"{len(objects)}.o"))
        flags = (*recipe.own_flags(number), *recipe.compiler_flags, *recipe.hooks)
        name = f"./{file}" if str(file).startswith("-") else str(file)
        jobs.append([recipe.compiler, *flags, "-c", name, "-o", objects[-1]])
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(lambda job: _compile(job[1], directory / f"job{job[0]}", limits), enumerate(jobs)))
    program = directory / PROGRAM
    _compile(
        [recipe.compiler, *objects, *recipe.linker_flags, "-o", str(program)], directory / "link", limits
    )
    return program


def _compile(command: Sequence[str], directory: Path, limits: Limits) -> None:
    directory.mkdir()
    ran = run_tool(["env", "-C", str(Path.cwd()), *command], directory, limits)
    if ran.end is End.DONE and ran.status == 0:
        return
    said = "\n".join(f"  {line}" for line in _complaints(ran))
    if ran.end is not End.DONE:
        raise InputError(f"--native: the compiler is stopped: {ran.end}")
    raise InputError(f"--native: {Path(command[0]).name} does not accept the program:\n{said}")


def _complaints(ran: Ran) -> Iterator[str]:
    """What the compiler and the linker say first."""
    lines = [line for line in ran.stderr.splitlines() if line.strip() and not line.startswith("collect2:")]
    yield from lines[:_MOST_COMPLAINTS]
