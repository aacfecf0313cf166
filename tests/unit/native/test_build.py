"""How the real program is compiled and linked."""

from __future__ import annotations

from pathlib import Path

import pytest

from referees import GCC
from tests.support.tools import require
from unthread.core.diagnostics import InputError
from unthread.core.process import Limits
from unthread.core.source import DataModel, Source
from unthread.native.build import (
    DEFINED,
    RUNTIME_FILES,
    RUNTIME_HEADERS,
    TRAPS,
    Recipe,
    build,
    find_compiler,
    write_runtime,
)
from unthread.native.plan import Failure

FLAGS = ("-DN=1", "-lm", "-Llib", "-fsanitize=address", "-Iinclude", "-Wl,--as-needed")


def recipe(failure: Failure = Failure.ASSERTION, model: DataModel = DataModel.M64, **more: object) -> Recipe:
    source = Source((Path("a.c"),), FLAGS, model)
    return Recipe("gcc", source, failure, ("malloc", "free"), **more)  # type: ignore[arg-type]


def test_flags_of_the_compiler_and_of_the_linker() -> None:
    assert recipe().compiler_flags == ("-DN=1", "-Iinclude")
    assert recipe().linker_flags == (
        "-Wl,--wrap=malloc",
        "-Wl,--wrap=free",
        "-lm",
        "-Llib",
        "-Wl,--as-needed",
        "-pthread",
        "-lm",
    )


def test_32_bits_in_every_step() -> None:
    small = recipe(model=DataModel.M32)
    for flags in (small.compiler_flags, small.linker_flags, small.runtime_flags):
        assert flags[:2] == ("-m32", "-no-pie")


def test_only_undefined_arithmetic_that_is_the_failure_stops_the_program() -> None:
    arithmetic, other = recipe(Failure.ARITHMETIC).hooks, recipe().hooks
    assert set(TRAPS) <= set(arithmetic)
    assert not set(DEFINED) & set(arithmetic)
    assert set(DEFINED) <= set(other)
    assert not set(TRAPS) & set(other)


def test_calls_of_error_functions_need_blocks() -> None:
    assert "-fsanitize-coverage=trace-pc" in recipe(Failure.ERROR_CALL).hooks
    assert "-fsanitize-coverage=trace-pc" not in recipe().hooks


def test_address_sanitizer() -> None:
    asked = recipe(with_asan=True)
    assert "-fsanitize=address" in asked.linker_flags
    assert "-DUNTHREAD_ASAN" in asked.runtime_flags
    assert "-fsanitize=address" not in recipe().linker_flags


def test_stubs_are_compiled_as_well() -> None:
    source = Source((Path("a.c"),), stubs=(Path("stub.c"),))
    assert Recipe("gcc", source, Failure.ASSERTION, ()).files == (Path("a.c"), Path("stub.c"))


def test_the_runtime_is_written_with_the_plan(tmp_path: Path) -> None:
    write_runtime(tmp_path / "runtime", "int plan;\n")
    names = {file.name for file in (tmp_path / "runtime").iterdir()}
    assert names == {*RUNTIME_FILES, *RUNTIME_HEADERS, "plan.c"}
    assert (tmp_path / "runtime" / "plan.c").read_text() == "int plan;\n"


def test_a_compiler_that_is_not_there(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no compiler 'no-such-compiler'"):
        find_compiler("no-such-compiler")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(InputError, match="neither gcc nor clang"):
        find_compiler("")


def test_what_the_compiler_does_not_accept_is_quoted(tmp_path: Path) -> None:
    require(GCC)
    file = tmp_path / "a.c"
    file.write_text("int main(void) { return nothing; }\n")
    bad = Recipe(find_compiler("gcc"), Source((file,)), Failure.ASSERTION, ())
    with pytest.raises(InputError, match=r"gcc does not accept the program:(.|\n)*nothing"):
        build(bad, "", tmp_path / "out", Limits(60, 4 << 30))
