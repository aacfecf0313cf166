"""`Emitted`: sequential C text, and what its lines stand for in the user's program."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from unthread.core.bounds import Bound
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.source import DataModel, Loc
from unthread.core.trace import StepKind
from unthread.program.types import Type


class Schema(StrEnum):
    LAZY = "lazy"
    LAZY_PRUNED = "lazy-pruned"
    INTERLEAVE = "interleave"
    STEPWISE = "stepwise"


class Dialect(StrEnum):
    SVCOMP = "svcomp"
    CBMC = "cbmc"
    ESBMC = "esbmc"
    KLEE = "klee"
    FRAMAC = "framac"
    PLAIN = "plain"


@dataclass(frozen=True, slots=True)
class PointOrigin:
    """Executing the line is a visible step of the thread."""

    thread: int
    loc: Loc
    kind: StepKind


@dataclass(frozen=True, slots=True)
class InputOrigin:
    """The line gives a value from outside to the variable `target` of the emitted text."""

    thread: int
    name: str
    loc: Loc
    type: Type
    target: str


@dataclass(frozen=True, slots=True)
class Cell:
    """A scalar of an object, by its offset in bytes, that is read at the position. `path` is how C names it
    after the name of the object, where the position is that of the declaration."""

    loc: Loc
    offset: int
    type: Type
    path: str = ""


@dataclass(frozen=True, slots=True)
class ObjectOrigin:
    """The line gives any bytes to the object `target` of the emitted text, of which these cells are read: all
    of them in order as if at the declaration, then those that are read in known places."""

    thread: int
    name: str
    target: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class ClaimOrigin:
    """The line asserts what the user's program asserts."""

    thread: int
    property: Property
    message: str
    loc: Loc


@dataclass(frozen=True, slots=True)
class CutOrigin:
    """The line is reached only where a bound is too small."""

    what: str
    loc: Loc
    bound: Bound


@dataclass(frozen=True, slots=True)
class GapOrigin:
    """The line is reached only where something is reached that is not modelled."""

    what: str
    loc: Loc


Origin: TypeAlias = PointOrigin | InputOrigin | ObjectOrigin | ClaimOrigin | CutOrigin | GapOrigin


@dataclass(frozen=True, slots=True)
class Stops:
    """Of a thread in a lazy schema: the instructions of its body that have labels, and the line of the text
    that guesses at which of them it stops. After the last label comes the end."""

    labels: tuple[int, ...]
    line: int


@dataclass(frozen=True, slots=True)
class Emitted:
    """`origins` by line, counted from 1; at most one of each kind belongs to a line. `assumptions` and
    `loose` are what the verdict has to tell: what was taken for granted, and what was replaced by any value
    although the program computes it."""

    text: str
    origins: dict[int, tuple[Origin, ...]]
    schema: Schema
    dialect: Dialect
    data_model: DataModel
    assumptions: tuple[str, ...] = ()
    loose: tuple[str, ...] = ()
    stops: tuple[Stops, ...] = ()
