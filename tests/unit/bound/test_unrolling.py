"""Unwinding, inlining and threads: where bounds end, how loops are told apart, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.bound.compare import HEADER, bounded_of, instructions_of, is_cut
from unthread.core.bounds import Bounds
from unthread.core.diagnostics import Unsupported
from unthread.program.bounded import LoopKind
from unthread.program.expressions import VariablePlace
from unthread.program.instructions import Assign, Cut

COUNT = "int x; int main(void) { int n = __VERIFIER_nondet_int(); while (n > 0) { x = n; n--; } return 0; }"


@pytest.mark.parametrize("times", [0, 1, 2, 5])
def test_unwind_copies_the_body_that_often(times: int, tmp_path: Path) -> None:
    bounded = bounded_of(COUNT, tmp_path, Bounds(unwind=times))
    targets = [i.target for i in instructions_of(bounded, Assign) if isinstance(i, Assign)]
    assert len([t for t in targets if isinstance(t, VariablePlace) and t.variable.name == "x"]) == times
    assert len(instructions_of(bounded, Cut)) == 1
    (use,) = bounded.loops
    assert (use.kind, use.rounds, use.cut) == (LoopKind.BOUNDED, times, True)


def test_a_named_loop_has_its_own_bound(tmp_path: Path) -> None:
    line = HEADER.count("\n") + 1
    bounds = Bounds(unwind=1, unwind_loops=(("program.c", line, 4),))
    (use,) = bounded_of(COUNT, tmp_path, bounds).loops
    assert use.rounds == 4


@pytest.mark.parametrize(
    ("loop", "rounds"),
    [
        ("for (int i = 0; i < 5; i++) x++;", 5),
        ("int i = 0; do { if (c) x++; i++; } while (i < 3);", 3),
        ("for (int i = 0; ; i++) { if (c) x++; if (i == 2) break; x--; }", 3),
        ("for (const int *p = table; *p; p++) x += *p;", 3),
        ("for (unsigned char k = 254; k != 1; k++) x++;", 3),
    ],
)
def test_counted_loops_are_unwound_completely(loop: str, rounds: int, tmp_path: Path) -> None:
    text = f"""int x, c; const int table[] = {{1, 2, 3, 0}};
int main(void) {{ c = __VERIFIER_nondet_int(); {loop} }}"""
    bounded = bounded_of(text, tmp_path, Bounds(unwind=1))
    (use,) = bounded.loops
    assert (use.kind, use.rounds) == (LoopKind.COUNTED, rounds)
    assert not is_cut(bounded)


@pytest.mark.parametrize(
    ("loop", "waits"),
    [
        ("while (!flag);", True),
        ("while (!__sync_bool_compare_and_swap(&flag, 0, 1));", True),
        ("int v; while ((v = flag) == 0); assert(v);", True),
        ("while (!flag) { int own[2]; own[0] = 1; }", True),
        ("int seen = 0; while (!flag) seen = 1; assert(!seen);", False),
        ("int seen[2] = {0, 0}; while (!flag) seen[0] = 1; assert(!seen[0]);", False),
        ("int n = 0; while (!flag) n++; assert(n < 9);", False),
        ("while (!flag) x = 1;", False),
        ("while (!flag) note();", False),
        ("while (!flag) assert(x == 0);", False),
    ],
)
def test_waiting_loops(loop: str, waits: bool, tmp_path: Path) -> None:
    text = f"""int flag, x; void note(void) {{ x++; }}
void *f(void *a) {{ flag = 1; return 0; }}
int main(void) {{ pthread_t t; pthread_create(&t, 0, f, 0); {loop} return 0; }}"""
    (use,) = bounded_of(text, tmp_path, Bounds(unwind=2)).loops
    assert (use.kind is LoopKind.WAITING) == waits
    assert use.cut != waits


def test_recursion_ends_in_a_cut(tmp_path: Path) -> None:
    text = "int f(int n) { return n ? f(n - 1) : 0; } int main(void) { return f(__VERIFIER_nondet_int()); }"
    bounded = bounded_of(text, tmp_path, Bounds(depth=2))
    assert [i.what for i in instructions_of(bounded, Cut) if isinstance(i, Cut)] == [
        "more than 2 active calls of 'f'"
    ]


def test_threads_beyond_the_bound_end_in_a_cut(tmp_path: Path) -> None:
    text = """void *f(void *a) { return 0; }
int main(void) { pthread_t t; for (int i = 0; i < 3; i++) pthread_create(&t, 0, f, 0); return 0; }"""
    bounded = bounded_of(text, tmp_path, Bounds(threads=2))
    assert len(bounded.threads) == 3
    assert is_cut(bounded)


@pytest.mark.parametrize(
    "body",
    [
        "if (c) __VERIFIER_atomic_begin(); x = 1; if (c) __VERIFIER_atomic_end();",
        "__VERIFIER_atomic_begin(); if (c) __VERIFIER_atomic_end(); x = 1; if (!c) __VERIFIER_atomic_end();",
    ],
)
def test_what_cannot_be_told_is_refused(body: str, tmp_path: Path) -> None:
    text = f"int x; int main(void) {{ int c = __VERIFIER_nondet_int(); {body} return 0; }}"
    with pytest.raises(Unsupported):
        bounded_of(text, tmp_path)
