"""Symbolic execution of a `BoundedProgram`, round by round, thread by thread.

All schedules are executed at once: one memory, in which every write happens under the condition that the
thread gets there in this round. A thread's registers never change once set (`plan.py`), so a later round
keeps what an earlier one computed and computes the rest. What may go wrong becomes a `Claim`: a condition
and what it would mean; what must hold on the way becomes a constraint.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unthread.analysis.steps import Touch
from unthread.bound.visible import Points
from unthread.core.ledger import Arrival
from unthread.core.properties import Property
from unthread.core.source import Loc
from unthread.engine.encode.addresses import Addresses
from unthread.engine.encode.ends import claim_ends
from unthread.engine.encode.events import Asked, Barrier, Claim, Happened
from unthread.engine.encode.memory import SymbolicMemory
from unthread.engine.encode.objects import Pointer, SymbolicObject, Value
from unthread.engine.encode.plan import Plan, plan_of
from unthread.engine.encode.reuse import Reuse
from unthread.engine.encode.thread import ThreadRun, started
from unthread.engine.encode.values import Evaluator
from unthread.engine.rounds import Rounds
from unthread.engine.terms.nodes import Bool, Int
from unthread.engine.terms.terms import Terms
from unthread.program.bounded import BoundedProgram
from unthread.program.expressions import (
    Constant,
    Storage,
    Variable,
)
from unthread.program.instructions import BlockUntil, Spawn
from unthread.program.library import OWN
from unthread.program.program import GlobalVariable, InitialValue
from unthread.program.types import FloatType, value_range, value_type
from unthread.values.cells import Codec, codec
from unthread.values.scalars import fit

_PROGRAM_NAME = "a.out"


class Encoding:
    """Grows by `add_round`. `happened` and `asked` are in the order of execution, `loose` names what was
    replaced by any value although the program computes it."""

    def __init__(
        self,
        program: BoundedProgram,
        points: Sequence[Points],
        properties: frozenset[Property],
        settled: frozenset[Property] = frozenset(),
    ) -> None:
        assert program.properties == properties, "a bounded program is checked for what it was made for"
        self.program = program
        self.properties = properties
        self.settled = settled  # which of them are known to hold
        self.terms = Terms()
        self.memory = SymbolicMemory(Addresses(self.terms, program.data_model))
        self.reuse = Reuse(self.memory)
        self.constraints: list[Bool] = []  # in the order of the steps that they belong to
        self.stops: list[int] = []  # those of them that say that a step does not end an execution
        self.claims: list[Claim] = []
        self.barriers: list[Barrier] = []
        self.happened: list[Happened] = []
        self.asked: list[Asked] = []
        self.loose: dict[str, None] = {}
        self.blind: dict[str, None] = {}  # what is not looked at
        self.guesses: dict[Loc, None] = {}  # where pointers are followed that may have any value
        self.allowed: dict[tuple[str, Loc], Bool] = {}
        self.arrivals: dict[Arrival, list[tuple[int, Bool]]] = {}  # that a thread gets to a place: the
        # number of constraints before, and the condition
        self.functions = {name: self.memory.create(self.terms.one, name) for name in program.functions}
        for item in self.functions.values():
            item.is_function = True
        self.globals: dict[str, SymbolicObject] = {}
        self._place_globals()
        self.plans = [
            plan_of(thread, found.visible) for thread, found in zip(program.threads, points, strict=True)
        ]
        self.forced = _forced(self.plans[0], Property.DEADLOCK in properties)
        self.rounds = Rounds(self.terms, tuple(len(plan.points) + 1 for plan in self.plans), self.forced)
        self.failed = self.terms.false  # some claim about a visible step holds already
        self.spawned: dict[int, Bool] = {t.number: self.terms.false for t in program.threads}
        self.spawned[0] = self.terms.true
        self.numbers = {thread.name: thread.number for thread in program.threads}
        self.spawn_segment = dict(self._spawns())
        self.arguments: dict[int, tuple[Value, ...]] = {}
        if program.threads[0].argument:
            self.arguments[0] = self._entry_arguments(len(program.threads[0].argument))
        self.executed: dict[tuple[int, int, int], Bool] = {}  # thread, round, segment
        self.threads = [ThreadRun(self, plan) for plan in self.plans]
        self.conflicts = _conflicts(points)

    def _spawns(self) -> Iterator[tuple[int, tuple[int, int]]]:
        """For each thread, in which segment of which thread it is started."""
        for plan in self.plans:
            for index, item in enumerate(plan.thread.body):
                if isinstance(item, Spawn):
                    yield self.numbers[started(item)], (plan.thread.number, plan.segments[index])

    # ---- globals

    def _place_globals(self) -> None:
        for name, item in self.program.globals.items():
            if item.variable.storage is Storage.GLOBAL:
                self.globals[name] = self.memory.create(
                    self.terms.integer(item.size), item.variable.text or name, item.external
                )
                self.globals[name].is_static = not name.startswith(OWN)
        for name, placed in self.globals.items():
            self.fill(self.memory, placed, self.program.globals[name])

    def fill(self, memory: SymbolicMemory, item: SymbolicObject, variable: GlobalVariable) -> None:
        writer, addresses = _Initial(self, memory), memory.addresses
        for part in variable.initial:
            cell = codec(part.type, part.bit_offset, part.bit_width)
            value = writer.constant(part)
            at = addresses.moved(addresses.pointer_to(item), self.terms.integer(part.offset))
            writer.store(at, cell, value)
        item.read_only = variable.read_only

    def _entry_arguments(self, count: int) -> tuple[Value, ...]:
        """What main gets: the program's name, as if it was started without arguments."""
        vector = self._vector("argv", _PROGRAM_NAME)
        return (self.terms.one, vector, self._vector("envp"))[:count]

    def _vector(self, name: str, *texts: str) -> Pointer:
        """A null-terminated array of strings, placed as the interpreter places it."""
        memory, terms, size = self.memory, self.terms, self.memory.addresses.bits // 8
        vector = memory.create(terms.integer(size * (len(texts) + 1)), name)
        for number, text in enumerate(texts):
            content = text.encode() + b"\0"
            string = memory.create(terms.integer(len(content)), f"{name}[{number}]")
            for at, byte in enumerate(content):
                memory.set_cell(string, at, 1, terms.integer(byte))
            memory.set_cell(vector, number * size, size, memory.addresses.pointer_to(string))
        return memory.addresses.pointer_to(vector)

    # ---- rounds

    def add_round(self) -> None:
        self.rounds.add()
        number = self.rounds.count
        for run in self.threads:
            run.execute(number)
        self._prune(number)
        self.constraints += self.rounds.of_round(number)
        claim_ends(self)

    def _prune(self, round: int) -> None:
        """A segment with which a thread goes on in a round depends on something that other threads did
        since the thread's turn in the round before; otherwise it could have come in that turn."""
        terms, rounds = self.terms, self.rounds
        cache: dict[frozenset[tuple[int, int, int]], Bool] = {}
        for run in self.threads:
            number = run.number
            for segment in range(len(run.plan.points) + 1):
                resumes = rounds.resumes(number, round, segment)
                if resumes is terms.false:
                    continue
                if segment:
                    self.constraints.append(
                        terms.implies(rounds.stops_at(number, round, segment), run.paths[segment])
                    )
                if round == 1 or run.is_exit(segment):  # the end of the process depends on everything
                    continue
                if segment == 0:
                    others = frozenset({self.spawn_segment[number]})
                else:
                    others = self.conflicts[number][segment - 1]
                key = frozenset((u, q, round - (u > number)) for u, q in others)
                if key not in cache:
                    cache[key] = terms.any(
                        self.executed.get((u, r, q), terms.false) for u, q, r in sorted(key)
                    )
                self.constraints.append(terms.implies(resumes, cache[key]))

    def allow(self, what: str, loc: Loc) -> Bool:
        key = (what, loc)
        if key not in self.allowed:
            self.allowed[key] = self.terms.choice_variable(f"allow {what}")
        return self.allowed[key]


