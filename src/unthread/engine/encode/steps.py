"""The instructions of one thread, carried out: for real (`thread.py`), or for a look (`look.py`).

In: the plan of the thread, its registers and objects, the state that threads share. Out: these, changed, and
what the recorder collects.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from unthread.analysis.addresses import IN_PART
from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.engine.encode.bulk_steps import carry_out_copy, carry_out_fill
from unthread.engine.encode.carried import carried, only_loads
from unthread.engine.encode.events import Collected
from unthread.engine.encode.lifetimes import Lifetimes
from unthread.engine.encode.lost import lost
from unthread.engine.encode.objects import Pointer, Reach, SymbolicObject, Value
from unthread.engine.encode.plan import Merge, ThreadPlan, defined, ends, started
from unthread.engine.encode.print_steps import carry_out_format, carry_out_print
from unthread.engine.encode.recorder import Recorder
from unthread.engine.encode.registers import Registers
from unthread.engine.encode.setting import Setting, SharedState
from unthread.engine.encode.values import SymbolicEvaluator
from unthread.engine.terms.nodes import Bool, Int, unsigned_range
from unthread.program.expressions import Expression, Place, Read, Storage, Variable, VariablePlace
from unthread.program.instructions import (
    Allocate,
    Arrive,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Copy,
    Cut,
    Declare,
    Discard,
    Exit,
    Fill,
    FormatText,
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
)
from unthread.program.standstill import Contents
from unthread.program.types import FloatType, IntType, PointerType, Type, value_range, value_type
from unthread.values.cells import Codec, codec

LEAK = "memory is never freed"
UNWRITTEN = "a comparison of a pointer that was never written with an address that is a number"
LOST = "memory is never freed and no longer reachable"
HELD = "memory that only a thread may lead to that still runs when the process ends"
TORN = "an address of which a part was overwritten, used as a pointer"
REUSED = "a comparison of an object with an ended one whose address it reuses"


@dataclass(slots=True)
class Way:
    """How execution comes along: where `path` holds, nowhere if it is None; `edges` are the conditions of the
    jumps so far."""

    path: Bool | None
    edges: dict[int, Bool] = field(default_factory=dict)


class ThreadSteps(SymbolicEvaluator):
    def __init__(
        self,
        setting: Setting,
        state: SharedState,
        collected: Collected,
        plan: ThreadPlan,
        registers: Registers,
        lifetimes: Lifetimes,
    ) -> None:
        super().__init__(state.memory, Property.ARITH in setting.properties)
        self.setting = setting
        self.state = state
        self.plan = plan
        self.registers = registers
        self.lifetimes = lifetimes
        self.recorder = Recorder(setting, state, collected, plan, registers)
        self.offsets: list[tuple[Bool, Int]] = []  # where the assignment has accessed its object
        self._loads: Variable | None = None  # what an instruction sets that does nothing but read
        self._carried: frozenset[Variable] | None = None

    @property
    def number(self) -> int:
        return self.recorder.number

    # ---- the way through the body

    def take(self, index: int, item: Instruction, window: Bool, way: Way) -> None:
        """One instruction, carried out where the way leads to it and `window` holds."""
        if isinstance(item, Label):
            way.path = self._join(index, way)
        if way.path is None:
            return
        self.guard = self.terms.both(way.path, window)
        self.recorder.loc = item.loc
        if isinstance(item, Jump):
            way.path = self._jump(index, item, way.path, way.edges)
            return
        if self.guard is not self.terms.false:
            self._carry_out(index, item)
        slot = self.plan.defines.get(index)
        if slot is not None:
            self.registers.here[self._defined(item)] = slot
        if ends(item):
            way.path = None

    def _defined(self, item: Instruction) -> Variable:
        target = defined(item, self.plan.registers)
        assert target is not None, "an instruction with a slot sets a register"
        return target

    def _join(self, index: int, way: Way) -> Bool | None:
        plan = self.plan
        coming = [
            (edge, way.path if edge == index else way.edges.get(edge)) for edge in plan.edges.get(index, ())
        ]
        known = {edge: condition for edge, condition in coming if condition is not None}
        if not known:
            return None
        self.registers.here = dict(plan.known[index])
        for merge in plan.merges[index]:
            value = self._merged(merge, known)
            if value is not None:
                self.registers.keep(merge.slot, value)
        return self.terms.any(known.values())

    def _merged(self, merge: Merge, known: Mapping[int, Bool]) -> Value | None:
        """What the register holds where ways meet, by the way that execution came."""
        values = self.registers.values
        result: Value | None = None
        for edge, slot in merge.sources:
            if edge not in known or known[edge] is self.terms.false:
                continue
            came = self._unset(merge.variable) if slot is None or slot not in values else values[slot]
            result = came if result is None else self.addresses.choice(known[edge], came, result)
        return result

    def _jump(self, index: int, item: Jump, path: Bool, edges: dict[int, Bool]) -> Bool | None:
        terms = self.terms
        if item.condition is None:
            edges[index] = path
            return None
        if self.guard is not terms.false:
            self.registers.decide(index, self._tested(item.condition))
        taken = self.registers.taken.get(index, terms.false)
        edges[index] = terms.both(path, taken)
        return terms.both(path, taken.inverse)

    def _tested(self, condition: Expression) -> Bool:
        self.memory.has_guessed = False
        self._loads = None
        try:
            return self.test(condition)
        except Unsupported as gap:
            self.recorder.stop(str(gap), self.recorder.loc, None, self.guard)
            return self.terms.false
        finally:
            self._note_guess(self.recorder.loc)

    def _note_guess(self, loc: Loc) -> None:
        """A pointer that may have any value was followed: not everywhere, which is reported."""
        if self.memory.has_guessed:
            self.recorder.collected.guesses[loc] = None

    # ---- what the evaluator asks

    def read_address(self, is_part: bool) -> None:
        """Objects at other addresses might give another number; what is only copied does not matter."""
        collected = self.recorder.collected
        if not is_part:
            collected.reads_addresses = True
        elif self._loads is None or self._loads not in self._only_carried():
            collected.parts[self.recorder.loc] = IN_PART

    def read_torn(self, torn: Bool) -> None:
        """Where it leads depends on where objects lie."""
        self._admit(TORN, torn)

    def _only_carried(self) -> frozenset[Variable]:
        if self._carried is None:
            self._carried = carried(self.plan.thread.body)
        return self._carried

    def fault(self, property: Property, message: str, bad: Bool) -> None:
        self.recorder.fault(property, message, self.terms.both(self.guard, bad))

    def require(self, condition: Bool) -> None:
        self.recorder.require(condition)

    def compared(self, a: Value, b: Value) -> None:
        """Where an address might be used again, which none ever is here, or one that was never written
        might have bits that none has here, that is reported, and executions continue."""
        self._admit(REUSED, self.state.reuse.may_share_address(a, b))
        self._admit(UNWRITTEN, self.addresses.lacks_low_bits(a, b))

    def _admit(self, what: str, condition: Bool) -> None:
        recorder, reached = self.recorder, self.terms.both(self.guard, condition)
        if reached is not self.terms.false:
            recorder.admit(what, recorder.loc, None, self.terms.both(reached, recorder.gets_here()))

    def slot(self, variable: Variable) -> Value | None:
        if variable not in self.plan.registers:
            return None
        value = self.registers.get(variable)
        return self._unset(variable) if value is None else value

    def _unset(self, variable: Variable) -> Value:
        """Any value, always the same one, of a register that was never assigned."""
        name, unset = variable.text or variable.name, self.registers.unset
        if variable not in unset:
            unset[variable] = self._any(name, variable.type, undefined=True)
        value = self._given(unset[variable], variable.type)
        if self.guard is not self.terms.false:
            self.recorder.ask(self.guard, name, variable.type, value)
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
                return self.addresses.pointer_to(self.setting.statics.globals[variable.name])
            case Storage.THREAD:
                return self.addresses.pointer_to(self.lifetimes.thread_object(variable))
        held = self.lifetimes.pointers.get(variable)
        if held is None:
            name = variable.text or variable.name
            raise Unsupported(f"'{name}' is used before its declaration", self.recorder.loc)
        return held

    def function(self, name: str) -> Pointer:
        return self.addresses.pointer_to(self.setting.statics.functions[name])

    def self_number(self) -> int:
        return self.number

    def touched(
        self, item: SymbolicObject, condition: Bool, offset: Int, cell: Codec | None, writes: bool
    ) -> None:
        guard = self.terms.both(self.guard, condition)
        if cell is not None and cell.whole:
            self.offsets.append((condition, offset))
        if guard is self.terms.false or not item.undefined or cell is None:
            return
        value: Value = self.terms.zero
        is_read = not writes or not cell.whole
        if is_read and self.memory.states[item.number].array is None and offset.is_constant:
            value = self.memory.cell(item, offset.lo, cell.size)
        elif is_read:
            value = self.memory.load(Reach(item, condition, offset), cell.size) or self.terms.zero
        self.recorder.ask_memory(guard, item, offset, cell, value, writes)

    def copied(self, reach: Reach, size: int) -> None:
        """Bytes are read to be written elsewhere, as they are."""
        guard = self.terms.both(self.guard, reach.condition)
        if guard is not self.terms.false and reach.item.undefined:
            state = self.memory.state_to_copy(reach, size)
            self.recorder.ask_bytes(guard, reach.item, reach.offset, size, state)

    def prints(self, item: SymbolicObject, condition: Bool, offset: Int, size: int, writes: bool) -> None:
        """A printf touches bytes of which nothing need be asked: for a look."""

    def prints_blindly(self) -> None:
        """A printf touches bytes of which nothing is known: for a look."""

    # ---- instructions

    def _carry_out(self, index: int, item: Instruction) -> None:
        """What turns out to be beyond the engine is not modelled, for executions that get there."""
        self.memory.has_guessed = False
        self._loads = only_loads(item)
        try:
            self._instruction(index, item)
        except Unsupported as gap:
            self.recorder.stop(str(gap), item.loc, None, self.guard)
        self._note_guess(item.loc)

    def _instruction(self, index: int, item: Instruction) -> None:
        match item:
            case Assign(target, value):
                self._assign(index, target, value)
            case Input(target, name, _, undefined):
                self.registers.set(index, self._input(index, name, target.type, undefined))
            case Declare():
                self._declare(index, item)
            case Discard(variable):
                if variable not in self.plan.registers:
                    self.lifetimes.discard(variable, self.guard, self.recorder.is_immediate)
            case Allocate():
                self._allocate(index, item)
            case Free(pointer, region):
                self._free(self.pointer(pointer), region)
            case Print():
                carry_out_print(self, index, item)
            case FormatText():
                carry_out_format(self, index, item)
            case Fill():
                carry_out_fill(self, item)
            case Copy():
                carry_out_copy(self, item)
            case _:
                self._control(index, item)

    def _control(self, index: int, item: Instruction) -> None:
        """Instructions that say how executions continue."""
        recorder, terms = self.recorder, self.terms
        match item:
            case Spawn():
                self._spawn(index, item)
            case Exit(Scope.PROCESS):
                self._exit()
            case Exit() | Return():
                if recorder.is_immediate:  # otherwise this is not a step, and no other thread can tell
                    self.lifetimes.end_all(self.guard)
            case BlockUntil():
                self.wait(item)
            case Assume(condition):
                recorder.require(terms.implies(self.guard, self.test(condition)))
            case Assert(condition, property, message):
                bad = terms.both(self.guard, self.test(condition).inverse)
                recorder.violate(property, message, bad)
            case Arrive(place):
                self.arrive(place)
            case Cut(what):
                recorder.stop(what, item.loc, item.bound, self.guard)
            case Unmodelled(what):
                recorder.stop(what, item.loc, None, self.guard)
            case Label() | AtomicBegin() | AtomicEnd() | Jump():
                pass
            case _:
                raise AssertionError("a bounded program has no calls")

    def _exit(self) -> None:
        terms, memory = self.terms, self.memory
        if Property.LEAK_ALL in self.setting.properties:
            unfreed = terms.both(self.guard, memory.has_unfreed())
            self.recorder.claim(Property.LEAK_ALL, LEAK, unfreed)
        if Property.LEAK in self.setting.properties:
            left = terms.both(
                self.guard, lost(memory, [*self.setting.statics.that_lead(), *self.lifetimes.own.values()])
            )
            alone = self._is_alone()
            self.recorder.claim(Property.LEAK, LOST, terms.both(left, alone))
            if terms.both(left, alone.inverse) is not terms.false:
                reached = terms.all((left, alone.inverse, self.recorder.gets_here()))
                self.recorder.admit(HELD, self.recorder.loc, None, reached)
        self.recorder.require(self.guard.inverse)  # whatever can be found is found before the process ends

    def _is_alone(self) -> Bool:
        """All other threads are finished, or were never started."""
        terms, state = self.terms, self.state
        return terms.all(
            terms.either(state.over.get(number, terms.false), was_started.inverse)
            for number, was_started in state.spawned.items()
            if number != self.number
        )

    def arrive(self, place: int) -> None:
        self.recorder.arrive(place, self.guard)

    def wait(self, item: BlockUntil) -> None:
        """Executions in which the thread would have to wait here do not continue."""
        self.recorder.require(self.terms.implies(self.guard, self.test(item.condition)))

    def _assign(self, index: int, target: Place, value: Expression) -> None:
        self.offsets.clear()
        result = self.value(value)
        if isinstance(target, VariablePlace) and target.variable in self.plan.registers:
            self.registers.set(index, result)
            if isinstance(value, Read):
                self._mark_value(index, result)
        else:
            self.write(target, result)
            self._mark_value(index, result)

    def _mark_value(self, index: int, value: Value) -> None:
        """A visible step at this instruction read or wrote it."""
        segment = self.plan.segments[index]
        if segment and self.plan.points[segment - 1] == index:
            self.recorder.mark_value(value, tuple(self.offsets))

    def _input(self, index: int, name: str, type: Type, undefined: bool = False) -> Value:
        inputs = self.registers.inputs
        if index not in inputs:
            inputs[index] = self._any(name, type, undefined)
        value = self._given(inputs[index], type)
        self.recorder.ask(self.guard, name, type, value)
        return value

    def set_loose(self, index: int, target: Variable, what: str, loc: Loc) -> None:
        """The register gets any value although the program computes it."""
        inputs = self.registers.inputs
        if self.plan.defines.get(index) in self.plan.used:
            self.recorder.collected.loose[f"{what} at {loc} is any value"] = None
        if index not in inputs:
            inputs[index] = self._any(what, target.type)
        self.registers.set(index, self._given(inputs[index], target.type))

    def _declare(self, index: int, item: Declare) -> None:
        variable = item.variable
        if variable not in self.plan.registers:
            self.lifetimes.declare(index, item, self.guard)
            self._note_contents(index, item.contents)
        elif item.zeroed:
            self.registers.set(index, self._zero(variable.type))
        else:
            name = variable.text or variable.name
            self.registers.set(index, self._input(index, name, variable.type, undefined=True))

    def _zero(self, type: Type) -> Value:
        return self.addresses.null if isinstance(value_type(type), PointerType) else self.terms.zero

    def _allocate(self, index: int, item: Allocate) -> None:
        size, zeroed, before = self.integer(item.size), self.test(item.zeroed), self.registers.before
        made = self.lifetimes.allocate(index, item, size, zeroed, self.guard, before)
        self.registers.set(index, made)
        self._note_contents(index, item.contents)

    def _note_contents(self, index: int, contents: Contents | None) -> None:
        """What an object begins with is not asked for, as if it had been written."""
        made = self.lifetimes.made[index]
        for at, size in contents.runs() if contents is not None and made.undefined else ():
            self.recorder.ask_memory(
                self.guard, made, self.terms.integer(at), _run(size), self.terms.zero, writes=True
            )

    def _free(self, pointer: Pointer, region: Region) -> None:
        terms = self.terms
        found = self.lifetimes.freed(pointer, region)
        valid = terms.any(good for _, _, good in found)
        if valid is not terms.true:
            self.fault(
                Property.MEMORY,
                "free of something that is not allocated or no longer allocated",
                valid.inverse,
            )
        for item, condition, _ in found:
            over = terms.both(self.guard, condition)
            if region is Region.HEAP:
                self.touched(item, condition, terms.zero, None, writes=True)
                self.lifetimes.kill(item, over)
            else:  # the end of a frame's object is not an access
                self.lifetimes.end(item, over, self.recorder.is_immediate)

    def _spawn(self, index: int, item: Spawn) -> None:
        state, terms = self.state, self.terms
        number = self.setting.numbers[started(item)]
        argument = self.value(item.argument)
        if number in state.arguments:
            argument = self.addresses.choice(self.registers.before, state.arguments[number][0], argument)
        state.arguments[number] = (argument,)
        state.spawned[number] = terms.either(state.spawned[number], self.guard)
        self.registers.set(index, terms.integer(number))


def _run(size: int) -> Codec:
    """So many bytes in a row."""
    return codec(IntType(8 * size, False))
