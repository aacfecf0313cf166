"""What calls and starts of threads are made of: arguments for parameters, the choice among functions, what
happens where there is nothing to call."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unthread.core.bounds import Bound, several
from unthread.core.properties import Property
from unthread.core.source import Loc
from unthread.program.build.fold import binary, convert, integer
from unthread.program.build.simplify import function_named
from unthread.program.expressions import BinaryOperator, Expression, FunctionAddress, Variable
from unthread.program.instructions import Assert, Assume, Cut, Instruction
from unthread.program.program import Function
from unthread.program.types import INT, PointerType, is_scalar

NOTHING_CALLED = "call through a pointer that does not point to a function"
NOTHING_STARTED = "thread started with something that is not a function"


def passed(
    function: Function, arguments: Sequence[Expression]
) -> Iterator[tuple[Variable, Expression | None]]:
    """What each parameter gets; None: anything, because the call says nothing."""
    for number, parameter in enumerate(function.parameters):
        if number >= len(arguments):
            yield parameter, None
        elif is_scalar(arguments[number].type):
            yield parameter, convert(arguments[number], parameter.type)
        else:
            yield parameter, arguments[number]


def points_elsewhere(pointer: Expression, name: str, type: PointerType) -> Expression:
    """The pointer is not the address of the function of that name."""
    address = convert(FunctionAddress(name, type), pointer.type)
    return binary(BinaryOperator.NOT_EQUAL, pointer, address, INT)


def to_nothing(message: str, loc: Loc) -> Iterator[Instruction]:
    """A pointer to no function: nothing sensible can follow, whether the property is checked or not."""
    yield Assert(integer(0), Property.MEMORY, message, loc)
    yield Assume(integer(0), loc)


def error_reached(name: str, loc: Loc) -> Iterator[Instruction]:
    """A call of one of the functions that are an error, without a body."""
    yield Assert(integer(0), Property.REACH, f"{name}() is reached", loc)
    yield Assume(integer(0), loc)


def without_body(name: str) -> str:
    """What is assumed of a function without a definition."""
    return f"'{name}' has no body: it returns any value and changes nothing"


def too_deep(name: str, depth: int, loc: Loc) -> Cut:
    return Cut(f"more than {several(depth, 'active call')} of '{name}'", loc, Bound.DEPTH)


def users_routine(routine: Function, argument: Expression) -> str:
    """The user's start routine: what the library's own is given to call."""
    given = function_named(argument)
    return given if given is not None and routine.library else routine.name
