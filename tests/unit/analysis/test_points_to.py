"""Where pointers may point, in small C programs made to lose or to mix them."""

from __future__ import annotations

import random
import resource
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support.analyze import Analyze, analyze
from tests.support.builder import assign, at, function, local, program, read, register, shared
from tests.support.locations import contains, may_alias
from unthread.analysis import points_to_graph
from unthread.analysis.locations import DISJOINT, UNKNOWN, WHOLE, FunctionObject, Location, Site, overlap
from unthread.analysis.points_to import points_to
from unthread.program.expressions import (
    AddressOf,
    Constant,
    Dereference,
    Element,
    Member,
    Read,
    Variable,
    VariablePlace,
)
from unthread.program.instructions import Allocate, Instruction, Region, accesses
from unthread.program.program import Function
from unthread.program.types import INT, ArrayType, Field, IntType, PointerType, RecordType

__all__ = ["analyze"]


# Ways for a pointer to get somewhere. In each program `result` ends up pointing where the text says;
# what is given must be found, exactly where the analysis can know it.

WAYS = {
    "copied": ("int x; int *result; int main(void) { int *p = &x; int *q = p; result = q; }", {"x"}),
    "written through a double pointer": (
        "int x; int *result; int **way = &result; int main(void) { *way = &x; }",
        {"x"},
    ),
    "in a field": (
        "struct s { int *a, *b; } s; int x, y; int *result;"
        "int main(void) { s.a = &x; s.b = &y; result = s.b; }",
        {"y"},
    ),
    "in a field behind a pointer": (
        "struct s { int *a, *b; } s; int x, y; int *result;"
        "int main(void) { struct s *p = &s; p->a = &x; p->b = &y; result = s.a; }",
        {"x"},
    ),
    "in an array element": (
        "int *a[4]; int x, y; int *result; int main(void) { a[1] = &x; a[2] = &y; result = a[3]; }",
        {"x", "y"},
    ),
    "in an array of structs": (
        "struct s { int *a, *b; } s[4]; int x, y; int *result;"
        "int main(int n, char **v) { s[n].a = &x; s[1].b = &y; result = s[n + 1].a; }",
        {"x"},
    ),
    "in an array inside an array of structs": (
        "struct s { int *a; int *b[3]; int *c; } s[4]; int x, y, z; int *result;"
        "int main(int n, char **v) { s[n].a = &x; s[1].b[n] = &y; s[n].c = &z; result = s[n + 1].b[n]; }",
        {"y"},
    ),
    "through a union": (
        "union u { int *p; unsigned long n; } u; int x; int *result;"
        "int main(void) { u.p = &x; unsigned long n = u.n; result = (int *)n; }",
        {"x"},
    ),
    "through a union with bytes": (
        "union u { int *p; unsigned char bytes[sizeof(int *)]; } u, w; int x; int *result;"
        "int main(void) { u.p = &x; for (int i = 0; i < 8; i++) w.bytes[i] = u.bytes[i]; result = w.p; }",
        {"x+?"},
    ),
    "hidden in an integer": (
        "int x; int *result; int main(int n, char **v) {"
        "long a = (long)&x; long b = a ^ n; long c = b ^ n; result = (int *)c; }",
        {"x+?"},
    ),
    "kept in an integer": (
        "int x; int *result; int main(void) { unsigned long a = (unsigned long)&x; result = (int *)a; }",
        {"x"},
    ),
    "with a mark in its lowest bit": (
        "int x; int *result; int main(void) { long a = (long)&x | 1; result = (int *)(a & ~1L); }",
        {"x+?"},
    ),
    "cut into halves": (
        "int x; int *result; int main(void) {"
        "unsigned low = (unsigned long)&x, high = (unsigned long)&x >> 32;"
        "result = (int *)((unsigned long)high << 32 | low); }",
        {"x+?"},
    ),
    "as two pointers in one": (
        "int x, y; int *result; int main(int n, char **v) { long both = (long)&x ^ (long)&y;"
        "result = (int *)(both ^ (long)&y); }",
        {"x+?", "y+?"},
    ),
    "added to null": (
        "int x; char *result;"
        "int main(void) { unsigned long a = (unsigned long)&x; result = (char *)0 + a; }",
        {"x+?"},
    ),
    "through a floating number": (
        "int x; int *result;"
        "int main(void) { double d = (unsigned long)&x; result = (int *)(unsigned long)d; }",
        {"x+?"},
    ),
    "returned": (
        "int x; int *result; int *f(void) { return &x; } int main(void) { result = f(); }",
        {"x"},
    ),
    "as a parameter": (
        "int x; int *result; void f(int *p) { result = p; } int main(void) { f(&x); }",
        {"x"},
    ),
    "in a struct by value": (
        "struct s { int n; int *p; }; int x; int *result;"
        "struct s f(struct s s) { struct s t = s; return t; }"
        "int main(void) { struct s s = {1, &x}; result = f(s).p; }",
        {"x"},
    ),
    "by a conditional": (
        "int x, y; int *result; int main(int n, char **v) { result = n ? &x : &y; }",
        {"x", "y"},
    ),
    "from a static local": (
        "int *result; int *f(void) { static int x; return &x; } int main(void) { result = f(); }",
        {"f::x"},
    ),
    "by an initial value": (
        "int x[3]; struct s { int n; int *p[2]; } s[2] = {{1, {x, 0}}, {2, {0, &x[2]}}}; int *result;"
        "int main(void) { result = s[1].p[0]; }",
        {"x[4]"},
    ),
    "as a variadic argument": (
        "#include <stdarg.h>\n"
        "int x; int *result; void f(int n, ...) { va_list l; va_start(l, n); va_arg(l, int);"
        "result = va_arg(l, int *); va_end(l); } int main(void) { f(2, 1, &x); }",
        {"x", "x+?"},
    ),
    "by memcpy": (
        "#include <string.h>\n"
        "struct s { int n; int *p; } s, t; int x; int *result;"
        "int main(void) { s.p = &x; memcpy(&t, &s, sizeof s); result = t.p; }",
        {"x+?"},
    ),
    "by assignment of a struct": (
        "struct s { int *p; int *q; } s, t; int x, y; int *result;"
        "int main(void) { s.p = &x; s.q = &y; t = s; result = t.p; }",
        {"x"},
    ),
    "by assignment of a union": (
        "union u { int *p; struct { short a; char b[3]; } s; } u, w; int x; int *result;"
        "int main(void) { u.p = &x; w = u; result = w.p; }",
        {"x"},
    ),
    "by an exchange of bytes": (
        "int x, y; int *p = &x, *result = &y; void swap(char *a, char *b, int n) {"
        "while (n--) { char t = a[n]; a[n] = b[n]; b[n] = t; } }"
        "int main(void) { swap((char *)&p, (char *)&result, sizeof p); }",
        {"x+?", "y", "y+?"},
    ),
    "to one field and read across two": (
        "struct s { int a; int b; }; union u { struct s s; int *p; } u; int x; int *result;"
        "int main(void) { u.p = &x; int a = u.s.a, b = u.s.b;"
        "union u w; w.s.a = a; w.s.b = b; result = w.p; }",
        {"x+?"},
    ),
    "by container_of": (
        "struct s { int n; int link; } s; struct s *result; int *p;"
        "int main(void) { p = &s.link;"
        "result = (struct s *)((char *)p - __builtin_offsetof(struct s, link)); }",
        {"s"},
    ),
    "by container_of in an array": (
        "struct s { int n; int link; } s[3]; struct s *result; int *p;"
        "int main(int n, char **v) { p = &s[n].link;"
        "result = (struct s *)((char *)p - __builtin_offsetof(struct s, link)); }",
        {"s[8]"},
    ),
    "before the start": (
        "struct s { int n; int link; } s; char *result;"
        "int main(int n, char **v) { result = (char *)&s - n + 4; }",
        {"s+?"},
    ),
    "to the end of an array and back by bytes": (
        "struct s { int pad[4]; struct { int a, b; } v[3]; } s; char *result;"
        "int main(void) { char *end = (char *)(s.v + 3); result = end - 4; }",
        {"s+4[8]"},
    ),
    "moved in an array": (
        "int a[9]; int *result; int main(int n, char **v) { int *p = a; p++; p += n; result = p - 1; }",
        {"a[4]"},
    ),
    "moved in an array in a struct": (
        "struct s { int *q; int a[9]; int b; } s; int *result;"
        "int main(int n, char **v) { int *p = s.a; for (; n; n--) p++; result = p; }",
        {"s+8[4]"},
    ),
    "moved out of an array by a constant": (
        "struct s { int a[4]; int b; } s; int *result; int main(void) { int *p = s.a; result = p + 4; }",
        {"s[4]"},
    ),
    "as an external variable": (
        "extern int *outside; int *result; int main(void) { result = outside; }",
        {"unknown+?"},
    ),
    "from a constant address": (
        "volatile int *result; int main(void) { result = (volatile int *)0x40021000; }",
        {"unknown+?"},
    ),
    "from small constants": (
        "int *result; int main(void) { result = (int *)1; result = (int *)-1L; }",
        set(),
    ),
    "from argv": ("char *result; int main(int n, char **v) { result = v[1]; }", {"__ut_argv[0][1]"}),
    "as a comparison": (
        "int x, y; long result; int main(void) { int *p = &x; result = p == &y || !p; }",
        set(),
    ),
    "as a difference": (
        "char x[9]; long result; int main(int n, char **v) { char *p = x + n; result = p - x; }",
        set(),
    ),
    "as a difference of two objects": (
        "int x, y; long d; int *result; int main(void) { d = &x - &y; result = &y + d; }",
        {"x+?", "y+?", "y[4]"},
    ),
    "as a distance in elements": (
        "int x, y, *result; "
        "int main(void) { long d = ((long)&x - (long)&y) / 4; int *p = &y; result = p + d; }",
        {"x+?", "y+?", "y[4]"},
    ),
    "as the distance from null": (
        "int x; char *nothing, *result; "
        "int main(void) { long d = (char *)&x - nothing; result = nothing + d; }",
        {"x+?"},
    ),
    "not by a hash of an address": (
        "int x, t[8], *p = t, *result; int main(void) { result = p + (unsigned long)&x % 8; }",
        {"t[4]"},
    ),
    "as the length of one of two texts": (
        "#include <string.h>\n"
        "char a[9], b[9], *result; int main(void) { result = a + strlen(a) + strlen(b); }",
        {"a[1]"},
    ),
    "by an undefined function": (
        "int *f(int); int x; int *result; int main(void) { result = f(1); }",
        {"unknown+?"},
    ),
    "through a start routine": (
        "#include <pthread.h>\n"
        "int x; int *result; void *f(void *p) { result = p; return 0; }"
        "int main(void) { pthread_t t; pthread_create(&t, 0, f, &x); pthread_join(t, 0); }",
        {"x"},
    ),
    "through the result of a thread": (
        "#include <pthread.h>\n"
        "int x; int *result; void *f(void *p) { return &x; }"
        "int main(void) { pthread_t t; void *p; pthread_create(&t, 0, f, 0);"
        "pthread_join(t, &p); result = p; }",
        {"x"},
    ),
    "in a struct for a start routine": (
        "#include <pthread.h>\n"
        "struct s { int n; int *p; }; int x; int *result;"
        "void *f(void *p) { result = ((struct s *)p)->p; return 0; }"
        "int main(void) { pthread_t t; struct s s = {1, &x};"
        "pthread_create(&t, 0, f, &s); pthread_join(t, 0); }",
        {"x"},
    ),
    "printed and read again": (
        "#include <stdio.h>\n#include <stdlib.h>\n"
        "int x; char *result; int main(void) { char b[30]; sprintf(b, \"%lu\", (unsigned long)&x);"
        "unsigned long n = 0; for (char *c = b; *c; c++) n = n * 10 + (*c - '0'); result = (char *)n; }",
        {"x+?"},
    ),
    "copied by realloc": (
        "#include <stdlib.h>\n"
        "int x; int *result;"
        "int main(void) { int **p = malloc(8); p[0] = &x; p = realloc(p, 16); result = p[0]; }",
        {"x", "x+?"},
    ),
    "through a callback": (
        "#include <stdlib.h>\n"
        "int a[3]; const int *result; int f(const void *p, const void *q) { result = p; return 0; }"
        "int main(void) { qsort(a, 3, sizeof a[0], f); }",
        {"a+?"},
    ),
    "through a table of functions": (
        "int x, y; int *result; int *f(void) { return &x; } int *g(void) { return &y; }"
        "int *(*table[])(void) = {f, g}; int main(int n, char **v) { result = table[n](); }",
        {"x", "y"},
    ),
    "through a variable-length array": (
        "int x; int *result; int main(int n, char **v) { int *a[n]; a[n - 1] = &x; result = a[0]; }",
        {"x"},
    ),
    "through thread-local storage": (
        "_Thread_local int *p; int x; int *result; int main(void) { p = &x; result = p; }",
        {"x"},
    ),
    "through an atomic": (
        "#include <stdatomic.h>\n"
        "_Atomic(int *) p; int x, y; int *result;"
        "int main(void) { int *old = &y; atomic_compare_exchange_strong(&p, &old, &x);"
        "result = atomic_load(&p); }",
        {"x"},
    ),
    "around a loop of copies": (
        "int x; int *a, *b, *c, *result;"
        "int main(int n, char **v) {"
        "while (n--) { result = c; c = b; b = a; a = result; if (n == 3) a = &x; } }",
        {"x"},
    ),
}  # fmt: skip


