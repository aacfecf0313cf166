"""Expressions on intervals."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.numbers import flow_of, looked_at
from unthread.proof.numbers.spans import Span

ANY = "int x = __VERIFIER_nondet_int();"


@pytest.mark.parametrize(
    ("expression", "span"),
    [
        ("x & 7", Span(0, 7)),
        ("x % 5", Span(-4, 4)),
        ("!x", Span(0, 1)),
        ("(x & 7) - 1", Span(-1, 6)),
        ("~(x & 7)", Span(-8, -1)),
        ("-(x & 7)", Span(-7, 0)),
        ("(x & 1) == 2", Span(0, 0)),
        ("(x & 1) < 2", Span(1, 1)),
        ("x > 3 && x < 9 ? x : 4", Span(4, 8)),
        ("x < 3 || x > 9 ? 4 : x", Span(3, 9)),
        ("(signed char)(x & 7)", Span(0, 7)),
        ("(signed char)(x & 255)", Span(-128, 127)),
        ("(_Bool)(2 + (x & 1))", Span(1, 1)),
        ("__builtin_popcount((unsigned)x)", Span(0, 32)),
        ("(row != 0) + 1", Span(2, 2)),
    ],
)
def test_values(expression: str, span: Span, tmp_path: Path) -> None:
    assert looked_at(flow_of(f"{ANY} look({expression});", tmp_path)) == [span]


@pytest.mark.parametrize(
    ("condition", "spans"),
    [
        ("x == 4", [Span(4, 4)]),
        ("x > 2 && 5 >= x", [Span(3, 5)]),
        ("!(x <= 2) && !(x > 5)", [Span(3, 5)]),
        ("x >= 0 && (unsigned long)x < 6", [Span(0, 5)]),
        ("x >= 0 && x < 2 && x != 0", [Span(1, 1)]),
        ("x > 5 && x < 3", []),
    ],
)
def test_conditions(condition: str, spans: list[Span], tmp_path: Path) -> None:
    assert looked_at(flow_of(f"{ANY} if ({condition}) look(x);", tmp_path)) == spans
