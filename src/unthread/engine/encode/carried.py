"""Registers whose values only get from one place in memory to another: nothing is computed of them, and no
branch depends on them.

t = a[i]; b[i] = t;
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from unthread.program.expressions import Convert, Expression, Read, Variable, VariablePlace
from unthread.program.instructions import Assign, Instruction
from unthread.program.query.uses import evaluated


def carried(body: Iterable[Instruction]) -> frozenset[Variable]:
    """Those variables of the body that are read as a whole, if at all, and then stored as they are."""
    moves: dict[Variable, set[Variable]] = {}
    found: set[Variable] = set()
    computed: set[Variable] = set()
    for item in body:
        source = moved_from(item)
        for variable in evaluated(item):
            found.add(variable)
            if source is None or variable != source:
                computed.add(variable)
        if source is not None and isinstance(item, Assign) and isinstance(item.target, VariablePlace):
            moves.setdefault(item.target.variable, set()).add(source)
    return frozenset(found) - frozenset(_sources(computed, moves))


def moved_from(item: Instruction) -> Variable | None:
    """The variable whose value is stored somewhere, perhaps cut or extended."""
    value = item.value if isinstance(item, Assign) else None
    match _unconverted(value):
        case Read(VariablePlace(variable)):
            return variable
        case _:
            return None


def only_loads(item: Instruction) -> Variable | None:
    """The variable that becomes what is read from memory, perhaps cut or extended."""
    match item:
        case Assign(VariablePlace(variable), value) if isinstance(_unconverted(value), Read):
            return variable
        case _:
            return None


def _unconverted(value: Expression | None) -> Expression | None:
    while isinstance(value, Convert):
        value = value.operand
    return value


def _sources(computed: set[Variable], moves: dict[Variable, set[Variable]]) -> Iterator[Variable]:
    """With whatever flows into them."""
    pending, seen = list(computed), set(computed)
    while pending:
        variable = pending.pop()
        yield variable
        new = moves.get(variable, set()) - seen
        seen |= new
        pending += new
