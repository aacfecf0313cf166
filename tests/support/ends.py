"""Deadlocks, data races and leaks by the engine and by the oracle, which tries every interleaving of the same
program and of the original one; each witness of the engine replays."""

from __future__ import annotations

from collections.abc import Iterable, Set
from dataclasses import dataclass, replace
from pathlib import Path

from tests.oracle import Script, ScriptedInputs, few_values
from tests.oracle import Search as OracleSearch
from tests.support.engine import MOST_ROUNDS, engine_violations
from tests.support.sources import loaded
from unthread.analysis.races import may_race
from unthread.bound.alike.classes import alike_threads
from unthread.bound.loops.spinning import with_waits
from unthread.bound.threads import bound
from unthread.bound.visible import reduced_program, visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import LEAKS, Property
from unthread.core.request import ALL, Reduction
from unthread.core.trace import Witness
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.order.encoding import OrderEncoding
from unthread.engine.order.search import OrderSearch
from unthread.engine.search import Search
from unthread.interpreter.machine import (
    Blocked,
    Ended,
    Machine,
    OutOfSteps,
    Progressed,
    Snapshot,
    Violated,
)
from unthread.interpreter.races import Races, RaceTouch, Spot
from unthread.interpreter.runtime import Runtime
from unthread.program.build.fold import integer
from unthread.program.instructions import Exit, Return, Scope
from unthread.program.program import Program
from unthread.results.execution import place_of, position_in
from unthread.results.match import match

STATES = 4000
UNWIND = 2
Position = tuple[str, int, int]
Pair = tuple[Position, Position]


def pair(one: Position, other: Position) -> Pair:
    return (one, other) if one <= other else (other, one)


@dataclass(frozen=True, slots=True)
class Expected:
    """What can go wrong where; races by their two accesses; where threads stand in each deadlock. `unseen`:
    memory is left when the last thread ends the process. `complete`: nothing was left out."""

    places: frozenset[tuple[Property, Position]]
    stuck: frozenset[frozenset[Position]]
    races: frozenset[Pair]
    unseen: bool
    complete: bool


UNKNOWN = Expected(frozenset(), frozenset(), frozenset(), unseen=False, complete=False)


class _Watcher(Races):
    """Notes every pair of accesses, and lets the execution go on."""

    def __init__(self, runtime: Runtime) -> None:
        super().__init__(runtime)
        self.pairs: set[Pair] = set()

    def _conflict(
        self, mine: Iterable[RaceTouch], theirs: Iterable[RaceTouch], thread: int, spot: Spot
    ) -> None:
        if any(one.conflicts(other) for one in mine for other in theirs):
            rival = position_in(self.runtime.threads[thread], spot.loc)
            self.pairs.add(pair(position_in(self.runtime.thread, self.spot.loc), rival))


class EndsOracle(OracleSearch):
    """`order` names the threads in the order in which the engine goes through them, if it is known."""

    def __init__(
        self, program: Program, properties: frozenset[Property], order: list[str], states: int
    ) -> None:
        inputs = ScriptedInputs(few_values)
        machine = Machine(program, inputs, properties, lambda stream, text: None, undefined="any")
        super().__init__(machine, inputs, None, states)
        self.order = order
        self.places: set[tuple[Property, Position]] = set()
        self.stuck: set[frozenset[Position]] = set()
        self.unseen = False
        self.watcher = _Watcher(machine.runtime)
        if machine.races:
            machine.races = self.watcher

    def expected(self) -> Expected:
        complete = self.run().complete
        places, stuck, pairs = frozenset(self.places), frozenset(self.stuck), frozenset(self.watcher.pairs)
        return Expected(places, stuck, pairs, self.unseen, complete)

    def move(self, state: Snapshot, number: int, round: int, turn: int) -> Script:
        waits: Script = None
        machine = self.machine
        for script, outcome in self.outcomes(state, number):
            match outcome:
                case Progressed() | Ended():
                    self.arrive(round, turn)
                case Blocked():
                    waits = script
                case Violated(violation) if violation.property not in machine.properties:
                    pass
                case Violated(violation) if violation.property in LEAKS and not machine.live():
                    self.unseen = True
                case Violated(violation):
                    place = position_in(machine.threads[violation.thread], violation.loc)
                    self.places.add((violation.property, place))
                case OutOfSteps():
                    self.complete = False
        return waits

    def report_deadlock(self, state: Snapshot, scripts: dict[int, Script]) -> None:
        self.machine.restore(state)
        for number, script in scripts.items():
            self.inputs.begin(script or ())
            self.machine.step(number)
        machine = self.machine
        stand = {number: position_in(machine.threads[number], machine.position(number)) for number in scripts}
        self.stuck.add(frozenset(stand.values()))
        self.places.add((Property.DEADLOCK, stand[min(scripts, key=self._turn)]))

    def _turn(self, number: int) -> int:
        name = self.machine.threads[number].start
        return self.order.index(name) if number and name in self.order else number


