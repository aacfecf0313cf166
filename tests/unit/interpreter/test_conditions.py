"""The values in a condition that does not hold."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.recorded import recorded

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
        ("table[i + 1] == 0", [("i", "1")]),
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
