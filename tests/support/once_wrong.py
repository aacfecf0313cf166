"""Programs that once got a wrong answer, with their relatives: texts that several tests share.

Those that begin without a header are for `tests.support.violated`, which has one, and so has `headed`.
"""

from __future__ import annotations

from tests.support.violated import HEADER, with_thread


def headed(text: str) -> str:
    return HEADER + text


# What was not asked for ends an execution: text, property, line

ENDS_THERE = {
    "index": (
        "#include <assert.h>\nint a[4]; int nondet(void); int main(void) { int i = nondet();\n"
        "a[i] = 1; assert(i >= 0); }",
        "memory",
        3,
    ),
    "null": ("#include <assert.h>\nint main(void) { int *p = 0;\n*p = 1; assert(0); }", "memory", 3),
    "division": (
        "#include <assert.h>\nint nondet(void); int main(void) { int n = nondet();\n"
        "int m = 5 / n; assert(m != 9); }",
        "arith",
        3,
    ),
    "call": ("#include <assert.h>\nvoid (*f)(void); int main(void) {\nf(); assert(0); }", "memory", 3),
    "free": (
        "#include <assert.h>\n#include <stdlib.h>\nint main(void) { int a;\nfree(&a); assert(0); }",
        "memory",
        4,
    ),
}

# The thread library declared by hand, and handles that are none

MUTEXES = {
    "int": "typedef int pthread_mutex_t;",
    "char": "typedef char pthread_mutex_t;",
    "pointer": "typedef struct hidden *pthread_mutex_t;",
    "struct": "typedef struct { int held; } pthread_mutex_t;",
    "empty struct": "typedef struct pthread_mutex { } pthread_mutex_t;",
}
BY_HAND = """
typedef unsigned pthread_t;
extern void pthread_mutex_lock(pthread_mutex_t *);
extern void pthread_mutex_unlock(pthread_mutex_t *);
extern int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
extern int pthread_join(pthread_t, void **);
struct { int before; pthread_mutex_t mutex; int after; } all;
int x;
void *work(void *unused) {
    pthread_mutex_lock(&all.mutex);
    x = x + 1;
    pthread_mutex_unlock(&all.mutex);
    RACY
    return 0;
}
int main(void) {
    pthread_t pool[2];
    for (int i = 0; i < 2; i++) pthread_create(&pool[i], 0, work, 0);
    for (int i = 0; i < 2; i++) pthread_join(pool[i], 0);
    return all.before + all.after;
}
"""

HANDLES = {
    "pthread_create(0, 0, work, 0)": "through a null pointer",
    "pthread_create(wild, 0, work, 0)": "",
    "pthread_create(&t, &wrong, work, 0)": "attributes that were not initialized",
    "pthread_create(&t, 0, 0, 0)": "without a function",
    "pthread_join(t, 0)": "",
    "pthread_join(zero, 0)": "handle that was not initialized",
    "pthread_detach(zero)": "handle that was not initialized",
    "pthread_cancel(zero)": "handle that was not initialized",
    'pthread_setname_np(zero, "a")': "handle that was not initialized",
    "pthread_mutex_lock(0)": "through a null pointer",
    "pthread_mutex_lock(&m)": "mutex that was not initialized",
    "(pthread_create(&t, 0, work, 0), pthread_join(t, (void **)&small))": "write of 8 bytes",
}


def with_handle(call: str) -> str:
    return f"""
        #define _GNU_SOURCE
        #include <pthread.h>
        void *work(void *unused) {{ return 0; }}
        pthread_t zero;
        int main(void) {{ pthread_t t, *wild; pthread_attr_t wrong; pthread_mutex_t m; int small;
            {call}; }}"""


# Pointers where integers are expected

IN_AN_INT = [
    "__VERIFIER_assume(p);",
    "must(p);",
    "int kept = p; if (!kept) return 0;",
    "if (!given(p)) return 0;",
    "if (!(unsigned char)&global) return 0;",
    "if (given(0)) return 0;",
    "if (given((void *)7) != 7 || given((void *)-3L) != -3) return 0;",
]


