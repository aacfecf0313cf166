"""Where a body is left and taken up again, if threads are switched right before visible steps: `CaseLayout`.

    0  i = 0              begin: case 0
    1  top:
    2  x = i              step, then case 1
    3  i = i + 1
    4  if (i < 3) goto top
    5  return

A thread that runs the body from one of its cases continues to the end of the next step, through atomic
sections as a whole.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unthread.core.diagnostics import Unsupported
from unthread.program.instructions import (
    AtomicBegin,
    AtomicEnd,
    Call,
    Discard,
    Exit,
    Free,
    Instruction,
    Jump,
    Label,
    Return,
    Scope,
    is_step,
)
from unthread.program.query.graph import is_final
from unthread.program.query.sections import depths_of


class CaseLayout:
    """`cases` numbers the instructions at which the body is taken up, `steps` are the first instructions of
    visible steps, `live` is all that is ever run. The return of a thread is a step, that of a function is
    not, unless it reads memory."""

    def __init__(self, body: Sequence[Instruction], *, is_thread: bool = True) -> None:
        self.body = body
        self.is_thread = is_thread
        self.labels = {item.name: index for index, item in enumerate(body) if isinstance(item, Label)}
        self.depths = _checked_depths(body)
        self.steps = frozenset(
            index
            for index, item in enumerate(body)
            if self.depths[index] == 0 and (is_step(item) or (is_thread and isinstance(item, Return)))
        )
        self._left = frozenset(index for index, item in enumerate(body) if self._leaves(index, item))
        self.live: set[int] = set()
        self.cases: dict[int, int] = {}
        self._runs: dict[int, tuple[int, ...]] = {}
        self._explore()

    def _explore(self) -> None:
        starts = [0]
        while starts:
            start = starts.pop()
            if start in self._runs:
                continue
            self._runs[start] = tuple(self._run_from(start))
            self.live.update(self._runs[start])
            for index in self._runs[start]:
                starts += [case for case in self.resumed(index) if case is not None]
        self.cases = {index: number for number, index in enumerate(sorted(self._runs))}

    def run_from(self, case: int) -> tuple[int, ...]:
        """What may run without a switch from there, where the body is resumed."""
        return self._runs[case]

    def _run_from(self, start: int) -> Iterator[int]:
        seen: set[int] = set()
        pending = [start]
        while pending:
            index = pending.pop()
            if index in seen:
                continue
            seen.add(index)
            yield index
            if not self.is_left(index):
                pending += self.successors(index)

    def successors(self, index: int) -> tuple[int, ...]:
        item = self.body[index]
        match item:
            case Jump(label, None):
                return (self.labels[label],)
            case Jump(label):
                return (index + 1, self.labels[label])
            case _:
                return () if is_final(item) else (index + 1,)

    def is_left(self, index: int) -> bool:
        """The instruction is the last one of a step, or leads from one body to another."""
        return index in self._left

    def _leaves(self, index: int, item: Instruction) -> bool:
        if isinstance(item, AtomicEnd):
            return self.depths[index] == 1
        if index in self.steps:
            return not isinstance(item, AtomicBegin)
        return isinstance(item, Call | Return)

    def may_touch(self, index: int) -> bool:
        """The instruction may use memory that others can reach: it is a step, or part of one, or belongs to
        no step."""
        return index in self.steps or self.depths[index] > 0 or isinstance(self.body[index], Free)

    def resumed(self, index: int) -> tuple[int | None, ...]:
        """Where the body is resumed after an instruction that leaves it; None: there is nothing more."""
        return tuple(map(self.resume, self.successors(index))) if self.is_left(index) else ()

    def resume(self, index: int) -> int | None:
        """The first instruction from there on that does anything."""
        seen: set[int] = set()
        while index not in seen:
            seen.add(index)
            match self.body[index]:
                case Label() | Discard():
                    index += 1
                case Jump(label, None):
                    index = self.labels[label]
                case Return() | Exit(Scope.THREAD) if self.is_thread:
                    return None
                case _:
                    return index
        return index

    def case(self, index: int) -> int | None:
        """The number of the case in which the body continues; None: it is over."""
        resumed = self.resume(index)
        return None if resumed is None else self.cases[resumed]


def _checked_depths(body: Sequence[Instruction]) -> list[int]:
    found = []
    for depth, item in zip(depths_of(body), body, strict=True):
        if depth is None:
            found.append(0)
            continue
        if depth.least != depth.most and (is_step(item) or isinstance(item, AtomicEnd | Return | Exit)):
            raise Unsupported("an atomic section that is open on only some paths to this point", item.loc)
        found.append(depth.most)
    return found
