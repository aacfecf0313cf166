"""Hypothesis makes small C programs whose threads loop for ever, with assertions that hold or do not: locks
of the library and written by hand, flags, tickets, data that goes through integers and pointers, numbers
that wrap around, threads that are started in loops or late, that end, wait, and are waited for.

Their states are finite, so that the oracle can try every interleaving.
"""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

HEADER = """#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int x, y, flag;
static unsigned char b;
static _Atomic int a, turn, held;
static _Atomic _Bool wants[2];
static _Atomic unsigned char next, serving;
static int row[2], *place = &x;
static unsigned long number;
static struct { unsigned low : 3, high : 3; } bits;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
static pthread_t t[3];
static _Thread_local int own;
int __VERIFIER_nondet_int(void);
void __VERIFIER_assume(int);
static void spin(void) { int free = 0; while (!atomic_compare_exchange_strong(&held, &free, 1)) free = 0; }
static void leave(void) { held = 0; }
"""


class Maker:
    def __init__(self, draw: DrawFn) -> None:
        self.draw = draw

    def pick(self, *choices: str) -> str:
        return self.draw(st.sampled_from(choices))

    def odds(self, of: int) -> bool:
        return self.draw(st.integers(1, of)) == 1

    def change(self) -> str:
        return self.pick(
            "x = !x;",
            "x = 1;",
            "x++; assert(x == 1); x--;",
            "x++; x--;",
            "x = (x + 1) % 3; assert(x < 3);",
            "y = x; assert(y == x);",
            "y = 1 - x; y = x;",
            "b++; assert(b != 3); b &= 1;",
            "b--; b = b > 1 ? 0 : b;",
            "a = !a; assert(a == 0 || a == 1);",
            "l = a; a = !l;",
            "row[x & 1] = 1; assert(row[x & 1]);",
            "*place = 1; assert(*place == 1);",
            "place = place == &x ? &y : &x;",
            "number = (unsigned long)&x; *(int *)number = 1;",
            "if (number) *(int *)number = 0;",
            "bits.low++; bits.high = bits.low; assert(bits.high == bits.low);",
            "own = !own; x = own;",
            "l = __VERIFIER_nondet_int() & 1; assert(l != 2); x = l;",
            "__VERIFIER_assume(x == 0); x = 1; x = 0;",
            "flag = 1;",
            "assert(!flag);",
            "assert(x == 0);",
            "assert(x != 1 || y == 0);",
            "if (flag) assert(x <= 1);",
        )

    def guarded(self, depth: int) -> str:
        inside = self.change() if depth == 0 or not self.odds(3) else self.statement(depth - 1)
        match self.draw(st.integers(0, 10)):
            case 0 | 1 | 2 | 3:
                return f"pthread_mutex_lock(&m); {inside} pthread_mutex_unlock(&m);"
            case 4:
                return f"pthread_mutex_lock(&n); {inside} pthread_mutex_unlock(&n);"
            case 5 | 6:
                return f"spin(); {inside} leave();"
            case 7:
                return f"if (!pthread_mutex_trylock(&m)) {{ {inside} pthread_mutex_unlock(&m); }}"
            case 8:
                return f"pthread_rwlock_wrlock(&r); {inside} pthread_rwlock_unlock(&r);"
            case 9:
                return f"pthread_rwlock_rdlock(&r); l = x; {inside} pthread_rwlock_unlock(&r);"
            case _:
                text = f"while (!flag) pthread_cond_wait(&c, &m); {inside}"
                return f"pthread_mutex_lock(&m); {text} pthread_mutex_unlock(&m);"

    def wrong(self) -> str:
        """Not what one should do, and perhaps harmless."""
        return self.pick(
            "pthread_mutex_trylock(&m);",
            "pthread_mutex_unlock(&m);",
            "pthread_mutex_lock(&m);",
            "held = 0;",
            "if (held) x = 0;",
            "pthread_mutex_lock(&m); flag = 1; pthread_cond_signal(&c); pthread_mutex_unlock(&m);",
            "while (!flag) ;",
            "return 0;",
            "if (x) break;",
            "{ int o = 0; place = &o; o = 1; place = &x; }",
            "for (int i = 0; i < 2; i++) x = i;",
        )

    def statement(self, depth: int) -> str:
        if self.odds(4):
            return f"{{ {self.wrong()} }}"
        return f"{{ {self.change() if self.odds(3) else self.guarded(depth)} }}"

    def protocol(self) -> str:
        """Mutual exclusion by hand, right or not quite. `me` is 0 or 1."""
        inside = self.pick("x++; assert(x == 1); x--;", "y = 1; assert(y); y = 0;", self.change())
        match self.draw(st.integers(0, 3)):
            case 0:
                first, second = "wants[me] = 1;", self.pick("turn = 1 - me;", "turn = 1 - me;", "turn = me;")
                if self.odds(4):
                    first, second = second, first
                return f"{first} {second} while (wants[1 - me] && turn == 1 - me) ; {inside} wants[me] = 0;"
            case 1:
                take = self.pick("next++", "next++", "next; next = next + 1")
                text = f"unsigned char mine = {take}; mine &= 3; while ((serving & 3) != mine) ;"
                return f"{{ {text} {inside} serving++; if (serving == 4) {{ }} }}"
            case 2:
                return f"while (turn != me) ; {inside} turn = {self.pick('1 - me', '1 - me', '0')};"
            case _:
                return f"wants[me] = 1; if (!wants[1 - me]) {{ {inside} }} wants[me] = 0;"

    def body(self) -> str:
        parts = [self.statement(1) for _ in range(self.draw(st.integers(1, 2)))]
        text = self.protocol() if self.odds(4) else " ".join(parts)
        before = self.statement(0) if self.odds(4) else ""
        before = before.replace("if (x) break;", "")
        return f"{before} for (;;) {{ {text} }}"

    def worker(self, name: str, me: int) -> str:
        return f"static void *{name}(void *u) {{ int l = 0, me = {me}; (void)l; {self.body()} return 0; }}\n"

    def main(self) -> str:
        parts = [self.change()] if self.odds(4) else []
        match self.draw(st.integers(0, 4)):
            case 0:
                parts.append("for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);")
            case 1:
                parts += ["pthread_create(&t[0], 0, f, 0);", self.change(), "pthread_create(&t[1], 0, g, 0);"]
            case _:
                parts += ["pthread_create(&t[0], 0, f, 0);", "pthread_create(&t[1], 0, g, 0);"]
        parts += [self.statement(0).replace("if (x) break;", "")] if self.odds(3) else []
        match self.draw(st.integers(0, 3)):
            case 0:
                parts.append("pthread_exit(0);")
            case 1:
                parts += ["pthread_join(t[0], 0);", "assert(x == 0);"]
            case _:
                parts += ["pthread_join(t[0], 0);", "pthread_join(t[1], 0);", self.change()]
        return (
            "int main(void) {\n    int l = 0; (void)l;\n    " + "\n    ".join(parts) + "\n    return 0;\n}\n"
        )


@st.composite
def endless_programs(draw: DrawFn) -> str:
    make = Maker(draw)
    return f"{HEADER}{make.worker('f', 0)}{make.worker('g', 1)}{make.main()}"