def in_an_int(test: str) -> str:
    return f"""
        #include <stdlib.h>
        extern void reach_error(void);
        void __VERIFIER_assume(int);
        void must(int condition) {{ if (!condition) exit(0); }}
        int given(void *pointer) {{ return (int)pointer; }}
        int global;
        int main(void) {{ int *p = malloc(4); {test} reach_error(); }}"""


# Builtins that had no model

GREATER_AND_LESSER = """
#include <assert.h>
int x = 5;
unsigned u = 5;
int main(void) {
    assert(__sync_fetch_and_max(&x, 7) == 5 && x == 7);
    assert(__sync_fetch_and_min(&x, -2) == 7 && x == -2);
    assert(__sync_fetch_and_max(&x, -5) == -2 && x == -2);
    assert(__sync_fetch_and_umax(&u, 0xfffffff0u) == 5 && u == 0xfffffff0u);
    assert(__sync_fetch_and_umin(&u, 3) == 0xfffffff0u && u == 3);
    assert(__sync_add_and_fetch_4(&x, 3) == 1 && __sync_fetch_and_nand_4(&x, 3) == 1 && x == ~1);
}
"""

# COUNT threads of one kind in an array of variable length, and one of another

MANY_THREADS = """
#include <assert.h>
#include <pthread.h>
static int count = COUNT, a, b;
void *set(void *unused) { a = 1; b = 1; return 0; }
void *compare(void *unused) { int seen = b; assert(!(a == 1 && seen == 0 && b == 0)); return 0; }
int main(int argc, char **argv) {
    if (argc != 1) count = argc;
    pthread_t pool[count], other;
    for (int i = 0; i < count; i++) pthread_create(&pool[i], 0, set, 0);
    pthread_create(&other, 0, compare, 0);
    return 0;
}
"""

# Threads that wait in loops; orders weaker than sequentially consistent

SPIN_ON_EACH_OTHER = """
#include <pthread.h>
#include <stdatomic.h>
atomic_int first, second;
void *one(void *unused) { while (!second); first = 1; return 0; }
void *two(void *unused) { while (!first); second = 1; return 0; }
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
}
"""

STORE_BUFFERING = """
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, y;
int seen_by_one, seen_by_two;
void *one(void *unused) {
    atomic_store_explicit(&x, 1, ORDER);
    seen_by_one = atomic_load_explicit(&y, ORDER);
    return 0;
}
void *two(void *unused) {
    atomic_store_explicit(&y, 1, ORDER);
    seen_by_two = atomic_load_explicit(&x, ORDER);
    return 0;
}
int main(void) {
    pthread_t a, b;
    pthread_create(&a, 0, one, 0);
    pthread_create(&b, 0, two, 0);
    pthread_join(a, 0);
    pthread_join(b, 0);
    assert(seen_by_one || seen_by_two);
}
"""


def many_functions(number: int) -> str:
    """Which take a while to be read."""
    functions = "".join(f"int f{i}(int a) {{ return a > {i} ? a + {i} : a * 3; }}\n" for i in range(number))
    return f"{functions}int main(void) {{ return f0(1); }}\n"


# Reads that go wrong although what is there seems to be known

WRONG_READS = [
    "int a[2] = {4, 5}, i = 2; return a[i];",
    "int a[2] = {4, 5}, i = -1; return a[i];",
    "struct { char tag; int at[2]; } s = {1, {2, 3}}; int *p = s.at; return p[2];",
    "char c[3] = {1, 2, 3}; return *(short *)(c + 2);",
    "char s[2] = {'a', 'b'}; return strchr(s, 'c') != 0;",
    "int a[2] = {1}; a[2] = 5; return a[2];",
    "int a[2] = {1}; int *p = any() ? a : a + 1; *p = 3; return a[2];",
    "int *p; { int inner[2] = {0}; p = inner; } return p[1];",
    "return *gone();",
    "return still[2];",
    "still[0] = 1; return still[-1];",
]


