"""What the runtime has to make threads do: `plan_of` a trace.

In: a program and a trace of it that the interpreter can follow. Out: its steps as the machine will see them:
accesses with the objects that they touch, calls of library functions, ends of threads; and the failure at the
end.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import field
from enum import IntEnum
from itertools import takewhile

from unthread.core.properties import Participant, Property, Violation, ViolationKind
from unthread.core.records import dataclass
from unthread.core.source import Loc, is_own
from unthread.core.trace import StepKind, Trace
from unthread.interpreter.objects import Object, ObjectKind
from unthread.native.follow import (
    ANNOUNCES,
    IN_TWO_PARTS,
    NativeFollower,
    Recorded,
    TouchedObjects,
    library_name,
)
from unthread.program.library import OWN
from unthread.program.program import Program
from unthread.values.scalars import text_of

ENDS = frozenset({"pthread_exit", "thrd_exit"})
_SYNCHRONIZES = ("pthread_", "sem_", "mtx_", "cnd_", "thrd_", "call_once")


class PlannedStorage(IntEnum):
    STATIC = 0
    HEAP = 1
    LOCAL = 2


class StepSort(IntEnum):
    ACCESS = 0
    SECTION = 1
    CALL = 2
    END = 3


class Failure(IntEnum):
    ASSERTION = 0
    ERROR_CALL = 1
    ERROR_LABEL = 2
    DEADLOCK = 3
    RACE = 4
    BAD_ACCESS = 5
    BAD_FREE = 6
    BAD_LOCK = 7
    LEAK = 8
    ARITHMETIC = 9
    DIVISION = 10


@dataclass(frozen=True, slots=True)
class PlannedObject:
    """`loc` is where a heap object is allocated."""

    name: str
    storage: PlannedStorage
    size: int
    loc: Loc | None


@dataclass(frozen=True, slots=True)
class PlannedAccess:
    """`object` is its number in the plan."""

    object: int
    offset: int
    size: int
    writes: bool
    atomic: bool


@dataclass(frozen=True, slots=True)
class PlannedStep:
    """`part` is 1 for the return of a call that waits. `is_optional`: the compiler may have no such call."""

    thread: int
    sort: StepSort
    loc: Loc
    accesses: tuple[PlannedAccess, ...] = ()
    call: str = ""
    part: int = 0
    is_optional: bool = False


@dataclass(frozen=True, slots=True)
class PlannedInput:
    """`call` is the library function that returns it, empty for what verification tasks ask for."""

    thread: int
    call: str
    value: int | str


@dataclass(frozen=True, slots=True)
class Standing:
    """Where a thread stands when the program fails, and what it would access."""

    thread: int
    loc: Loc
    call: str
    accesses: tuple[PlannedAccess, ...]


@dataclass(frozen=True, slots=True)
class Plan:
    objects: tuple[PlannedObject, ...]
    steps: tuple[PlannedStep, ...]
    inputs: tuple[PlannedInput, ...]
    stdin: bytes
    failure: Failure
    violation: Violation
    standing: tuple[Standing, ...]
    library: tuple[str, ...]  # functions that synchronize threads, whether the trace has calls of them or not
    obstacles: tuple[str, ...]


def plan_of(program: Program, trace: Trace) -> Plan | None:
    """None: the interpreter does not come to the violation."""
    follower = NativeFollower(program, trace)
    violation = follower.run()
    if violation is None:
        return None
    planned = _Planner(follower, violation)
    steps, standing = planned.steps(), tuple(planned.standing())
    return Plan(
        tuple(planned.objects),
        steps,
        tuple(PlannedInput(one.thread, one.call, text_of(one.value)) for one in follower.inputs.results),
        bytes(byte for byte in follower.inputs.stdin if byte >= 0),
        failure_of(violation),
        violation,
        standing,
        tuple(_synchronizing(program)),
        tuple(follower.inputs.obstacles),
    )


def _synchronizing(program: Program) -> Iterator[str]:
    for name, function in program.functions.items():
        if function.library and name.startswith(_SYNCHRONIZES) and name.isidentifier():
            yield name


def failure_of(violation: Violation) -> Failure:
    kinds = {
        ViolationKind.ERROR_CALL: Failure.ERROR_CALL,
        ViolationKind.ERROR_LABEL: Failure.ERROR_LABEL,
        ViolationKind.DEADLOCK: Failure.DEADLOCK,
        ViolationKind.RACE: Failure.RACE,
        ViolationKind.ACCESS: Failure.BAD_ACCESS,
        ViolationKind.CALL: Failure.BAD_ACCESS,
        ViolationKind.FREE: Failure.BAD_FREE,
        ViolationKind.LEAK: Failure.LEAK,
        ViolationKind.DIVISION: Failure.DIVISION,
    }
    if violation.property is Property.LOCK:
        return Failure.BAD_LOCK
    if violation.kind is ViolationKind.ASSERTION:
        return Failure.ASSERTION
    return kinds.get(violation.kind, Failure.ARITHMETIC)


# Steps of the machine


@dataclass(slots=True)
class _Call:
    """A call of a library function, while it lasts."""

    name: str
    loc: Loc
    depth: int
    seen: set[tuple[object, ...]] = field(default_factory=set)
    steps: list[int] = field(default_factory=list)


class _Planner:
    def __init__(self, follower: NativeFollower, violation: Violation) -> None:
        self.follower = follower
        self.violation = violation
        self.objects: list[PlannedObject] = []
        self._numbers: dict[Object, int] = {}
        self._pending = _pending(follower, violation)
        self._users: dict[Object, set[int]] = {}
        for item in follower.recorded:
            for one in item.touched:
                self._users.setdefault(one.item, set()).add(item.step.thread)

    def steps(self) -> tuple[PlannedStep, ...]:
        recorded = self.follower.recorded
        calls = _calls(recorded)
        planned: list[PlannedStep] = []
        ends = set(_ends(recorded))
        for number, item in enumerate(recorded):
            step = item.step
            if is_own(step.loc):
                if number in ends:
                    planned.append(PlannedStep(step.thread, StepSort.END, step.loc))
            elif number in calls:
                planned.append(calls[number])
                if calls[number].call in ENDS:
                    planned.append(PlannedStep(step.thread, StepSort.END, step.loc))
            elif not step.call:
                planned += self._own(item)
        return tuple(self._without_entered(planned))

    def _without_entered(self, planned: list[PlannedStep]) -> Iterator[PlannedStep]:
        """Threads that race inside a library function, or misuse it, stand before the call."""
        is_before = self._pending or self.violation.property is Property.LOCK
        entered = {part.thread: part for part in self.violation.participants if is_before}
        last = {step.thread: number for number, step in enumerate(planned)}
        for number, step in enumerate(planned):
            part = entered.get(step.thread) if number == last[step.thread] else None
            if part is None or (step.call, step.loc) != (_called(part), part.loc) or not step.call:
                yield step

    def _own(self, item: Recorded) -> Iterator[PlannedStep]:
        """A step of the user's own text."""
        step = item.step
        sorts = {
            StepKind.READ: StepSort.ACCESS,
            StepKind.WRITE: StepSort.ACCESS,
            StepKind.SECTION: StepSort.SECTION,
        }
        accesses = self.accesses(item.touched)
        if step.kind not in sorts or not accesses:
            return  # the end of a variable, a loop that waits and then looks again
        sort = sorts[step.kind]
        if sort is StepSort.ACCESS:
            accesses = accesses[:1]
        yield PlannedStep(step.thread, sort, step.loc, accesses)

    def _is_private(self, item: Object) -> bool:
        """A variable on a stack that no other thread accesses: it has no symbol to be known by, and its order
        does not matter."""
        return _storage(item) is PlannedStorage.LOCAL and len(self._users.get(item, ())) == 1

    def accesses(
        self, touched: Iterable[TouchedObjects], with_private: bool = False
    ) -> tuple[PlannedAccess, ...]:
        return tuple(
            PlannedAccess(
                self._number(one.item),
                one.touch.address - one.item.base,
                one.touch.size,
                one.touch.writes,
                one.touch.atomic,
            )
            for one in touched
            if with_private or not self._is_private(one.item)
        )

    def _number(self, item: Object) -> int:
        if item not in self._numbers:
            self._numbers[item] = len(self.objects)
            name = item.variable.text or item.variable.name if item.variable else item.name
            self.objects.append(PlannedObject(name, _storage(item), item.size, item.loc))
        return self._numbers[item]

    def standing(self) -> Iterator[Standing]:
        beyond = _beyond(self.follower, self.violation)
        for part in self.violation.participants:
            touched = beyond if part.thread == self.violation.thread else ()
            accesses = self.accesses(self._pending.get(part.thread, touched), with_private=True)
            yield Standing(part.thread, part.loc, part.call or _called(part), accesses)


