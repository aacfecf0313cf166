"""One body under construction: copies of functions where their calls stood."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Sequence
from dataclasses import field, replace

from unthread.core.diagnostics import InputError, Unsupported
from unthread.core.properties import ERROR_FUNCTIONS, Property
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.inlining.meaning import (
    NOTHING_CALLED,
    NOTHING_STARTED,
    error_reached,
    passed,
    points_elsewhere,
    to_nothing,
    too_deep,
    without_body,
)
from unthread.program.build.fold import as_condition, binary, convert, integer, negation
from unthread.program.build.rewrite import map_expressions
from unthread.program.build.simplify import Simplifier, function_named, truth_of
from unthread.program.build.tidy import is_idle
from unthread.program.expressions import (
    BinaryOperator,
    Expression,
    FunctionAddress,
    Read,
    Storage,
    Variable,
    VariablePlace,
    is_register,
    memory_reads,
    read_register,
)
from unthread.program.instructions import (
    Allocate,
    Assert,
    Assign,
    Assume,
    BlockUntil,
    Call,
    Declare,
    Discard,
    Format,
    Free,
    Input,
    Instruction,
    Jump,
    Label,
    Print,
    Region,
    Return,
    Spawn,
)
from unthread.program.program import Function
from unthread.program.query.loops import Shape
from unthread.program.types import INT, VOID, FunctionType, PointerType, is_scalar, value_type
from unthread.sequentialize.flat_facts import FlatFacts
from unthread.sequentialize.propagate import OpenSimplifier, Propagation, State, is_fixed

_MOST_INSTRUCTIONS = 2_000_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """A body that a call or a spawn in another one needs: that of threads that start in the function, with an
    argument if it is known, or of a function that is kept, called from within the active ones."""

    name: str
    function: str
    loc: Loc
    is_thread: bool
    known: Expression | None = None
    active: tuple[str, ...] = ()


class Bodies:
    """What the bodies have in common. Names of variables are unique in all of them together."""

    def __init__(self, facts: FlatFacts, depth: int, properties: frozenset[Property]) -> None:
        self.facts = facts
        self.depth = depth
        self.properties = properties
        self.assumptions: dict[str, None] = {}
        self.routines: dict[str, str] = {}
        self.origins: dict[str, str] = {}
        self.pending: deque[Wanted] = deque()
        self.spent = 0  # instructions of the bodies that are finished
        self._names: dict[str, int] = {}  # how often each was given out
        self._wanted: dict[object, str] = {}

    def check_size(self, body: Sequence[Instruction]) -> None:
        """Of all bodies together, with this one that is under construction."""
        if self.spent + len(body) > _MOST_INSTRUCTIONS:
            raise Unsupported(
                f"without calls the program has more than {_MOST_INSTRUCTIONS:,} instructions",
                hint="lower --depth",
            )

    def assume(self, what: str) -> None:
        self.assumptions[what] = None

    # ---- names

    def unique(self, name: str) -> str:
        self._names[name] = number = self._names.get(name, 0) + 1
        return name if number == 1 else f"{name}/{number}"

    def own(self, variable: Variable) -> Variable:
        name = self.unique(variable.name)
        if name == variable.name:
            return variable
        kind, storage = variable.type, variable.storage
        return Variable(name, kind, storage, variable.text, variable.loc, variable.escapes)

    # ---- bodies

    def of_threads(self, routine: str, known: Expression | None, users: str, loc: Loc) -> str:
        """The name of the body of threads that start in the routine, with an argument that is known. What
        the library does in them happens where the user started them."""
        key = (routine, known, loc)
        if key not in self._wanted:
            name = self._wanted[key] = self.unique(f"{users}#thread")
            self.routines[name] = users
            self.pending.append(Wanted(name, routine, loc, is_thread=True, known=known))
        return self._wanted[key]

    def of_kept(self, function: Function, active: Sequence[str]) -> str:
        """The name of the function's body for calls from within the active ones, and perhaps for others."""
        circle = self.facts.circle(function.name)
        inside = tuple(name for name in active if name in circle)
        key = (function.name, tuple(sorted(Counter(inside).items())))
        if key not in self._wanted:
            name = self._wanted[key] = self.unique(function.name)
            self.origins[name] = function.name
            self.pending.append(Wanted(name, function.name, function.loc, is_thread=False, active=inside))
        return self._wanted[key]


@dataclass(slots=True)
class _Activation:
    """A function whose body is being copied. `at` is where the user called the library, inside it. `returns`
    is the label behind the copy; None if it returns by itself. `depth` counts the sections around it."""

    function: Function
    shape: Shape
    number: int
    at: Loc | None
    returns: str | None
    result: Variable | None
    depth: int
    variables: dict[str, Variable] = field(default_factory=dict)