def wrong_read(body: str) -> str:
    text = "int still[2];\nint *gone(void) { int a[2] = {0}; int *p = a; return p; }\n"
    return text + f"int main(void) {{ {body} }}\n"


# Locks that do not begin as free: declaration, what main does before it starts a thread, the lock

NOT_FREE = [
    ("int state = 3;", "", "state"),
    ("extern int state;", "", "state"),
    ("struct { int other, state; } s = {0, 3};", "", "s.state"),
    ("short states[2] = {0, 3};", "", "states[1]"),
    ("int state = 3;", "if (any()) state = 0;", "state"),
    ("int *state;", "state = malloc(sizeof *state);", "*state"),
    ("int *state;", "int here; state = &here;", "*state"),
    ("int *state;", "int here; state = &here; if (any()) here = 0;", "*state"),
]
TWICE = "int v = data, w = data; assert(v == w);"


def not_free(outside: str, before: str, lock: str) -> str:
    return (
        f"{outside}\nint data;\n"
        f"void *run(void *given) {{ if ({lock} != 3) exit(0); {TWICE} return 0; }}\n"
        f"int main(void) {{ pthread_t t; {before} pthread_create(&t, 0, run, 0); {lock} = 1; data = 5; }}\n"
    )


# Iterations that only seem to change nothing

WRITTEN_BACK = ["int v = x; x = v;", "x = x;", "x |= 0;", "x += 0;", "int v = x; int w = v; x = w;"]


def written_back(iteration: str) -> str:
    return with_thread(
        f"while (!stop) {{ {iteration} }}",
        "x = 1; stop = 1; pthread_join(t, 0); assert(x == 1);",
        "int x, stop;",
    )


# What a pointer writes into a local that an iteration knows

WRITES = [
    "*(char *)&v = 7;",
    "*p = 7;",
    "memcpy(&v, &seven, sizeof v);",
    "memset(&v, 7, sizeof v);",
    "set(&v);",
    "set(p);",
    'sprintf((char *)&v, "%d", 7);',
]


def forgotten(write: str) -> str:
    return with_thread(
        "int v = 0, w = 0, seen = 0; int *p = any() ? &v : &w; if (p == &w) return 0;"
        f"while (!(v == 5 && seen)) {{ v = 5; if (flag) {{ flag = 0; {write} seen = 1; }} }} assert(0);",
        "flag = 1;",
        "int flag, seven = 7; void set(int *at) { *at = 7; }",
    )


# Functions that have a name of the library's and a body of their own, and an iteration that calls them

COUNTING = "int calls, done; pthread_mutex_t m; pthread_cond_t c; mtx_t n;"
OWN_FUNCTIONS = [
    (
        "int pthread_mutex_lock(pthread_mutex_t *at) { calls++; return 0; }"
        "int pthread_mutex_unlock(pthread_mutex_t *at) { return 0; }",
        "pthread_mutex_lock(&m); int d = done; pthread_mutex_unlock(&m); if (d) break;",
    ),
    (
        "int pthread_mutex_lock(pthread_mutex_t *at) { calls++; return 0; }"
        "int pthread_mutex_unlock(pthread_mutex_t *at) { return 0; }",
        "mtx_lock(&n); int d = done; mtx_unlock(&n); if (d) break;",
    ),
    (
        "int pthread_cond_wait(pthread_cond_t *at, pthread_mutex_t *with) { calls++; return 0; }",
        "if (done) break; pthread_cond_wait(&c, &m);",
    ),
    (
        "static void cancellation_point(void) { calls++; }",
        "if (done) break; cancellation_point();",
    ),
]


def own_function(outside: str, iteration: str) -> str:
    return with_thread(
        f"for (;;) {{ {iteration} }}",
        "done = 1; pthread_join(t, 0); assert(calls < 3);",
        f"{COUNTING} {outside}",
    )


def awaited(kind: str, test: str, write: str) -> str:
    """A loop that waits for a number."""
    return with_thread(f"while ({test});", f"{write} pthread_join(t, 0);", f"{kind} x;")


# Pointers of unknown origin

