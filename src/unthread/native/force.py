"""The story of a native replay: plan, build, run."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from unthread.core.process import Limits
from unthread.core.records import dataclass
from unthread.core.source import Source
from unthread.core.trace import Trace
from unthread.native.build import Recipe, build
from unthread.native.debugger import debug
from unthread.native.plan import Plan, plan_of
from unthread.native.run import Native, run
from unthread.native.steady import steadied
from unthread.native.text import plan_text, wraps
from unthread.program.program import Program


@dataclass(frozen=True, slots=True)
class Kit:
    """All that it takes to build the program that fails."""

    plan: Plan
    recipe: Recipe

    @property
    def text(self) -> str:
        return plan_text(self.plan)


@dataclass(frozen=True, slots=True)
class ReplayTask:
    """A trace that the interpreter has just carried out on a program read from `source`."""

    program: Program
    source: Source
    trace: Trace
    compiler: str
    with_asan: bool

    def kit(self, trace: Trace) -> Kit:
        plan = plan_of(self.program, trace)
        assert plan is not None, "a trace that replays leads to its violation"
        own = [name for name, function in self.program.functions.items() if not function.library]
        recipe = Recipe(self.compiler, self.source, plan.failure, wraps(plan, own), self.with_asan)
        return Kit(plan, recipe)


@dataclass(frozen=True, slots=True)
class Forced:
    """What came of it. `is_steadied`: switches were moved out of lines that the compiler evaluates in another
    order."""

    kit: Kit
    native: Native
    is_steadied: bool = False


def force(task: ReplayTask, limits: Limits) -> Forced:
    """Builds the program and runs it; once more if the order of evaluation may be what is in the way."""
    kit = task.kit(task.trace)
    native = _run(kit, limits)
    if native.is_reproduced:
        return Forced(kit, native)
    steadier = steadied(task.program, task.source, task.trace)
    if steadier is None:
        return Forced(kit, native)
    other = task.kit(steadier)
    again = _run(other, limits)
    return Forced(other, again, True) if again.is_reproduced else Forced(kit, native)


def _run(kit: Kit, limits: Limits) -> Native:
    with _built(kit, limits) as (program, place, left):
        return run(program, kit.plan, place, left, not kit.recipe.with_asan)


def force_in_debugger(kit: Kit, gdb: str, limits: Limits) -> bool:
    """Whether the program came to its failure."""
    with _built(kit, limits) as (program, place, left):
        return debug(gdb, program, kit.plan, place, left)


@contextmanager
def _built(kit: Kit, limits: Limits) -> Iterator[tuple[Path, Path, Limits]]:
    """The program, a directory to run it in, both of which are gone afterwards, and what is left of the
    limits."""
    deadline = time.monotonic() + limits.seconds
    with tempfile.TemporaryDirectory(prefix="unthread-") as name:
        program = build(kit.recipe, kit.text, Path(name), limits)
        place = Path(name) / "run"
        place.mkdir()
        yield program, place, Limits(max(1.0, deadline - time.monotonic()), limits.memory)
