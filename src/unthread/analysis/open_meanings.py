"""Where C leaves open what a program means, and only one of the meanings is searched.

In: `Program`. Out: texts for a verdict, "executions with ...": operands evaluated in another order,
comparisons of a sort in another order, other texts of error messages, a long double that is seen in parts.
What is decided for all programs alike is in docs/LANGUAGE.md.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cached_property
from itertools import chain, combinations

from unthread.analysis.call_graph import CallGraph, call_graph
from unthread.analysis.constants import position
from unthread.analysis.locations import UNKNOWN, FunctionObject, Location
from unthread.analysis.points_to import PointsTo, points_to_in
from unthread.analysis.steps import Touch, touches_of
from unthread.core.source import Loc
from unthread.program.expressions import (
    Expression,
    FunctionAddress,
    Place,
    Storage,
    Variable,
    VariablePlace,
    place_operands,
    root,
)
from unthread.program.instructions import (
    Access,
    Call,
    Declare,
    FormatText,
    Free,
    Instruction,
    Print,
    Spawn,
    accesses,
    expressions,
    is_private,
)
from unthread.program.notes import Evaluation, Unsequenced
from unthread.program.program import Function, Program
from unthread.program.query.uses import registers_in, variables_of
from unthread.program.types import FloatType, size_of, value_type

_MODELS = "<unthread>/"  # where positions in our own models lie
_ERROR_TEXTS = "error_texts@string"
# What the models of these functions leave out.
_LONG_NAMES = "names of files, folders and machines longer than 7 characters"
_LEFT_OUT = {
    "add_variable@stdlib": "environment variables longer than 7 characters",
    "backtrace": "a stack that 'backtrace' can read",
    "getaddrinfo": "more than one address of a host",
    "getcwd": _LONG_NAMES,
    "mmap": "mapped memory that may only be read, or that others write",
    "readdir": _LONG_NAMES,
    "readlink": _LONG_NAMES,
    "realpath": _LONG_NAMES,
    "uname": _LONG_NAMES,
}
_SORTING = ("qsort", "qsort_r", "bsearch")  # the models that call comparisons


def open_meanings(program: Program) -> Iterator[str]:
    """In the words of a verdict: executions with ..."""
    effects = FunctionEffects(program)
    for loc in dict.fromkeys(note.loc for note in program.notes if effects.matters(note)):
        yield f"operands evaluated in another order at {loc}"
    for name in sorted(_comparisons(effects)):
        yield f"calls of '{name}' in another order while sorting or searching"
    yield from dict.fromkeys(what for name, what in _LEFT_OUT.items() if name in program.functions)
    if _reads_error_texts(effects):
        yield "error messages other than 'Error N'"
    for loc in dict.fromkeys(_parts_of_long_doubles(effects)):
        yield f"a long double that is read or written in parts at {loc}"


class FunctionEffects:
    """What functions do to memory that outlives their calls. Pointers are followed only where a quick look
    does not tell that nothing is done."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self._touches: dict[str, tuple[Touch, ...]] = {}

    @cached_property
    def pointers(self) -> PointsTo:
        return points_to_in(self.program)

    @cached_property
    def graph(self) -> CallGraph:
        return call_graph(self.pointers)

    @cached_property
    def registers(self) -> frozenset[Variable]:
        """Those of which pointers are known."""
        found = chain.from_iterable(
            (*function.parameters, *chain.from_iterable(map(variables_of, function.body)))
            for function in self.program.functions.values()
        )
        return frozenset(variable for variable in found if variable.storage is Storage.REGISTER)

    def matters(self, note: Unsequenced) -> bool:
        """The result may be another one if the operands are evaluated in another order: one of them writes
        what another reads or writes. What the library keeps for itself does not count: no order of calls
        shows there."""
        for one, other in combinations(note.parts, 2):
            if one.written & (other.read | other.written) or other.written & one.read:
                return note.function in self.graph.reachable
            if not (self._may_write(one) or self._may_write(other)):
                continue
            ours, theirs = self._of(one, note.function), self._of(other, note.function)
            if any(touch.conflicts(another) for touch in ours for another in theirs):
                return note.function in self.graph.reachable
        return False

    # ---- a quick look

    def _may_write(self, evaluation: Evaluation) -> bool:
        if any(access.writes for item in evaluation.body for access in accesses(item)):
            return True
        return any(self._has_effect(item) for item in evaluation.body)

    def _has_effect(self, item: Instruction) -> bool:
        match item:
            case Call(_, FunctionAddress(name)):
                return name in self._writers
            case Call() | Spawn() | Free() | FormatText() | Print():
                return True
            case _:
                return False

    @cached_property
    def _writers(self) -> frozenset[str]:
        """Functions that may write something, called directly or not."""
        functions = self.program.functions
        found = {name for name, function in functions.items() if any(map(_writes, function.body))}
        callers: dict[str, set[str]] = {}
        for name, function in functions.items():
            for item in function.body:
                if isinstance(item, Call) and isinstance(item.function, FunctionAddress):
                    callers.setdefault(item.function.name, set()).add(name)
        pending = list(found)
        while pending:
            new = callers.get(pending.pop(), set()) - found
            found |= new
            pending += new
        return frozenset(found)

    # ---- what is touched

    def _of(self, evaluation: Evaluation, function: str) -> list[Touch]:
        found: list[Touch] = []
        for item in evaluation.body:
            found += self._own(item)
            if isinstance(item, Call | Spawn):
                found += self._called(item, function)
        return [touch for touch in found if not _is_of_library(touch)]

    def _own(self, item: Instruction) -> Iterator[Touch]:
        if not self._is_followed(_pointers(item)):
            yield Touch(Location(UNKNOWN, None), None, _writes(item))
            return
        yield from touches_of(item, self.pointers)
        for access in accesses(item):
            if is_private(access.place):
                yield _private(access)

    def _is_followed(self, values: Iterable[Expression]) -> bool:
        """Of all registers in the expressions it is known what they point to: they were kept."""
        return all(register in self.registers for value in values for register in registers_in(value))

    def _called(self, item: Call | Spawn, function: str) -> Iterator[Touch]:
        names = self._callees(item)
        if names is None:
            yield Touch(Location(UNKNOWN, None), None, True)
            return
        closure = self.closure(names)
        own = {
            step.variable
            for name in closure
            if name in self.program.functions and name != function
            for step in self.program.functions[name].body
            if isinstance(step, Declare)
        }
        for name in closure:
            yield from (touch for touch in self.touches(name) if touch.location.object not in own)

    def _callees(self, item: Call | Spawn) -> Iterable[str] | None:
        if isinstance(item.function, FunctionAddress):
            return [item.function.name]
        if not self._is_followed([item.function]):
            return None
        targets = self.pointers.targets(item.function)
        names = [place.object.name for place in targets if isinstance(place.object, FunctionObject)]
        return names if len(names) == len(targets) and names else None

    def closure(self, names: Iterable[str]) -> set[str]:
        found, pending = set[str](), list(names)
        while pending:
            name = pending.pop()
            if name not in found:
                found.add(name)
                pending += [*self.graph.calls.get(name, ()), *self.graph.spawns.get(name, ())]
        return found

    def touches(self, name: str) -> tuple[Touch, ...]:
        if name not in self._touches:
            function = self.program.functions.get(name)
            body = () if function is None else function.body
            self._touches[name] = tuple(
                dict.fromkeys(touch for item in body for touch in touches_of(item, self.pointers))
            )
        return self._touches[name]


