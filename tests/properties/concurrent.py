"""Hypothesis makes small concurrent C programs: shared variables, arrays and pointers, mutexes, atomics,
branches, loops, calls, thread creation and joining, assertions that may or may not hold.

They are small enough for the oracle to try every interleaving.
"""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

GLOBALS = ("x", "y")
MUTEXES = ("m", "n")


class Maker:
    """Draws the parts of one program. `cost` counts accesses to shared memory in a thread."""

    def __init__(self, draw: DrawFn) -> None:
        self.draw = draw
        self.cost = 0
        self.counter = 0

    def pick(self, *choices: str) -> str:
        return self.draw(st.sampled_from(choices))

    def number(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))

    def place(self) -> str:
        self.cost += 1
        return self.pick("x", "y", "a[0]", "a[1]", "*p", "a[x & 1]")

    def value(self, local: str) -> str:
        kind = self.number(0, 4)
        if kind == 0:
            return str(self.number(-1, 2))
        if kind == 1:
            return local
        if kind == 2:
            return f"{self.place()} {self.pick('+', '-', '==', '<')} {self.number(0, 2)}"
        return self.place()

    def statement(self, local: str, depth: int) -> str:
        kind = self.number(0, 11 if depth else 6)
        match kind:
            case 0 | 1:
                return f"{self.place()} = {self.value(local)};"
            case 2:
                return f"{self.place()}{self.pick('++', '--', ' += 2')};"
            case 3:
                return f"{local} = {self.value(local)};"
            case 4:
                return f"assert({self.value(local)} {self.pick('!=', '<', '>=')} {self.number(0, 2)});"
            case 5:
                self.cost += 1
                return f"__sync_fetch_and_add(&{self.pick(*GLOBALS)}, 1);"
            case 6:
                self.cost += 1
                return f"p = &{self.pick('x', 'y', 'a[0]', 'a[1]')};"
            case 7 | 8:
                return self.branch(local, depth)
            case 9:
                return self.loop(local, depth)
            case 10:
                self.cost += 2
                mutex = self.pick(*MUTEXES)
                inside = self.block(local, depth - 1, 2)
                return f"pthread_mutex_lock(&{mutex}); {inside} pthread_mutex_unlock(&{mutex});"
            case _:
                return f"{local} = helper({self.value(local)});"

    def branch(self, local: str, depth: int) -> str:
        test = self.value(local)
        text = f"if ({test}) {{ {self.block(local, depth - 1, 2)} }}"
        return text + (f" else {{ {self.block(local, depth - 1, 1)} }}" if self.number(0, 1) else "")

    def loop(self, local: str, depth: int) -> str:
        self.counter += 1
        index = f"i{self.counter}"
        before = self.cost
        body = self.block(local, depth - 1, 1)
        rounds = self.number(1, 2)
        self.cost += (self.cost - before) * (rounds - 1)
        leave = f" if ({self.place()} == 1) break;" if self.number(0, 2) == 0 else ""
        if self.number(0, 1):
            return f"for (int {index} = 0; {index} < {rounds}; {index}++) {{ {body}{leave} }}"
        return f"{{ int {index} = {rounds}; do {{ {body}{leave} {index}--; }} while ({index} > 0); }}"

    def block(self, local: str, depth: int, most: int) -> str:
        return " ".join(self.statement(local, depth) for _ in range(self.number(1, most)))

    def function(self, name: str, budget: int) -> str:
        self.cost = 0
        parts: list[str] = []
        while self.cost < budget and len(parts) < budget:
            parts.append(self.statement("l", 2))
        body = "\n    ".join(parts)
        start = f"static void *{name}(void *argument) {{\n    int l = (int)(long)argument;\n    "
        return f"{start}{body}\n    return 0;\n}}\n"


HEADER = """#include <assert.h>
#include <pthread.h>
int x, y, a[2], *p = &x;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static int helper(int v) { if (v > 0) { y = v; return v - 1; } return x; }
"""


@st.composite
def concurrent_programs(draw: DrawFn, budget: int = 4) -> str:
    """The text of a program with two or three threads besides main."""
    make = Maker(draw)
    threads = make.number(1, 2)
    functions = "".join(make.function(f"f{i}", budget) for i in range(threads))
    lines = [make.statement("l", 1)] if make.number(0, 1) else []
    lines.append("pthread_t t[2];")
    if make.number(0, 2) == 0 or threads == 1:
        name = f"f{threads - 1}"
        lines.append(f"for (int i = 0; i < 2; i++) pthread_create(&t[i], 0, {name}, (void *)(long)i);")
    else:
        lines += [f"pthread_create(&t[{i}], 0, f{i}, (void *)1);" for i in range(2)]
    if make.number(0, 1):
        lines.append(make.statement("l", 1))
    joins = make.number(0, 2)
    lines += [f"pthread_join(t[{i}], 0);" for i in range(joins)]
    if joins:
        lines.append(make.statement("l", 1))
        lines.append(f"assert({make.value('l')} {make.pick('!=', '<=')} {make.number(0, 4)});")
    body = "\n    ".join(lines)
    return f"{HEADER}{functions}int main(void) {{\n    int l = 0;\n    {body}\n    return 0;\n}}\n"
