"""One thread: from its start routine to a loop-free body without calls.

The builder walks through the function as it would run, block by block, copies the blocks of a loop for each
round, and puts the body of a called function where the call stands. On its way it knows the values of some
registers; a branch that is decided by them leaves one side out, so that loops with a known number of rounds
end by themselves. Every jump that it writes goes forward.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING

from unthread.analysis.constants import position
from unthread.bound.record import Record
from unthread.bound.shape import LoopNode, Region
from unthread.bound.state import Activation, Pending, Places, Route, State, merged
from unthread.bound.waiting import FIRST_ROUND, LATER_ROUND, WAIT, WAIT_IN_LOOP
from unthread.core.properties import ERROR_FUNCTIONS, Property
from unthread.core.source import Loc
from unthread.program.bounded import LoopKind, LoopUse
from unthread.program.expressions import (
    BinaryOperator,
    Dereference,
    Expression,
    FunctionAddress,
    Place,
    Read,
    Storage,
    Variable,
    VariablePlace,
    is_register,
    read_register,
    root,
)
from unthread.program.fold import as_condition, binary, convert, integer
from unthread.program.instructions import (
    Allocate,
    Assert,
    Assign,
    Assume,
    BlockUntil,
    Bound,
    Call,
    Cut,
    Declare,
    Discard,
    Exit,
    Format,
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
    is_step,
)
from unthread.program.instructions import (
    Region as MemoryRegion,
)
from unthread.program.lives import ends_with_return, is_main
from unthread.program.program import Function
from unthread.program.rewrite import map_expressions, variables_of
from unthread.program.simplify import Simplifier, function_named, is_known, truth_of
from unthread.program.tidy import without_dead_assignments, without_dead_code
from unthread.program.types import INT, PointerType, Type, is_scalar

if TYPE_CHECKING:
    from unthread.bound.threads import Bounder


def times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


def several(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _only(known: dict[Variable, Expression], registers: Iterable[Variable]) -> dict[Variable, Expression]:
    return {register: known[register] for register in registers if register in known}


class _PastDeclaration(Exception):
    """A variable that is another object on another way here."""


class ThreadBuilder:
    """`record` says which thread it is, and is told what happens. `bounder` is asked about other threads,
    `facts` about the program."""

    def __init__(self, bounder: Bounder, record: Record) -> None:
        self.bounder = bounder
        self.facts = bounder.facts
        self.record = record
        self.name = record.start.name
        self.number = record.start.number
        self.body: list[Instruction] = []
        self.locals: list[Variable] = []
        self._active: list[str] = []
        self._at: Loc | None = None  # inside library functions: where the user called them
        self._labels = 0
        self._activations = 0
        self._names: dict[str, int] = {}
        self._copies: dict[Variable, list[Variable]] = {}
        self._originals: dict[Variable, Variable] = {}
        self._end = self.pending()

    def build(self, function: Function, argument: tuple[Variable, ...]) -> None:
        """The whole body."""
        known, loc = self.record.start.known, self.record.start.loc
        state = State(self.bounder.first_memory(self.record, self._originals))
        arguments: list[Expression] = [read_register(variable) for variable in argument]
        if known is not None and argument:
            arguments[0] = known
        after = self._inline(function, arguments, None, None, state, loc)
        if after is not None:
            self._go(self._end, after, loc)
        self._place(self._end, loc)
        self._emit(Return(None, loc))
        self.body = without_dead_assignments(without_dead_code(self.body))
        self.body = without_dead_code(self.body)
        used = {variable for instruction in self.body for variable in variables_of(instruction)}
        self.locals = [variable for variable in self.locals if variable in used]

    # ---- labels and edges

    def pending(self) -> Pending:
        self._labels += 1
        return Pending(f".{self._labels}")

    def _emit(self, instruction: Instruction) -> None:
        """For what is rare: users see it where they called the library, if it is in there."""
        self._add(instruction if self._at is None else replace(instruction, loc=self._at))

    def _add(self, instruction: Instruction) -> None:
        """It has its position already."""
        self.body.append(instruction)
        self.bounder.spend(1)

    def _go(self, target: Pending, state: State, loc: Loc, condition: Expression | None = None) -> None:
        target.states.append(state)
        self._add(Jump(target.label, condition, self._at or loc))

    def _place(self, target: Pending, loc: Loc) -> State | None:
        """The label; None if nobody comes here."""
        if not target.states:
            return None
        self._add(Label(target.label, self._at or loc))
        return merged(target.states)

    # ---- regions and loops

    def _region(self, region: Region, here: Places, active: Activation, leave: Route) -> None:
        """Emit the region once. `here` has the edges into it; other edges go where `leave` says."""

        def route(source: int, target: int) -> Pending:
            if target in region.blocks and (source, target) not in self._back:
                return here.setdefault(target, self.pending()) if target not in here else here[target]
            return leave(source, target)

        for item in region.items:
            if isinstance(item, LoopNode):
                incoming = {block: here.pop(block) for block in sorted(item.loop.blocks) if block in here}
                if incoming:
                    self._loop(item, incoming, active, route)
            elif item in here:
                self._block(item, here.pop(item), active, route)

    _back: frozenset[tuple[int, int]] = frozenset()
    _sleeps: int | None = None  # in a loop around a wait: which round it is, in the words of models/cond.c

    def _loop(self, node: LoopNode, incoming: Places, active: Activation, leave: Route) -> None:
        waits = self.facts.waiting_edges(active.function.name) & node.back
        limit, kind = self._limit(node, incoming, active, bool(waits))
        trips = self._trips(node, incoming, active) if self.bounder.count_to else None
        outer, self._back = self._back, self._back | node.back
        sleeps = self._sleeps
        sleeps_here = node.back <= self.facts.edges_of_sleep(active.function.name)
        rounds = 0
        complete = 0  # rounds that got beyond the tests at the top
        cut: list[Pending] = []
        while incoming:
            last = rounds >= limit
            if last and not node.tests:
                cut += incoming.values()
                break
            upcoming: Places = {}
            stuck = self.pending()
            sources: set[int] = set()

            def route(
                source: int,
                target: int,
                *,
                upcoming: Places = upcoming,
                stuck: Pending = stuck,
                sources: set[int] = sources,
            ) -> Pending:
                sources.add(source)
                if (source, target) in waits:
                    return stuck
                if (source, target) in node.back:
                    return upcoming.setdefault(target, self.pending())
                return leave(source, target)

            if last:
                cut += self._tests(node, incoming, active, leave)
                break
            if sleeps_here:
                self._sleeps = LATER_ROUND if rounds else FIRST_ROUND
            self._region(node.region, incoming, active, route)
            if stuck.states:
                self._place(stuck, node.loc)
                self._emit(Assume(integer(0), node.loc))
            incoming = upcoming
            rounds += 1
            complete += bool(upcoming or sources - node.tests)
        self._back, self._sleeps = outer, sleeps
        for edge in cut:
            if self._place(edge, node.loc) is not None:
                self._emit(Cut(f"loop unwound {times(limit)}", node.loc))
        reached = any(edge.states for edge in cut)
        kind = LoopKind.BOUNDED if reached else kind
        self.record.note_loop(LoopUse(node.loc, active.function.name, kind, complete, reached, trips))

    def _tests(self, node: LoopNode, incoming: Places, active: Activation, leave: Route) -> list[Pending]:
        """The last round: only the tests at the top of the loop run; staying in the loop is cut."""
        beyond = self.pending()
        here = incoming

        def route(source: int, target: int) -> Pending:
            if target in node.tail or (target in node.tests and (source, target) not in node.back):
                return here.setdefault(target, self.pending())
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
        named = bounds.named(node.loc)
        if named is not None:
            return named, LoopKind.BOUNDED
        state = merged([state for pending in incoming.values() for state in pending.states])
        simplifier = self._simplifier(active, state, looking=True)
        trips = self.facts.trips(active.function.name)
        count = trips.count(node, simplifier, state.known, bounds.unwind_max)
        if count is None or count > bounds.unwind_max:
            return bounds.unwind, LoopKind.BOUNDED
        # The loop may write what its test reads: then the count is wrong, and the bound is as good as any.
        return max(count, bounds.unwind), LoopKind.COUNTED

    def _trips(self, node: LoopNode, incoming: Places, active: Activation) -> int | None:
        """After how many rounds the loop's test ends it, by registers and cells that nobody writes: what
        else is known of memory, the loop itself may change."""
        state = merged([state for pending in incoming.values() for state in pending.states])
        rename = self._simplifier(active, state, looking=True).rename
        simplifier = Simplifier(rename, self.number, self.facts.constant_cell)
        trips = self.facts.trips(active.function.name)
        return trips.count(node, simplifier, state.known, self.bounder.count_to)

    # ---- blocks

    def _simplifier(self, active: Activation, state: State, *, looking: bool = False) -> Simplifier:
        """`looking`: nothing is emitted, so that variables that were never declared stay without object."""

        def rename(variable: Variable) -> Variable:
            match variable.storage:
                case Storage.REGISTER:
                    return self._register(active, variable)
                case Storage.LOCAL if looking:
                    return state.objects.get(variable) or variable
                case Storage.LOCAL:
                    return self._object(active, variable, state)
                case _:
                    return variable

        def cell(place: Place) -> Expression | None:
            return self.facts.constant_cell(place) or state.memory.read(place)

        return Simplifier(rename, self.number, cell)

    def _block(self, block: int, arriving: Pending, active: Activation, route: Route) -> None:
        bounds = active.shape.graph.blocks[block]
        code = active.function.body[bounds.start : bounds.end]
        state = self._place(arriving, code[0].loc)
        if state is None:
            return
        simplifier = self._simplifier(active, state)
        for offset, instruction in enumerate(code):
            try:
                if isinstance(instruction, Jump):
                    self._jump(instruction, block, state, simplifier, active, route)
                    return
                following = self._instruction(instruction, bounds.start + offset, state, simplifier, active)
            except _PastDeclaration as missed:
                self._emit(Unmodelled(str(missed), instruction.loc))
                return
            if following is None:
                return
            if following is not state:
                state = following
                simplifier = self._simplifier(active, state)
        self._go(route(block, block + 1), state, code[-1].loc)

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
            self._go(route(block, target), state, jump.loc)
            return
        condition = as_condition(simplifier.expression(jump.condition, state.known))
        decided = truth_of(condition)
        if decided is not True:
            if decided is None:
                self._go(route(block, target), state.copy(), jump.loc, condition)
            self._go(route(block, block + 1), state, jump.loc)
        else:
            self._go(route(block, target), state, jump.loc)

    # Everything but jumps. None: execution does not go on behind it.
    def _instruction(
        self, instruction: Instruction, index: int, state: State, simplifier: Simplifier, active: Activation
    ) -> State | None:
        def new(expression: Expression) -> Expression:
            return simplifier.expression(expression, state.known)

        match instruction:
            case Label():
                return state
            case Assign(target, value):
                place, value = simplifier.place(target, state.known), new(value)
                if not is_register(place):
                    self._write(place, target, value, state)
                self._assign(place, value, state, instruction.loc)
                return state
            case Assume(condition):
                return self._assume(as_condition(new(condition)), state, instruction.loc)
            case BlockUntil(condition):
                condition = as_condition(new(condition))
                if truth_of(condition) is not True:
                    self._add(BlockUntil(condition, self._at or instruction.loc, instruction.is_offer))
                return state
            case Assert(condition, checked, message):
                if checked not in self.bounder.properties:
                    return state
                condition = as_condition(new(condition))
                decided = truth_of(condition)
                if decided is True:
                    return state
                self._add(Assert(condition, checked, message, self._at or instruction.loc))
                return state if decided is None else None
            case Discard() | Free() if self._ends_with_process(active, index):
                return state
            case Declare(variable) | Discard(variable):
                item = self._declare(instruction, variable, state, active)
                state.memory.declare(item, zeroed=isinstance(instruction, Declare) and instruction.zeroed)
                if isinstance(instruction, Discard):
                    state.discard({item})
                self._emit(replace(instruction, variable=item))
                self._note_life(item, isinstance(instruction, Declare), active, state, instruction.loc)
                return state
            case Call(target, function, arguments, varargs):
                return self._call(
                    instruction,
                    index,
                    None if target is None else self._register(active, target),
                    new(function),
                    [new(argument) for argument in arguments],
                    None if varargs is None else new(varargs),
                    state,
                    active,
                )
            case Return(value):
                self._return(None if value is None else new(value), state, active, instruction.loc)
                return None
            case Exit(Scope.THREAD, _):
                self._go(self._end, State(state.memory), instruction.loc)
                return None
            case Exit(_, status):
                self._emit(replace(instruction, status=new(status)))
                return None
            case Spawn(target, function, argument):
                register = None if target is None else self._register(active, target)
                return self._spawn(instruction, index, register, new(function), new(argument), state, active)
            case Unmodelled() | Cut():
                self._emit(instruction)
                return None
            case _:
                return self._other(instruction, state, active, new)

    def _other(
        self,
        instruction: Instruction,
        state: State,
        active: Activation,
        new: Callable[[Expression], Expression],
    ) -> State:
        renamed = map_expressions(instruction, new)
        if isinstance(instruction, Allocate) and instruction.region is MemoryRegion.STACK:
            self._keep_block(self._register(active, instruction.target), active, state, instruction.loc)
        if isinstance(instruction, Format):
            self._spoil(self.facts.pointed_by(instruction.buffer), state)
        if isinstance(instruction, Format | Print):
            self._spoil(self.facts.stored_by(instruction), state)
        register = defined_register(instruction)
        if register is not None:
            own = self._register(active, register)
            state.known.pop(own, None)
            assert isinstance(renamed, Input | Allocate | Print | Format), "the others are told apart above"
            renamed = replace(renamed, target=own)
        self._emit(renamed)
        if isinstance(renamed, Free) and renamed.region is MemoryRegion.STACK:
            self._forget_block(renamed.pointer, state, renamed.loc)
        return state

    def _assign(self, target: Place, value: Expression, state: State, loc: Loc) -> None:
        if isinstance(target, VariablePlace) and target.variable.storage is Storage.REGISTER:
            if is_known(value):
                state.known[target.variable] = value
            else:
                state.known.pop(target.variable, None)
        self._add(Assign(target, value, self._at or loc))

    def _write(self, place: Place, written: Place, value: Expression, state: State) -> None:
        """What is known of memory after a write. `written` is the place as the function has it."""
        if isinstance(root(place), Dereference) and position(place) is None:
            self._spoil(self.facts.objects_at(written), state)
        else:
            state.memory.write(place, value)

    def _spoil(self, objects: frozenset[Variable] | None, state: State) -> None:
        """One of the objects was written somewhere; None: anything may have been."""
        if objects is None:
            state.memory.spoil_all()
            return
        for variable in objects:
            for own in self._copies.get(variable, ()) if variable.storage is Storage.LOCAL else (variable,):
                state.memory.spoil(own)

    def _assume(self, condition: Expression, state: State, loc: Loc) -> State | None:
        decided = truth_of(condition)
        if decided is True:
            return state
        self._add(Assume(condition, self._at or loc))
        return state if decided is None else None

    # ---- variables

    def _register(self, active: Activation, variable: Variable) -> Variable:
        own = active.registers.get(variable.name)
        if own is None:
            own = active.registers[variable.name] = self._own(variable)
        return own

    def _own(self, variable: Variable) -> Variable:
        base = f"{self.name}/{variable.name}"
        count = self._names[base] = self._names.get(base, 0) + 1
        name = base if count == 1 else f"{base}/{count}"
        own = Variable(name, variable.type, variable.storage, variable.text, variable.loc, variable.escapes)
        self._copies.setdefault(variable, []).append(own)
        self._originals[own] = variable
        self.locals.append(own)
        return own

    def _object(self, active: Activation, variable: Variable, state: State) -> Variable:
        """The object that a variable of the frame names here; one of its own if it was never declared,
        because its block was entered by a jump."""
        if variable not in state.objects:
            own = state.objects[variable] = self._own(variable)
            active.objects.append(own)
            self._emit(Declare(own, False, variable.loc))
            self._note_life(own, True, active, state, variable.loc)
            return own
        item = state.objects[variable]
        if item is None:
            raise _PastDeclaration(f"a way to '{variable.text}' that goes past its declaration")
        return item

    def _declare(
        self, instruction: Declare | Discard, variable: Variable, state: State, active: Activation
    ) -> Variable:
        """Each run of a declaration makes an object of its own."""
        if isinstance(instruction, Discard):
            return self._object(active, variable, state)
        item = state.objects[variable] = self._own(variable)
        active.objects.append(item)
        return item

    # Where the end of a life is a step of its own, an object that is gone must not end once more: a register
    # says on which ways it is there.
    def _note_life(self, item: Variable, begins: bool, active: Activation, state: State, loc: Loc) -> None:
        if not is_step(Discard(item, loc), self.bounder.properties):
            return
        register = active.alive.get(item)
        if register is None:
            register = active.alive[item] = self._new_register(f"{item.name}.alive", INT)
        self._assign(VariablePlace(register), integer(begins), state, loc)

    def _keep_block(self, register: Variable, active: Activation, state: State, loc: Loc) -> None:
        """Before `register` gets the address of a block of the frame: the block that it had, from a round of
        the loop before, ends with the frame as well."""
        own = register
        if register in active.blocks:
            own = self._new_register(f"{register.name}.{len(active.blocks)}", register.type)
            before = state.known.get(register, read_register(register))
            self._assign(VariablePlace(own), before, state, loc)
        self._begin_with_zero(own, active, loc)
        active.blocks.append(own)

    def _forget_block(self, pointer: Expression, state: State, loc: Loc) -> None:
        """A variable-length array has ended, before its frame."""
        if isinstance(pointer, Read) and isinstance(pointer.place, VariablePlace):
            zero = integer(0, pointer.place.variable.type)
            self._assign(pointer.place, zero, state, loc)

    def _new_register(self, name: str, type: Type) -> Variable:
        register = Variable(name, type, Storage.REGISTER)
        self.locals.append(register)
        return register

    # ---- calls

    def _call(
        self,
        call: Call,
        index: int,
        target: Variable | None,
        function: Expression,
        arguments: list[Expression],
        varargs: Expression | None,
        state: State,
        active: Activation,
    ) -> State | None:
        if target is not None:
            state.known.pop(target, None)
        name = function_named(function)
        names = [name] if name is not None else sorted(self.facts.callees(active.function.name, index))
        if name is not None:
            return self._call_named(name, call, target, arguments, varargs, state)
        after = self.pending()
        for name in names:
            following = self.pending()
            address = FunctionAddress(name, self.facts.pointer_to(name))
            differs = binary(BinaryOperator.NOT_EQUAL, function, convert(address, function.type), INT)
            self._go(following, state.copy(), call.loc, differs)
            done = self._call_named(name, call, target, arguments, varargs, state.copy())
            if done is not None:
                self._go(after, done, call.loc)
            self._place(following, call.loc)
        self._no_function("call through a pointer that points to no function", call.loc)
        return self._place(after, call.loc)

    def _no_function(self, message: str, loc: Loc) -> None:
        """Nothing sensible can follow, whether the property is checked or not."""
        if Property.MEMORY in self.bounder.properties:
            self._emit(Assert(integer(0), Property.MEMORY, message, loc))
        else:
            self.record.assume(f"no {message} at {self._at or loc}")
        self._emit(Assume(integer(0), loc))

    def _call_named(
        self,
        name: str,
        call: Call,
        target: Variable | None,
        arguments: list[Expression],
        varargs: Expression | None,
        state: State,
    ) -> State | None:
        if name == WAIT and self._sleeps is not None:
            name, arguments = WAIT_IN_LOOP, [*arguments, integer(self._sleeps)]
        function = self.facts.function(name)
        if function is None and name in ERROR_FUNCTIONS:
            self._emit(Assert(integer(0), Property.REACH, f"{name}() is reached", call.loc))
            self._emit(Assume(integer(0), call.loc))
            return None
        if function is None:
            self.record.assume(f"'{name}' has no body: it returns any value and changes nothing")
            for argument in arguments:
                self._compute(argument, name, state, call.loc)
            if target is not None:
                self._emit(Input(target, f"{name}()", call.loc))
            return state
        depth = self.bounder.bounds.depth
        if self._active.count(name) >= depth:
            what = f"more than {several(depth, 'active call')} of '{name}'"
            self._emit(Cut(what, call.loc, Bound.DEPTH))
            return None
        return self._inline(function, arguments, varargs, target, state, call.loc)

    def _inline(
        self,
        function: Function,
        arguments: list[Expression],
        varargs: Expression | None,
        target: Variable | None,
        caller: State,
        loc: Loc,
    ) -> State | None:
        self._activations += 1
        shape = self.facts.shape(function.name)
        active = Activation(function, shape, self._activations, self.pending(), target, len(self.body))
        state = State(caller.memory)
        self._pass_arguments(function, arguments, varargs, active, state, loc)
        entry = self.pending()
        self._go(entry, state, loc)

        def leave(source: int, target: int) -> Pending:
            raise AssertionError(f"an edge leaves {function.name}")

        outer = self._back, self._at
        self._active.append(function.name)
        self._back = frozenset()
        self._at = (self._at or loc) if function.library else None
        self._region(shape.region, {0: entry}, active, leave)
        self._active.pop()
        done = self._place(active.returns, loc)
        self._back, self._at = outer
        if done is None:
            return None
        self._end_frame(active, done, loc)
        done.discard({item for item in active.objects if item.escapes})
        caller.memory = done.memory
        if target is not None and target in done.known:
            caller.known[target] = done.known[target]
        return caller

    def _pass_arguments(
        self,
        function: Function,
        arguments: list[Expression],
        varargs: Expression | None,
        active: Activation,
        state: State,
        loc: Loc,
    ) -> None:
        for number, parameter in enumerate(function.parameters):
            own = self._register(active, parameter)
            if number >= len(arguments):
                self._emit(Input(own, parameter.text, loc))
                continue
            argument = arguments[number]
            if is_scalar(argument.type):
                argument = convert(argument, own.type)
            self._assign(VariablePlace(own), argument, state, loc)
        if function.varargs is not None:
            own = self._register(active, function.varargs)
            nothing = integer(0, own.type)
            self._assign(VariablePlace(own), nothing if varargs is None else varargs, state, loc)

    def _return(self, value: Expression | None, state: State, active: Activation, loc: Loc) -> None:
        after = State(state.memory, _only(state.known, (*active.alive.values(), *active.blocks)))
        result = active.result
        if result is None and value is not None:
            self._compute(value, active.function.name, after, loc)
        elif result is not None and value is None:
            self._emit(Input(result, f"{active.function.name}()", loc))
        elif result is not None and value is not None:
            self._assign(VariablePlace(result), convert(value, result.type), after, loc)
        self._go(active.returns, after, loc)

    def _compute(self, value: Expression, function: str, state: State, loc: Loc) -> None:
        """What nobody wants is computed all the same: that may be a race, or go wrong."""
        if not is_known(value):
            unused = self._own(Variable(f"{function}()", value.type, Storage.REGISTER))
            self._assign(VariablePlace(unused), value, state, loc)

    def _ends_with_process(self, active: Activation, index: int) -> bool:
        """What ends there is left to `main` until it returns."""
        is_left = is_main(active.function) and ends_with_return(active.function.body, index)
        return is_left and Property.MEMORY in self.bounder.properties

    def _end_frame(self, active: Activation, state: State, loc: Loc) -> None:
        """The objects of the frame are no more."""
        if is_main(active.function) and Property.MEMORY in self.bounder.properties:
            return
        for block in active.blocks:
            self._end_if(block, Free(read_register(block), MemoryRegion.STACK, loc), state)
        for item in active.objects:
            if item in active.alive:
                register = active.alive[item]
                if register not in state.known:
                    self._begin_with_zero(register, active, loc)
                self._end_if(register, Discard(item, loc), state)
            elif item.escapes:
                self._emit(Discard(item, loc))

    def _begin_with_zero(self, register: Variable, active: Activation, loc: Loc) -> None:
        initial = Assign(VariablePlace(register), integer(0, register.type), self._at or loc)
        self.body.insert(active.entry, initial)

    def _end_if(self, register: Variable, end: Free | Discard, state: State) -> None:
        """The end, on the ways on which the register is not 0."""
        unused = binary(BinaryOperator.EQUAL, read_register(register), integer(0, register.type), INT)
        decided = truth_of(state.known[register]) if register in state.known else None
        if decided is None:
            after = self.pending()
            self._emit(Jump(after.label, unused, end.loc))
            self._emit(end)
            self._emit(Label(after.label, end.loc))
        elif decided:
            self._emit(end)

    # ---- threads

    def _spawn(
        self,
        spawn: Spawn,
        index: int,
        target: Variable | None,
        function: Expression,
        argument: Expression,
        state: State,
        active: Activation,
    ) -> State | None:
        name = function_named(function)
        names = [name] if name is not None else sorted(self.facts.callees(active.function.name, index))
        after = self.pending()
        for name in names:
            following = self.pending()
            if len(names) > 1 or function_named(function) is None:
                address = FunctionAddress(name, self.facts.pointer_to(name))
                differs = binary(BinaryOperator.NOT_EQUAL, function, convert(address, function.type), INT)
                self._go(following, state.copy(), spawn.loc, differs)
            self._start(name, spawn, target, argument, state.copy(), after)
            self._place(following, spawn.loc)
        if function_named(function) is None:
            self._no_function("thread started with something that is no function", spawn.loc)
        return self._place(after, spawn.loc)

    def _start(
        self,
        name: str,
        spawn: Spawn,
        target: Variable | None,
        argument: Expression,
        state: State,
        after: Pending,
    ) -> None:
        self.record.spawns = True
        started = self.bounder.start_thread(name, argument, self._at or spawn.loc)
        if started is None:
            what = f"more than {several(self.bounder.bounds.threads, 'thread')}"
            self._emit(Cut(what, spawn.loc, Bound.THREADS))
            return
        thread_name, number = started
        address = FunctionAddress(thread_name, PointerType(self.facts.pointer_to(name).target))
        self._emit(Spawn(None, address, argument, spawn.loc))
        state.memory.spawned()
        if target is not None:
            self._assign(VariablePlace(target), integer(number, target.type), state, spawn.loc)
        self._go(after, state, spawn.loc)
