"""One thread: from its start routine to a loop-free body without calls.

The builder walks through the function as it would run, block by block, copies the blocks of a loop for each
iteration, and puts the body of a called function where the call stands. On its way it knows the values of
some registers; a branch that is decided by them leaves one side out, so that loops with a known trip count
end by themselves. Every jump that it writes goes forward.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from unthread.analysis.constants import position
from unthread.bound.bulk import Bulk
from unthread.bound.calls import Unwinding
from unthread.bound.frames import PastDeclaration, UnwoundFrames
from unthread.bound.loops.idle import Watch
from unthread.bound.loops.watch import Watcher
from unthread.bound.record import Record
from unthread.bound.state import Activation, Code, Pending, Places, Route, State, merged
from unthread.core.bounds import several
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.inlining.calls import InlinedCalls
from unthread.program.bounded import LoopKind, LoopUse
from unthread.program.build.fold import as_condition, integer
from unthread.program.build.rewrite import map_expressions
from unthread.program.build.simplify import Simplifier, truth_of
from unthread.program.build.tidy import without_dead_assignments, without_dead_code
from unthread.program.expressions import (
    Dereference,
    Expression,
    Place,
    Storage,
    Variable,
    is_register,
    root,
)
from unthread.program.instructions import (
    Allocate,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Call,
    Cut,
    Declare,
    Discard,
    Exit,
    FormatText,
    Free,
    Input,
    Instruction,
    Jump,
    Label,
    Print,
    Return,
    Scope,
    Spawn,
    Unmodelled,
    defined_register,
)
from unthread.program.instructions import (
    Region as MemoryRegion,
)
from unthread.program.library import FIRST_ITERATION, LATER_ITERATION
from unthread.program.program import Function
from unthread.program.query.loops import LoopNode, LoopRegion
from unthread.program.query.uses import variables_of

if TYPE_CHECKING:
    from unthread.bound.threads import Bounder

Renaming = Callable[[Expression], Expression]  # an expression of a function, as its activation has it


@dataclass(slots=True)
class UnwoundLoop:
    """A loop in one call of its function. At most `limit` copies of its body are made. On the edges `waits`
    the thread would only wait, on `polls` too from the second iteration on. `sleeps`: the loop is around a
    wait at a condition variable. `complete` counts the iterations that got beyond the tests at the top."""

    node: LoopNode
    active: Activation
    leave: Route
    limit: int
    kind: LoopKind
    trips: int | None
    waits: frozenset[tuple[int, int]]
    polls: frozenset[tuple[int, int]]
    sleeps: bool
    watch: Watch | None
    iterations: int = 0
    complete: int = 0

    def use(self, is_cut: bool) -> LoopUse:
        kind = LoopKind.BOUNDED if is_cut else self.kind
        if self.watch is not None and self.watch.is_idle:
            kind = LoopKind.IDLE
        name = self.active.function.name
        return LoopUse(self.node.loc, name, kind, self.complete, is_cut, self.trips)


class ThreadBuilder:
    """`record` says which thread it is, and notes what happens. `bounder` is asked about other threads,
    `facts` about the program."""

    def __init__(self, bounder: Bounder, record: Record) -> None:
        self.bounder = bounder
        self.facts = bounder.facts
        self.record = record
        self.body: list[Instruction] = []
        self.locals: list[Variable] = []
        self.code = Code(bounder.spend, merged)
        self.frames = UnwoundFrames(record.start.name, self.code, bounder.properties)
        self.watcher = Watcher(record.start.name, self.facts, self.code, self.frames)
        self.unwinding = Unwinding(bounder, record, self.code, self.watcher, self._function)
        self.calls = InlinedCalls(self.facts, self.code, self.frames, self.unwinding, [])
        self._bulk = Bulk(self, bounder.spared) if bounder.spared is not None else None
        self._end = self.code.pending()
        self._back: frozenset[tuple[int, int]] = frozenset()  # edges of the loops around
        self._alone = bounder.bounds.unwind_alone  # iterations still to spend before other threads start
        self._uncounted: set[Loc] = set()  # loops whose iterations could not be counted

    @property
    def number(self) -> int:
        return self.record.start.number

    def build(self, function: Function, argument: tuple[Variable, ...]) -> None:
        """The whole body."""
        known, loc = self.record.start.known, self.record.start.loc
        state = State(self.bounder.first_memory(self.record, self.frames.originals))
        after = self.calls.thread(function, argument, known, state, loc)
        if after is not None:
            self.code.go(self._end, after, loc)
        self.code.place(self._end, loc)
        self.code.emit(Return(None, loc))
        self.body = without_dead_code(without_dead_assignments(without_dead_code(self.code.body)))
        used = {variable for instruction in self.body for variable in variables_of(instruction)}
        self.locals = [variable for variable in self.frames.locals if variable in used]

    # ---- regions and loops

    def _function(self, active: Activation, entry: Pending) -> None:
        """The body of a function, once."""

        def leave(source: int, target: int) -> Pending:
            raise AssertionError(f"an edge leaves {active.function.name}")

        outer, self._back = self._back, frozenset()
        self._region(active.shape.region, {0: entry}, active, leave)
        self._back = outer

    def _region(self, region: LoopRegion, here: Places, active: Activation, leave: Route) -> None:
        """Emit the region once. `here` has the edges into it; other edges go where `leave` says."""

        def route(source: int, target: int) -> Pending:
            if target in region.blocks and (source, target) not in self._back:
                return here.setdefault(target, self.code.pending()) if target not in here else here[target]
            return leave(source, target)

        for item in region.items:
            if isinstance(item, LoopNode):
                incoming = {block: here.pop(block) for block in sorted(item.loop.blocks) if block in here}
                if incoming:
                    self._loop(item, incoming, active, route)
            elif item in here:
                self._block(item, here.pop(item), active, route)

    def _loop(self, node: LoopNode, incoming: Places, active: Activation, leave: Route) -> None:
        if self._bulk is not None and self._bulk.replaces(node, incoming, active, leave):
            return
        loop = self._unwound(node, incoming, active, leave)
        outer, self._back = self._back, self._back | node.back
        sleeps = self.unwinding.sleeps
        while incoming and loop.iterations < loop.limit:
            incoming = self._iteration(loop, incoming)
        cut = [*incoming.values()]
        if incoming and node.tests:
            cut = self._tests(node, incoming, active, leave)
        self._back, self.unwinding.sleeps = outer, sleeps
        if loop.watch is not None:
            self.watcher.end_watch(loop.watch, node.loc)
        for edge in cut:
            if self.code.place(edge, node.loc) is not None:
                self.code.emit(Cut(f"more than {several(loop.limit, 'iteration')} of the loop", node.loc))
        self.record.note_loop(loop.use(any(edge.states for edge in cut)))

    def _unwound(self, node: LoopNode, incoming: Places, active: Activation, leave: Route) -> UnwoundLoop:
        """The loop before its first iteration."""
        name = active.function.name
        waits = self.facts.waiting_edges(name) & node.back
        polls = self.facts.edges_of_polling(name) & node.back
        limit, kind = self._limit(node, incoming, active, bool(waits))
        trips = self._trips(node, incoming, active) if self.bounder.count_to else None
        sleeps = node.back <= self.facts.edges_of_sleep(name)
        watch = None if sleeps or kind is not LoopKind.BOUNDED else self.watcher.watch(node, active)
        return UnwoundLoop(node, active, leave, limit, kind, trips, waits, polls, sleeps, watch)

    def _iteration(self, loop: UnwoundLoop, incoming: Places) -> Places:
        """One copy of the loop's body. Out: the edges into the next one."""
        node, code = loop.node, self.code
        upcoming: Places = {}
        stuck = code.pending()
        again = None if loop.watch is None else code.pending()
        sources: set[int] = set()
        idle = loop.waits | loop.polls if loop.iterations else loop.waits

        def route(source: int, target: int) -> Pending:
            sources.add(source)
            if (source, target) in idle:
                return stuck
            if (source, target) in node.back:
                return again or upcoming.setdefault(target, code.pending())
            return loop.leave(source, target)

        self._begin_iteration(loop, incoming)
        self._region(node.region, incoming, loop.active, route)
        if again is not None:
            upcoming |= self.watcher.end_iteration(again, node)
        if stuck.states:
            code.place(stuck, node.loc)
            code.emit(Assume(integer(0), node.loc))
        loop.iterations += 1
        loop.complete += bool(upcoming or sources - node.tests)
        return upcoming

    def _begin_iteration(self, loop: UnwoundLoop, incoming: Places) -> None:
        if loop.sleeps:
            self.unwinding.sleeps = LATER_ITERATION if loop.iterations else FIRST_ITERATION
        if loop.watch is not None:
            self.watcher.begin_iteration(loop.watch, loop.node, incoming)

    def _tests(self, node: LoopNode, incoming: Places, active: Activation, leave: Route) -> list[Pending]:
        """The last iteration: only the tests at the top of the loop run; staying in the loop is cut."""
        beyond = self.code.pending()
        here = incoming

        def route(source: int, target: int) -> Pending:
            if target in node.tail or (target in node.tests and (source, target) not in node.back):
                return here.setdefault(target, self.code.pending())
            return beyond if target in node.loop.blocks else leave(source, target)

        for item in node.region.items:
            if isinstance(item, LoopNode):
                inner = {
                    block: here.pop(block) for block in sorted(item.loop.blocks & node.tail) if block in here
                }
                if inner:
                    self._loop(item, inner, active, route)
            elif item in here and (item in node.tests or item in node.tail):
                self._block(item, here.pop(item), active, route)
        return [beyond, *here.values()]

    def _limit(
        self, node: LoopNode, incoming: Places, active: Activation, waits: bool
    ) -> tuple[int, LoopKind]:
        bounds = self.bounder.bounds
        if waits and node.back <= self.facts.waiting_edges(active.function.name):
            return 1, LoopKind.WAITING
        if node.back <= self.facts.edges_of_polling(active.function.name):
            return 2, LoopKind.WAITING
        named = bounds.named(node.loc)
        if named is not None:
            return named, LoopKind.BOUNDED
        state = merged([state for pending in incoming.values() for state in pending.states])
        simplifier = self.simplifier(active, state, looking=True)
        trips = self.facts.trips(active.function.name)
        most = self._most_counted(node, state)
        count = trips.count(node, simplifier, state.known, most)
        if count is None or count > most:
            self._uncounted.add(node.loc)
            return bounds.unwind, LoopKind.BOUNDED
        if most > bounds.unwind_max:
            self._alone -= count
        # The loop may write what its test reads: then the count is wrong, and the bound is as good as any.
        return max(count, bounds.unwind), LoopKind.COUNTED

    def _most_counted(self, node: LoopNode, state: State) -> int:
        """How often a loop may iterate to be unwound completely. More while the thread is alone, as long as
        that is worth trying: what is unwound then costs time once, and multiplies no schedules."""
        is_quiet = state.memory.alone and node.loc not in self._uncounted
        return max(self.bounder.bounds.unwind_max, self._alone if is_quiet else 0)

    def _trips(self, node: LoopNode, incoming: Places, active: Activation) -> int | None:
        """After how many iterations the loop's test ends it, by registers and cells that are never written:
        what else is known of memory, the loop itself may change."""
        state = merged([state for pending in incoming.values() for state in pending.states])
        rename = self.simplifier(active, state, looking=True).rename
        simplifier = Simplifier(rename, self.number, self.facts.constant_cell)
        trips = self.facts.trips(active.function.name)
        return trips.count(node, simplifier, state.known, self.bounder.count_to)

    # ---- blocks

    def simplifier(self, active: Activation, state: State, *, looking: bool = False) -> Simplifier:
        """`looking`: nothing is emitted, so that variables that were never declared stay without object."""

        def rename(variable: Variable) -> Variable:
            match variable.storage:
                case Storage.REGISTER:
                    return self.frames.register(active, variable)
                case Storage.LOCAL if looking:
                    return state.objects.get(variable) or variable
                case Storage.LOCAL:
                    return self.frames.object(active, variable, state)
                case _:
                    return variable

        def cell(place: Place) -> Expression | None:
            return self.facts.constant_cell(place) or state.memory.read(place)

        return Simplifier(rename, self.number, cell)

    def _block(self, block: int, arriving: Pending, active: Activation, route: Route) -> None:
        bounds = active.shape.graph.blocks[block]
        code = active.function.body[bounds.start : bounds.end]
        state = self.code.place(arriving, code[0].loc)
        if state is None:
            return
        simplifier = self.simplifier(active, state)
        for offset, instruction in enumerate(code):
            try:
                if isinstance(instruction, Jump):
                    self._jump(instruction, block, state, simplifier, active, route)
                    return
                following = self._instruction(instruction, bounds.start + offset, state, simplifier, active)
            except PastDeclaration as missed:
                self.code.emit(Unmodelled(str(missed), instruction.loc))
                return
            if following is None:
                return
            if following is not state:
                state = following
                simplifier = self.simplifier(active, state)
        self.code.go(route(block, block + 1), state, code[-1].loc)

    def _jump(
        self,
        jump: Jump,
        block: int,
        state: State,
        simplifier: Simplifier,
        active: Activation,
        route: Route,
    ) -> None:
        target = active.shape.labels[jump.label]
        if jump.condition is None:
            self.code.go(route(block, target), state, jump.loc)
            return
        condition = as_condition(simplifier.expression(jump.condition, state.known))
        decided = truth_of(condition)
        if decided is not True:
            if decided is None:
                self.code.go(route(block, target), state.copy(), jump.loc, condition)
            self.code.go(route(block, block + 1), state, jump.loc)
        else:
            self.code.go(route(block, target), state, jump.loc)

    # Everything but jumps. None: execution does not continue after it.
    def _instruction(
        self, instruction: Instruction, index: int, state: State, simplifier: Simplifier, active: Activation
    ) -> State | None:
        if isinstance(instruction, Assign):  # by far the most frequent
            return self._assign(instruction, state, simplifier)

        def new(expression: Expression) -> Expression:
            return simplifier.expression(expression, state.known)

        match instruction:
            case Label():
                return state
            case Assume() | BlockUntil() | Assert():
                return self._condition(instruction, new, state)
            case Discard() | Free() if self.frames.ends_with_process(active, index):
                return state
            case Declare() | Discard():
                return self._lifetime(instruction, active, state)
            case Call():
                return self.calls.call(instruction, index, new, state, active)
            case Spawn():
                self.watcher.note_change(state, instruction.loc)
                return self.calls.spawn(instruction, index, new, state, active)
            case Return() | Exit() | Unmodelled() | Cut():
                self._finish(instruction, new, state, active)
                return None
            case _:
                return self._other(instruction, new, state, active)

    def _assign(self, instruction: Assign, state: State, simplifier: Simplifier) -> State:
        target, loc = instruction.target, instruction.loc
        place = simplifier.place(target, state.known)
        value = simplifier.expression(instruction.value, state.known)
        if not is_register(place):
            self.watcher.note_write(place, target, value, state, loc)
            self._write(place, target, value, state, loc)
        self.code.assign(place, value, state, loc)
        return state

    def _condition(
        self, instruction: Assume | BlockUntil | Assert, new: Renaming, state: State
    ) -> State | None:
        """What always holds is left out; nothing follows an assumption or assertion that never does."""
        if isinstance(instruction, Assert) and instruction.is_ignored(self.bounder.properties):
            return state
        condition = as_condition(new(instruction.condition))
        decided = truth_of(condition)
        if decided is True:
            return state
        loc = self.code.at or instruction.loc
        match instruction:
            case Assume():
                self.code.add(Assume(condition, loc))
            case Assert(_, checked, message):
                self.code.add(Assert(condition, checked, message, loc))
            case BlockUntil():
                self.code.add(BlockUntil(condition, loc, instruction.is_offer))
                return state
        return state if decided is None else None

    def _lifetime(self, instruction: Declare | Discard, active: Activation, state: State) -> State:
        if isinstance(instruction, Declare):
            self.frames.declare(instruction, active, state)
            return state
        item = self.frames.object(active, instruction.variable, state)
        self.watcher.note_end(item, state, instruction.loc)
        self.frames.discard(instruction, active, state)
        return state

    def _finish(
        self, instruction: Return | Exit | Unmodelled | Cut, new: Renaming, state: State, active: Activation
    ) -> None:
        """The function ends, or the thread, or the process, or what is searched."""
        match instruction:
            case Return(value):
                self.calls.leave(None if value is None else new(value), state, active, instruction.loc)
            case Exit(Scope.THREAD, _):
                self.code.go(self._end, State(state.memory), instruction.loc)
            case Exit(_, status):
                self.code.emit(replace(instruction, status=new(status)))
            case Unmodelled() | Cut():
                self.code.emit(instruction)

    def _other(self, instruction: Instruction, new: Renaming, state: State, active: Activation) -> State:
        renamed = map_expressions(instruction, new)
        self._note_other(instruction, state, active)
        register = defined_register(instruction)
        if register is not None:
            own = self.frames.register(active, register)
            state.known.pop(own, None)
            assert isinstance(renamed, Input | Allocate | Print | FormatText), "the others are handled above"
            renamed = replace(renamed, target=own)
        self.code.emit(renamed)
        if isinstance(renamed, Free) and renamed.region is MemoryRegion.STACK:
            self.frames.forget_block(renamed.pointer, state, renamed.loc)
        return state

    def _note_other(self, instruction: Instruction, state: State, active: Activation) -> None:
        """What the instruction does to what is known."""
        loc = instruction.loc
        if isinstance(instruction, Allocate | Free | Print | FormatText):
            self.watcher.note_change(state, loc)
        if isinstance(instruction, Allocate) and instruction.region is MemoryRegion.STACK:
            self.frames.keep_block(self.frames.register(active, instruction.target), active, state, loc)
        if isinstance(instruction, FormatText):
            self.spoil(self.facts.pointed_by(instruction.buffer), state, loc)
        if isinstance(instruction, FormatText | Print):
            self.spoil(self.facts.stored_by(instruction), state, loc)
        if isinstance(instruction, AtomicBegin):
            state.sections += 1
        if isinstance(instruction, AtomicEnd):
            state.sections = max(0, state.sections - 1)
            self.watcher.note_end_of_section(state, loc)

    def _write(self, place: Place, written: Place, value: Expression, state: State, loc: Loc) -> None:
        """What is known of memory after a write. `written` is the place as the function has it."""
        if isinstance(root(place), Dereference) and position(place) is None:
            self.spoil(self.facts.objects_at(written), state, loc)
        else:
            state.memory.write(place, value)

    def spoil(self, objects: frozenset[Variable] | None, state: State, loc: Loc) -> None:
        """One of the objects was written somewhere; None: anything may have been."""
        if objects is None:
            state.memory.spoil_all()
            self.watcher.forget(None, state, loc)
            return
        for variable in objects:
            own = self.frames.copies.get(variable, ()) if variable.storage is Storage.LOCAL else (variable,)
            for item in own:
                state.memory.spoil(item)
            self.watcher.forget(own, state, loc)
