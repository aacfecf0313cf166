"""A directory that reproduces the bug without unthread: `emit`.

Out: the user's files as they are, with the headers they include; the runtime and the plan; a Makefile and a
README. It is written beside its place and renamed when it is complete.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from unthread.core.diagnostics import InputError
from unthread.core.process import End, Limits, run_tool
from unthread.core.records import dataclass
from unthread.native.build import JOINED, RUNTIME_FILES, Recipe, write_runtime
from unthread.native.debugger import COMMANDS, commands_text
from unthread.native.plan import Plan

SOURCES = "sources"
_PLAIN = re.compile(r"[A-Za-z0-9_./+@%,:=-]+")  # what means nothing else to make and to the shell
_WITH_PATH = ("-I", "-iquote", "-isystem", "-idirafter", "-include", "-imacros", "-L")


def check_place(directory: Path) -> None:
    """Before anything is compiled."""
    if directory.exists() or directory.is_symlink():
        raise InputError(f"--emit: '{directory}' exists already")
    parent = directory.absolute().parent
    if not parent.is_dir():
        raise InputError(f"--emit: there is no directory '{directory.parent}'")
    if not os.access(parent, os.W_OK):
        raise InputError(f"--emit: '{directory}' cannot be written")


def emit(recipe: Recipe, plan: Plan, text: str, directory: Path, limits: Limits) -> None:
    check_place(directory)
    files = _Files(recipe, _headers(recipe, limits))
    try:
        scratch = Path(tempfile.mkdtemp(prefix=f".{directory.name}-", dir=directory.absolute().parent))
    except OSError as error:
        raise InputError(f"--emit: cannot write '{directory}': {error.strerror or error}") from None
    try:
        write_runtime(scratch / "runtime", text)
        files.copy(scratch / SOURCES)
        (scratch / "Makefile").write_text(_makefile(recipe, files), encoding="utf-8")
        (scratch / "README.md").write_text(_readme(plan), encoding="utf-8")
        (scratch / COMMANDS).write_text(commands_text(plan), encoding="utf-8")
        scratch.chmod(0o755)
        scratch.rename(directory)
    except OSError as error:
        raise InputError(f"--emit: cannot write '{directory}': {error.strerror or error}") from None
    finally:
        shutil.rmtree(scratch, ignore_errors=True)


# Which files


def _headers(recipe: Recipe, limits: Limits) -> Iterator[Path]:
    """The headers that are not the system's, as the compiler lists them."""
    with tempfile.TemporaryDirectory(prefix="unthread-") as name:
        for number, file in enumerate(recipe.files):
            flags = (*recipe.own_flags(number), *recipe.compiler_flags)
            command = [recipe.compiler, *flags, "-w", "-MM", str(file)]
            ran = run_tool(["env", "-C", str(Path.cwd()), *command], Path(name), limits)
            if ran.end is not End.DONE or ran.status:
                raise InputError(f"--emit: the compiler cannot list the headers of '{file}'")
            listed = ran.stdout.replace("\\\n", " ").partition(":")[2]
            yield from (Path(word.replace("\\ ", " ")) for word in re.split(r"(?<!\\)\s+", listed) if word)


@dataclass(frozen=True, slots=True)
class _Layout:
    """Files below one directory, `root`."""

    root: Path
    files: tuple[Path, ...]


class _Files:
    """Where the user's files stand in the new directory."""

    def __init__(self, recipe: Recipe, headers: Iterable[Path]) -> None:
        self.recipe = recipe
        found = {Path(os.path.abspath(file)): None for file in (*recipe.files, *headers)}
        flags = [*recipe.compiler_flags]
        for number in range(len(recipe.files)):
            flags += recipe.own_flags(number)
        folders = [Path(os.path.abspath(path)) for path in _directories(flags)]
        used = [folder for folder in folders if any(file.is_relative_to(folder) for file in found)]
        root = Path(os.path.commonpath([*(file.parent for file in found), *used]))
        self.layout = _Layout(root, tuple(found))
        for file in found:
            if not _PLAIN.fullmatch(str(file.relative_to(root))):
                raise InputError(f"--emit: make cannot deal with the file name '{file}'")

    def copy(self, target: Path) -> None:
        for file in self.layout.files:
            copied = target / file.relative_to(self.layout.root)
            copied.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(file, copied)

    def name(self, path: Path) -> str | None:
        """What the Makefile calls it; None: it does not stand below the root."""
        absolute = Path(os.path.abspath(path))
        if not absolute.is_relative_to(self.layout.root):
            return None
        return (Path("$(SOURCES)") / absolute.relative_to(self.layout.root)).as_posix()

    def own_flags(self, number: int) -> str:
        """What the rule for one file has besides, with a blank after it."""
        return "".join(f"{flag} " for flag in self.flags(self.recipe.own_flags(number)))

    def flags(self, given: Sequence[str]) -> Iterator[str]:
        """The compiler's flags, with names of files in the new directory."""
        words = iter(given)
        for word in words:
            kind = next((kind for kind in _WITH_PATH if word.startswith(kind)), "")
            if not kind:
                yield _for_make(word)
                continue
            path = word.removeprefix(kind) or next(words, "")
            name = self.name(Path(path))
            if name is not None:
                yield f"{kind} {name}"
            elif Path(path).is_absolute():
                yield f"{kind} {_for_make(path)}"


