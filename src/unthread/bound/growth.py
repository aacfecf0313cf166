"""Bounds that grow where executions run into them: `enlarged`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from unthread.core.bounds import Bound, Bounds
from unthread.core.records import dataclass
from unthread.core.request import Request
from unthread.core.source import Loc
from unthread.program.bounded import LoopUse


@dataclass(frozen=True, slots=True)
class Reached:
    """An execution runs into this bound. `is_loop`: it is that of a loop with a position of its own. What is
    cut in a model of the library has the position of the user's call."""

    bound: Bound
    loc: Loc
    is_loop: bool

    @classmethod
    def of(cls, bound: Bound, loc: Loc, loops: Sequence[LoopUse]) -> Reached:
        return cls(bound, loc, bound is Bound.UNWIND and any(use.loc == loc for use in loops))

    def is_free(self, request: Request) -> bool:
        """The bound may be enlarged: the user has not fixed it."""
        if self.is_loop and request.bounds.named(self.loc) is not None:
            return False
        return self.bound not in request.fixed


def enlarged(bounds: Bounds, reached: Iterable[Reached], request: Request, threads: int = 0) -> Bounds:
    """Every bound that is reached and not fixed is doubled, that of a loop for this loop alone. Where threads
    are missing, at least so many are allowed."""
    free = [item for item in reached if item.is_free(request)]
    loops = [item.loc for item in free if item.is_loop]
    kinds = {item.bound for item in free if not item.is_loop}
    if Bound.DEPTH in kinds:
        bounds = replace(bounds, depth=2 * bounds.depth)
    if Bound.THREADS in kinds:
        bounds = replace(bounds, threads=max(1, 2 * bounds.threads, threads))
    for file, line in dict.fromkeys((loc.file, loc.line) for loc in loops):
        bounds = _with_loop(bounds, file, line)
    if Bound.UNWIND in kinds:
        bounds = replace(bounds, unwind=max(1, 2 * bounds.unwind))
    return bounds


def _with_loop(bounds: Bounds, file: str, line: int) -> Bounds:
    """One loop unwound twice as far."""
    times = next((n for f, at, n in bounds.unwind_loops if (f, at) == (file, line)), bounds.unwind)
    others = tuple(entry for entry in bounds.unwind_loops if entry[:2] != (file, line))
    return replace(bounds, unwind_loops=((file, line, max(1, 2 * times)), *others))
