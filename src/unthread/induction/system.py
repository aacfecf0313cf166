"""A program as a finite system of states and steps: `Spread`, made by `SystemBuilder`.

    first    main runs alone as far as everything is known and nobody else notices: it makes its objects and
             starts the threads
    spread   from there, each place that a thread can get to, and each value that a part of the state can have

In: a program whose threads have one body each. Out: the segments of all threads, by place, and the state
where they begin.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import field

from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.engine.terms.nodes import Op
from unthread.engine.terms.terms import Terms
from unthread.induction.knowledge import Knowledge, Part, Slot, domain_of
from unthread.induction.paths import STUCK, Edge, PathStart, PathTouch, Segment
from unthread.induction.refusal import RefusedProgram
from unthread.induction.segments import Explorer, SegmentBody, body_of
from unthread.induction.world import UnsetCells, World
from unthread.program.program import Program

MOST_STEPS = 20_000  # that main takes alone
_MOST_SEGMENTS = 40_000  # that are looked at
_MOST_THREADS = 12

Place = tuple[int, int]  # a thread, and an instruction of its body
Tick = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Alone:
    """A step of main that was executed before: what it touched, and which threads there were."""

    threads: int
    touches: tuple[PathTouch, ...]


@dataclass(slots=True)
class Spread:
    """The state when main has started all threads that it starts, which stand at their `places`; and the
    `segments` of all places that they can get to. `alone` is what main has done by then."""

    world: World
    knowledge: Knowledge
    bodies: list[SegmentBody]
    places: list[int | None]
    alone: list[Alone]
    segments: dict[Place, Segment] = field(default_factory=dict)

    @property
    def parts(self) -> list[Part]:
        """Those that may change."""
        return [part for part, domain in self.knowledge.domains.items() if domain.constant is None]

    @property
    def unclaimed(self) -> frozenset[Property]:
        """Nothing can be said of these."""
        return frozenset(item for found in self.segments.values() for item in found.unclaimed)


class SystemBuilder:
    """`program` has no calls left."""

    def __init__(self, program: Program, tick: Tick) -> None:
        self.program = program
        self.tick = tick
        self._bodies: dict[str, SegmentBody] = {}

    def body(self, name: str) -> SegmentBody:
        if name not in self._bodies:
            self._bodies[name] = body_of(self.program.functions[name])
        return self._bodies[name]

    # ---- what main does alone

    def run_first(self, most: int) -> Spread:
        world, knowledge = World(self.program), Knowledge(Terms())
        bodies, alone, place = [self.body(self.program.entry)], list[Alone](), 0
        places: list[int | None] = [0]
        while len(alone) < most:
            self.tick()
            edge, touches = self._one_way(world, knowledge, bodies, place)
            if edge is None or edge.target is None:
                break
            alone.append(Alone(len(bodies), touches))
            place = edge.target
            self._carry_out(edge, knowledge)
            for start in edge.starts:
                places.append(0)
                bodies.append(self.body(start.body))
                self._give(start, bodies[-1], knowledge)
        places[0] = place
        if len(bodies) > _MOST_THREADS + 1:
            raise RefusedProgram(f"more than {_MOST_THREADS} threads")
        return Spread(world, knowledge, bodies, places, alone)

    def _one_way(
        self, world: World, knowledge: Knowledge, bodies: list[SegmentBody], place: int
    ) -> tuple[Edge | None, tuple[PathTouch, ...]]:
        """The step that main takes next, if it is the only one that it can take, whatever others do."""
        explorer = Explorer(world, knowledge, bodies[0], 0, ())
        explorer.is_first, explorer.next_thread = True, len(bodies)
        before = dict(knowledge.domains), dict(knowledge.initial)
        try:
            found = explorer.segment(place)
        except (UnsetCells, RefusedProgram):
            knowledge.domains, knowledge.initial = before
            return None, ()
        is_plain = not found.faults and not [
            wait for wait in found.waits if wait is not knowledge.terms.false
        ]
        if len(found.edges) != 1 or not is_plain:
            return None, ()
        (edge,) = found.edges
        is_known = all(value.op is Op.CONSTANT for _, value, _ in edge.writes)
        is_known = is_known and edge.guard is knowledge.terms.true
        is_known = is_known and all(start.argument.op is Op.CONSTANT for start in edge.starts)
        return (edge, tuple(found.touches)) if is_known else (None, ())

    def _carry_out(self, edge: Edge, knowledge: Knowledge) -> None:
        for part, value, _ in edge.writes:
            knowledge.set(part, domain_of([value.lo]))

    def _give(self, start: PathStart, body: SegmentBody, knowledge: Knowledge) -> None:
        for parameter in body.function.parameters:
            knowledge.set(Slot(start.number, parameter), domain_of([start.argument.lo]))

    # ---- everything that can happen then

    def spread(self, first: Spread, quiet: frozenset[Place]) -> None:
        knowledge, world = first.knowledge, first.world
        explorers = [
            Explorer(world, knowledge, body, number, {index for thread, index in quiet if thread == number})
            for number, body in enumerate(first.bodies)
        ]
        segments = first.segments
        pending = deque((number, place) for number, place in enumerate(first.places) if place is not None)
        count = 0
        while pending:
            self.tick()
            place = pending.popleft()
            count += 1
            if count > _MOST_SEGMENTS:
                raise RefusedProgram("too many steps")
            shapes = world.shapes
            found = segments[place] = explorers[place[0]].segment(place[1])
            changed = self._note(found, knowledge)
            for edge in found.edges:
                target = (edge.thread, edge.target)
                is_over = edge.target is None or edge.target == STUCK
                if not is_over and target not in segments and target not in pending:
                    pending.append((edge.thread, edge.target or 0))
            for other, segment in segments.items():
                is_stale = not changed.isdisjoint(segment.reads) or (
                    world.shapes > shapes and 0 < segment.shapes <= world.shapes
                )
                if is_stale and other not in pending:
                    pending.append(other)

    def _note(self, found: Segment, knowledge: Knowledge) -> set[Part]:
        """What the parts can hold after the segment; those for which that is new."""
        return {
            part
            for edge in found.edges
            for part, value, within in edge.writes
            if knowledge.add(part, value, edge.guard, within)
        }


def _touches(segments: dict[Place, Segment]) -> dict[int, list[PathTouch]]:
    """By thread."""
    found: dict[int, list[PathTouch]] = {}
    for (thread, _), segment in segments.items():
        found.setdefault(thread, []).extend(segment.touches)
    return found


def too_early(alone: Sequence[Alone], segments: dict[Place, Segment]) -> int | None:
    """How many steps main may take alone, if it took more: others that are there do not notice them."""
    touched = _touches(segments)
    for number, step in enumerate(alone):
        for thread in range(1, step.threads):
            others = touched.get(thread, ())
            if any(mine.conflicts(other) for mine in step.touches for other in others):
                return number
    return None
