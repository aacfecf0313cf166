"""What is never searched, whoever searches: what may come from outside of a program (the arguments that it is
started with, signals, where its objects lie), and what happens after its last thread."""

from __future__ import annotations

from collections.abc import Iterator

from unthread.analysis.call_graph import call_graph
from unthread.analysis.locations import FunctionObject
from unthread.analysis.points_to import points_to_in
from unthread.core.source import Loc
from unthread.program.expressions import COMPARISONS, Binary, BinaryOperator, Constant, Convert, operands
from unthread.program.graph import registers_read
from unthread.program.instructions import expressions
from unthread.program.program import Program
from unthread.program.types import PointerType

_ACTIONS = "actions@signal"  # where models/signal.c keeps the handlers
_LAST_FUNCTIONS = "exit_handlers@stdlib"  # and models/stdlib.c those of `atexit`
_END_OF_THREAD = "pthread_exit"
_PAGE = 4096
_ORDER = COMPARISONS - {BinaryOperator.EQUAL, BinaryOperator.NOT_EQUAL}


def not_searched(program: Program) -> Iterator[str]:
    """In the words of a verdict: executions with ..."""
    if _reads_arguments(program):
        yield "arguments of the program: argc is 1"
    for name in _kept_functions(program, _ACTIONS):
        yield f"a signal that '{name}' handles"
    for name in _kept_functions(program, _LAST_FUNCTIONS) if _main_may_end_alone(program) else ():
        yield f"'{name}' at the end of the last thread, main having ended before"
    for loc in dict.fromkeys(_measured_addresses(program)):
        yield f"objects at other addresses: one is compared with a number at {loc}"


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
    return graph.main in graph.runs_in.get(_END_OF_THREAD, ())


def _measured_addresses(program: Program) -> Iterator[Loc]:
    """Where the user asks whether an address is less or more than a number. It is never in the first or the
    last page: comparisons with these are how errors travel in pointers, and mean the same everywhere."""
    last = (1 << 8 * program.pointer_size) - _PAGE
    for function in program.functions.values():
        for item in () if function.library else function.body:
            pending = list(expressions(item))
            while pending:
                expression = pending.pop()
                pending += operands(expression)
                match expression:
                    case Binary(operator, Convert(operand), Constant(int(number))) | Binary(
                        operator, Constant(int(number)), Convert(operand)
                    ) if operator in _ORDER and isinstance(operand.type, PointerType):
                        if _PAGE <= number % (1 << 8 * program.pointer_size) < last:
                            yield item.loc