@pytest.mark.parametrize("way", WAYS)
def test_a_pointer_arrives(way: str, analyze: Analyze) -> None:
    text, expected = WAYS[way]
    assert analyze(text).targets("result") == expected


# Precision


def test_two_calls_of_malloc_make_two_objects(analyze: Analyze) -> None:
    found = analyze(
        "#include <stdlib.h>\n#include <string.h>\n"
        "int *p, *q; char *r, *s; int main(void) {"
        "p = malloc(4); q = malloc(4); r = strdup(\"a\"); s = strdup(\"b\"); }"
    )  # fmt: skip
    sets = [found.targets(name) for name in "pqrs"]
    assert [len(targets) for targets in sets] == [1, 1, 1, 1]
    assert len(set.union(*sets)) == 4


def test_two_calls_of_memcpy_do_not_mix(analyze: Analyze) -> None:
    found = analyze(
        "#include <string.h>\nint x, y; int *a = &x, *b = &y, *p, *q;"
        "int main(void) { memcpy(&p, &a, sizeof p); memcpy(&q, &b, sizeof q); }"
    )
    assert found.targets("p") == {"x+?"}
    assert found.targets("q") == {"y+?"}


def test_a_linked_list_keeps_its_fields_apart(analyze: Analyze) -> None:
    found = analyze(
        "#include <stdlib.h>\n"
        "struct node { struct node *next; int *data; } *head; int x; int *data; struct node *next;"
        "int main(int n, char **v) {"
        "while (n--) { struct node *p = malloc(sizeof *p); p->next = head; p->data = &x; head = p; }"
        "for (struct node *p = head; p; p = p->next) { data = p->data; next = p->next; } }"
    )
    assert found.targets("data") == {"x"}
    assert found.targets("next") == found.targets("head")
    assert len(found.targets("head")) == 1


