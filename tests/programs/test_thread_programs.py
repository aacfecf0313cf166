"""Whole programs with threads: every schedule and every choice of the library is tried.

In: the files in threads/. The first line of each says what is expected: `// expect: safe`, or
`// expect: unsafe PROPERTY LINE, ...`, the violations that some schedule reaches, mostly one.
threads/README.md explains the other directives. Out: one test for each file and data model, one more
with gcc for safe programs; tests with other headers; the comparison of docs/LIBRARY.md with what is
modelled.
"""

from pathlib import Path

import pytest

from execution import execute
from referees import GCC, GCC_M32
from tests.oracle import explore
from tests.support.thread_programs import PROGRAMS, directives, documented, expected, models, source_of
from tests.support.tools import require
from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property
from unthread.core.source import DataModel, Source
from unthread.frontend import intrinsics
from unthread.frontend.link import model_index
from unthread.frontend.load import load

HERE = Path(__file__).parent
PROPERTIES = frozenset({Property.REACH, Property.LOCK, Property.DEADLOCK, Property.MEMORY, Property.ARITH})
STATES = 200_000
SECONDS = 60.0


def cases(programs: list[Path]) -> list[object]:
    return [
        pytest.param(
            program,
            model,
            id=f"{program.stem}-{model}",
            marks=[pytest.mark.slow] if directives(program).get("speed") == "slow" else [],
        )
        for program in programs
        for model in models(program)
    ]


@pytest.mark.parametrize(("program", "model"), cases(PROGRAMS))
def test_every_schedule(program: Path, model: DataModel) -> None:
    whole = load(source_of(program, model))
    assert whole.undefined == {}
    # Neither safe programs nor the library itself have races; unsafe ones may, and end there.
    properties = PROPERTIES if expected(program) else PROPERTIES | {Property.RACE}
    found = explore(whole, properties, max_states=STATES)
    assert {(kind, loc.line) for kind, loc in found.violations} == expected(program)
    assert {loc.file for _, loc in found.violations} <= {str(program)}
    assert found.complete
    # A program in which nothing ever gets to the end says nothing about its assertions.
    assert found.violations or found.statuses == {0}


@pytest.mark.parametrize("name", ["relock", "spin_relock", "rwlock_upgrade"])
def test_locking_again_waits_for_ever(name: str) -> None:
    """What is misuse is a deadlock for those who did not ask for the property `lock`."""
    program = HERE / "threads" / f"misuse_{name}.c"
    found = explore(load(Source((program,))), frozenset({Property.DEADLOCK}))
    assert found.lines(Property.DEADLOCK) == {line for _, line in expected(program)}


NATIVE = [
    program
    for program in PROGRAMS
    if not expected(program) and not directives(program).get("native", "").startswith("no")
]


@pytest.mark.parametrize(("program", "model"), cases(NATIVE))
def test_safe_programs_run_natively(program: Path, model: DataModel, tmp_path: Path) -> None:
    require(GCC, *([GCC_M32] if model is DataModel.M32 else []))
    binary = tmp_path / "program"
    command = ["gcc", "-Wall", f"-{model}", "-pthread", str(program), "-o", str(binary)]
    compiled = execute(command, SECONDS)
    assert (compiled.status, compiled.stderr) == (0, b"")
    for _ in range(5):
        outcome = execute([str(binary)], SECONDS)
        assert not outcome.timed_out
        assert outcome.status == 0


def test_every_program_has_its_twin() -> None:
    names = {program.stem for program in PROGRAMS}
    alone = {name for name in names if name.endswith("_safe") and f"{name[:-5]}_unsafe" not in names}
    assert alone == set()


# Without the system's headers, and with what gcc makes of them

OVERLAY = [program for program in PROGRAMS if len(models(program)) > 1]


def test_our_own_headers_are_enough() -> None:
    for program in OVERLAY:
        source = Source((program,), flags=("-nostdlibinc",), data_model=DataModel.M32)
        assert load(source).undefined == {}, program.name


@pytest.mark.parametrize("name", ["cleanup_safe", "cond_wait_unsafe", "c11_threads_safe", "rwlock_unsafe"])
def test_our_own_headers_mean_the_same(name: str) -> None:
    program = HERE / "threads" / f"{name}.c"
    found = explore(load(Source((program,), flags=("-nostdlibinc",))), PROPERTIES, max_states=STATES)
    assert {(kind, loc.line) for kind, loc in found.violations} == expected(program)
    assert found.complete


def preprocess(program: Path, model: DataModel, directory: Path) -> Path:
    require(GCC, *([GCC_M32] if model is DataModel.M32 else []))
    result = directory / f"{program.stem}.i"
    outcome = execute(["gcc", "-E", f"-{model}", str(program), "-o", str(result)], SECONDS)
    assert outcome.status == 0
    return result


PREPROCESSED = ["barrier_safe", "c11_threads_safe", "cond_wait_safe", "once_safe", "rwlock_safe"]
PREPROCESSED += ["semaphore_unsafe", "spin_safe", "mutex_types_safe"]


@pytest.mark.parametrize("model", DataModel)
@pytest.mark.parametrize("name", PREPROCESSED)
def test_preprocessed_programs(name: str, model: DataModel, tmp_path: Path) -> None:
    program = HERE / "threads" / f"{name}.c"
    source = Source((preprocess(program, model, tmp_path),), data_model=model)
    found = explore(load(source), PROPERTIES, max_states=STATES)
    assert {kind for kind, _ in found.violations} == {kind for kind, _ in expected(program)}
    assert found.complete


CLEANUP = """
#include <assert.h>
#include <pthread.h>
int calls;
void note(void *argument) { calls += *(int *)argument; }
int main(void)
{
    int one = 1;
    pthread_cleanup_push(note, &one);
    if (LEAVE)
        pthread_exit(0);
    pthread_cleanup_pop(1);
    assert(calls == 1);
    return 0;
}
"""


def test_preprocessed_cleanup_handlers(tmp_path: Path) -> None:
    """glibc's macros are setjmp underneath: popping works, unwinding says that it does not."""
    program = tmp_path / "cleanup.c"
    program.write_text(f"#define LEAVE 0\n{CLEANUP}")
    found = explore(load(Source((preprocess(program, DataModel.M64, tmp_path),))), PROPERTIES)
    assert not found.violations
    assert found.statuses == {0}
    program.write_text(f"#define LEAVE 1\n{CLEANUP}")
    with pytest.raises(Unsupported, match="cleanup handlers of a preprocessed file"):
        explore(load(Source((preprocess(program, DataModel.M64, tmp_path),))), PROPERTIES)


# The documentation


def test_the_documentation_names_every_function() -> None:
    names = {*model_index(), *intrinsics._TABLE}
    known = {name for name in names if not name.startswith("__ut_")}
    listed = documented()
    assert known - set(listed) == set()
    assert set(listed) - known == set()
    assert {name for name, count in listed.items() if count > 1} == set()
