"""Which threads of a bounded program are interchangeable: `alike_threads`.

They run the same code with the same argument, one thread creates them all, and none can be distinguished from
another: not by its number, not by who waits for it, not by what others do to it. What "the same" means for
bodies is in bodies.py; here is what creates them and what waits for their ends. The argument is in
docs/decisions/0021-symmetry.md.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TypeAlias

from unthread.analysis.steps import ThreadStep, Touches
from unthread.bound.alike.bodies import are_alike
from unthread.bound.visible import Points
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.program.bounded import BoundedProgram, Thread
from unthread.program.build.simplify import function_named, is_fixed
from unthread.program.expressions import (
    Constant,
    Convert,
    Element,
    Expression,
    Member,
    Place,
    Read,
    VariablePlace,
    is_register,
)
from unthread.program.instructions import (
    Arrive,
    Assign,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Instruction,
    Jump,
    Label,
    Spawn,
)
from unthread.program.library import THREADS
from unthread.program.query.uses import registers_read

_MOST = 200_000  # instructions of the threads of a program that are worth a look


@dataclass(frozen=True, slots=True)
class Alike:
    """Threads, by number, in the order of their creation. `at_once`: they may as well be created one right
    after the other, before any of them takes a step. `around`: the steps of others that create them and wait
    for their ends, by thread and segment."""

    threads: tuple[int, ...]
    at_once: bool
    around: frozenset[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class _Birth:
    """A thread is created in a step of another one. `own`: the instructions that prepare its element of the
    table of threads, with what they write."""

    thread: int
    parent: int
    index: int
    step: ThreadStep
    own: tuple[int, ...]
    key: tuple[object, ...]


_Form: TypeAlias = tuple[object, ...]


def alike_threads(
    program: BoundedProgram, points: Sequence[Points], properties: frozenset[Property]
) -> tuple[Alike, ...]:
    """`properties`: those that are not known to hold."""
    if sum(len(thread.body) for thread in program.threads) > _MOST:
        return ()
    tells_place = Property.DEADLOCK in properties
    waits = [
        (group, found)
        for group in _groups(program, points)
        if (found := _waits(program, points, tuple(birth.thread for birth in group), tells_place)) is not None
    ]
    touches = Touches(program) if waits else None
    return tuple(
        _class(points, group, found)
        for group, found in waits
        if touches is not None and _are_alike(program, touches, group, found)
    )


def _are_alike(
    program: BoundedProgram, touches: Touches, group: list[_Birth], waits: set[tuple[int, int]]
) -> bool:
    births = {(birth.parent, index) for birth in group for index in birth.own}
    return are_alike(program, touches, tuple(birth.thread for birth in group), births | waits)


def _class(points: Sequence[Points], group: list[_Birth], waits: set[tuple[int, int]]) -> Alike:
    around = {
        (thread, segment)
        for thread, index in {(birth.parent, birth.index) for birth in group} | waits
        for segment, step in enumerate(points[thread].visible, start=1)
        if index in step.members
    }
    threads = tuple(birth.thread for birth in group)
    return Alike(threads, _is_at_once(points, group), frozenset(around))


# ---- how they are created


def _groups(program: BoundedProgram, points: Sequence[Points]) -> Iterator[list[_Birth]]:
    """Threads that one thread creates in the same way, two at least."""
    groups: dict[tuple[object, ...], list[_Birth]] = {}
    for birth in _births(program, points):
        groups.setdefault(birth.key, []).append(birth)
    for group in groups.values():
        body = program.threads[group[0].parent].body
        if len(group) > 1 and all(_leads_through(body, a.index, b.index) for a, b in pairwise(group)):
            yield group


def _births(program: BoundedProgram, points: Sequence[Points]) -> Iterator[_Birth]:
    numbers = {thread.name: thread.number for thread in program.threads}
    for parent in program.threads:
        steps = {index: step for step in points[parent.number].visible for index in step.members}
        for index, item in enumerate(parent.body):
            if not isinstance(item, Spawn) or item.target is not None or index not in steps:
                continue
            number = numbers[function_named(item.function) or ""]
            own = _prepared(parent, steps[index], number)
            if own is None or not is_fixed(item.argument):
                continue
            thread = program.threads[number]
            shape = tuple((step.first, step.members) for step in points[number].visible)
            written = tuple(form for _, form in own)
            key = parent.number, thread.start, thread.routine, item.argument, len(thread.body), shape, written
            yield _Birth(number, parent.number, index, steps[index], tuple(i for i, _ in own), key)


def _prepared(parent: Thread, step: ThreadStep, number: int) -> list[tuple[int, _Form]] | None:
    """What the step writes into the thread's element; None if it does more than prepare it."""
    found: list[tuple[int, _Form]] = []
    for index in sorted(step.members):
        match parent.body[index]:
            case Assign(target, value):
                form = _own(target, number)
                if form is not None:
                    if not is_fixed(value):
                        return None
                    found.append((index, (form, value)))
                elif not isinstance(value, Constant):
                    return None
            case Spawn() | AtomicBegin() | AtomicEnd() | Arrive():
                pass
            case _:
                return None
    return found