def test_fields_of_allocated_arrays_are_told_apart(analyze: Analyze) -> None:
    found = analyze(
        "#include <stdlib.h>\n"
        "struct s { int *a, *b; } *s; int x, y; int *result;"
        "int main(int n, char **v) { s = calloc(n, sizeof *s);"
        "for (int i = 0; i < n; i++) { s[i].a = &x; s[i].b = &y; } result = s[n - 1].b; }"
    )
    assert found.targets("result") == {"y"}


def test_neighbors_of_an_array_in_a_struct_are_told_apart(analyze: Analyze) -> None:
    found = analyze(
        "struct s { int *before; int *a[4]; int *after; } s; int x, y, z; int *result;\n"
        "int main(int n, char **v) { s.before = &x; s.a[n] = &y; s.after = &z; result = s.a[n - 1]; }"
    )
    assert found.targets("result") == {"y"}


def test_places_of_variables_are_exact_and_aliases_are_found(analyze: Analyze) -> None:
    found = analyze(
        "struct s { int a, b; int c[4]; } s, t; int main(int n, char **v) {\n"
        "int *p = n ? &s.a : &t.b;\n"
        "s.a = 1;\n"
        "s.b = 2;\n"
        "*p = 3;\n"
        "s.c[n] = 4;\n"
        "t.b = 5; }"
    )
    [a], [b], [through], [element], [other] = (found.accessed("main", line) for line in range(3, 8))
    assert found.places(a) == {Location(found.variable("s"), 0)}
    assert found.places(element) == {Location(found.variable("s"), 8, ((4, 4),))}
    pointers = found.pointers
    assert [may_alias(pointers, through, place) for place in (a, b, element, other)] == [
        True,
        False,
        False,
        True,
    ]
    assert may_alias(pointers, element, element)
    assert not may_alias(pointers, a, other)


