"""Records are what the standard library makes of the same class, but for the guards of their fields."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import pickle
from dataclasses import field

import pytest

from unthread.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Point:
    """A place."""

    x: int
    y: int = 2
    note: str = field(default="", compare=False, repr=False)
    seen: list[int] = field(default_factory=list, compare=False)


@dataclass(frozen=True, slots=True)
class Named(Point):
    name: str = field(kw_only=True)


@dataclass(frozen=True, slots=True)
class Empty:
    pass


@dataclass(frozen=True, slots=True)
class Own:
    value: int

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Own) and abs(self.value) == abs(other.value)

    def __hash__(self) -> int:
        return abs(self.value)

    def __repr__(self) -> str:
        return "own"


def test_fields_and_defaults() -> None:
    point = Point(1, note="n")
    assert (point.x, point.y, point.note, point.seen) == (1, 2, "n", [])
    assert Point(1).seen is not Point(1).seen
    assert Named(1, name="a").name == "a"
    assert [item.name for item in dataclasses.fields(Named)] == ["x", "y", "note", "seen", "name"]
    with pytest.raises(TypeError):
        Point()  # type: ignore[call-arg]
    with pytest.raises(TypeError):
        Point(1, 2, "", [], 5)  # type: ignore[call-arg]


def test_equality_and_hash_are_of_what_is_compared() -> None:
    assert Point(1, note="a") == Point(1, 2, "b")
    assert hash(Point(1, note="a")) == hash(Point(1, 2, "b"))
    assert Point(1) != Point(2)
    assert Point(1, 2) != Named(1, 2, name="")
    assert Point(1).__eq__((1, 2)) is NotImplemented
    assert Empty() == Empty()
    assert hash(Empty()) == hash(Empty())


def test_text() -> None:
    assert repr(Named(1, name="a")) == "Named(x=1, y=2, seen=[], name='a')"
    assert repr(Empty()) == "Empty()"
    assert Point.__doc__ == "A place."


def test_methods_of_the_class_itself_are_kept() -> None:
    assert Own(1) == Own(-1)
    assert {Own(1), Own(-1)} == {Own(1)}
    assert repr(Own(3)) == "own"


def test_slots() -> None:
    assert not hasattr(Point(1), "__dict__")
    with pytest.raises(AttributeError):
        Point(1).other = 1  # type: ignore[attr-defined]


def test_matching_replacing_copying_storing() -> None:
    match Point(1, 5):
        case Point(x, y):
            assert (x, y) == (1, 5)
    point = dataclasses.replace(Point(1, note="n"), y=7)
    assert (point.x, point.y, point.note) == (1, 7, "n")
    for other in (copy.copy(point), copy.deepcopy(point), pickle.loads(pickle.dumps(point))):
        assert other == point
        assert other.note == "n"


def test_other_dataclasses_are_those_of_the_library() -> None:
    @dataclass(slots=True)
    class Counter:
        count: int = field(init=False, default=0)

    counter = Counter()
    counter.count += 1
    assert counter != Counter()
    with pytest.raises(TypeError):
        hash(counter)


def test_what_a_record_cannot_have() -> None:
    with pytest.raises(AssertionError, match=r"Wrong\.a: a record gets all of its fields"):

        @dataclass(frozen=True, slots=True)
        class Wrong:
            a: int = field(init=False)


def test_methods_are_compiled_when_they_are_used_first() -> None:
    @dataclass(frozen=True, slots=True)
    class Fresh:
        x: int
        y: int = 2

    @dataclass(frozen=True, slots=True)
    class Below(Fresh):
        z: int = 3

    assert str(inspect.signature(Fresh)) == "(x, y=2)"
    assert (Below(1).x, Below(1).z) == (1, 3)
    assert Below(1) == Below(1) != Fresh(1)
    assert hash(Below(1)) == hash(Below(1, 2, 3))
    again = copy.copy(Fresh(1))
    assert {again: "found"}[Fresh(1)] == "found"
