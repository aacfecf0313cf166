"""The memory orders that the user's text asks for → where they are weaker than sequentially consistent.

The prelude turns every atomic access and fence that names its order into plain C with a mark on it. An order
counts as weak unless it is known: a constant, a choice of constants, or a parameter that is never set and
that every call of the function gives such an order (`static inline` wrappers).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.program.expressions import (
    Conditional,
    Constant,
    Convert,
    Expression,
    FunctionAddress,
    Read,
    Variable,
    VariablePlace,
    operands,
)
from unthread.program.instructions import (
    AtomicBegin,
    Call,
    accesses,
    defined_register,
    expressions,
)
from unthread.program.program import Function, GlobalVariable
from unthread.program.types import AtomicType

_SEQUENTIALLY_CONSISTENT = 5  # __ATOMIC_SEQ_CST
_ORDER = 0xFFFF  # GCC's hints for lock elision lie above


@dataclass(frozen=True, slots=True)
class OrderMark:
    """`order` is asked for at `loc`, by a fence or by the atomic section that begins there."""

    loc: Loc
    order: Expression
    fence: bool


def weak_accesses(
    marks: Sequence[OrderMark], functions: Mapping[str, Function], variables: Mapping[str, GlobalVariable]
) -> tuple[Loc, ...]:
    """Where an order is not known to be sequentially consistent, in code that was not found to be dead."""
    orders = _Orders(functions, variables)
    sections = {
        item.loc
        for name in {mark.loc.function for mark in marks if not mark.fence} & functions.keys()
        for item in functions[name].body
        if isinstance(item, AtomicBegin)
    }
    found = (
        mark.loc
        for mark in marks
        if (mark.fence or mark.loc in sections) and not orders.is_strong(mark.order, mark.loc.function)
    )
    return tuple(dict.fromkeys(found))


def volatile_accesses(functions: Mapping[str, Function]) -> tuple[Loc, ...]:
    """Those that count as atomic: no order is asked for, and machines give none."""
    found = (
        item.loc
        for function in functions.values()
        for item in function.body
        for access in accesses(item)
        if isinstance(access.place.type, AtomicType) and access.place.type.volatile
    )
    return tuple(dict.fromkeys(found))


class _Orders:
    def __init__(self, functions: Mapping[str, Function], variables: Mapping[str, GlobalVariable]) -> None:
        self._functions = functions
        self._variables = variables
        self._calls: dict[str, list[tuple[str, Call]]] | None = None
        self._addressed: set[str] = set()  # functions that may be called through a pointer

    def is_strong(self, order: Expression, function: str) -> bool:
        """All that it may be is sequentially consistent; calls that hand it on are followed back."""
        pending, seen = [(order, function)], set[Variable]()
        while pending:
            order, function = pending.pop()
            match order:
                case Constant(int(value)) if value & _ORDER == _SEQUENTIALLY_CONSISTENT:
                    continue
                case Convert(operand):
                    pending.append((operand, function))
                case Conditional(_, then, otherwise):
                    pending += [(then, function), (otherwise, function)]
                case Read(VariablePlace(variable)):
                    given = [] if variable in seen else self._given(variable, function)
                    if given is None:
                        return False
                    seen.add(variable)
                    pending += given
                case _:
                    return False
        return True

    def _given(self, variable: Variable, name: str) -> list[tuple[Expression, str]] | None:
        """What callers pass for a parameter that the function never sets; None if that is not known."""
        function = self._functions.get(name)
        if function is None or variable not in function.parameters:
            return None
        if any(defined_register(item) == variable for item in function.body):
            return None
        position = function.parameters.index(variable)
        calls = self._calls_of(name)
        if not calls or any(position >= len(call.arguments) for _, call in calls):
            return None
        return [(call.arguments[position], caller) for caller, call in calls]

    def _calls_of(self, name: str) -> list[tuple[str, Call]]:
        """All calls of a function, each with its caller; none if there may be others."""
        if self._calls is None:
            self._calls = {}
            self._collect(self._calls)
        return [] if name in self._addressed else self._calls.get(name, [])

    def _collect(self, calls: dict[str, list[tuple[str, Call]]]) -> None:
        for name, function in self._functions.items():
            for item in function.body:
                for expression in expressions(item):
                    direct = isinstance(item, Call) and expression is item.function
                    if direct and isinstance(item, Call) and isinstance(expression, FunctionAddress):
                        calls.setdefault(expression.name, []).append((name, item))
                    else:
                        self._addressed.update(_addresses(expression))
        for variable in self._variables.values():
            for part in variable.initial:
                self._addressed.update(_addresses(part.value))


def _addresses(expression: Expression) -> Iterator[str]:
    """The functions whose addresses are in an expression."""
    pending = [expression]
    while pending:
        part = pending.pop()
        if isinstance(part, FunctionAddress):
            yield part.name
        pending += operands(part)