POINTERS = """#include <assert.h>
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
OF_ANOTHER_FILE = [
    ("extern int *p; int main(void) { *p = 1; assert(0); }", "reach"),
    ("extern struct { int n; } *p; int main(void) { if (p->n) assert(0); }", "reach"),
    ("extern struct { int *p; } s; int main(void) { int n = *s.p; assert(n != 0); }", "reach"),
    ("extern int *p; int main(void) { return *p; }", "memory"),
    (
        "extern int *p; void *work(void *a) { *p = 1; return 0; }" + WITH_THREAD % ("*p = 2;", ""),
        "race",
    ),
]
ADDRESS_BITS = "int main(void) { char *p = malloc(4); assert(((uintptr_t)p >> 4 & 7) == 0); }"
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


def rebuilt(how: str, meanwhile: str, afterwards: str) -> str:
    work = f"void *work(void *unused) {{ {REBUILT[how]} return 0; }}"
    return work + WITH_THREAD % (meanwhile, afterwards)


CALLED_BY_NUMBER = (
    f"void f(void) {{ x = 1; }} int main(void) {{ {BIT_BY_BIT.replace('&x', 'f')}"
    " ((void (*)(void))n)(); assert(!x); }"
)
REUSED = {
    "numbers": "uintptr_t a = (uintptr_t)p; free(p); int *q = malloc(4); assert(a != (uintptr_t)q);",
    "pointers": "free(p); int *q = malloc(4); assert(p != q);",
    "compare and swap": """_Atomic(int *) top = p; int *seen = p; free(p); top = malloc(4);
        assert(!atomic_compare_exchange_strong(&top, &seen, 0));""",
    "locals": "for (int i = 0; i < 2; i++) { int n; if (i) assert(p != &n); p = &n; }",
}


def reused(how: str) -> str:
    return f"int main(void) {{ int *p = malloc(4); {REUSED[how]} }}"


# Lifetimes

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
    "block entered by a goto or not": "int *p; if (nd()) goto in; { int x; in: x = 2; p = &x; } return *p;",
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
    "block entered both ways": "if (nd()) goto in; { int x = 1; in: x = 2; assert(*id(&x) == 2); }",
    "blocks entered both ways": (
        "if (nd()) goto in; { int y = 1; id(&y); { int x = 1; in: x = 2; y = 3;"
        " assert(*id(&x) + *id(&y) == 5); } }"
    ),
    "loop entered both ways": (
        "int i = 0; if (nd()) goto in; for (; i < 2; i++) { int x = 7; in: x = i; assert(*id(&x) == i); }"
    ),
    "block entered from after it": (
        "int i = 0; { int x = 1; in: x = i; assert(*id(&x) == i); } if (i++ < 2) goto in;"
    ),
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
int g, one = 1, nd(void);
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

# Bit-fields

NEIGHBOURS = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
struct s { FIELDS } s;
struct s *p = &s;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
void *work(void *q) { FIRST; return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    SECOND;
    pthread_join(t, 0);
    assert(TEST);
}
"""
PLAIN = "unsigned a : 4; unsigned b : 4;"
LOCKED = "pthread_mutex_lock(&m); {}; pthread_mutex_unlock(&m)"
ATOMIC = "__VERIFIER_atomic_begin(); {}; __VERIFIER_atomic_end()"
LOST = {
    "assignment": (PLAIN, "s.a = 1", "s.b = 1"),
    "through a pointer": (PLAIN, "p->a = 1", "p->b++"),
    "whole bytes": ("unsigned a : 8; unsigned b : 8;", "s.a = 1", "s.b |= 1"),
    "across bytes": ("unsigned a : 12; unsigned b : 12; unsigned c : 30;", "s.a = 1", "s.b = 1"),
    "signed, bool": ("int z : 3; int a : 5; _Bool b : 1;", "s.a = 1", "s.b = 1"),
    "wide": ("unsigned long long a : 33; unsigned long long b : 31;", "s.a = 1", "s.b = 1"),
    "packed": (
        "unsigned char z; unsigned a : 9; unsigned b : 7; } __attribute__((packed));",
        "s.a = 1",
        "s.b = 1",
    ),
    "a copy of all": (PLAIN, "s.a = 1", "{ struct s x = s; x.b = 1; s = x; }"),
}
KEPT = {
    "a mutex": (PLAIN, LOCKED.format("s.a = 1"), LOCKED.format("s.b = 1")),
    "an atomic section": (PLAIN, ATOMIC.format("s.a = 1"), ATOMIC.format("s.b = 1")),
    "a field of no bits": ("unsigned a : 4; unsigned : 0; unsigned b : 4;", "s.a = 1", "s.b = 1"),
    "a member between": ("unsigned a : 4; char c; unsigned b : 4;", "s.a = 1", "s.b = 1"),
    "no bit-field": ("unsigned z : 4; unsigned b : 4; char a;", "s.a = 1", "s.b = 1"),
    "objects of their own": (PLAIN, "struct s x = {0}; x.a = 1; s.a = x.a", ";"),
}


