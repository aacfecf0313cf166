"""What calls have read from memory since they last went back to earlier code: `Reads`, while steps are
observed. It says with which values a condition was evaluated."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import field
from typing import TypeAlias

from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.interpreter.state import MachineFrame, ThreadState
from unthread.values.cells import Codec, Value

_NEAR = 6  # innermost calls of the user's functions that are followed

Cell: TypeAlias = tuple[int, Codec]  # address, and what lies there
Known: TypeAlias = dict[Cell, tuple[Value, str]]  # the value, and as text


@dataclass(slots=True)
class _Call:
    frame: MachineFrame
    pc: int = -1  # of its last step
    known: dict[Cell, tuple[Loc, Value, str]] = field(default_factory=dict)

    def come_to(self, pc: int, is_innermost: bool) -> None:
        """Whoever goes back evaluates anew."""
        if pc < self.pc or (pc == self.pc and is_innermost):
            self.known.clear()
        self.pc = pc


class Reads:
    def __init__(self) -> None:
        self._calls: dict[int, list[_Call]] = {}  # by thread

    def begin(self, thread: ThreadState, pc: int) -> None:
        """Before a step of the thread, at `pc` of its innermost call."""
        old = self._calls.get(thread.number, [])
        frames = [frame for frame in thread.frames if not frame.code.function.library][-_NEAR:]
        calls = [
            next((call for call in old if call.frame is frame), None) or _Call(frame) for frame in frames
        ]
        for call in calls:
            is_innermost = call.frame is thread.frames[-1]
            call.come_to(pc if is_innermost else call.frame.pc - 1, is_innermost)
        self._calls[thread.number] = calls

    def add(self, thread: int, cells: Iterable[tuple[int, Codec, Value, str]]) -> None:
        """What the step has read, or left there."""
        for address, cell, value, text in cells:
            for call in self._calls.get(thread, ()):
                call.known[address, cell] = call.frame.code.loc(call.pc), value, text

    def since(self, thread: int, frame: MachineFrame, loc: Loc) -> Known:
        """What the call has read in the text from `loc` on."""
        call = next((call for call in self._calls.get(thread, ()) if call.frame is frame), None)
        found = call.known if call else {}
        return {cell: (value, text) for cell, (at, value, text) in found.items() if is_from(at, loc)}


def is_from(at: Loc, loc: Loc) -> bool:
    """It is at that position or after it."""
    return at.file == loc.file and (at.line, at.column) >= (loc.line, loc.column)
