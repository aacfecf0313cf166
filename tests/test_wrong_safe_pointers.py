"""Pointers of unknown origin: unwritten memory, other files, numbers, addresses of objects that are no more.

Each program once ended as "SAFE (complete: nothing is left out)", or left out what it need not."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.support.once_wrong import (
    CALLED_BY_NUMBER,
    OF_ANOTHER_FILE,
    POINTERS,
    REBUILT,
    REUSED,
    rebuilt,
    reused,
)
from unthread import cli

Check = Callable[..., dict[str, Any]]


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    def run(text: str, *arguments: str) -> dict[str, Any]:
        file = tmp_path / "a.c"
        file.write_text(POINTERS + text)
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


NARROW = {
    "of an int": ("int n; char *p = (char *)(intptr_t)n;", "p != (char *)3"),
    "of a negative int": ("int n; char *p = (char *)(intptr_t)n;", "p != (char *)-3"),
    "of an unsigned short": ("unsigned short n; char *p = (char *)(uintptr_t)n;", "p != (char *)3"),
    "of a few bits": ("long n; char *p = (char *)(n & 255);", "p != (char *)3"),
    "itself": ("int n; int is_null = !(char *)(intptr_t)n;", "n != 3 || is_null"),
    "of a short itself": ("short n; int is_null = !(char *)(intptr_t)n;", "n != -3 || is_null"),
    "on the heap": ("short *n = malloc(2); int is_null = !(char *)(intptr_t)*n;", "*n != 3 || is_null"),
    "that was stored": (
        "unsigned short n; struct { char *p; } s; s.p = (char *)(uintptr_t)n;",
        "(uintptr_t)s.p != 3",
    ),
}


@pytest.mark.parametrize("options", [("--m64",), ("--m32",), ("--encoding", "order")], ids=" ".join)
@pytest.mark.parametrize("what", NARROW)
def test_a_small_number_that_nobody_wrote_is_any_also_as_a_pointer(
    what: str, options: tuple[str, ...], check: Check
) -> None:
    before, claim = NARROW[what]
    if options == ("--m32",):
        before = before.replace("int n;", "short n;").replace("unsigned short n;", "unsigned char n;")
    text = f"int main(void) {{ {before} assert({claim}); }}"
    assert check(text, "--property", "reach", "--no-sample", *options)["verdict"] == "unsafe"


TAGGED = {
    "a local": ("char *p; assert(p != (char *)3);", "unknown"),
    "the last address": ("char *p; assert(p != (char *)-1);", "unknown"),
    "on the heap": ("char **t = malloc(2 * sizeof *t); t[1] = (char *)1; assert(*t != t[1]);", "unknown"),
    "a number that was an address": ("unsigned long n; x = !(char *)n; assert(n != 3);", "unknown"),
    "zeros": ("char **t = calloc(2, sizeof *t); t[1] = (char *)1; assert(*t != t[1]);", "safe"),
    "null": ("char *p; if (p == 0) x = 1; assert(x < 2);", "safe"),
    "written before": ("char *p; int c = x; if (!c) p = (char *)&x; if (!c) assert(p != (char *)1);", "safe"),
}


@pytest.mark.parametrize("encoding", ["rounds", "order"])
@pytest.mark.parametrize("what", TAGGED)
def test_an_unwritten_pointer_is_not_told_from_a_tag(what: str, encoding: str, check: Check) -> None:
    """Such pointers have no low bits here: where that decides, it is said."""
    body, verdict = TAGGED[what]
    found = check(
        f"int main(void) {{ {body} }}", "--property", "reach", "--no-sample", "--encoding", encoding
    )
    assert found["verdict"] == verdict
    assert ("a pointer that was never written" in told(found)) is (verdict == "unknown")


@pytest.mark.parametrize("kind", ["short", "int", "long", "unsigned char"])
def test_what_threads_share_is_any_number_before_it_is_written(kind: str, check: Check) -> None:
    """All orders at once know of a value that is read which writes there are."""
    text = f"""
        {kind} *state;
        void *work(void *a) {{ assert(*state != 3); return 0; }}
        int main(void) {{ pthread_t t; state = malloc(sizeof *state); pthread_create(&t, 0, work, 0);
            *state = 1; pthread_join(t, 0); }}"""
    for encoding in ("rounds", "order"):
        found = check(text, "--property", "reach", "--no-sample", "--encoding", encoding)
        assert found["verdict"] == "unsafe"


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


@pytest.mark.parametrize(("text", "property"), OF_ANOTHER_FILE)
def test_a_pointer_of_another_file(text: str, property: str, check: Check) -> None:
    assert check(text, "--property", property)["verdict"] == "unsafe"


def test_where_a_pointer_of_another_file_leads_is_told(check: Check) -> None:
    text = "extern struct { char c[100]; } *p; int main(void) { p->c[50] = 1; assert(x == 0); }"
    assert "a pointer that may point anywhere" in told(check(text, "--property", "reach"))


# ---- numbers that become pointers


@pytest.mark.parametrize("how", REBUILT)
def test_writes_through_numbers_race(how: str, check: Check) -> None:
    assert check(rebuilt(how, "int v = x;", "return v;"), "--property", "race")["verdict"] == "unsafe"


@pytest.mark.parametrize("how", REBUILT)
def test_writes_through_numbers_are_seen(how: str, check: Check) -> None:
    assert check(rebuilt(how, "", "assert(x == 0);"), "--property", "reach")["verdict"] == "unsafe"


def test_calls_through_numbers(check: Check) -> None:
    assert check(CALLED_BY_NUMBER, "--property", "reach")["verdict"] == "unsafe"


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


@pytest.mark.parametrize("how", REUSED)
def test_addresses_that_are_used_again_are_told(how: str, check: Check) -> None:
    document = check(reused(how), "--property", "reach")
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


# Of a pointer, without converting it: its bytes, the number in its place, its text.
READ_AS_NUMBERS = {
    "a byte": "int *p = &x; bad = ((unsigned char *)&p)[1] == 0x53;",
    "half": "struct { int *p; } s = {&x}; bad = *(unsigned *)&s == 0x1234;",
    "a hash": "int *p = &x; unsigned char *c = (void *)&p; unsigned h = 7;"
    "for (int i = 0; i < 8; i++) h = 31 * h + c[i]; bad = h == 5;",
    "a union": "union { int *p; long n; } u; u.p = &x; bad = u.n % 64 == 12;",
    "another type": "int *p = &x; bad = *(long *)&p % 64 == 12;",
    "a copy": "int *p = &x; long n; memcpy(&n, &p, 8); bad = n % 64 == 12;",
    "a byte of a copy": "int *p = &x; char s[8]; memcpy(s, &p, 8); bad = s[1] == 'S';",
    "an order": "int *p = &y, *q = &x; bad = memcmp(&p, &q, 8) < 0;",
    "text": "char s[30]; snprintf(s, 30, \"%p\", (void *)&x); bad = s[4] == 'f';",
}


@pytest.mark.parametrize("text", READ_AS_NUMBERS.values(), ids=READ_AS_NUMBERS)
@pytest.mark.parametrize("options", [(), ("--no-run-ahead",)], ids=["ahead", "whole"])
def test_addresses_read_as_numbers_are_told(text: str, options: tuple[str, ...], check: Check) -> None:
    document = check(f"int bad; int main(void) {{ {text} assert(!bad); }}", "--property", "reach", *options)
    assert document["verdict"] == "unsafe" or "objects at other addresses" in told(document)


@pytest.mark.parametrize(
    "text",
    [
        "s.p = &x, s.n = 3; memcpy(&t, &s, sizeof s); assert(t.p == &x && t.n * 5 % 4 == 3);",
        "s.p = &x; char *c = (char *)&s, *d = (char *)&t; int n = __VERIFIER_nondet_int() ? 8 : 16;"
        "for (int i = 0; i < n; i++) d[i] = c[i]; assert(t.p == &x);",
        "s.p = t.p = &x; assert(memcmp(&s, &t, sizeof s) == 0); if (memcmp(&s, &t, 8)) x = 1 / x;",
        "int **p = malloc(9); free(p); union { int *p; long n; } u = {0}; assert(u.n % 3 == 0);",
        'char c[30]; snprintf(c, 30, "%d", 5); printf("%p", (void *)&x); assert(c[0] == \'5\');',
    ],
)
def test_what_only_carries_addresses_is_not_told(text: str, check: Check) -> None:
    text = f"struct {{ int *p; int n; }} s, t; int main(void) {{ {text} }}"
    document = check(text, "--property", "reach")
    assert document["verdict"] == "safe"
    assert tells_nothing_of_pointers(document)


LATE = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int nondet_int(void);
int *_Atomic given;
int *a, *b;
void *compare(void *unused) {
    int *mine = malloc(4), *other = given;
    assert(mine != other);
    return unused;
}
void *end(void *unused) { int *other = given; if (other) free(other); return unused; }
void *set(void *unused) { given = nondet_int() ? a : b; return unused; }
int main(void) {
    pthread_t t, s, r;
    a = malloc(4), b = malloc(4);
    pthread_create(&t, 0, compare, 0);
    pthread_create(&s, 0, end, 0);
    pthread_create(&r, 0, set, 0);
    pthread_exit(0);
}
"""


