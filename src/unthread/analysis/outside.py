"""What no searcher ever searches: what may come from outside of a program (the arguments that it is
started with, signals, where its objects lie), what library functions without a model do, and what happens
after its last thread."""

from __future__ import annotations

from collections.abc import Iterator

from unthread.analysis.addresses import measured_addresses
from unthread.analysis.call_graph import call_graph
from unthread.analysis.locations import FunctionObject
from unthread.analysis.points_to import points_to_in
from unthread.program.library import END_OF_THREAD
from unthread.program.program import Program
from unthread.program.query.uses import registers_read
from unthread.program.types import FloatType

_ACTIONS = "actions@signal"  # where models/signal.c keeps the handlers
_LAST_FUNCTIONS = "exit_handlers@stdlib"  # and models/stdlib.c those of `atexit`


def not_searched(program: Program) -> Iterator[str]:
    """In the words of a verdict: executions with ..."""
    if program.other_arguments and _reads_arguments(program):
        yield program.other_arguments
    for name in _kept_functions(program, _ACTIONS):
        yield f"a signal handled by '{name}'"
    for name in _kept_functions(program, _LAST_FUNCTIONS) if _main_may_end_alone(program) else ():
        yield f"'{name}' called when the last thread ends after main"
    for name in _with_effects(program):
        yield f"effects of '{name}', which is not modelled: it returns any value"
    for use in measured_addresses(program):
        yield f"objects at other addresses: {use.what} at {use.loc}"


def _with_effects(program: Program) -> list[str]:
    """Library functions without a model that may do more than compute a number, as those of <math.h> do."""
    return sorted(
        name for name in program.guessed if not isinstance(program.undefined[name].result, FloatType)
    )


def _reads_arguments(program: Program) -> bool:
    main = program.functions.get("main")
    return main is not None and any(
        variable in main.parameters for item in main.body for variable in registers_read(item)
    )


def _kept_functions(program: Program, variable: str) -> list[str]:
    """Functions that the library was asked to call: when a signal arrives, which none does, or at the end."""
    kept = program.globals.get(variable)
    found = () if kept is None else points_to_in(program).contents(kept.variable)
    return sorted(place.object.name for place in found if isinstance(place.object, FunctionObject))


def _main_may_end_alone(program: Program) -> bool:
    graph = call_graph(points_to_in(program))
    return graph.main in graph.runs_in.get(END_OF_THREAD, ())
