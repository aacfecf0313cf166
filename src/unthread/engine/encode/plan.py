"""How a thread will be executed: its segments, and where each value of a register comes from.

A segment begins at a visible point and goes to the next one; segment 0 is what comes before the first. Every
definition of a register gets a slot of its own, and where ways with different definitions meet there is a
merge, so that a value once computed never changes. Locals that are only used as whole scalars are registers
too.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field

from unthread.analysis.steps import ThreadStep
from unthread.core.records import dataclass
from unthread.program.bounded import Thread
from unthread.program.build.simplify import function_named
from unthread.program.expressions import (
    AddressOf,
    Expression,
    Read,
    Storage,
    Variable,
    VariablePlace,
    operands,
)
from unthread.program.instructions import (
    Assign,
    Copy,
    Cut,
    Declare,
    Discard,
    Exit,
    Fill,
    Instruction,
    Jump,
    Label,
    Return,
    Spawn,
    Unmodelled,
    defined_register,
    expressions,
)
from unthread.program.query.uses import evaluated, variables_of
from unthread.program.types import is_scalar, value_type


@dataclass(frozen=True, slots=True)
class Merge:
    """At a label, `slot` takes the value of the slot that came with the edge; an edge is known by the index
    of its jump, or of the label itself for what falls through. None: nothing was ever assigned."""

    slot: int
    variable: Variable
    sources: tuple[tuple[int, int | None], ...]


@dataclass(slots=True)
class ThreadPlan:
    """`points` are the instructions at which segments 1, 2, ... begin, `members` those of the visible step of
    each segment (none for segment 0). `segments` tells the segment of each
    instruction, `defines` the slot that it sets, `known` which slots hold the registers at a label. `lasting`
    are the slots that are used in a later segment than they are set in, `used` those used at all."""

    thread: Thread
    points: tuple[int, ...]
    members: tuple[frozenset[int], ...]
    segments: list[int]
    registers: frozenset[Variable]
    edges: dict[int, tuple[int, ...]] = field(default_factory=dict)  # label → its edges
    defines: dict[int, int] = field(default_factory=dict)
    known: dict[int, dict[Variable, int]] = field(default_factory=dict)
    merges: dict[int, tuple[Merge, ...]] = field(default_factory=dict)
    first: dict[Variable, int] = field(default_factory=dict)
    lasting: set[int] = field(default_factory=set)
    used: set[int] = field(default_factory=set)
    slots: int = 0

    @property
    def first_spawn(self) -> int:
        """The first instruction that starts a thread; past the end if none does."""
        body = self.thread.body
        return next((i for i, item in enumerate(body) if isinstance(item, Spawn)), len(body))


def plan_of(thread: Thread, steps: Iterable[ThreadStep]) -> ThreadPlan:
    visible = sorted(steps, key=lambda step: step.first)
    starts = tuple(step.first for step in visible)
    segments, current, following = [], 0, 0
    for index in range(len(thread.body)):
        if following < len(starts) and starts[following] == index:
            current, following = current + 1, following + 1
        segments.append(current)
    members = (frozenset[int](), *(step.members for step in visible))
    plan = ThreadPlan(thread, starts, members, segments, frozenset(_registers(thread)))
    _Slots(plan).fill()
    return plan


def started(spawn: Spawn) -> str:
    """The name of the thread that a spawn starts."""
    name = function_named(spawn.function)
    assert name is not None, "spawns of a bounded program name their thread"
    return name


def ends(instruction: Instruction) -> bool:
    """Nothing follows it."""
    return isinstance(instruction, Return | Exit | Cut | Unmodelled) or (
        isinstance(instruction, Jump) and instruction.condition is None
    )


def _registers(thread: Thread) -> Iterator[Variable]:
    mentioned = dict.fromkeys(v for item in thread.body for v in variables_of(item))
    objects = {v for item in thread.body for v in _as_objects(item)}
    for variable in (*thread.argument, *mentioned):
        if variable.storage is Storage.REGISTER or (
            variable.storage is Storage.LOCAL
            and variable not in objects
            and is_scalar(value_type(variable.type))
        ):
            yield variable


def _as_objects(item: Instruction) -> Iterator[Variable]:
    """Variables that the instruction uses otherwise than as a whole scalar."""
    if isinstance(item, Fill | Copy) or (
        isinstance(item, Assign) and not isinstance(item.target, VariablePlace)
    ):
        yield from _place_objects(item.target)
    if isinstance(item, Copy):
        yield from _place_objects(item.source)
    for expression in expressions(item):
        yield from _objects(expression)


def _objects(expression: Expression) -> Iterator[Variable]:
    if isinstance(expression, AddressOf) or (
        isinstance(expression, Read) and not isinstance(expression.place, VariablePlace)
    ):
        yield from _place_objects(expression.place)
    for operand in operands(expression):
        yield from _objects(operand)


def _place_objects(place: object) -> Iterator[Variable]:
    while not isinstance(place, VariablePlace):
        base = getattr(place, "base", None)
        if base is None:
            return
        place = base
    yield place.variable


def defined(instruction: Instruction, registers: frozenset[Variable]) -> Variable | None:
    """The register that the instruction sets."""
    match instruction:
        case Assign(VariablePlace(variable)) | Declare(variable) if variable in registers:
            return variable
    return defined_register(instruction)


class _Slots:
    def __init__(self, plan: ThreadPlan) -> None:
        self.plan = plan
        self.body = plan.thread.body
        self.used = [
            tuple(dict.fromkeys(v for v in evaluated(item) if v in plan.registers)) for item in self.body
        ]
        self.made_in: dict[int, int] = {}  # slot → segment

    def fill(self) -> None:
        live = self._live_at_labels()
        plan, body = self.plan, self.body
        for variable in plan.thread.argument:
            plan.first[variable] = self._new_slot(0)
        here: dict[Variable, int] | None = dict(plan.first)
        coming: dict[str, list[tuple[int, dict[Variable, int]]]] = {}
        for index, item in enumerate(body):
            if isinstance(item, Label):
                edges = coming.pop(item.name, [])
                if here is not None:
                    edges.append((index, here))
                plan.edges[index] = tuple(edge for edge, _ in edges)
                here = self._merged(index, edges, live[item.name]) if edges else None
            if here is None:
                continue
            for variable in self.used[index]:
                if variable in here:
                    self._use(here[variable], plan.segments[index])
            target = defined(item, plan.registers)
            if target is not None:
                here[target] = plan.defines[index] = self._new_slot(plan.segments[index])
            if isinstance(item, Jump):
                coming.setdefault(item.label, []).append((index, dict(here)))
            if ends(item):
                here = None

    def _new_slot(self, segment: int) -> int:
        slot = self.plan.slots
        self.plan.slots += 1
        self.made_in[slot] = segment
        return slot

    def _use(self, slot: int, segment: int) -> None:
        self.plan.used.add(slot)
        if self.made_in[slot] != segment:
            self.plan.lasting.add(slot)

    def _merged(
        self, index: int, edges: list[tuple[int, dict[Variable, int]]], live: frozenset[Variable]
    ) -> dict[Variable, int]:
        plan, segment = self.plan, self.plan.segments[index]
        result: dict[Variable, int] = {}
        merges = []
        for variable in live:
            slots = [known.get(variable) for _, known in edges]
            first = slots[0]
            if all(slot == first for slot in slots):
                if first is not None:
                    result[variable] = first
                continue
            for slot in slots:
                if slot is not None:
                    self._use(slot, segment)
            made = result[variable] = self._new_slot(segment)
            merges.append(Merge(made, variable, tuple((edge, known.get(variable)) for edge, known in edges)))
        plan.merges[index] = tuple(merges)
        plan.known[index] = dict(result)
        return result

    def _live_at_labels(self) -> dict[str, frozenset[Variable]]:
        """The registers that are still needed at each label; jumps go forward."""
        found: dict[str, frozenset[Variable]] = {}
        live: set[Variable] = set()
        for index in range(len(self.body) - 1, -1, -1):
            item = self.body[index]
            if ends(item):
                live = set()
            if isinstance(item, Jump):
                live |= found.get(item.label, frozenset())
            target = defined(item, self.plan.registers)
            if target is not None:
                live.discard(target)
            if isinstance(item, Discard):
                live.discard(item.variable)
            live.update(self.used[index])
            if isinstance(item, Label):
                found[item.name] = frozenset(live)
        return found
