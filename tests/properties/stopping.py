"""Programs with everything that stops, ends or starts threads."""

from __future__ import annotations

from hypothesis import strategies as st

HARD_HEADER = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
int x, y, *slot = &x;
_Thread_local int mine;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t late;
static int any(void) { int v = __VERIFIER_nondet_int(); __VERIFIER_assume(v >= -1 && v <= 1); return v; }
static int down(int n) { if (n <= 0) return y; x = n; return down(n - 1) + 1; }
static void finish(int test) { if (test) exit(0); }
static void leave(int test) { if (test) pthread_exit(0); }
static void *child(void *argument) { mine += 1; CHILD; return 0; }
"""


class HardMaker:
    """Draws the parts of one program. `cost` counts what other threads may notice in a thread."""

    def __init__(self, draw: st.DrawFn) -> None:
        self.draw = draw
        self.cost = 0
        self.inside = False  # an atomic section

    def pick(self, *choices: str) -> str:
        return self.draw(st.sampled_from(choices))

    def number(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))

    def place(self) -> str:
        self.cost += 1
        return self.pick("x", "x", "y", "y", "*slot", "mine", "l", "u")

    def value(self) -> str:
        kind = self.number(0, 6)
        if kind == 0:
            return str(self.number(0, 2))
        if kind == 1:
            return "any()"
        if kind <= 3:
            return f"{self.place()} {self.pick('+', '-', '==', '!=', '<')} {self.number(0, 2)}"
        return self.pick("l", "mine", "u") if kind == 4 else self.place()

    def simple(self) -> str:
        match self.number(0, 8):
            case 0 | 1 | 2:
                return f"{self.place()} = {self.value()};"
            case 3:
                return f"{self.place()}{self.pick('++', '--')};"
            case 4 | 5:
                return f"assert({self.value()} {self.pick('!=', '<', '>=', '==')} {self.number(0, 2)});"
            case 6:
                relation = self.pick("!=", "<", ">=", "==")
                return f"__VERIFIER_assume({self.value()} {relation} {self.number(0, 2)});"
            case 7:
                return f"l = {self.value()};"
            case _:
                return f"slot = {self.pick('&x', '&y', '&w', '&mine', '(int *)calloc(1, sizeof(int))')};"

    def statement(self, depth: int) -> str:
        kind = self.number(0, 15 if depth else 4)
        if kind <= 4:
            return self.simple()
        self.cost += 1
        match kind:
            case 5:
                return f"if ({self.value()}) {{ {self.block(depth - 1)} }} else {{ {self.block(depth - 1)} }}"
            case 6:
                return f"if ({self.value()}) {{ {self.block(depth - 1)} }}"
            case 7:
                test = f"{self.place()} {self.pick('<', '!=')} {self.number(0, 2)}"
                return f"while ({test}) {{ {self.block(depth - 1)} }}"
            case 8:
                wait = self.pick("", "", f"__VERIFIER_assume({self.place()} != {self.number(0, 1)});")
                inside = " ".join(self.simple() for _ in range(self.number(1, 2)))
                return f"__VERIFIER_atomic_begin(); {wait} {inside} __VERIFIER_atomic_end();"
            case 9:
                return f"pthread_mutex_lock(&m); {self.block(depth - 1)} pthread_mutex_unlock(&m);"
            case 10:
                return f"{self.pick('finish', 'leave')}({self.value()});"
            case 11:
                return f"l = down({self.pick('1', '2', 'l', 'any()')});"
            case 12:
                return f"{{ int w = any(); slot = &w; {self.block(depth - 1)} }}"
            case 13:
                return "free(slot);" if self.number(0, 2) == 0 else "while (x == 0);"
            case 14:
                ways = [self.simple() for _ in range(3)]
                cases = f"case 0: {ways[0]} case 1: {ways[1]} break; default: {ways[2]}"
                return f"switch ({self.value()}) {{ {cases} }}"
            case _:
                return f"if ({self.value()}) pthread_create(&late, 0, child, 0);"

    def block(self, depth: int) -> str:
        return " ".join(self.statement(depth) for _ in range(self.number(1, 2)))

    def body(self, budget: int) -> str:
        self.cost = 0
        parts: list[str] = []
        while self.cost < budget and len(parts) < budget:
            parts.append(self.statement(2))
        return "\n    ".join(parts)


@st.composite
def hard_programs(draw: st.DrawFn, budget: int = 4) -> str:
    make = HardMaker(draw)
    start = "int l = 0, u, w = 0;\n    __VERIFIER_assume(u >= -1 && u <= 1);\n    "
    child = f"{{ {start}{make.simple()} {make.simple()} }}"
    text = HARD_HEADER.replace("CHILD;", child)
    threads = make.number(1, 2)
    for number in range(threads):
        text += (
            f"static void *f{number}(void *argument) {{\n    {start}{make.body(budget)}\n    return 0;\n}}\n"
        )
    text += f"int main(void) {{\n    {start}pthread_t t[2] = {{0, 0}};\n"
    if make.number(0, 1):
        text += f"    {make.statement(1)}\n"
    for number in range(threads):
        created = f"pthread_create(&t[{number}], 0, f{number}, 0);"
        text += f"    if ({make.value()}) {created}\n" if make.number(0, 3) == 0 else f"    {created}\n"
        if make.number(0, 2) == 0:
            text += f"    {make.statement(1)}\n"
    text += f"    {make.body(budget - 2)}\n"
    text += "".join(f"    pthread_join(t[{number}], 0);\n" for number in range(make.number(0, threads)))
    return (
        text + f"    assert({make.value()} {make.pick('!=', '<=')} {make.number(0, 3)});\n    return 0;\n}}\n"
    )