def _leads_through(body: Sequence[Instruction], first: int, second: int) -> bool:
    """Whoever reaches the second instruction has come through the first."""
    before = {item.label for item in body[:first] if isinstance(item, Jump)}
    return not any(isinstance(item, Label) and item.name in before for item in body[first:second])


def _is_at_once(points: Sequence[Points], group: list[_Birth]) -> bool:
    """Nothing lies between the creations, and nobody but the thread itself notices one of them."""
    visible = points[group[0].parent].visible
    places = [visible.index(birth.step) for birth in group]
    if any(second != first + 1 for first, second in pairwise(places)):
        return False
    return not any(
        ours.conflicts(theirs)
        for birth in group
        for thread, found in enumerate(points)
        if thread not in (birth.parent, birth.thread)
        for step in found.visible
        for ours in birth.step.touches
        for theirs in step.touches
    )


# ---- who waits for them


def _waits(
    program: BoundedProgram, points: Sequence[Points], threads: tuple[int, ...], tells_place: bool
) -> set[tuple[int, int]] | None:
    """The instructions that wait for the end of a thread of the class and do nothing else; None if that can
    tell these threads apart. Nobody does, or one thread waits for all of them, one after the other, and does
    nothing else meanwhile. `tells_place`: where it stands meanwhile is reported."""
    found: set[tuple[int, int]] = set()
    for thread in program.threads:
        waits = {
            number: [step for step in points[thread.number].visible if _waits_for(thread, step, number)]
            for number in threads
        }
        if not any(waits.values()):
            continue
        if found:
            return None
        steps = [step for some in waits.values() for step in some]
        if any(len(some) != 1 for some in waits.values()):
            return None
        forms = {_form(thread, some[0], number, tells_place) for number, some in waits.items()}
        if len(forms) != 1 or None in forms or not _is_one_row(thread, steps):
            return None
        found |= {(thread.number, index) for step in steps for index in step.members}
    return found


def _waits_for(thread: Thread, step: ThreadStep, number: int) -> bool:
    items = [thread.body[index] for index in step.members]
    return any(isinstance(item, BlockUntil) and _own_read(item.condition, number) for item in items)


def _own_read(expression: Expression, number: int) -> bool:
    """It is what lies in the thread's element of the table of threads."""
    while isinstance(expression, Convert):
        expression = expression.operand
    return isinstance(expression, Read) and _own(expression.place, number) is not None


def _form(thread: Thread, step: ThreadStep, number: int, tells_place: bool) -> _Form | None:
    """What the step does; None if it does more than wait, and note in the element that it has. What it reads
    there is not used."""
    parts: list[object] = []
    for index in sorted(step.members):
        item = thread.body[index]
        match item:
            case AtomicBegin() | AtomicEnd():
                parts.append(type(item).__name__)
            case BlockUntil(Convert(Read(place)) | Read(place), is_offer=False) if _own(place, number):
                parts += "wait", _own(place, number)
            case Assign(target, Constant(value)) if _own(target, number) is not None:
                parts += _own(target, number), value
            case Assign(target, Read(place)) if is_register(target) and _own(place, number) is not None:
                assert isinstance(target, VariablePlace), "a register"
                if any(target.variable in registers_read(other) for other in thread.body):
                    return None
                parts += "read", _own(place, number)
            case _:
                return None
        parts.append(item.loc if tells_place else None)
    return tuple(parts)


def _is_one_row(thread: Thread, steps: list[ThreadStep]) -> bool:
    """Nothing happens between these steps, and there is no other way."""
    members = {index for step in steps for index in step.members}
    first, last = min(members), max(members)
    targets = {item.label for item in thread.body if isinstance(item, Jump)}
    for index in range(first, last + 1):
        item = thread.body[index]
        if index in members or isinstance(item, Arrive):
            continue
        if isinstance(item, Label) and item.name not in targets:
            continue
        if isinstance(item, Assign) and is_register(item.target) and isinstance(item.value, Constant):
            continue
        return False
    return True


def _own(place: Place, number: int) -> _Form | None:
    """The place as a part of the thread's element of the table of threads, if it is one."""
    match place:
        case Element(VariablePlace(variable), Constant(index)) if variable.name == THREADS:
            return (variable.name,) if index == number else None
        case Element(base, Constant(index)):
            inner = _own(base, number)
            return None if inner is None else (*inner, index)
        case Member(base, field):
            inner = _own(base, number)
            return None if inner is None else (*inner, field.name, field.offset)
        case _:
            return None
