"""The values in a condition that does not hold."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from tests.support.recorded import recorded
from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.interpreter.machine import Machine, Violated
from unthread.interpreter.schedulers import InOrder
from unthread.results.execution import ClaimedInputs

PROGRAM = """#include <assert.h>
#include <stdlib.h>
struct point { int x; struct { unsigned low : 3, high : 5; }; };
struct shape { struct point *points; int count; };
enum { LIMIT = 3 };
int shadowed = 1, table[4] = {5, 6, 7, 8};
static int two(void) { return 2; }
static void check(struct shape *shape, int i)
{
    int shadowed = 9;
    (void)shadowed;
    assert(CONDITION);
}
int main(void)
{
    struct shape *shape = calloc(1, sizeof *shape);
    shape->points = calloc(2, sizeof(struct point));
    shape->points[1].x = 4;
    shape->points[1].high = 17;
    shape->count = 2;
    check(shape, 1);
}
"""


@pytest.mark.parametrize(
    ("condition", "values"),
    [
        ("i == 2", [("i", "1")]),
        ("shape->count > i + LIMIT", [("shape->count", "2"), ("i", "1")]),
        ("shape->points[i].x == 5", [("shape->points[i].x", "4"), ("i", "1")]),
        ("shape->points[1].high == 3", [("shape->points[1].high", "17")]),
        ("shadowed == 1", [("shadowed", "9")]),
        ("table[shape->count] == 0", [("table[shape->count]", "7"), ("shape->count", "2")]),
        ("two() == i", [("i", "1")]),
        ("i > 1 && i < 3", [("i", "1")]),
        ("!shape", [("shape", "heap#1")]),
        ("sizeof(struct point) == 1", []),
        ("table[i + 1] == 0", [("table[i + 1]", "7"), ("i", "1")]),
        ("table[(i+1) * 2 % 3 ] == 0", [("table[(i+1) * 2 % 3 ]", "6"), ("i", "1")]),
        ("table[2 - i - 1] == 0", [("table[2 - i - 1]", "5"), ("i", "1")]),
        ("table[1 + 4 / 2] == 0", [("table[1 + 4 / 2]", "8")]),
        ("table[i - 2 + 3] == 0", [("i", "1")]),  # -1 may be a large number in C
        ("table[i << 1] == 0", [("i", "1")]),
    ],
)
def test_values(tmp_path: Path, condition: str, values: list[tuple[str, str]]) -> None:
    trace = recorded(tmp_path, PROGRAM.replace("CONDITION", condition), "0:60", (12, 5))
    assert list(trace.violation.values) == values


RACING = """#include <assert.h>
#include <pthread.h>
int x;
static void *work(void *unused) { x = 2; return unused; }
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    assert(x != 0);
    pthread_join(thread, 0);
}
"""


def test_the_value_is_the_one_that_was_read(tmp_path: Path) -> None:
    """Whatever another thread has written since."""
    trace = recorded(tmp_path, RACING, "0:2,1:2,0:1", (9, 5))
    assert trace.violation.values == (("x", "0"),)


SHAPES = """#include <assert.h>
int n = 3, flat[9] = {0, 1, 2, 3, 4, 5, 6, 7, 8};
struct bits { unsigned low : 3; int *next; } bits = {5, flat}, *to = &bits;
int main(void)
{
    int m = n, square[m][m], (*row)[m] = square, fixed[2][m], i = 1, *none = 0;
    square[1][2] = row[1][2] = fixed[1][0] = 7;
    assert(CONDITION);
}
"""


@pytest.mark.parametrize(
    ("condition", "values"),
    [
        ("row[1][2] == 8", []),
        ("square[i][2] == 8 && i", [("i", "1")]),
        ("fixed[1][0] == 8", []),
        ("flat[010] == 9", [("flat[010]", "8")]),
        ("flat[0x2] == 9", [("flat[0x2]", "2")]),
        ("none != 0 && none[2] == 1", [("none", "null")]),
        ("to->next[bits.low] == 9", [("to->next[bits.low]", "5"), ("bits.low", "5")]),
        ("i == 2 && flat[99] == flat[i]", [("i", "1")]),  # the rest was not evaluated
        ("i != 1 || flat[8] == flat[i]", [("i", "1"), ("flat[8]", "8"), ("flat[i]", "1")]),
    ],
)
def test_shapes(tmp_path: Path, condition: str, values: list[tuple[str, str]]) -> None:
    trace = recorded(tmp_path, SHAPES.replace("CONDITION", condition), "0:60", (8, 5))
    assert list(trace.violation.values) == values


EVALUATED = """#include <assert.h>
#include <stdatomic.h>
union word { int i; unsigned char bytes[4]; } word = {0x41424344};
struct bits { unsigned a : 3, b : 5; int c : 7; } bits = {5, 2, -9};
atomic_int atom = 1;
int stale = 1, aliased = 1, instead = 2;
__int128 big = 7;
_Thread_local int own = 3;
static int get(const int *from) { return *from; }
#define aliased instead
int main(void)
{
    int before = stale + atom, v = 2, i = 7;
    stale = 5 * before;
    big = -big;
    atom += 6;
    for (int i = 0; i < 3; i++) { int v = i; v++; }
    { int v = 3; { int v = 4; v++; } v++; assert(CONDITION); }
}
"""


@pytest.mark.parametrize(
    ("condition", "values"),
    [
        ("word.i == 0x41424344 && !word.bytes[0]", [("word.i", "1094861636"), ("word.bytes[0]", "68")]),
        ("bits.a == bits.b + bits.c", [("bits.a", "5"), ("bits.b", "2"), ("bits.c", "-9")]),
        ("atomic_load(&atom) == 1", [("atom", "7")]),
        ("v == 3 && stale == 1", [("v", "4")]),
        ("aliased == 1", []),
        ("big == 7 || own == 1", [("big", "-7"), ("own", "3")]),
        ("i == 8 || v == 5", [("i", "7"), ("v", "4")]),
        ("get(&stale) == 1", [("stale", "10")]),
        ("i++ == 8 || v == (instead = 5)", [("v", "4")]),
    ],
)
def test_the_values_are_those_of_the_evaluation(
    tmp_path: Path, condition: str, values: list[tuple[str, str]]
) -> None:
    """Of the variables that the condition is about, as they were read: not those of other names, members and
    blocks, not what was in memory before or is not looked at."""
    trace = recorded(tmp_path, EVALUATED.replace("CONDITION", condition), "0:60", (18, 43))
    assert list(trace.violation.values) == values


PIECES = [
    "i",
    "flat",
    "square",
    "row",
    "to",
    "bits",
    "none",
    "n",
    "[",
    "]",
    "->",
    ".",
    "next",
    "low",
    "(",
    ")",
]
PIECES += ["*", "&", "1", "010", "09", "0x", "+", "==", "f", "struct", "sizeof", '"a', "'", "\\"]


def test_whatever_is_written_is_read_without_trouble(tmp_path: Path) -> None:
    """Values are an addition: no text of a condition may stand in the way of its violation."""
    file = tmp_path / "p.c"
    file.write_text(SHAPES.replace("CONDITION", "0"))
    observed = Machine(
        load(Source((file,))),
        ClaimedInputs(()),
        frozenset({Property.REACH}),
        lambda stream, text: None,
        observer=lambda step: None,
    )
    assert isinstance(observed.run(InOrder()), Violated)
    observation = observed.observation
    assert observation is not None
    random = Random(1)
    for _ in range(3000):
        observation.values_of(" ".join(random.choices(PIECES, k=random.randint(1, 12))))
