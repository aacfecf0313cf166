"""`BoundedProgram`: a fixed list of threads, each a loop-free list of instructions with forward jumps."""

from __future__ import annotations

from enum import StrEnum

from unthread.core.bounds import Bound, Bounds
from unthread.core.properties import ASSERTED, Property
from unthread.core.records import dataclass
from unthread.core.source import DataModel, Loc
from unthread.program.expressions import Variable
from unthread.program.instructions import Cut, Instruction
from unthread.program.program import Function, GlobalVariable, Program
from unthread.program.types import VOID, FunctionType, RecordType


@dataclass(frozen=True, slots=True)
class Thread:
    """One activation of a start routine. `name` is unique; the one `Spawn` that names it starts it with
    the register `argument` set. `start` is the function that it runs, `routine` what the user calls that.
    Calls are gone, and a `Return` stands only at the end. Variables belong to this thread alone."""

    name: str
    start: str
    routine: str
    number: int
    argument: tuple[Variable, ...]
    locals: tuple[Variable, ...]
    body: tuple[Instruction, ...]
    loc: Loc

    @property
    def is_beyond(self) -> bool:
        """There are more threads than the bound allows: this one is there, but does not get to run."""
        match self.body:
            case (Cut(bound=Bound.THREADS),):
                return True
            case _:
                return False


class LoopKind(StrEnum):
    COUNTED = "counted"  # the number of iterations is known: unwound completely
    WAITING = "waiting"  # iterating changes nothing: one iteration is enough
    IDLE = "idle"  # iterations that change nothing are left out, the others unwound to the bound, then Cut
    BOUNDED = "bounded"  # unwound to the bound, then Cut


@dataclass(frozen=True, slots=True)
class LoopUse:
    """What became of a loop of the program wherever it was met: the most iterations, and whether any copy
    ends in a `Cut`. `trips`, if asked for: after how many iterations its test ends it, the most of
    all copies; None if that is not known of one of them."""

    loc: Loc
    function: str
    kind: LoopKind
    iterations: int
    cut: bool
    trips: int | None = None


@dataclass(frozen=True, slots=True)
class BoundedProgram:
    """`functions` are those of the program: they are not called any more, but they have addresses.
    `assumptions` lists, for the verdict, what was taken for granted (functions without a body).
    `properties` are those whose assertions it was made for, and it must be checked for all of these:
    nothing sensible follows an assertion that is known to fail, and the analyses rely on what the others
    say, since an execution that breaks one goes no further."""

    globals: dict[str, GlobalVariable]
    threads: tuple[Thread, ...]
    functions: dict[str, FunctionType]
    records: tuple[RecordType, ...]
    data_model: DataModel
    bounds: Bounds
    loops: tuple[LoopUse, ...]
    assumptions: tuple[str, ...]
    properties: frozenset[Property] = ASSERTED

    def as_program(self) -> Program:
        """The same as a `Program`, to be checked, shown and run: each thread is a function."""
        functions = {
            thread.name: Function(
                thread.name,
                FunctionType(VOID, tuple(v.type for v in thread.argument)),
                thread.argument,
                thread.locals,
                thread.body,
                thread.loc,
            )
            for thread in self.threads
        }
        addressed = {name: kind for name, kind in self.functions.items() if name not in functions}
        entry = self.threads[0].name
        return Program(self.globals, functions, self.records, self.data_model, entry, addressed)