class _Questions(Search):
    def race_of(self, wanted: Pair) -> Witness | None:
        claims = [
            claim
            for claim in self.encoding.collected.claims
            if claim.rival and pair(place_of(claim.loc), place_of(claim.rival.loc)) == wanted
        ]
        return self._witness(claims) if self._ask(self._any(claims), ()) else None

    def races(self) -> dict[Pair, Witness]:
        pairs = {
            pair(place_of(c.loc), place_of(c.rival.loc)) for c in self.encoding.collected.claims if c.rival
        }
        found = {one: self.race_of(one) for one in sorted(pairs)}
        return {one: witness for one, witness in found.items() if witness is not None}

    def places(self) -> dict[tuple[Property, Position], Witness]:
        return {
            (property, place_of(loc)): witness
            for (property, loc), witness in engine_violations(self)
            if property is not Property.RACE
        }


class _Asking(_Questions):
    """With rounds."""


class _AskingOrder(_Questions, OrderSearch):
    """With an order."""

    def add_round(self) -> None:
        """There are none."""


def _lasting(program: Program) -> Program:
    """A bounded main that comes to its end has left by pthread_exit: the others go on."""
    main = program.functions[program.entry]
    ends = {index for index, item in enumerate(main.body) if isinstance(item, Return)}
    body = list(main.body)
    for index in ends:
        body[index] = Exit(Scope.THREAD, integer(0), body[index].loc)
    assert main.visible is not None
    function = replace(main, body=tuple(body), visible=main.visible | ends)
    return replace(program, functions=program.functions | {program.entry: function})


def compare(
    text: str,
    directory: Path,
    properties: frozenset[Property],
    reductions: frozenset[Reduction] = ALL,
    spurious: bool = False,
    states: int = STATES,
    in_order: bool = False,
    alike: bool = False,
) -> bool:
    """Bounded program, original program and replay; False if the oracle did not get through. With `in_order`,
    schedules are encoded as orders, which raises `Unfit` where they cannot be; with `alike`, interchangeable
    threads keep to an order, and which of them is told first is open."""
    program = with_waits(loaded(text, directory, spurious), properties)
    original = EndsOracle(program, properties, [], states).expected()
    bounded = bound(program, Bounds(unwind=UNWIND), properties)
    points = visible_points(bounded, reductions)
    order = [thread.name for thread in bounded.threads]
    if Property.DEADLOCK in properties:
        reduced = EndsOracle(_lasting(reduced_program(bounded, points)), properties, order, states).expected()
    else:  # the interpreter takes hidden steps late, which races and leaks can tell
        reduced = UNKNOWN
    search: _Questions
    classes = alike_threads(bounded, points, properties) if alike else ()
    if in_order:
        search = _AskingOrder(OrderEncoding(bounded, points, properties, alike=classes))
    else:
        search = _Asking(RoundsEncoding(bounded, points, properties, alike=classes))
    _add_rounds(search, UNKNOWN if classes else reduced)
    places, races = search.places(), search.races()
    cuts, gap = search.cuts(), search.gap()
    if Property.RACE in properties and not may_race(bounded):
        assert not races, "the analyses do not see a race"
    if reduced.complete and not classes:
        assert places.keys() == reduced.places, "bounded program"
    elif reduced.complete:
        _check_nothing_is_made_up(reduced, places.keys(), frozenset())
        _check_nothing_is_lost(replace(reduced, races=frozenset()), places.keys(), frozenset())
    if original.complete:
        _check_nothing_is_made_up(original, places.keys(), races.keys())
        may_be_held = Property.LEAK in properties  # by a thread that still runs
        expects_gap = original.unseen or may_be_held or Property.LEAK_ALL not in properties
        assert gap is None or expects_gap, "found a gap that is none"
    if not cuts and gap is None:  # otherwise nobody is told that all is well
        _check_nothing_is_lost(original, places.keys(), races.keys())
    for witness in (*places.values(), *races.values()):
        assert match(program, witness, properties) is not None, f"no replay: {witness.violation}"
    return original.complete


def _check_nothing_is_made_up(
    expected: Expected, places: Set[tuple[Property, Position]], races: Set[Pair]
) -> None:
    stands = {(Property.DEADLOCK, place) for stuck in expected.stuck for place in stuck}
    assert places <= expected.places | stands, "found too much"
    assert races <= expected.races, "found too many races"


def _check_nothing_is_lost(
    expected: Expected, places: Set[tuple[Property, Position]], races: Set[Pair]
) -> None:
    """Which thread of a deadlock is told first depends on how threads are numbered."""
    assert {one for one in expected.places if one[0] is not Property.DEADLOCK} <= places, "found too little"
    for stuck in expected.stuck:
        assert any((Property.DEADLOCK, place) in places for place in stuck), "found too few deadlocks"
    assert expected.races <= races, "found too few races"
    assert not expected.unseen, "found no gap"


def _add_rounds(search: _Questions, expected: Expected) -> None:
    """As many as are needed. Who was merely not scheduled in fewer rounds is not stuck."""
    for number in range(1, MOST_ROUNDS + 1):
        search.add_round()
        if expected.complete and number == 1:
            assert search.places().keys() <= expected.places, f"with {number} rounds"
        if not search.last_round_is_used():
            return
    raise AssertionError(f"more than {MOST_ROUNDS} rounds")
