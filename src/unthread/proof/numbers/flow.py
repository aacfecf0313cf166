"""Numbers on all ways through a program, until nothing new is found: `Flow`.

In: a `Walk`, and which cells are followed. Out: for each node that an execution may get to, the
`NumericState` there; and what each cell may hold: ever (`written`), and whenever its lock is free (`free`).

One pass takes both as given and follows all ways; then both grow by what was written. When nothing is new,
every step of every execution leaves in a cell what was assumed to be there, whatever other threads do between
two steps, by induction over the steps.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from heapq import heappop, heappush

from unthread.program.expressions import Expression, Place, Read, Variable, VariablePlace, is_register
from unthread.program.instructions import (
    Allocate,
    Assert,
    Assign,
    Assume,
    BlockUntil,
    Call,
    Declare,
    Discard,
    FormatText,
    Input,
    Jump,
    Print,
    Return,
    Spawn,
    defined_register,
)
from unthread.program.types import PointerType, Type, value_type
from unthread.proof.frames import TooLarge, WalkFrame
from unthread.proof.numbers.cells import Cells
from unthread.proof.numbers.evaluate import Found, SpanEvaluator
from unthread.proof.numbers.spans import Ladder, Span, hull, meet, span_of
from unthread.proof.numbers.state import (
    NOTHING,
    Area,
    IntegerCell,
    NumericState,
    joined,
    with_cell,
    with_register,
    without_frames,
)
from unthread.proof.walk import Walk, is_alike

_PATIENCE = 3  # times that a loop, or a cell, is followed exactly
_COARSE = Ladder()
_MOST_GROWTH = 6  # passes in which a cell may grow by less than all there is
_MOST_PASSES = 30
_MOST_THREADS = (1 << 31) - 1  # that a program may ever start
_MOST_STEPS = 400_000


class Flow:
    def __init__(self, walk: Walk, cells: Cells, ladder: Ladder) -> None:
        self.walk = walk
        self.cells = cells
        self.evaluator = SpanEvaluator(walk, self._memory)
        self.written = dict(cells.first)
        self.free = dict(cells.first)
        self.states: dict[int, NumericState] = {}
        beginning = (frame.first for frame in walk.frames if frame.parent is None)
        self.first = [node for node in beginning if node in walk.situations]
        self.order = _in_order(walk, self.first)
        self._ladder = ladder
        self._steps = 0
        self._inner: dict[int, frozenset[int]] = {}
        self._set: dict[str, frozenset[str]] = {}  # by function
        for number in range(_MOST_PASSES):
            if not self._grow(_Pass(self).run(), number):
                return
        raise TooLarge

    def _grow(self, done: _Pass, number: int) -> bool:
        """Whether something was written that was not expected. What grows again and again soon may be
        anything."""
        has_grown = False
        for known, found in ((self.written, done.written), (self.free, done.left)):
            for cell, span in found.items():
                old = known[cell]
                if not span.is_inside(old):
                    whole = span_of(cell.type)
                    assert whole is not None, "cells are integers"
                    new = hull(old, span) if number < _PATIENCE else self._ladder.widened(old, span)
                    known[cell] = new if new.is_inside(whole) and number < _MOST_GROWTH else whole
                    has_grown = True
        return has_grown

    def ladder(self, visits: int) -> Ladder | None:
        """How bounds grow at the beginning of a loop that was visited so often."""
        if visits <= _PATIENCE:
            return None
        return self._ladder if visits <= 2 * _PATIENCE else _COARSE

    def count(self) -> None:
        self._steps += 1
        if self._steps > _MOST_STEPS:
            raise TooLarge

    def is_back(self, node: int, target: int) -> bool:
        """Each cycle has such an edge."""
        ours, theirs = self.walk.frame(node), self.walk.frame(target)
        return (ours is theirs and target <= node) or (theirs.is_recursive and target == theirs.first)

    def inside(self, frame: WalkFrame) -> frozenset[int]:
        """The frame and those of the calls that it leads to."""
        if frame.number not in self._inner:
            found = (other.number for other in self.walk.frames if frame in other.chain())
            self._inner[frame.number] = frozenset(found)
        return self._inner[frame.number]

    def set_in(self, frame: WalkFrame) -> frozenset[str]:
        """Registers that the function sets."""
        name = frame.name
        if name not in self._set:
            found = map(defined_register, frame.function.body)
            self._set[name] = frozenset(register.name for register in found if register is not None)
        return self._set[name]

    def has_lock(self, node: int, cell: IntegerCell) -> bool:
        return cell in self.cells.locks and self.cells.locks[cell] in self.cells.owned(node)

    def _memory(self, node: int, place: Place, state: NumericState) -> Found | None:
        cell = self.cells.at(node, place)
        if cell is None:
            return None
        if self.has_lock(node, cell):
            return state.cells.get(cell, self.free[cell]), cell
        if cell in self.cells.locks and self.cells.locks[cell] in self.cells.sure(node):
            return self.free[cell], None
        return self.written[cell], None


class _Pass:
    """`written`: what goes into cells; `left`: what is in those that are guarded when their lock is given
    back."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.walk = flow.walk
        self.evaluator = flow.evaluator
        self.written: dict[IntegerCell, Span] = {}
        self.left: dict[IntegerCell, Span] = {}
        self.states: dict[int, NumericState] = {}
        self._visits: dict[int, int] = {}
        self._queue: list[tuple[int, int]] = []  # with places in the order
        self._queued: set[int] = set()

    def run(self) -> _Pass:
        for first in self.flow.first:
            self._arrive(first, NOTHING, is_back=False)
        while self._queue:
            _, node = heappop(self._queue)
            self._queued.discard(node)
            self.flow.count()
            for target, state in self._step(node, self.states[node]):
                self._arrive(target, self._moved(node, target, state), self.flow.is_back(node, target))
        self.flow.states = self.states
        return self

    def _arrive(self, node: int, state: NumericState, is_back: bool) -> None:
        old = self.states.get(node)
        if old is None:
            new = state
        else:
            visits = self._visits[node] = self._visits.get(node, 0) + is_back
            new = joined(old, state, self.flow.free, self.flow.ladder(visits))
        if new is not old:
            self.states[node] = new
            if node not in self._queued:
                self._queued.add(node)
                heappush(self._queue, (self.flow.order[node], node))

    def _moved(self, node: int, target: int, state: NumericState) -> NumericState:
        """Locks that are given back, or of which it is no longer known that they are held."""
        lost = [cell for cell in state.cells if not self.flow.has_lock(target, cell)]
        for cell in lost:
            self._leave(cell, state.cells[cell])
        gone = {register for register, cell in state.copies.items() if not self.flow.has_lock(target, cell)}
        if not lost and not gone:
            return state
        cells = {cell: span for cell, span in state.cells.items() if cell not in lost}
        copies = {register: cell for register, cell in state.copies.items() if register not in gone}
        return replace(state, cells=cells, copies=copies)

    def _leave(self, cell: IntegerCell, span: Span) -> None:
        self.left[cell] = hull(self.left[cell], span) if cell in self.left else span

    # ---- instructions

    def _step(self, node: int, state: NumericState) -> Iterator[tuple[int, NumericState]]:
        frame, item = self.walk.frame(node), self.walk.instruction(node)
        targets = list(self.walk.followers.get(node, ()))
        match item:
            case Jump(label, condition) if condition is not None:
                taken = self.walk.labels[frame.name][label]
                for target in targets:
                    yield from self._branch(node, target, taken, condition, state)
            case Assume(condition) | BlockUntil(condition):
                yield from self._where(node, targets, condition, state)
            case Assert(condition, goes_on=False):
                yield from self._where(node, targets, condition, state)
            case Call():
                for target in targets:
                    yield target, self._called(node, target, item, state)
            case Return(value):
                for target in targets:
                    yield target, self._returned(node, target, value, state)
            case _:
                after = self._after(node, frame.number, item, state)
                yield from ((target, after) for target in targets)

    def _branch(
        self, node: int, target: int, taken: int, condition: Expression, state: NumericState
    ) -> Iterator[tuple[int, NumericState]]:
        index, following = self.walk.index(target), self.walk.index(node) + 1
        if taken == following:
            yield target, state
            return
        yield from self._where(node, [target], condition, state, wanted=index == taken)

    def _where(
        self, node: int, targets: list[int], condition: Expression, state: NumericState, wanted: bool = True
    ) -> Iterator[tuple[int, NumericState]]:
        inside = self.evaluator.assumed(node, condition, wanted, state)
        if inside is not None:
            yield from ((target, inside) for target in targets)

    def _after(self, node: int, frame: int, item: object, state: NumericState) -> NumericState:
        match item:
            case Assign(VariablePlace(variable) as place, value) if is_register(place):
                found = self._value(node, value, state)
                return with_register(state, (frame, variable.name), found, self._source(node, value))
            case Assign(target, value):
                return self._written(node, target, value, state)
            case Declare(variable):
                return replace(_without(state, variable), alive=state.alive | {(frame, variable.name)})
            case Discard(variable):
                return replace(_without(state, variable), alive=state.alive - {(frame, variable.name)})
            case Spawn(Variable() as number):
                return with_register(state, (frame, number.name), Span(0, _MOST_THREADS))
            case Input() | Allocate() | FormatText() | Print():
                register = defined_register(item)
                return state if register is None else with_register(state, (frame, register.name), None)
        return state

    def _value(self, node: int, value: Expression, state: NumericState) -> Span | Area | None:
        if isinstance(value_type(value.type), PointerType):
            return self.evaluator.area(node, value, state)
        return self.evaluator.span(node, value, state)

    def _source(self, node: int, value: Expression) -> IntegerCell | None:
        """The cell of which the value is a copy that stays one."""
        cell = self.flow.cells.at(node, value.place) if isinstance(value, Read) else None
        return cell if cell is not None and self.flow.has_lock(node, cell) else None

    def _written(self, node: int, target: Place, value: Expression, state: NumericState) -> NumericState:
        cell = self.flow.cells.at(node, target)
        if cell is None:
            return state
        span = self.evaluator.span(node, value, state) or span_of(cell.type)
        assert span is not None, "cells are integers"
        self.written[cell] = hull(self.written[cell], span) if cell in self.written else span
        if self.flow.has_lock(node, cell):
            return with_cell(state, cell, span)
        self._leave(cell, span)
        return state

    # ---- calls

    def _called(self, node: int, target: int, item: Call, state: NumericState) -> NumericState:
        callee = self.walk.frame(target)
        if target == node + 1 and callee is self.walk.frame(node):
            if item.target is None:
                return state
            return with_register(state, (callee.number, item.target.name), None)
        if callee.is_recursive:
            return without_frames(state, self.flow.inside(callee))
        given = [
            (parameter, self._fitting(node, argument, parameter.type, state))
            for argument, parameter in zip(item.arguments, callee.function.parameters, strict=False)
        ]
        function = callee.function
        if item.varargs is not None and function.varargs is not None:
            given.append((function.varargs, self.evaluator.area(node, item.varargs, state)))
        state = without_frames(state, frozenset({callee.number}))
        for parameter, found in given:
            state = with_register(state, (callee.number, parameter.name), found)
        return state

    def _returned(
        self, node: int, target: int, value: Expression | None, state: NumericState
    ) -> NumericState:
        frame, caller = self.walk.frame(node), self.walk.frame(target)
        item = self.walk.instruction(target - 1)
        assert isinstance(item, Call), "calls return to calls"
        left = without_frames(
            state, self.flow.inside(frame) if frame.is_recursive else frozenset({frame.number})
        )
        left = self._with_arguments(item, frame, caller, state, left)
        if item.target is None:
            return left
        given = None
        if value is not None and not frame.is_recursive:
            given = self._fitting(node, value, item.target.type, state)
        return with_register(left, (caller.number, item.target.name), given)

    def _with_arguments(
        self, item: Call, frame: WalkFrame, caller: WalkFrame, state: NumericState, left: NumericState
    ) -> NumericState:
        """What a function has found out of its arguments holds for the registers that they came from."""
        if frame.is_recursive:
            return left
        changed = self.flow.set_in(frame)
        for argument, parameter in zip(item.arguments, frame.function.parameters, strict=False):
            found = state.registers.get((frame.number, parameter.name))
            if found is None or parameter.name in changed or not is_alike(argument.type, parameter.type):
                continue
            match argument:
                case Read(VariablePlace(variable) as place) if is_register(place):
                    register = caller.number, variable.name
                    known = meet(left.registers.get(register, found), found)
                    if known is not None:
                        left = replace(left, registers={**left.registers, register: known})
        return left

    def _fitting(self, node: int, value: Expression, type: Type, state: NumericState) -> Span | Area | None:
        """What arrives in a register of that type, if it is the same number or pointer."""
        if isinstance(value_type(type), PointerType) and isinstance(value_type(value.type), PointerType):
            return self.evaluator.area(node, value, state)
        span, whole = self.evaluator.span(node, value, state), span_of(type)
        return span if span is not None and whole is not None and span.is_inside(whole) else None


def _in_order(walk: Walk, first: Iterable[int]) -> dict[int, int]:
    """A place for each node, after those that lead to it, but for what goes round."""
    found: dict[int, int] = {}
    begun: set[int] = set()
    for start in first:
        pending: list[tuple[int, Iterator[int]]] = [(start, iter(walk.followers.get(start, ())))]
        begun.add(start)
        while pending:
            node, others = pending[-1]
            following = next((other for other in others if other not in begun), None)
            if following is None:
                found[node] = -len(found)
                pending.pop()
            else:
                begun.add(following)
                pending.append((following, iter(walk.followers.get(following, ()))))
    return found


def _without(state: NumericState, variable: Variable) -> NumericState:
    """Pointers into the variable led to what it was before."""
    pointers = {register: area for register, area in state.pointers.items() if area.variable != variable}
    return state if len(pointers) == len(state.pointers) else replace(state, pointers=pointers)
