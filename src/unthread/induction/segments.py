"""Where a thread can get from a place of its body, and what happens on the way: `Explorer.segment`.

In: a body without calls, the place, what is known of the state. Out: a `Segment`. A segment executes what
stands at its place, which is a visible step as a rule, and goes on to the next place: a visible step, or
where an instruction would be executed for the second time.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.source import NOWHERE
from unthread.engine.terms.nodes import Bool, Int, Op, Range
from unthread.induction.evaluate import TransitionEvaluator
from unthread.induction.knowledge import Knowledge, Part, Slot, StateCell
from unthread.induction.paths import STUCK, Edge, Ends, Fork, PathFault, PathStart, Segment, SegmentPath
from unthread.induction.refusal import RefusedProgram
from unthread.induction.world import UnsetCells, World
from unthread.program.build.simplify import function_named
from unthread.program.expressions import Expression, Storage, Variable, VariablePlace
from unthread.program.instructions import (
    Allocate,
    Arrive,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Cut,
    Declare,
    Discard,
    Exit,
    Input,
    Instruction,
    Jump,
    Label,
    Print,
    Region,
    Return,
    Scope,
    Spawn,
    Unmodelled,
)
from unthread.program.program import Function
from unthread.program.query.live import live_before
from unthread.program.text.show import string_of
from unthread.program.types import value_range, value_type
from unthread.sequentialize.one_loop.layout import CaseLayout

_MOST_PATHS = 400
_LONGEST = 3000  # instructions on a path
_MOST_ROUNDS = 64  # of a loop in an atomic section


@dataclass(frozen=True, slots=True)
class SegmentBody:
    """One body, and where its visible steps are."""

    function: Function
    layout: CaseLayout
    live: dict[int, frozenset[Variable]]

    def live_at(self, index: int) -> frozenset[Variable]:
        if index not in self.live:
            self.live[index] = live_before(self.function.body, index)
        return self.live[index]


def body_of(function: Function) -> SegmentBody:
    try:
        return SegmentBody(function, CaseLayout(function.body), {})
    except Unsupported as gap:
        raise RefusedProgram(str(gap), gap.diagnostics[0].loc or NOWHERE) from None


class Explorer:
    """`quiet` are places of the thread where nobody notices what it does. While `is_first`, it is main, which
    nobody disturbs: each instruction is a place, and `next_thread` is the number of the next thread."""

    def __init__(
        self, world: World, knowledge: Knowledge, body: SegmentBody, thread: int, quiet: Collection[int]
    ) -> None:
        self.world = world
        self.knowledge = knowledge
        self.terms = knowledge.terms
        self.body = body
        self.thread = thread
        self.quiet = quiet
        self.is_first = False
        self.next_thread = 0

    def segment(self, place: int) -> Segment:
        self.evaluator = TransitionEvaluator(self.world, self.knowledge, self.thread, self.is_first)
        self.found = self.evaluator.segment = Segment(self.thread, place)
        self.knowledge.reads = set()
        pending, count = [SegmentPath(place, self.terms.true)], 0
        while pending:
            path = pending.pop()
            count += 1
            if count > _MOST_PATHS:
                raise RefusedProgram("too many ways from one step to the next", self._instruction(path).loc)
            pending += self._follow(path)
        self.found.reads = frozenset(self.knowledge.reads)
        return self.found

    def _instruction(self, path: SegmentPath) -> Instruction:
        return self.body.function.body[path.index]

    def _follow(self, path: SegmentPath) -> Iterator[SegmentPath]:
        """To the end of the path; what is to be followed besides."""
        while True:
            if path.length and self._is_place(path):
                self._end(path, path.index)
                return
            if path.length > _LONGEST or path.seen.get(path.index, 0) > _MOST_ROUNDS:
                raise RefusedProgram("a loop in an atomic section", self._instruction(path).loc)
            path.is_past = path.is_past or (path.length > 0 and not self.body.layout.depths[path.index])
            others: list[SegmentPath] = []
            before = path.copy(path.guard)
            try:
                is_going_on = self._execute(path, others)
            except Fork as fork:
                yield from self._forked(before, fork)
                return
            except Ends:
                self._stop(path, path.guard)
                return
            yield from others
            if not is_going_on:
                return

    def _is_place(self, path: SegmentPath) -> bool:
        layout, index = self.body.layout, path.index
        if layout.depths[index]:
            return False
        if isinstance(self.body.function.body[index], Return):
            return False
        return self.is_first or index in path.seen or (index in layout.steps and index not in self.quiet)

    def _forked(self, path: SegmentPath, fork: Fork) -> Iterator[SegmentPath]:
        for value in fork.values:
            here = self.terms.equal(fork.term, self.terms.integer(value))
            other = path.copy(self.terms.both(path.guard, here))
            other.chosen[fork.term.number] = value
            yield other

    def _stop(self, path: SegmentPath, guard: Bool) -> None:
        """Where the guard holds, the thread goes no further; others see what it did before."""
        if path.is_past and self.knowledge.possible(guard):
            stopped = path.copy(guard)
            self._end(stopped, STUCK)

    def _end(self, path: SegmentPath, target: int | None) -> None:
        writes: list[tuple[Part, Int, Range]] = []
        is_over = target is None or target == STUCK
        live = frozenset[Variable]() if is_over or self.is_first else self.body.live_at(target or 0)
        for variable, value in path.registers.items():
            if variable in live or self.is_first:
                writes.append((Slot(self.thread, variable), value, value_range(value_type(variable.type))))
        writes += [(cell, value, within) for cell, (value, within) in path.cells.items()]
        self.found.edges.append(
            Edge(self.thread, self.found.source, target, path.guard, tuple(writes), path.starts)
        )

    # ---- instructions

    def _execute(self, path: SegmentPath, others: list[SegmentPath]) -> bool:
        """One instruction. False if the path does not go on after it."""
        evaluator, item = self.evaluator, self._instruction(path)
        evaluator.path, evaluator.guard, evaluator.loc = path, path.guard, item.loc
        evaluator.is_inside = self.body.layout.depths[path.index] > 0
        path.seen[path.index] = path.seen.get(path.index, 0) + 1
        path.length += 1
        path.index += 1
        match item:
            case Assign(VariablePlace(variable), value) if variable.storage is Storage.REGISTER:
                path.registers[variable] = evaluator.value(value)
            case Assign(target, value):
                evaluator.write(target, evaluator.value(value))
            case Jump(label, condition):
                self._jump(path, others, self.body.layout.labels[label], condition)
            case Input(target):
                path.registers[target] = self._input(target)
            case Assert():
                return self._assert(path, item)
            case Assume(condition):
                return self._restrict(path, evaluator.test(condition))
            case BlockUntil(condition):
                return self._wait(path, item, evaluator.test(condition))
            case AtomicBegin():
                path.wrote = path.wrote if evaluator.is_inside else False
            case Return():
                self._end(path, None)
                return False
            case Exit(Scope.THREAD):
                self._end(path, None)
                return False
            case Exit():
                self._stop(path, path.guard)
                return False
            case Declare():
                self._declare(item, path)
            case Spawn():
                self._spawn(item, path)
            case Allocate():
                self._allocate(item, path)
            case Print():
                self._print(item, path)
            case Label() | AtomicEnd() | Arrive() | Discard():
                pass
            case Unmodelled(what) | Cut(what):
                self.found.faults.append(PathFault(None, what, item.loc, path.guard))
                self._stop(path, path.guard)
                return False
            case _:
                raise RefusedProgram(f"{_what(item)}", item.loc)
        return True

    def _restrict(self, path: SegmentPath, condition: Bool) -> bool:
        self._stop(path, self.terms.both(path.guard, condition.inverse))
        path.guard = self.terms.both(path.guard, condition)
        return self.knowledge.possible(path.guard)

    def _jump(
        self, path: SegmentPath, others: list[SegmentPath], target: int, condition: Expression | None
    ) -> None:
        if condition is None:
            path.index = target
            return
        test = self.evaluator.test(condition)
        taken, passed = self.terms.both(path.guard, test), self.terms.both(path.guard, test.inverse)
        if not self.knowledge.possible(passed):
            path.index, path.guard = target, taken
            return
        if self.knowledge.possible(taken):
            other = path.copy(taken)
            other.index = target
            others.append(other)
        path.guard = passed

    def _assert(self, path: SegmentPath, item: Assert) -> bool:
        holds = self.evaluator.test(item.condition)
        bad = self.terms.both(path.guard, holds.inverse)
        if bad is not self.terms.false:
            self.found.faults.append(PathFault(item.property, item.message, item.loc, bad))
        return self._restrict(path, holds)

    def _wait(self, path: SegmentPath, item: BlockUntil, holds: Bool) -> bool:
        if path.wrote and self.evaluator.is_inside:
            raise RefusedProgram("a wait in an atomic section that has written before", item.loc)
        self.found.waits.append(self.terms.both(path.guard, holds.inverse))
        path.guard = self.terms.both(path.guard, holds)
        return self.knowledge.possible(path.guard)

    def _input(self, target: Variable) -> Int:
        within = self._range(target)
        if self.is_first:
            raise UnsetCells
        made = self.terms.variable("input", within)
        self.found.inputs.append(made)
        return made

    def _range(self, register: Variable) -> Range:
        type = value_type(register.type)
        try:
            return value_range(type)
        except AssertionError:
            raise RefusedProgram("floating-point numbers", self.evaluator.loc) from None

    def _declare(self, item: Declare, path: SegmentPath) -> None:
        """The object is a new one, at the same place as the one before."""
        if item.contents is not None:
            raise RefusedProgram("an object with contents", item.loc)
        found = self.world.object_of(item.variable, self.thread)
        if self.is_first and self.next_thread > 1 and item.variable.escapes:
            raise UnsetCells  # somebody may know the one before
        if self.is_first:
            for cell in self.world.cells_of(found):
                self.knowledge.forget(cell)
            found.data = bytearray(found.size)
            found.defined = None if item.zeroed else bytearray(found.size)
            path.cells = {
                cell: held for cell, held in path.cells.items() if not _is_in(cell, found.base, found.size)
            }
            return
        self.found.shapes = self.world.shapes + 1
        for cell in self.world.cells_of(found):
            within = self._cell_range(cell)
            value = self.terms.zero if item.zeroed else self.terms.variable("undefined", within)
            if not item.zeroed:
                self.found.inputs.append(value)
            path.cells[cell] = value, within

    def _cell_range(self, cell: StateCell) -> Range:
        return 0, (1 << 8 * cell.size) - 1

    def _spawn(self, item: Spawn, path: SegmentPath) -> None:
        if not self.is_first:
            raise RefusedProgram("a thread that is started while others run", item.loc)
        body = function_named(item.function)
        assert body is not None, "flattening names what a thread runs"
        number = self.next_thread + len(path.starts)
        path.starts = (*path.starts, PathStart(number, body, self.evaluator.value(item.argument)))
        if item.target is not None:
            path.registers[item.target] = self.terms.integer(number)

    def _allocate(self, item: Allocate, path: SegmentPath) -> None:
        if not self.is_first or item.contents is not None or item.region is not Region.HEAP:
            raise RefusedProgram("memory that is allocated while other threads run", item.loc)
        size, zeroed = self.evaluator.value(item.size), self.evaluator.test(item.zeroed)
        if size.op is not Op.CONSTANT or zeroed.op is not Op.CONSTANT:
            raise UnsetCells
        made = self.world.allocate(size.lo, zeroed is self.terms.true)
        path.registers[item.target] = self.terms.integer(made.base)

    def _print(self, item: Print, path: SegmentPath) -> None:
        """What is printed interests nobody, as long as it is no more than the numbers that it is given."""
        text = self._format(self.evaluator.value(item.format))
        if text is None or b"%" in text:
            self.found.unclaimed |= {Property.MEMORY}
        if text is None or b"s" in text.partition(b"%")[2] or b"n" in text.partition(b"%")[2]:
            raise RefusedProgram("printing what lies in memory", item.loc)
        path.registers[item.target] = self._input(item.target)

    def _format(self, address: Int) -> bytes | None:
        if address.op is not Op.CONSTANT:
            return None
        item = self.world.object_at(address.lo)
        if item is None or item.variable is None or item.base != address.lo:
            return None
        found = self.world.program.globals.get(item.variable.name)
        return string_of(found) if found is not None and found.read_only else None


def _is_in(cell: StateCell, base: int, size: int) -> bool:
    return base <= cell.address < base + size


def _what(item: Instruction) -> str:
    return {"Free": "memory that is freed", "Format": "text that is written into memory"}.get(
        type(item).__name__, "a call that stays one"
    )
