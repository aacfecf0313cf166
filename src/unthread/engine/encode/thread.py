"""One thread of a bounded program, executed symbolically, turn by turn.

A thread's registers never change once set (`plan.py`), so a later round keeps what an earlier one computed
and computes the rest. What may go wrong becomes a `Claim`, what must hold on the way a constraint.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from unthread.core.bounds import Bound
from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property
from unthread.core.source import NOWHERE, Loc
from unthread.core.trace import StepKind
from unthread.engine.encode.events import Asked, Barrier, Claim, Happened
from unthread.engine.encode.lifetimes import Lifetimes
from unthread.engine.encode.objects import Pointer, Reach, SymbolicObject, Value
from unthread.engine.encode.plan import Plan, defined, ends
from unthread.engine.encode.printing import Buffer, Text, text_of
from unthread.engine.encode.values import Evaluator
from unthread.engine.terms.domains import bounds_in
from unthread.engine.terms.nodes import Bool, Int, unsigned_range
from unthread.program.build.simplify import function_named
from unthread.program.expressions import (
    Expression,
    Place,
    Read,
    Storage,
    Variable,
    VariablePlace,
)
from unthread.program.instructions import (
    Allocate,
    Arrive,
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
    Format,
    Free,
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
    accesses,
)
from unthread.program.types import UCHAR, FloatType, IntType, PointerType, Type, value_range, value_type
from unthread.values.cells import Codec, codec

if TYPE_CHECKING:
    from unthread.engine.encode.execute import Encoding


_BYTE = codec(UCHAR)
LEAK = "memory is never freed"
REUSED = "an object that has got the address of one that is no more, with which it is compared"


def started(spawn: Spawn) -> str:
    """The name of the thread that a spawn starts."""
    name = function_named(spawn.function)
    assert name is not None, "spawns of a bounded program name their thread"
    return name


class ThreadRun(Evaluator):
    """One thread. `paths[p]` is the condition that the thread's way leads to segment p, as far as it is known
    by the round that was executed last."""

    def __init__(self, encoding: Encoding, plan: Plan) -> None:
        super().__init__(encoding.memory, Property.ARITH in encoding.properties)
        self.encoding = encoding
        self.plan = plan
        self.number = plan.thread.number
        self.body = plan.thread.body
        self.values: dict[int, Value] = {}
        self.taken: dict[int, Bool] = {}
        self.lifetimes = Lifetimes(encoding, encoding.memory, encoding.reuse, plan)
        self.inputs: dict[int, Value] = {}  # by instruction
        self.unset: dict[Variable, Value] = {}
        self.paths: list[Bool] = [self.terms.true] * (len(plan.points) + 1)
        self.standing: dict[int, tuple[dict[Variable, int], Bool]] = {}  # what holds before each segment
        self.here: dict[Variable, int] = {}
        self.pending = [self.terms.true] * (len(plan.points) + 1)
        self.required = self.terms.true  # what must hold for the thread to go on from here
        self.is_immediate = True
        self.segment = 0
        self.loc = plan.thread.loc
        self.round = 0
        self.before = self.terms.false

    # ---- a turn

    def execute(self, round: int) -> None:
        terms, plan, encoding = self.terms, self.plan, self.encoding
        rounds = encoding.rounds
        self.round = round
        self.memory.ended = self.lifetimes.dying
        self._start(round)
        self.here = dict(plan.first)
        path: Bool | None = terms.true
        edges: dict[int, Bool] = {}  # by jump
        segment, window = -1, terms.false
        self.segment, self.required = 0, terms.true
        for index, item in enumerate(self.body):
            if plan.segments[index] != segment:
                segment = plan.segments[index]
                window = rounds.runs(self.number, round, segment)
                self.before = rounds.passed(self.number, round - 1, segment)
                if self.segment < segment:
                    self.required = terms.both(self.required, self.pending[self.segment])
                self.segment = segment
                if segment:
                    self._arrive(segment, path, window, item)
            if isinstance(item, Label):
                path = self._join(index, path, edges)
            if path is None:
                continue
            self.guard = terms.both(path, window)
            self.loc = item.loc
            self.is_immediate = self._must_hold_at_once(index)
            if isinstance(item, Jump):
                path = self._jump(index, item, path, window, edges)
                continue
            if self.guard is not terms.false:
                self._carry_out(index, item)
            target = plan.defines.get(index)
            if target is not None:
                variable = self._defined(item)
                self.here[variable] = target
            if ends(item):
                path = None

    def _start(self, round: int) -> None:
        """Nobody runs who was not started."""
        encoding, terms = self.encoding, self.terms
        runs = encoding.rounds.runs(self.number, round, 0)
        encoding.executed[self.number, round, 0] = runs
        if self.number:
            encoding.constraints.append(terms.implies(runs, encoding.spawned[self.number]))
            encoding.constraints.append(terms.implies(runs, encoding.failed.inverse))
        given = encoding.arguments.get(self.number, ())
        for variable, value in zip(self.plan.thread.argument, given, strict=False):
            self.values[self.plan.first[variable]] = value

    def _arrive(self, segment: int, path: Bool | None, window: Bool, item: Instruction) -> None:
        terms, encoding = self.terms, self.encoding
        reached = terms.false if path is None else path
        if isinstance(item, Label):
            raise AssertionError("a visible point is no label")
        self.paths[segment] = reached
        self.standing[segment] = dict(self.here), self.required
        runs = terms.both(reached, window)
        encoding.executed[self.number, self.round, segment] = runs
        if runs is terms.false:
            return
        encoding.happened.append(Happened(runs, self.number, item.loc, kind_of(item), None, ended_by(item)))
        self.lifetimes.arrive(runs)
        if self.number or segment >= encoding.forced:
            encoding.constraints.append(terms.implies(runs, self.required))
            encoding.constraints.append(terms.implies(runs, encoding.failed.inverse))

    def is_exit(self, segment: int) -> bool:
        """The segment begins with the end of the process."""
        if segment == 0:
            return False
        item = self.body[self.plan.points[segment - 1]]
        return isinstance(item, Exit) and item.scope is Scope.PROCESS

    def _must_hold_at_once(self, index: int) -> bool:
        """The instruction belongs to a visible step. What follows it until the next is executed together
        with it, but nobody can tell when: an assumption there stops the thread, not the others, who may act
        upon what the visible step did."""
        if self.number == 0 and self.segment < self.encoding.forced - 1:
            return True
        if self.number == 0 and self.segment == 0 == self.encoding.forced - 1:
            return index <= self.plan.first_spawn
        return index in self.plan.members[self.segment]

    def _mark_value(self, index: int, value: Value) -> None:
        """The visible step at this instruction read or wrote an integer."""
        segment = self.plan.segments[index]
        if not segment or self.plan.points[segment - 1] != index or not isinstance(value, Int):
            return
        happened = self.encoding.happened
        if happened and happened[-1].kind in (StepKind.READ, StepKind.WRITE):
            happened[-1] = replace(happened[-1], value=value)

    def _join(self, index: int, path: Bool | None, edges: dict[int, Bool]) -> Bool | None:
        plan, terms = self.plan, self.terms
        coming = [(edge, path if edge == index else edges.get(edge)) for edge in plan.edges.get(index, ())]
        known = {edge: condition for edge, condition in coming if condition is not None}
        if not known:
            return None
        self.here = dict(plan.known[index])
        for merge in plan.merges[index]:
            value: Value | None = None
            for edge, slot in merge.sources:
                if edge not in known or known[edge] is terms.false:
                    continue
                if slot is None or slot not in self.values:
                    came = self._unset(merge.variable)
                else:
                    came = self.values[slot]
                value = came if value is None else self.addresses.choice(known[edge], came, value)
            if value is not None:
                self._keep(merge.slot, value)
        return terms.any(known.values())

    def _jump(self, index: int, item: Jump, path: Bool, window: Bool, edges: dict[int, Bool]) -> Bool | None:
        terms = self.terms
        if item.condition is None:
            edges[index] = path
            return None
        if self.guard is not terms.false:
            test = self._tested(item.condition)
            self.taken[index] = terms.select(self.before, self.taken.get(index, test), test)
        taken = self.taken.get(index, terms.false)
        edges[index] = terms.both(path, taken)
        return terms.both(path, taken.inverse)

    def _tested(self, condition: Expression) -> Bool:
        self.memory.has_guessed = False
        try:
            return self.test(condition)
        except Unsupported as gap:
            self._barrier(str(gap), self.loc, None)
            return self.terms.false
        finally:
            self._note_guess(self.loc)

    def _note_guess(self, loc: Loc) -> None:
        """A pointer that may have any value was followed: not everywhere, which is told."""
        if self.memory.has_guessed:
            self.encoding.guesses[loc] = None

    # ---- what the evaluator asks

    def fault(self, property: Property, message: str, bad: Bool) -> None:
        bad = self.terms.both(self.guard, bad)
        if bad is self.terms.false:
            return
        if property in self.encoding.properties:
            self._claim(property, message, bad)
            self._require(bad.inverse)
        else:
            self._end(property, message, bad)

    def _claim(self, property: Property, message: str, bad: Bool) -> None:
        encoding = self.encoding
        bad = self.terms.both(bad, self._gets_here())
        if bad is self.terms.false:
            return
        before = len(encoding.happened), len(encoding.asked)
        claim = Claim(bad, property, message, self.number, self.loc, self.round, *before)
        encoding.claims.append(claim)
        if self.is_immediate:
            encoding.failed = self.terms.either(encoding.failed, bad)
        else:
            self._require(bad.inverse)

    def _end(self, property: Property, message: str, bad: Bool) -> None:
        """An execution that violates what nobody asked for ends here; that there is one can be asked."""
        allowed = self.encoding.allow(f"violations of {property}", NOWHERE)
        reached = self.terms.both(bad, self._gets_here())
        if reached is self.terms.false:
            self._require(bad.inverse)
            return
        barrier = Barrier(reached, message, self.loc, None, allowed, self.round, property)
        self.encoding.barriers.append(barrier)
        self._require(self.terms.either(bad.inverse, allowed))
        if self.is_immediate:
            self._learn(bad.inverse)
            self.encoding.failed = self.terms.either(self.encoding.failed, self.terms.both(reached, allowed))

    def _gets_here(self) -> Bool:
        """Nothing went wrong, or stopped the thread, before."""
        stopped_by_none = self.terms.both(self.required, self.pending[self.segment])
        return self.terms.both(self.encoding.failed.inverse, stopped_by_none)

    def require(self, condition: Bool) -> None:
        self._require(condition)

    def compared(self, a: Value, b: Value) -> None:
        """Where an address might be used again, which none ever is here, it is told, and executions go on."""
        reached = self.terms.both(self.guard, self.lifetimes.reuse.may_share_address(a, b))
        if reached is not self.terms.false:
            self._tell(REUSED, self.loc, None, self.terms.both(reached, self._gets_here()))

    def _require(self, condition: Bool) -> None:
        """Executions without it do not exist, unless they went wrong before."""
        terms, encoding = self.terms, self.encoding
        if self.is_immediate:
            condition = terms.either(condition, encoding.failed)
            if condition is not terms.true:
                encoding.stops.append(len(encoding.constraints))
                encoding.constraints.append(condition)
                self._learn(condition)
        else:
            self.pending[self.segment] = terms.both(self.pending[self.segment], condition)

    def _learn(self, condition: Bool) -> None:
        """Bounds of values from what holds in every execution, in time for what is computed from them."""
        if self.number or self.segment >= self.encoding.forced:
            return
        known = bounds_in(condition)
        for slot, value in self.values.items() if known else ():
            if isinstance(value, Int) and value in known:
                self.values[slot] = self.terms.narrow(value, *known[value])

    def slot(self, variable: Variable) -> Value | None:
        if variable not in self.plan.registers:
            return None
        number = self.here.get(variable)
        if number is None or number not in self.values:
            return self._unset(variable)
        return self.values[number]

    def _unset(self, variable: Variable) -> Value:
        """Any value, always the same one, of a register that was never assigned."""
        if variable not in self.unset:
            self.unset[variable] = self._any(variable.text or variable.name, variable.type, undefined=True)
        value = self._given(self.unset[variable], variable.type)
        if self.guard is not self.terms.false:
            self.encoding.asked.append(
                Asked(self.guard, self.number, variable.text or variable.name, self.loc, variable.type, value)
            )
        return value

    def _any(self, name: str, type: Type, undefined: bool = False) -> Value:
        kind = value_type(type)
        if isinstance(kind, FloatType):
            return self.terms.variable(name, unsigned_range(79 if kind.bits == 80 else kind.bits))
        return self.terms.variable(name, value_range(kind), undefined)

    def _given(self, value: Value, type: Type) -> Value:
        """A value from outside where it is used: as a pointer, if it is one."""
        return self.as_pointer(value) if isinstance(value_type(type), PointerType) else value

    def object_of(self, variable: Variable) -> Pointer:
        match variable.storage:
            case Storage.GLOBAL:
                return self.addresses.pointer_to(self.encoding.globals[variable.name])
            case Storage.THREAD:
                return self.addresses.pointer_to(self.lifetimes.thread_object(variable))
        held = self.lifetimes.addresses.get(variable)
        if held is None:
            raise Unsupported(f"'{variable.text or variable.name}' is used before its declaration", self.loc)
        return held

    def function(self, name: str) -> Pointer:
        return self.addresses.pointer_to(self.encoding.functions[name])

    def self_number(self) -> int:
        return self.number

    def touched(
        self, item: SymbolicObject, condition: Bool, offset: Int, cell: Codec | None, writes: bool
    ) -> None:
        guard = self.terms.both(self.guard, condition)
        if guard is self.terms.false:
            return
        if not item.undefined or cell is None:
            return
        size = cell.size
        kind = IntType(8 * size, False)
        value: Value = self.terms.zero
        if not writes and self.memory.states[item.number].array is None and offset.is_constant:
            value = self.memory.cell(item, offset.lo, size)
        elif not writes:
            reach = Reach(item, condition, offset)
            value = self.memory.load(reach, size) or self.terms.zero
        self.encoding.asked.append(
            Asked(guard, self.number, item.name, self.loc, kind, value, item, offset, size, writes)
        )

    # ---- instructions

    def _defined(self, item: Instruction) -> Variable:
        target = defined(item, self.plan.registers)
        assert target is not None
        return target

    def _keep(self, slot: int, value: Value) -> None:
        if slot in self.plan.lasting and slot in self.values:
            value = self.addresses.choice(self.before, self.values[slot], value)
        self.values[slot] = value

    def _set(self, index: int, value: Value) -> None:
        slot = self.plan.defines.get(index)
        if slot is not None:
            self._keep(slot, value)

    def _carry_out(self, index: int, item: Instruction) -> None:
        """What turns out to be beyond the engine is something that is not modelled, for who gets there."""
        self.memory.has_guessed = False
        try:
            self._instruction(index, item)
        except Unsupported as gap:
            self._barrier(str(gap), item.loc, None)
        self._note_guess(item.loc)

    def _instruction(self, index: int, item: Instruction) -> None:
        terms, encoding = self.terms, self.encoding
        match item:
            case Assign(target, value):
                self._assign(index, target, value)
            case Input(target, name, _, undefined):
                self._set(index, self._input(index, name, target.type, undefined))
            case Declare(variable, zeroed):
                self._declare(index, variable, zeroed)
            case Discard(variable):
                if variable not in self.plan.registers:
                    self.lifetimes.discard(variable, self.guard, self.is_immediate)
            case Allocate():
                self._allocate(index, item)
            case Free(pointer, region):
                self._free(self.pointer(pointer), region)
            case Spawn():
                self._spawn(index, item)
            case Exit(Scope.PROCESS):
                if Property.LEAK in encoding.properties:
                    self._claim(Property.LEAK, LEAK, terms.both(self.guard, self.memory.has_unfreed()))
                self._require(self.guard.inverse)  # whatever can be found is found before the process ends
            case Exit() | Return():
                if self.is_immediate:  # otherwise this is no step, and nobody else can tell
                    self.lifetimes.end_all(self.guard)
            case BlockUntil():
                self.wait(item)
            case Assume(condition):
                self._require(terms.implies(self.guard, self.test(condition)))
            case Assert(condition, property, message):
                bad = terms.both(self.guard, self.test(condition).inverse)
                if property in encoding.properties:
                    self._claim(property, message, bad)
                elif bad is not terms.false:
                    self._end(property, message, bad)
            case Arrive(place):
                self._arrived(place)
            case Print():
                self._printed(index, item)
            case Format():
                self._format(index, item)
            case Cut(what):
                self._barrier(what, item.loc, item.bound)
            case Unmodelled(what):
                self._barrier(what, item.loc, None)
            case Label() | AtomicBegin() | AtomicEnd() | Jump():
                pass
            case Call():
                raise AssertionError("a bounded program has no calls")

    def _arrived(self, place: int) -> None:
        """Nothing happens, but that an execution gets here can be asked."""
        reached = self.terms.both(self.guard, self._gets_here())
        if reached is not self.terms.false:
            thread = self.plan.thread
            arrival = place, thread.routine, self.number > 0
            moment = len(self.encoding.constraints)
            self.encoding.arrivals.setdefault(arrival, []).append((moment, reached))

    def wait(self, item: BlockUntil) -> None:
        """Executions in which the thread would have to wait here do not go on."""
        self._require(self.terms.implies(self.guard, self.test(item.condition)))

    def _assign(self, index: int, target: Place, value: Expression) -> None:
        result = self.value(value)
        if isinstance(target, VariablePlace) and target.variable in self.plan.registers:
            self._set(index, result)
            if isinstance(value, Read):
                self._mark_value(index, result)
        else:
            self.write(target, result)
            self._mark_value(index, result)

    def _input(self, index: int, name: str, type: Type, undefined: bool = False) -> Value:
        if index not in self.inputs:
            self.inputs[index] = self._any(name, type, undefined)
        value = self._given(self.inputs[index], type)
        self.encoding.asked.append(Asked(self.guard, self.number, name, self.loc, type, value))
        return value

    def _loose(self, index: int, target: Variable, what: str, loc: Loc) -> Value:
        if self.plan.defines.get(index) in self.plan.used:
            self.encoding.loose[f"{what} at {loc} is any value"] = None
        if index not in self.inputs:
            self.inputs[index] = self._any(what, target.type)
        return self._given(self.inputs[index], target.type)

    def _declare(self, index: int, variable: Variable, zeroed: bool) -> None:
        if variable in self.plan.registers:
            name = variable.text or variable.name
            self._set(
                index,
                self._zero(variable.type)
                if zeroed
                else self._input(index, name, variable.type, undefined=True),
            )
            return
        self.lifetimes.declare(index, variable, zeroed, self.guard)

    def _zero(self, type: Type) -> Value:
        return self.addresses.null if isinstance(value_type(type), PointerType) else self.terms.zero

    def _allocate(self, index: int, item: Allocate) -> None:
        size, zeroed = self.integer(item.size), self.test(item.zeroed)
        self._set(index, self.lifetimes.allocate(index, item, size, zeroed, self.guard, self.before))

    def _free(self, pointer: Pointer, region: Region) -> None:
        terms = self.terms
        found = self.lifetimes.freed(pointer, region)
        valid = terms.any(good for _, _, good in found)
        if valid is not terms.true:
            self.fault(
                Property.MEMORY, "free of something that is not allocated, or not any more", valid.inverse
            )
        for item, condition, _ in found:
            over = terms.both(self.guard, condition)
            if region is Region.HEAP:
                self.touched(item, condition, terms.zero, None, writes=True)
                self.lifetimes.kill(item, over)
            else:  # the end of a frame's object is no access
                self.lifetimes.end(item, over, self.is_immediate)

    def _spawn(self, index: int, item: Spawn) -> None:
        encoding, terms = self.encoding, self.terms
        number = encoding.numbers[started(item)]
        argument = self.value(item.argument)
        if number in encoding.arguments:
            argument = self.addresses.choice(self.before, encoding.arguments[number][0], argument)
        encoding.arguments[number] = (argument,)
        encoding.spawned[number] = terms.either(encoding.spawned[number], self.guard)
        self._set(index, terms.integer(number))

    def _printed(self, index: int, item: Print | Format) -> Text:
        """What it reads goes unchecked where it cannot be told, which is told instead."""
        format, arguments = self.pointer(item.format), self.pointer(item.arguments)
        text = text_of(self.memory, format, arguments, self.encoding.program.data_model, item.loc)
        if text.content is None:
            self._set(index, self._loose(index, item.target, "the result of a printf", item.loc))
        else:
            self._set(index, self.terms.integer(len(text.content)))
        checked = [self._read_string(pointer) for pointer in text.strings]
        if text.is_blind or not all(checked):
            self._note_blindness(f"a printf at {item.loc} that reads memory wrongly")
        return text

    def _read_string(self, pointer: Pointer) -> bool:
        """A string is read to its end, if there is one; null is printed as such. False: nobody can tell."""
        terms, memory = self.terms, self.memory
        valid = [self.addresses.equal(pointer, self.addresses.null)]
        for reach in memory.reaches(pointer):
            if reach.item.is_function:
                continue
            ends = memory.holds_string(reach)
            if ends is None:
                return False
            valid.append(terms.both(reach.condition, ends))
            for at in range(memory.size(reach.item).lo) if reach.item.undefined else ():
                self.touched(reach.item, reach.condition, terms.integer(at), _BYTE, writes=False)
        message = "a string is read beyond the end of its object"
        self.fault(Property.MEMORY, message, terms.any(valid).inverse)
        return True

    def _format(self, index: int, item: Format) -> None:
        """The buffer holds the text, or anything where that is not known."""
        text = self._printed(index, item)
        limit = self.integer(item.limit)
        buffer = Buffer(self.memory, self.pointer(item.buffer), limit)
        if not self._has_room(buffer, text):
            self._note_blindness(f"a printf at {item.loc} that writes beyond its buffer")
        if text.content is not None and limit.is_constant:
            buffer.write(text.content, self.guard)
        else:
            self.encoding.loose[f"what a printf writes at {item.loc} is any text"] = None
            buffer.write_anything(text, self.guard)

    def _note_blindness(self, what: str) -> None:
        """Executions with it go on, which they do not in the program: what they lead to may not be there. Who
        finds nothing has looked at more than there is, unless memory is what counts."""
        self.encoding.loose[f"{what} goes unnoticed"] = None
        if Property.MEMORY in self.encoding.properties:
            self.encoding.blind[what] = None

    def _has_room(self, buffer: Buffer, text: Text) -> bool:
        """The text has room in the buffer, or that is known to go wrong: its length is."""
        most = buffer.most(text)
        if most == 0:
            return True
        if text.content is None or not buffer.limit.is_constant:
            return buffer.surely_holds(most)
        message = f"write of {most} byte{'s' * (most != 1)} outside of any object that is there"
        self.fault(Property.MEMORY, message, buffer.holds(most).inverse)
        return True

    def _barrier(self, what: str, loc: Loc, bound: Bound | None) -> None:
        allowed = self.encoding.allow(what, loc)
        reached = self.terms.both(self.guard, self._gets_here())
        self._require(self.terms.either(self.guard.inverse, allowed))
        self._tell(what, loc, bound, reached)

    def _tell(self, what: str, loc: Loc, bound: Bound | None, reached: Bool) -> None:
        terms, encoding = self.terms, self.encoding
        allowed = encoding.allow(what, loc)
        encoding.barriers.append(Barrier(reached, what, loc, bound, allowed, self.round))
        if self.is_immediate:  # whoever is allowed to get here goes no further
            encoding.failed = terms.either(encoding.failed, terms.both(reached, allowed))


def kind_of(item: Instruction) -> StepKind:
    match item:
        case AtomicBegin():
            return StepKind.SECTION
        case BlockUntil():
            return StepKind.WAIT
        case Spawn():
            return StepKind.SPAWN
        case Free() | Discard():
            return StepKind.FREE
        case Print() | Format():
            return StepKind.PRINT
    found = list(accesses(item))
    if not found:
        return StepKind.END
    return StepKind.WRITE if any(access.writes for access in found) else StepKind.READ


def ended_by(item: Instruction) -> str:
    """The variable that ends with the step, as users call it."""
    return item.variable.text if isinstance(item, Discard) else ""
