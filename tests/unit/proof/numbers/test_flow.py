"""What is known of numbers where a thread gets to."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.numbers import flow_of, looked_at
from unthread.proof.numbers.spans import Span

WHOLE = Span(-(1 << 31), (1 << 31) - 1)


@pytest.mark.parametrize(
    ("body", "spans"),
    [
        ("for (int i = 0; i < 8; i++) look(i);", [Span(0, 7)]),
        ("for (int i = 8; i > 0; i--) look(i);", [Span(1, 8)]),
        ("for (;;) { l = (l + 1) & 3; look(l); }", [Span(0, 3)]),
        ("a = __VERIFIER_nondet_int(); if (a > 2 && a < 6) look(a);", [WHOLE]),
        ("l = __VERIFIER_nondet_int(); if (l > 2 && l < 6) look(l); else look(l);", [Span(3, 5), WHOLE]),
        ("l = u ? 3 : 7; u = 1; look(l);", [Span(3, 7)]),
        ("unsigned char c = (unsigned char)__VERIFIER_nondet_int(); look(c);", [Span(0, 255)]),
        ("look(b); b = 2;", [Span(1, 2)]),
        (
            "pthread_mutex_lock(&m); a = 9; look(a); a = 0; look(a); pthread_mutex_unlock(&m);",
            [Span(9, 9), Span(0, 0)],
        ),
        ("pthread_mutex_lock(&m); look(a); a = 9; a = 0; pthread_mutex_unlock(&m);", [Span(0, 0)]),
        ("look(a); pthread_mutex_lock(&m); a = 9; a = 0; pthread_mutex_unlock(&m);", [Span(0, 9)]),
        (
            "pthread_mutex_lock(&m); l = a; if (l < 3) { a++; look(a); } pthread_mutex_unlock(&m);",
            [Span(1, 3)],
        ),
    ],
)
def test_spans(body: str, spans: list[Span], tmp_path: Path) -> None:
    assert looked_at(flow_of(body, tmp_path, 3, 8)) == spans


def test_what_never_happens_is_not_followed(tmp_path: Path) -> None:
    assert looked_at(flow_of("if (a) look(1); a = 0;", tmp_path)) == []


def test_what_grows_and_grows_may_be_anything(tmp_path: Path) -> None:
    flow = flow_of("for (;;) { u++; }", tmp_path)
    assert {cell.variable.text: span for cell, span in flow.written.items()}["u"] == Span(0, (1 << 32) - 1)
