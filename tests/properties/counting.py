"""Hypothesis makes small C programs that count: additions under locks and atomic ones, bytes that wrap
around, amounts that others decide, locks held at once, kept or only tried, joins behind branches or on all
ways.
"""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

TEXT = """#include <assert.h>
#include <pthread.h>
int x, y;
unsigned char b = 254;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static void *f(void *argument) {{ int old = 0; {first} return 0; }}
static void *g(void *argument) {{ int old = 0; {second} return 0; }}
int main(void) {{
    pthread_t t, s; int old = 0;
    {start}
    {main}
    {end}
    return 0;
}}
"""
CREATIONS = "pthread_create(&t, 0, f, 0); pthread_create(&s, 0, {routine}, 0);"
AMOUNTS = ("1", "1", "2", "-1", "y", "old")


class _Maker:
    def __init__(self, draw: DrawFn) -> None:
        self.draw = draw

    def pick(self, *choices: str) -> str:
        return self.draw(st.sampled_from(choices))

    def number(self, most: int) -> int:
        return self.draw(st.integers(0, most))

    def added(self) -> str:
        return self.pick("x", "x", "b")

    def step(self) -> str:
        match self.number(9):
            case 0 | 1 | 2:
                return self.locked(f"{self.added()} {self.pick('+=', '-=')} {self.pick(*AMOUNTS)};")
            case 3:
                return f"old = __sync_fetch_and_add(&{self.added()}, {self.pick(*AMOUNTS)});"
            case 4:
                return self.locked(f"old = {self.added()}; {self.pick('', 'x += 1;', 'x = old + 2;')}")
            case 5:
                return f"y = {self.pick('1', '2')};"
            case 6:
                return self.locked(self.pick("x = 1;", "if (y) x += 2;", "x = x + x;", "b = 3 - b;"))
            case 7:
                return self.locked(self.locked("x += 1;"))
            case 8:
                return "if (pthread_mutex_trylock(&m) == 0) { x += 1; pthread_mutex_unlock(&m); }"
            case _:
                return self.claim()

    def locked(self, inside: str) -> str:
        name = self.pick("m", "m", "n")
        after = f"pthread_mutex_unlock(&{name});" if self.number(5) else self.pick("", "if (y) return 0;")
        return f"pthread_mutex_lock(&{name}); {inside} {after}"

    def claim(self) -> str:
        return f"assert({self.pick('x', 'x', 'b', 'old')} != {self.pick('0', '1', '2', '3', '255')});"

    def steps(self, most: int) -> str:
        return " ".join(self.step() for _ in range(self.number(most)))

    def end(self) -> str:
        join = "pthread_join(t, 0); pthread_join(s, 0);"
        return (
            self.pick(join, f"if (y) {{ {join} }}", "pthread_join(s, 0);", "") + self.claim() + self.claim()
        )


@st.composite
def counting_programs(draw: DrawFn) -> str:
    maker = _Maker(draw)
    first, second = f"{maker.step()} {maker.steps(1)} {maker.claim()}", maker.step()
    start = maker.pick("", "", "pthread_mutex_lock(&m);") + CREATIONS.format(
        routine=maker.pick("f", "g", "g")
    )
    main = maker.pick("", "", "pthread_mutex_unlock(&m);", maker.steps(1))
    return TEXT.format(first=first, second=second, start=start, main=main, end=maker.end())
