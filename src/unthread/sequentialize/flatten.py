"""`Program` → `Flat`: one body for each start routine, without calls but with its loops.

    main: for (i = 0; i < n; i++) pthread_create(&t[i], 0, f, 0)        becomes two bodies,
    f:    lock(&m); x++; unlock(&m)                                    each with the library's code in place

Bodies of called functions stand where the call stood, with variables of their own for each place; recursion
goes down to a depth and ends in a `Cut`. What is known of registers at a call decides branches in the copy,
so that little of the library is left. Functions that `keeps` names stay functions, and are called: but not
inside atomic sections, nor if they open or end a section of their caller's.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from unthread.analysis.components import components
from unthread.bound.facts import Facts
from unthread.bound.inline import (
    NOTHING_CALLED,
    NOTHING_STARTED,
    error_reached,
    passed,
    points_elsewhere,
    to_nothing,
    too_deep,
    without_body,
)
from unthread.bound.shape import Shape
from unthread.core.diagnostics import InputError, Unsupported
from unthread.core.properties import DEFAULT_PROPERTIES, ERROR_FUNCTIONS, Property
from unthread.core.source import Loc
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
from unthread.program.fold import as_condition, binary, convert, integer, negation
from unthread.program.graph import maybe_undefined, registers_read
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
    defined_register,
)
from unthread.program.program import Function, Program
from unthread.program.rewrite import map_expressions
from unthread.program.simplify import Simplifier, function_named, truth_of
from unthread.program.tidy import cannot_fail, without_dead_code
from unthread.program.types import INT, VOID, FunctionType, PointerType, is_scalar, value_type
from unthread.sequentialize.propagate import (
    Effect,
    OpenSimplifier,
    Propagation,
    State,
    effects_of,
    is_fixed,
)
from unthread.sequentialize.sections import Depth, balance_of, depths_of, own_effect
from unthread.sequentialize.unset import Unset, unset_locals
from unthread.sequentialize.uses import Uses, uses_of

_MOST_INSTRUCTIONS = 2_000_000

Keeps = Callable[[Function], bool]
Mentions = dict[Variable, list[int]]


@dataclass(frozen=True, slots=True)
class Flat:
    """`program` has the bodies as functions: `entry` is the first thread's, `routines` says for each body
    that a thread starts in which function of the user it is. Every other function is one that was kept, and
    `origins` has its name in the user's program. `mentions` has the variables of each body, with the
    instructions in which they are. `assumptions` are for the verdict."""

    program: Program
    routines: dict[str, str]
    origins: dict[str, str]
    mentions: dict[str, Mentions]
    assumptions: tuple[str, ...]
    properties: frozenset[Property]


def flatten(
    program: Program,
    depth: int,
    properties: frozenset[Property] = DEFAULT_PROPERTIES,
    keeps: Keeps = lambda function: False,
) -> Flat:
    """Only assertions of the given properties are left in."""
    if not program.entry:
        raise InputError("there is no function 'main' to start from")
    return _Flattener(program, depth, properties, keeps).run()


class _Flattener:
    """What the bodies have in common. Names of variables are unique in all of them together."""

    def __init__(self, program: Program, depth: int, properties: frozenset[Property], keeps: Keeps) -> None:
        self.program = program
        self.facts = Facts(program)
        self.depth = depth
        self.properties = properties
        self.keeps = keeps
        self.assumptions: dict[str, None] = {}
        self.routines: dict[str, str] = {}
        self.origins: dict[str, str] = {}
        self.mentions: dict[str, Mentions] = {}
        self._names: dict[str, int] = {}  # how often each was given out
        self._bodies: dict[object, str] = {}
        self._functions: dict[str, Function] = {}
        self._work: list[Callable[[], None]] = []
        self._balances: dict[str, int] = {}
        self._depths: dict[str, list[Depth | None]] = {}
        self._circles: dict[str, frozenset[str]] | None = None
        self._assigned: dict[str, set[Variable]] = {}
        self._effects: dict[str, tuple[dict[int, Effect], ...]] = {}
        self._unset: dict[str, _Unset] = {}
        self.spent = 0  # instructions of the bodies that are finished

    def run(self) -> Flat:
        entry = self.program.functions[self.program.entry]
        first = self.thread_body(entry.name, None, "main", entry.loc)
        while self._work:
            self._work.pop(0)()
        known = {name: function.type for name, function in self.program.functions.items()}
        others = {n: t for n, t in {**known, **self.program.undefined}.items() if n not in self._functions}
        program = replace(self.program, functions=self._functions, entry=first, undefined=others)
        assumptions = tuple(self.assumptions)
        return Flat(program, self.routines, self.origins, self.mentions, assumptions, self.properties)

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

    def thread_body(self, routine: str, known: Expression | None, users: str, loc: Loc) -> str:
        """The name of the body of threads that start in the routine, with an argument that is known. What
        the library does in them happens where the user started them."""
        key = (routine, known, loc)
        if key not in self._bodies:
            name = self._bodies[key] = self.unique(f"{users}#thread")
            self.routines[name] = users
            self._work.append(lambda: self._build_thread(name, routine, known, loc))
        return self._bodies[key]

    def _build_thread(self, name: str, routine: str, known: Expression | None, loc: Loc) -> None:
        function = self.program.functions[routine]
        is_first = routine == self.program.entry
        given = function.parameters if is_first else function.parameters[:1]
        parameters = tuple(self.own(parameter) for parameter in given)
        builder = _Body(self, [], 0 if is_first else None)
        arguments: list[Expression] = [read_register(parameter) for parameter in parameters]
        if known is not None and arguments:
            arguments[0] = known
        builder.inline(function, arguments, None, None, loc, 0)
        builder.add(Return(None, loc))
        kind = FunctionType(VOID, tuple(parameter.type for parameter in parameters))
        self._functions[name] = builder.finished(name, kind, parameters, None, function)

    def kept_body(self, function: Function, active: Sequence[str]) -> str:
        """The name of the function's body for calls from within the active ones, and perhaps for others."""
        circle = self._circle(function.name)
        counts = Counter(name for name in active if name in circle)
        key = (function.name, tuple(sorted(counts.items())))
        if key not in self._bodies:
            name = self._bodies[key] = self.unique(function.name)
            self.origins[name] = function.name
            inside = [name for name in active if name in circle]
            self._work.append(lambda: self._build_kept(name, function, inside))
        return self._bodies[key]

    def _build_kept(self, name: str, function: Function, active: list[str]) -> None:
        builder = _Body(self, active, None)
        self._functions[name] = builder.whole(name, function)

    def _circle(self, name: str) -> frozenset[str]:
        """The functions that may call each other again and again, the named one among them."""
        if self._circles is None:
            names = list(self.program.functions)
            number = {name: position for position, name in enumerate(names)}
            called = [sorted(number[callee] for callee in self._called(name)) for name in names]
            self._circles = {
                names[item]: frozenset(names[other] for other in component)
                for component in components(called)
                if len(component) > 1 or component[0] in called[component[0]]
                for item in component
            }
        return self._circles.get(name, frozenset())

    def _called(self, name: str) -> set[str]:
        body = self.program.functions[name].body
        return {
            callee
            for index, item in enumerate(body)
            if isinstance(item, Call)
            for callee in self.callees(name, index, item.function)
            if callee in self.program.functions
        }

    def callees(self, name: str, index: int, function: Expression) -> list[str]:
        named = function_named(function)
        return [named] if named is not None else sorted(self.facts.callees(name, index))

    def assigned(self, function: Function) -> set[Variable]:
        """The registers that the function itself sets."""
        if function.name not in self._assigned:
            found = {defined_register(item) for item in function.body}
            self._assigned[function.name] = {variable for variable in found if variable is not None}
        return self._assigned[function.name]

    def effects(self, shape: Shape) -> tuple[dict[int, Effect], ...]:
        name = shape.function.name
        if name not in self._effects:
            self._effects[name] = effects_of(shape)
        return self._effects[name]

    def unset(self, function: Function) -> _Unset:
        if function.name not in self._unset:
            registers = [v for v in function.locals if v.storage is Storage.REGISTER]
            undefined = maybe_undefined(function.body, registers)
            self._unset[function.name] = _Unset(undefined, unset_locals(function))
        return self._unset[function.name]

    def only_waits(self, shape: Shape, block: int, target: int) -> bool:
        """Whether going from the block back to the target changes nothing. Where a loop counts this is plain
        to see; to look at all ways round takes long."""
        if target > block or self._counts(shape, block, target):
            return False
        return (block, target) in self.facts.waiting_edges(shape.function.name)

    def _counts(self, shape: Shape, block: int, target: int) -> bool:
        """The block sets a register that the target reads."""
        blocks, effects = shape.graph.blocks, self.effects(shape)
        changed = {effect.register for effect in effects[block].values()}
        for index in range(blocks[target].start, blocks[target].end):
            if not changed.isdisjoint(registers_read(shape.function.body[index])):
                return True
            if index in effects[target]:
                changed.discard(effects[target][index].register)
        return False

    # ---- sections

    def is_kept(self, function: Function, caller: Function) -> bool:
        """Whether a call outside of sections stays one. What the library calls, start routines among it, is
        part of the body."""
        if caller.library or caller.name == self.program.entry or not self.keeps(function):
            return False
        return self._balance(function.name) == 0

    def _balance(self, name: str) -> int:
        function = self.program.functions.get(name)
        if function is None:
            return 0
        if name not in self._balances:
            self._balances[name] = 0  # of a recursive call
            self._balances[name] = balance_of(function.body, self._effect(name))
        return self._balances[name]

    def _effect(self, name: str) -> Callable[[int, Instruction], int]:
        def effect(index: int, instruction: Instruction) -> int:
            if not isinstance(instruction, Call):
                return own_effect(index, instruction)
            callees = self.callees(name, index, instruction.function)
            return max((self._balance(callee) for callee in callees), default=0)

        return effect

    def is_inside(self, function: Function, index: int) -> bool:
        """Whether the instruction lies in a section that its own function has begun."""
        if function.name not in self._depths:
            self._depths[function.name] = depths_of(function.body, self._effect(function.name))
        depth = self._depths[function.name][index]
        return depth is not None and depth.most > 0


