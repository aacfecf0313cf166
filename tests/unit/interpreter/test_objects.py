"""Parts of objects, as a C programmer calls them."""

from __future__ import annotations

import pytest

from unthread.core.source import Loc
from unthread.interpreter.objects import Object, ObjectKind, leaf_type, path_text, written_name
from unthread.program.types import BOOL, INT, UINT, ArrayType, Field, FloatType, RecordType, Type
from unthread.values.cells import codec

FLOAT = FloatType(32, 4)
BITS = RecordType(
    "bits",
    False,
    (
        Field("a", UINT, 0, bit_offset=0, bit_width=3, after=5),
        Field("b", UINT, 0, bit_offset=3, bit_width=5, before=3),
    ),
    4,
    complete=True,
)
PAIR = RecordType("pair", False, (Field("x", INT, 0), Field("y", FLOAT, 4)), 8, complete=True)
MIXED = RecordType(
    "mixed", True, (Field("whole", INT, 0), Field("real", FLOAT, 0), Field("pair", PAIR, 0)), 8, complete=True
)
FLAG = RecordType("flag", False, (Field("__ut_set", BOOL, 0),), 1, complete=True)


@pytest.mark.parametrize(
    ("type", "offset", "cell", "path"),
    [
        (MIXED, 0, INT, ".whole"),
        (MIXED, 0, FLOAT, ".real"),
        (MIXED, 4, FLOAT, ".pair.y"),
        (MIXED, 0, BOOL, ".whole"),  # no member is accessed so: the first one there
        (ArrayType(MIXED, 3), 16, FLOAT, "[2].real"),
    ],
)
def test_the_member_of_a_union_is_the_one_that_is_accessed(
    type: Type, offset: int, cell: Type, path: str
) -> None:
    assert path_text(type, offset, codec(cell)) == path


def test_a_union_looked_at_from_nowhere_is_its_first_member() -> None:
    assert path_text(MIXED, 0) == ".whole"


def test_members_of_our_own_are_not_shown() -> None:
    assert path_text(FLAG, 0) == ""
    assert path_text(ArrayType(FLAG, 2), 1, codec(BOOL)) == "[1]"


def test_bit_fields_that_are_written_together_are_named_together() -> None:
    assert path_text(BITS, 0) == ".{a, b}"


def test_functions_are_named_as_the_user_wrote_them() -> None:
    assert written_name("work@other.c") == "work"
    assert Object(0, 1, ObjectKind.FUNCTION, 1, name="work@other.c").describe() == "function 'work'"


def test_the_smallest_part_that_holds_an_offset() -> None:
    assert leaf_type(ArrayType(PAIR, 2), 12) == FLOAT
    assert leaf_type(MIXED, 4) == MIXED


def test_the_story_of_a_heap_object() -> None:
    here, there = Loc("a.c", 3, 5), Loc("a.c", 9, 5)
    item = Object(0, 8, ObjectKind.HEAP, 1, loc=here, thread=2)
    assert [(part.what, part.thread, part.loc) for part in item.story()] == [("allocated", 2, here)]
    item.ended, item.freed = "was freed", (1, there)
    assert [(part.what, part.thread, part.loc) for part in item.story()][1:] == [("freed", 1, there)]
