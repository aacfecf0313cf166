"""One thread, executed once: `OrderThread`. Its memory knows which segment runs."""

from __future__ import annotations

from unthread.core.records import dataclass
from unthread.engine.encode.events import Collected
from unthread.engine.encode.lifetimes import Lifetimes
from unthread.engine.encode.objects import ObjectState, Pointer, SymbolicObject
from unthread.engine.encode.plan import ThreadPlan
from unthread.engine.encode.recorder import Recorder
from unthread.engine.encode.setting import Setting, SharedState
from unthread.engine.encode.thread import ThreadRun
from unthread.engine.order.memory import Happening, OrderMemory
from unthread.engine.order.unfit import Unfit
from unthread.engine.terms.nodes import Bool, Int
from unthread.program.expressions import Variable
from unthread.program.instructions import Allocate, Instruction


@dataclass(frozen=True, slots=True)
class SegmentSpan:
    """Where what was collected in a segment begins. `segment` is None for what comes after all threads."""

    segment: tuple[int, int] | None
    happened: int
    asked: int
    claims: int
    barriers: int


def span(segment: tuple[int, int] | None, collected: Collected) -> SegmentSpan:
    return SegmentSpan(
        segment, len(collected.happened), len(collected.asked), len(collected.claims), len(collected.barriers)
    )


@dataclass(slots=True, eq=False)
class MadeObjects:
    """The objects of a thread, which are the same in each pass: by instruction, and its own variables.
    `first`: the size that the first pass gave them, and whether they were zeroed."""

    by_instruction: dict[int, SymbolicObject]
    own: dict[str, SymbolicObject]
    first: dict[int, tuple[Int, Bool]]


class OrderLifetimes(Lifetimes):
    def __init__(self, setting: Setting, state: SharedState, plan: ThreadPlan, known: MadeObjects) -> None:
        super().__init__(setting, state, plan)
        self.known = known
        self.made, self.own = known.by_instruction, known.own

    def thread_object(self, variable: Variable) -> SymbolicObject:
        """Its initial value is there before anything happens."""
        if variable.name not in self.own:
            memory = self.memory
            assert isinstance(memory, OrderMemory), "threads share what they write"
            given = self.setting.program.globals[variable.name]
            first = memory.first
            item = first.create(self.terms.integer(given.size), variable.text or variable.name)
            self.setting.statics.fill(first, item, given)
            memory.states[item.number] = first.states[item.number].copy()
            self.own[variable.name] = item
        return self.own[variable.name]

    def allocate(
        self, index: int, item: Allocate, size: Int, zeroed: Bool, guard: Bool, before: Bool
    ) -> Pointer:
        """Later passes may find other sizes, within the room that the object has."""
        pointer = super().allocate(index, item, size, zeroed, guard, before)
        first_size, first_zeroed = self.known.first.setdefault(index, (size, zeroed))
        if zeroed is not first_zeroed or size.hi > first_size.hi:
            raise Unfit("an allocation that depends on what threads share")
        memory = self.memory
        assert isinstance(memory, OrderMemory), "threads share what they write"
        if memory.now is not None and (size is not first_size or not size.is_constant):
            memory.assumed.open_sizes[self.made[index].number] = memory.thread
        return pointer


class StoppingRecorder(Recorder):
    """Where an execution ends at an assumption in a visible step, nothing happens any more, as if it had
    broken something."""

    def require(self, condition: Bool) -> None:
        if self.is_immediate:
            self._fail(self.terms.both(condition.inverse, self.state.failed.inverse))
            self._learn(condition)
        else:
            super().require(condition)


class OrderThread(ThreadRun):
    """`spans`: where what was collected in each segment begins; `happenings`: what its segments do to shared
    memory. The first `forced` segments of the first thread come before all others."""

    def __init__(
        self,
        setting: Setting,
        state: SharedState,
        collected: Collected,
        plan: ThreadPlan,
        made: MadeObjects,
        with_stops: bool,
    ) -> None:
        super().__init__(setting, state, collected, plan)
        if with_stops:
            self.recorder = StoppingRecorder(setting, state, collected, plan, self.registers)
        self.lifetimes = OrderLifetimes(setting, state, plan, made)
        self.spans: list[SegmentSpan] = []
        self.happenings: list[Happening] = []
        self.settled: dict[int, ObjectState] = {}
        self.settled_failed = self.terms.false

    @property
    def order_memory(self) -> OrderMemory:
        assert isinstance(self.memory, OrderMemory), "threads share what they write"
        return self.memory

    def execute(self, round: int) -> None:
        super().execute(round)
        self.order_memory.leave()
        if self.number == 0 and not self.happenings:
            self.settle()

    def _enter(self, segment: int, path: Bool | None, item: Instruction) -> Bool:
        rounds, round = self.setting.timetable.rounds, self.recorder.round
        self.spans.append(span((self.number, segment), self.recorder.collected))
        self._begin(segment, rounds.runs(self.number, round, segment))
        return super()._enter(segment, path, item)

    def _begin(self, segment: int, runs: Bool) -> None:
        memory = self.order_memory
        if self.number == 0 and segment < self.setting.timetable.forced:
            return
        if self.number == 0 and memory.now is None:
            self.settle()
        happening = Happening((self.number, segment), runs, {}, {}, {}, {}, {})
        self.happenings.append(happening)
        memory.enter(happening)

    def settle(self) -> None:
        """From here on there may be other threads. Of the first thread only."""
        memory = self.order_memory
        self.settled = {number: state.copy() for number, state in memory.states.items()}
        self.settled_failed = self.state.failed
        memory.share()
