"""What no searcher ever searches: what may come from outside of a program (the arguments that it is
started with, signals, where its objects lie), what library functions without a model do, and what happens
after its last thread."""

from __future__ import annotations

from collections.abc import Iterator

from unthread.analysis.addresses import measured_addresses
from unthread.analysis.call_graph import call_graph
from unthread.analysis.locations import FunctionObject, Object, Site
from unthread.analysis.points_to import PointsTo, points_to_in
from unthread.program.expressions import Binary, BinaryOperator, Expression, operands
from unthread.program.instructions import expressions
from unthread.program.library import END_OF_THREAD
from unthread.program.program import Program
from unthread.program.query.uses import registers_read
from unthread.program.types import FloatType

_ACTIONS = "actions@signal"  # where models/signal.c keeps the handlers
_REALLOC = "realloc"
_EQUALITIES = (BinaryOperator.EQUAL, BinaryOperator.NOT_EQUAL)
_LAST_FUNCTIONS = "exit_handlers@stdlib"  # and models/stdlib.c those of `atexit`


def not_searched(program: Program) -> Iterator[str]:
    """In the words of a verdict: executions with ..."""
    if program.other_arguments and _reads_arguments(program):
        yield program.other_arguments
    yield from program.left_out
    for name in _kept_functions(program, _ACTIONS):
        yield f"a signal handled by '{name}'"
    for name in _kept_functions(program, _LAST_FUNCTIONS) if _main_may_end_alone(program) else ():
        yield f"'{name}' called when the last thread ends after main"
    for name in _with_effects(program):
        yield f"effects of '{name}', which is not modelled: it returns any value"
    for use in measured_addresses(program):
        yield use.text
    if _asks_where_it_was(program):
        yield "realloc leaving an object where it is, which a comparison of pointers may ask"


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


def _asks_where_it_was(program: Program) -> bool:
    """Pointers are compared that may lead to several objects, one of them made by a `realloc`, which always
    moves here."""
    model = program.functions.get(_REALLOC)
    if model is None or not model.library:
        return False
    pairs = list(dict.fromkeys(_compared(program)))
    pointers = points_to_in(program)
    return any(_may_be_old_and_new(pair, pointers) for pair in pairs)


def _may_be_old_and_new(pair: tuple[Expression, Expression], pointers: PointsTo) -> bool:
    sides = [{location.object for location in pointers.targets(side)} for side in pair]
    objects = sides[0] | sides[1]
    return all(sides) and len(objects) > 1 and any(map(_is_moved, objects))


def _is_moved(item: Object) -> bool:
    return isinstance(item, Site) and item.body == _REALLOC


def _compared(program: Program) -> Iterator[tuple[Expression, Expression]]:
    """Both sides of what the user's text compares for equality."""
    for function in program.functions.values():
        for item in () if function.library else function.body:
            pending = list(expressions(item))
            while pending:
                part = pending.pop()
                pending += operands(part)
                if isinstance(part, Binary) and part.operator in _EQUALITIES:
                    yield part.left, part.right


def _main_may_end_alone(program: Program) -> bool:
    graph = call_graph(points_to_in(program))
    return graph.main in graph.runs_in.get(END_OF_THREAD, ())
