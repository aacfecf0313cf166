"""What may come from outside of a program and is never searched, whoever searches: the arguments that it is
started with, and signals."""

from __future__ import annotations

from collections.abc import Iterator

from unthread.analysis.locations import FunctionObject
from unthread.analysis.points_to import points_to_in
from unthread.program.graph import registers_read
from unthread.program.program import Program

_HANDLERS = "actions@signal"  # where models/signal.c keeps them


def not_searched(program: Program) -> Iterator[str]:
    """In the words of a verdict: executions with ..."""
    if _reads_arguments(program):
        yield "arguments of the program: argc is 1"
    for name in _signal_handlers(program):
        yield f"a signal that '{name}' handles"


def _reads_arguments(program: Program) -> bool:
    main = program.functions.get("main")
    return main is not None and any(
        variable in main.parameters for item in main.body for variable in registers_read(item)
    )


def _signal_handlers(program: Program) -> list[str]:
    """Functions of the user that the library was asked to call when a signal arrives, which it never does."""
    kept = program.globals.get(_HANDLERS)
    found = () if kept is None else points_to_in(program).contents(kept.variable)
    return sorted(place.object.name for place in found if isinstance(place.object, FunctionObject))