def test_a_thread_that_allocates_first_may_come_after_a_free(check: Check) -> None:
    found = check(LATE, "--property", "reach", "--no-sample")
    assert found["verdict"] == "unknown"
    assert "a comparison of an object with an ended one whose address it reuses" in told(found)
    assert found["coverage"]["proofs"] == []


# ---- addresses of which a part was overwritten


NAMED = """
#include <pthread.h>
#include <string.h>
struct { char name[8]; int *p; } s;
int x;
void *rename_it(void *text) { strcpy(s.name, text); return text; }
int main(void) {
    pthread_t t;
    s.p = &x;
    pthread_create(&t, 0, rename_it, TEXT);
    pthread_join(t, 0);
    return *s.p;
}
"""


@pytest.mark.parametrize("options", [(), ("--encoding", "order"), ("--no-run-ahead",)], ids=str)
def test_a_zero_over_the_first_byte_of_an_address_is_told(check: Check, options: tuple[str, ...]) -> None:
    """Objects lie at addresses whose first byte is zero; elsewhere, the pointer leads elsewhere."""
    found = check(NAMED.replace("TEXT", '"12345678"'), *options)
    assert found["verdict"] == "unknown"
    assert "an address of which a part was overwritten, used as a pointer" in told(found)


def test_an_address_before_which_a_text_ends_is_whole(check: Check) -> None:
    assert check(NAMED.replace("TEXT", '"1234567"'))["verdict"] == "safe"


def test_the_parts_of_an_address_may_be_overwritten_one_by_one(check: Check) -> None:
    swap = "char *a = (char *)&s, *b = (char *)&u; for (int i = 0; i < 16; i++) b[i] = a[i];"
    text = NAMED.replace("} s;", "} s, u;").replace("strcpy(s.name, text);", swap).replace("*s.p;", "*u.p;")
    assert check(text.replace("TEXT", "0"))["verdict"] == "safe"
