"""What terms are made of: operations, nodes with the range that their values keep, and ranges.

An `Int` is an integer in the ordinary sense, with bounds `lo` and `hi` that every value of it keeps; how many
bits it takes follows from the bounds, so that a counter up to five is three bits wide wherever it goes.
`terms.py` makes nodes, `domains.py` says what is known of their values, `solver.py` hands them to the solver.
"""

from __future__ import annotations

from enum import IntEnum, auto
from typing import TypeAlias

from unthread.core.records import dataclass

Range: TypeAlias = tuple[int, int]


class Op(IntEnum):
    CONSTANT = auto()
    VARIABLE = auto()
    # Booleans
    NOT = auto()
    AND = auto()
    EQUAL = auto()
    LESS = auto()
    # integers
    CHOICE = auto()
    ADD = auto()
    SUBTRACT = auto()
    MULTIPLY = auto()
    QUOTIENT = auto()
    REMAINDER = auto()
    BIT_AND = auto()
    BIT_OR = auto()
    BIT_XOR = auto()
    SHIFT_LEFT = auto()
    SHIFT_RIGHT = auto()
    EXTRACT = auto()  # `data` bits from bit `arguments[1]` on
    CONCAT = auto()
    WRAP = auto()
    SELECT = auto()  # of an array
    # numbers of floating types, as their bits; `data` says what to do in which format
    FLOAT = auto()
    FLOAT_TEST = auto()


class Bool:
    """`inverse` is its negation, made together with it."""

    __slots__ = ("args", "data", "inverse", "number", "op")

    op: Op
    args: tuple[Bool | Int, ...]
    data: object
    inverse: Bool
    number: int

    def __init__(self, op: Op, args: tuple[Bool | Int, ...], data: object, number: int) -> None:
        self.op = op
        self.args = args
        self.data = data
        self.number = number


class Int:
    """`lo` <= value <= `hi`. An operation is computed in as many bits as its bounds need."""

    __slots__ = ("args", "data", "hi", "leaves", "lo", "number", "op")

    def __init__(
        self, op: Op, args: tuple[Bool | Int | Array, ...], lo: int, hi: int, data: object, number: int
    ) -> None:
        self.op = op
        self.args = args
        self.lo = lo
        self.hi = hi
        self.data = data
        self.number = number
        self.leaves: Leaves | None = None  # not asked yet

    @property
    def width(self) -> int:
        return width_of(self.lo, self.hi)

    @property
    def is_constant(self) -> bool:
        return self.op is Op.CONSTANT


class Array:
    """A large object as a whole: bytes or wider elements by index. `store` is None for one that was never
    written. `viewed` is an array whose elements this one has in smaller parts; `filled` says that elements of
    another one have a value, where a condition holds, from one index up to another. Only `Terms.loaded` knows
    about these two: the solver gets arrays that are plain."""

    __slots__ = ("base", "element", "filled", "index", "is_plain", "number", "store", "viewed")

    def __init__(
        self,
        index: int,
        element: int,
        base: object,
        store: tuple[Array, Bool, Int, Int] | None,
        number: int,
        viewed: Array | None = None,
        filled: tuple[Array, Bool, int, int, Int] | None = None,
    ) -> None:
        self.viewed = viewed
        self.filled = filled
        is_new = viewed is None and filled is None
        self.is_plain: bool = is_new and (store is None or store[0].is_plain)
        self.index = index  # bits
        self.element = element  # bits
        self.base = base
        self.store = store
        self.number = number


Term: TypeAlias = Bool | Int


@dataclass(frozen=True, slots=True)
class Leaves:
    """The values that a term can have, as far as they are known one by one. `is_open`: others as well, and
    not only those that happen to be in memory never written if `is_given`; `is_full`: too many to tell, so
    that any may be missing here."""

    values: frozenset[int]
    is_open: bool = False
    is_given: bool = False
    is_full: bool = False


UNDEFINED = Leaves(frozenset(), is_open=True)  # of what a program finds in memory never written


def width_of(lo: int, hi: int) -> int:
    if lo >= 0:
        return max(1, hi.bit_length())
    return max(hi.bit_length(), (-lo - 1).bit_length()) + 1


def signed_range(bits: int) -> Range:
    return -(1 << (bits - 1)), (1 << (bits - 1)) - 1


def unsigned_range(bits: int) -> Range:
    return 0, (1 << bits) - 1


def wrapped(value: int, within: Range) -> int:
    lo, hi = within
    return (value - lo) % (hi - lo + 1) + lo


def is_exact(a: Int) -> bool:
    """Nothing was wrapped in this operation."""
    return a.data != "wrapped"


def is_pair(a: Int) -> bool:
    """A choice between two constants."""
    return a.op is Op.CHOICE and a.args[1].op is Op.CONSTANT and a.args[2].op is Op.CONSTANT  # type: ignore[union-attr]
