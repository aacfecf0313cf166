"""Words of a compiler's command line → flags for clang, the data model, and what is assumed."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.source import DataModel
from unthread.project.compiler_flags import CompilerFlags, FlagError, assumed_of, read_flags, shown_path


def flags(text: str, directory: Path | None = None) -> tuple[str, ...]:
    return read_flags(text.split(), directory).flags


def test_keeps_what_changes_how_c_is_read_in_its_order() -> None:
    text = "-Ia -I b -isystem c -iquote d -DX=1 -D Y -UX -include e.h -imacros f.h -std=c11 -nostdinc"
    assert flags(text) == (
        *("-Ia", "-Ib", "-isystem", "c", "-iquote", "d", "-DX=1", "-DY", "-UX"),
        *("-include", "e.h", "-imacros", "f.h", "-std=c11", "-nostdinc"),
    )


def test_drops_the_rest_with_its_values() -> None:
    assert flags("-Wall -O2 -MF x.d -o x.o -MT t -l m -Xlinker -Dno --param p=1 -c a.c") == ()


def test_a_macro_keeps_its_quotes_and_blanks() -> None:
    assert read_flags(['-DNAME="two words"']).flags == ('-DNAME="two words"',)


def test_the_last_data_model_counts() -> None:
    assert read_flags(["-m64", "-m32"]).model is DataModel.M32
    assert read_flags(["-O2"]).model is None


def test_paths_hold_where_unthread_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    build = tmp_path / "build"
    build.mkdir()
    (build / "made.h").touch()
    assert flags("-I. -I../include -isystem /opt/x", build) == ("-Ibuild", "-Iinclude", "-isystem", "/opt/x")
    assert flags("-include made.h -include other.h", build) == (
        *("-include", "build/made.h"),
        *("-include", "other.h"),  # found among the headers
    )


def test_a_path_with_quotes_is_one_that_clang_can_include(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = tmp_path / 'of "x"'
    (place / "below").mkdir(parents=True)
    (place / "made.h").touch()
    monkeypatch.chdir(place / "below")
    assert flags("-include made.h -I.", place) == ("-include", "../made.h", f"-I{place}")


def test_reads_what_is_passed_to_the_preprocessor() -> None:
    assert flags("-Wp,-DX=1,-UY -Xpreprocessor -DZ -Wp,-MMD,dir/x.d") == ("-DX=1", "-UY", "-DZ")
    assert flags("-Wp,-MD,dir/x.d,-DX") == ("-DX",)


def test_reads_what_is_passed_word_by_word() -> None:
    """As CMake does with precompiled headers for clang."""
    precompiled = "-Xclang -include-pch -Xclang made.pch -Xclang -include -Xclang made.h"
    assert flags(f"-DX {precompiled} -DY") == ("-DX", "-include", "made.h", "-DY")
    assert flags("-Xpreprocessor -include -Xpreprocessor a.h") == ("-include", "a.h")
    for text, message in (
        ("-Xclang -include-pch -Xclang made.pch", "'-include-pch' is not supported: it is not text"),
        ("-DX -Xclang", "the compiler flag '-Xclang' requires a value"),
        ("-Xclang -include -DX", "the compiler flag '-include' requires a value"),
    ):
        with pytest.raises(FlagError, match=message):
            flags(text)


def test_a_root_of_headers_may_stand_apart(tmp_path: Path) -> None:
    assert flags("--sysroot ../r -DX", tmp_path / "b") == ("--sysroot", str(tmp_path / "r"), "-DX")


def test_says_what_is_not_as_a_flag_has_it() -> None:
    assumed = read_flags(["-fwrapv-pointer", "-ffast-math"]).assumed
    assert assumed == (
        "leaving an object by pointer arithmetic is a violation (-fwrapv-pointer is not modelled)",
        "floating-point arithmetic is that of IEEE 754 (-ffast-math is not modelled)",
    )


@pytest.mark.parametrize(
    ("words", "is_assumed"),
    [
        ("-march=native", True),
        ("-march=haswell", True),
        ("-ffp-contract=off -mfma", False),
        ("-ffp-contract=off -ffp-contract=fast", True),
        ("-march=x86-64-v2 -mcpu=core2 -mtune=native", False),
    ],
)
def test_operations_may_be_fused_where_the_processor_can(words: str, is_assumed: bool) -> None:
    assert bool(read_flags(words.split()).assumed) == is_assumed


def test_what_the_linker_does_besides_is_refused() -> None:
    assert flags("-Wl,-z,now,-export-dynamic,--eh-frame-hdr -Xlinker -rpath -Xlinker x") == ()
    for words in ("-Wl,-z,now,--wrap=malloc", "-Xlinker --wrap -Xlinker f", "-Wl,--defsym,f=g", "-Wl,-e,f"):
        with pytest.raises(FlagError, match="puts functions in the place of others"):
            read_flags(words.split())
    assert read_flags(["-Wl,--wrap=f"], ignored=["--wrap=f"]) == CompilerFlags()


@pytest.mark.parametrize(
    ("words", "message", "hint"),
    [
        ("-fwarpv", "unknown compiler flag '-fwarpv'", "did you mean '-fwrapv'?"),
        ("-Zq", "unknown compiler flag '-Zq'", "--ignore-flag=-Zq ignores it"),
        ("-fopenmp", "the compiler flag '-fopenmp' is not supported", "--ignore-flag=-fopenmp"),
        ("-x c++", "unthread reads C only", ""),
        ("-march=armv8-a", "the machine is x86 here", "--ignore-flag=-march=armv8-a"),
        ("-mcpu=cortex-m4", "the machine is x86 here", ""),
        ("-fno-signed-bitfields", "bit-fields of type int are signed", ""),
        ("-fplugin=x.so", "unknown compiler flag", ""),
        ("-o", "the compiler flag '-o' requires a value", ""),
    ],
)
def test_refuses_by_name(words: str, message: str, hint: str) -> None:
    with pytest.raises(FlagError) as caught:
        read_flags(words.split())
    found = caught.value.diagnostics[0]
    assert message in found.message
    assert hint in found.hint


def test_ignores_what_the_user_says() -> None:
    assert read_flags(["-fopenmp", "-Zq"], ignored=("-fopenmp", "-Zq")) == CompilerFlags()


def test_a_path_below_is_short(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert shown_path(tmp_path / "a" / ".." / "b.c") == Path("b.c")
    assert shown_path(Path("/elsewhere/b.c")) == Path("/elsewhere/b.c")


def test_flags_that_clang_gets_as_they_are() -> None:
    assert assumed_of(["-DX", "-Ofast", "-I", "x", "-fopenmp", "-fpack-struct", "-fwrapv"]) == (
        "floating-point arithmetic is that of IEEE 754 (-Ofast is not modelled)",
    )
    with pytest.raises(FlagError, match="-mlong-double-64"):
        assumed_of(["-mlong-double-64"])
    assert assumed_of(["-mlong-double-64"], ignored=["-mlong-double-64"]) == ()
