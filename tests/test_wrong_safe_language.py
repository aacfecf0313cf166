"""Meanings of C by which a program with a bug could look safe: lifetimes, bit-fields, what C leaves open.

Each program is checked by the whole command, replay included. UNSAFE is 10, SAFE 0, UNKNOWN 5."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread import cli

SAFE, UNKNOWN, UNSAFE = 0, 5, 10


def checked(path: Path, text: str, property: str, *options: str) -> int:
    path /= "a.c"
    path.write_text(text)
    return cli.execute(("check", str(path), "--property", property, "--time", "60s", "-q", *options))


# ---- lifetimes

ENDED = {
    "literal in an inner block": "int *p; { p = (int[]){7}; } return *p;",
    "literal under if without braces": "int *p = &g; if (one) p = &(int){7}; return *p;",
    "literal of an if": "int *p = &g; if ((p = &(int){7})) g = 1; return *p;",
    "literal of one arm": "int *p = &g; { p = one ? (int[]){1, 2} : &g; } return *p;",
    "literal behind &&": "int *p = &g; { one && (p = (int[]){1}); } return *p;",
    "literal of a loop body": "int *p = &g; for (int i = 0; i < 2; i++) p = &(int){i}; return *p;",
    "literal of the iteration before": (
        "int *p = &g, s = 0; for (int i = 0; i < 2; i++) { s += *p; p = &(int){i}; }"
    ),
    "literal of a do loop": "int *p = &g; do p = &(int){3}; while (*p != 3);",
    "literal of a while": "int *p = &g, i = 0; while (i++ < 1 && (p = (int[]){5})) ; return *p;",
    "literal of a record": "struct s *p; { p = &(struct s){{1, 2}}; } return p->a[1];",
    "temporary of a call": "int *p = f().a; return *p;",
    "temporary of a call, element": "int *p = &f().a[1]; return *p;",
    "temporary in a condition": "int *p; if ((p = f().a)) return *p;",
    "temporary of one arm": "int *p; p = one ? f().a : &g; return *p;",
    "temporary of an assignment": "struct s x; int *p; p = (x = f()).a; return *p;",
    "temporary of a conditional": "struct s x = {{1, 2}}, y = x; int *p; p = (one ? x : y).a; return *p;",
    "temporary in a loop": "int *p = &g; for (int i = 0; i < 2; i++) { g += *p; p = f().a; }",
    "statement expression": "int *p = ({ int x = 1; &x; }); return *p;",
    "head of a for": "int *p; for (int i = 0; i < 1; i++) p = &i; return *p;",
    "body of a for": "int *p = &g; for (int i = 0; i < 2; i++) { int x = *p; p = &x; }",
    "block with a label": "int *p; { int x = 1; p = &x; goto on; on:; } return *p;",
    "block with a label before": (
        "int *p; int i = 0; { again:; int x = i; p = &x; if (i++ < 1) goto again; } return *p;"
    ),
    "block that a goto leaves": "int *p; { int x = 1; p = &x; goto on; } on: return *p;",
    "block left early": (
        "int *p = 0; { again: if (p) goto on; int x = 1; p = &x; goto again; } on: return *p;"
    ),
    "block entered by a goto": "int *p; goto in; { int x; in: x = 1; p = &x; } return *p;",
    "block with a jump past a declaration": (
        "int *p; { if (!one) goto on; int x = 1; p = &x; on:; } return *p;"
    ),
    "switch": "int *p; switch (one) { int x; case 1: x = 1; p = &x; } return *p;",
    "block in a switch": "int *p; switch (one) { case 1: { int x = 1; p = &x; } } return *p;",
    "block entered by a case": "int *p; switch (one) { { int x; case 1: x = 1; p = &x; } } return *p;",
    "break out of a switch": "int *p; switch (one) { case 1:; int x = 1; p = &x; break; } return *p;",
    "computed goto": "int *p; void *to = &&on; { int x = 1; p = &x; goto *to; } on: return *p;",
    "variable-length array": "int *p; int n = one; { int x[n]; x[0] = 1; p = x; } return *p;",
    "variable-length array and a label": (
        "int *p; int n = one; { int x[n]; x[0] = 1; p = x; goto on; on:; } return *p;"
    ),
    "variable-length array, jump back": (
        "int *p = &g, n = one, s = 0; { again: s += *p; int x[n]; x[0] = 1; p = x; if (s < 2) goto again; }"
    ),
    "large array and a label": (
        "char *p; { if (!one) goto on; char x[100]; x[0] = 1; p = x; on:; } return *p;"
    ),
    "alloca": "int *p = get(); return *p;",
    "parameter of record type": "int *p = first((struct s){{1, 2}}); return *p;",
}
ALIVE = {
    "literal in its block": "int *p = (int[]){7}; return *p - 7;",
    "literal evaluated again": (
        "int *p = 0, *q, j = 0; again: q = p, p = &(int){j++}; if (j < 2) goto again; assert(p == q && *q "
        "== 1);"
    ),
    "literal of the loop": "int *p = &g, i = 0; while (i++ < 2 && (p = (int[]){5})) assert(*p == 5);",
    "literal of one arm": "int *p = one ? (int[]){1, 2} : &g; assert(p[1] == 2);",
    "literal of the other arm": "int *p = !one ? (int[]){1, 2} : &g; assert(*p == 0);",
    "literal filled again": (
        "for (int i = 0; i < 2; i++) { int *p = (int[2]){i}; assert(p[0] == i && p[1] == 0); p[1] = 5; }"
    ),
    "literal in its thread": "pthread_t t; pthread_create(&t, 0, reader, (int[]){5}); pthread_join(t, 0);",
    "temporary in its expression": "assert(f().a[1] == 2 && *f().a == 1);",
    "temporary as an argument": "assert(sum(f().a) == 3);",
    "temporary of one arm": "assert(sum(one ? f().a : (int[]){1, 1}) == 3);",
    "large array in a block with a label": (
        "char *p; { again:; char x[100]; x[0] = 1; p = x; if (*p != 1) goto again; }"
    ),
    "jump past a declaration": "int *p = &g; { if (one) goto on; int x = 1; p = &x; on:; } return *p;",
    "jump back": "int i = 0; again:; int x = i; int *p = &x; if (i++ < 2) goto again; assert(*p == 2);",
    "switch": "switch (one) { int x; case 1: x = 1; int *p = &x; assert(*p == 1); }",
    "switch in a loop": (
        "for (int i = 0; i < 3; i++) switch (i) { int x; case 0: case 1: x = i; assert(*id(&x) == i); "
        "default:; }"
    ),
    "Duff's device": (
        "int n = 5, i = 0; switch (n % 2) { case 0: do { i++; case 1:; int x = i; assert(*id(&x) == i); } "
        "while (--n > 2); }"
    ),
    "computed goto back": (
        "int i = 0; void *to = &&again; again:; { int x = i; assert(*id(&x) == i); if (i++ < 2) goto *to; }"
    ),
    "cleanup label": "int x = 1, *p = &x; if (one) goto out; x = 2; out: return *p - 1;",
    "block entered by a goto": "goto in; { int x; in: x = 1; assert(*id(&x) == 1); }",
    "variable-length array, jump back": (
        "int n = one, i = 0; again:; int x[n]; x[0] = i; if (i++ < 2) goto again; assert(x[0] == 2);"
    ),
    "statement expression that jumps": (
        "int i = 0; if (one) ({ again: i++; int *p = &(int){i}; if (*p < 2) goto again; }); assert(i == 2);"
    ),
}
FRAME = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int g, one = 1;
struct s { int a[2]; };
struct s f(void) { struct s r = {{1, 2}}; return r; }
int *get(void) { int *p = __builtin_alloca(4); *p = 1; return p; }
int *first(struct s x) { return x.a; }
int sum(int *p) { return p[0] + p[1]; }
int *id(int *p) { return p; }
void *reader(void *p) { return (void *)(long)*(int *)p; }
int work(void) { BODY
    return 0; }
int main(void) { work(); return 0; }
"""


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
