"""`Program` → `BoundedProgram`: threads are built one after the other, as their spawns are met."""

from __future__ import annotations

from dataclasses import replace
from pathlib import PurePath

from unthread.analysis.steps import Writers, section_depths
from unthread.bound.expand import expanded
from unthread.bound.facts import Facts
from unthread.bound.knowledge import KnownMemory
from unthread.bound.record import Record, ThreadOrigin, assumptions_of, loops_of
from unthread.bound.unroll import ThreadBuilder
from unthread.core.bounds import Bound, Bounds, several
from unthread.core.diagnostics import InputError, Unsupported, UsageError
from unthread.core.properties import ASSERTED, Property
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.inlining.meaning import users_routine
from unthread.program.bounded import BoundedProgram, Thread
from unthread.program.build.simplify import is_fixed
from unthread.program.check import check
from unthread.program.expressions import Expression, Storage, Variable
from unthread.program.instructions import Cut, Instruction
from unthread.program.library import MOST_THREADS
from unthread.program.program import Function, Program

_MOST_INSTRUCTIONS = 5_000_000  # what a bounded program may have; more is a hopeless bound
_MOST_TRIES = 4  # to find out who writes what


@dataclass(frozen=True, slots=True)
class Built:
    thread: Thread
    record: Record


class Bounder:
    """One walk through all threads. `writers` says, from an earlier walk, which threads write which cells;
    threads of that walk are taken over where knowing it makes no difference. Loops over arrays become single
    instructions, but for those at `spared` places; None: all are unwound."""

    def __init__(
        self,
        facts: Facts,
        bounds: Bounds,
        properties: frozenset[Property],
        writers: Writers | None = None,
        earlier: dict[str, Built] | None = None,
        count_to: int = 0,
        spared: frozenset[Loc] | None = None,
    ) -> None:
        self.facts = facts
        self.spared = spared
        self.properties = properties
        self.bounds = bounds
        self.count_to = count_to
        self.built: dict[str, Built] = {}
        self._program = facts.program
        self._writers = writers
        self._earlier = {} if earlier is None else earlier
        self._queue: list[ThreadOrigin] = []
        self._copies: dict[str, int] = {}  # how many threads a start routine has
        self._is_like_earlier = True  # all threads so far were taken over
        self._spent = 0

    def bound(self) -> BoundedProgram:
        entry = self._program.functions[self._program.entry]
        self._queue.append(ThreadOrigin("main", entry.name, "main", 0, None, entry.loc))
        while self._queue:
            start = self._queue.pop(0)
            self.built[start.name] = self._taken_over(start) or self._build(start)
        threads = sorted((built.thread for built in self.built.values()), key=lambda thread: thread.number)
        records = [built.record for built in self.built.values()]
        return BoundedProgram(
            self._program.globals,
            tuple(threads),
            {**{name: f.type for name, f in self._program.functions.items()}, **self._program.undefined},
            self._program.records,
            self._program.data_model,
            self.bounds,
            loops_of(records),
            assumptions_of(records),
            self.properties,
        )

    def _taken_over(self, start: ThreadOrigin) -> Built | None:
        def foreign(variable: Variable, offset: int, size: int) -> bool:
            return self._is_foreign(start.number, variable, offset, size)

        built = self._earlier.get(start.name)
        if built is None or not built.record.holds(start, foreign):
            self._is_like_earlier = False
            return None
        if built.record.spawns and not self._is_like_earlier:
            return None  # the threads that it starts may get other numbers, or be more or fewer
        for spawned in built.record.spawned:
            self._enqueue(spawned)
        return built

    def _build(self, start: ThreadOrigin) -> Built:
        function = self._program.functions[start.function]
        argument = _argument(start.name, function)
        if start.beyond:
            cut = Cut(start.beyond, start.loc, Bound.THREADS)
            return Built(_thread(start, argument, (), (cut,)), Record(start))
        builder = ThreadBuilder(self, Record(start))
        builder.build(function, argument)
        thread = _thread(start, argument, tuple(builder.locals), tuple(builder.body))
        return Built(thread, builder.record)

    # ---- what thread builders ask

    def spend(self, instructions: int) -> None:
        self._spent += instructions
        if self._spent > _MOST_INSTRUCTIONS:
            raise Unsupported(
                f"the bounded program has more than {_MOST_INSTRUCTIONS:,} instructions",
                hint="lower --unwind, --depth or --threads",
            )

    def first_memory(self, record: Record, originals: dict[Variable, Variable]) -> KnownMemory:
        """What a thread knows of memory when it starts. `originals` has the variables of the program that
        its own are copies of."""
        number = record.start.number

        def private(variable: Variable) -> bool:
            original = originals.get(variable)
            return original is not None and self.facts.is_private(original)

        def foreign(variable: Variable, offset: int, size: int) -> bool:
            return self._is_foreign(number, variable, offset, size)

        return KnownMemory(
            number == 0, self.facts.initial, self.facts.extent, private, record.asking(foreign)
        )

    def _is_foreign(self, thread: int, variable: Variable, offset: int, size: int) -> bool:
        """Another thread may write there."""
        if self._writers is not None:
            return self._writers.other_than(thread, variable, offset, size)
        return thread != 0 or not self.facts.is_mains(variable, offset, size)

    def start_thread(
        self, record: Record, routine: Function, argument: Expression, loc: Loc
    ) -> ThreadOrigin | None:
        """A new thread, which the one of the record starts. As many run as the bound of a start routine
        allows; further ones are there without ever running, so that threads after them can be started.
        None: there can be no more."""
        record.spawns = True
        users = users_routine(routine, argument)
        copies, most = self._copies.get(users, 0), self.bounds.threads
        number = sum(self._copies.values()) + 1
        if copies >= most and (not most or number >= MOST_THREADS):
            return None
        known = argument if is_fixed(argument) else None
        beyond = f"more than {several(most, 'thread')} of {users.partition('@')[0]}" if copies >= most else ""
        start = ThreadOrigin(f"{users}#{copies + 1}", routine.name, users, number, known, loc, beyond)
        record.spawned.append(start)
        self._enqueue(start)
        return start

    def _enqueue(self, start: ThreadOrigin) -> None:
        self._copies[start.routine] = self._copies.get(start.routine, 0) + 1
        self._queue.append(start)