def test_bit_fields_touch_the_bytes_they_lie_in(analyze: Analyze) -> None:
    found = analyze(
        "struct s { unsigned a : 4, b : 4, c : 12; } s; int main(int n, char **v) {\n"
        "n += s.a;\nn += s.b;\nn += s.c; }"
    )
    [a], [b], [c] = (found.accessed("main", line) for line in range(2, 5))
    assert may_alias(found.pointers, a, b)
    assert not may_alias(found.pointers, b, c)


def test_unknown_indices_in_unions_reach_every_member(analyze: Analyze) -> None:
    found = analyze(
        "union u { int a[4]; struct { int *p, *q; } s; } u; int main(int n, char **v) {\n"
        "u.a[n] = 1;\nu.s.p = 0;\nu.s.q = 0; }"
    )
    [element], [p], [q] = (found.accessed("main", line) for line in range(2, 5))
    assert may_alias(found.pointers, element, p)
    assert may_alias(found.pointers, element, q)
    assert not may_alias(found.pointers, p, q)


def test_back_from_behind_an_array_by_bytes_reaches_its_last_element(analyze: Analyze) -> None:
    found = analyze(
        "struct s { int pad[4]; struct { int a, b; } v[3]; int more[9]; } s; char *result;"
        "int main(int n, char **v) { char *end = (char *)(s.v + n); result = end - 4; }"
    )
    [location] = found.pointers.targets(read(found.variable("result")))
    assert [contains(location, offset) for offset in (20, 28, 36, 44, 16)] == [True, True, True, False, False]


