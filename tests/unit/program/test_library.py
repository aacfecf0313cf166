"""What is known of the library's models by name is there, and as it is said to be."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from unthread.core.source import Source
from unthread.frontend.link import MODELS
from unthread.frontend.load import load
from unthread.program import library
from unthread.program.library import FIRST_OWNER, MOST_THREADS, READERS, TAKES, THREADS, LockSort
from unthread.program.program import Program
from unthread.program.types import PointerType, RecordType, size_of

TEXT = "\n".join(file.read_text() for file in sorted(MODELS.iterdir()))
NAMES = sorted(
    {
        *TAKES,
        *library.JOINS,
        *library.CREATORS,
        *library.LOOKS_AT_LOCKS,
        *library.LOCKING,
        library.END_OF_THREAD,
        library.CANCEL,
        library.CANCELLATION_POINT.removesuffix("@"),
        library.WAIT,
        library.WAIT_IN_LOOP,
    }
)


@pytest.mark.parametrize("name", NAMES)
def test_functions_have_a_model(name: str) -> None:
    assert re.search(rf"^[\w* ]+\b{name}\([^;{{]*\)\n{{", TEXT, re.MULTILINE), f"no model defines {name}"


@pytest.mark.parametrize("name", [library.THREADS, library.CANCELLATION, library.SPURIOUS])
def test_tables_are_there(name: str) -> None:
    assert re.search(rf"^[\w ]+\b{name}\b(\[\w+\])?( = .*)?;", TEXT, re.MULTILINE)


def test_weak_exchanges_ask_for_an_input_of_that_name() -> None:
    prelude = MODELS.parent / "frontend" / "include" / "prelude.h"
    assert f"_Bool {library.FAILS_WEAKLY} = " in prelude.read_text()


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Program:
    file = tmp_path_factory.mktemp("library") / "a.c"
    file.write_text(
        "#include <pthread.h>\n"
        "pthread_mutex_t m; pthread_rwlock_t r; pthread_spinlock_t s; pthread_t t;\n"
        "void *f(void *u) { return u; }\n"
        "int main(void) { pthread_mutex_lock(&m); pthread_rwlock_rdlock(&r); pthread_spin_lock(&s);\n"
        "  return pthread_create(&t, 0, f, 0); }\n"
    )
    return load(Source((file,)))


def offset(program: Program, function: str, member: str) -> int:
    pointer = program.functions[function].parameters[0].type
    assert isinstance(pointer, PointerType)
    assert isinstance(pointer.target, RecordType)
    (found,) = [field.offset for field in pointer.target.fields if field.name == member]
    return found


def test_owners_are_where_they_are_looked_for(program: Program) -> None:
    assert offset(program, "pthread_mutex_lock", "owner") == 0
    assert offset(program, "pthread_rwlock_rdlock", "writer") == 0
    assert offset(program, "pthread_rwlock_rdlock", "once") == READERS
    assert f"FIRST_OWNER = {FIRST_OWNER[LockSort.SPIN]}" in (MODELS / "spin.c").read_text()


def test_the_table_of_threads(program: Program) -> None:
    table = program.globals[THREADS]
    assert table.size % MOST_THREADS == 0
    assert size_of(table.variable.type) == table.size
    assert f"#define MOST_THREADS {MOST_THREADS} " in (MODELS / "control.h").read_text()


WRAPPING = ("follow.py", "plan.py", "text.py")


def test_nobody_else_has_names_of_its_own() -> None:
    """Names of thread functions stand in library.py, in what reads C, in what proofs know of each, and in
    what wraps those of the real program."""
    source = Path(library.__file__).parents[1]
    allowed = {
        source / "program" / "library.py",
        source / "proof" / "contracts.py",
        *(source / "native" / name for name in WRAPPING),
    }
    for file in source.rglob("*.py"):
        if file not in allowed and not {"frontend", "commands"} & set(file.parts):
            found = re.findall(r'"(?:pthread|mtx|cnd|thrd)_\w+"', file.read_text())
            assert not found, f"{file.name} knows {found}"
