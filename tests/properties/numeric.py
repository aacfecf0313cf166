"""Hypothesis makes small C programs about numbers: counters, indices, flags and states that threads share,
mostly under a lock, with conditions that keep them in range, or not quite. Many of their threads never end.
"""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

HEADER = """#include <assert.h>
#include <pthread.h>
struct pair { int lo, hi; };
static int a, b = 1, rows[3], last;
static unsigned char u;
static unsigned w = 2;
static short s;
static struct pair range = {0, 2};
static _Atomic int at;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static pthread_t t[2];
static int bump(int v) { if (v < 2) return v + 1; return 0; }
static int checked(int v) { if (v < 0 || v > 2) return -1; return v; }
static void up(int *p) { if (*p < 2) (*p)++; }
static int any(void) { int v; return v & 3; }
"""


class Maker:
    def __init__(self, draw: DrawFn) -> None:
        self.draw = draw

    def pick(self, *choices: str) -> str:
        return self.draw(st.sampled_from(choices))

    def odds(self, of: int) -> bool:
        return self.draw(st.integers(1, of)) == 1

    def number(self) -> str:
        return self.pick("0", "1", "2", "2", "3", "-1")

    def cell(self) -> str:
        return self.pick("a", "a", "a", "b", "s", "range.hi", "range.lo", "w", "u", "rows[1]")

    def value(self) -> str:
        return self.pick(
            self.number(),
            self.cell(),
            "l",
            "l + 1",
            "l - 1",
            "-l",
            "l % 3",
            "(l + 1) % 3",
            "l & 1",
            "l / 2",
            "l * 2",
            "bump(l)",
            "any()",
            "l < 2 ? l + 1 : 0",
            "l > 0 && l < 3 ? l : 1",
            "(unsigned char)l",
            "(unsigned)l",
            "2 - l",
            "l >> 1",
        )

    def condition(self) -> str:
        compared = f"{self.pick('l', 'l', self.cell())} {self.pick('<', '<=', '>', '>=', '==', '!=')}"
        plain = f"{compared} {self.pick(self.number(), self.number(), 'l', self.cell())}"
        return self.pick(
            plain, plain, plain, "l", "!l", f"{plain} && l < 3", f"{plain} || l > 1", "checked(l) >= 0"
        )

    def simple(self) -> str:
        return f"{{ {self._simple()} }}"

    def _simple(self) -> str:
        cell = self.cell()
        return self.pick(
            f"{cell} = {self.value()};",
            f"l = {cell};",
            f"l = {self.value()};",
            f"if ({cell} < 2) {cell}++;",
            f"if ({cell} > 0) {cell}--;",
            f"{cell} = ({cell} + 1) % 3;",
            f"l = {cell}; if (l < 2) {cell} = l + 1;",
            f"if (l >= 0 && l < 3) rows[l] = {self.pick('l', '1')};",
            "rows[last] = 1; last = (last + 1) % 3;",
            f"l = rows[{self.pick('last', 'l', '2')}];",
            f"l = 4 / {self.pick('b', 'l', '(l + 3)')};",
            f"l = 1 << {self.pick('l', 'a', '2')};",
            "u += 100;",
            "w--;",
            "up(&a);",
            f"for (int j = 0; j < {self.pick('3', 'l', 'range.hi')}; j++) rows[j] = j;",
            f"int *p = &rows[{self.pick('l', 'last')}]; *p = 1;",
            f"int *p = rows; p += {self.pick('l', '2', 'last')}; l = *p;",
            f"while (l {self.pick('<', '>', '!=')} 2) {self.pick('l++;', 'l = bump(l);', 'break;')}",
            f"if ({self.condition()}) {self.pick('l = 2;', 'a = l;', 'return 0;', 'l++;')} else l = 0;",
            f"switch (l) {{ case 0: a = 1; break; case 1: a = {self.number()}; break; default: l = 0; }}",
            "at = at < 2 ? at + 1 : 0;",
            f"assert({self.condition()});",
            f"assert({cell} {self.pick('<', '<=', '>=', '!=')} {self.number()});",
            f"assert(l {self.pick('<', '<=', '>=', '!=')} {self.number()});",
        )

    def several(self) -> str:
        return " ".join(self.simple() for _ in range(self.draw(st.integers(1, 3))))

    def guarded(self) -> str:
        inside = self.several()
        match self.draw(st.integers(0, 9)):
            case 0:
                return f"if (pthread_mutex_trylock(&m) == 0) {{ {inside} pthread_mutex_unlock(&m); }}"
            case 1:
                return f"pthread_rwlock_wrlock(&r); {inside} pthread_rwlock_unlock(&r);"
            case 2:
                return f"pthread_rwlock_rdlock(&r); l = a; {self.simple()} pthread_rwlock_unlock(&r);"
            case 3:
                wait = f"while ({self.condition()}) pthread_cond_wait(&c, &m);"
                return f"pthread_mutex_lock(&m); {self.simple()} {wait} {inside} pthread_mutex_unlock(&m);"
            case 4:
                return f"pthread_mutex_lock(&m); {inside} pthread_cond_signal(&c); pthread_mutex_unlock(&m);"
            case 5:
                return f"pthread_mutex_lock(&n); {inside} pthread_mutex_unlock(&n);"
            case 6:
                return f"pthread_mutex_lock(&m); {inside} pthread_mutex_unlock(&m); {self.simple()}"
            case 7:
                again = f"pthread_mutex_unlock(&m); {self.simple()} pthread_mutex_lock(&m);"
                return f"pthread_mutex_lock(&m); {inside} {again} {self.simple()} pthread_mutex_unlock(&m);"
            case _:
                return f"pthread_mutex_lock(&m); {inside} pthread_mutex_unlock(&m);"

    def statement(self) -> str:
        return f"{{ {self.several() if self.odds(5) else self.guarded()} }}"

    def body(self) -> str:
        text = " ".join(self.statement() for _ in range(self.draw(st.integers(1, 2))))
        return self.pick(f"for (;;) {{ {text} }}", f"while (l < 3) {{ {text} }}", text)

    def worker(self, name: str) -> str:
        return f"static void *{name}(void *argument) {{ int l = 0; {self.body()} return 0; }}\n"

    def main(self) -> str:
        parts = [self.statement()] if self.odds(3) else []
        parts += ["pthread_create(&t[0], 0, f, 0);"]
        parts += [self.pick("pthread_create(&t[1], 0, g, 0);", "pthread_create(&t[1], 0, f, 0);", ";")]
        parts += [self.statement()] if self.odds(3) else []
        parts += ["pthread_join(t[0], 0);"] if self.odds(2) else []
        parts += [self.statement()] if self.odds(3) else []
        return "int main(void) {\n    int l = 0;\n    " + "\n    ".join(parts) + "\n    return 0;\n}\n"


@st.composite
def numeric_programs(draw: DrawFn) -> str:
    make = Maker(draw)
    return f"{HEADER}{make.worker('f')}{make.worker('g')}{make.main()}"
