"""`Program`: globals and functions as goto code, with loops and calls still in."""

from __future__ import annotations

from dataclasses import field

from unthread.core.records import dataclass
from unthread.core.source import DataModel, Loc
from unthread.core.verdict import ProgramPlace
from unthread.program.expressions import Expression, Variable
from unthread.program.instructions import Instruction
from unthread.program.notes import Note
from unthread.program.standstill import Contents, Standstill
from unthread.program.types import FunctionType, RecordType, Type, size_of, value_type


@dataclass(frozen=True, slots=True)
class InitialValue:
    """`value` (constants and addresses only) lies at `offset` of an object, seen as `type`;
    bit-fields as in `Field`."""

    offset: int
    type: Type
    value: Expression
    bit_offset: int = 0
    bit_width: int | None = None

    @property
    def size(self) -> int:
        """Bytes from `offset` on that hold some of it."""
        if self.bit_width is None:
            return size_of(value_type(self.type))
        return (self.bit_offset + self.bit_width + 7) // 8


@dataclass(frozen=True, slots=True)
class GlobalVariable:
    """An object of static or thread storage duration; what `initial` leaves out is zero.
    `size` is given apart because flexible array members make it larger than the type's.
    `contents`, if they are given, are what it holds where `initial` says nothing.
    `read_only` holds for string literals, `external` for variables that are declared and nowhere defined:
    those hold any value."""

    variable: Variable
    size: int
    initial: tuple[InitialValue, ...] = ()
    read_only: bool = False
    external: bool = False
    contents: Contents | None = None

    def is_zero(self, offset: int, size: int) -> bool:
        """`contents` leave these bytes zero."""
        return self.contents is None or not any(self.contents.data[offset : offset + size])


@dataclass(frozen=True, slots=True)
class Function:
    """`parameters` are registers. Records are passed and returned through pointers: a function that
    returns one takes the address of the result as its first parameter; a parameter of record type is a
    pointer to the caller's copy. `varargs` is the register with the address of the variadic arguments.
    `library` marks our own models: positions in them mean little to users. `is_called_again` is a main that
    is called by the program itself, too."""

    name: str
    type: FunctionType
    parameters: tuple[Variable, ...]
    locals: tuple[Variable, ...]
    body: tuple[Instruction, ...]
    loc: Loc
    varargs: Variable | None = None
    library: bool = False
    visible: frozenset[int] | None = (
        None  # the instructions before which threads may be switched; None: all steps
    )
    is_called_again: bool = False


@dataclass(frozen=True, slots=True)
class Program:
    """`entry` calls the user's main. `undefined` are functions that are called and have neither body nor
    model, with their types; `guessed` those of them that the system's headers declare: what they return is
    not just anything, but it is not known here. `places` are those that `Arrive` speaks of. `weak_accesses`:
    where the text asks for a memory order that is not known to be sequentially consistent. What such an
    access may see besides is nowhere in here: instructions take effect in the order in which they are
    executed. `notes` say where C means more than this program does, `other_arguments` which ones the program
    might be started with besides those that it is given here. `assumed` is so although a flag says
    otherwise. With `start`, executions begin there and not in `entry`."""

    globals: dict[str, GlobalVariable]
    functions: dict[str, Function]
    records: tuple[RecordType, ...]
    data_model: DataModel
    entry: str = "main"
    undefined: dict[str, FunctionType] = field(default_factory=dict)
    guessed: frozenset[str] = frozenset()
    places: tuple[ProgramPlace, ...] = ()
    weak_accesses: tuple[Loc, ...] = ()
    notes: tuple[Note, ...] = ()
    other_arguments: str = ""
    left_out: tuple[str, ...] = ()
    assumed: tuple[str, ...] = ()
    start: Standstill | None = None

    @property
    def pointer_size(self) -> int:
        return 8 if self.data_model is DataModel.M64 else 4