def neighbours(fields: str, first: str, second: str) -> str:
    if fields.endswith("));"):
        text = NEIGHBOURS.replace("{ FIELDS } s;", "{ " + fields + " struct s s;")
    else:
        text = NEIGHBOURS.replace("FIELDS", fields)
    test = "s.a == 1 && s.b == 1" if second != ";" else "s.a == 1 && s.b == 0"
    return text.replace("FIRST", first).replace("SECOND", second).replace("TEST", test)


# What C, POSIX or the machine leave open

PUBLISHED = """
#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int ready;
void *run(void *given) { data = 1; atomic_store_explicit(&ready, 1, ORDER); return 0; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    int seen = atomic_load_explicit(&ready, ORDER) ? data : 1;
    pthread_join(t, 0);
    return seen - 1;
}
"""
ARGUMENTS = (
    "int last; int put(int n) { last = n; return n; } int sum(int a, int b) { return a + b; }\n"
    "int main(void) { int all = sum(put(1), put(2)); assert(all == 3 && last == 2); }\n"
)
ENVIRONMENT = {
    "a variable that is set": 'char *home = getenv("HOME"); if (home && home[0] == 47) assert(0);',
    "errors": "assert(strcmp(strerror(1), strerror(2)) == 0);",
    "a block of all memory": "assert(malloc(-1ul) != 0);",
}
TORN = {
    "128 bits": with_thread("x = -1;", "__int128 v = x; assert(v == 0 || v == -1);", "__int128 x;"),
    "64 bits": with_thread("x = -1;", "long long v = x; assert(v == 0 || v == -1);", "volatile long long x;"),
}
CANCELED = with_thread(
    "pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, 0); x = 1; y = 1;",
    "pthread_cancel(t); pthread_join(t, 0); assert(x == y);",
    "int x, y;",
)
PREFERRED = "#define _GNU_SOURCE\n#include <pthread.h>\n" + with_thread(
    "for (int i = 0; i < 2; i++) pthread_rwlock_rdlock(&l);"
    "for (int i = 0; i < 2; i++) pthread_rwlock_unlock(&l);",
    "pthread_rwlock_wrlock(&l); pthread_rwlock_unlock(&l); pthread_join(t, 0);",
    "pthread_rwlock_t l = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;",
)
OWN_SEMAPHORE = """
#include <assert.h>
typedef int sem_t;
int sem_init(sem_t *, int, unsigned);
int sem_wait(sem_t *);
int before, after;
sem_t s;
int main(void) { sem_init(&s, 0, 1); sem_wait(&s); assert(before || after); }
"""
SHIFTED = "int main(void) { int n = any() | -16; return n << 1; }\n"
ROW = "int a[2][2];\nint main(void) { unsigned i = any(); if (i < 4) a[0][i] = 1; }\n"
LATE = "#include <time.h>\n" + with_thread(
    "limit.tv_sec = 1;",
    "pthread_mutex_timedlock(&m, &limit); pthread_join(t, 0);",
    "struct timespec limit; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;",
)
