"""Headers, preprocessed input, bad files: what `load` makes of them."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from referees import GCC
from tests.support.sources import NO_SYSTEM, called, program_of
from tests.support.tools import require
from unthread.core.diagnostics import InputError
from unthread.core.source import DataModel, Source
from unthread.frontend.load import load
from unthread.program.instructions import Call, Exit, Unmodelled
from unthread.program.types import PointerType, size_of


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
    [("sin(x)", True), ("semctl(0, 0, 1)", True), ("modf(2.5, &x)", False), ("semctl(0, 0, 2, &x)", False)],
)
def test_a_library_function_that_writes_is_not_guessed(tmp_path: Path, call: str, guessed: bool) -> None:
    text = f"#include <math.h>\n#include <sys/sem.h>\nint main(void) {{ double x = 0; return {call} > x; }}"
    program = program_of(tmp_path, text)
    gaps = [item.what for item in program.functions["main"].body if isinstance(item, Unmodelled)]
    name = call.partition("(")[0]
    assert gaps == ([] if guessed else [f"'{name}', which has no model (--stub FILE)"])
    assert bool(program.undefined) == guessed


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
    gap = "inline assembly 'cpuid' (cpuid: changes %rax, which is not named as changed)"
    assert f"{gap}; --asm-model FILE says what it does" in reasons


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


def test_pointer_sizes_follow_the_data_model(tmp_path: Path) -> None:
    for model, size in ((DataModel.M64, 8), (DataModel.M32, 4)):
        program = program_of(tmp_path, "int *p; int main(void) { return 0; }", model=model)
        kind = program.globals["p"].variable.type
        assert isinstance(kind, PointerType)
        assert kind.size == size == program.pointer_size