def _ends(recorded: Sequence[Recorded]) -> Iterator[int]:
    """The steps with which threads end. Of those of the library that nothing of the user's follows, it is the
    atomic one: others see then that the thread is over. The first step of a thread is the library's, too."""
    for thread in {item.step.thread for item in recorded}:
        own = [number for number, item in enumerate(recorded) if item.step.thread == thread]
        users = [number for number in own if not is_own(recorded[number].step.loc)]
        after = [number for number in own[1:] if number > max(users, default=-1)]
        sections = (number for number in after if recorded[number].step.kind is StepKind.SECTION)
        if after:
            yield next(sections, after[-1])


def _called(part: Participant) -> str:
    """The library function that a thread is in."""
    inside = list(takewhile(lambda frame: is_own(frame.loc), part.stack))
    return library_name(inside[-1].function) if inside else ""


def _pending(follower: NativeFollower, violation: Violation) -> dict[int, tuple[TouchedObjects, ...]]:
    """What both threads of a race are about to access. The interpreter may have seen the race only after one
    of the accesses: then that step is not part of the plan."""
    if violation.property is not Property.RACE:
        return {}
    mine, rival = follower.last, violation.participants[1].thread
    if not mine:
        mine = _taken_back(follower, violation.thread)
    theirs = tuple(follower.touched(follower.machine.pending(rival)))
    if not any(one.touch.conflicts(other.touch) for one in mine for other in theirs):
        theirs = _taken_back(follower, rival)
    return {violation.thread: mine, rival: theirs}


