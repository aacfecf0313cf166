"""A `Spread` as formulas: `TransitionRelation`, with the state before a step and after it.

`first`    where everything begins
`domain`   what the parts of the state can hold at all
`step`     one thread takes one segment
`bad`      a property is violated in this state, or by a step that begins here
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from itertools import combinations

from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.engine.terms.nodes import Bool, Int, unsigned_range
from unthread.engine.terms.terms import Terms
from unthread.induction.knowledge import Part
from unthread.induction.paths import STUCK, Edge, Segment
from unthread.induction.system import Spread


@dataclass(frozen=True, slots=True)
class Bad:
    """Where `condition` holds, this goes wrong."""

    property: Property | None
    message: str
    loc: Loc | None
    condition: Bool


@dataclass(slots=True)
class TransitionRelation:
    """`now` are the variables of the state, `names` what they are, `after` what each is after the step.
    `inputs` are variables that have a new value in each step."""

    terms: Terms
    now: list[Int] = field(default_factory=list)
    names: list[Part | int] = field(default_factory=list)  # int: where the thread of that number stands
    after: list[Int] = field(default_factory=list)
    inputs: list[Int] = field(default_factory=list)
    first: list[Bool] = field(default_factory=list)
    domain: list[Bool] = field(default_factory=list)
    moves: list[Bool] = field(default_factory=list)
    bad: list[Bad] = field(default_factory=list)
    places: list[list[int]] = field(default_factory=list)  # of each thread
    numbers: list[dict[int | None, int]] = field(default_factory=list)  # of places
    pcs: list[Int] = field(default_factory=list)

    def stands(self, thread: int, place: int | None) -> Bool:
        """The thread is there; None: it has ended."""
        return self.terms.equal(self.pcs[thread], self.terms.integer(self.numbers[thread][place]))


def relation_of(spread: Spread) -> TransitionRelation:
    return _Maker(spread).relation()


class _Maker:
    def __init__(self, spread: Spread) -> None:
        self.spread = spread
        self.terms = spread.knowledge.terms
        self.made = TransitionRelation(self.terms)

    def relation(self) -> TransitionRelation:
        self._threads()
        self._parts()
        active = list(self._active())
        self.made.moves = [condition for _, condition in active]
        self._after(active)
        self.made.bad += self._faults()
        self.made.bad += self._races()
        self.made.bad += self._stuck()
        return self.made

    # ---- the state

    def _threads(self) -> None:
        terms, made, spread = self.terms, self.made, self.spread
        for thread in range(len(spread.bodies)):
            places = sorted(index for number, index in spread.segments if number == thread)
            made.places.append(places)
            count = len(places) + 2
            numbers: dict[int | None, int] = {index: number for number, index in enumerate(places)}
            numbers |= {STUCK: len(places), None: len(places) + 1}
            self.made.numbers.append(numbers)
            pc = terms.variable(f"place{thread}", unsigned_range((count - 1).bit_length()))
            self.made.pcs.append(pc)
            made.now.append(pc)
            made.names.append(thread)
            made.first.append(self.made.stands(thread, spread.places[thread]))
            made.domain.append(terms.less(pc, terms.integer(count)))

    def _parts(self) -> None:
        made, knowledge = self.made, self.spread.knowledge
        for part in self.spread.parts:
            variable, domain = knowledge.variable(part), knowledge.domains[part]
            made.now.append(variable)
            made.names.append(part)
            made.domain.append(knowledge.within(variable, domain))
            initial = knowledge.initial.get(part, domain)  # a register that is not used yet holds anything
            made.first.append(knowledge.within(variable, initial))

    # ---- steps

    def _active(self) -> Iterator[tuple[Edge, Bool]]:
        """Each edge, with the condition under which it is the one that is taken."""
        terms, spread = self.terms, self.spread
        count = len(spread.bodies)
        turn = terms.variable("turn", unsigned_range(max(1, (count - 1).bit_length())))
        self.made.inputs.append(turn)
        for (thread, place), segment in sorted(spread.segments.items(), key=lambda item: item[0]):
            self.made.inputs += segment.inputs
            here = terms.both(terms.equal(turn, terms.integer(thread)), self.made.stands(thread, place))
            for edge in segment.edges:
                yield edge, terms.both(here, edge.guard)

    def _after(self, active: list[tuple[Edge, Bool]]) -> None:
        terms, made = self.terms, self.made
        values: dict[Part | int, Int] = dict(zip(made.names, made.now, strict=True))
        for edge, condition in active:
            target = terms.integer(self.made.numbers[edge.thread][edge.target])
            values[edge.thread] = terms.choice(condition, target, values[edge.thread])
            for part, value, _ in edge.writes:
                if part in values:
                    values[part] = terms.choice(condition, value, values[part])
        made.after = [values[name] for name in made.names]

    # ---- what is wrong

    def _faults(self) -> Iterator[Bad]:
        for (thread, place), segment in self.spread.segments.items():
            for fault in segment.faults:
                condition = self.terms.both(self.made.stands(thread, place), fault.condition)
                yield Bad(fault.property, fault.message, fault.loc, condition)

    def _races(self) -> Iterator[Bad]:
        terms = self.terms
        for (one, mine), (other, theirs) in combinations(self.spread.segments.items(), 2):
            if one[0] == other[0]:
                continue
            found = _racing(mine, theirs)
            condition = terms.any(terms.both(a, b) for a, b in found)
            condition = terms.all((condition, self.made.stands(*one), self.made.stands(*other)))
            if condition is not terms.false:
                loc = self.spread.bodies[one[0]].function.body[one[1]].loc
                yield Bad(Property.RACE, "data race", loc, condition)

    def _stuck(self) -> Iterator[Bad]:
        """Threads are alive, and each of them waits."""
        terms = self.terms
        all_wait, some_lives = [], []
        for thread, places in enumerate(self.made.places):
            ended = self.made.stands(thread, None)
            waiting = [
                terms.both(
                    self.made.stands(thread, place), terms.any(self.spread.segments[thread, place].waits)
                )
                for place in places
            ]
            all_wait.append(terms.either(ended, terms.any(waiting)))
            some_lives.append(ended.inverse)
        condition = terms.both(terms.all(all_wait), terms.any(some_lives))
        yield Bad(Property.DEADLOCK, "deadlock", None, condition)


def _racing(mine: Segment, theirs: Segment) -> Iterable[tuple[Bool, Bool]]:
    return dict.fromkeys(
        (a.condition, b.condition) for a in mine.touches for b in theirs.touches if a.races(b)
    )
