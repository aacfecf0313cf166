"""Waiting loops that say what they wait for, so that a deadlock is one question for them as well.

    top: t = flag; if (!t) goto top;     becomes     top: wait until (flag); t = flag; if (!t) goto top;

In: a Program. Out: one with the same executions, but for iterations that change nothing: a thread that would
iterate waits instead. That is exact where an iteration looks at memory once and nothing in it can go wrong
but that look, which the wait does as well.

An iteration that looks several times may leave the loop although at no single moment a whole iteration would.
There, and where plain looks may race, waiting is an offer. A thread that takes it waits until an iteration,
all of it at this moment, would not lead back to the top: where no other thread moves any more, that is to
wait forever.

    top: if (!any) goto on; wait until (flag && other); on: t = flag; if (!t) goto top; ...

Loops whose iterations are not understood stay as they are.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from unthread.bound.loops.waiting import Waiting, as_comparison
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.core.trace import OFFER
from unthread.program.build.fold import as_condition, integer, negation
from unthread.program.build.rewrite import substitute
from unthread.program.build.simplify import function_named
from unthread.program.expressions import (
    Binary,
    BinaryOperator,
    Conditional,
    Expression,
    Place,
    Storage,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
    is_register,
    memory_reads,
    operands,
    read_register,
    root,
)
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
    Input,
    Instruction,
    Jump,
    Label,
    defined_register,
    expressions,
    is_private,
)
from unthread.program.program import Function, Program
from unthread.program.query.graph import graph_of
from unthread.program.query.loops import LoopNode, Shape, shape_of
from unthread.program.query.sections import depths_by_way, is_balanced
from unthread.program.query.uses import registers_in
from unthread.program.types import BOOL, INT

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
    """The program as it is searched for these properties."""
    if Property.DEADLOCK not in properties:
        return program
    waiting = Waiting(program)

    quiet: dict[str, bool] = {}

    def is_quiet(function: Expression) -> bool:
        """Nothing can go wrong in the function: what an iteration calls changes nothing, but it may
        assert."""
        name = function_named(function) or ""
        if name not in quiet:
            quiet[name] = waiting.is_cancellation_point(name) or name not in program.functions
            if not quiet[name]:  # which it is for a call of itself
                quiet[name] = all(map(is_harmless, program.functions[name].body))
        return quiet[name]

    def is_harmless(item: Instruction) -> bool:
        return not isinstance(item, Assert | Assume) and (
            not isinstance(item, Call) or is_quiet(item.function)
        )

    rules = _Rules(is_quiet, Property.RACE not in properties)
    inside = _called_in_sections(program)
    functions = {
        name: function if function.library or name in inside else _with_waits(function, waiting, rules)
        for name, function in program.functions.items()
    }
    return replace(program, functions=functions)


def waits_of(program: Program) -> frozenset[object]:
    """The positions of loops that say what they wait for."""
    users = (function for function in program.functions.values() if not function.library)
    return frozenset(i.loc for function in users for i in function.body if isinstance(i, BlockUntil))


@dataclass(frozen=True, slots=True)
class _Rules:
    """What may be called in an iteration, and whether a plain read does as well as an atomic one."""

    is_quiet: Callable[[Expression], bool]
    may_be_plain: bool


def _with_waits(function: Function, waiting: Waiting, rules: _Rules) -> Function:
    shape = shape_of(function)
    found: dict[int, tuple[Instruction, ...]] = {}  # after which label
    offers: list[Variable] = []
    for node in shape.nodes:
        if waiting.edges(shape) >= node.back and not _is_inside_section(shape, node):
            going = _going_back(shape, node, rules)
            if going is not None and going.is_exact:
                found[_top(shape, node)] = (BlockUntil(negation(going.condition), node.loc),)
            elif going is not None:
                offers.append(Variable(f"{function.name}.waits.{len(offers)}", BOOL, Storage.REGISTER, OFFER))
                found[_top(shape, node)] = tuple(_offer(offers[-1], going.condition, node.loc))
    if not found:
        return function
    body: list[Instruction] = []
    for index, instruction in enumerate(function.body):
        body.append(instruction)
        body += found.get(index, ())
    return replace(function, body=tuple(body), locals=(*function.locals, *offers))


def _offer(taken: Variable, condition: Expression, loc: Loc) -> Iterator[Instruction]:
    """A thread that takes it waits until an iteration would not lead back."""
    label = f".{taken.name}"
    yield Input(taken, OFFER, loc)
    yield Jump(label, negation(as_condition(read_register(taken))), loc)
    yield BlockUntil(negation(condition), loc, is_offer=True)
    yield Label(label, loc)


def _top(shape: Shape, node: LoopNode) -> int:
    """The last of the labels with which the loop begins."""
    index = shape.graph.blocks[node.loop.entries[0]].start
    while isinstance(shape.function.body[index + 1], Label):
        index += 1
    return index


def _is_inside_section(shape: Shape, node: LoopNode) -> bool:
    """Some way to the loop is inside an atomic section: no thread may wait there."""
    start = shape.graph.blocks[node.loop.entries[0]].start
    return any(index == start and depth for index, depth in depths_by_way(shape.function.body, shape.graph))


def _callers(functions: set[str], calls: dict[str, list[tuple[str | None, int]]]) -> set[str]:
    """All that call one of the functions, or one that does."""
    found: set[str] = set()
    while functions:
        known = functions | found
        functions = {
            name
            for name, callees in calls.items()
            if name not in found and any(callee is None or callee in known for callee, _ in callees)
        }
        found |= functions
    return found


def _called_in_sections(program: Program) -> frozenset[str]:
    """Functions that may be called inside an atomic section of the user's: no thread may wait in there
    either. A call through a pointer may be one of any function. What calls one that leaves a section open
    counts as inside, and so does what calls that one. Sections of the library call only the library."""
    calls = {
        name: [
            (function_named(item.function), index)
            for index, item in enumerate(function.body)
            if isinstance(item, Call)
        ]
        for name, function in program.functions.items()
    }
    with_sections = {
        name
        for name, function in program.functions.items()
        if not function.library and any(isinstance(item, AtomicBegin) for item in function.body)
    }
    opening = {name for name in with_sections if not is_balanced(program.functions[name].body)}
    pending: list[str | None] = [*_callers(opening, calls)]
    for name, function in program.functions.items():
        if name in with_sections and calls[name]:
            inside = {
                index for index, depth in depths_by_way(function.body, graph_of(function.body)) if depth
            }
            pending += [callee for callee, index in calls[name] if index in inside]
    found: set[str] = set()
    while pending:
        callee = pending.pop()
        for name in program.functions if callee is None else [callee]:
            if name not in found:
                found.add(name)
                pending += [following for following, _ in calls.get(name, ())]
    return frozenset(found)


@dataclass(slots=True)
class _Way:
    """On one way through an iteration: where it is, what registers hold in terms of those at the top and of
    memory, what the branches taken say, and how often it has looked at memory. `is_exact`: one look is all
    that matters."""

    block: int
    values: dict[Variable, Expression | None]  # None: not known
    condition: Expression
    is_exact: bool = True
    looks: int = 0
    depth: int = 0
    has_looked: bool = False  # in this section


@dataclass(frozen=True, slots=True)
class _Going:
    """When an iteration, begun and ended at this moment, would lead back to the top and change nothing.
    `is_exact`: an iteration that takes its time would do the same."""

    condition: Expression
    is_exact: bool


def _going_back(shape: Shape, node: LoopNode, rules: _Rules) -> _Going | None:
    """None if it cannot be said."""
    iterations: list[Expression] = []
    pending = [_Way(node.loop.entries[0], {}, integer(1))]
    own = _declared_in(shape, node)
    paths, is_exact = 0, True
    while pending:
        way = pending.pop()
        paths += 1
        if paths > _MOST_PATHS or not _follow(shape, way, rules, own):
            return None
        is_exact = is_exact and way.is_exact
        for target, condition in _branches(shape, way) if way.condition != integer(0) else ():
            if condition is None:
                return None
            both = _both(way.condition, condition)
            if (way.block, target) in node.back:
                iterations.append(both)
            elif target in node.loop.blocks:
                pending.append(replace(way, block=target, values=dict(way.values), condition=both))
    if not iterations:
        return None
    result = iterations[0]
    for other in iterations[1:]:
        result = _either(result, other)
    places = memory_reads(result)
    if not places:
        return None  # a loop without an end waits for nothing
    # Not all of several looks are made in every iteration: that a wait looks at all of them is not a race.
    return _Going(result, is_exact and (rules.may_be_plain or len(places) == 1))


def _declared_in(shape: Shape, node: LoopNode) -> frozenset[Variable]:
    blocks = (shape.graph.blocks[block] for block in node.loop.blocks)
    code = (item for part in blocks for item in shape.function.body[part.start : part.end])
    return frozenset(item.variable for item in code if isinstance(item, Declare))


def _follow(shape: Shape, way: _Way, rules: _Rules, own: frozenset[Variable]) -> bool:
    """The instructions of a block; False if what they do is not known."""
    part = shape.graph.blocks[way.block]
    for instruction in shape.function.body[part.start : part.end]:
        way.is_exact = way.is_exact and not any(map(_computes, expressions(instruction)))
        match instruction:
            case AtomicBegin():
                way.depth += 1
                way.has_looked = False
            case AtomicEnd():
                way.depth -= 1
            case Assign(target, value) if is_register(target):
                if not _look(way, value, rules, own):
                    return False
                register = defined_register(instruction)
                assert register is not None
                way.values[register] = _value(way, value)
            case Jump(_, condition):
                if condition is not None and not _look(way, condition, rules, own):
                    return False
            case Assign(target):
                if is_private(target):
                    return False
                way.condition = integer(0)  # a way that writes leaves the loop, or the loop would not wait
                return True
            case Assert(condition) | Assume(condition):  # where it does not hold, no iteration leads back
                if not _look(way, condition, rules, own):
                    return False
                holds = _value(way, condition)
                if holds is None:
                    return False
                way.condition = _both(way.condition, as_comparison(holds))
                way.is_exact = False
            case Call(target, function) if rules.is_quiet(function):
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


def _look(way: _Way, expression: Expression, rules: _Rules, own: frozenset[Variable]) -> bool:
    """Counts looks at memory: in a section, all are one. False if an iteration may have written there
    before."""
    places = memory_reads(expression)
    if any(_is_own(place, own) for place in places):
        return False
    if not places or (way.depth and way.has_looked):
        return True
    way.has_looked = True
    way.looks += len(places) if not way.depth else 1
    if way.looks > 1 or not (way.depth or rules.may_be_plain):
        way.is_exact = False
    return True


def _is_own(place: Place, own: frozenset[Variable]) -> bool:
    base = root(place)
    return isinstance(base, VariablePlace) and base.variable in own


def _value(way: _Way, expression: Expression) -> Expression | None:
    """In terms of the registers at the top."""
    needed = registers_in(expression)
    if any(way.values.get(register, expression) is None for register in needed):
        return None
    known = {register: value for register, value in way.values.items() if value is not None}
    return substitute(expression, known)


def _branches(shape: Shape, way: _Way) -> Iterator[tuple[int, Expression | None]]:
    """Where it may continue, and under which condition."""
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
