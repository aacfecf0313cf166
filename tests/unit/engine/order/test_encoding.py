"""All schedules of small programs at once: what is found, what is not, and what does not fit."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.encoding import ordered
from unthread.core.properties import ASSERTED, Property
from unthread.engine.order import learned as module
from unthread.engine.order.unfit import Unfit

INCREMENT = """
int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) { BODY return 0; }
int main(void) {
    pthread_t t[2];
    pthread_create(&t[0], 0, work, 0); pthread_create(&t[1], 0, work, 0);
    pthread_join(t[0], 0); pthread_join(t[1], 0);
    assert(CLAIM);
    return 0;
}
"""
LOCKED = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"


@pytest.mark.parametrize(
    ("body", "claim", "is_wrong"),
    [
        ("x++;", "x == 2", True),
        ("x++;", "x >= 1 && x <= 2", False),
        (LOCKED, "x == 2", False),
        (LOCKED + LOCKED, "x == 4", False),
        (LOCKED + LOCKED, "x != 4", True),
        ("x++; x++;", "x != 2", True),
        ("x++; x++;", "x <= 4 && x >= 2", False),
    ],
)
def test_increments(body: str, claim: str, is_wrong: bool, tmp_path: Path) -> None:
    search = ordered(INCREMENT.replace("BODY", body).replace("CLAIM", claim), tmp_path)
    assert (search.violation() is not None) == is_wrong
    assert search.gap() is None
    assert search.cuts() == []


def test_a_counter_is_as_wide_as_its_writes_allow(tmp_path: Path) -> None:
    text = INCREMENT.replace("BODY", "x++; x++;").replace("CLAIM", "x <= 4")
    assert all(
        not str(c.message).endswith("x <= 4") for c in ordered(text, tmp_path).encoding.collected.claims
    )


def test_without_patience_a_counter_has_all_its_bits(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_PATIENCE", 0)
    text = INCREMENT.replace("BODY", "x++; x++;").replace("CLAIM", "x <= 4")
    search = ordered(text, tmp_path)
    assert any(str(c.message).endswith("x <= 4") for c in search.encoding.collected.claims)
    assert search.violation() is None


def test_deadlocks_and_races_are_looked_for_in_the_end(tmp_path: Path) -> None:
    text = """
    int x; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
    static void *work(void *a) { pthread_mutex_lock(&n); pthread_mutex_lock(&m); x++; return 0; }
    int main(void) {
        pthread_t t; pthread_create(&t, 0, work, 0);
        pthread_mutex_lock(&m); pthread_mutex_lock(&n); pthread_mutex_unlock(&n); pthread_mutex_unlock(&m);
        x++; return 0;
    }"""
    search = ordered(text, tmp_path, frozenset({Property.DEADLOCK, Property.RACE}))
    found = {c.property for c in search.encoding.collected.claims if search.violation_of(c.property, c.loc)}
    assert found == {Property.DEADLOCK, Property.RACE}


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (
            "unsigned long p; int x;\n"
            "static void *work(void *a) { p = (unsigned long)nondet(); return 0; }\n"
            "int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); return *(int *)p; }",
            "unknown targets",
        ),
        (
            "int a[100000]; unsigned short i;\n"
            "static void *work(void *b) { a[i] = 1; return 0; }\n"
            "int main(void) { i = nondet(); pthread_t t; pthread_create(&t, 0, work, 0); return a[i]; }",
            "array",
        ),
        (
            "int x; union { int *pointer; unsigned char bytes[8]; } u;\n"
            "static void *work(void *a) { u.pointer = &x; return 0; }\n"
            "int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); return u.bytes[2]; }",
            "in part",
        ),
        (  # whoever uses the block is executed before the one that makes it
            "int n = 4; char *p;\n"
            "static void *make(void *a) { p = malloc(n); return 0; }\n"
            "int main(void) { pthread_t t; pthread_create(&t, 0, make, 0);\n"
            "    n = nondet() ? 2 : 3; char *q = p; if (q) q[3] = 1; return 0; }",
            "size",
        ),
    ],
)
def test_what_does_not_fit_is_said(text: str, reason: str, tmp_path: Path) -> None:
    with pytest.raises(Unfit, match=reason):
        ordered(text, tmp_path)


def test_only_one_thread_breaks_something(tmp_path: Path) -> None:
    """The other one has not got so far, or it would have been first."""
    text = """
    int x, y;
    static void *work(void *a) { x = 1; assert(y == 0); return 0; }
    int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); y = 1; assert(x == 0); return 0; }"""
    search = ordered(text, tmp_path, ASSERTED)
    for claim in search.encoding.collected.claims:
        witness = search.violation_of(claim.property, claim.loc)
        assert witness is not None
        assert witness.violation.loc == claim.loc


def test_the_format_of_a_printf_is_read_where_others_write_it(tmp_path: Path) -> None:
    """It lies in memory as one value already, which was written before there were threads."""
    search = ordered(
        """union { int word; char text[4]; } format;
int length;
static void *longer(void *unused) { format.word = 0x636261; return 0; }
static void *print(void *unused) { length = printf(format.text); return 0; }
int main(void) {
    pthread_t a, b;
    format.word = 0x6261;
    pthread_create(&a, 0, longer, 0);
    pthread_create(&b, 0, print, 0);
    pthread_join(b, 0);
    assert(length == 2);
    return 0;
}
""",
        tmp_path,
    )
    assert search.violation() is not None
