"""Places that executions should reach: a `Program` → the same one, which tells where executions arrive.

    assert (x == 1);     becomes     arrive 0; assert (x == 1);

A search that finds nothing may have looked at nothing: an assertion that no execution reaches holds, and so
does everything after an assumption that always fails. So for each assertion of the user's text, each start
routine, the end of main, and for both sides of whatever can keep an execution from continuing, it is noted
whether some execution gets there.

An error that is reached where a branch leads to it (`if (x != 1) reach_error();`, and so is `assert` of the
system's header) is not to be reached. What should be reached is the branch that decides.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from itertools import count

from unthread.analysis.call_graph import call_graph
from unthread.analysis.points_to import points_to_in
from unthread.core.ledger import ASSUMPTION
from unthread.core.properties import Property
from unthread.core.source import Loc
from unthread.core.verdict import PlaceKind, ProgramPlace
from unthread.program.build.simplify import function_named, truth_of
from unthread.program.instructions import (
    Arrive,
    Assert,
    Assume,
    BlockUntil,
    Call,
    Declare,
    Discard,
    Instruction,
    Jump,
    Label,
    Return,
)
from unthread.program.program import Function, Program
from unthread.program.query.graph import graph_of, immediate_dominators

_SILENT = (Label, Declare, Discard)  # which do not count as executed text


def with_places(program: Program, with_lines: bool = False) -> Program:
    """With `with_lines`, every line of the user's text that is executed is a place as well."""
    book = _Book()
    waiting = _functions_that_wait(program)
    routines = {name for start in call_graph(points_to_in(program)).starts for name in start.routines}
    functions = {
        name: function if function.library else _marked(function, book, waiting, routines, with_lines)
        for name, function in program.functions.items()
        if name != program.entry
    }
    functions[program.entry] = program.functions[program.entry]
    return replace(program, functions=functions, places=tuple(book.places))


class _Book:
    """Numbers for places; each is in it once."""

    def __init__(self) -> None:
        self.places: dict[ProgramPlace, int] = {}

    def arrive(self, kind: PlaceKind, what: str, loc: Loc, number: int = 0) -> Arrive:
        return Arrive(self.places.setdefault(ProgramPlace(kind, what, loc, number), len(self.places)), loc)

    def another(self, kind: PlaceKind, what: str, loc: Loc) -> int:
        """The number of one more place at the position, whatever others a macro has put there."""
        return next(n for n in count() if ProgramPlace(kind, what, loc, n) not in self.places)


def _functions_that_wait(program: Program) -> frozenset[str]:
    """Functions of the library in which a thread may have to wait, and from which it returns."""
    library = {name: function for name, function in program.functions.items() if function.library}
    found = {
        name for name, function in library.items() if any(isinstance(i, BlockUntil) for i in function.body)
    }
    while True:
        more = {
            name
            for name, function in library.items()
            if name not in found and any(_calls(item, found) for item in function.body)
        }
        if not more:
            break
        found |= more
    return frozenset(name for name in found if any(isinstance(i, Return) for i in library[name].body))


def _calls(item: Instruction, functions: Collection[str]) -> bool:
    return isinstance(item, Call) and function_named(item.function) in functions


def _marked(
    function: Function, book: _Book, waiting: frozenset[str], routines: Collection[str], with_lines: bool
) -> Function:
    body = function.body
    before: dict[int, list[Arrive]] = {}
    after: dict[int, Arrive] = {}
    if function.name in routines:
        what = f"start of thread '{function.name}'"
        before.setdefault(0, []).append(book.arrive(PlaceKind.THREAD, what, function.loc))
    for index, loc in _assertions(body):
        what = "assertion"
        number = book.another(PlaceKind.ASSERTION, what, loc)
        before.setdefault(index, []).append(book.arrive(PlaceKind.ASSERTION, what, loc, number))
    for index, item in enumerate(body):
        if function.name == "main" and isinstance(item, Return):
            before.setdefault(index, []).append(book.arrive(PlaceKind.END, "end of main", function.loc))
        what = _obstacle(item, waiting)
        if what:
            number = book.another(PlaceKind.BEFORE, what, item.loc)
            before.setdefault(index, []).append(book.arrive(PlaceKind.BEFORE, what, item.loc, number))
            after[index] = book.arrive(PlaceKind.AFTER, what, item.loc, number)
        if with_lines and not isinstance(item, _SILENT):
            line = Loc(item.loc.file, item.loc.line, 0, function.name)
            before.setdefault(index, []).append(book.arrive(PlaceKind.LINE, "line", line))
    marked = tuple(_merged(body, before, after))
    return function if len(marked) == len(body) else replace(function, body=marked)


def _merged(
    body: Sequence[Instruction], before: dict[int, list[Arrive]], after: dict[int, Arrive]
) -> Iterator[Instruction]:
    """A place at a label comes after it: a jump there arrives as well."""
    for index, item in enumerate(body):
        if isinstance(item, Label):
            yield item
            yield from before.get(index, ())
        else:
            yield from before.get(index, ())
            yield item
        if index in after:
            yield after[index]


def _obstacle(item: Instruction, waiting: frozenset[str]) -> str:
    """What can keep an execution from continuing after the instruction, in the user's words."""
    match item:
        case Assume(condition) if truth_of(condition) is None:
            return ASSUMPTION
        case Call() if _calls(item, waiting):
            return f"the call of {function_named(item.function)}"
        case _:
            return ""


def _assertions(body: Sequence[Instruction]) -> Iterator[tuple[int, Loc]]:
    """Where assertions are decided, and the positions of these assertions."""
    decisions: _Decisions | None = None
    for index, item in enumerate(body):
        if not isinstance(item, Assert) or item.property is not Property.REACH:
            continue
        if truth_of(item.condition) is not False:
            yield index, item.loc
            continue
        decisions = decisions or _Decisions(body)
        yield decisions.before(index), item.loc


class _Decisions:
    """The branches of a body on which it depends whether an instruction is executed."""

    def __init__(self, body: Sequence[Instruction]) -> None:
        graph = graph_of(tuple(body))
        self._above = immediate_dominators(graph.successors)
        self._starts = [block.start for block in graph.blocks]
        self._branches = {
            number: block.end - 1
            for number, block in enumerate(graph.blocks)
            if isinstance(body[block.end - 1], Jump) and len(graph.successors[number]) > 1
        }

    def before(self, index: int) -> int:
        """The last branch on every way to the instruction; the instruction itself if there is none."""
        block = self._above[bisect_right(self._starts, index) - 1]
        while block is not None:
            if block in self._branches:
                return self._branches[block]
            block = self._above[block]
        return index