class Body:
    """One body under construction. `active` are the calls under way; `thread` is its number, if known."""

    def __init__(self, bodies: Bodies, active: list[str], thread: int | None) -> None:
        self.bodies = bodies
        self.flat_facts = bodies.facts
        self.facts = bodies.facts.facts
        self.body: list[Instruction] = []
        self.locals: list[Variable] = []
        self._active = active
        self._thread = thread
        self._labels: dict[str, int] = {}  # how often each was given out
        self._activations = 0

    # ---- the whole

    def whole(self, function: Function) -> tuple[tuple[Variable, ...], Variable | None]:
        """A function that is kept. Its parameters."""
        active = self._activation(function, None, None, function.loc, None, 0)
        parameters = tuple(self._variable(active, parameter) for parameter in function.parameters)
        varargs = None if function.varargs is None else self._variable(active, function.varargs)
        self._copy(active, {}, function.loc)
        return parameters, varargs

    # ---- parts

    def add(self, instruction: Instruction) -> None:
        self.body.append(instruction)

    def _label(self, name: str) -> str:
        self._labels[name] = number = self._labels.get(name, 0) + 1
        return name if number == 1 else f"{name}/{number}"

    def _activation(
        self,
        function: Function,
        returns: str | None,
        result: Variable | None,
        loc: Loc,
        at: Loc | None,
        depth: int,
    ) -> _Activation:
        self._activations += 1
        at = (at or loc) if function.library else None
        shape = self.facts.shape(function.name)
        return _Activation(function, shape, self._activations, at, returns, result, depth)

    def _variable(self, active: _Activation, variable: Variable) -> Variable:
        """The copy's own for a variable of the function; others are everybody's."""
        own = active.variables.get(variable.name)
        if own is not None:
            return own
        if variable.storage is Storage.REGISTER or variable.storage is Storage.LOCAL:
            own = active.variables[variable.name] = self.bodies.own(variable)
            self.locals.append(own)
            return own
        return variable

    def _temporary(self, like: Expression, loc: Loc) -> Variable:
        own = self.bodies.own(Variable("ut_t", like.type, Storage.REGISTER, "t", loc))
        self.locals.append(own)
        return own

    # ---- a copy of a function

    def inline(
        self,
        function: Function,
        arguments: list[Expression],
        varargs: Expression | None,
        result: Variable | None,
        loc: Loc,
        depth: int,
        at: Loc | None = None,
    ) -> None:
        active = self._activation(function, self._label(f"{function.name}.end"), result, loc, at, depth)
        known = self._pass_arguments(active, arguments, varargs, loc)
        self._active.append(function.name)
        self.bodies.check_size(self.body)
        self._copy(active, known, loc)
        self._active.pop()
        assert active.returns is not None
        self.add(Label(active.returns, active.at or loc))
        self._end_frame(active, active.at or loc)

    def _pass_arguments(
        self, active: _Activation, arguments: list[Expression], varargs: Expression | None, loc: Loc
    ) -> State:
        """Parameters get their values; the fixed ones are known at the beginning."""
        function, known = active.function, State()
        at = active.at or loc
        for parameter, argument in passed(function, arguments):
            own = self._variable(active, parameter)
            if argument is None:
                self.add(Input(own, parameter.text, at))
                continue
            self._set(own, argument, known, at)
            if parameter not in self.flat_facts.assigned(function) and _is_register(argument):
                known[own] = argument  # the caller does not go on before the copy is done
        if function.varargs is not None:
            own = self._variable(active, function.varargs)
            self._set(own, integer(0, own.type) if varargs is None else varargs, known, at)
        return known

    def _set(self, register: Variable, value: Expression, known: State, loc: Loc) -> None:
        assignment = Assign(VariablePlace(register), value, loc)
        self.add(assignment)
        if is_fixed(value, assignment):
            known[register] = value

    def _copy(self, active: _Activation, known: State, loc: Loc) -> None:
        self._begin_frame(active, known, active.at or loc)
        thread = self._thread

        def rename(variable: Variable) -> Variable:
            return self._variable(active, variable)

        cell = self.facts.constant_cell
        simplifier = OpenSimplifier(rename, 0, cell) if thread is None else Simplifier(rename, thread, cell)
        values = Propagation(active.shape, self.flat_facts.effects(active.shape), simplifier, rename)
        reached = values.run(known)
        prefix = f"{active.function.name}."
        labels = {name: self._label(prefix + name) for name in active.shape.labels}
        for number in sorted(reached):
            state = dict(reached[number])
            block, effects = active.shape.graph.blocks[number], values.effects[number]
            for index in range(block.start, block.end):
                item = active.function.body[index]
                if isinstance(item, Assign):
                    self._assign(item, values, index, state, active)
                elif isinstance(item, Jump):
                    going_round = self.flat_facts.only_waits(
                        active.shape, number, active.shape.labels[item.label]
                    )
                    condition = None if item.condition is None else values.condition(index)
                    self._jump(item, labels, condition, active, going_round)
                elif isinstance(item, Label):
                    self.add(Label(labels[item.name], active.at or item.loc))
                else:
                    self._instruction(item, index, values, state, active)
                if index in effects:
                    values.pass_by(effects[index], state)

    def _begin_frame(self, active: _Activation, known: State, loc: Loc) -> None:
        """What nobody sets before it is used holds anything, in every call anew."""
        function = active.function
        blocks = self.facts.stack_blocks(function)
        unset = self.flat_facts.unset(function)
        for variable in function.locals:
            if variable in blocks:
                register = self._variable(active, variable)
                self.add(Assign(VariablePlace(register), integer(0, register.type), loc))
            elif variable in unset.registers:
                own = self._variable(active, variable)
                self.add(Input(own, own.text or own.name, loc))
            elif variable.name in unset.objects.at_entry:
                self.add(Declare(self._variable(active, variable), False, loc))

    def _end_frame(self, active: _Activation, loc: Loc) -> None:
        """The objects of the frame are no more."""
        for variable in self.facts.stack_blocks(active.function):
            block = self._variable(active, variable)
            after = self._label("unused")
            unused = binary(BinaryOperator.EQUAL, read_register(block), integer(0, block.type), INT)
            self.add(Jump(after, unused, loc))
            self.add(Free(read_register(block), Region.STACK, loc))
            self.add(Label(after, loc))
        for own in active.variables.values():
            if own.storage is Storage.LOCAL:
                self.add(Discard(own, loc))

    # ---- instructions

    def _jump(
        self,
        jump: Jump,
        labels: dict[str, str],
        condition: Expression | None,
        active: _Activation,
        going_round: bool,
    ) -> None:
        loc = active.at or jump.loc
        if condition is not None:
            decided = truth_of(condition)
            if decided is False:
                return
            condition = None if decided else condition
        if going_round:  # changes nothing, so that only those who do not have to wait go on
            self.add(Assume(integer(0) if condition is None else negation(condition), loc))
        else:
            self.add(Jump(labels[jump.label], condition, loc))

    def _assign(
        self, item: Assign, values: Propagation, index: int, state: State, active: _Activation
    ) -> None:
        place = values.simplifier.place(item.target, state)
        value = values.results.get(index) or values.simplifier.expression(item.value, state)
        self.body.append(Assign(place, value, active.at or item.loc))

    def _instruction(
        self, item: Instruction, index: int, values: Propagation, state: State, active: _Activation
    ) -> None:
        loc = active.at or item.loc

        def new(expression: Expression) -> Expression:
            return values.simplifier.expression(expression, state)

        match item:
            case Assume(condition) | BlockUntil(condition):
                condition = as_condition(new(condition))
                if truth_of(condition) is not True:
                    self.add(replace(item, condition=condition, loc=loc))
            case Assert(condition):
                condition = as_condition(new(condition))
                if truth_of(condition) is not True and not item.is_ignored(self.bodies.properties):
                    self.add(replace(item, condition=condition, loc=loc))
            case Declare(variable) | Discard(variable):
                own = self._variable(active, variable)
                self.add(replace(item, variable=own, loc=loc))
                if index in self.flat_facts.unset(active.function).objects.behind:
                    self.add(Declare(own, False, loc))
            case Call():
                self._call(item, index, new, active)
            case Return(value):
                self._return(None if value is None else new(value), active, loc)
            case Spawn():
                self._spawn(item, index, new, active)
            case _:
                self._other(item, new, active)

    def _other(self, item: Instruction, new: Callable[[Expression], Expression], active: _Activation) -> None:
        renamed = map_expressions(item, new)
        if isinstance(renamed, Input | Allocate | Print | Format):
            renamed = replace(renamed, target=self._variable(active, renamed.target))
        self.add(replace(renamed, loc=active.at or item.loc))

    def _return(self, value: Expression | None, active: _Activation, loc: Loc) -> None:
        if active.returns is None:
            self.add(Return(value, loc))
            return
        if active.result is None:
            if value is not None:
                self._compute(value, loc)
        elif value is None:
            self.add(Input(active.result, f"{active.function.name}()", loc))
        else:
            self.add(Assign(VariablePlace(active.result), convert(value, active.result.type), loc))
        self.add(Jump(active.returns, None, loc))

    def _compute(self, value: Expression, loc: Loc) -> None:
        """What nobody wants is computed all the same: that may go wrong."""
        if not is_idle(value):
            self.add(Assign(VariablePlace(self._temporary(value, loc)), value, loc))

    # ---- calls

    def _call(
        self, call: Call, index: int, new: Callable[[Expression], Expression], active: _Activation
    ) -> None:
        loc = active.at or call.loc
        target = None if call.target is None else self._variable(active, call.target)
        arguments = [new(argument) for argument in call.arguments]
        varargs = None if call.varargs is None else new(call.varargs)
        inside = active.depth + self.flat_facts.is_inside(active.function, index)

        def one(name: str) -> None:
            self._call_named(name, arguments, varargs, target, loc, inside, active)

        self._each(call, index, new(call.function), active, one, NOTHING_CALLED)

    def _each(
        self,
        item: Call | Spawn,
        index: int,
        function: Expression,
        active: _Activation,
        one: Callable[[str], None],
        otherwise: str,
    ) -> None:
        """What `one` writes for the function that the expression names, for each that it may name."""
        named = function_named(function)
        if named is not None:
            one(named)
            return
        loc = active.at or item.loc
        if memory_reads(function):  # once
            register = self._temporary(function, loc)
            self.add(Assign(VariablePlace(register), function, loc))
            function = read_register(register)
        after = self._label("called")
        for name in self.flat_facts.callees(active.function.name, index, item.function):
            following = self._label("other")
            elsewhere = points_elsewhere(function, name, self.facts.pointer_to(name))
            self.add(Jump(following, elsewhere, loc))
            one(name)
            self.add(Jump(after, None, loc))
            self.add(Label(following, loc))
        self.body += to_nothing(otherwise, loc)
        self.add(Label(after, loc))

    def _call_named(
        self,
        name: str,
        arguments: list[Expression],
        varargs: Expression | None,
        target: Variable | None,
        loc: Loc,
        depth: int,
        active: _Activation,
    ) -> None:
        function = self.facts.function(name)
        if function is None:
            self._call_undefined(name, arguments, target, loc)
        elif self._active.count(name) >= self.bodies.depth:
            self.add(too_deep(name, self.bodies.depth, loc))
        elif depth == 0 and self.flat_facts.is_kept(function, active.function):
            self._call_kept(function, arguments, varargs, target, loc)
        else:
            self.inline(function, arguments, varargs, target, loc, depth, active.at)

    def _call_undefined(
        self, name: str, arguments: list[Expression], target: Variable | None, loc: Loc
    ) -> None:
        if name in ERROR_FUNCTIONS:
            self.body += error_reached(name, loc)
            return
        self.bodies.assume(without_body(name))
        for argument in arguments:
            self._compute(argument, loc)
        if target is not None:
            self.add(Input(target, f"{name}()", loc))

    def _call_kept(
        self,
        function: Function,
        arguments: list[Expression],
        varargs: Expression | None,
        target: Variable | None,
        loc: Loc,
    ) -> None:
        name = self.bodies.of_kept(function, [*self._active, function.name])
        given: list[Expression] = []
        for parameter, argument in passed(function, arguments):
            if argument is not None:
                given.append(argument)
                continue
            register = self._temporary(read_register(parameter), loc)
            self.add(Input(register, parameter.text, loc))
            given.append(read_register(register))
        address = FunctionAddress(name, PointerType(function.type, self.flat_facts.program.pointer_size))
        result, kind = target, value_type(function.type.result)
        if target is not None and not is_scalar(kind):
            self.add(Input(target, f"{function.name}()", loc))
            result = None
        elif target is not None and target.type != kind:
            result = self._temporary(read_register(replace(target, type=kind)), loc)
        more = None if function.varargs is None else varargs
        self.add(Call(result, address, tuple(given), more, loc))
        if target is not None and result is not None and result is not target:
            self.add(Assign(VariablePlace(target), convert(read_register(result), target.type), loc))

    # ---- threads

    def _spawn(
        self, spawn: Spawn, index: int, new: Callable[[Expression], Expression], active: _Activation
    ) -> None:
        loc = active.at or spawn.loc
        target = None if spawn.target is None else self._variable(active, spawn.target)
        argument = new(spawn.argument)

        def one(name: str) -> None:
            routine = self.flat_facts.program.functions.get(name)
            if routine is None:
                raise InputError(f"a thread starts in '{name}', which has no body", loc)
            known = argument if is_fixed(argument, spawn) else None
            given = function_named(argument)
            if given is None and known is not None and not routine.library:
                known = None  # one body for all arguments
            users = given if given is not None and routine.library else name
            body = self.bodies.of_threads(name, known, users, loc)
            kind = FunctionType(VOID, (argument.type,))
            address = FunctionAddress(body, PointerType(kind, self.flat_facts.program.pointer_size))
            self.add(Spawn(target, address, argument, loc))

        self._each(spawn, index, new(spawn.function), active, one, NOTHING_STARTED)


def _is_register(value: Expression) -> bool:
    return isinstance(value, Read) and is_register(value.place)
