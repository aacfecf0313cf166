"""Data races: two threads stand before conflicting accesses, not both atomic.

Before a step its accesses are compared with those that the other threads' next steps would make (found by
looking ahead without leaving a trace) and with those of the step just before, if another thread took it:
the latter finds accesses that could not be foreseen, in atomic sections and after inputs.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager

from unthread.core.diagnostics import UnthreadError
from unthread.core.properties import Frame as StackFrame
from unthread.core.properties import Participant, Property, ViolationKind
from unthread.core.records import dataclass
from unthread.core.source import NOWHERE, Loc
from unthread.interpreter.objects import (
    BarrierError,
    Fault,
    InfeasibleError,
    MemoryJournal,
    Object,
    ProcessExitError,
    written_name,
)
from unthread.interpreter.runtime import Runtime
from unthread.interpreter.state import CodeEvent, MachineFrame, Mode, ThreadState
from unthread.program.instructions import AtomicBegin, BlockUntil, FormatText, Free, Print
from unthread.program.library import is_users
from unthread.program.program import Function

# Their accesses depend on memory that other threads may change.
_FLEETING = (BlockUntil, FormatText, Free, Print)
_ENDS = (Fault, BarrierError, InfeasibleError, ProcessExitError, UnthreadError)


@dataclass(frozen=True, slots=True)
class RaceTouch:
    """One access: bits `first` to `end` (exclusive) counted from address 0."""

    first: int
    end: int
    writes: bool
    atomic: bool

    @property
    def address(self) -> int:
        return self.first // 8

    @property
    def size(self) -> int:
        return (self.end + 7) // 8 - self.address

    def conflicts(self, other: RaceTouch) -> bool:
        overlap = self.first < other.end and other.first < self.end
        return overlap and (self.writes or other.writes) and not (self.atomic and other.atomic)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where a thread accesses memory: the position, and the calls it is in, innermost first. The thread
    itself may stand elsewhere: in a function that it leaves on the way, or that it has left since."""

    loc: Loc
    calls: tuple[tuple[Function, Loc], ...]

    @property
    def stack(self) -> tuple[StackFrame, ...]:
        return tuple(
            StackFrame(function.name, loc) for function, loc in self.calls if is_users(function.name)
        )

    def __str__(self) -> str:
        names = [written_name(function.name) for function, _ in self.calls if _is_shown(function)]
        calls = (f", {'called from' if number else 'in'} {name}" for number, name in enumerate(names))
        return f"{self.loc}{''.join(calls)}"


def _is_shown(function: Function) -> bool:
    return not function.library and is_users(function.name)


_NOWHERE = Spot(NOWHERE, ())


@dataclass(frozen=True, slots=True)
class Last:
    """The step just taken. Threads from number `born` on did not exist before it."""

    thread: int
    born: int
    spot: Spot
    touches: tuple[RaceTouch, ...]