# Calls


def test_indirect_calls(analyze: Analyze) -> None:
    found = analyze(
        "int f(void) { return 1; } int g(void) { return 2; } int h(void) { return 3; }"
        "int unused(void) { return 4; }"
        "struct ops { int (*a)(void), (*b)(void); } ops = {f, g}; long hidden;"
        "int main(int n, char **v) { hidden = (long)h + n; int (*p)(void) = (int (*)(void))(hidden - n);"
        "return ops.b() + p(); }"
    )
    assert found.callees("main") == {"g", "h"}


def test_calls_of_undefined_functions_are_told(analyze: Analyze) -> None:
    found = analyze("int f(void); int main(int n, char **v) { int (*p)(void) = f; return p(); }")
    assert found.callees("main") == {"f"}


# Escape


def test_escape(analyze: Analyze) -> None:
    found = analyze(
        "int *global; void f(int *p) { *p = 1; } int *g(void) { int d; int *p = &d; return p; }"
        "int main(void) { int a, b, c; int *p = &a; *p = 1; f(&b); global = &c; g(); return a; }"
    )
    names = {item.text for item in found.pointers.escaped() if isinstance(item, Variable)}
    assert names == {"b", "c", "d"}


def test_an_object_of_an_inlined_allocation_escapes_only_when_stored() -> None:
    kept, given, cell = register("kept", POINTER), register("given", POINTER), shared("cell", POINTER)
    body: list[Instruction] = [allocate(kept), allocate(given), assign(cell, read(given))]
    body.append(assign(Member(Dereference(read(kept), NODE), NODE.fields[0]), 1))
    pointers = points_to(
        [function("main", body)], program([function("main", [])], [cell]).globals.values(), "main"
    )
    assert pointers.escaped() == {Site("main", 1)}
    assert pointers.contents(cell) == {Location(Site("main", 1), 0)}
    assert pointers.objects >= {Site("main", 0), Site("main", 1), cell, UNKNOWN}


