"""Instructions and expressions with parts replaced."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from unthread.program.expressions import (
    AddressOf,
    Binary,
    Conditional,
    Constant,
    Convert,
    Dereference,
    Element,
    Expression,
    FunctionAddress,
    Member,
    ObjectSize,
    Place,
    PointerAdd,
    PointerDifference,
    Read,
    ThreadSelf,
    Unary,
    Variable,
    VariablePlace,
)
from unthread.program.instructions import (
    Allocate,
    Assert,
    Assign,
    Assume,
    BlockUntil,
    Call,
    Copy,
    Exit,
    Fill,
    FormatText,
    Free,
    Instruction,
    Jump,
    Print,
    Return,
    Spawn,
)

Values = Mapping[Variable, Expression]


def substitute(expression: Expression, values: Values) -> Expression:
    """The expression with reads of the given registers replaced by values."""

    def new(inner: Expression) -> Expression:
        return substitute(inner, values)

    match expression:
        case Constant() | FunctionAddress() | ThreadSelf():
            return expression
        case Read(VariablePlace(variable)):
            return values.get(variable, expression)
        case Read(place):
            return Read(substitute_place(place, values))
        case AddressOf(place, type):
            return AddressOf(substitute_place(place, values), type)
        case Unary(operator, operand, type):
            return Unary(operator, new(operand), type)
        case Binary(operator, left, right, type):
            return Binary(operator, new(left), new(right), type)
        case PointerAdd(pointer, index, scale, type):
            return PointerAdd(new(pointer), new(index), new(scale), type)
        case PointerDifference(left, right, scale, type):
            return PointerDifference(new(left), new(right), new(scale), type)
        case Convert(operand, type):
            return Convert(new(operand), type)
        case Conditional(test, then, otherwise, type):
            return Conditional(new(test), new(then), new(otherwise), type)
        case ObjectSize(pointer, type):
            return ObjectSize(new(pointer), type)


def substitute_place(place: Place, values: Values) -> Place:
    match place:
        case VariablePlace():
            return place
        case Dereference(pointer, type):
            return Dereference(substitute(pointer, values), type)
        case Member(base, field):
            return Member(substitute_place(base, values), field)
        case Element(base, index):
            return Element(substitute_place(base, values), substitute(index, values))


def replace_expressions(instruction: Instruction, values: Values) -> Instruction:
    """The instruction with reads of the given registers replaced by values."""
    if isinstance(instruction, Assign | Fill):
        target = substitute_place(instruction.target, values)
        return replace(instruction, target=target, value=substitute(instruction.value, values))
    if isinstance(instruction, Copy):
        target, source = (
            substitute_place(place, values) for place in (instruction.target, instruction.source)
        )
        return replace(instruction, target=target, source=source)
    return map_expressions(instruction, lambda expression: substitute(expression, values))


def map_expressions(instruction: Instruction, new: Callable[[Expression], Expression]) -> Instruction:
    """The instruction with each of its own expressions replaced; not for assignments, which have places."""
    match instruction:
        case Assign() | Fill() | Copy():
            raise AssertionError("an assignment has a place to be replaced as well")
        case Allocate(_, size, zeroed):
            return replace(instruction, size=new(size), zeroed=new(zeroed))
        case Free(pointer):
            return replace(instruction, pointer=new(pointer))
        case Jump(_, condition) if condition is not None:
            return replace(instruction, condition=new(condition))
        case Call(_, function, arguments, varargs):
            return replace(
                instruction,
                function=new(function),
                arguments=tuple(map(new, arguments)),
                varargs=None if varargs is None else new(varargs),
            )
        case Return(value) if value is not None:
            return replace(instruction, value=new(value))
        case Spawn(_, function, argument):
            return replace(instruction, function=new(function), argument=new(argument))
        case Exit(_, status):
            return replace(instruction, status=new(status))
        case BlockUntil(condition) | Assume(condition) | Assert(condition):
            return replace(instruction, condition=new(condition))
        case Print(_, stream, format, arguments):
            return replace(instruction, stream=new(stream), format=new(format), arguments=new(arguments))
        case FormatText(_, buffer, limit, format, arguments):
            return replace(
                instruction,
                buffer=new(buffer),
                limit=new(limit),
                format=new(format),
                arguments=new(arguments),
            )
        case _:
            return instruction