class Races:
    def __init__(self, runtime: Runtime) -> None:
        self.runtime = runtime
        self.last: Last | None = None
        self.current: tuple[RaceTouch, ...] = ()
        self.spot = _NOWHERE
        self.born = 0
        self.foreseen: dict[int, tuple[int, tuple[RaceTouch, ...], Spot]] = {}

    def save(self) -> Last | None:
        return self.last

    def load(self, saved: object) -> None:
        assert saved is None or isinstance(saved, Last)
        self.last = saved
        self.foreseen.clear()

    def key(self) -> object:
        last = self.last
        return last and (last.thread, last.born, last.touches)

    def check(self, thread: ThreadState, frame: MachineFrame, pc: int) -> None:
        """Before the visible instruction at `pc`."""
        self.runtime.logged.clear()
        self.current, self.spot = self._accesses(frame, pc), self._spot()
        self.born = len(self.runtime.threads)
        self._compare(thread, self.last)

    def done(self, thread: ThreadState) -> None:
        """After a step: what an atomic section touched is known only now, and what a printf has read of
        memory that was never written."""
        found = dict.fromkeys(RaceTouch(*logged) for logged in self.runtime.logged)
        unforeseen = tuple(touch for touch in found if touch not in self.current)
        self.runtime.logged.clear()
        if unforeseen:
            self.current += unforeseen
            previous, self.last = self.last, self._taken(thread)
            self._compare(thread, previous)
        self.last = self._taken(thread) if self.current else None

    def _taken(self, thread: ThreadState) -> Last:
        return Last(thread.number, self.born, self.spot, self.current)

    def _compare(self, thread: ThreadState, last: Last | None) -> None:
        if not self.current:
            return
        if last and last.thread != thread.number < last.born:
            self._conflict(self.current, last.touches, last.thread, last.spot)
        for other in self.runtime.threads[: self.born]:
            if other.alive and other is not thread:
                touches = self.pending(other)
                self._conflict(self.current, touches, other.number, self.foreseen[other.number][2])

    def _conflict(
        self, mine: Iterable[RaceTouch], theirs: Iterable[RaceTouch], thread: int, spot: Spot
    ) -> None:
        for one in mine:
            for other in theirs:
                if one.conflicts(other):
                    where = self._object(max(one.first, other.first) // 8)
                    rival = f"the {_verb(other)} by thread {thread} at {spot}"
                    message = f"data race on {where}: this {_verb(one)} and {rival}"
                    place = self.runtime.memory.name_of(max(one.first, other.first) // 8)
                    parts = (
                        self._part(self.runtime.thread.number, self.spot, one, place),
                        self._part(thread, spot, other, place),
                    )
                    item = self._item(max(one.first, other.first) // 8)
                    raise Fault(ViolationKind.RACE, message, Property.RACE, participants=parts, object=item)

    def _part(self, thread: int, spot: Spot, touch: RaceTouch, place: str) -> Participant:
        routine = self.runtime.threads[thread].start
        return Participant(thread, routine, spot.loc, spot.stack, _verb(touch), place)

    def _object(self, address: int) -> str:
        """The part of an object that lies there, and where the object comes from."""
        item = self._item(address)
        name = self.runtime.memory.name_of(address)
        if item is None or item.variable is None or item.variable.loc == NOWHERE:
            return name
        return f"{name} (declared at {item.variable.loc})"

    def _item(self, address: int) -> Object | None:
        memory = self.runtime.memory
        return memory.objects.get(address >> memory.shift)

    def _spot(self) -> Spot:
        """Where the running thread stands."""
        frames = self.runtime.frames
        places = [self.runtime.at, *(frame.pc - 1 for frame in reversed(frames[:-1]))]
        calls = tuple(
            (frame.code.function, frame.code.loc(pc))
            for frame, pc in zip(reversed(frames), places, strict=False)
        )
        return Spot(self.runtime.user_loc(), calls)

    def pending(self, thread: ThreadState) -> tuple[RaceTouch, ...]:
        known = self.foreseen.get(thread.number)
        if known is None or known[0] != thread.moves:
            known = self.foreseen[thread.number] = self._look_ahead(thread)
        return known[1]

    def _look_ahead(self, thread: ThreadState) -> tuple[int, tuple[RaceTouch, ...], Spot]:
        """The thread's number of moves for which this holds, its accesses, where it stands then."""
        runtime = self.runtime
        with self._undone(thread) as journal:
            try:
                frame = self._approach(thread)
            except _ENDS:
                frame = None
            if frame is None:
                return thread.moves, (), self._spot()
            runtime.at = frame.pc
            touches = self._accesses(frame, frame.pc)
            # What the thread will create on its way, or by the access itself (a thread-local variable), is
            # its own, and has no address yet.
            own = {item.base for item in journal.created}
            found = (touch for touch in touches if self._base(touch) not in own)
            fleeting = isinstance(frame.code.instruction(frame.pc), _FLEETING)
            return -1 if fleeting else thread.moves, tuple(found), self._spot()

    def _base(self, touch: RaceTouch) -> int | None:
        item = self._item(touch.address)
        return None if item is None else item.base

    def _approach(self, thread: ThreadState) -> MachineFrame | None:
        """Runs to the next step; the frame that takes it."""
        while True:
            frame = thread.frames[-1]
            table, pc = frame.code.tables[Mode.APPROACH], frame.pc
            while pc >= 0:
                pc = table[pc](frame.regs, frame)
            if pc != CodeEvent.RELOAD:
                return frame if pc == CodeEvent.STOPPED else None

    def _accesses(self, frame: MachineFrame, pc: int) -> tuple[RaceTouch, ...]:
        """What may race at `pc`."""
        instruction = frame.code.instruction(pc)
        is_offer = isinstance(instruction, BlockUntil) and instruction.is_offer
        return () if is_offer else self.touches(frame, pc)

    def touches(self, frame: MachineFrame, pc: int) -> tuple[RaceTouch, ...]:
        if isinstance(frame.code.instruction(pc), AtomicBegin | None):
            return ()
        peeking, at = self.runtime.peeking, self.runtime.at
        self.runtime.peeking = True
        try:
            return tuple(RaceTouch(*found) for found in frame.code.accesses(pc)(frame.regs, frame))
        except _ENDS:
            return ()  # the step itself will tell what is wrong
        finally:
            self.runtime.peeking, self.runtime.at = peeking, at

    @contextmanager
    def _undone(self, thread: ThreadState) -> Iterator[MemoryJournal]:
        """What happens inside leaves no trace, as long as it is invisible to other threads."""
        runtime = self.runtime
        running, at, counters = runtime.thread, runtime.at, tuple(runtime.counters)
        frames = [frame.copy() for frame in thread.frames]
        local = dict(thread.locals)
        memory = runtime.memory
        journal = memory.begin_journal(address for frame in frames for address in frame.owned)
        runtime.thread, runtime.frames, runtime.peeking = thread, thread.frames, True
        try:
            yield journal
        finally:
            memory.undo(journal)
            thread.frames[:] = frames
            thread.locals = local
            runtime.counters[:] = counters
            runtime.thread, runtime.at, runtime.peeking = running, at, False
            runtime.frames = running.frames


def _verb(touch: RaceTouch) -> str:
    return ("atomic " if touch.atomic else "") + ("write" if touch.writes else "read")
