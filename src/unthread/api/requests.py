"""What the options of a check ask: `Request`, `Limits`, and the property file if there is one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from unthread.api.values import (
    BYTES,
    SECONDS,
    read_named_loops,
    read_properties,
    read_quantity,
    read_reductions,
)
from unthread.core.diagnostics import UsageError
from unthread.options import CheckOptions

if TYPE_CHECKING:
    from unthread.core.request import Request
    from unthread.story import Limits
    from unthread.svcomp.properties import Specification


def specification_of(options: CheckOptions) -> Specification | None:
    """What a property file of SV-COMP asks; None if no such file is named."""
    text = options.properties
    if text is None or not text.endswith(".prp"):
        return None
    from unthread.svcomp.properties import read_specification

    if options.linearizable:
        raise UsageError("--linearizable cannot be combined with a property file")
    return read_specification(Path(text))


def request_of(options: CheckOptions, specification: Specification | None) -> Request:
    from unthread.core.bounds import Bound, Bounds
    from unthread.core.request import LEAST, Encoding, Request

    properties = specification.properties if specification else read_properties(options.properties)
    first = Bounds(unwind=2)
    bounds = Bounds(
        first.unwind if options.unwind is None else options.unwind,
        read_named_loops(options.unwind_loops),
        options.unwind_max,
        first.depth if options.depth is None else options.depth,
        first.threads if options.threads is None else options.threads,
    )
    given = {Bound.UNWIND: options.unwind, Bound.DEPTH: options.depth, Bound.THREADS: options.threads}
    fixed = frozenset(name for name, value in given.items() if value is not None)
    reductions = read_reductions(options.reduce, options.no_reduce, searches=True)
    if options.rounds and options.encoding == "order":
        raise UsageError("--encoding order has no rounds", hint="leave out --rounds, or --encoding")
    sample = not (options.no_sample or options.every or fixed or options.rounds)
    is_sequential = specification is not None or options.memory_model == "sc"  # a rule of SV-COMP
    accepted = _accepted(options, specification)
    request = Request(
        properties,
        bounds,
        fixed,
        options.rounds,
        reductions,
        options.every,
        sample and not accepted,
        is_sequential,
        options.coverage,
        None if options.no_run_ahead else LEAST,
        accepted=accepted,
        encoding=Encoding(options.encoding),
        with_invariants=options.prove == "invariants",
    )
    return _without_deadlocks(request, options.properties is not None) if options.linearizable else request


def _accepted(options: CheckOptions, specification: Specification | None) -> frozenset[str]:
    """What the search continues past."""
    for flag, file in (("--baseline", options.baseline), ("--write-baseline", options.write_baseline)):
        if file is not None and specification is not None:
            raise UsageError(f"{flag} cannot be combined with a property file")
    if options.baseline is None:
        return frozenset()
    from unthread.project.baseline import read_baseline

    return read_baseline(Path(options.baseline)).identities


def _without_deadlocks(request: Request, is_chosen: bool) -> Request:
    """In a sequential run, an operation that waits for another one waits forever, which proves nothing."""
    from unthread.core.properties import Property

    if is_chosen and Property.DEADLOCK in request.properties:
        raise UsageError(
            "--linearizable cannot check deadlock: operations that wait would also wait in sequential runs",
            hint="'unthread harness' writes a program for which deadlock can be checked",
        )
    return replace(request, properties=request.properties - {Property.DEADLOCK})


def limits_of(options: CheckOptions) -> Limits:
    from unthread.story import Limits, default_limits

    usual = default_limits()
    seconds = read_quantity("--time", options.time, SECONDS)
    memory = read_quantity("--memory", options.memory, BYTES) if options.memory else usual.memory
    return Limits(seconds, int(memory))
