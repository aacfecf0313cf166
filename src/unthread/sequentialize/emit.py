"""One door to the four schemas: `emit`."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import field

from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.diagnostics import UsageError
from unthread.core.properties import ASSERTED, Property
from unthread.core.records import dataclass
from unthread.core.request import USUAL, Reduction
from unthread.program.program import Program
from unthread.sequentialize.emitted import Dialect, Emitted, Schema
from unthread.sequentialize.lazy import LazyOptions, lazy
from unthread.sequentialize.one_loop.interleave import InterleaveOptions, interleave

# The others ask about several threads at one moment, which no assertion in one thread can.
EMITTED_PROPERTIES = frozenset({Property.REACH, Property.LOCK, Property.MEMORY, Property.ARITH})


@dataclass(frozen=True, slots=True)
class Emission:
    """What to emit. `unwind`, `rounds`, `order` and `reductions` matter to the lazy schemas, `por` and
    `invariants` to `interleave`."""

    schema: Schema = Schema.LAZY
    dialect: Dialect = Dialect.SVCOMP
    bounds: Bounds = field(default_factory=Bounds)
    rounds: int = 2
    order: tuple[int, ...] = ()
    reductions: frozenset[Reduction] = USUAL
    properties: frozenset[Property] = ASSERTED
    por: bool = False
    invariants: bool = False


def emit(program: Program, emission: Emission) -> Emitted:
    """The program as sequential C. In what is checked with `memory` and `arith`, the C text leaves pointers
    and overflows to the checks of the tool that reads it."""
    for property in emission.properties - EMITTED_PROPERTIES:
        raise UsageError(
            f"'{property}' cannot be asserted in sequential C",
            hint=f"emitted C can assert {', '.join(sorted(EMITTED_PROPERTIES))}",
        )
    with _without_collector():
        return _emitted(program, emission)


@contextmanager
def _without_collector() -> Iterator[None]:
    """Text is made of many small objects that last and refer to each other in no circles: looking for those
    takes a fifth of the time. Afterwards these objects count as old, so that they are not looked at again at
    once."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.freeze()
            gc.unfreeze()
            gc.enable()


def _emitted(program: Program, emission: Emission) -> Emitted:
    dialect, bounds = emission.dialect, emission.bounds
    match emission.schema:
        case Schema.LAZY | Schema.LAZY_PRUNED:
            bounded = bound(program, bounds, emission.properties)
            points = visible_points(bounded, emission.reductions)
            options = LazyOptions(emission.rounds, emission.schema, dialect, emission.order)
            return lazy(bounded, points, options)
        case Schema.INTERLEAVE:
            return interleave(
                program,
                InterleaveOptions(dialect, bounds.threads, bounds.depth, emission.por, emission.invariants),
                emission.properties,
            )
        case Schema.STEPWISE:
            from unthread.sequentialize.one_loop.stepwise import StepwiseOptions, stepwise

            return stepwise(
                program, StepwiseOptions(dialect, bounds.threads, bounds.depth), emission.properties
            )
