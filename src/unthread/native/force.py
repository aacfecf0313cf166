"""The story of a native replay: plan, build, run."""

from __future__ import annotations

import tempfile
import time
from pathlib import Path

from unthread.core.process import Limits
from unthread.core.records import dataclass
from unthread.core.source import Source
from unthread.core.trace import Trace
from unthread.native.build import Recipe, build
from unthread.native.plan import Plan, plan_of
from unthread.native.run import Native, run
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


def kit_of(program: Program, source: Source, trace: Trace, compiler: str, with_asan: bool) -> Kit:
    """For a trace that the interpreter has just carried out on this program."""
    plan = plan_of(program, trace)
    assert plan is not None, "a trace that replays leads to its violation"
    own = [name for name, function in program.functions.items() if not function.library]
    return Kit(plan, Recipe(compiler, source, plan.failure, wraps(plan, own), with_asan))


def force(kit: Kit, limits: Limits) -> Native:
    """Builds the program in a directory of its own, which is gone afterwards, and runs it."""
    deadline = time.monotonic() + limits.seconds
    with tempfile.TemporaryDirectory(prefix="unthread-") as name:
        directory = Path(name)
        program = build(kit.recipe, kit.text, directory, limits)
        left = Limits(max(1.0, deadline - time.monotonic()), limits.memory)
        place = directory / "run"
        place.mkdir()
        return run(program, kit.plan, place, left, not kit.recipe.with_asan)
