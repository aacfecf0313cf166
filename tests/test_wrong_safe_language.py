"""Meanings of C by which a program with a bug could look safe: lifetimes, bit-fields, what C leaves open.

Each program is checked by the whole command, replay included. UNSAFE is 10, SAFE 0, UNKNOWN 5."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.once_wrong import ALIVE, ENDED, FRAME, KEPT, LOST, neighbours
from unthread import cli

SAFE, UNKNOWN, UNSAFE = 0, 5, 10


def checked(path: Path, text: str, property: str, *options: str) -> int:
    path /= "a.c"
    path.write_text(text)
    return cli.execute(("check", str(path), "--property", property, "--time", "60s", "-q", *options))


# ---- lifetimes


@pytest.mark.parametrize("body", ENDED.values(), ids=ENDED.keys())
def test_an_object_ends_with_its_block_or_its_expression(tmp_path: Path, body: str) -> None:
    assert checked(tmp_path, FRAME.replace("BODY", body), "memory,reach") == UNSAFE


@pytest.mark.parametrize("body", ALIVE.values(), ids=ALIVE.keys())
def test_an_object_does_not_end_before(tmp_path: Path, body: str) -> None:
    assert checked(tmp_path, FRAME.replace("BODY", body), "memory,reach") == SAFE


def test_a_literal_may_end_before_the_thread_that_reads_it(tmp_path: Path) -> None:
    body = "pthread_t t; if (one) pthread_create(&t, 0, reader, (int[]){5}); pthread_join(t, 0);"
    assert checked(tmp_path, FRAME.replace("BODY", body), "memory") == UNSAFE


@pytest.mark.parametrize(("call", "code"), [("main()", UNSAFE), ("0", SAFE), ("again()", UNSAFE)])
def test_a_main_that_is_called_ends_its_objects(tmp_path: Path, call: str, code: int) -> None:
    text = """
        int n, *p, k = 3;
        int again(void);
        int main(void) { int l = 0; if (n++ == 0) { p = &k; CALL; return *p; } p = &l; return 0; }
        int again(void) { return main(); }
    """
    assert checked(tmp_path, text.replace("CALL", call), "memory") == code


# ---- bit-fields


@pytest.mark.parametrize("model", ["--m64", "--m32"])
@pytest.mark.parametrize("parts", LOST.values(), ids=LOST.keys())
def test_a_write_of_a_bit_field_may_undo_one_of_its_neighbour(
    tmp_path: Path, parts: tuple[str, str, str], model: str
) -> None:
    assert checked(tmp_path, neighbours(*parts), "reach", model) == UNSAFE


@pytest.mark.parametrize("parts", KEPT.values(), ids=KEPT.keys())
def test_other_members_keep_their_values(tmp_path: Path, parts: tuple[str, str, str]) -> None:
    assert checked(tmp_path, neighbours(*parts), "reach,memory") == SAFE


# ---- arithmetic that C11 leaves undefined

SHIFTS = {
    "of a negative number": ("int a = nd() | -16; return a << 1;", UNSAFE),
    "into the sign bit": ("return 1 << 31 != 0;", UNSAFE),
    "by any amount": ("unsigned k = nd(); if (k < 32) return 1 << k;", UNSAFE),
    "in place": ("int a = nd(); if (a > 0) a <<= 4;", UNSAFE),
    "of a long": ("long long a = nd(); if (a > 0) return a << 33 != 0;", UNSAFE),
    "of an unsigned number": ("unsigned a = nd(), k = nd(); if (k < 32) return a << k != 1u << 31;", SAFE),
    "that fits": (
        "int a = nd(); unsigned k = nd(); if (a >= 0 && a < 4096 && k < 19) return a << k != 0;",
        SAFE,
    ),
    "of constants that fit": ("return (1 << 30) + (int)(1u << 31) == 0;", SAFE),
    "to the right": ("return nd() >> 3;", SAFE),
}


@pytest.mark.parametrize(("body", "code"), SHIFTS.values(), ids=SHIFTS.keys())
def test_a_left_shift_loses_nothing(tmp_path: Path, body: str, code: int) -> None:
    text = f"int nd(void); int main(void) {{ {body} return 0; }}"
    assert checked(tmp_path, text, "arith") == code
    assert checked(tmp_path, text, "reach") == SAFE  # where nobody asks, bits are lost


ZEROS = {
    "of zero": ("unsigned x = 0; int r = __builtin_clz(x); assert(r != 7);", UNSAFE),
    "of anything": ("assert(__builtin_ctzll(nd()) < 64);", UNSAFE),
    "that nobody needs": ("__builtin_clzl(0);", UNSAFE),
    "of another number": ("unsigned x = nd(); if (x) assert(__builtin_clz(x) < 32);", SAFE),
    "of a constant": ("static int r = __builtin_ctz(8); assert(r == 3);", SAFE),
}


@pytest.mark.parametrize(("body", "code"), ZEROS.values(), ids=ZEROS.keys())
def test_zeros_are_counted_in_something(tmp_path: Path, body: str, code: int) -> None:
    """gcc says that the result for zero is undefined."""
    text = f"#include <assert.h>\nint nd(void); int main(void) {{ {body} return 0; }}"
    assert checked(tmp_path, text, "reach,arith") == code
    assert checked(tmp_path, text, "reach") == (SAFE if code == SAFE else UNKNOWN)


# ---- the library

LIBRARY = {
    "a variable of the environment may be missing": ('return *getenv("A");', UNSAFE),
    "a variable has any value": ('char *p = getenv("A"); if (p && p[0] == 97) assert(0);', UNSAFE),
    "a variable stays": (
        'char *p = getenv("A"), *q = getenv("B"); if (getenv("A")) assert(*p == *getenv("A"));'
        ' assert(p == getenv("A") && q == secure_getenv("B"));',
        SAFE,
    ),
    "variables differ": ('if (getenv("A") && getenv("B")) assert(*getenv("A") == *getenv("B"));', UNSAFE),
    "errors differ": ("assert(strcmp(strerror(1), strerror(2)) == 0);", UNSAFE),
    "no block is larger than PTRDIFF_MAX": ("assert(malloc(-1ul) != 0);", UNSAFE),
    "nor one of elements": ("assert(calloc(1ul << (sizeof(long) * 8 - 2), 2) != 0);", UNSAFE),
    "nor one that grows": ("void *p = malloc(1); assert(realloc(p, (size_t)-5) != 0);", UNSAFE),
    "nor an aligned one": ("assert(aligned_alloc(16, (size_t)-16) != 0);", UNSAFE),
    "nor one of pages": ("assert(pvalloc((size_t)-1) != 0);", UNSAFE),
    "what failed to grow is still there": (
        "char *p = malloc(1); *p = 1; if (!realloc(p, (size_t)-5)) assert(*p == 1); free(p);",
        SAFE,
    ),
    "usual sizes are there": (
        "unsigned n = nd(); if (n && n < 100) { char *p = malloc(n); p[n - 1] = 1; }",
        SAFE,
    ),
    "equals are sorted in any order": (
        "struct { char k, v; } a[2] = {{1, 1}, {1, 2}}; qsort(a, 2, 2, by_key); assert(a[0].v == 1);",
        UNSAFE,
    ),
    "but sorted": (
        "struct { char k, v; } a[3] = {{2, 1}, {1, 2}, {2, 3}}; qsort(a, 3, 2, by_key);"
        " assert(a[0].v == 2 && a[1].k == 2 && a[1].v != a[2].v);",
        SAFE,
    ),
}


@pytest.mark.parametrize(("body", "code"), LIBRARY.values(), ids=LIBRARY.keys())
def test_what_the_library_may_do(tmp_path: Path, body: str, code: int) -> None:
    text = """
        #define _GNU_SOURCE
        #include <assert.h>
        #include <malloc.h>
        #include <stdlib.h>
        #include <string.h>
        int nd(void);
        int by_key(const void *a, const void *b) { return *(char *)a - *(char *)b; }
        int main(void) { BODY return 0; }
    """
    assert checked(tmp_path, text.replace("BODY", body), "reach,memory") == code


def test_cancellation_at_any_moment_is_told(tmp_path: Path) -> None:
    text = """
        #include <assert.h>
        #include <pthread.h>
        int x, y;
        void *work(void *a) { pthread_setcanceltype(KIND, 0); x = 1; y = 1; return 0; }
        int main(void) {
            pthread_t t;
            pthread_create(&t, 0, work, 0);
            pthread_cancel(t);
            pthread_join(t, 0);
            assert(x == y);
        }
    """
    assert checked(tmp_path, text.replace("KIND", "PTHREAD_CANCEL_ASYNCHRONOUS"), "reach") == UNKNOWN
    assert checked(tmp_path, text.replace("KIND", "PTHREAD_CANCEL_DEFERRED"), "reach") == SAFE


@pytest.mark.parametrize("model", ["--m64", "--m32"])
@pytest.mark.parametrize(
    ("kind", "code"),
    [
        ("PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP", UNSAFE),
        ("PTHREAD_RWLOCK_PREFER_WRITER_NP", SAFE),
        ("PTHREAD_RWLOCK_PREFER_READER_NP", SAFE),
    ],
)
def test_readers_wait_for_writers_that_are_preferred(
    tmp_path: Path, kind: str, code: int, model: str
) -> None:
    text = """
        #define _GNU_SOURCE
        #include <pthread.h>
        pthread_rwlock_t l;
        void *reader(void *a) {
            pthread_rwlock_rdlock(&l);
            pthread_rwlock_rdlock(&l);
            pthread_rwlock_unlock(&l);
            pthread_rwlock_unlock(&l);
            return 0;
        }
        int main(void) {
            pthread_rwlockattr_t k;
            pthread_rwlockattr_init(&k);
            pthread_rwlockattr_setkind_np(&k, KIND);
            pthread_rwlock_init(&l, &k);
            pthread_t t;
            pthread_create(&t, 0, reader, 0);
            pthread_rwlock_wrlock(&l);
            pthread_rwlock_unlock(&l);
            pthread_join(t, 0);
        }
    """
    assert checked(tmp_path, text.replace("KIND", kind), "deadlock,lock", model) == code


TIMED = {
    "mutex": "pthread_mutex_timedlock(&m, &ts)",
    "condition": "pthread_mutex_lock(&m); pthread_cond_timedwait(&c, &m, &ts)",
    "semaphore": "sem_timedwait(&s, &ts)",
    "reader": "pthread_rwlock_timedrdlock(&l, &ts)",
    "writer": "pthread_rwlock_timedwrlock(&l, &ts)",
    "join": "pthread_timedjoin_np(t, 0, &ts)",
    "sleep": "nanosleep(&ts, 0)",
    "clock": "clock_nanosleep(CLOCK_REALTIME, 0, &ts, 0)",
}


@pytest.mark.parametrize("call", TIMED.values(), ids=TIMED.keys())
def test_a_limit_of_time_is_read(tmp_path: Path, call: str) -> None:
    text = """
        #define _GNU_SOURCE
        #include <pthread.h>
        #include <semaphore.h>
        #include <time.h>
        struct timespec ts;
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        pthread_cond_t c = PTHREAD_COND_INITIALIZER;
        pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
        sem_t s;
        void *work(void *a) { ts.tv_nsec = 1; return 0; }
        int main(void) { pthread_t t; sem_init(&s, 0, 1); pthread_create(&t, 0, work, 0); CALL; return 0; }
    """
    assert checked(tmp_path, text.replace("CALL", call), "race") == UNSAFE
    assert checked(tmp_path, text.replace("CALL", call.replace("&ts", "(void *)8")), "memory") == UNSAFE


# ---- arrays inside of objects

INNER = {
    "row": ("int a[2][2];", "a[0][i] = 1;", UNSAFE),
    "row, behind": ("int a[2][2];", "a[1][i - 4] = 1;", UNSAFE),
    "member": ("struct { int a[3]; int b; } s;", "s.a[i] = 1;", UNSAFE),
    "member of an element": ("struct { int b; int a[3]; } s[4];", "s[1].a[i] = 1;", UNSAFE),
    "through a pointer": ("struct t { int a[3]; int b; } s, *p = &s;", "p->a[i] = 1;", UNSAFE),
    "row through a pointer": ("int a[2][2], (*p)[2] = a;", "p[0][i] = 1;", UNSAFE),
    "nested": ("struct t { struct { int a[3]; } n; int b; } s, *p = &s;", "p->n.a[i] = 1;", UNSAFE),
    "read": ("struct { int a[3]; int b; } s;", "return s.a[i];", UNSAFE),
    "right index": ("struct { int a[4]; int b; } s; int a[4][4];", "s.a[i] = a[i][i] = a[3 - i][0];", SAFE),
    "end of a row": (
        "int a[2][4];",
        "for (int *p = a[0]; p < &a[0][4]; p++) *p = 1; int *q = &(a[0][i + 1]); q--; *q = 1;",
        SAFE,
    ),
    "walk": ("int a[2][2];", "int *p = &a[0][0]; p[i] = 1; *(a[0] + i) = 1;", SAFE),
    "last member": ("struct t { int n; int a[1]; } *p;", "p = malloc(20); p->a[i] = 1;", SAFE),
    "flexible member": ("struct t { int n; int a[]; } *p;", "p = malloc(20); p->a[i] = 1;", SAFE),
    "member of a union": ("union { struct { int a[2]; } x; int b[4]; } u;", "u.b[i] = 1;", SAFE),
    "memset": ("struct { int a[3]; int b; } s;", "memset(s.a, 0, sizeof s); memset(&s, 1, sizeof s);", SAFE),
}


@pytest.mark.parametrize(("declaration", "body", "code"), INNER.values(), ids=INNER.keys())
def test_an_index_stays_in_its_array(tmp_path: Path, declaration: str, body: str, code: int) -> None:
    text = "#include <stdlib.h>\n#include <string.h>\nunsigned nd(void);\n" + declaration
    text += f"\nint main(void) {{ unsigned i = nd(); if (i < 4) {{ {body} }} return 0; }}"
    assert checked(tmp_path, text, "memory") == code
    assert checked(tmp_path, text, "reach") == (SAFE if code == SAFE else UNKNOWN)  # and so it is told


# ---- accesses wider than a word

TORN = """
#include <assert.h>
#include <pthread.h>
TYPE x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *a) { LOCK; x = WRITTEN; UNLOCK; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    LOCK;
    TYPE v = x;
    UNLOCK;
    pthread_join(t, 0);
    assert(SEEN);
}
"""
WIDE = {
    "128 bits": ("__int128", "-1", "v == 0 || v == -1", "--m64", UNSAFE),
    "64 bits on 32": ("volatile long long", "-1", "v == 0 || v == -1", "--m32", UNSAFE),
    "64 bits on 64": ("long long", "-1", "v == 0 || v == -1", "--m64", SAFE),
    "32 bits on 32": ("long", "-1", "v == 0 || v == -1", "--m32", SAFE),
    "atomic": ("_Atomic long long", "-1", "v == 0 || v == -1", "--m32", SAFE),
    "in a record": (
        "struct { char c; unsigned long long n; }",
        "(__typeof__(x)){1, -1}",
        "v.n == 0 || ~v.n == 0",
        "--m32",
        UNSAFE,
    ),
    "double": ("double", "-1.5", "v == 0 || v == -1.5", "--m32", SAFE),
}


@pytest.mark.parametrize(("type", "written", "seen", "model", "code"), WIDE.values(), ids=WIDE.keys())
def test_an_access_takes_a_step_for_each_word(
    tmp_path: Path, type: str, written: str, seen: str, model: str, code: int
) -> None:
    text = TORN.replace("TYPE v", "__typeof__(x) v").replace("TYPE", type).replace("WRITTEN", written)
    text = text.replace("SEEN", seen)
    free = text.replace("UNLOCK", "").replace("LOCK", "")
    assert checked(tmp_path, free, "reach", model) == code
    locked = text.replace("UNLOCK", "pthread_mutex_unlock(&m)").replace("LOCK", "pthread_mutex_lock(&m)")
    assert checked(tmp_path, locked, "reach", model) == SAFE


def test_wide_numbers_are_joined_again(tmp_path: Path) -> None:
    text = """
        #include <assert.h>
        long long a = -3, *p = &a, b[2]; unsigned long long u = 5; __INT64_TYPE__ c = 1LL << 40;
        struct { char c; long long n : 40; } f;
        int main(void) {
            *p += 1LL << 33; b[1] = a-- * 2; u -= 6; c >>= 1; f.n = -7; f.n++;
            long long r = a; r += b[0]; a = r++; b[0] = r - a - 1;
            assert(a == (1LL << 33) - 4 && b[1] == (1LL << 34) - 6 && b[0] == 0);
            assert(u == ~0ull && c == 1LL << 39 && f.n == -6);
        }
    """
    assert checked(tmp_path, text, "reach,memory,arith", "--m32") == SAFE


# ---- printf


def test_text_that_may_be_too_long_is_told_whoever_asks(tmp_path: Path) -> None:
    text = '#include <stdio.h>\nint nd(void);\nint main(void) { char b[4]; sprintf(b, "%d", nd()); }'
    assert checked(tmp_path, text, "reach") == UNKNOWN
    assert checked(tmp_path, text, "reach,memory", "--no-sample") == UNKNOWN
    assert checked(tmp_path, text, "reach,memory") in (UNSAFE, UNKNOWN)  # executions at random may show it
    assert checked(tmp_path, text.replace("b[4]", "b[12]"), "reach,memory") == SAFE


# ---- bytes that nobody has written, next to some that somebody has


@pytest.mark.parametrize(
    "body",
    [
        "struct b *p = shared(&x); p->b = 3; p->a = 1; assert(p->c != 7);",
        "struct b *p = shared(&x); p->b = 3; assert(p->c != 7 || p->a != 2);",
        "x.b = 3; x.a = 1; assert(x.c != 7);",
        "struct b *p = shared(&x); ((char *)p)[1] = 5; assert(*(int *)p != 0x1020503);",
        "struct b *p = shared(&x); p->b = 3; assert(*(int *)p != 0x102051a);",
    ],
)
def test_bits_that_nobody_has_written_are_any(body: str, tmp_path: Path) -> None:
    """The bytes are asked for as the interpreter does: one by one where some are known."""
    text = (
        "#include <assert.h>\nstruct b { int a : 3; unsigned b : 5; int c : 9; } *q;\n"
        "struct b *shared(struct b *p) { return q = p; }\n"
        f"int main(void) {{ struct b x; {body} }}\n"
    )
    assert checked(tmp_path, text, "reach", "--no-sample") == UNSAFE
