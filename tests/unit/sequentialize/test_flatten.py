"""Flattening keeps what a program can do, and takes away calls."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle import explore
from tests.properties.concurrent import concurrent_programs
from tests.properties.stopping import hard_programs
from tests.support.bounding import same
from tests.support.generated import QUICK
from tests.support.sources import loaded
from unthread.core.bounds import Bound
from unthread.core.diagnostics import InputError, Unsupported
from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.program.check import check
from unthread.program.instructions import Assert, Assume, Call, Cut, Declare, Input, Jump, Spawn
from unthread.program.program import Function
from unthread.sequentialize.flatten import Flat, flatten

PROPERTIES = frozenset({Property.REACH, Property.LOCK, Property.MEMORY, Property.ARITH})
HEADER = """#include <assert.h>
#include <pthread.h>
extern int any(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, y;
"""


def is_users(function: Function) -> bool:
    return not function.library


def flat_of(text: str, directory: Path, *, keep: bool = False, depth: int = 3) -> Flat:
    program = loaded(HEADER + text, directory)
    flat = flatten(program, depth, keeps=is_users) if keep else flatten(program, depth)
    check(flat.program)
    return flat


def all_of(flat: Flat, kind: type) -> list[object]:
    return [i for function in flat.program.functions.values() for i in function.body if isinstance(i, kind)]


def test_calls_are_gone_and_loops_stay(tmp_path: Path) -> None:
    flat = flat_of("int f(int v) { return v + x; } int main(void) { while (x < 3) x = f(1); }", tmp_path)
    assert list(flat.program.functions) == ["main#thread"]
    check(flat.program, absent=(Call,))
    assert len(flat.program.functions["main#thread"].body) < 20


@pytest.mark.parametrize(
    ("loop", "assumes"),
    [
        ("while (!x) ;", True),
        ("while (any()) ;", True),
        ("for (int i = 0; i < any(); i++) ;", False),
        ("int i = 0; while (!x) { y = i; i++; }", False),
    ],
)
def test_going_round_in_vain_is_an_assumption(loop: str, assumes: bool, tmp_path: Path) -> None:
    flat = flat_of(f"int main(void) {{ {loop} }}", tmp_path)
    assert bool(all_of(flat, Assume)) == assumes
    assert bool(all_of(flat, Jump)) != assumes


def test_each_place_that_starts_a_thread_has_a_body(tmp_path: Path) -> None:
    text = """void *f(void *a) { x = 1; return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, f, 0);
        pthread_create(&t, 0, f, 0); }"""
    flat = flat_of(text, tmp_path)
    assert flat.routines == {"main#thread": "main", "f#thread": "f", "f#thread/2": "f"}
    assert len(all_of(flat, Spawn)) == 2


def test_recursion_ends_at_the_depth(tmp_path: Path) -> None:
    text = "int down(int n) { if (n) return down(n - 1); return x; } int main(void) { down(any()); }"
    for depth in (1, 2, 4):
        cuts = all_of(flat_of(text, tmp_path, depth=depth), Cut)
        assert [(cut.what, cut.bound) for cut in cuts if isinstance(cut, Cut)] == [
            (f"more than {depth} active call{'s' * (depth > 1)} of 'down'", Bound.DEPTH)
        ]


def test_kept_functions_are_there_once_for_each_depth(tmp_path: Path) -> None:
    text = """int g(int n) { return n + x; }
    int down(int n) { if (n) return down(n - 1); return g(n); }
    int main(void) { y = g(1); down(y); y = g(2); }"""
    flat = flat_of(text, tmp_path, keep=True)
    assert flat.origins == {"g": "g", "down": "down", "down/2": "down", "down/3": "down"}


def test_calls_inside_sections_are_not_kept(tmp_path: Path) -> None:
    text = """int g(int n) { return n + x; }
    int main(void) { __VERIFIER_atomic_begin(); x = g(1); __VERIFIER_atomic_end(); }"""
    assert not flat_of(text, tmp_path, keep=True).origins


def test_functions_that_open_a_section_are_not_kept(tmp_path: Path) -> None:
    text = """void enter(void) { __VERIFIER_atomic_begin(); }
    void leave(void) { __VERIFIER_atomic_end(); }
    int main(void) { enter(); x = 1; y = 1; leave(); }"""
    flat = flat_of(text, tmp_path, keep=True)
    assert not flat.origins
    assert explore(flat.program).complete


def test_functions_without_a_body_give_any_value(tmp_path: Path) -> None:
    flat = flat_of("int unknown(int); int main(void) { x = unknown(1); }", tmp_path)
    assert flat.assumptions == ("'unknown' has no body: it returns any value and changes nothing",)
    assert [item.name for item in all_of(flat, Input) if isinstance(item, Input)] == ["unknown()"]


def test_calls_through_pointers_name_all_that_may_be_called(tmp_path: Path) -> None:
    text = """int f(int v) { return v; } int g(int v) { return -v; }
    int main(void) { int (*p)(int) = any() ? f : g; y = p(1); }"""
    flat = flat_of(text, tmp_path, keep=True)
    assert set(flat.origins) == {"f", "g"}
    assert any("pointer that does not point to a function" in str(item) for item in all_of(flat, Assert))


def test_a_jump_past_a_declaration_finds_an_object_of_any_value(tmp_path: Path) -> None:
    text = """void f(int c) { if (c) goto in; { int w[2]; w[0] = 1; in: x = w[c & 1]; } }
    int main(void) { f(1); f(0); }"""
    flat = flat_of(text, tmp_path)
    assert len(all_of(flat, Declare)) == 2  # one for each call, which every way into the block passes


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize(
    "text",
    [
        "extern void unknown(int, int); int main(void) { unknown(1, 1 / y); }",
        "static int quiet(void) { return 1 / y; } int main(void) { quiet(); }",
    ],
)
def test_what_nobody_wants_is_computed_and_may_go_wrong(text: str, keep: bool, tmp_path: Path) -> None:
    flat = flat_of(text, tmp_path, keep=keep)
    found = explore(flat.program, frozenset({Property.ARITH}), max_states=100)
    assert len(found.violations) == 1


def test_without_main_there_is_nothing(tmp_path: Path) -> None:
    file = tmp_path / "program.c"
    file.write_text("int f(void) { return 1; }")
    with pytest.raises(InputError, match="main"):
        flatten(load(Source((file,))), 3)


def test_code_that_grows_too_much_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("unthread.sequentialize.flat_state._MOST_INSTRUCTIONS", 50)
    with pytest.raises(Unsupported, match="more than 50 instructions"):
        flat_of("int f(int n) { return n ? f(n - 1) + f(n - 2) : x; } int main(void) { f(any()); }", tmp_path)


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=40)
@given(text=st.one_of(concurrent_programs(budget=3), hard_programs(budget=2)), keep=st.booleans())
def test_flattening_keeps_what_can_go_wrong(text: str, keep: bool, tmp_path: Path) -> None:
    program = loaded(text, tmp_path)
    flat = flatten(program, 3, PROPERTIES, is_users if keep else lambda function: False)
    check(flat.program)
    original = explore(program, PROPERTIES, max_states=800)
    found = explore(flat.program, PROPERTIES, max_states=800)
    if all_of(flat, Cut):
        assert not original.complete or found.violations <= original.violations
    else:
        assert same(original, found)
