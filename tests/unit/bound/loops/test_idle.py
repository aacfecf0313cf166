"""Iterations that may turn out to change nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.analyze import load_text
from tests.support.bounded import bounded_of
from tests.support.builder import assign, at, binary, constant, local, place, read, register, shared
from unthread.bound.loops.idle import differs, either, is_comparable, may_be_idle, replaced
from unthread.core.bounds import Bounds
from unthread.program.bounded import LoopKind
from unthread.program.expressions import Expression
from unthread.program.instructions import AtomicBegin, AtomicEnd, Instruction, Label
from unthread.program.query.loops import shape_of
from unthread.program.types import INT, FloatType, PointerType

R, S = register("r"), register("s")
X, Y, OWN = shared("x"), shared("y"), local("own", escapes=False)
ONE, ZERO = constant(1), constant(0)


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (ZERO, read(R), read(R)),
        (read(R), ZERO, read(R)),
        (ONE, read(R), ONE),
        (read(R), ONE, ONE),
        (read(R), read(S), binary("|", read(R), read(S))),
    ],
)
def test_either(one: Expression, other: Expression, expected: Expression) -> None:
    assert either(one, other) == expected


def test_what_is_counted_up_differs_for_sure() -> None:
    assert differs(read(R), binary("+", read(R), ONE)) == ONE
    assert differs(read(R), binary("-", read(R), ONE)) == ONE
    assert differs(read(R), binary("+", read(S), ONE)) == binary("!=", read(R), binary("+", read(S), ONE))
    assert differs(ONE, ONE) == ZERO


def test_floating_numbers_are_not_compared() -> None:
    assert is_comparable(R)
    assert is_comparable(register("p", PointerType(INT)))
    assert not is_comparable(register("d", FloatType(64, 8)))


BEGIN, END = AtomicBegin(at(1)), AtomicEnd(at(1))
LOOK = assign(R, read(X))


@pytest.mark.parametrize(
    ("body", "is_known"),
    [
        ([BEGIN, LOOK], True),
        ([BEGIN, LOOK, assign(S, 1), assign(Y, 2), assign(OWN, 3)], True),
        ([BEGIN, LOOK, assign(X, 1)], False),  # written since
        ([BEGIN, LOOK, assign(R, 1)], False),  # not in the register any more
        ([LOOK, BEGIN], False),  # another section
        ([BEGIN, LOOK, END], False),
        ([BEGIN, LOOK, Label("l", at(1))], False),  # others may come here
        ([BEGIN, assign(R, read(Y))], False),
    ],
)
def test_what_is_replaced_by_a_write(body: list[Instruction], is_known: bool) -> None:
    assert replaced(place(X), body) == (R if is_known else None)


TEXT = (
    "#include <stdlib.h>\nint x, y; char text[9], *words[9]; int main(void) {{ int i = 0; {loop} return i; }}"
)


@pytest.mark.parametrize(
    ("loop", "expected"),
    [
        ("while (x) y = 1;", True),
        ("while (x) if (y) i++;", True),
        ("for (i = 0; x; i++) y = 1;", False),  # counts
        ("for (char *p = &text[i]; *p; p++) ;", False),  # moves a pointer
        ("for (char **p = &words[i]; **p; ++*p) ;", True),  # as far as is known, not its own
        ("while (x) free(malloc(1));", True),  # what is called is looked into later
        ("do { i = 1; } while (!i);", False),  # looks at nothing
    ],
)
def test_loops_worth_watching(loop: str, expected: bool, tmp_path: Path) -> None:
    shape = shape_of(load_text(tmp_path, TEXT.format(loop=loop)).functions["main"])
    assert may_be_idle(shape, shape.nodes[0]) is expected


@pytest.mark.parametrize(
    ("loop", "kind"),
    [
        ("while (__sync_lock_test_and_set(&lock, 1)) ;", LoopKind.IDLE),
        ("for (int n = lock; n > 0; n--) lock = n;", LoopKind.BOUNDED),
    ],
)
def test_what_becomes_of_a_loop(loop: str, kind: LoopKind, tmp_path: Path) -> None:
    bounded = bounded_of(
        f"int lock; int main(void) {{ lock = __VERIFIER_nondet_int(); {loop} return 0; }}",
        tmp_path,
        Bounds(unwind=2),
    )
    assert [use.kind for use in bounded.loops] == [kind]
