"""The steps of a thread of a bounded program, and the memory that each touches.

A step is an instruction that another thread may notice, or a whole atomic section.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from unthread.analysis.constants import position
from unthread.analysis.formats import stored_by
from unthread.analysis.locations import DISJOINT, Location, UnknownObject, overlap
from unthread.analysis.points_to import PointsTo, points_to_in
from unthread.core.diagnostics import Unsupported
from unthread.core.records import dataclass
from unthread.program.bounded import BoundedProgram, Thread
from unthread.program.build.simplify import truth_of
from unthread.program.expressions import (
    Constant,
    Member,
    Place,
    Storage,
    Variable,
    is_register,
    memory_reads,
    read_register,
)
from unthread.program.instructions import (
    Allocate,
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
    Instruction,
    Jump,
    Label,
    Print,
    Region,
    Return,
    Spawn,
    Unmodelled,
    expressions,
    is_private,
    is_step,
)
from unthread.program.query.lives import known_own, makes_known
from unthread.program.query.sections import change_of, depths_without_loops
from unthread.program.types import size_of, value_type
from unthread.values.cells import member_cell


@dataclass(frozen=True, slots=True)
class Touch:
    """Memory that a step reads or writes: `size` bytes at a location, the whole object if None."""

    location: Location
    size: int | None
    writes: bool

    def conflicts(self, other: Touch) -> bool:
        if not (self.writes or other.writes):
            return False
        ours, theirs = self.location.object, other.location.object
        if isinstance(ours, UnknownObject) or isinstance(theirs, UnknownObject):
            return True
        if ours != theirs:
            return False
        if self.size is None or other.size is None:
            return True
        return overlap(self.location, self.size, other.location, other.size) != DISJOINT

    def covers(self, other: Touch) -> bool:
        """Whatever conflicts with the other write conflicts with this one."""
        if self.location.object != other.location.object:
            return False
        if self.size is None or (self.location.offset is None and not self.location.strides):
            return True
        return self.location == other.location and other.size is not None and other.size <= self.size


@dataclass(frozen=True, slots=True)
class ThreadStep:
    """Instructions of a thread, from `first` to `last`; in an atomic section only its `members` of those.
    `open` means that it is not known what else it does: it ends the process, prints, or starts a thread,
    before which there is no thread to switch to."""

    thread: int
    first: int
    last: int
    members: frozenset[int]
    touches: tuple[Touch, ...]
    waits: bool
    open: bool


class Touches:
    """The memory that each instruction of a bounded program touches: asked by all analyses, found once."""

    def __init__(self, program: BoundedProgram) -> None:
        self.properties = program.properties
        self.pointers = pointers_of(program)
        have_own = any(given.variable.storage is Storage.THREAD for given in program.globals.values())
        self.known_own = {
            thread.number: known_own(thread.body) if have_own else [] for thread in program.threads
        }
        self._found = {
            thread.number: [tuple(touches_of(instruction, self.pointers)) for instruction in thread.body]
            for thread in program.threads
        }

    def at(self, thread: int, index: int) -> tuple[Touch, ...]:
        return self._found[thread][index]


def steps_of(thread: Thread, touches_at: Touches) -> list[ThreadStep]:
    found = []
    spans = list(_spans(thread, touches_at))
    ended = _ended_before(thread, {members[0] for members in spans}, touches_at)
    for members in spans:
        run = [thread.body[index] for index in members]
        touches = dict.fromkeys(touch for index in members for touch in touches_at.at(thread.number, index))
        touches |= ended.get(members[0], {})
        touches |= dict.fromkeys(end for item in run for end in _ends(item, touches_at.pointers))
        waits = any(isinstance(instruction, BlockUntil) for instruction in run)
        is_open = any(isinstance(instruction, Exit | Print | Spawn) for instruction in run)
        first, last = members[0], members[-1]
        found.append(
            ThreadStep(thread.number, first, last, frozenset(members), tuple(touches), waits, is_open)
        )
    return found


def _ended_before(thread: Thread, firsts: set[int], touches_at: Touches) -> dict[int, dict[Touch, None]]:
    """What ends with each step: an object of a frame whose end is executed before a step, invisibly, ends
    together with it, and others who use it can tell. The end of a thread ends all that it has."""
    at_label: dict[str, dict[Touch, None]] = {}
    found: dict[int, dict[Touch, None]] = {}
    ended: dict[Touch, None] = {}
    for index, instruction in enumerate(thread.body):
        if isinstance(instruction, Label):
            ended = ended | at_label.get(instruction.name, {})
        if index in firsts:
            if isinstance(instruction, Return):
                ended = dict.fromkeys(_known_elsewhere(thread, touches_at))
            if ended and not isinstance(instruction, Exit):  # with the process everything ends
                found[index] = ended
            ended = {}
        else:
            ended = ended | dict.fromkeys(_ends(instruction, touches_at.pointers))
        if isinstance(instruction, Jump):
            at_label[instruction.label] = at_label.get(instruction.label, {}) | ended
        if _is_end(instruction):
            ended = {}
    return found


def _known_elsewhere(thread: Thread, touches_at: Touches) -> Iterator[Touch]:
    """The end of the thread's own objects that others may know."""
    for variable in touches_at.known_own[thread.number]:
        yield Touch(Location(variable, 0), None, True)
    for instruction in thread.body:
        match instruction:
            case Declare(variable) if variable.escapes:
                yield Touch(Location(variable, 0), None, True)
            case Allocate(target, region=Region.STACK):
                for location in touches_at.pointers.targets(read_register(target)):
                    yield Touch(location, None, True)


