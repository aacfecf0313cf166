"""Which definition of several files is the program's, and what is the user's."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sources import called, program_of
from unthread.core.diagnostics import InputError
from unthread.program.build.fold import integer
from unthread.program.instructions import Return
from unthread.program.program import Program


def result(program: Program, name: str) -> object:
    (value,) = [item.value for item in program.functions[name].body if isinstance(item, Return)]
    return value


def test_a_strong_definition_prevails_over_a_weak_one(tmp_path: Path) -> None:
    weak = "__attribute__((weak)) int f(void) { return 1; } int main(void) { return f(); }"
    for texts in ((weak, "int f(void) { return 2; }"), ("int f(void) { return 2; }", weak)):
        assert result(program_of(tmp_path, *texts), "f") == integer(2)


def test_the_users_definition_prevails_over_a_model(tmp_path: Path) -> None:
    program = program_of(tmp_path, "int abs(int n) { return 5; } int main(void) { return abs(-1); }")
    assert result(program, "abs") == integer(5)
    assert not program.functions["abs"].library


def test_a_model_stands_in_for_what_no_file_defines(tmp_path: Path) -> None:
    program = program_of(tmp_path, "#include <stdlib.h>\nint main(void) { return abs(-1); }")
    assert program.functions["abs"].library


def test_names_of_one_file_are_its_own(tmp_path: Path) -> None:
    program = program_of(
        tmp_path,
        "static int f(void) { return 1; } int g(void); int main(void) { return f() + g(); }",
        "static int f(void) { return 2; } int g(void) { return f(); }",
    )
    (first,), (second,) = called(program, "main") - {"g"}, called(program, "g")
    assert first != second
    assert (result(program, first), result(program, second)) == (integer(1), integer(2))


def test_an_alias_stands_for_its_target_unless_defined(tmp_path: Path) -> None:
    text = """int f(void) { return 3; } int g(void) __attribute__((alias("f")));
        int main(void) { return g(); }"""
    assert called(program_of(tmp_path, text), "main") == {"f"}


def test_constructors_run_in_the_order_of_their_priorities(tmp_path: Path) -> None:
    text = """__attribute__((constructor(300))) void late(void) {}
        __attribute__((constructor(200))) void early(void) {}
        int main(void) { return 0; }"""
    program = program_of(tmp_path, text)
    names = [
        getattr(getattr(item, "function", None), "name", "") for item in program.functions[program.entry].body
    ]
    assert [name for name in names if name] == ["early", "late", "main"]


@pytest.mark.parametrize(
    "texts",
    [
        ("int f(void) { return 1; }", "int f(void) { return 2; } int main(void) { return f(); }"),
        ("int x = 1;", "int x = 2; int main(void) { return x; }"),
    ],
)
def test_two_definitions_clash(texts: tuple[str, ...], tmp_path: Path) -> None:
    with pytest.raises(InputError, match="defined a second time"):
        program_of(tmp_path, *texts)
