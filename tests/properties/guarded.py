"""Hypothesis makes small C programs that guard what they share: with locks of every kind, used as they should
be, not quite so, or only sometimes; with the order of threads; with both. Many of their threads never end.

Their states are finite, so that the oracle can try every interleaving.
"""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

HEADER = """#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct box { pthread_mutex_t lock; int data; };
static int x, y, flag, k;
static _Thread_local int own;
static int *place = &x;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER, late, *chosen = &m;
static pthread_mutex_t row[2] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t z;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_once_t once = PTHREAD_ONCE_INIT;
static struct box boxes[2] = {{PTHREAD_MUTEX_INITIALIZER, 0}, {PTHREAD_MUTEX_INITIALIZER, 0}}, *shared;
static pthread_t t[3];
static void take(pthread_mutex_t *lock) { pthread_mutex_lock(lock); }
static void give(pthread_mutex_t *lock) { pthread_mutex_unlock(lock); }
static int attempt(pthread_mutex_t *lock) { return pthread_mutex_trylock(lock) == 0; }
static int maybe(pthread_mutex_t *lock, int wanted) { if (wanted) pthread_mutex_lock(lock); return wanted; }
static void half(pthread_mutex_t *lock, int wanted) { if (wanted) pthread_mutex_unlock(lock); }
static void put(struct box *b, int v) { take(&b->lock); b->data = v; give(&b->lock); }
static void set(int *p) { *p = 1; }
static void first(void) { y = 1; }
static int (*how)(pthread_mutex_t *) = pthread_mutex_lock;
"""


