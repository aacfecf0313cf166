"""C files and how they are to be read."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.api.sources import must_have_main, source_of
from unthread.core.diagnostics import UsageError
from unthread.core.source import DataModel, Entries, Histories, ProgramArguments
from unthread.text_options import CompilerOptions, TextOptions


def test_flags_for_clang_come_last() -> None:
    options = TextOptions(directories=("d",), includes=("a.h",), standard="c99", clang=("-w",), m32=True)
    source = source_of(["a.c"], options, ("-DX",))
    assert source.files == (Path("a.c"),)
    assert source.flags == ("-Id", "-include", "a.h", "-std=c99", "-w", "-DX")
    assert source.data_model is DataModel.M32


def test_what_unthread_is_told() -> None:
    options = CompilerOptions(words=("x",), any_words=2, no_spurious=True, havoc=("f",), stubs=("s.c",))
    source = source_of(["a.c"], options, ())
    assert source.arguments == ProgramArguments(("x",), 2)
    assert (source.spurious, source.havoc, source.stubs) == (False, ("f",), (Path("s.c"),))


def test_what_stands_for_main() -> None:
    source = source_of(["a.c"], CompilerOptions(entries=("f,g", "h"), entry_times=2), ())
    assert source.entries == Entries(("f", "g", "h"), 2, False)
    with pytest.raises(UsageError, match="sv checks programs with a main"):
        must_have_main(source, "sv")
    found = source_of(["a.c"], CompilerOptions(linearizable=True, operations="3x1"), ())
    assert found.linearizable == Histories(3, 1, "")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (CompilerOptions(m32=True, m64=True), "--m32 and --m64 are mutually exclusive"),
        (CompilerOptions(entries=("1x",)), "'1x' is not the name of a function"),
        (CompilerOptions(entry_null=True), "--entry-null requires --entry"),
        (CompilerOptions(entries=("f",), words=("x",)), "--arg cannot be combined with --entry"),
        (CompilerOptions(linearizable=True, operations="2"), "'2' is not threads and operations"),
        (CompilerOptions(object_type="T"), "--type requires --linearizable"),
    ],
)
def test_what_cannot_be_asked(options: CompilerOptions, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        source_of(["a.c"], options, ())
