"""Library models: in come models/*.c, out comes that the front end's parser takes them without a word,
and that, compiled by gcc with every name changed, they do what the C library of this machine does."""

import shutil
import subprocess
from pathlib import Path

import pytest
from clang import cindex

from referees import GCC, GCC_M32
from tests.support.tools import require

HERE = Path(__file__).parent
PACKAGE = HERE.parents[2] / "src" / "unthread"
MODELS = sorted((PACKAGE / "models").glob("*.c"))
INCLUDE = PACKAGE / "frontend" / "include"
# gcc calls these for 64-bit divisions on i386.
COMPILER_HELPERS = ("__divdi3", "__moddi3", "__udivdi3", "__umoddi3")
PRELUDE = ["-include", str(INCLUDE / "prelude.h")]
# i386 gcc computes in 80 bits unless told otherwise.
FLAGS = {"m64": ["-m64"], "m32": ["-m32", "-msse2", "-mfpmath=sse"]}
TARGETS = {"m64": "x86_64-linux-gnu", "m32": "i386-linux-gnu"}


@pytest.mark.parametrize("target", TARGETS.values())
@pytest.mark.parametrize("model", MODELS, ids=lambda path: path.name)
def test_model_parses_without_a_system(model: Path, target: str) -> None:
    arguments = [f"--target={target}", "-std=gnu17", "-Wall", "-Wextra", "-nostdinc"]
    arguments += ["-include", str(INCLUDE / "prelude.h")]
    arguments += ["-isystem", str(INCLUDE / "builtin"), "-idirafter", str(INCLUDE / "libc")]
    tu = cindex.Index.create().parse(str(model), args=arguments)
    assert [str(diagnostic) for diagnostic in tu.diagnostics] == []


def test_no_function_is_defined_twice() -> None:
    owners: dict[str, list[str]] = {}
    arguments = ["-std=gnu17", "-nostdinc", "-include", str(INCLUDE / "prelude.h")]
    arguments += ["-isystem", str(INCLUDE / "builtin")]
    for model in MODELS:
        for cursor in cindex.Index.create().parse(str(model), args=arguments).cursor.get_children():
            is_function = cursor.kind == cindex.CursorKind.FUNCTION_DECL and cursor.is_definition()
            if is_function and cursor.linkage == cindex.LinkageKind.EXTERNAL:
                owners.setdefault(cursor.spelling, []).append(model.name)
    assert {name: files for name, files in owners.items() if len(files) > 1} == {}
    assert len(owners) > 250


def build(tmp_path: Path, flag: str, harness: str, models: list[str]) -> Path:
    """Link the harness with models whose symbols all start with ut_, also those they only use."""
    require(GCC_M32 if flag == "m32" else GCC)
    # Only this header: the others would hide gcc's own.
    shutil.copy(INCLUDE / "builtin" / "unthread.h", tmp_path)
    options = ["gcc", *FLAGS[flag], "-std=gnu17", "-w", "-fno-builtin", "-fno-pic", *PRELUDE, f"-I{tmp_path}"]
    objects = []
    for model in models:
        object_file = str(tmp_path / f"{model}.o")
        subprocess.run([*options, "-c", str(PACKAGE / "models" / model), "-o", object_file], check=True)
        subprocess.run(["objcopy", "--prefix-symbols=ut_", object_file], check=True)
        helpers = [f"--redefine-sym=ut_{name}={name}" for name in COMPILER_HELPERS]
        subprocess.run(["objcopy", *helpers, object_file], check=True)
        objects.append(object_file)
    program = tmp_path / "harness"
    link = ["gcc", *FLAGS[flag], "-std=gnu17", "-w", "-no-pie", "-fno-builtin", *PRELUDE, str(HERE / harness)]
    linked = subprocess.run([*link, *objects, "-lm", "-o", str(program)], capture_output=True, text=True)
    assert linked.returncode == 0, linked.stderr
    return program


@pytest.mark.parametrize("flag", TARGETS)
@pytest.mark.parametrize(
    ("harness", "models"),
    [
        ("native_libc.c", ["string.c", "ctype.c", "stdlib.c"]),
        ("native_stdio.c", ["stdio.c"]),
        ("native_pthread.c", ["pthread.c"]),
        ("native_math.c", ["math.c", "strtod.c"]),
    ],
)
def test_models_run_natively(harness: str, models: list[str], flag: str, tmp_path: Path) -> None:
    program = build(tmp_path, flag, harness, models)
    outcome = subprocess.run([program], capture_output=True, text=True, timeout=60)
    assert (outcome.returncode, outcome.stdout) == (0, "")
