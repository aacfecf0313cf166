"""The objects of one thread: where their lives begin and end.

What a visible step begins or ends is so at once. What happens after it until the next step is executed
together with it, but no thread can tell when: for the others it has happened when the next step comes.
"""

from __future__ import annotations

from unthread.core.diagnostics import Unsupported
from unthread.engine.encode.objects import Pointer, SymbolicObject
from unthread.engine.encode.plan import ThreadPlan
from unthread.engine.encode.setting import Setting, SharedState
from unthread.engine.terms.nodes import Bool, Int, Op
from unthread.program.expressions import Variable
from unthread.program.instructions import Allocate, BlockUntil, Declare, Region, is_step
from unthread.program.standstill import Contents
from unthread.program.types import size_of


class Lifetimes:
    """An instruction makes one object, in whichever round it is executed."""

    def __init__(self, setting: Setting, state: SharedState, plan: ThreadPlan) -> None:
        self.setting = setting
        self.terms, self.memory, self.reuse = setting.terms, state.memory, state.reuse
        self.plan = plan
        self.pointers: dict[Variable, Pointer] = {}  # to each local that is an object
        self.own: dict[str, SymbolicObject] = {}  # thread-local variables
        self.made: dict[int, SymbolicObject] = {}  # by instruction
        self.nascent: dict[int, Bool] = {}  # objects that were allocated right before a visible step
        self.dying: dict[int, Bool] = {}  # objects whose lifetime is over, after the visible step

    def for_a_look(self, state: SharedState) -> Lifetimes:
        """The same objects; what would happen to them is not passed on."""
        look = Lifetimes(self.setting, state, self.plan)
        look.pointers, look.own, look.made = dict(self.pointers), dict(self.own), dict(self.made)
        look.dying = dict(self.dying)
        return look

    # ---- variables

    def declare(self, index: int, item: Declare, guard: Bool) -> None:
        variable = item.variable
        if index not in self.made:
            size = self.terms.integer(size_of(variable.type))
            undefined = not item.zeroed and _is_open(item.contents)
            made = self.memory.create(size, variable.text or variable.name, undefined)
            made.contents = item.contents
            made.is_shared = variable.escapes
            self.made[index] = made
        if variable.escapes:
            self.reuse.begin(self.made[index], guard, self.dying)
        address = self.memory.addresses.pointer_to(self.made[index])
        if variable in self.pointers:
            chosen = self.memory.addresses.choice(guard, address, self.pointers[variable])
            assert isinstance(chosen, Pointer)
            address = chosen
        self.pointers[variable] = address

    def thread_object(self, variable: Variable) -> SymbolicObject:
        """The thread's own of a variable that each thread has."""
        if variable.name not in self.own:
            given = self.setting.program.globals[variable.name]
            item = self.memory.create(self.terms.integer(given.size), variable.text or variable.name)
            self.setting.statics.fill(self.memory, item, given)
            self.own[variable.name] = item
        return self.own[variable.name]

    def discard(self, variable: Variable, guard: Bool, at_once: bool) -> None:
        held = self.pointers.get(variable)
        if held is None or not variable.escapes:
            return
        for reach in self.memory.reaches(held):
            self.end(reach.item, self.terms.both(guard, reach.condition), at_once)

    # ---- allocated blocks

    def allocate(
        self, index: int, item: Allocate, size: Int, zeroed: Bool, guard: Bool, before: Bool
    ) -> Pointer:
        """Only the round that allocates says how large the object is: not where `before` holds."""
        if index not in self.made:
            self.made[index] = self._block(item, size, zeroed)
        made = self.made[index]
        self.reuse.begin(made, guard, self.dying)
        state = self.memory.changing(made)
        state.size = self.terms.choice(before, state.size, size)
        if made.region is Region.HEAP and self._is_followed_by_steps(index):
            self._note_allocation(made, guard)
        elif made.region is Region.HEAP:
            earlier = self.nascent.get(made.number, self.terms.false)
            self.nascent[made.number] = self.terms.either(earlier, guard)
        return self.memory.addresses.pointer_to(made)

    def _block(self, item: Allocate, size: Int, zeroed: Bool) -> SymbolicObject:
        if zeroed.op is not Op.CONSTANT:
            raise Unsupported("an allocation that is zeroed in some executions only", item.loc)
        most = min(size.hi, (1 << self.memory.addresses.shift) - 1)
        name = f"{'heap' if item.region is Region.HEAP else 'stack'}:{item.loc.line}"
        undefined = zeroed is self.terms.false and _is_open(item.contents)
        made = self.memory.create(size, name, undefined, most)
        made.region, made.contents = item.region, item.contents
        return made

    def _is_followed_by_steps(self, index: int) -> bool:
        """Before the next visible step, or the end of the thread, the program takes another step, or tries to
        and has to wait: what was allocated is then seen to be there, should the process end."""
        segment = self.plan.segments[index]
        if segment == len(self.plan.points):
            return True
        following = self.plan.thread.body[index + 1 : self.plan.points[segment]]
        waits = any(
            isinstance(self.plan.thread.body[member], BlockUntil) for member in self.plan.members[segment + 1]
        )
        return waits or any(is_step(item, self.setting.properties) for item in following)

    def _note_allocation(self, item: SymbolicObject, condition: Bool) -> None:
        state = self.memory.changing(item)
        state.made = condition if state.made is None else self.terms.either(state.made, condition)

    def freed(self, pointer: Pointer, region: Region) -> list[tuple[SymbolicObject, Bool, Bool]]:
        """What a free may end: each block with the condition that it is meant, and that it may be freed."""
        terms = self.terms
        found = []
        for reach in self.memory.reaches(pointer):
            item = reach.item
            if item.region is not region:
                continue
            good = terms.both(reach.condition, terms.equal(reach.offset, terms.zero))
            good = terms.both(good, self.memory.is_there(item))
            found.append((item, reach.condition, good))
        return found

    # ---- ends

    def end(self, item: SymbolicObject, over: Bool, at_once: bool) -> None:
        """At once in a visible step, otherwise with the next one."""
        if at_once:
            self.kill(item, over)
        else:
            before = self.dying.get(item.number, self.terms.false)
            self.dying[item.number] = self.terms.either(before, over)

    def kill(self, item: SymbolicObject, condition: Bool) -> None:
        self.memory.kill(item, condition)

    def arrive(self, runs: Bool) -> None:
        """The next visible step: objects whose lifetime ended after the last one are gone, and those that
        were allocated are there."""
        for number, made in self.nascent.items():
            self._note_allocation(self.memory.objects[number], self.terms.both(runs, made))
        for number, over in list(self.dying.items()):
            self.kill(self.memory.objects[number], self.terms.both(runs, over))
            if over is runs or self.terms.both(over, runs.inverse) is self.terms.false:
                del self.dying[number]

    def end_all(self, guard: Bool) -> None:
        """The thread ends in a visible step, and with it what is not on the heap."""
        for item in (*self.made.values(), *self.own.values()):
            if item.region is not Region.HEAP and item.is_shared:
                self.kill(item, guard)


def _is_open(contents: Contents | None) -> bool:
    """They do not say what every byte is."""
    return contents is None or contents.defined is not None
