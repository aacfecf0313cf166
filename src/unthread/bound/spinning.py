"""Waiting loops that say what they wait for, so that a deadlock is one question for them as well.

    top: t = flag; if (!t) goto top;     becomes     top: wait until (flag); t = flag; if (!t) goto top;

In: a Program. Out: one with the same executions, but for rounds that change nothing: who would go round waits
instead. That is exact where a round looks at memory once and nothing in it can go wrong but that look, which
the wait does as well. Other loops stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from unthread.bound.shape import LoopNode, Shape, shape_of
from unthread.bound.waiting import CANCELLATION_POINT, Waiting, as_comparison
from unthread.core.properties import Property
from unthread.program.expressions import (
    Binary,
    BinaryOperator,
    Conditional,
    Dereference,
    Element,
    Expression,
    Member,
    Place,
    Storage,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
    is_register,
    memory_reads,
    operands,
)
from unthread.program.fold import integer, negation
from unthread.program.instructions import (
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Call,
    Declare,
    Discard,
    Instruction,
    Jump,
    Label,
    defined_register,
    expressions,
)
from unthread.program.program import Function, Program
from unthread.program.rewrite import substitute
from unthread.program.simplify import function_named
from unthread.program.tidy import registers_in
from unthread.program.types import INT

_MOST_PATHS = 16
_ARITHMETIC = frozenset(
    {
        BinaryOperator.ADD,
        BinaryOperator.SUBTRACT,
        BinaryOperator.MULTIPLY,
        BinaryOperator.DIVIDE,
        BinaryOperator.REMAINDER,
        BinaryOperator.SHIFT_LEFT,
        BinaryOperator.SHIFT_RIGHT,
    }
)


def with_waits(program: Program, properties: frozenset[Property]) -> Program:
    """The program as it is searched for these properties. Where races count, loops that look at memory by
    plain reads, which may race, stay as they are."""
    if Property.DEADLOCK not in properties:
        return program
    may_be_plain = Property.RACE not in properties
    waiting = Waiting(program)

    quiet: dict[str, bool] = {}

    def is_quiet(function: Expression) -> bool:
        """Nothing can go wrong in the function: what a round calls changes nothing, but it may assert."""
        name = function_named(function) or ""
        if name not in quiet:
            quiet[name] = name.startswith(CANCELLATION_POINT) or name not in program.functions
            if not quiet[name]:  # which it is for a call of itself
                quiet[name] = all(map(is_harmless, program.functions[name].body))
        return quiet[name]

    def is_harmless(item: Instruction) -> bool:
        return not isinstance(item, Assert | Assume) and (
            not isinstance(item, Call) or is_quiet(item.function)
        )

    functions = {
        name: function if function.library else _with_waits(function, waiting, is_quiet, may_be_plain)
        for name, function in program.functions.items()
    }
    return replace(program, functions=functions)


def waits_of(program: Program) -> frozenset[object]:
    """The positions of loops that say what they wait for."""
    users = (function for function in program.functions.values() if not function.library)
    return frozenset(i.loc for function in users for i in function.body if isinstance(i, BlockUntil))


def _with_waits(
    function: Function, waiting: Waiting, is_quiet: Callable[[Expression], bool], may_be_plain: bool
) -> Function:
    shape = shape_of(function)
    found: dict[int, BlockUntil] = {}  # behind which label
    for node in shape.nodes:
        if waiting.edges(shape) >= node.back and not _is_inside_section(shape, node):
            condition = _going_round(shape, node, is_quiet, may_be_plain)
            if condition is not None:
                found[_top(shape, node)] = BlockUntil(negation(condition), node.loc)
    if not found:
        return function
    body: list[Instruction] = []
    for index, instruction in enumerate(function.body):
        body.append(instruction)
        if index in found:
            body.append(found[index])
    return replace(function, body=tuple(body))


def _top(shape: Shape, node: LoopNode) -> int:
    """The last of the labels with which the loop begins."""
    index = shape.graph.blocks[node.loop.entries[0]].start
    while isinstance(shape.function.body[index + 1], Label):
        index += 1
    return index


def _is_inside_section(shape: Shape, node: LoopNode) -> bool:
    """Some way to the loop is inside an atomic section: nobody may wait there."""
    pending, seen = [(0, 0)], set[tuple[int, int]]()
    while pending:
        block, depth = pending.pop()
        if (block, depth) in seen:
            continue
        seen.add((block, depth))
        if block == node.loop.entries[0] and depth:
            return True
        part = shape.graph.blocks[block]
        for instruction in shape.function.body[part.start : part.end]:
            depth += isinstance(instruction, AtomicBegin) - isinstance(instruction, AtomicEnd)
        pending += [(target, max(depth, 0)) for target in shape.graph.successors[block]]
    return False


@dataclass(slots=True)
class _Way:
    """On the way round: where it is, what registers hold in terms of those at the top and of memory, what the
    branches taken say, and how often it has looked at memory."""

    block: int
    values: dict[Variable, Expression | None]  # None: who knows
    condition: Expression
    may_be_plain: bool  # a look outside of sections
    looks: int = 0
    depth: int = 0
    has_looked: bool = False  # in this section


def _going_round(
    shape: Shape, node: LoopNode, is_quiet: Callable[[Expression], bool], may_be_plain: bool
) -> Expression | None:
    """When a round, begun and ended at this moment, would change nothing; None if that cannot be said."""
    rounds: list[Expression] = []
    pending = [_Way(node.loop.entries[0], {}, integer(1), may_be_plain)]
    paths = 0
    while pending:
        way = pending.pop()
        paths += 1
        if paths > _MOST_PATHS or not _follow(shape, way, is_quiet):
            return None
        for target, condition in _branches(shape, way) if way.condition != integer(0) else ():
            if condition is None:
                return None
            both = _both(way.condition, condition)
            if (way.block, target) in node.back:
                rounds.append(both)
            elif target in node.loop.blocks:
                pending.append(replace(way, block=target, values=dict(way.values), condition=both))
    if not rounds:
        return None
    result = rounds[0]
    for other in rounds[1:]:
        result = _either(result, other)
    return result if memory_reads(result) else None  # a loop without an end waits for nobody


def _follow(shape: Shape, way: _Way, is_quiet: Callable[[Expression], bool]) -> bool:
    """The instructions of a block; False if they are more than one look at memory, may go wrong, or cannot be
    told."""
    part = shape.graph.blocks[way.block]
    for instruction in shape.function.body[part.start : part.end]:
        if any(map(_computes, expressions(instruction))):
            return False
        match instruction:
            case AtomicBegin():
                way.depth += 1
                way.has_looked = False
            case AtomicEnd():
                way.depth -= 1
            case Assign(target, value) if is_register(target):
                if not _look(way, value):
                    return False
                register = defined_register(instruction)
                assert register is not None
                way.values[register] = _value(way, value)
            case Jump(_, condition):
                if condition is not None and not _look(way, condition):
                    return False
            case Assign():
                way.condition = integer(0)  # whoever writes leaves the loop, or it would be none that waits
                return True
            case Call(target, function) if is_quiet(function):
                if target is not None:
                    way.values[target] = None
            case Label() | Declare() | Discard():
                pass
            case _:
                register = defined_register(instruction)
                if register is None:
                    return False
                way.values[register] = None
    return True


def _computes(expression: Expression) -> bool:
    """Arithmetic may overflow."""
    if isinstance(expression, Binary) and expression.operator in _ARITHMETIC:
        return True
    if isinstance(expression, Unary) and expression.operator is UnaryOperator.NEGATE:
        return True
    return any(map(_computes, operands(expression)))


def _look(way: _Way, expression: Expression) -> bool:
    """Counts looks at memory: in a section, all are one."""
    places = memory_reads(expression)
    if any(not _is_shared(place) for place in places) or (places and not way.depth and not way.may_be_plain):
        return False
    if not places or (way.depth and way.has_looked):
        return True
    way.has_looked = True
    way.looks += len(places) if not way.depth else 1
    return way.looks <= 1


def _is_shared(place: Place) -> bool:
    """Not a local that a round may have written before."""
    while isinstance(place, Member | Element):
        place = place.base
    return isinstance(place, Dereference) or (
        isinstance(place, VariablePlace) and place.variable.storage is Storage.GLOBAL
    )


def _value(way: _Way, expression: Expression) -> Expression | None:
    """In terms of the registers at the top."""
    needed = registers_in(expression)
    if any(way.values.get(register, expression) is None for register in needed):
        return None
    known = {register: value for register, value in way.values.items() if value is not None}
    return substitute(expression, known)


def _branches(shape: Shape, way: _Way) -> Iterator[tuple[int, Expression | None]]:
    """Where it may go on, and if what."""
    part = shape.graph.blocks[way.block]
    last = shape.function.body[part.end - 1]
    targets = shape.graph.successors[way.block]
    if not (isinstance(last, Jump) and last.condition is not None and len(targets) == 2):
        yield from ((target, integer(1)) for target in targets)
        return
    condition = _value(way, last.condition)
    for target in targets:
        taken = target == shape.labels[last.label]
        if condition is None:
            yield target, None
        else:
            comparison = as_comparison(condition)
            yield target, comparison if taken else negation(comparison)


def _both(one: Expression, other: Expression) -> Expression:
    if one == integer(1):
        return other
    return one if other in (one, integer(1)) else Conditional(one, other, integer(0), INT)


def _either(one: Expression, other: Expression) -> Expression:
    return Conditional(one, integer(1), other, INT)
