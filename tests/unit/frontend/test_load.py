"""Several files, headers, preprocessed input, names: what `load` makes of them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from referees import GCC
from tests.tools import require
from unthread.core.diagnostics import InputError
from unthread.core.source import DataModel, Source
from unthread.frontend import clang
from unthread.frontend.clang import CursorKind, LinkageKind, StorageClass
from unthread.frontend.link import MODELS, model_index
from unthread.frontend.load import load
from unthread.program.instructions import Call, Unmodelled
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
    text = 'int free, index = 3; static double round; int main(void) { free++; printf("x"); return index; }'
    assert {"free", "index", "round"} <= set(program_of(tmp_path, text).globals)
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