def _ends(instruction: Instruction, pointers: PointsTo) -> Iterator[Touch]:
    """The end of an object of a frame that others may know."""
    match instruction:
        case Discard(variable) if variable.escapes:
            yield Touch(Location(variable, 0), None, True)
        case Free(pointer, Region.STACK):
            for location in pointers.targets(pointer):
                yield Touch(location, None, True)


def section_depths(body: Sequence[Instruction]) -> list[int]:
    """How many atomic sections are open before each instruction, on the way with the fewest; jumps of the
    body go forward."""
    depths = []
    for instruction, depth in zip(body, depths_without_loops(body, _is_end), strict=True):
        depths.append(0 if depth is None else depth.least)
        if depth is None:
            continue
        if depth.least == 0 < depth.most and is_step(instruction):
            raise Unsupported(
                "an atomic section that is open on only some paths to this point", instruction.loc
            )
        if depth.most == 0 and isinstance(instruction, AtomicEnd):
            raise Unsupported("the end of an atomic section that was not begun", instruction.loc)
    return depths


def _is_end(instruction: Instruction) -> bool:
    """Execution does not continue after it."""
    match instruction:
        case Jump(_, condition):
            return condition is None
        case Assume(condition) | Assert(condition):
            return truth_of(condition) is False
        case _:
            return isinstance(instruction, Return | Exit | Unmodelled | Cut)


def _spans(thread: Thread, touches_at: Touches) -> Iterator[list[int]]:
    """The instructions of each step. The last one of a thread is the end of what it alone has. (The first
    thread comes to it by `pthread_exit`: returning from `main` ends the process.)"""
    body, properties = thread.body, touches_at.properties
    depths = section_depths(body)
    ends_locals = any(map(makes_known, body)) or bool(touches_at.known_own[thread.number])
    for index, instruction in enumerate(body):
        if isinstance(instruction, Return) and ends_locals:
            yield [index]
            continue
        if isinstance(instruction, AtomicBegin) and depths[index] == 0:
            yield _section(body, index)
        elif is_step(instruction, properties) and depths[index] == 0:
            yield [index]


def _section(body: Sequence[Instruction], begin: int) -> list[int]:
    """The instructions of the section that begins there, whatever others lie between them."""
    members = [begin]
    at_label: dict[str, int] = {}
    depth = 1
    for index in range(begin + 1, len(body)):
        instruction = body[index]
        if isinstance(instruction, Label):
            depth = max(depth, at_label.pop(instruction.name, 0))
        if depth:
            members.append(index)
            depth += change_of(instruction)
            if isinstance(instruction, Jump) and depth:
                at_label[instruction.label] = max(depth, at_label.get(instruction.label, 0))
            if _is_end(instruction):
                depth = 0
        if not depth and not at_label:
            break
    return members


def touches_of(instruction: Instruction, pointers: PointsTo) -> Iterator[Touch]:
    if isinstance(instruction, Label):
        return
    for expression in expressions(instruction):
        for place in memory_reads(expression):
            yield from _access(place, pointers, writes=False)
    if isinstance(instruction, Copy):
        yield from _access(instruction.source, pointers, writes=False)
    yield from writes_of(instruction, pointers)
    if isinstance(instruction, Print | FormatText):
        for source in (instruction.format, instruction.arguments):
            for location in pointers.targets(source):
                yield Touch(location, None, False)
                for held in pointers.contents(location.object):
                    yield Touch(held, None, False)


def writes_of(instruction: Instruction, pointers: PointsTo) -> Iterator[Touch]:
    match instruction:
        case Assign(target) if not is_register(target):
            yield from _access(target, pointers, writes=True)
        case Fill(target) | Copy(target):
            yield from _access(target, pointers, writes=True)
        case Free(pointer):
            for location in pointers.targets(pointer):
                yield Touch(location, None, True)
        case Print() | FormatText():
            written = pointers.targets(instruction.buffer) if isinstance(instruction, FormatText) else ()
            for location in (*written, *stored_by(instruction, pointers)):
                yield Touch(location, None, True)