def _writes(item: Instruction) -> bool:
    match item:
        case Call(_, FunctionAddress()):
            return False
        case Call() | Spawn() | Free() | FormatText() | Print():
            return True
        case _:
            return any(access.writes and not is_private(access.place) for access in accesses(item))


def _pointers(item: Instruction) -> Iterator[Expression]:
    """The expressions that say what the instruction touches."""
    for access in accesses(item):
        yield from place_operands(access.place)
    if isinstance(item, Free | FormatText | Print):
        yield from expressions(item)


def _private(access: Access) -> Touch:
    exact, base = position(access.place), root(access.place)
    if exact is not None:
        return Touch(Location(*exact), size_of(value_type(access.place.type)), access.writes)
    assert isinstance(base, VariablePlace), "only variables are private"
    return Touch(Location(base.variable, None), None, access.writes)


def _is_of_library(touch: Touch) -> bool:
    item = touch.location.object
    return isinstance(item, Variable) and item.loc.file.startswith(_MODELS)


# ---- library functions


def _comparisons(effects: FunctionEffects) -> Iterator[str]:
    """Functions of the user that write something and that sorting or searching calls."""
    if not any(name in effects.program.functions for name in _SORTING):
        return
    for name in _SORTING:
        for callee in effects.graph.calls.get(name, frozenset()) - effects.pointers.library:
            touches = (touch for each in effects.closure([callee]) for touch in effects.touches(each))
            if any(touch.writes and not _is_of_library(touch) for touch in touches):
                yield callee


def _reads_error_texts(effects: FunctionEffects) -> bool:
    """Not only to print them."""
    program = effects.program
    kept = program.globals.get(_ERROR_TEXTS)
    if kept is None:
        return False
    return any(
        location.object == kept.variable
        for place in _places(program.functions.values(), lambda place: size_of(place.type) == 1)
        for location in effects.pointers.places(place)
    )


def _parts_of_long_doubles(effects: FunctionEffects) -> Iterator[Loc]:
    """Where threads that may run at the same time access one, and write it somewhere."""
    program = effects.program
    if not any(isinstance(item, Spawn) for f in program.functions.values() for item in f.body):
        return
    for function in program.functions.values():
        for item in function.body:
            for access in accesses(item):
                if _is_long_double(access.place) and not is_private(access.place) and not function.library:
                    yield item.loc


def _is_long_double(place: Place) -> bool:
    kind = place.type
    return isinstance(kind, FloatType) and kind.bits == 80


def _places(functions: Iterable[Function], wanted: Callable[[Place], bool]) -> Iterator[Place]:
    for function in functions:
        for item in function.body:
            for access in accesses(item):
                if not access.writes and wanted(access.place) and not is_private(access.place):
                    yield access.place
