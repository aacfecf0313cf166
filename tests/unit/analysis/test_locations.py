"""Locations: which bytes they mean, whether accesses meet, what moving a pointer makes of them."""

from __future__ import annotations

import pytest

from tests.support.builder import shared
from tests.support.locations import contains
from unthread.analysis.locations import (
    DISJOINT,
    MOST_STRIDES,
    PARTLY,
    SMEAR,
    SMEAR_KNOWN,
    UNKNOWN,
    WHOLE,
    Location,
    Move,
    Path,
    Space,
    Strides,
    bit_numbers,
    merged,
    overlap,
)

X, Y = shared("x"), shared("y")


@pytest.mark.parametrize(
    ("strides", "inside", "outside"),
    [
        ((), [8], [0, 9]),
        (((4, 3),), [8, 12, 16], [4, 10, 20]),
        (((4, None),), [0, 8, 400], [9]),
        (((20, 2), (4, 3)), [8, 12, 16, 28, 36], [20, 24, 40]),
    ],
)
def test_a_location_contains_the_bytes_of_its_elements(
    strides: Strides, inside: list[int], outside: list[int]
) -> None:
    location = Location(X, 8, strides)
    assert all(contains(location, offset) for offset in inside)
    assert not any(contains(location, offset) for offset in outside)


@pytest.mark.parametrize(
    ("one", "size", "other", "other_size", "expected"),
    [
        (Location(X, 0), 4, Location(Y, 0), 4, DISJOINT),
        (Location(X, 0), 4, Location(X, 4), 4, DISJOINT),
        (Location(X, 0), 4, Location(X, 0), 4, WHOLE),
        (Location(X, 0), 8, Location(X, 4), 4, PARTLY),
        (Location(X, None), 1, Location(X, 100), 1, PARTLY),
        (Location(X, 0, ((8, None),)), 4, Location(X, 4, ((8, None),)), 4, DISJOINT),  # two fields
        (Location(X, 0, ((8, None),)), 4, Location(X, 16), 4, WHOLE),
        (Location(X, 0, ((4, 2),)), 4, Location(X, 8), 4, DISJOINT),  # after the array
        (Location(X, 0, ((4, None),)), 8, Location(X, 8), 8, PARTLY),
    ],
)
def test_overlaps(one: Location, size: int, other: Location, other_size: int, expected: int) -> None:
    assert overlap(one, size, other, other_size) == expected
    assert overlap(other, other_size, one, size) == expected


def test_bit_numbers() -> None:
    numbers = [0, 1, 63, 511, 512, 4000]
    assert bit_numbers(sum(1 << number for number in numbers)) == numbers
    assert bit_numbers(0) == []


def test_strides_of_nested_arrays_are_merged() -> None:
    assert merged(((4, 3),), ((20, 2),)) == ((20, 2), (4, 3))
    assert merged(((4, 3),), ((4, 2),)) == ((4, 4),)
    assert merged(((4, 3),), ((4, None),)) == ((4, None),)


class TestSpace:
    def test_a_pointer_moves_by_whole_elements(self) -> None:
        space = Space()
        start = 1 << space.location(space.object(X, 40), 0, ())
        assert self.one(space, space.image(start, Move(3, 4))) == Location(X, 12)
        assert self.one(space, space.image(start, Move(None, 4))) == Location(X, 0, ((4, None),))
        assert self.one(space, space.image(start, Path(8, ((4, 2),)))) == Location(X, 8, ((4, 2),))

    def test_what_leads_outside_may_lead_anywhere_in_the_object(self) -> None:
        space = Space()
        start = 1 << space.location(space.object(X, 8), 0, ())
        assert self.one(space, space.image(start, Move(1, 8))) == Location(X, 8)  # one past the end
        assert self.one(space, space.image(start, Move(3, 4))) == Location(X, None)
        assert self.one(space, space.image(start, Move(-1, 4))) == Location(X, None)

    def test_too_many_strides_become_any_byte(self) -> None:
        space = Space()
        number = space.object(X, None)
        strides = tuple((1 << (10 - k), 2) for k in range(MOST_STRIDES + 1))
        assert space.public(space.location(number, 0, strides)) == Location(X, None)

    def test_smearing_what_the_program_has_not_made(self) -> None:
        space = Space()
        unknown = space.any_bits[space.unknown]
        assert space.image(unknown, SMEAR) == unknown
        assert space.image(unknown, SMEAR_KNOWN) == 0
        assert self.one(space, unknown).object is UNKNOWN

    @staticmethod
    def one(space: Space, bits: int) -> Location:
        (number,) = bit_numbers(bits)
        return space.public(number)