def _forced(plan: Plan, stops_at_waits: bool) -> int:
    """The segments of the first thread that run before it can start another one: up to and with the one that
    holds the first `Spawn`; all if there is none. Where deadlocks count, only those before the first wait."""
    for index, item in enumerate(plan.thread.body):
        if stops_at_waits and isinstance(item, BlockUntil) and plan.segments[index]:
            return plan.segments[index]
        if isinstance(item, Spawn):
            return plan.segments[index] + 1
    return len(plan.points) + 1


def _conflicts(points: Sequence[Points]) -> list[list[frozenset[tuple[int, int]]]]:
    """For each visible step of each thread the steps of others, by thread and segment, that touch what it
    touches, one of the two writing."""
    alike: dict[tuple[Touch, ...], list[tuple[int, int]]] = {}  # steps that touch the same
    for thread, found in enumerate(points):
        for number, step in enumerate(found.visible, start=1):
            alike.setdefault(step.touches, []).append((thread, number))
    meeting = {
        ours: [
            place
            for theirs, places in alike.items()
            if any(a.conflicts(b) for a in ours for b in theirs)
            for place in places
        ]
        for ours in alike
    }
    others = {
        (thread, ours): frozenset(place for place in places if place[0] != thread)
        for ours, places in meeting.items()
        for thread in {place[0] for place in alike[ours]}
    }
    return [[others[thread, step.touches] for step in found.visible] for thread, found in enumerate(points)]


class _Initial(Evaluator):
    """Writes the initial values of objects."""

    def __init__(self, encoding: Encoding, memory: SymbolicMemory) -> None:
        super().__init__(memory, arith=False)
        self.encoding = encoding

    def constant(self, part: InitialValue) -> Value:
        value = self.value(part.value)
        kind = value_type(part.type)
        if isinstance(kind, FloatType) or isinstance(value, Pointer):
            if isinstance(kind, FloatType) and isinstance(part.value, Constant):
                return self._constant(fit(part.value.value, kind), kind)
            return value
        return self.terms.wrap(value, value_range(kind))

    def fault(self, property: Property, message: str, bad: Bool) -> None:
        assert bad is self.terms.false, "initial values are in order"

    def require(self, condition: Bool) -> None:
        raise AssertionError("initial values are known")

    def compared(self, a: Value, b: Value) -> None:
        pass

    def slot(self, variable: Variable) -> Value | None:
        return None

    def object_of(self, variable: Variable) -> Pointer:
        return self.addresses.pointer_to(self.encoding.globals[variable.name])

    def function(self, name: str) -> Pointer:
        return self.addresses.pointer_to(self.encoding.functions[name])

    def self_number(self) -> int:
        return 0

    def touched(
        self, item: SymbolicObject, condition: Bool, offset: Int, cell: Codec | None, writes: bool
    ) -> None:
        pass
