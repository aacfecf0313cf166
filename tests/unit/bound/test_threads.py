"""Threads of a bounded program: one body for each start, within the bound."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import bounded_of, instructions_of, program_of
from unthread.bound.threads import bound
from unthread.core.bounds import Bound, Bounds
from unthread.core.diagnostics import InputError, UsageError
from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.program.bounded import LoopKind
from unthread.program.instructions import Cut, Spawn

TWICE = """int x; void *run(void *a) { x += (int)(long)a; return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, run, (void *)1); pthread_create(&u, 0, run, (void *)2);
    return 0; }"""


def test_each_start_has_a_thread_of_its_own(tmp_path: Path) -> None:
    bounded = bounded_of(TWICE, tmp_path)
    assert [(thread.number, thread.routine) for thread in bounded.threads] == [
        (0, "main"),
        (1, "run"),
        (2, "run"),
    ]
    names = [thread.name for thread in bounded.threads]
    assert len(set(names)) == 3
    own = [set(thread.locals) for thread in bounded.threads]
    assert not own[1] & own[2]


def test_threads_beyond_the_bound_do_not_run(tmp_path: Path) -> None:
    bounded = bounded_of(TWICE, tmp_path, Bounds(threads=1))
    assert [thread.is_beyond for thread in bounded.threads] == [False, False, True]
    assert len(instructions_of(bounded, Spawn)) == 2
    (cut,) = bounded.threads[2].body
    assert isinstance(cut, Cut)
    assert (cut.bound, cut.what) == (Bound.THREADS, "more than 1 thread of run")


@pytest.mark.parametrize(("write", "kind"), [("", LoopKind.COUNTED), ("n = 5;", LoopKind.BOUNDED)])
def test_what_no_other_thread_writes_stays_known(write: str, kind: LoopKind, tmp_path: Path) -> None:
    text = f"""int n, y; void *run(void *a) {{ {write} return 0; }}
    int main(void) {{ pthread_t t; n = 3; pthread_create(&t, 0, run, 0);
        for (int i = 0; i < n; i++) y = i; return 0; }}"""
    (use,) = bounded_of(text, tmp_path, Bounds(unwind=1)).loops
    assert use.kind is kind


def test_functions_without_a_body_are_assumed_to_do_nothing(tmp_path: Path) -> None:
    bounded = bounded_of("int f(int); int main(void) { return f(1) + f(2); }", tmp_path)
    assert bounded.assumptions == ("'f' has no body: it returns any value and changes nothing",)


def test_a_bound_for_a_loop_that_is_not_there(tmp_path: Path) -> None:
    program = program_of("int main(void) { return 0; }", tmp_path)
    with pytest.raises(UsageError, match=r"there is no loop at other\.c:3"):
        bound(program, Bounds(unwind_loops=(("other.c", 3, 2),)))


def test_a_program_without_main(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text("int f(void) { return 1; }")
    with pytest.raises(InputError, match="no function 'main'"):
        bound(load(Source((file,))), Bounds())
