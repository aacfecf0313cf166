"""Unwinding, inlining and threads: where bounds end, how loops are told apart, what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import HEADER, bounded_of, instructions_of, is_cut, program_of
from unthread.bound.threads import bound
from unthread.bound.unroll import ThreadBuilder
from unthread.core.bounds import Bounds
from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property
from unthread.program.bounded import LoopKind
from unthread.program.expressions import Variable, VariablePlace
from unthread.program.instructions import Assign, Cut, Jump, Unmodelled
from unthread.program.library import MOST_THREADS
from unthread.program.program import Function

COUNT = "int x; int main(void) { int n = __VERIFIER_nondet_int(); while (n > 0) { x = n; n--; } return 0; }"


@pytest.mark.parametrize("times", [0, 1, 2, 5])
def test_unwind_copies_the_body_that_often(times: int, tmp_path: Path) -> None:
    bounded = bounded_of(COUNT, tmp_path, Bounds(unwind=times))
    targets = [i.target for i in instructions_of(bounded, Assign) if isinstance(i, Assign)]
    assert len([t for t in targets if isinstance(t, VariablePlace) and t.variable.name == "x"]) == times
    assert len(instructions_of(bounded, Cut)) == 1
    (use,) = bounded.loops
    assert (use.kind, use.iterations, use.cut) == (LoopKind.BOUNDED, times, True)


@pytest.mark.parametrize("times", [1, 2, 5])
@pytest.mark.parametrize(
    "loop",
    [
        "do { x = n; n--; } while (n > 0);",
        "do { if (c()) break; x = n; n--; } while (n > 0);",
        "again: x = n; n--; if (n > 0) goto again;",
        "for (;;) { if (!c()) break; x = n; n--; }",
    ],
)
def test_unwind_means_the_same_for_every_loop(loop: str, times: int, tmp_path: Path) -> None:
    text = f"int c(void); int x; int main(void) {{ int n = __VERIFIER_nondet_int(); {loop} return 0; }}"
    bounded = bounded_of(text, tmp_path, Bounds(unwind=times))
    targets = [i.target for i in instructions_of(bounded, Assign) if isinstance(i, Assign)]
    assert len([t for t in targets if isinstance(t, VariablePlace) and t.variable.name == "x"]) == times
    (use,) = bounded.loops
    assert (use.kind, use.iterations, use.cut) == (LoopKind.BOUNDED, times, True)


@pytest.mark.parametrize(
    ("loop", "trips"),
    [
        ("for (int i = 0; i < 700; i++) x++;", 700),
        ("int i = 0; do x++; while (++i < 700);", 700),
        ("for (int i = 0; i < limit; i++) x++;", 600),
        ("for (int i = 0; i < 2000; i++) x++;", 1001),  # more than was counted to
        ("for (int i = 0; i < 3; i++) x++;", 3),
        ("for (int i = 0; i < x; i++) x++;", None),  # the loop writes what its test reads
        ("while (__VERIFIER_nondet_int()) x++;", None),
    ],
)
def test_iterations_are_counted_beyond_the_bound_for_who_asks(
    loop: str, trips: int | None, tmp_path: Path
) -> None:
    text = f"int x = 500; const int limit = 600; int main(void) {{ {loop} return 0; }}"
    program = program_of(text, tmp_path)
    (use,) = bound(program, Bounds(unwind=2), count_to=1000).loops
    assert use.trips == trips
    (use,) = bound(program, Bounds(unwind=2)).loops
    assert use.trips is None


@pytest.mark.parametrize(
    ("body", "cuts"),
    [
        ("for (int i = 0; i < 5000; i++) x++;", [False]),
        ("for (int i = 0; i < 20000; i++) x++;", [True]),  # too many
        # The second has too little left of what both may take together.
        ("for (int i = 0; i < 9000; i++) x++; for (int i = 0; i < 9000; i++) x++;", [False, True]),
        ("for (int i = 0; i < 50; i++) for (int j = 0; j < 300; j++) x++;", [False, False]),
        ("__ut_spawn(f, 0); for (int i = 0; i < 5000; i++) x++;", [True]),  # another thread is there
        ("if (x) __ut_spawn(f, 0); for (int i = 0; i < 257; i++) x++;", [False]),  # nobody else on either way
        ("if (n()) __ut_spawn(f, 0); for (int i = 0; i < 257; i++) x++;", [True]),
        ("for (int i = 0; i < 300; i++) if (i == 3) __ut_spawn(f, 0);", [False]),  # alone when it begins
    ],
)
def test_loops_of_main_alone_are_unwound_further(body: str, cuts: list[bool], tmp_path: Path) -> None:
    text = f"int x, n(void); void *f(void *a) {{ return 0; }} int main(void) {{ {body} return 0; }}"
    program = program_of(text, tmp_path)
    assert [use.cut for use in bound(program, Bounds(unwind=2)).loops] == cuts
    assert any(use.cut for use in bound(program, Bounds(unwind=2, unwind_max=40)).loops)  # the user's word


def noted_builds(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The functions of the threads that are built from now on."""
    built: list[str] = []

    class Noted(ThreadBuilder):
        def build(self, function: Function, argument: tuple[Variable, ...]) -> None:
            built.append(function.name)
            super().build(function, argument)

    monkeypatch.setattr("unthread.bound.threads.ThreadBuilder", Noted)
    return built


