"""The state of threads in the interpreter: frames with registers and program counters."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, TypeAlias

from unthread.core.source import NOWHERE, Loc
from unthread.program.library import LockSort
from unthread.values.cells import Value

if TYPE_CHECKING:
    from unthread.interpreter.compile.functions import FunctionCode
    from unthread.interpreter.objects import MemoryLayout

Registers: TypeAlias = list[Value | None]


class CodeEvent(IntEnum):
    """Why compiled code came back instead of naming the next instruction of the same frame."""

    RELOAD = -1  # another frame is on top
    STOPPED = -2  # the next instruction is a step
    SECTION = -3  # the outermost AtomicBegin is done
    OUTSIDE = -4  # the outermost AtomicEnd is done
    BLOCKED = -5  # a BlockUntil does not hold
    SPAWNED = -6  # there is a new thread
    ENDED = -7  # the thread is over
    LIMIT = -8  # as many instructions as allowed were executed


class Mode(IntEnum):
    """Ways to compile a function."""

    FREE = 0  # runs through steps
    SECTION = 1  # inside an atomic section: also ends after it
    APPROACH = 2  # ends right before the next step
    SINGLE = 3  # one instruction


class Apart:
    """What is watched while a program is executed before the search (`ahead.py`). Its objects lie where
    numbers seldom lead by chance; `locks` were taken at some time. If it `watches`, the program's own
    functions must not read bytes of addresses as numbers."""

    def __init__(self, layout: MemoryLayout, watches: bool) -> None:
        self.layout = layout
        self.watches = watches
        self.locks: dict[object, LockSort] = {}


Output: TypeAlias = Callable[[int, bytes], None]
Correction: TypeAlias = Callable[[str, tuple[Value, ...], Value], Value]  # of results without a body
Segment: TypeAlias = "Callable[[Registers, MachineFrame], int]"


class MachineFrame:
    """One call. `owned` are the objects that end with it, `target` the caller's register for the
    result (-1: none), `convert` what makes the result fit there."""

    __slots__ = ("code", "convert", "owned", "pc", "regs", "target")

    def __init__(
        self,
        code: FunctionCode,
        regs: Registers,
        target: int = -1,
        convert: Callable[[Value | None], Value] | None = None,
    ) -> None:
        self.code = code
        self.regs = regs
        self.target = target
        self.convert = convert
        self.pc = 0
        self.owned: list[int] = []

    def copy(self) -> MachineFrame:
        twin = MachineFrame(self.code, list(self.regs), self.target, self.convert)
        twin.pc = self.pc
        twin.owned = list(self.owned)
        return twin

    def key(self) -> tuple[object, ...]:
        return self.code.function.name, self.pc, self.target, tuple(self.regs), tuple(self.owned)


class ThreadState:
    """`restart` is where to go back to when a BlockUntil inside an atomic section does not hold:
    depth of the stack, program counter and registers of the frame that began the section.
    `start` is the user's function that the thread runs, `origin` where the user started it."""

    __slots__ = (
        "alive", "atomic", "frames", "locals", "moves", "number", "origin", "restart", "start", "wrote",
    )  # fmt: skip

    def __init__(
        self, number: int, frames: list[MachineFrame], start: str = "main", origin: Loc = NOWHERE
    ) -> None:
        self.number = number
        self.frames = frames
        self.start = start
        self.origin = origin
        self.alive = True
        self.atomic = 0
        self.wrote = False  # memory changed in the current atomic section
        self.restart: tuple[int, int, Registers] | None = None
        self.locals: dict[str, int] = {}  # thread-local variables, name to address
        self.moves = 0  # how often it was given a step

    def copy(self) -> ThreadState:
        twin = ThreadState(self.number, [frame.copy() for frame in self.frames], self.start, self.origin)
        twin.alive, twin.atomic, twin.wrote, twin.moves = self.alive, self.atomic, self.wrote, self.moves
        twin.restart = self.restart
        twin.locals = dict(self.locals)
        return twin

    def key(self) -> tuple[object, ...]:
        return (
            self.alive,
            self.atomic,
            self.wrote,
            tuple(f.key() for f in self.frames),
            tuple(self.locals.items()),
        )
