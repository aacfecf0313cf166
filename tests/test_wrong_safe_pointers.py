"""Pointers of unknown origin: unwritten memory, other files, numbers, addresses of objects that are no more.

Each program once ended as "SAFE (complete: nothing is left out)", or left out what it need not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from unthread import cli

Check = Callable[..., dict[str, Any]]

HEADER = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
unsigned long __VERIFIER_nondet_ulong(void);
void *__VERIFIER_nondet_pointer(void);
int x, y;
"""
WITH_THREAD = "int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); %s pthread_join(t, 0); %s }"


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    def run(text: str, *arguments: str) -> dict[str, Any]:
        file = tmp_path / "a.c"
        file.write_text(HEADER + text)
        cli.execute(("check", "--json", "--time", "60s", *arguments, str(file)))
        document = json.loads(capsys.readouterr().out)
        assert isinstance(document, dict)
        return document

    return run


def told(document: dict[str, Any]) -> str:
    """What the verdict says, wherever it says it."""
    return json.dumps(document)


def tells_nothing_of_pointers(document: dict[str, Any]) -> bool:
    return not any(words in told(document) for words in ("pointer of any value", "addresses", "the address"))


# ---- memory that nobody has written


UNWRITTEN = {
    "a local": "int *p; *p = 1;",
    "an integer": "unsigned long n; *(int *)n = 1;",
    "a handle": "pthread_t t; pthread_create((void *)t, 0, f, 0);",
    "a member": "struct { int n; int *p; } s; s.n = 1; *s.p = s.n;",
    "an element": "int *a[3]; *a[1] = 1;",
    "the heap": "int **p = malloc(sizeof *p); **p = 1;",
    "a copy": "struct { int *p; } s, t; t = s; *t.p = 1;",
    "copied bytes": "int *p, *q; memcpy(&q, &p, sizeof p); *q = 1;",
    "a union": "union { int *p; unsigned long n; } u; unsigned long n = u.n; if (n == 0) *u.p = 1;",
    "a large object": "struct { char c[20000]; int *p; } s; *s.p = 1;",
    "a far element": "int *p; p[0x10000000ul * sizeof(long)] = 1;",
    "some element": "int *p; p[__VERIFIER_nondet_ulong()] = 1;",
    "a member of what it points to": "struct { char c[4000]; int n; } *p; p->n = 1;",
}


@pytest.mark.parametrize("width", ["--m64", "--m32"])
@pytest.mark.parametrize("what", UNWRITTEN)
def test_an_unwritten_pointer_leads_nowhere(what: str, width: str, check: Check) -> None:
    document = check(
        f"void *f(void *a) {{ return a; }} int main(void) {{ {UNWRITTEN[what]} }}",
        "--property",
        "memory",
        width,
    )
    assert document["verdict"] == "unsafe"


@pytest.mark.parametrize("width", ["--m64", "--m32"])
def test_an_unwritten_pointer_is_not_that_of_an_object(width: str, check: Check) -> None:
    text = "int main(void) { int *p; if (p == &x) assert(0); if ((uintptr_t)p == (uintptr_t)&y) assert(0); }"
    assert check(text, "--property", "reach", width)["verdict"] == "safe"


@pytest.mark.parametrize("test", ["p == 0", "p != 0", "p == q", "p != q"])
def test_unwritten_pointers_compare_one_way_or_the_other(test: str, check: Check) -> None:
    text = f"int main(void) {{ int *p, *q; if ({test}) assert(0); }}"
    assert check(text, "--property", "reach")["verdict"] == "unsafe"


def test_an_unwritten_number_is_any(check: Check) -> None:
    text = """int main(void) {
        union { int *p; unsigned long n; } u;
        if (__VERIFIER_nondet_ulong()) u.p = &x;
        else if (u.n == 0x123456789) assert(0);
    }"""
    assert check(text, "--property", "reach")["verdict"] == "unsafe"


