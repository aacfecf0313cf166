"""Executes programs and notes what points-to analysis has to foresee.

The interpreter can log accesses while it is in an atomic section; here it does so all the time, with the
function and instruction of each. Calls through pointers and allocations are noted by the runtime.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from unittest.mock import patch

from tests.support.locations import contains
from unthread.analysis.locations import UNKNOWN, FunctionObject, Object, Site
from unthread.analysis.points_to import PointsTo, points_to_in
from unthread.core.diagnostics import UnthreadError
from unthread.interpreter import machine as interpret
from unthread.interpreter.compile import functions as compile
from unthread.interpreter.compile.convention import CallSite
from unthread.interpreter.compile.segments import SegmentWriter
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Machine, Outcome
from unthread.interpreter.objects import Object as RuntimeObject
from unthread.interpreter.objects import ObjectKind
from unthread.interpreter.runtime import Runtime
from unthread.interpreter.schedulers import RandomScheduler
from unthread.interpreter.state import MachineFrame, Mode
from unthread.program.expressions import Variable
from unthread.program.instructions import Call, Instruction, Region, Spawn, accesses
from unthread.program.program import Program
from unthread.program.types import Type
from unthread.values.cells import Codec, Value

LIMIT = 300_000


@dataclass(frozen=True, slots=True)
class Touched:
    """Instruction `index` of `body` touched `size` bytes at `offset` of an object."""

    body: str
    index: int
    writes: bool
    object: Object
    offset: int
    size: int


@dataclass(frozen=True, slots=True)
class Called:
    body: str
    index: int
    callee: str


@dataclass(slots=True)
class Record:
    """What happened, each thing once. `outcome` is None when the interpreter gave up."""

    touched: set[Touched] = field(default_factory=set)
    called: set[Called] = field(default_factory=set)
    outcome: Outcome | None = None


class RecordingRuntime(Runtime):
    record: Record

    def log(self, address: int, cell: Codec, writes: bool, pc: int) -> None:
        item = self.memory.objects.get(address >> self.memory.shift)
        if item is None or item.ended:
            return  # no valid access
        offset = address - item.base
        if not 0 <= offset <= item.size - cell.size:
            return
        name = self.frames[-1].code.function.name
        self.record.touched.add(Touched(name, pc, writes, self.sites(item), offset, cell.size))

    def sites(self, item: RuntimeObject) -> Object:
        if item.variable is not None:
            return item.variable
        if item.kind is ObjectKind.FUNCTION:
            return FunctionObject(item.name)
        return self.allocated.get(item.base, UNKNOWN)

    @property
    def allocated(self) -> dict[int, Object]:
        found: dict[int, Object] = self.__dict__.setdefault("_allocated", {})
        return found

    def allocate(
        self, size: int, zeroed: bool, region: Region, frame: MachineFrame, pc: int, target: Variable
    ) -> int:
        base = super().allocate(size, zeroed, region, frame, pc, target)
        self.allocated[base] = Site(frame.code.function.name, pc)
        return base

    def call(
        self,
        address: int,
        values: tuple[Value, ...],
        varargs: int,
        site: CallSite,
        frame: MachineFrame,
        pc: int,
    ) -> int:
        self.record.called.add(Called(frame.code.function.name, pc, self.callees.name_at(address)))
        return super().call(address, values, varargs, site, frame, pc)

    def spawn(self, address: int, argument: Value, type: Type, pc: int) -> int:
        name = self.frames[-1].code.function.name
        self.record.called.add(Called(name, pc, self.callees.name_at(address)))
        return super().spawn(address, argument, type, pc)


class LoggingWriter(SegmentWriter):
    def __init__(self, code: compile.FunctionCode, mode: Mode, start: int, is_cold: bool = False) -> None:
        super().__init__(code, mode, start, is_cold)
        self.expressions.log = True


def execute(program: Program, seed: int = 0, limit: int = LIMIT) -> Record:
    """One execution with random inputs under a random schedule; violations end it."""
    record = Record()

    class Recording(RecordingRuntime):
        pass

    Recording.record = record
    with patch.object(interpret, "Runtime", Recording), patch.object(compile, "SegmentWriter", LoggingWriter):
        machine = Machine(
            program,
            RandomInputs(seed),
            frozenset(),
            lambda stream, text: None,
            undefined="any",
            limit=limit,
        )
        with suppress(UnthreadError):
            record.outcome = machine.run(RandomScheduler(seed))
    return record


def unforeseen(program: Program, record: Record, pointers: PointsTo | None = None) -> list[str]:
    """What happened although the analysis says that it cannot."""
    pointers = pointers or points_to_in(program)
    missing = [
        f"{item} by {program.functions[item.body].body[item.index]}"
        for item in record.touched
        if not _is_foreseen(item, program.functions[item.body].body[item.index], pointers)
    ]
    for item in record.called:
        assert isinstance(program.functions[item.body].body[item.index], Call | Spawn)
        if item.callee not in pointers.callees(item.body, item.index):
            missing.append(str(item))
    return missing


def _is_foreseen(touched: Touched, instruction: Instruction, pointers: PointsTo) -> bool:
    return any(
        access.writes == touched.writes
        and _same(location.object, touched.object)
        and contains(location, touched.offset)
        for access in accesses(instruction)
        for location in pointers.places(access.place)
    )


def _same(one: Object, other: Object) -> bool:
    if isinstance(one, Site) and isinstance(other, Site):
        return (one.body, one.index) == (other.body, other.index)
    return one == other
