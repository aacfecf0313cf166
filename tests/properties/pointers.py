"""Programs that hand objects around: pointers to locals, structs, unions and heap objects, through globals,
thread arguments, helper functions and casts."""

from __future__ import annotations

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

HEADER = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
struct node { int value; int *link; };
union word { int whole; short half[2]; unsigned char byte[4]; };
int x;
struct node a = {1, &x}, b = {2, &x}, *shared = &a;
union word w;
int *slot = &x;
long hidden = (long)&b.value;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static void store(int *to, int value) { *to = value; }
static int load(int *from) { return *from; }
static int *pick(int test, int *one, int *other) { if (test) return one; return other; }
static void tie(struct node *node, int *to) { node->link = to; }
static struct node pair(int value) { struct node made = {value, &x}; return made; }
static struct node *make(int value) {
    struct node *node = malloc(sizeof *node);
    node->value = value;
    node->link = &node->value;
    return node;
}
"""


SHARED = ("x", "a.value", "shared->value", "*slot", "*p", "*n->link", "w.whole", "*(int *)hidden")


PARTS = ("w.half[1]", "w.byte[0]", "*(short *)&x", "((unsigned char *)&a.value)[1]")


OWN = ("own[0]", "own[l & 1]", "mine.value", "*mine.link")


POINTERS = ("&x", "&a.value", "&b.value", "p", "slot", "n->link", "own", "own + 1", "&mine.value", "&w.whole")


NODES = ("&a", "&b", "shared", "n", "&mine", "make(l)")


class Maker:
    """Draws the parts of one program. `cost` counts accesses to shared memory in a thread."""

    def __init__(self, draw: DrawFn) -> None:
        self.draw = draw
        self.cost = 0

    def pick(self, *choices: str) -> str:
        return self.draw(st.sampled_from(choices))

    def number(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))

    def place(self) -> str:
        kind = self.number(0, 5)
        if kind == 0:
            return self.pick(*OWN)
        self.cost += 1
        return self.pick(*PARTS) if kind == 1 else self.pick(*SHARED)

    def pointer(self) -> str:
        kind = self.number(0, 6)
        if kind == 0:
            return f"pick(l, {self.pick(*POINTERS)}, {self.pick(*POINTERS)})"
        if kind == 1:
            return "(int *)hidden"
        return self.pick(*POINTERS)

    def value(self) -> str:
        kind = self.number(0, 4)
        if kind == 0:
            return str(self.number(0, 2))
        if kind == 1:
            return f"load({self.pointer()})"
        if kind == 2:
            return f"{self.place()} {self.pick('+', '==')} {self.number(0, 2)}"
        return self.place() if kind == 3 else "l"

    def statement(self, depth: int) -> str:
        self.cost += 1
        match self.number(0, 14 if depth else 10):
            case 0 | 1 | 2:
                return f"{self.place()} = {self.value()};"
            case 3:
                return f"store({self.pointer()}, {self.value()});"
            case 4:
                return f"l = {self.value()};"
            case 5:
                return f"{self.pick('p', 'p', 'slot', 'n->link', 'mine.link')} = {self.pointer()};"
            case 6:
                return f"{self.pick('n', 'shared')} = {self.pick(*NODES)};"
            case 7:
                return f"tie({self.pick(*NODES)}, {self.pointer()});"
            case 8:
                return self.pick(
                    "mine = *n;",
                    "*n = mine;",
                    "b = pair(l);",
                    "memcpy(&mine.link, &n->link, sizeof n->link);",
                )
            case 9:
                return f"hidden = (long){self.pointer()};"
            case 10:
                return f"assert({self.value()} {self.pick('!=', '<', '>=')} {self.number(0, 2)});"
            case 11 | 12:
                return f"if ({self.value()}) {{ {self.block(depth - 1)} }} else {{ {self.block(depth - 1)} }}"
            case 13:
                return f"for (int i = 0; i < 2; i++) {{ {self.block(depth - 1)} }}"
            case _:
                self.cost += 2
                return f"pthread_mutex_lock(&m); {self.block(depth - 1)} pthread_mutex_unlock(&m);"

    def block(self, depth: int) -> str:
        return " ".join(self.statement(depth) for _ in range(self.number(1, 2)))

    def body(self, budget: int) -> str:
        self.cost = 0
        parts: list[str] = []
        while self.cost < budget:
            parts.append(self.statement(1))
        return "\n    ".join(parts)


LOCALS = "int l = 0, own[2] = {1, 2};\n    struct node mine = {3, &own[1]}, *n = shared;\n    "


@st.composite
def pointer_programs(draw: DrawFn, budget: int = 6) -> str:
    """The text of a program with one or two threads besides main."""
    make = Maker(draw)
    threads = 1 if make.number(0, 2) else 2
    text = HEADER
    for number in range(threads):
        text += f"static void *f{number}(void *argument) {{\n    int *p = argument;\n    {LOCALS}"
        text += f"{make.body(budget // threads)}\n    return 0;\n}}\n"
    text += f"int main(void) {{\n    int v = 0, *p = &v;\n    {LOCALS}{make.body(1)}\n    pthread_t t[2];\n"
    for number in range(threads):
        argument = make.pick("&v", "&v", "&x", "&mine.value", "own", "make(1)", "slot")
        text += f"    pthread_create(&t[{number}], 0, f{number}, {argument});\n"
    text += f"    {make.body(budget // threads - 1)}\n"
    text += "".join(f"    pthread_join(t[{number}], 0);\n" for number in range(make.number(0, threads)))
    test = make.pick("v", "x", "mine.value", "own[0]", "a.value", "b.value", "w.whole", "*p", "*slot")
    return text + f"    assert({test} {make.pick('!=', '<=')} {make.number(0, 3)});\n    return 0;\n}}\n"