def test_bodies_that_nobody_calls_are_looked_at_only_as_roots() -> None:
    a, b, cell = shared("a"), shared("b"), shared("cell", PointerType(INT))
    bodies = [
        function("main", [assign(cell, AddressOf(VariablePlace(a), PointerType(INT)))]),
        function("thread", [assign(cell, AddressOf(VariablePlace(b), PointerType(INT)))]),
    ]
    variables = program(bodies, [a, b, cell]).globals.values()
    alone = points_to(bodies, variables, "main")
    both = points_to(bodies, variables, "main", ["thread"])
    assert alone.targets(read(cell)) == {Location(a, 0)}
    assert both.targets(read(cell)) == {Location(a, 0), Location(b, 0)}


# Geometry, against plain enumeration

STRIDES = st.lists(
    st.tuples(st.sampled_from((1, 2, 4, 6, 8, 12, 24)), st.one_of(st.none(), st.integers(1, 4))),
    max_size=3,
    unique_by=lambda stride: stride[0],
).map(lambda found: tuple(sorted(found, reverse=True)))
LOCATIONS = st.builds(Location, st.just(UNKNOWN), st.integers(0, 30), STRIDES)
NEAR = 60
FAR = 15


def positions(location: Location) -> set[int]:
    """Many of them, and all from -NEAR to NEAR that need no factor beyond FAR."""
    assert location.offset is not None
    found = {location.offset}
    for stride, count in location.strides:
        factors = range(-FAR, FAR + 1) if count is None else range(count)
        found = {position + k * stride for position in found for k in factors}
    return {position for position in found if -NEAR <= position <= NEAR}


@settings(deadline=None)
@given(LOCATIONS, LOCATIONS, st.sampled_from((1, 2, 4, 8)), st.sampled_from((1, 2, 4, 8)))
def test_overlaps_are_never_missed(a: Location, b: Location, a_size: int, b_size: int) -> None:
    ours, theirs = positions(a), positions(b)
    bytes_of = {position + k for position in theirs for k in range(b_size)}
    meets = any(position + k in bytes_of for position in ours for k in range(a_size))
    how = overlap(a, a_size, b, b_size)
    if meets:
        assert how != DISJOINT
    if how == WHOLE:
        assert a_size == b_size
        assert all(mine == other or abs(mine - other) >= a_size for mine in ours for other in theirs)


@settings(deadline=None)
@given(LOCATIONS, st.integers(-NEAR, NEAR))
def test_contains_says_what_can_be_reached(location: Location, offset: int) -> None:
    if all(count is not None for _, count in location.strides):
        assert contains(location, offset) == (offset in positions(location))
    elif offset in positions(location):
        assert contains(location, offset)
    elif len(location.strides) == 1 and location.offset is not None:
        assert contains(location, offset) == ((offset - location.offset) % location.strides[0][0] == 0)


