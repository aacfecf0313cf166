"""Heap objects and their parts, as a C programmer calls them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.recorded import recorded
from unthread.core.source import Loc
from unthread.interpreter.names import HeapNames
from unthread.interpreter.objects import Object, ObjectKind
from unthread.program.types import INT, ArrayType, Field, RecordType

PAIR = RecordType("pair", False, (Field("a", INT, 0), Field("b", INT, 4)), 8, complete=True)
INNER = RecordType("inner", False, (Field("x", INT, 0),), 4, complete=True)
FLEXIBLE = RecordType(
    "text", False, (Field("length", INT, 0), Field("bytes", ArrayType(INT, 0), 4)), 4, complete=True
)
FORMAL = RecordType(
    "buffer", False, (Field("length", INT, 0), Field("bytes", ArrayType(INT, 1), 4)), 8, complete=True
)


def heap(size: int, base: int = 1 << 32) -> Object:
    return Object(base, size, ObjectKind.HEAP, 1, loc=Loc("a.c", 1, 1))


def test_numbers_come_in_the_order_of_names() -> None:
    names = HeapNames()
    one, other = heap(8), heap(8, 2 << 32)
    assert [names.whole(other), names.whole(one), names.whole(other)] == ["heap#1", "heap#2", "heap#1"]


@pytest.mark.parametrize(
    ("size", "type", "offset", "name"),
    [
        (8, PAIR, 4, "heap#1.b"),
        (24, PAIR, 12, "heap#1[1].b"),
        (4, INT, 0, "heap#1"),
        (12, INT, 8, "heap#1[2]"),
        (16, FLEXIBLE, 8, "heap#1.bytes[1]"),
        (7, PAIR, 4, "heap#1+4"),  # it does not fit
        (20, PAIR, 4, "heap#1.b"),  # and something after it
        (20, PAIR, 12, "heap#1+12"),
        (20, FORMAL, 12, "heap#1.bytes[2]"),
    ],
)
def test_parts_are_named_by_the_type_of_pointers(size: int, type: RecordType, offset: int, name: str) -> None:
    names, item = HeapNames(), heap(size)
    names.learn(item, type)
    assert names.part(item, offset) == name


def test_the_larger_record_says_more_than_the_one_it_begins_with() -> None:
    names, item = HeapNames(), heap(8)
    for type in (INT, INNER, PAIR, INNER, INT):
        names.learn(item, type)
    assert names.part(item, 4) == "heap#1.b"


WRITTEN = """#include <assert.h>
#include <stdlib.h>
struct node { int value; struct node *next; };
struct list { struct node *first; int sizes[3]; };
struct list *list;
int main(void)
{
    list = calloc(1, sizeof *list);
    list->first = calloc(2, sizeof(struct node));
    list->first[1].value = 3;
    list->sizes[2] = 4;
    assert(list->first[1].value == 4);
}
"""


def test_places_as_the_user_wrote_them(tmp_path: Path) -> None:
    trace = recorded(tmp_path, WRITTEN, "0:40", (12, 5))
    writes = {step.place: step.text for step in trace.steps if step.kind == "write"}
    assert writes == {
        "list": "",
        "heap#1.first": "list->first",
        "heap#2[1].value": "list->first[1].value",
        "heap#1.sizes[2]": "list->sizes[2]",
    }
    assert [item.type for item in trace.objects] == ["struct list", "struct node [2]"]
