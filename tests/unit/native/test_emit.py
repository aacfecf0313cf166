"""The directory that --emit writes, and what gdb is told."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from referees import GCC
from tests.support.native import store_example, trace_of
from tests.support.tools import require
from unthread.core.diagnostics import InputError
from unthread.core.process import Limits
from unthread.core.properties import Property
from unthread.core.source import DataModel, Source
from unthread.frontend.load import load
from unthread.native.build import Recipe
from unthread.native.debugger import commands_text
from unthread.native.emit import check_place, emit
from unthread.native.force import Kit, ReplayTask
from unthread.native.plan import Failure

LIMITS = Limits(30, 4 << 30)
TEXT = """#include <assert.h>
#include "value.h"
int main(void) { assert(VALUE == 2); }
"""


def kit(source: Source) -> Kit:
    trace = trace_of(source, "", Property.REACH)
    return ReplayTask(load(source), source, trace, "gcc", False).kit(trace)


def emitted(made: Kit, directory: Path) -> str:
    emit(made.recipe, made.plan, made.text, directory, LIMITS)
    return (directory / "Makefile").read_text()


def test_headers_come_along_and_flags_name_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    require(GCC)
    monkeypatch.chdir(tmp_path)
    for folder in ("src", "include"):
        Path(folder).mkdir()
    Path("src/a.c").write_text(TEXT)
    Path("include/value.h").write_text("#define VALUE (1 + MORE)\n")
    flags = ("-Iinclude", "-I/usr/include", "-DMORE=3", "-DTEXT='a $b #c'")
    makefile = emitted(kit(Source((Path("src/a.c"),), flags)), Path("bug"))
    assert "CFLAGS = -I $(SOURCES)/include -I /usr/include -DMORE=3 " in makefile
    assert "a $$b \\#c" in makefile
    assert "build/0.o: $(SOURCES)/src/a.c Makefile | build" in makefile
    assert Path("bug/sources/include/value.h").read_text() == "#define VALUE (1 + MORE)\n"
    assert str(tmp_path) not in makefile


def test_names_that_make_does_not_know_are_refused_and_nothing_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    require(GCC)
    monkeypatch.chdir(tmp_path)
    Path("a b.c").write_text(TEXT)
    Path("value.h").write_text("#define VALUE 1\n")
    made = kit(Source((Path("a b.c"),)))
    with pytest.raises(InputError, match="make cannot deal with the file name"):
        emitted(made, Path("bug"))
    assert sorted(os.listdir()) == ["a b.c", "value.h"]


def test_places_that_exist_or_cannot_be_written_are_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    (tmp_path / "link").symlink_to("nowhere")
    for name, said in [
        ("file", "exists already"),
        ("link", "exists already"),
        ("none/bug", "there is no directory"),
        ("file/bug", "there is no directory"),
    ]:
        with pytest.raises(InputError, match=said):
            check_place(tmp_path / name)


def test_flags_go_where_they_belong() -> None:
    flags = ("-DA", "-lz", "-Wl,-x", "-fsanitize=address", "-O1")
    recipe = Recipe("gcc", Source((Path("a.c"),), flags, DataModel.M32), Failure.ARITHMETIC, ("free",))
    assert recipe.compiler_flags == ("-m32", "-no-pie", "-DA", "-O1")
    assert {"-lz", "-Wl,-x", "-Wl,--wrap=free", "-m32"} <= set(recipe.linker_flags)
    assert "-fwrapv" not in recipe.hooks
    assert "-fsanitize-undefined-trap-on-error" in recipe.hooks


def test_gdb_stops_in_the_function_of_the_thread_that_fails(tmp_path: Path) -> None:
    trace = store_example("bank_account", tmp_path / "t.json")
    task = ReplayTask(load(trace.source), trace.source, trace, "gcc", False)
    text = commands_text(task.kit(trace).plan)
    number = trace.violation.thread + 2
    assert text.endswith(
        f"break unthread_failing_step\nrun\nthread {number}\nframe function transfer\ninfo threads\n"
    )
