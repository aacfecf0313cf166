"""The engine and the thread library: every function of it, every misuse and every kind of deadlock.

In: the programs of tests/programs/threads, whose first line says what is expected; their own test compares
them with the oracle. Out: for each program, the verdict of the whole pipeline, replay included; that no
function of docs/LIBRARY.md about threads, and no atomic operation, is without a safe and an unsafe program;
what the engine says about each misuse and each kind of deadlock."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.thread_programs import PROGRAMS, documented, expected, models, source_of
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.request import Request
from unthread.core.source import DataModel, Source
from unthread.core.verdict import Cause, NoBugFound, Safe, Unsafe, Verdict
from unthread.story import Limits
from unthread.story import check as verify

INCLUDE = Path(__file__).parent.parent / "src" / "unthread" / "frontend" / "include"
LIMITS = Limits(seconds=90.0, memory=3 << 30)
PROPERTIES = frozenset(
    {Property.REACH, Property.LOCK, Property.DEADLOCK, Property.MEMORY, Property.ARITH, Property.LEAK_ALL}
)

LEAKING = {"cond_destroy_safe"}
SPINNING = {
    "atomics_c11_safe",
    "atomics_sync_safe",
}  # for ever, perhaps: that is told, and no deadlock
SLOW = {"semaphore_named_safe"}


def cases(programs: list[Path]) -> list[object]:
    return [
        pytest.param(program, model, id=f"{program.stem}-{model}", marks=marks(program))
        for program in programs
        for model in models(program)
    ]


def marks(program: Path) -> list[pytest.MarkDecorator]:
    found = []
    if program.stem in SLOW:
        found.append(pytest.mark.slow)
    return found


# What is left out because handlers of signals never run.
SIGNALS = {"extras_safe": ("a signal handled by 'on_signal'",)}
# Where an int is as wide as a pointer, what comes out of a pipe might be parts of addresses: that is told.
WORDS = {("pipe_safe", DataModel.M32)}


def left_out(verdict: Safe | NoBugFound) -> tuple[str, ...]:
    """Besides what comes after waits that a thread is canceled in."""
    return tuple(str(item) for item in verdict.coverage.omissions if item.cause is not Cause.BLOCKED)


def check(program: Path, model: DataModel, request: Request) -> Verdict:
    return verify(source_of(program, model), request, LIMITS)


@pytest.mark.parametrize(("program", "model"), cases([path for path in PROGRAMS if not expected(path)]))
def test_safe(program: Path, model: DataModel) -> None:
    properties = PROPERTIES | {Property.RACE}
    if program.stem in LEAKING:
        properties -= {Property.LEAK_ALL}
    if program.stem in SPINNING:
        properties -= {Property.DEADLOCK}
    verdict = check(program, model, Request(properties, Bounds(), is_sequential=True))
    assert isinstance(verdict, Safe | NoBugFound)
    assert verdict.coverage.all_schedules
    if (program.stem, model) in WORDS:
        assert all("a part of an address" in item for item in left_out(verdict))
    else:
        assert left_out(verdict) == SIGNALS.get(program.stem, ())


@pytest.mark.parametrize("name", ["c11_cond_safe", "cancel_safe", "cond_broadcast_safe", "cond_signal_safe"])
def test_safe_where_only_signals_wake(name: str) -> None:
    [program] = [path for path in PROGRAMS if path.stem == name]
    properties = PROPERTIES | {Property.RACE}
    verdict = verify(Source((program,), spurious=False), Request(properties, Bounds()), LIMITS)
    assert isinstance(verdict, Safe | NoBugFound)
    assert verdict.coverage.all_schedules
    assert left_out(verdict) == ()


@pytest.mark.parametrize(("program", "model"), cases([path for path in PROGRAMS if expected(path)]))
def test_unsafe(program: Path, model: DataModel) -> None:
    """Each violation that is expected and no other; a trace of a verdict has been replayed."""
    places = expected(program)
    every = len(places) > 1
    properties = PROPERTIES - {Property.LEAK_ALL}
    verdict = check(program, model, Request(properties, Bounds(), every=every))
    assert isinstance(verdict, Unsafe)
    assert {(trace.violation.property, trace.violation.loc.line) for trace in verdict.traces} == places
    assert {trace.violation.loc.file for trace in verdict.traces} == {str(program)}


# What the programs cover

THREADS = re.compile(
    r"(pthread|sem|thrd|mtx|cnd|tss|sched)_\w+|call_once|pause|sleep|usleep|nanosleep|clock_nanosleep"
)
CALL = re.compile(r"\b(\w+)\(")


def library() -> set[str]:
    """Functions of the thread library, as the documentation has them, and atomic operations."""
    functions = {name for name in documented() if THREADS.fullmatch(name)}
    gcc = re.findall(r"#define (__(?:atomic|sync)_\w+)\(", (INCLUDE / "prelude.h").read_text())
    c11 = re.findall(r"#define (atomic_\w+)\(", (INCLUDE / "builtin" / "stdatomic.h").read_text())
    assert len(functions) > 150
    assert len(gcc) > 40
    assert len(c11) > 25
    return {*functions, *gcc, *c11}


def called(programs: list[Path]) -> set[str]:
    texts = [re.sub(r"/\*.*?\*/|//[^\n]*", "", path.read_text(), flags=re.DOTALL) for path in programs]
    return {name for text in texts for name in CALL.findall(text)}


def test_every_function_is_in_a_safe_program() -> None:
    assert library() - called([path for path in PROGRAMS if not expected(path)]) == set()


def test_every_function_is_in_an_unsafe_program() -> None:
    assert library() - called([path for path in PROGRAMS if expected(path)]) == set()


MISUSES = {
    "unlock_not_owner": "unlock of a mutex that another thread holds",
    "unlock_unlocked": "unlock of a mutex that is not locked",
    "mutex_destroyed": "use of a destroyed mutex",
    "mutex_uninitialized": "use of a destroyed mutex",  # what was never written may be that
    "cond_destroyed": "use of a destroyed condition variable",
    "rwlock_destroyed": "use of a destroyed rwlock",
    "barrier_destroyed": "use of a destroyed barrier",
    "barrier_uninitialized": "use of a barrier that was not initialized",
    "semaphore_uninitialized": "use of a semaphore that was not initialized",
    "spin_uninitialized": "use of a spin lock that was not initialized",
    "key_not_created": "use of a key that was not created",
    "mutex_destroy_held": "pthread_mutex_destroy of a locked mutex",
    "rwlock_destroy_held": "pthread_rwlock_destroy of a locked rwlock",
    "spin_destroy_held": "pthread_spin_destroy of a locked spin lock",
    "cond_destroy_waited": "pthread_cond_destroy while a thread waits",
    "relock": "lock of a mutex that this thread holds already",
    "rwlock_relock": "write lock of a rwlock that this thread holds already",
    "spin_relock": "lock of a spin lock that this thread holds already",
    "join_self": "join of the thread itself",
    "join_twice": "join of a thread that was joined before",
    "join_detached": "join of a detached thread",
    "cond_without_mutex": "wait at a condition variable without holding the mutex",
    "cond_two_mutexes": "threads wait at a condition variable with different mutexes",
}


@pytest.mark.parametrize("name", MISUSES)
def test_a_misuse_says_what_it_is(name: str) -> None:
    [program] = [path for path in PROGRAMS if path.stem == f"misuse_{name}"]
    verdict = check(program, DataModel.M64, Request(frozenset({Property.LOCK}), Bounds()))
    assert isinstance(verdict, Unsafe)
    assert [trace.violation.message for trace in verdict.traces] == [MISUSES[name]]


DEADLOCKS = {
    "mutex_unsafe": ("pthread_join", "pthread_mutex_lock", "pthread_mutex_lock"),
    "deadlock_join_unsafe": ("pthread_join", "pthread_join"),
    "deadlock_cond_unsafe": ("pthread_cond_wait",),
    "deadlock_semaphore_unsafe": ("pthread_join", "sem_wait", "sem_wait"),
    "barrier_count_unsafe": ("pthread_join", "pthread_barrier_wait", "pthread_barrier_wait"),
    "deadlock_rwlock_unsafe": ("pthread_rwlock_wrlock", "pthread_rwlock_wrlock"),
    "spin_unsafe": ("pthread_join", "pthread_spin_lock", "pthread_spin_lock"),
    "c11_once_unsafe": ("call_once", "thrd_join"),
    "deadlock_alone_unsafe": ("sem_wait",),
}


@pytest.mark.parametrize("name", DEADLOCKS)
def test_a_deadlock_says_where_each_thread_waits(name: str) -> None:
    [program] = [path for path in PROGRAMS if path.stem == name]
    verdict = check(program, DataModel.M64, Request(frozenset({Property.DEADLOCK}), Bounds()))
    assert isinstance(verdict, Unsafe)
    [trace] = verdict.traces
    waits = [part.call for part in trace.violation.participants if part.call]
    assert sorted(waits) == sorted(DEADLOCKS[name])


def test_the_lists_name_programs() -> None:
    names = {path.stem for path in PROGRAMS}
    assert {*LEAKING, *SPINNING, *SLOW, *DEADLOCKS} <= names