# Size

NODE = RecordType("node", False)
POINTER = PointerType(NODE)
NODE.fields = (Field("value", INT, 0), Field("next", POINTER, 8), Field("other", POINTER, 16))
NODE.size, NODE.complete = 24, True
LONG = IntType(64, True)


def allocate(target: Variable) -> Allocate:
    return Allocate(target, Constant(24, LONG), Constant(0, INT), Region.HEAP, at(1))


class Soup:
    """A body in which every pointer may get everywhere."""

    def __init__(self, count: int, seed: int = 0) -> None:
        self.random = random.Random(seed)
        self.heads = [shared(f"head{number}", POINTER) for number in range(20)]
        self.table = shared("table", ArrayType(POINTER, 64))
        self.recent: list[Variable] = []
        self.body: list[Instruction] = [allocate(self.fresh(0))]
        while len(self.body) < count:
            self.body.append(self.instruction(len(self.body)))

    def fresh(self, number: int) -> Variable:
        self.recent.append(register(f"t{number}", POINTER))
        return self.recent[-1]

    def pointer(self) -> Read:
        return read(self.random.choice(self.recent[-5:]))

    def field(self) -> Member:
        return Member(Dereference(self.pointer(), NODE), NODE.fields[self.random.choice((1, 2))])

    def element(self) -> Element:
        return Element(VariablePlace(self.table), read(register("index", LONG)))

    def instruction(self, number: int) -> Instruction:
        match self.random.choices(range(9), (2, 2, 26, 10, 20, 15, 5, 5, 15))[0]:
            case 0:
                return allocate(self.fresh(number))
            case 1:
                address = AddressOf(VariablePlace(local(f"l{number}", NODE)), POINTER)
                return assign(self.fresh(number), address)
            case 2:
                return assign(self.fresh(number), read(self.random.choice(self.heads)))
            case 3:
                return assign(self.random.choice(self.heads), self.pointer())
            case 4:
                found = read(self.field())
                return assign(self.fresh(number), found)
            case 5:
                return assign(self.field(), self.pointer())
            case 6:
                return assign(self.element(), self.pointer())
            case 7:
                return assign(self.fresh(number), read(self.element()))
            case _:
                return assign(Member(Dereference(self.pointer(), NODE), NODE.fields[0]), 3)

    def function(self) -> Function:
        return function("main", self.body)


def test_a_body_of_fifty_thousand_instructions() -> None:
    soup = Soup(50_000)
    body = soup.function()
    variables = program([body], [*soup.heads, soup.table]).globals.values()
    start = time.process_time()
    pointers = points_to([body], variables, "main")
    solved = time.process_time()
    found = [pointers.places(access.place) for item in body.body for access in accesses(item)]
    asked = time.process_time()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"solved in {solved - start:.1f} s, asked in {asked - solved:.1f} s of CPU, {memory} MiB in all")
    assert max(map(len, found)) > 500, "the soup should mix"


def test_joining_cycles_does_not_change_the_result(monkeypatch: pytest.MonkeyPatch) -> None:
    soup = Soup(3000, seed=3)
    body = soup.function()
    variables = program([body], [*soup.heads, soup.table]).globals.values()
    results = []
    for patience in (10, 1 << 60):
        monkeypatch.setattr(points_to_graph, "PATIENCE", patience)
        results.append(points_to([body], variables, "main"))
    often, never = results
    places = [access.place for item in body.body for access in accesses(item)]
    assert [often.places(place) for place in places] == [never.places(place) for place in places]


def test_functions_as_objects(analyze: Analyze) -> None:
    found = analyze("void f(void) {} void (*p)(void) = f; int main(void) { p(); }")
    assert found.pointers.targets(read(found.variable("p"))) == {Location(FunctionObject("f"), 0)}
