"""`Program` → `BoundedProgram`: threads are built one after the other, as their spawns are met."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from pathlib import PurePath

from unthread.analysis.constants import Constants, initial_value
from unthread.analysis.locations import Location, UnknownObject
from unthread.analysis.points_to import points_to_in
from unthread.analysis.sharing import private_locals
from unthread.analysis.steps import Writers, section_depths
from unthread.bound.knowledge import Memory
from unthread.bound.shape import LoopNode, Shape, shape_of
from unthread.bound.trips import Trips
from unthread.bound.unroll import ThreadBuilder
from unthread.bound.waiting import Waiting
from unthread.core.bounds import Bounds
from unthread.core.diagnostics import InputError, Unsupported, UsageError
from unthread.core.properties import DEFAULT_PROPERTIES, Property
from unthread.core.source import Loc
from unthread.program.bounded import BoundedProgram, LoopKind, LoopUse, Thread
from unthread.program.check import check
from unthread.program.expressions import Expression, Place, Read, Storage, Variable, VariablePlace
from unthread.program.instructions import Allocate, Assume, Free, Region
from unthread.program.program import Function, Program
from unthread.program.rewrite import variables_of
from unthread.program.simplify import function_named, is_known
from unthread.program.types import PointerType, Type, size_of

_MOST_INSTRUCTIONS = 5_000_000  # what a bounded program may have; more is a hopeless bound
_MOST_TRIES = 4  # to find out who writes what


class Bounder:
    """`writers` says, from an earlier round, which threads write which cells."""

    def __init__(
        self,
        program: Program,
        bounds: Bounds,
        properties: frozenset[Property],
        writers: Writers | None = None,
    ) -> None:
        self.program = program
        self.properties = properties
        self._writers = writers
        self.bounds = bounds
        self._shapes: dict[str, Shape] = {}
        self._trips: dict[str, Trips] = {}
        self._waiting = Waiting(program)
        self._points_to = points_to_in(program, trust_indices=False)
        self._constants = Constants(program, self._points_to)
        self._private = private_locals(program, self._points_to)
        self._originals: dict[Variable, Variable] = {}
        self._blocks: dict[str, tuple[Variable, ...]] = {}
        self._edges: dict[str, frozenset[tuple[int, int]]] = {}
        self._queue: list[tuple[str, str, int, Expression, Loc]] = []
        self._names: dict[str, int] = {}
        self._loops: dict[tuple[str, Loc], LoopUse] = {}
        self._assumptions: dict[str, None] = {}
        self._spent = 0

    def bound(self) -> BoundedProgram:
        entry = self.program.functions[self.program.entry]
        threads = [self._build("main", "main", 0, entry, entry.parameters, None, entry.loc)]
        while self._queue:
            name, start, number, argument, loc = self._queue.pop(0)
            function = self.program.functions[start]
            parameters = tuple(self._parameter(name, v) for v in function.parameters[:1])
            known = argument if _is_known_everywhere(argument, loc) else None
            threads.append(self._build(name, start, number, function, parameters, known, loc))
        threads.sort(key=lambda thread: thread.number)
        return BoundedProgram(
            self.program.globals,
            tuple(threads),
            {**self.program.undefined, **{name: f.type for name, f in self.program.functions.items()}},
            self.program.records,
            self.program.data_model,
            self.bounds,
            tuple(self._loops.values()),
            tuple(self._assumptions),
        )

    def _build(
        self,
        name: str,
        start: str,
        number: int,
        function: Function,
        argument: tuple[Variable, ...],
        known: Expression | None,
        loc: Loc,
    ) -> Thread:
        builder = ThreadBuilder(self, name, number)
        builder.build(function, argument, known, loc)
        return Thread(name, start, number, argument, tuple(builder.locals), tuple(builder.body), loc)

    def _parameter(self, thread: str, variable: Variable) -> Variable:
        return replace(variable, name=f"{thread}/argument", storage=Storage.REGISTER)

    # ---- what thread builders ask

    def spend(self, instructions: int) -> None:
        self._spent += instructions
        if self._spent > _MOST_INSTRUCTIONS:
            raise Unsupported(
                f"the bounded program has more than {_MOST_INSTRUCTIONS:,} instructions",
                hint="lower --unwind, --depth or --threads",
            )

    def function(self, name: str) -> Function | None:
        return self.program.functions.get(name)

    def shape(self, name: str) -> Shape:
        if name not in self._shapes:
            self._shapes[name] = shape_of(self.program.functions[name])
        return self._shapes[name]

    def trips(self, name: str) -> Trips:
        if name not in self._trips:
            self._trips[name] = Trips(self.shape(name))
        return self._trips[name]

    def waiting_edges(self, name: str) -> frozenset[tuple[int, int]]:
        if name not in self._edges:
            self._edges[name] = self._waiting.edges(self.shape(name))
        return self._edges[name]

    def callees(self, name: str, index: int) -> frozenset[str]:
        return self._points_to.callees(name, index)

    def pointer_to(self, name: str) -> PointerType:
        kind = (
            self.program.functions[name].type
            if name in self.program.functions
            else self.program.undefined[name]
        )
        return PointerType(kind, self.program.pointer_size)

    def constant_cell(self, place: Place) -> Expression | None:
        """The value of a cell that nobody writes."""
        return self._constants.value(place)

    def first_memory(self, thread: int) -> Memory:
        """What a thread knows of memory when it starts."""

        def foreign(variable: Variable, offset: int, size: int) -> bool:
            return self._writers is None or self._writers.other_than(thread, variable, offset, size)

        return Memory(thread == 0, self._initial, self._is_private, foreign)

    def _initial(self, variable: Variable, offset: int, kind: Type) -> Expression | None:
        item = self.program.globals.get(variable.name)
        if item is None or item.external or not 0 <= offset <= item.size - size_of(kind):
            return None
        return initial_value(item, offset, kind)

    def _is_private(self, variable: Variable) -> bool:
        return self._originals.get(variable) in self._private

    def note_copy(self, own: Variable, original: Variable) -> None:
        self._originals[own] = original

    def objects_at(self, place: Place) -> frozenset[Variable] | None:
        """The variables that a place of the program may lie in; None: who knows."""
        return _variables(self._points_to.places(place))

    def pointed_by(self, pointer: Expression) -> frozenset[Variable] | None:
        return _variables(self._points_to.targets(pointer))

    def behind(self, pointer: Expression) -> frozenset[Variable] | None:
        """The variables to which pointers lead that lie where this one points to."""
        objects = {location.object for location in self._points_to.targets(pointer)}
        return _variables(location for item in objects for location in self._points_to.contents(item))

    def stack_blocks(self, function: Function) -> tuple[Variable, ...]:
        """Registers with addresses from alloca, which last until the function returns."""
        if function.name not in self._blocks:
            freed = {
                read.variable
                for i in function.body
                if isinstance(i, Free) and i.region is Region.STACK
                if isinstance(i.pointer, Read) and isinstance(read := i.pointer.place, VariablePlace)
            }
            made = (i.target for i in function.body if isinstance(i, Allocate) and i.region is Region.STACK)
            self._blocks[function.name] = tuple(v for v in dict.fromkeys(made) if v not in freed)
        return self._blocks[function.name]

    def assume_undefined(self, name: str, loc: Loc) -> None:
        self.assume(f"'{name}' has no body: it returns any value and changes nothing")

    def assume(self, what: str) -> None:
        self._assumptions[what] = None

    def start_thread(self, start: str, argument: Expression, loc: Loc) -> tuple[str, int] | None:
        """A name and a number for a new thread; None beyond the bound."""
        number = sum(self._names.values()) + 1
        if number > self.bounds.threads:
            return None
        routine = self._routine(start, argument)
        copy = self._names[routine] = self._names.get(routine, 0) + 1
        name = f"{routine}#{copy}"
        self._queue.append((name, start, number, argument, loc))
        return name, number

    def _routine(self, start: str, argument: Expression) -> str:
        """The user's start routine: what the library's own is given to call."""
        given = function_named(argument)
        return given if given is not None and self.program.functions[start].library else start

    def note_loop(
        self, node: LoopNode, function: Function, kind: LoopKind, rounds: int, *, cut: bool
    ) -> None:
        key = (function.name, node.loc)
        known = self._loops.get(key)
        if known is not None:
            rounds, cut = max(rounds, known.rounds), cut or known.cut
            kind = known.kind if known.kind is LoopKind.BOUNDED else kind
        self._loops[key] = LoopUse(node.loc, function.name, kind, rounds, cut)


def _is_known_everywhere(argument: Expression, loc: Loc) -> bool:
    """Known, and not the address of a variable that belongs to the thread that hands it over."""
    variables = variables_of(Assume(argument, loc))
    return is_known(argument) and all(variable.storage is Storage.GLOBAL for variable in variables)


def _variables(locations: Iterable[Location]) -> frozenset[Variable] | None:
    objects = {location.object for location in locations}
    if any(isinstance(item, UnknownObject) for item in objects):
        return None
    return frozenset(item for item in objects if isinstance(item, Variable))


def _check_names(program: Program, bounds: Bounds) -> None:
    """A bound for a loop that is not there is a mistake of whoever gave it."""
    loops = [node.loc for function in program.functions.values() for node in shape_of(function).nodes]
    for file, line, _ in bounds.unwind_loops:
        if not any(loc.line == line and PurePath(loc.file).match(file) for loc in loops):
            raise UsageError(
                f"--unwind-loop: there is no loop at {file}:{line}", hint="'unthread loops FILE' lists them"
            )


def bound(
    program: Program, bounds: Bounds, properties: frozenset[Property] = DEFAULT_PROPERTIES
) -> BoundedProgram:
    """Only assertions of the given properties are kept: whoever breaks one goes no further."""
    if not program.entry:
        raise InputError("there is no function 'main' to start from")
    result = _with_writers(program, bounds, properties)
    check(result.as_program())
    for thread in result.threads:
        section_depths(thread.body)  # says what it cannot tell
    return result


def _with_writers(program: Program, bounds: Bounds, properties: frozenset[Property]) -> BoundedProgram:
    """Who writes what is learned from the program bounded without knowing it. Knowing it, loops may turn
    out to go round more often, and so write more: the knowledge must hold for the program made with it."""
    _check_names(program, bounds)
    result = Bounder(program, bounds, properties).bound()
    writers = Writers(result)
    for _ in range(_MOST_TRIES):
        again = Bounder(program, bounds, properties, writers).bound()
        found = Writers(again)
        if writers.covers(found):
            return again
        writers.add(found)
    return result