@dataclass(frozen=True, slots=True)
class _Unset:
    """The variables of a function that may be used before they are set."""

    registers: set[Variable]
    objects: Unset


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


class _Body:
    """One body under construction. `active` are the calls under way; `thread` is its number, if known."""

    def __init__(self, flattener: _Flattener, active: list[str], thread: int | None) -> None:
        self.common = flattener
        self.facts = flattener.facts
        self.body: list[Instruction] = []
        self.locals: list[Variable] = []
        self._active = active
        self._thread = thread
        self._labels: dict[str, int] = {}  # how often each was given out
        self._activations = 0

    # ---- the whole

    def whole(self, name: str, function: Function) -> Function:
        """A function that is kept."""
        active = self._activation(function, None, None, function.loc, None, 0)
        parameters = tuple(self._variable(active, parameter) for parameter in function.parameters)
        varargs = None if function.varargs is None else self._variable(active, function.varargs)
        self._copy(active, {}, function.loc)
        return self.finished(name, function.type, parameters, varargs, function)

    def finished(
        self,
        name: str,
        type: FunctionType,
        parameters: tuple[Variable, ...],
        varargs: Variable | None,
        function: Function,
    ) -> Function:
        self.common.spent += len(self.body)
        living = without_dead_code(self.body)
        uses = {id(item): uses_of(item) for item in living}
        body = _without_unread(living, uses)
        if len(body) < len(living):
            body = without_dead_code(body)
        given = {*parameters} if varargs is None else {*parameters, varargs}
        used = self.common.mentions[name] = _mentions(body, uses)
        own = tuple(variable for variable in self.locals if variable in used and variable not in given)
        return Function(name, type, parameters, own, tuple(body), function.loc, varargs)

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
            own = active.variables[variable.name] = self.common.own(variable)
            self.locals.append(own)
            return own
        return variable

    def _temporary(self, like: Expression, loc: Loc) -> Variable:
        own = self.common.own(Variable("ut_t", like.type, Storage.REGISTER, "t", loc))
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
        self.common.check_size(self.body)
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
            if parameter not in self.common.assigned(function) and _is_register(argument):
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
        values = Propagation(active.shape, self.common.effects(active.shape), simplifier, rename)
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
                    going_round = self.common.only_waits(
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
        unset = self.common.unset(function)
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
            case Assert(condition, checked):
                condition = as_condition(new(condition))
                if checked in self.common.properties and truth_of(condition) is not True:
                    self.add(replace(item, condition=condition, loc=loc))
            case Declare(variable) | Discard(variable):
                own = self._variable(active, variable)
                self.add(replace(item, variable=own, loc=loc))
                if index in self.common.unset(active.function).objects.behind:
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
        if active.result is not None:
            if value is None:
                self.add(Input(active.result, f"{active.function.name}()", loc))
            else:
                self.add(Assign(VariablePlace(active.result), convert(value, active.result.type), loc))
        self.add(Jump(active.returns, None, loc))

    # ---- calls

    def _call(
        self, call: Call, index: int, new: Callable[[Expression], Expression], active: _Activation
    ) -> None:
        loc = active.at or call.loc
        target = None if call.target is None else self._variable(active, call.target)
        arguments = [new(argument) for argument in call.arguments]
        varargs = None if call.varargs is None else new(call.varargs)
        inside = active.depth + self.common.is_inside(active.function, index)

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
        for name in self.common.callees(active.function.name, index, item.function):
            following = self._label("other")
            elsewhere = points_elsewhere(function, name, self.facts.pointer_to(name))
            self.add(Jump(following, elsewhere, loc))
            one(name)
            self.add(Jump(after, None, loc))
            self.add(Label(following, loc))
        self.body += to_nothing(otherwise, loc, self.common.properties, self.common.assume)
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
            self._call_undefined(name, target, loc)
        elif self._active.count(name) >= self.common.depth:
            self.add(too_deep(name, self.common.depth, loc))
        elif depth == 0 and self.common.is_kept(function, active.function):
            self._call_kept(function, arguments, varargs, target, loc)
        else:
            self.inline(function, arguments, varargs, target, loc, depth, active.at)

    def _call_undefined(self, name: str, target: Variable | None, loc: Loc) -> None:
        if name in ERROR_FUNCTIONS:
            self.body += error_reached(name, loc)
            return
        self.common.assume(without_body(name))
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
        name = self.common.kept_body(function, [*self._active, function.name])
        given: list[Expression] = []
        for parameter, argument in passed(function, arguments):
            if argument is not None:
                given.append(argument)
                continue
            register = self._temporary(read_register(parameter), loc)
            self.add(Input(register, parameter.text, loc))
            given.append(read_register(register))
        address = FunctionAddress(name, PointerType(function.type, self.common.program.pointer_size))
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
            routine = self.common.program.functions.get(name)
            if routine is None:
                raise InputError(f"a thread starts in '{name}', which has no body", loc)
            known = argument if is_fixed(argument, spawn) else None
            given = function_named(argument)
            if given is None and known is not None and not routine.library:
                known = None  # one body for all arguments
            users = given if given is not None and routine.library else name
            body = self.common.thread_body(name, known, users, loc)
            kind = FunctionType(VOID, (argument.type,))
            address = FunctionAddress(body, PointerType(kind, self.common.program.pointer_size))
            self.add(Spawn(target, address, argument, loc))

        self._each(spawn, index, new(spawn.function), active, one, NOTHING_STARTED)


def _mentions(body: Sequence[Instruction], uses: Mapping[int, Uses]) -> Mentions:
    """`uses`, by identity, is what is known of the instructions: jumps may be new."""
    found: Mentions = {}
    for index, item in enumerate(body):
        known = uses.get(id(item)) or uses_of(item)
        for variable in known.mentioned:
            found.setdefault(variable, []).append(index)
    return found


def _is_register(value: Expression) -> bool:
    return isinstance(value, Read) and is_register(value.place)


def _without_unread(body: list[Instruction], uses: Mapping[int, Uses]) -> list[Instruction]:
    """Without assignments to registers that nobody reads, nor anybody once the others are gone."""
    reads = Counter(variable for item in body for variable in uses[id(item)].read)
    setters: dict[Variable, list[int]] = {}
    for index, item in enumerate(body):
        register = defined_register(item)
        if register is not None:
            setters.setdefault(register, []).append(index)
    gone: set[int] = set()
    pending = [variable for variable in setters if not reads[variable]]
    while pending:
        for index in setters.get(pending.pop(), ()):
            if index in gone or not _is_idle(body[index]):
                continue
            gone.add(index)
            for variable in uses[id(body[index])].read:
                reads[variable] -= 1
                if not reads[variable]:
                    pending.append(variable)
    return [item for index, item in enumerate(body) if index not in gone]


def _is_idle(item: Instruction) -> bool:
    """Nothing but the register that it sets tells whether it happens."""
    match item:
        case Assign(_, value):
            return not memory_reads(value) and cannot_fail(value)
        case _:
            return isinstance(item, Input)
