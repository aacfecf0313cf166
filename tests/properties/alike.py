"""Hypothesis makes small C programs whose threads run the same code: most of them interchangeable, some told
apart by their names, by who waits for them or by what main does meanwhile."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

HEADER = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <semaphore.h>
#include <stdlib.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
int x, y, *shared = &x;
atomic_int a;
_Thread_local int own;
pthread_t who, t[3];
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_spinlock_t z;
pthread_barrier_t b;
sem_t e;
"""
_PLAIN = (
    "x = l + 1;",
    "l = x;",
    "y = l;",
    "l = y;",
    "x = y + 1;",
    "a++;",
    "l = a;",
    "own++; l = own;",
    "shared = &y;",
    "*shared = 1;",
    "pthread_mutex_lock(&m); x = x + 1; pthread_mutex_unlock(&m);",
    "if (pthread_mutex_trylock(&m) == 0) x = 2;",
    "pthread_spin_lock(&z); y = y + 1; pthread_spin_unlock(&z);",
    "sem_wait(&e);",
    "sem_post(&e);",
    "pthread_barrier_wait(&b);",
    "who = pthread_self();",
    "if (pthread_equal(who, pthread_self())) y = 2;",
    "if (!who) l = 1;",
)
_GUARDS = ("l", "!x", "y == 1", "a == 1", "__VERIFIER_nondet_bool()")
_TELLING = (
    "if (pthread_equal(t[1], pthread_self())) y = 2;",
    "if (who < pthread_self()) x = 3;",
    "if (argument) l = 2;",
    "y = (int)pthread_self();",
    "pthread_detach(t[0]);",
)
_BETWEEN = ("", "", "", "x = 1;", "y = 1; y = 0;", "a++;", "pthread_join(t[0], 0);")
_JOINS = (
    "for (int i = 0; i < N; i++) pthread_join(t[i], 0);",
    "for (int i = 0; i < N; i++) pthread_join(t[i], 0);",
    "for (int i = N - 1; i >= 0; i--) pthread_join(t[i], 0);",
    "pthread_join(t[0], 0); pthread_join(t[1], 0);",
    "pthread_join(t[0], 0);",
    "pthread_join(t[1], 0);",
    "pthread_join(t[0], 0); x = 3; pthread_join(t[1], 0);",
    "",
)


@st.composite
def alike_programs(draw: DrawFn, budget: int = 3) -> str:
    """Two threads, or three with shorter bodies."""
    count = draw(st.sampled_from((2, 2, 3)))
    body: list[str] = []
    for _ in range(draw(st.integers(1, budget if count == 2 else max(1, budget - 1)))):
        statement = draw(st.sampled_from(_PLAIN if draw(st.integers(0, 7)) else _TELLING))
        body.append(
            statement
            if draw(st.integers(0, 3))
            else f"if ({draw(st.sampled_from(_GUARDS))}) {{ {statement} }}"
        )
    if draw(st.integers(0, 2)) == 0:
        body.append(f"assert({draw(st.sampled_from(('l < 2', 'x != 2', 'y != 1', 'own < 2')))});")
    between = draw(st.sampled_from(_BETWEEN))
    given = "(i ? &x : 0)" if draw(st.integers(0, 9)) == 0 else "0"
    joins = draw(st.sampled_from(_JOINS)).replace("N", str(count))
    end = draw(st.sampled_from(("x != 2", "y != 2", "x != 1", "a < 2", "!who", "x + y != 3")))
    after = draw(st.sampled_from(("", "x = l;", "pthread_mutex_lock(&m);")))
    return (
        HEADER
        + "static void *f(void *argument) {\n    int l = 0;\n    "
        + "\n    ".join(body)
        + "\n    return 0;\n}\nint main(void) {\n    int l = 0;\n"
        + f"    pthread_spin_init(&z, 0); pthread_barrier_init(&b, 0, {count}); sem_init(&e, 0, 1);\n"
        + f"    for (int i = 0; i < {count}; i++) {{ pthread_create(&t[i], 0, f, {given}); {between} }}\n"
        + f"    {after}\n    {joins}\n    assert({end});\n    return 0;\n}}\n"
    )