def test_lists_on_the_heap_are_searched_completely(check: Check) -> None:
    text = """
        struct item { struct item *next; int *value; } *first;
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        void *work(void *value) {
            struct item *made = malloc(sizeof *made);
            made->value = value;
            pthread_mutex_lock(&m);
            made->next = first;
            first = made;
            pthread_mutex_unlock(&m);
            return 0;
        }
        int main(void) {
            pthread_t a, b;
            pthread_create(&a, 0, work, &x);
            pthread_create(&b, 0, work, &y);
            pthread_join(a, 0);
            pthread_join(b, 0);
            int count = 0;
            for (struct item *i = first; i; i = i->next) count += 1 + *i->value;
            assert(count == 2);
        }"""
    document = check(text, "--property", "memory,reach")
    assert document["verdict"] == "safe"
    assert tells_nothing_of_pointers(document)


PARTLY = {
    "its first byte": "*(char *)&p = 8;",
    "its last byte": "((char *)&p)[7] = 0;",
    "its first half": "*(int *)&p = 8;",
    "its other half": "((int *)&p)[1] = 0;",
}


@pytest.mark.parametrize("part", PARTLY)
def test_partly_written_pointers(part: str, check: Check) -> None:
    """They lead nowhere, or it is told."""
    text = f"int main(void) {{ int *p; {PARTLY[part]} *p = 1; }}"
    document = check(text, "--property", "memory")
    assert document["verdict"] == "unsafe" or "a pointer that may point anywhere" in told(document)


# ---- other files


@pytest.mark.parametrize(
    ("text", "property"),
    [
        ("extern int *p; int main(void) { *p = 1; assert(0); }", "reach"),
        ("extern struct { int n; } *p; int main(void) { if (p->n) assert(0); }", "reach"),
        ("extern struct { int *p; } s; int main(void) { int n = *s.p; assert(n != 0); }", "reach"),
        ("extern int *p; int main(void) { return *p; }", "memory"),
        (
            "extern int *p; void *work(void *a) { *p = 1; return 0; }" + WITH_THREAD % ("*p = 2;", ""),
            "race",
        ),
    ],
)
def test_a_pointer_of_another_file(text: str, property: str, check: Check) -> None:
    assert check(text, "--property", property)["verdict"] == "unsafe"


def test_where_a_pointer_of_another_file_leads_is_told(check: Check) -> None:
    text = "extern struct { char c[100]; } *p; int main(void) { p->c[50] = 1; assert(x == 0); }"
    assert "a pointer that may point anywhere" in told(check(text, "--property", "reach"))


# ---- numbers that become pointers


BIT_BY_BIT = "uintptr_t n = 0; for (int i = 0; i < 64; i++) if ((uintptr_t)&x >> i & 1) n |= 1ul << i;"
REBUILT = {
    "bit by bit": f"{BIT_BY_BIT} *(int *)n = 1;",
    "through a union": BIT_BY_BIT + " union { uintptr_t n; int *p; } u; u.n = n; *u.p = 1;",
    "through truth values": """_Bool b[64]; uintptr_t a = (uintptr_t)&x, n = 0;
        for (int i = 0; i < 64; i++) b[i] = a >> i & 1;
        for (int i = 0; i < 64; i++) n += (uintptr_t)b[i] << i;
        *(int *)n = 1;""",
    "by doubling": """uintptr_t n = 0;
        for (int i = 63; i >= 0; i--) { n = n + n; if ((uintptr_t)&x >> i & 1) n++; }
        *(int *)n = 1;""",
    "a number that is equal": "unsigned long n = __VERIFIER_nondet_ulong();"
    " if (n == (unsigned long)&x) *(int *)n = 1;",
    "a number whose pointer is equal": "int *p = (int *)__VERIFIER_nondet_ulong(); if (p == &x) *p = 1;",
    "an input that is equal": "int *p = __VERIFIER_nondet_pointer(); if (p == &x) *p = 1;",
}


@pytest.mark.parametrize("how", REBUILT)
def test_writes_through_numbers_race(how: str, check: Check) -> None:
    text = f"void *work(void *unused) {{ {REBUILT[how]} return 0; }}" + WITH_THREAD % (
        "int v = x;",
        "return v;",
    )
    assert check(text, "--property", "race")["verdict"] == "unsafe"