class Maker:
    def __init__(self, draw: DrawFn) -> None:
        self.draw = draw

    def pick(self, *choices: str) -> str:
        return self.draw(st.sampled_from(choices))

    def odds(self, of: int) -> bool:
        return self.draw(st.integers(1, of)) == 1

    def access(self) -> str:
        return self.pick(
            "x = !x;",
            "x = 1;",
            "l = x;",
            "y = x;",
            "set(&x);",
            "*place = 1;",
            "l = y;",
            "own = x;",
            "boxes[k].data = 1;",
        )

    def mutex(self) -> str:
        return self.pick(
            "&m", "&m", "&m", "&m", "&n", "chosen", "&row[0]", "&row[k]", "&late", "&boxes[0].lock"
        )

    def guarded(self, depth: int) -> str:
        inside = self.access() if depth == 0 or not self.odds(3) else self.statement(depth - 1)
        lock = self.mutex() if self.odds(4) else "&m"
        match self.draw(st.integers(0, 15)):
            case 0 | 1 | 2:
                return f"pthread_mutex_lock({lock}); {inside} pthread_mutex_unlock({lock});"
            case 3 | 4:
                return f"take({lock}); {inside} give({lock});"
            case 5:
                return f"if (attempt({lock})) {{ {inside} give({lock}); }}"
            case 6:
                return f"if (pthread_mutex_trylock({lock})) return 0; {inside} pthread_mutex_unlock({lock});"
            case 7:
                return f"int w = {self.pick('flag', '1', 'l')}; maybe({lock}, w); {inside} half({lock}, w);"
            case 8:
                return f"pthread_rwlock_wrlock(&r); {inside} pthread_rwlock_unlock(&r);"
            case 9:
                return "pthread_rwlock_rdlock(&r); l = x; pthread_rwlock_unlock(&r);"
            case 10:
                return f"pthread_spin_lock(&z); {inside} pthread_spin_unlock(&z);"
            case 11:
                return f"how({lock}); {inside} give({lock});"
            case 12:
                return f"take(&m); while (!flag) pthread_cond_wait(&c, &m); {inside} give(&m);"
            case 13:
                return f"take({lock}); l = x; flag = 1; pthread_cond_signal(&c); {inside} give({lock});"
            case 14:
                return f"struct box *b = {self.box()}; take(&b->lock); b->data = l; give(&b->lock);"
            case _:
                return f"put({self.box()}, 1);"

    def box(self) -> str:
        return self.pick("&boxes[0]", "&boxes[k]", "&boxes[1]", "boxes + k")

    def wrong(self) -> str:
        """Not what one should do, and perhaps harmless."""
        return self.pick(
            self.access(),
            f"pthread_mutex_trylock(&m); {self.access()} pthread_mutex_unlock(&m);",
            f"take(&m); if (flag) give(&m); {self.access()} if (!flag) give(&m);",
            f"take(&m); give(&m); {self.access()}",
            f"take(&m); pthread_mutex_init(&m, 0); {self.access()} give(&m);",
            f"take(&n); m = n; give(&n); {self.access()}",
            f"take(&m); memcpy(&n, &m, sizeof m); {self.access()} give(&m);",
            "pthread_rwlock_rdlock(&r); x = 1; pthread_rwlock_unlock(&r);",
            f"take(&m); take(&m); {self.access()} give(&m);",
            f"take(&m); {self.access()}",
            f"give(&m); {self.access()}",
            f"take(&n); while (!flag) pthread_cond_wait(&c, &n); {self.access()} give(&n);",
            f"take(&m); chosen = &n; {self.access()} give(&m);",
            f"take(chosen); {self.access()} give(chosen);",
            "int o = 0; place = &o; o = 1;",
            "place = &y;",
            "k = 1;",
            "how = pthread_mutex_trylock;",
            "pthread_once(&once, first); l = y;",
            "pthread_mutex_destroy(&m);",
            "struct box *b = malloc(sizeof *b); pthread_mutex_init(&b->lock, 0); b->data = 1; shared = b;",
            "struct box *b = shared; if (b) put(b, 1);",
            "struct box *b = shared; if (b) { take(&b->lock); l = b->data; give(&b->lock); }",
            "l = boxes[0].data;",
        )

    def statement(self, depth: int) -> str:
        return f"{{ {self.wrong() if self.odds(5) else self.guarded(depth)} }}"

    def body(self) -> str:
        parts = [self.statement(1) for _ in range(self.draw(st.integers(1, 2)))]
        text = " ".join(parts)
        return self.pick(f"for (;;) {{ {text} }}", f"for (int i = 0; i < 2; i++) {{ {text} }}", text)

    def worker(self, name: str) -> str:
        return f"static void *{name}(void *argument) {{ int l = 0; {self.body()} return 0; }}\n"

    def main(self) -> str:
        parts = ["pthread_spin_init(&z, 0);", "pthread_mutex_init(&late, 0);"]
        parts += [self.statement(0)] if self.odds(4) else []
        match self.draw(st.integers(0, 4)):
            case 0:
                parts.append("for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, f, 0);")
            case 1:
                parts += ["pthread_create(&t[0], 0, f, 0);", "pthread_join(t[0], 0);"]
                parts.append("pthread_create(&t[1], 0, g, 0);")
            case 2:
                parts += ["pthread_create(&t[0], 0, f, 0);", "if (flag) pthread_create(&t[1], 0, g, 0);"]
            case _:
                parts += ["pthread_create(&t[0], 0, f, 0);", "pthread_create(&t[1], 0, g, 0);"]
        parts += [self.statement(0)] if self.odds(3) else []
        match self.draw(st.integers(0, 4)):
            case 0:
                parts.append("for (int i = 0; i < 2; i++) pthread_join(t[i], 0);")
            case 1:
                parts.append(f"pthread_join(t[{self.pick('0', '1', 'k')}], 0);")
            case 2:
                parts.append("pthread_exit(0);")
            case _:
                parts += ["pthread_join(t[0], 0);", "pthread_join(t[1], 0);"]
        parts += [self.statement(0)] if self.odds(3) else []
        return "int main(void) {\n    int l = 0;\n    " + "\n    ".join(parts) + "\n    return 0;\n}\n"


@st.composite
def guarded_programs(draw: DrawFn) -> str:
    make = Maker(draw)
    return f"{HEADER}{make.worker('f')}{make.worker('g')}{make.main()}"
