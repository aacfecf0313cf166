"""Several files and the models become one program."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sources import NO_SYSTEM, called, program_of
from unthread.core.diagnostics import InputError
from unthread.core.source import DataModel, Source
from unthread.frontend import clang
from unthread.frontend.clang import CursorKind, LinkageKind, StorageClass
from unthread.frontend.link import MODELS, model_index
from unthread.frontend.load import load
from unthread.program.instructions import Unmodelled


def test_static_names_of_two_files_are_two_things(tmp_path: Path) -> None:
    one = "static int x = 1; static int f(void) { return x; } int g(void) { return f(); }"
    two = (
        "static int x = 2; static int f(void) { return x; } int g(void); int main(void) { return f() + g(); }"
    )
    program = program_of(tmp_path, one, two)
    assert {"x@unit0", "x@unit1"} <= set(program.globals)
    assert called(program, "main") == {"f@unit1", "g"}
    assert called(program, "g") == {"f@unit0"}


def test_files_of_one_name_and_of_a_model_s_name_are_told_apart(tmp_path: Path) -> None:
    files = []
    for directory, value in (("a", 1), ("b", 2)):
        file = tmp_path / directory / "string.c"
        file.parent.mkdir()
        file.write_text(f"static int lower = {value}; int {directory}(void) {{ return lower; }}")
        files.append(file)
    program = load(Source(tuple(files), ()))
    assert {"lower@string.2", "lower@string.3"} <= set(program.globals)


def test_a_record_that_two_files_write_alike_is_one_type(tmp_path: Path) -> None:
    record = "struct s { union { int i; char c[4]; }; struct s *next; struct { int k; } in; };"
    program = program_of(
        tmp_path,
        record + " struct s x;",
        record + " extern struct s x; int main(void) { struct s y = x; return y.i + y.in.k; }",
    )
    assert sum(kind.tag == "s" for kind in program.records) == 1


def test_a_record_that_two_files_write_differently_is_used_as_each_has_it(tmp_path: Path) -> None:
    program_of(
        tmp_path,
        "struct s { union { int i; char c[4]; }; struct s *next; }; struct s x;",
        "struct t { union { int j; char d[4]; }; struct t *link; };"
        "extern struct t x; int main(void) { struct t y = x; x = y; return y.j; }",
    )


def test_what_becomes_an_instruction_has_a_body_for_those_who_take_its_address(tmp_path: Path) -> None:
    text = "#include <math.h>\ndouble (*f[])(double) = {fabs, sqrt}; int main(void) { return f[0](-2) > 1; }"
    program = program_of(tmp_path, text)
    assert {"fabs", "sqrt"} <= set(program.functions)
    assert not program.undefined


def test_the_user_may_define_a_library_function(tmp_path: Path) -> None:
    text = "unsigned long strlen(const char *s) { return 42; } int main(void) { return strlen(0); }"
    program = program_of(tmp_path, text)
    assert not program.functions["strlen"].library


def test_a_static_function_does_not_replace_the_library_for_others(tmp_path: Path) -> None:
    text = """
    #include <stdlib.h>
    static void *memcpy(void *a, const void *b, unsigned long n) { return a; }
    int main(void) { char *p = realloc(0, 4); memcpy(p, p, 1); return 0; }
    """
    program = program_of(tmp_path, text, flags=NO_SYSTEM)
    assert "memcpy@unit0" in called(program, "main")
    assert not program.functions["memcpy@unit0"].library


def test_variables_may_have_names_of_library_functions(tmp_path: Path) -> None:
    """As they may where no header declares the function; elsewhere they are an error, as for any compiler."""
    text = 'int free, index = 3; static double cbrt; int main(void) { free++; printf("x"); return index; }'
    assert {"free", "index", "cbrt"} <= set(program_of(tmp_path, text).globals)
    with pytest.raises(InputError, match="redefinition of 'free' as different kind of symbol"):
        program_of(tmp_path, f"#include <stdlib.h>\n{text}")


def test_the_index_of_models_is_what_clang_sees() -> None:
    defined: dict[str, Path] = {}
    for path in sorted(MODELS.glob("*.c")):
        for cursor in clang.parse(path, (), DataModel.M64, library=True).declarations():
            if cursor.linkage != LinkageKind.EXTERNAL:
                continue
            function = cursor.kind == CursorKind.FUNCTION_DECL and cursor.is_definition()
            variable = cursor.kind == CursorKind.VAR_DECL and cursor.storage_class != StorageClass.EXTERN
            if function or variable:
                assert defined.setdefault(cursor.spelling, path) == path, (
                    f"{cursor.spelling} is defined twice"
                )
    assert model_index() == defined


@pytest.mark.parametrize("model", list(DataModel))
def test_every_model_lowers_without_a_gap(tmp_path: Path, model: DataModel) -> None:
    """Each external function of each model file, asked for by name."""
    for path in sorted(MODELS.glob("*.c")):
        names = [name for name, file in model_index().items() if file == path]
        uses = "".join(f"void {name}();" for name in names)
        calls = " ".join(f"(void *)&{name}," for name in names)
        text = f"{uses}\nvoid *all[] = {{ {calls} }};\nint main(void) {{ return 0; }}"
        program = program_of(tmp_path, text, model=model)
        for function in program.functions.values():
            gaps = [
                i
                for i in function.body
                if isinstance(i, Unmodelled) and i.what.startswith(("expression", "statement"))
            ]
            assert not gaps, function.name