def _thread(
    start: ThreadOrigin,
    argument: tuple[Variable, ...],
    locals: tuple[Variable, ...],
    body: tuple[Instruction, ...],
) -> Thread:
    function = start.function if start.number else "main"
    return Thread(start.name, function, start.routine, start.number, argument, locals, body, start.loc)


def _argument(thread: str, function: Function) -> tuple[Variable, ...]:
    return tuple(
        replace(variable, name=f"{thread}/argument", storage=Storage.REGISTER)
        for variable in function.parameters[:1]
    )


def _check_names(facts: Facts, bounds: Bounds) -> None:
    """A bound for a loop that is not there is a mistake of the user."""
    if not bounds.unwind_loops:
        return
    loops = [node.loc for name in facts.program.functions for node in facts.shape(name).nodes]
    for file, line, _ in bounds.unwind_loops:
        if not any(loc.line == line and PurePath(loc.file).match(file) for loc in loops):
            raise UsageError(
                f"--unwind-loop: there is no loop at {file}:{line}",
                hint="'unthread loops FILE' lists all loops",
            )


def bound(
    program: Program,
    bounds: Bounds,
    properties: frozenset[Property] = ASSERTED,
    *,
    count_to: int = 0,
    bulk: bool = False,
) -> BoundedProgram:
    """Only assertions of the given properties are kept: an execution that breaks one goes no further, so the
    result is to be checked for all of them. `count_to` is how many iterations of a loop are counted, for
    people who ask, beyond those that are unwound. With `bulk`, arrays are filled and copied by one
    instruction where no thread can tell."""
    if not program.entry:
        raise InputError("there is no function 'main' to start from")
    facts, spared = Facts(program), frozenset[Loc]() if bulk else None
    result = expanded(_with_writers(facts, bounds, properties, count_to, spared))
    while spared is not None and result.too_long:
        spared |= result.too_long
        result = expanded(_with_writers(facts, bounds, properties, count_to, spared))
    check(result.program.as_program())
    for thread in result.program.threads:
        section_depths(thread.body)  # says what it cannot tell
    return result.program


def _with_writers(
    facts: Facts,
    bounds: Bounds,
    properties: frozenset[Property],
    count_to: int,
    spared: frozenset[Loc] | None,
) -> BoundedProgram:
    """Which threads write what is learned from a program that was bounded knowing little of it. With that
    knowledge, loops may turn out to iterate more often, and so write more: it must hold for the program made
    with it."""
    _check_names(facts, bounds)
    first = Bounder(facts, bounds, properties, count_to=count_to, spared=spared)
    result = first.bound()
    writers, built = Writers(result), first.built
    for _ in range(_MOST_TRIES):
        bounder = Bounder(facts, bounds, properties, writers, built, count_to, spared)
        again = bounder.bound()
        if bounder.built == built:
            return again
        found = Writers(again)
        if writers.covers(found):
            return again
        writers.add(found)
        built = bounder.built
    return result
