"""What the oracle and the engine say about a bounded program, in the same words."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from tests.oracle import Script, ScriptedInputs, few_values
from tests.oracle import Search as OracleSearch
from tests.support.engine import engine_violations
from unthread.bound.visible import Points, reduced_program
from unthread.core.properties import Property
from unthread.core.source import Loc
from unthread.engine.search import Search
from unthread.interpreter.machine import Ended, Machine, Progressed, Snapshot, Violated
from unthread.program.bounded import BoundedProgram
from unthread.program.build.fold import integer
from unthread.program.instructions import Assert, Cut
from unthread.program.program import Program

PROPERTIES = frozenset({Property.REACH, Property.LOCK})
MORE = PROPERTIES | {Property.MEMORY, Property.ARITH}
THREADS = sorted((Path(__file__).parent.parent / "programs" / "engine" / "threads").glob("*.c"))
FEW_STATES = 1500
CUT = "cut: "

Violations = frozenset[tuple[Property, Loc]]
Cuts = frozenset[tuple[str, Loc]]


@dataclass(frozen=True, slots=True)
class Answer:
    """What can go wrong, and which bounds can be reached; `complete`: nothing was left out."""

    violations: Violations
    cuts: Cuts
    complete: bool


# ---- the oracle's answer


class _Order(OracleSearch):
    """Turns go by the numbers of the threads in the bounded program, whoever was started first. Where a bound
    ends stands an assertion, so that it is noticed."""

    def __init__(
        self, machine: Machine, inputs: ScriptedInputs, rounds: int | None, order: list[str]
    ) -> None:
        super().__init__(machine, inputs, rounds, FEW_STATES)
        self.order = order
        self.cuts: set[tuple[str, Loc]] = set()

    def expand_turn(self, state: Snapshot, live: object, round: int, turn: int) -> dict[int, Script]:
        assert self.rounds is not None
        names = [self.order[0], *(thread.start for thread in self.machine.threads[1:])]
        if self.order[turn] in names:
            number = names.index(self.order[turn])
            if self.machine.threads[number].alive:
                self.move(state, number, round, turn)
        self.machine.restore(state)
        following = (round, turn + 1) if turn + 1 < len(self.order) else (round + 1, 0)
        if following[0] < self.rounds:
            self.arrive(*following)
        return {}

    def move(self, state: Snapshot, number: int, round: int, turn: int) -> Script:
        for _, outcome in self.outcomes(state, number):
            match outcome:
                case Progressed() | Ended():
                    self.arrive(round, turn)
                case Violated(violation) if violation.message.startswith(CUT):
                    self.cuts.add((violation.message.removeprefix(CUT), violation.loc))
                case Violated(violation) if violation.property in self.machine.properties:
                    self.violations.add((violation.property, violation.loc))
        return None


def _with_assertions(program: Program) -> Program:
    """Cuts become assertions."""
    functions = {
        name: replace(
            function,
            body=tuple(
                Assert(integer(0), Property.REACH, CUT + item.what, item.loc)
                if isinstance(item, Cut)
                else item
                for item in function.body
            ),
        )
        for name, function in program.functions.items()
    }
    return replace(program, functions=functions)


def oracle_answer(program: BoundedProgram, points: tuple[Points, ...], rounds: int | None) -> Answer:
    inputs = ScriptedInputs(few_values)
    noticing = _with_assertions(reduced_program(program, points))
    machine = Machine(noticing, inputs, program.properties, lambda stream, text: None, undefined="any")
    search = _Order(machine, inputs, rounds, [thread.name for thread in program.threads])
    found = search.run()
    return Answer(found.violations, frozenset(search.cuts), found.complete)


# ---- the engine's answer


def engine_answer(search: Search, complete: bool) -> Answer:
    violations = frozenset(claim for claim, _ in engine_violations(search))
    assert bool(violations) == (search.violation() is not None)
    return Answer(violations, frozenset((b.what, b.loc) for b in search.cuts()), complete)
