"""Several files, headers, preprocessed input, names: what `load` makes of them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from referees import GCC
from tests.support.tools import require
from unthread.core.diagnostics import InputError
from unthread.core.source import DataModel, Source
from unthread.frontend import clang
from unthread.frontend.clang import CursorKind, LinkageKind, StorageClass
from unthread.frontend.link import MODELS, model_index
from unthread.frontend.load import load
from unthread.program.build.fold import integer
from unthread.program.instructions import Call, Exit, Unmodelled
from unthread.program.program import Program
from unthread.program.types import PointerType, size_of

NO_SYSTEM = ("-nostdlibinc",)


def program_of(
    directory: Path, *texts: str, flags: tuple[str, ...] = (), model: DataModel = DataModel.M64
) -> Program:
    files = []
    for number, text in enumerate(texts):
        file = directory / f"unit{number}.c"
        file.write_text(text)
        files.append(file)
    return load(Source(tuple(files), flags, model))


def called(program: Program, function: str) -> set[str]:
    names = set()
    for instruction in program.functions[function].body:
        if isinstance(instruction, Call):
            names.add(getattr(instruction.function, "name", "*"))
    return names


def test_static_names_of_two_files_are_two_things(tmp_path: Path) -> None:
    one = "static int x = 1; static int f(void) { return x; } int g(void) { return f(); }"
    two = (
        "static int x = 2; static int f(void) { return x; } int g(void); int main(void) { return f() + g(); }"
    )
    program = program_of(tmp_path, one, two)
    assert {"x@unit0", "x@unit1"} <= set(program.globals)
    assert called(program, "main") == {"f@unit1", "g"}
    assert called(program, "g") == {"f@unit0"}


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
        ("int f(void); int g(void) { return f(); }", "int f;", "'f' is declared as a function, but is none"),
        (
            "extern int f; int g(void) { return f; }",
            "int f(void) { return 1; }",
            "as a variable, but is none",
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


def test_old_code_that_clang_does_not_take(tmp_path: Path) -> None:
    text = (
        "main(argc, argv) char *argv; { register int a[2]; record(a[0] = 2); return 0; } void record(n) { }"
    )
    assert called(program_of(tmp_path, text, flags=("-std=gnu89",)), "main") == {"record"}


def test_c23(tmp_path: Path) -> None:
    text = """constexpr int N = 3; static bool flag = true; int a[N];
        int main() { int *p = nullptr; switch (N) { case N: flag = p == nullptr; } return flag ? N : 0; }"""
    program = program_of(tmp_path, text, flags=("-std=c2x",))
    assert not any(isinstance(item, Unmodelled) for item in program.functions["main"].body)
    assert size_of(program.globals["a"].variable.type) == 12


def test_deep_nesting_is_read(tmp_path: Path) -> None:
    program_of(tmp_path, "int main(void) { return " + "(" * 400 + "0" + ")" * 400 + "; }")


def test_what_does_not_return_ends_the_process(tmp_path: Path) -> None:
    for declared in ("_Noreturn void f(void);", "void f(void) __attribute__((noreturn));"):
        program = program_of(tmp_path, declared + " int main(void) { f(); return 1; }")
        kinds = [type(item) for item in program.functions["main"].body]
        assert kinds[:2] == [Call, Exit]


@pytest.mark.parametrize(
    ("call", "guessed"),
    [("sin(x)", True), ("ioctl(0, 1)", True), ("modf(2.5, &x)", False), ("ioctl(0, 2, &x)", False)],
)
def test_a_library_function_that_writes_is_not_guessed(tmp_path: Path, call: str, guessed: bool) -> None:
    text = f"#include <math.h>\n#include <sys/ioctl.h>\nint main(void) {{ double x = 0; return {call} > x; }}"
    program = program_of(tmp_path, text)
    gaps = [item.what for item in program.functions["main"].body if isinstance(item, Unmodelled)]
    assert gaps == ([] if guessed else [call.partition("(")[0]])
    assert bool(program.undefined) == guessed


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


def test_an_undefined_function_is_listed_with_its_type(tmp_path: Path) -> None:
    program = program_of(tmp_path, "long elsewhere(int); int main(void) { return elsewhere(1); }")
    assert size_of(program.undefined["elsewhere"].result) == 8


def test_functions_of_headers_come_only_when_needed(tmp_path: Path) -> None:
    program = program_of(
        tmp_path, "#include <stdlib.h>\n#include <ctype.h>\nint main(void) { return abs(-1); }"
    )
    assert "malloc" not in program.functions
    assert "abs" in program.functions


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize("flags", [(), NO_SYSTEM], ids=["system", "no-headers"])
def test_headers_with_and_without_a_system(tmp_path: Path, flags: tuple[str, ...], model: DataModel) -> None:
    text = """
    #include <assert.h>
    #include <pthread.h>
    #include <semaphore.h>
    #include <stdatomic.h>
    #include <stdbool.h>
    #include <stdint.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <unistd.h>
    pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
    atomic_int n;
    static void *work(void *p) {
        pthread_mutex_lock(&m); atomic_fetch_add(&n, 1); pthread_mutex_unlock(&m);
        return p;
    }
    int main(void) {
        pthread_t t;
        pthread_create(&t, NULL, work, NULL);
        pthread_join(t, NULL);
        assert(n == 1);
        printf("%zu\\n", strlen("abc"));
        return 0;
    }
    """
    program = program_of(tmp_path, text, flags=flags, model=model)
    assert not program.undefined
    assert {"work", "pthread_mutex_lock", "printf", "strlen"} <= set(program.functions)
    assert program.globals["m"].size == (40 if model is DataModel.M64 else 24)


def test_what_gcc_preprocessed_is_read(tmp_path: Path) -> None:
    require(GCC)
    source = tmp_path / "before.c"
    headers = ("math", "stdatomic", "pthread", "stdio", "stdlib")
    main = 'int main(void) { atomic_fetch_add(&n, 2); printf("%d\\n", atomic_load(&n)); return 0; }\n'
    source.write_text("".join(f"#include <{name}.h>\n" for name in headers) + "atomic_int n;\n" + main)
    gcc = shutil.which("gcc")
    assert gcc is not None
    preprocessed = tmp_path / "after.i"
    preprocessed.write_bytes(subprocess.run([gcc, "-E", str(source)], capture_output=True, check=True).stdout)
    program = load(Source((preprocessed,)))
    assert not program.undefined
    assert program.functions["main"].loc.file == str(preprocessed)


def test_what_was_preprocessed_in_part_is_read(tmp_path: Path) -> None:
    file = tmp_path / "part.c"
    file.write_text(
        '# 1 "other.c"\n#include <stdlib.h>\n#include <math.h>\nint main(void) { return abs(-1); }\n'
    )
    assert called(load(Source((file,))), "main") == {"abs"}


def test_positions_in_macros_are_where_the_macro_is_used(tmp_path: Path) -> None:
    program = program_of(
        tmp_path, "int x;\n#define SET(v) do { x = (v); } while (0)\nint main(void) {\n  SET(4);\n}\n"
    )
    lines = {instruction.loc.line for instruction in program.functions["main"].body}
    assert 4 in lines
    assert 2 not in lines


def test_every_instruction_names_its_function_and_file(tmp_path: Path) -> None:
    program = program_of(
        tmp_path, '#include <string.h>\nint main(void) { char a[4]; strcpy(a, "abc"); return a[0]; }'
    )
    for name, function in program.functions.items():
        for instruction in function.body:
            assert instruction.loc.line > 0
            assert instruction.loc.function in (name, "main", "")
    assert program.functions["strcpy"].loc.file == "<unthread>/models/string.c"


def test_a_gap_matters_only_where_it_stands(tmp_path: Path) -> None:
    text = """
    int main(int argc, char **argv) {
        if (argc == 1) { _Complex double z; }
        if (argc == 2) { __asm__("cpuid"); }
        return 0;
    }
    """
    program = program_of(tmp_path, text)
    reasons = [i.what for i in program.functions["main"].body if isinstance(i, Unmodelled)]
    assert any("_Complex" in reason for reason in reasons)
    assert "inline assembly" in reasons


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"int main( {", "expected"),
        (b"\x00\x01\x02ELF", "not text"),
        (b"int main(void) { return x; }", "undeclared identifier 'x'"),
    ],
)
def test_bad_files_are_told_apart(tmp_path: Path, content: bytes, message: str) -> None:
    file = tmp_path / "bad.c"
    file.write_bytes(content)
    with pytest.raises(InputError, match=message):
        load(Source((file,)))


def test_missing_files_and_directories(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        load(Source((tmp_path / "missing.c",)))
    with pytest.raises(InputError, match="is a directory"):
        load(Source((tmp_path,)))


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


def test_pointer_sizes_follow_the_data_model(tmp_path: Path) -> None:
    for model, size in ((DataModel.M64, 8), (DataModel.M32, 4)):
        program = program_of(tmp_path, "int *p; int main(void) { return 0; }", model=model)
        kind = program.globals["p"].variable.type
        assert isinstance(kind, PointerType)
        assert kind.size == size == program.pointer_size