@pytest.mark.parametrize("how", REBUILT)
def test_writes_through_numbers_are_seen(how: str, check: Check) -> None:
    text = f"void *work(void *unused) {{ {REBUILT[how]} return 0; }}" + WITH_THREAD % ("", "assert(x == 0);")
    assert check(text, "--property", "reach")["verdict"] == "unsafe"


def test_calls_through_numbers(check: Check) -> None:
    text = f"void f(void) {{ x = 1; }} int main(void) {{ {BIT_BY_BIT} ((void (*)(void))n)(); assert(!x); }}"
    assert check(text.replace("&x", "f"), "--property", "reach")["verdict"] == "unsafe"


def test_numbers_that_stay_numbers_lead_nowhere(check: Check) -> None:
    text = """
        int a[2];
        void *work(void *number) { long n = (long)number; a[n] = 1; return 0; }
        int main(void) {
            pthread_t t[2];
            for (long i = 0; i < 2; i++) pthread_create(&t[i], 0, work, (void *)i);
            for (int i = 0; i < 2; i++) pthread_join(t[i], 0);
            assert(a[0] + a[1] == 2);
        }"""
    document = check(text, "--property", "reach,race,memory")
    assert document["verdict"] == "safe"
    assert tells_nothing_of_pointers(document)


# ---- where objects lie


REUSED = {
    "numbers": "uintptr_t a = (uintptr_t)p; free(p); int *q = malloc(4); assert(a != (uintptr_t)q);",
    "pointers": "free(p); int *q = malloc(4); assert(p != q);",
    "compare and swap": """_Atomic(int *) top = p; int *seen = p; free(p); top = malloc(4);
        assert(!atomic_compare_exchange_strong(&top, &seen, 0));""",
    "locals": "for (int i = 0; i < 2; i++) { int n; if (i) assert(p != &n); p = &n; }",
}


@pytest.mark.parametrize("how", REUSED)
def test_addresses_that_are_used_again_are_told(how: str, check: Check) -> None:
    document = check(f"int main(void) {{ int *p = malloc(4); {REUSED[how]} }}", "--property", "reach")
    assert document["verdict"] == "unknown"
    assert "whose address it reuses" in document["reason"]


@pytest.mark.parametrize(
    "text",
    [
        "int *p = malloc(4); free(p); int *q = malloc(4); assert(p && q);",
        "int *p = malloc(4), *q = malloc(4); assert(p != q); free(p); free(q);",
        "int *p = malloc(4); int *q = p; assert(p == q); free(p); p = malloc(4); free(p);",
        "int a[3]; for (int *p = a; p != a + 3; p++) *p = 0; assert(a[0] == 0);",
        "char *p = malloc(9); assert(((uintptr_t)p & 7) == 0); assert((char *)((uintptr_t)p & ~3ul) == p);",
        "char *p = malloc(9), *q = p; for (; q < p + 9; q++) *q = 0; assert(q - p == 9);",
    ],
)
def test_ordinary_comparisons_are_not_told(text: str, check: Check) -> None:
    document = check(f"int main(void) {{ {text} }}", "--property", "reach")
    assert document["verdict"] == "safe"
    assert tells_nothing_of_pointers(document)


@pytest.mark.parametrize(
    "text",
    [
        "char *p = malloc(4); assert(((uintptr_t)p >> 4 & 7) == 0);",
        "char *p = malloc(4); assert((uintptr_t)p % 100 != 0);",
        "uintptr_t n = (uintptr_t)&x; n ^= 0x5555; assert(n != 0x1234);",
        "assert((int)(uintptr_t)&x == 0);",
        "assert(&x < &y);",
        "assert((uintptr_t)&x < (uintptr_t)&y);",
        "assert((char *)&y - (char *)&x > 0);",
    ],
)
def test_computing_with_addresses_is_told(text: str, check: Check) -> None:
    document = check(f"int main(void) {{ {text} }}", "--property", "reach")
    assert document["verdict"] == "unsafe" or "objects at other addresses" in told(document)