@pytest.mark.parametrize(
    ("starts", "built_for_them"),
    [
        ("__ut_spawn(f, 0); __ut_spawn(g, 0);", "f g g"),
        ("__ut_spawn(h, 0); __ut_spawn(g, 0);", "h g f g"),
        # What starts others is built again after `g`: it might have started some itself.
        ("__ut_spawn(g, 0); __ut_spawn(h, 0);", "g h f g h"),
    ],
)
def test_a_thread_is_not_built_again_if_nothing_changes_for_it(
    starts: str, built_for_them: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`f` asks for `x`, which others write, and `g` for `y`, which nobody else does: `g` alone has something
    to learn from who writes what."""
    built = noted_builds(monkeypatch)
    text = f"""int x, y; void *f(void *a) {{ if (x) x = 2; return 0; }}
void *g(void *a) {{ x = 1; y = 1; if (y) x = 3; return 0; }}
void *h(void *a) {{ __ut_spawn(f, 0); return 0; }}
int main(void) {{ {starts} return 0; }}"""
    bounded = bounded_of(text, tmp_path)
    assert built == ["__ut_start", *built_for_them.split()]
    assert {thread.name for thread in bounded.threads} == {
        "main",
        *(f"{name}#1" for name in built_for_them.split()),
    }
    assert [thread.number for thread in bounded.threads] == list(range(len(bounded.threads)))
    (learned,) = (thread for thread in bounded.threads if thread.name == "g#1")
    assert not [i for i in learned.body if isinstance(i, Jump)]


def test_what_was_refused_a_thread_is_built_again_when_others_start_fewer(tmp_path: Path) -> None:
    """`g` starts a thread as long as it does not know that `y` is its own, and `h` comes too late then."""
    text = """int x, y; void *f(void *a) { x = 2; return 0; }
void *g(void *a) { y = 1; if (!y) __ut_spawn(f, 0); return 0; }
void *h(void *a) { __ut_spawn(f, 0); return 0; }
int main(void) { __ut_spawn(g, 0); __ut_spawn(h, 0); return 0; }"""
    bounded = bound(program_of(text, tmp_path), Bounds(threads=3))
    assert [thread.name for thread in bounded.threads] == ["main", "g#1", "h#1", "f#1"]
    assert not [i for thread in bounded.threads for i in thread.body if isinstance(i, Cut)]


@pytest.mark.parametrize(
    ("write", "knows"),
    [("x = 2;", True), ("y = 0;", False), ("*p = 0;", False), ("helper();", False)],
)
def test_main_knows_what_no_other_thread_writes(
    write: str, knows: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without being built again."""
    built = noted_builds(monkeypatch)
    text = f"""int x, y, *p = &y; void helper(void) {{ y = 0; }}
void *f(void *a) {{ {write} return 0; }}
int main(void) {{ y = 1; __ut_spawn(f, 0); if (y) x = 3; return 0; }}"""
    bounded = bounded_of(text, tmp_path)
    assert built == ["__ut_start", "f"]
    assert knows == (not [i for i in bounded.threads[0].body if isinstance(i, Jump)])


@pytest.mark.parametrize("object", ["v, *p = &v", "v[1]", "v[40], *p = v"])
def test_a_way_past_a_declaration_finds_the_object(tmp_path: Path, object: str) -> None:
    text = f"""int x;
int main(void) {{
    while (__VERIFIER_nondet_int()) {{
        if (__VERIFIER_nondet_int()) goto skip;
        int {object};
    skip:
        if (*(int *)&v > 2) x = 1;
    }}
    return 0;
}}"""
    bounded = bounded_of(text, tmp_path, Bounds(unwind=2))
    assert not instructions_of(bounded, Unmodelled)


def test_behind_a_label_every_way_past_a_declaration_finds_the_object(tmp_path: Path) -> None:
    text = """int x;
int main(void) {
again:;
    if (__VERIFIER_nondet_int()) goto skip;
    int v = 1, *p = &v;
skip:
    if (v > 2) x = 1;
    if (__VERIFIER_nondet_int()) goto again;
    return 0;
}"""
    assert not instructions_of(bounded_of(text, tmp_path, Bounds(unwind=2)), Unmodelled)


def test_the_properties_are_kept_with_the_program(tmp_path: Path) -> None:
    program = program_of("int main(void) { return 0; }", tmp_path)
    assert bound(program, Bounds(), frozenset({Property.ARITH})).properties == {Property.ARITH}


def test_a_named_loop_has_its_own_bound(tmp_path: Path) -> None:
    line = HEADER.count("\n") + 1
    bounds = Bounds(unwind=1, unwind_loops=(("program.c", line, 4),))
    (use,) = bounded_of(COUNT, tmp_path, bounds).loops
    assert use.iterations == 4


@pytest.mark.parametrize(
    ("loop", "iterations"),
    [
        ("for (int i = 0; i < 5; i++) x++;", 5),
        ("int i = 0; do { if (c) x++; i++; } while (i < 3);", 3),
        ("for (int i = 0; ; i++) { if (c) x++; if (i == 2) break; x--; }", 3),
        ("for (const int *p = table; *p; p++) x += *p;", 3),
        ("for (unsigned char k = 254; k != 1; k++) x++;", 3),
    ],
)
def test_counted_loops_are_unwound_completely(loop: str, iterations: int, tmp_path: Path) -> None:
    text = f"""int x, c; const int table[] = {{1, 2, 3, 0}};
int main(void) {{ c = __VERIFIER_nondet_int(); {loop} }}"""
    bounded = bounded_of(text, tmp_path, Bounds(unwind=1))
    (use,) = bounded.loops
    assert (use.kind, use.iterations) == (LoopKind.COUNTED, iterations)
    assert not is_cut(bounded)


@pytest.mark.parametrize(
    ("loop", "kind"),
    [
        ("while (!flag);", LoopKind.WAITING),
        ("while (!__sync_bool_compare_and_swap(&flag, 0, 1));", LoopKind.WAITING),
        ("int v; while ((v = flag) == 0); assert(v);", LoopKind.WAITING),
        ("while (!flag) { int own[2]; own[0] = 1; }", LoopKind.WAITING),
        ("int seen = 0; while (!flag) seen = 1; assert(!seen);", LoopKind.IDLE),
        ("int seen[2] = {0, 0}; while (!flag) seen[0] = 1; assert(!seen[0]);", LoopKind.BOUNDED),
        ("int n = 0; while (!flag) n++; assert(n < 9);", LoopKind.BOUNDED),
        ("while (!flag) x = 1;", LoopKind.BOUNDED),
        ("while (!flag) note();", LoopKind.BOUNDED),
        ("while (!flag) assert(x == 0);", LoopKind.WAITING),
        ("while (1) { int own = flag; if (own == 2) __VERIFIER_error(); }", LoopKind.WAITING),
        ("int n = 0; while (!flag) { assert(n < 2); n = x; } ", LoopKind.IDLE),
    ],
)
def test_waiting_loops(loop: str, kind: LoopKind, tmp_path: Path) -> None:
    text = f"""int flag, x; void note(void) {{ x++; }}
void *f(void *a) {{ flag = 1; return 0; }}
int main(void) {{ pthread_t t; pthread_create(&t, 0, f, 0); {loop} return 0; }}"""
    (use,) = bounded_of(text, tmp_path, Bounds(unwind=2)).loops
    assert use.kind is kind
    assert use.cut == (kind is LoopKind.BOUNDED)


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
    assert [thread.is_beyond for thread in bounded.threads] == [False, False, False, True]
    assert is_cut(bounded)
    none = bounded_of(text, tmp_path, Bounds(threads=0))
    assert len(none.threads) == 1
    assert is_cut(none)


def test_there_is_room_for_so_many_threads_and_no_more(tmp_path: Path) -> None:
    text = """void *f(void *a) { return 0; }
int main(void) { pthread_t t; for (int i = 0; i < 200; i++) pthread_create(&t, 0, f, 0); return 0; }"""
    bounded = bounded_of(text, tmp_path, Bounds(threads=1))
    assert len(bounded.threads) == MOST_THREADS
    assert any(isinstance(item, Cut) for item in bounded.threads[0].body)


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
