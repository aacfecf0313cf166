"""What happens before the threads: `main` is executed as far as it depends on the program's text alone.

In: a program. Out: where it stands then (`Standstill`), or None. What ends it: an input, a value that nobody
has set, a function without a body, a thread that starts, a wait, a violation of any property, an address that
is used as a number, or compared where objects at other addresses could give another result. The standstill is
the last one before that in which `main` itself stands between two calls, and in no loop.
docs/decisions/0012-executed-prefix.md says why nothing is lost.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterator
from dataclasses import replace

from unthread.core.diagnostics import UnthreadError
from unthread.core.properties import Property
from unthread.core.request import LEAST
from unthread.core.source import DataModel, Loc
from unthread.interpreter.compile.functions import FunctionCode
from unthread.interpreter.machine import Machine
from unthread.interpreter.objects import Fault, InfeasibleError, MemoryLayout, ProcessExitError, RefusalError
from unthread.interpreter.standstill import taken
from unthread.interpreter.state import Apart, CodeEvent, Mode, ThreadState
from unthread.program.instructions import Call, Return
from unthread.program.program import Program
from unthread.program.query.graph import graph_of, loops
from unthread.program.standstill import Standstill
from unthread.program.types import Type
from unthread.values.cells import Value

# Where objects lie: few numbers begin like this. What library functions compute of addresses differs between
# the two; that the program's own functions compute nothing of them is watched in the first.
LAYOUTS = (MemoryLayout(0x7E9D5B31), MemoryLayout(0x6BC8E4A7, is_downward=True))
_PART = 500_000  # instructions between two looks at the clock
_BYTES = 1024  # of memory that are copied in the time of an instruction
_MAIN = "main"
_ENDS = (Fault, InfeasibleError, ProcessExitError, RefusalError, UnthreadError, RecursionError)


_Wanted = tuple[int, int | None]  # steps and, if they matter, instructions before a standstill


class _NoInputs:
    def value(self, name: str, type: Type, loc: Loc, thread: int) -> Value:
        raise RefusalError


class _Left:
    """So many seconds of CPU, and what is left until the deadline by the clock, whichever is less: on a
    machine that does other work, an execution gets as far as elsewhere, as long as there is time."""

    def __init__(self, seconds: float, deadline: float) -> None:
        self._until, self._deadline = time.process_time() + seconds, deadline

    def is_some(self) -> bool:
        return time.process_time() < self._until and time.monotonic() < self._deadline


def run_ahead(
    program: Program,
    properties: frozenset[Property],
    least: int = LEAST,
    seconds: float = math.inf,
    deadline: float = math.inf,
) -> Standstill | None:
    """The last standstill, if at least so many instructions lie before it. It takes at most so many `seconds`
    of CPU, and no longer than until the `deadline` by the clock: half of both for each of two executions."""
    halfway = (time.monotonic() + deadline) / 2
    found = _stood(program, properties, LAYOUTS[0], least=least, left=_Left(seconds / 2, halfway))
    return None if found is None else _unless_it_depends(found, program, properties, seconds / 2, deadline)


def run_again(program: Program, properties: frozenset[Property], steps: int) -> Standstill | None:
    """The standstill after so many steps; None if there is none."""
    found = _stood(program, properties, LAYOUTS[0], wanted=(steps, None))
    return None if found is None else _unless_it_depends(found, program, properties, math.inf, math.inf)


def _unless_it_depends(
    found: Standstill, program: Program, properties: frozenset[Property], seconds: float, deadline: float
) -> Standstill | None:
    """Not if it depends on where objects lie: elsewhere, and in another order, everything must be the same
    but the addresses."""
    wanted = found.ahead.steps, found.ahead.instructions
    other = _stood(program, properties, LAYOUTS[1], wanted=wanted, left=_Left(seconds, deadline))
    return found if found == other else None


def _stood(
    program: Program,
    properties: frozenset[Property],
    layout: MemoryLayout,
    least: int = 0,
    wanted: _Wanted | None = None,
    left: _Left | None = None,
) -> Standstill | None:
    main = program.functions.get(_MAIN)
    if main is None or main.is_called_again or program.data_model is not DataModel.M64:
        return None
    everything = frozenset(Property) - {Property.RACE} - ({Property.MEMORY} - properties)
    runner = _Runner(program, everything, layout, least, wanted)
    runner.run(left or _Left(math.inf, math.inf))
    return runner.found()


class _Runner:
    """`wanted`: no other standstill will do."""

    def __init__(
        self,
        program: Program,
        properties: frozenset[Property],
        layout: MemoryLayout,
        least: int,
        wanted: _Wanted | None,
    ) -> None:
        self.wanted = wanted
        self._apart = Apart(layout, watches=layout is LAYOUTS[0])
        self._machine = Machine(
            program, _NoInputs(), properties, lambda stream, text: None, limit=0, apart=self._apart
        )
        self._least = least
        self._last = 0  # instructions, at the last standstill or attempt
        self._taken: Standstill | None = None
        image = self._machine.runtime.image
        self._initial = {name: bytes(item.data or b"") for name, item in image.globals.items()}
        self._main = self._machine.runtime.callees.code(_MAIN)
        assert self._main is not None, "there is a main"
        self._main.stops = frozenset(_stops(self._main))

    def found(self) -> Standstill | None:
        if self._taken is None or self._taken.ahead.instructions < self._least:
            return None
        return replace(self._taken, loops=tuple(self._loops()))

    def run(self, left: _Left) -> None:
        """Until something is in the way, or the time is up."""
        machine = self._machine
        thread = machine.runtime.thread = machine.threads[0]
        machine.runtime.frames = thread.frames
        try:
            while left.is_some():
                machine.allow(_PART)
                if self._go_on(thread) != CodeEvent.LIMIT:
                    return
        except _ENDS:
            pass

    def _go_on(self, thread: ThreadState) -> int:
        """As far as instructions are allowed."""
        while True:
            event = self._segments(thread, Mode.SECTION if thread.atomic else Mode.FREE)
            is_over = self._machine.is_used_up
            if is_over or event not in (CodeEvent.SECTION, CodeEvent.OUTSIDE):
                return CodeEvent.LIMIT if is_over else event

    def _segments(self, thread: ThreadState, mode: Mode) -> int:
        frames = thread.frames
        while True:
            frame = frames[-1]
            table, registers, pc = frame.code.tables[mode], frame.regs, frame.pc
            stops = frame.code.stops
            while pc >= 0:
                if pc in stops:
                    frame.pc = pc
                    self._look()
                pc = table[pc](registers, frame)
            if pc != -1:  # Event.RELOAD
                return pc

    def _look(self) -> None:
        """`main` stands where a search could start."""
        machine = self._machine
        instructions, steps = machine.counters[0], machine.counters[1]
        if len(machine.threads[0].frames) != 2 or not self._is_wanted(steps, instructions):
            return
        enough = max(self._least, machine.runtime.memory.used // _BYTES) if self._least else 0
        if self.wanted is None and instructions - self._last < enough:
            return
        self._last = instructions
        try:
            self._taken = taken(machine, self._apart, self._initial)
        except RefusalError:
            return

    def _is_wanted(self, steps: int, instructions: int) -> bool:
        return self.wanted is None or self.wanted in ((steps, instructions), (steps, None))

    def _loops(self) -> Iterator[tuple[str, Loc]]:
        """The user's loops that were executed."""
        for code in self._machine.runtime.callees.codes():
            for head in sorted(code.heads) if not code.function.library else ():
                if any(head in table.uses for table in code.tables):
                    yield code.function.name, code.loc(head)


def _stops(code: FunctionCode) -> Iterator[int]:
    """Where blocks begin that are in no loop, and before each call in them."""
    graph = graph_of(code.body)
    inside = {number for loop in loops(graph.successors) for number in loop.blocks}
    for number, block in enumerate(graph.blocks):
        for index in range(block.start, block.end) if number not in inside else ():
            item = code.body[index]
            is_first = index == block.start and not isinstance(item, Return)
            if is_first or isinstance(item, Call):
                yield index