def _beyond(follower: NativeFollower, violation: Violation) -> tuple[TouchedObjects, ...]:
    """The access beside a variable that the program's text makes."""
    if violation.kind is not ViolationKind.ACCESS or _called(violation.participants[0]):
        return ()
    return tuple(one for one in follower.last if one.item.variable is not None)


def _taken_back(follower: NativeFollower, thread: int) -> tuple[TouchedObjects, ...]:
    """What the last step touched, if it is this thread's; it will not be taken."""
    recorded = follower.recorded
    if not recorded or recorded[-1].step.thread != thread:
        return ()
    return recorded.pop().touched


def _storage(item: Object) -> PlannedStorage:
    return {ObjectKind.GLOBAL: PlannedStorage.STATIC, ObjectKind.HEAP: PlannedStorage.HEAP}.get(
        item.kind, PlannedStorage.LOCAL
    )


def _calls(recorded: list[Recorded]) -> dict[int, PlannedStep]:
    """The calls of library functions, by the number of the step that stands for each."""
    open_calls: dict[int, list[_Call]] = {}
    found: list[tuple[int, _Call]] = []
    for number, item in enumerate(recorded):
        step = item.step
        own = open_calls.setdefault(step.thread, [])
        while own and own[-1].depth > item.depth - (not step.call):
            own.pop()
        if not step.call or is_own(step.loc):
            continue
        is_section = step.kind in (StepKind.SECTION, StepKind.WAIT)
        if not own or not _continues(own[-1], item, is_section):
            own[:] = [call for call in own if call.depth < item.depth]
            own.append(_Call(library_name(step.call), step.loc, item.depth))
            found.append((step.thread, own[-1]))
        own[-1].steps.append(number)
        own[-1].seen.update({item.at} if is_section else ())
    return {number: step for thread, call in found for number, step in _planned(thread, call, recorded)}


def _continues(call: _Call, item: Recorded, is_section: bool) -> bool:
    is_same = (call.name, call.loc, call.depth) == (library_name(item.step.call), item.step.loc, item.depth)
    return is_same and not (is_section and item.at in call.seen)


def _planned(thread: int, call: _Call, recorded: list[Recorded]) -> Iterator[tuple[int, PlannedStep]]:
    if "@" in call.name or call.name.startswith(OWN):
        return
    kinds = (StepKind.SECTION, StepKind.WAIT)
    sections = [number for number in call.steps if recorded[number].step.kind in kinds]
    if call.name == ANNOUNCES and not recorded[sections[0]].writes:
        sections = sections[1:]  # nothing to announce: it has the lock in the next step, or not at all
        if not sections:
            return
    is_whole = call.name in (*IN_TWO_PARTS, ANNOUNCES)
    chosen = sections if is_whole else (sections or call.steps)[:1]
    is_optional = not call.name.startswith(_SYNCHRONIZES)
    for part, number in enumerate(chosen):
        yield (
            number,
            PlannedStep(thread, StepSort.CALL, call.loc, (), call.name, part, is_optional),
        )
