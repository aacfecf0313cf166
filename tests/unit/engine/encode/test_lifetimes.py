"""Objects that begin and end while threads run."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.encoding import found
from unthread.core.properties import Property

MEMORY, LEAK = Property.MEMORY, Property.LEAK


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int *p = malloc(4); *p = 1; free(p); return 0;", set()),
        ("int *p = malloc(4); free(p); return *p;", {MEMORY}),
        ("int *p = malloc(4); free(p); free(p); return 0;", {MEMORY}),
        ("int *p = malloc(4); free(p + 1); return 0;", {MEMORY}),
        ("int x; free(&x); return 0;", {MEMORY}),
        ("free(0); return 0;", set()),
        ("int *p = malloc(4); p[1] = 1; free(p); return 0;", {MEMORY}),
        ("int *p = malloc(4); return p != 0;", {LEAK}),
        ("int *p = malloc(4); if (nondet()) free(p); return 0;", {LEAK}),
        ("int *p; { int x = 1; p = &x; } return *p;", {MEMORY}),
        (
            "int *p = 0; for (int i = 0; i < 2; i++) { int x = i; if (i) return *p - x; p = &x; } return 0;",
            {MEMORY},
        ),
    ],
)
def test_one_thread(body: str, expected: set[Property], tmp_path: Path) -> None:
    properties = frozenset({MEMORY, LEAK})
    assert found(f"int main(void) {{ {body} }}", tmp_path, properties, rounds=1) == expected


@pytest.mark.parametrize(("join", "expected"), [("pthread_join(t, 0);", set()), ("", {MEMORY})])
def test_a_thread_ends_what_another_one_uses(join: str, expected: set[Property], tmp_path: Path) -> None:
    text = """int *p;
        void *work(void *unused) { *p = 1; return 0; }
        int main(void) {
            pthread_t t; p = malloc(4); pthread_create(&t, 0, work, 0); JOIN free(p); return 0; }"""
    assert found(text.replace("JOIN", join), tmp_path, frozenset({MEMORY}), rounds=2) == expected


def test_each_thread_has_its_own_of_a_thread_local_variable(tmp_path: Path) -> None:
    text = """_Thread_local int own = 5; int seen;
        void *work(void *unused) { seen = own; own = 6; return 0; }
        int main(void) { own = 7; pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0);
            assert(seen == 5 && own == CLAIM); return 0; }"""
    for claim, expected in (("7", set[Property]()), ("6", {Property.REACH})):
        assert found(text.replace("CLAIM", claim), tmp_path, frozenset({Property.REACH})) == expected
