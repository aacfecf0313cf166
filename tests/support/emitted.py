"""Programs to emit, and what lines of the emitted C stand for."""

from __future__ import annotations

from unthread.sequentialize.emitted import (
    Emitted,
)

HEADER = """#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, y;
"""


RACE = """void *f(void *a) { x = 1; y = x; return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 2; assert(x == 2); }"""


def origins(result: Emitted, kind: type) -> list[object]:
    return [o for line in sorted(result.origins) for o in result.origins[line] if isinstance(o, kind)]


def line_with(result: Emitted, kind: type) -> list[str]:
    lines = result.text.splitlines()
    return [lines[n - 1] for n, found in result.origins.items() if any(isinstance(o, kind) for o in found)]


EVERYTHING = """struct pair { int one; long long other; } shared = {1, 2};
static _Thread_local struct pair mine = {3, 4};
static const char *text = "text";
static struct pair made(int v) { struct pair p = {v, v}; return p; }
static int sum(int n) { return n > 0 ? n + sum(n - 1) : x; }
static void *f(void *a) {
    double d = 1.5; int next_thread = 1, pc[2] = {0};
    for (int i = 0; i < 3; i++) { shared = made(i); mine.one += i; pc[i & 1] = sum(i); }
    y = (int)d + next_thread + pc[0] + mine.one + text[0];
    return a;
}
int main(int argc, char **argv) {
    pthread_t t[2]; void *result;
    for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, argv[0]);
    for (int i = 0; i < 2; i++) pthread_join(t[i], &result);
    assert(result == argv[0] && argc == 1);
    return y;
}"""


FREES = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x, y, *slot = &y;
static void *f(void *unused) { free(slot); x = 1; return 0; }
int main(void) {
    pthread_t t;
    if (WELL) slot = malloc(4);
    pthread_create(&t, 0, f, 0);
    pthread_join(t, 0);
    free(0);
    assert(x == 0);
    return 0;
}
"""
