"""Functions of a `Program` as Python functions, compiled piece by piece when first reached.

A piece (`Segment`) starts at some instruction and runs as far as its `Mode` allows: along jumps, around the
loop it starts, to the next call. It is called with the registers and the frame and returns the index of
the next instruction of the frame, or an `Event` after setting `frame.pc`. It counts instructions in `C[0]`
and, in free mode, steps in `C[1]`; loops end when `C[0]` reaches `C[2]`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.interpreter.compile.places import PythonNames
from unthread.interpreter.compile.segments import SegmentWriter, touched_by_effect
from unthread.interpreter.memory import Memory
from unthread.interpreter.objects import Object
from unthread.interpreter.state import Apart, Mode, Segment
from unthread.program.expressions import Place, Variable
from unthread.program.instructions import (
    BlockUntil,
    Discard,
    Free,
    Instruction,
    Jump,
    Label,
    accesses,
    is_step,
)
from unthread.program.program import Function, Program
from unthread.program.query.lives import ends_with_return, is_main, makes_known, with_held_results
from unthread.program.query.unset import possibly_unset
from unthread.program.query.uses import defined, used
from unthread.program.types import ArrayType, AtomicType, size_of
from unthread.values.cells import place_cell

COLD = 300  # times that a segment is needed until it is compiled in full


@dataclass(slots=True)
class FunctionCompiler:
    """What compiling any function of one machine needs."""

    program: Program
    memory: Memory
    names: PythonNames
    globals: dict[str, Object]
    functions: dict[str, int]
    properties: frozenset[Property]
    codes: dict[str, FunctionCode]
    apart: Apart | None = None

    def code(self, name: str) -> FunctionCode:
        found = self.codes.get(name)
        if found is None:
            function = self.program.functions[name]
            if Property.MEMORY in self.properties and function.visible is None:
                function = with_held_results(function)
            found = self.codes[name] = FunctionCode(self, function)
        return found


class Table(dict[int, Segment]):
    """Segments of one function in one mode by their first instruction, made when asked for: a short one that
    is compiled soon, and a long one in its place when it pays."""

    def __init__(self, code: FunctionCode, mode: Mode) -> None:
        super().__init__()
        self.code = code
        self.mode = mode
        self.cold: dict[int, Segment] = {}
        self.uses: dict[int, int] = {}

    def __missing__(self, pc: int) -> Segment:
        uses = self.uses[pc] = self.uses.get(pc, 0) + 1
        if self.mode is Mode.SINGLE or uses > COLD:
            segment = self[pc] = SegmentWriter(self.code, self.mode, pc).compile()
            return segment
        if uses == 1:
            self.cold[pc] = SegmentWriter(self.code, self.mode, pc, is_cold=True).compile()
        return self.cold[pc]


class FunctionCode:
    """A function with what its compiled form needs: slots of its registers, targets of its jumps."""

    def __init__(self, compiler: FunctionCompiler, function: Function) -> None:
        self.compiler = compiler
        self.function = function
        self.body = function.body
        self.labels = {item.name: at for at, item in enumerate(self.body) if isinstance(item, Label)}
        self.heads = set(self._loop_heads())
        self.stops: frozenset[int] = frozenset()  # where segments end, so that somebody can look
        self.steps = [self._is_step(index) for index in range(len(self.body))]
        if function.visible is not None:
            self.steps = [index in function.visible for index in range(len(self.body))]
        self.slots: dict[str, int] = {}
        self.variables: list[Variable] = []
        for variable in self._variables():
            if variable.name not in self.slots:
                self.slots[variable.name] = len(self.slots)
                self.variables.append(variable)
        self.unset = possibly_unset(function)
        self.ends_lives = (
            Property.MEMORY in compiler.properties
            and not is_main(function)
            and any(map(makes_known, self.body))
        )
        self.tables = tuple(Table(self, mode) for mode in Mode)
        self.access_functions: dict[int, Callable[..., list[tuple[int, int, bool, bool]]]] = {}

    def _is_step(self, index: int) -> bool:
        item = self.body[index]
        if not is_step(item, self.compiler.properties):
            return False
        is_last = is_main(self.function) and ends_with_return(self.body, index)
        return not (isinstance(item, Discard | Free) and is_last)

    def _variables(self) -> Iterator[Variable]:
        yield from self.function.parameters
        if self.function.varargs:
            yield self.function.varargs
        yield from self.function.locals
        yield from variables_of(self.function)

    def _loop_heads(self) -> Iterator[int]:
        for at, item in enumerate(self.body):
            if isinstance(item, Jump) and self.labels[item.label] <= at:
                yield self.labels[item.label]

    def instruction(self, pc: int) -> Instruction | None:
        """None after the last one, where the function returns."""
        return self.body[pc] if pc < len(self.body) else None

    def loc(self, pc: int) -> Loc:
        return self.body[pc].loc if 0 <= pc < len(self.body) else self.function.loc

    def accesses(self, pc: int) -> Callable[..., list[tuple[int, int, bool, bool]]]:
        """A function of registers and frame: first bit, end bit, writes, atomic of each access at `pc`."""
        found = self.access_functions.get(pc)
        if found is None:
            found = self.access_functions[pc] = _access_function(self, pc)
        return found


def variables_of(function: Function) -> Iterator[Variable]:
    """Registers and locals that the body mentions."""
    for item in function.body:
        yield from used(item)
        made = defined(item)
        if made is not None:
            yield made


def _bits_of(place: Place) -> tuple[int, int, int]:
    """The bytes before what is accessed, and its first bit and end after these."""
    if isinstance(place.type, ArrayType):
        return 0, 0, 8 * size_of(place.type)
    cell = place_cell(place)
    return cell.skip, *cell.extent


def _access_function(code: FunctionCode, pc: int) -> Callable[..., list[tuple[int, int, bool, bool]]]:
    writer = SegmentWriter(code, Mode.SINGLE, pc)
    writer.at(pc)
    texts = writer.expressions
    atomic_instruction = isinstance(code.body[pc], BlockUntil)
    writer.lines.add("out = []")
    for access in accesses(code.body[pc]):
        location, (skip, start, end) = texts.locate(access.place), _bits_of(access.place)
        atomic = atomic_instruction or isinstance(access.place.type, AtomicType)
        first = texts.temporary(f"({location.address()} + {skip}) * 8 + {start}")
        writer.lines.add(f"out.append(({first}, {first} + {end - start}, {access.writes}, {atomic}))")
    touched = touched_by_effect(code.body[pc], texts)
    if touched:
        writer.lines.add(f"out += {touched}")
    writer.lines.add("return out")
    function: Callable[..., list[tuple[int, int, bool, bool]]] = writer.execute()
    return function
