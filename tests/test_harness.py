"""`unthread harness`: a first harness for a library. docs/HARNESS.md."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from referees import GCC
from tests.support.tools import require
from unthread.cli import execute
from unthread.core.exit_codes import ExitCode

LIBRARY = Path(__file__).parent / "programs" / "library"

ODD = """
#include <pthread.h>
typedef struct { pthread_mutex_t lock; int n; void *last; double mean; } bag;
enum kind { SMALL, LARGE };
void bag_init(bag *b, unsigned size, const char *name);
void bag_destroy(bag *b);
int bag_add(bag *b, void *item, enum kind kind, const char *label);
_Bool bag_last(bag *b, void **item, double *mean);
int check(bag *b, long long wide, signed char narrow, const int *limit);
void bag_each(bag *b, void (*function)(int));
int bag_print(bag *b, const char *format, ...);
"""


def test_a_header(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """The harness compiles, runs, and is accepted as it is."""
    for name in ("ring_queue.h", "ring_queue.c"):
        shutil.copy(LIBRARY / name, tmp_path)
    output = tmp_path / "queue_harness.c"
    assert execute(["harness", str(tmp_path / "ring_queue.h"), "-o", str(output)]) == ExitCode.SAFE
    text = output.read_text()
    assert "object = ring_queue_new();" in text
    assert "ring_queue_free(object);" in text
    assert "(void)ring_queue_pop(object, &value);" in text
    assert "enum { THREADS = 2, OPERATIONS = 2 };" in text
    assert "unthread check queue_harness.c ring_queue.c" in text
    code = execute(["check", str(output), str(tmp_path / "ring_queue.c"), "--unwind", "2", "--rounds", "2"])
    assert code == ExitCode.SAFE, capfd.readouterr().out


def test_a_broken_library(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    output = tmp_path / "harness.c"
    execute(["harness", str(LIBRARY / "ring_queue.c"), "-o", str(output), "--operations", "1"])
    assert execute(["check", str(output), "-D", "NO_LOCK"]) == ExitCode.UNSAFE
    assert "data race" in capfd.readouterr().out


def test_gcc_has_no_objections(tmp_path: Path) -> None:
    require(GCC)
    (tmp_path / "odd.h").write_text(ODD)
    for library in (tmp_path / "odd.h", LIBRARY / "ring_queue.h", LIBRARY / "stack.c"):
        output = tmp_path / f"{library.stem}_harness.c"
        assert execute(["harness", str(library), "-o", str(output)]) == ExitCode.SAFE
        command = ["gcc", "-Wall", "-Wextra", "-Werror", "-c", output.name, "-o", "out.o"]
        subprocess.run(command, cwd=tmp_path, check=True, timeout=60)


def test_a_compiled_harness_runs(tmp_path: Path) -> None:
    require(GCC)
    output = tmp_path / "harness.c"
    execute(["harness", str(LIBRARY / "ring_queue.c"), "-o", str(output)])
    subprocess.run(["gcc", "-pthread", str(output), "-o", "run"], cwd=tmp_path, check=True, timeout=60)
    subprocess.run(["./run"], cwd=tmp_path, check=True, timeout=60)


def test_unusual_parameters(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """Names that the library has are not used; what cannot be called is named."""
    (tmp_path / "odd.h").write_text(ODD)
    assert execute(["harness", str(tmp_path / "odd.h"), "--threads", "3"]) == ExitCode.SAFE
    text = capfd.readouterr().out
    assert 'bag_init(object, 2, "a");' in text
    assert "((enum kind[]){SMALL, LARGE})[unthread_any_below(2)]" in text
    assert "static void check_(bag *object)" in text
    assert "bag_each, which has a parameter 'function' that is a pointer to a function" in text
    assert "bag_print, which takes a variable number of arguments" in text
    assert "THREADS = 3" in text


def test_several_types(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    header = tmp_path / "two.h"
    header.write_text(
        "struct a { int n; }; struct b { int n; };\nvoid f(struct a *x); void g(struct b *x);\n"
    )
    assert execute(["harness", str(header)]) == ExitCode.INPUT
    error = capfd.readouterr().err
    assert "several types: 'struct a', 'struct b'" in error
    assert "--type" in error
    assert execute(["harness", str(header), "--type", "b"]) == ExitCode.SAFE
    assert "g(object)" in capfd.readouterr().out
    assert execute(["harness", str(header), "--type", "c"]) == ExitCode.INPUT


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int x;\n", "there is no function"),
        ("struct s; void f(struct s *x);\n", "incomplete here"),
        ("struct s { int n; }; void f(struct s *x, void (*g)(void));\n", "no operation"),
        ("void f(int\n", "expected"),
    ],
)
def test_no_harness(text: str, expected: str, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "x.h").write_text(text)
    assert execute(["harness", str(tmp_path / "x.h")]) == ExitCode.INPUT
    assert expected in capfd.readouterr().err


def test_files_that_are_not_there(tmp_path: Path) -> None:
    assert execute(["harness", str(tmp_path / "none.h")]) == ExitCode.INPUT
    assert execute(["harness", "a.h", "b.h"]) == ExitCode.USAGE


def test_a_library_without_objects(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "log.h").write_text("void log_init(void); void log_add(int level); int log_size(void);\n")
    assert execute(["harness", str(tmp_path / "log.h")]) == ExitCode.SAFE
    text = capfd.readouterr().out
    assert "log_add(level);" in text
    assert "static void check(void)" in text
    assert "    log_init();" in text
