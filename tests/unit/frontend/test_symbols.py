"""Which definition of a name counts, and whether files agree."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sources import called, program_of
from unthread.core.diagnostics import InputError
from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.program.build.fold import integer


def test_an_external_variable_is_one_thing(tmp_path: Path) -> None:
    program = program_of(
        tmp_path, "int x = 7; int a[3];", "extern int x; extern int a[]; int main(void) { return x + a[2]; }"
    )
    assert len(program.globals["x"].initial) == 1
    assert program.globals["a"].size == 12
    assert not program.globals["x"].external


def test_a_variable_that_nobody_defines_is_external(tmp_path: Path) -> None:
    program = program_of(tmp_path, "extern int x; int main(void) { return x; }")
    assert program.globals["x"].external


def test_a_tentative_definition_gives_way(tmp_path: Path) -> None:
    program = program_of(tmp_path, "int x; int x = 3; int x; int main(void) { return x; }")
    assert len(program.globals["x"].initial) == 1


@pytest.mark.parametrize(
    ("first", "second", "message"),
    [
        ("int main(void) { return 0; }", "int main(void) { return 1; }", "'main' is defined a second time"),
        ("int x = 1;", "int x = 2;", "'x' is defined a second time"),
        ("extern int x; int f(void) { return x; }", "double x;", "'int' but defined with type 'double'"),
        (
            "extern char *s; int f(void) { return *s; }",
            "char s[3];",
            "'char *' but defined with type 'char[3]'",
        ),
        ("int f(int); int g(void) { return f(1); }", "int f(int a, int b) { return a; }", "'int (int, int)'"),
        ("int f(); int g(void) { return f(); }", "int *f(void) { return 0; }", "'int *(void)'"),
        (
            "int f(void); int g(void) { return f(); }",
            "int f;",
            "'f' is declared as a function, but is not one",
        ),
        (
            "extern int f; int g(void) { return f; }",
            "int f(void) { return 1; }",
            "as a variable, but is not one",
        ),
        ("extern int x; int f(void) { return x; }", "_Thread_local int x;", "thread-local in only one"),
        (
            "struct s { int a; }; extern struct s x; int f(void) { return x.a; }",
            "struct s { char a[4]; }; struct s x;",
            "type 'struct s' but defined with another type 'struct s'",
        ),
    ],
)
def test_files_have_to_agree(tmp_path: Path, first: str, second: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        program_of(tmp_path, first, second)
    error, note = caught.value.diagnostics
    assert message in error.message
    assert error.loc is not None
    assert note.loc is not None
    assert {Path(error.loc.file).name, Path(note.loc.file).name} == {"unit0.c", "unit1.c"}


def test_a_file_given_twice_is_told(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text("int main(void) { return 0; }")
    with pytest.raises(InputError) as caught:
        load(Source((file, file), ()))
    assert "is given twice" in caught.value.diagnostics[0].hint


def test_a_header_that_defines_is_told(tmp_path: Path) -> None:
    (tmp_path / "a.h").write_text("int counter = 0;")
    with pytest.raises(InputError) as caught:
        program_of(tmp_path, '#include "a.h"\n', '#include "a.h"\nint main(void) { return counter; }')
    assert "headers declare, one file defines" in caught.value.diagnostics[0].hint


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("extern unsigned x; int main(void) { return x; }", "int x;"),
        ("int f(); int main(void) { return f(1); }", "int f(int a) { return a; }"),
        ("int main(void) { f(1); return 0; }", "void f(int a) { }"),
        ("inline int f(void) { return 1; } int main(void) { return f(); }", "int f(void) { return 1; }"),
        ("int f(void) __attribute__((weak)); int f(void) { return 1; }", "int f(void) { return 2; }"),
        (
            "struct s { struct s *p; }; extern struct s x; int f(void) { return !x.p; }",
            "struct t { int *q; } x;",
        ),
        ("int x; int y = 1;", "int x; int y;"),
    ],
)
def test_files_may_differ_where_it_does_not_matter(tmp_path: Path, first: str, second: str) -> None:
    program_of(tmp_path, first, second)


def test_what_counts_when_a_name_is_defined_weakly(tmp_path: Path) -> None:
    weak = "int f(void) __attribute__((weak)); int f(void) { return g(); } int x __attribute__((weak)) = 1;"
    program = program_of(tmp_path, weak, "int f(void) { return h(); } int x = 2;")
    assert called(program, "f") == {"h"}
    assert program.globals["x"].initial[0].value == integer(2)