def _access(place: Place, pointers: PointsTo, *, writes: bool) -> Iterator[Touch]:
    if not is_private(place):
        start, size = _extent(place)
        for location in locations(place, pointers):
            offset = None if location.offset is None else location.offset + start
            yield Touch(replace(location, offset=offset) if start else location, size, writes)


def _extent(place: Place) -> tuple[int, int]:
    """The bytes that threads conflict in, counted from the place's first one: all those of a bit-field, and
    those of its neighbours."""
    if not isinstance(place, Member) or place.field.bit_width is None:
        return 0, size_of(value_type(place.type))
    first, end = member_cell(place.field).extent
    return first // 8, -(-end // 8) - first // 8


def locations(place: Place, pointers: PointsTo) -> Iterable[Location]:
    """Where a place may lie; exactly there, if all indices on the way are constant."""
    exact = position(place)
    return pointers.places(place) if exact is None else (Location(*exact),)


class Writers:
    """Which threads of a bounded program may write which cells of static storage. Not `main`, if it writes a
    zero before it starts threads where a zero was from the start and nothing else is ever written, as
    pthread_mutex_init does."""

    def __init__(self, program: BoundedProgram) -> None:
        pointers = pointers_of(program)
        self._anywhere: set[int] = set()
        self._writes: dict[Variable, list[tuple[int, Touch]]] = {}
        zeros: dict[tuple[int, Touch], None] = {}
        for thread in program.threads:
            before = alone(thread)
            found = (
                (touch, index < before and _is_zero(item))
                for index, item in enumerate(thread.body)
                for touch in writes_of(item, pointers)
            )
            for touch, is_zero in dict.fromkeys(found):
                item = touch.location.object
                if isinstance(item, UnknownObject):
                    self._anywhere.add(thread.number)
                elif is_zero and _begins_with_zero(touch, program):
                    zeros[thread.number, touch] = None
                elif isinstance(item, Variable) and item.storage is Storage.GLOBAL:
                    self._writes.setdefault(item, []).append((thread.number, touch))
        kept = [zero for zero in zeros if self._anywhere or self._is_written(zero[1])]
        for number, touch in kept:
            assert isinstance(touch.location.object, Variable), "a cell of static storage"
            self._writes.setdefault(touch.location.object, []).append((number, touch))

    def _is_written(self, cell: Touch) -> bool:
        assert isinstance(cell.location.object, Variable), "a cell of static storage"
        return any(touch.conflicts(cell) for _, touch in self._writes.get(cell.location.object, ()))

    def other_than(self, thread: int, variable: Variable, offset: int, size: int) -> bool:
        """A thread other than this one may write there."""
        if self._anywhere - {thread}:
            return True
        here = Touch(Location(variable, offset), size, False)
        return any(
            number != thread and touch.conflicts(here) for number, touch in self._writes.get(variable, ())
        )

    def covers(self, other: Writers) -> bool:
        """What writes somewhere according to the other does so according to this one."""
        if not other._anywhere <= self._anywhere:
            return False
        return all(
            any(ours == number and wide.covers(touch) for ours, wide in self._writes.get(variable, ()))
            for variable, writes in other._writes.items()
            for number, touch in writes
            if number not in self._anywhere
        )

    def add(self, other: Writers) -> None:
        self._anywhere |= other._anywhere
        for variable, writes in other._writes.items():
            known = self._writes.setdefault(variable, [])
            known += [entry for entry in writes if entry not in known]


def alone(thread: Thread) -> int:
    """How many of its first instructions are executed before there are other threads."""
    if thread.number != 0:
        return 0
    spawns = (index for index, item in enumerate(thread.body) if isinstance(item, Spawn))
    return next(spawns, len(thread.body))


def _is_zero(instruction: Instruction) -> bool:
    if not isinstance(instruction, Assign | Fill) or not isinstance(instruction.value, Constant):
        return False
    return isinstance(instruction.value.value, int) and instruction.value.value == 0


def _begins_with_zero(touch: Touch, program: BoundedProgram) -> bool:
    """All bytes of the cell are zero when the program starts."""
    item, offset = touch.location.object, touch.location.offset
    if (
        not isinstance(item, Variable)
        or item.storage is not Storage.GLOBAL
        or item.name not in program.globals
    ):
        return False
    given = program.globals[item.name]
    if offset is None or touch.location.strides or touch.size is None or given.external:
        return False
    return given.is_zero(offset, touch.size) and not any(
        part.offset < offset + touch.size and offset < part.offset + part.size for part in given.initial
    )


def pointers_of(program: BoundedProgram) -> PointsTo:
    return points_to_in(program.as_program(), trust_indices=False)