def _directories(flags: Sequence[str]) -> Iterator[str]:
    words = iter(flags)
    for word in words:
        kind = next((kind for kind in _WITH_PATH if word.startswith(kind)), "")
        path = (word.removeprefix(kind) or next(words, "")) if kind else ""
        if path and Path(path).is_dir():
            yield path


def _for_make(word: str) -> str:
    if "\n" in word:
        raise InputError(f"--emit: make cannot deal with the flag {word!r}")
    return shlex.quote(word).replace("$", "$$").replace("#", "\\#")


# Texts


def _makefile(recipe: Recipe, files: _Files) -> str:
    objects = [f"build/{number}.o" for number in range(len(recipe.files))]
    rules = "".join(
        f"{target}: {files.name(file)} Makefile | build\n"
        f"\t$(CC) {files.own_flags(number)}$(CFLAGS) $(HOOKS) -c {files.name(file)} -o $@\n\n"
        for number, (file, target) in enumerate(zip(recipe.files, objects, strict=True))
    )
    runtime = " ".join(f"runtime/{name}" for name in (*RUNTIME_FILES, "plan.c"))
    return _MAKEFILE.format(
        compiler=_for_make(Path(recipe.compiler).name),
        sources=SOURCES,
        flags=" ".join(files.flags(recipe.compiler_flags)),
        hooks=" ".join(recipe.hooks),
        runtime_flags=" ".join(recipe.runtime_flags),
        linker_flags=" \\\n\t".join(map(_for_make, recipe.linker_flags)),
        objects=" ".join(objects),
        runtime=runtime,
        joined=" ".join(JOINED),
        rules=rules,
    )


_MAKEFILE = """\
# make run: the program fails, every time. make check: succeeds once it does not fail any more.
# To try other sources, such as those with a fix: make check SOURCES=DIRECTORY

CC = {compiler}
SOURCES = {sources}
CFLAGS = {flags}
HOOKS = {hooks}
RUNTIME_FLAGS = {runtime_flags}
LINKER_FLAGS = {linker_flags}
RUNTIME = {runtime}
NOT_REPRODUCED = 77

program: {objects} build/runtime.o
\t$(CC) {objects} build/runtime.o $(LINKER_FLAGS) -o $@

{rules}build/runtime.o: $(RUNTIME) $(wildcard runtime/*.h) Makefile | build
\t$(CC) $(RUNTIME_FLAGS) {joined} $(RUNTIME) -o $@

build:
\tmkdir -p build

.PHONY: run check clean
run: program
\t./program

check: program
\t@./program; status=$$?; \\
\tif [ $$status -eq $(NOT_REPRODUCED) ]; then echo "the bug does not show"; exit 0; fi; \\
\techo "the program fails: status $$status"; exit 1

clean:
\trm -rf build program
"""


def _readme(plan: Plan) -> str:
    violation = plan.violation
    count = len(plan.steps)
    return _README.format(
        file=Path(violation.loc.file).name,
        line=violation.loc.line,
        property=violation.property,
        message=violation.message.replace("`", "'"),
        thread=violation.thread,
        steps=f"{count} step{'s' * (count != 1)}",
        sources=SOURCES,
        commands=COMMANDS,
    )


_README = """\
# A bug that happens every time

In line {line} of {file}, thread {thread} violates the property `{property}`:

    {message}

`make run` compiles the unmodified program in `{sources}/` and makes it fail there: {steps} of its
threads are forced into the order of a trace that unthread found. `make check` does the same and succeeds once
the program does not fail any more; `make check SOURCES=DIRECTORY` tries other sources, such as those with a
fix. Both need gcc (or clang: `make CC=clang run`) and make, nothing else. `gdb -x {commands} program`
stops right before the failure.

`runtime/plan.c` has the order, the inputs and the failure; the other files there carry it out: the program is
compiled with `-fsanitize=thread`, which calls a hook before each access to memory, and linked with these
files instead of a sanitizer's library.

After a change of the sources, lines and steps may not be the same any more. Then "the bug does not show" can
also mean that the order could not be forced; what the program prints says so: "step N was not taken".
"""
