"""Small programs by hand, for tests of what works on `Program`."""

from __future__ import annotations

from collections.abc import Sequence

from unthread.core.floats import Extended
from unthread.core.properties import LEAKS, Property
from unthread.core.source import DataModel, Loc
from unthread.interpreter.inputs import InputSource, RandomInputs
from unthread.interpreter.machine import Machine
from unthread.program.expressions import (
    COMPARISONS,
    AddressOf,
    Binary,
    BinaryOperator,
    Constant,
    Dereference,
    Expression,
    FunctionAddress,
    Place,
    Read,
    Storage,
    Variable,
    VariablePlace,
)
from unthread.program.instructions import Assert, Assign, Call, Instruction, Return, Spawn
from unthread.program.program import Function, GlobalVariable, InitialValue, Program
from unthread.program.types import INT, VOID, FunctionType, PointerType, Type, size_of

EVERYTHING = frozenset(Property) - LEAKS  # what tests allocate they need not free
VOID_POINTER = PointerType(VOID)
THREAD_TYPE = FunctionType(VOID_POINTER, (VOID_POINTER,))


def at(line: int, column: int = 1) -> Loc:
    return Loc("t.c", line, column, "f")


def register(name: str, type: Type = INT) -> Variable:
    return Variable(name, type, Storage.REGISTER, name)


def shared(name: str, type: Type = INT) -> Variable:
    return Variable(name, type, Storage.GLOBAL, name)


def local(name: str, type: Type = INT, escapes: bool = True) -> Variable:
    return Variable(name, type, Storage.LOCAL, name, escapes=escapes)


def place(target: Variable | Place) -> Place:
    return VariablePlace(target) if isinstance(target, Variable) else target


def read(target: Variable | Place) -> Read:
    return Read(place(target))


def constant(value: int | float | Extended, type: Type = INT) -> Constant:
    return Constant(value, type)


def binary(operator: str, left: Expression, right: Expression) -> Binary:
    kind = BinaryOperator(operator)
    return Binary(kind, left, right, INT if kind in COMPARISONS else left.type)


def address(target: Variable | Place) -> AddressOf:
    return AddressOf(place(target), PointerType(place(target).type))


def pointed(pointer: Expression) -> Dereference:
    assert isinstance(pointer.type, PointerType)
    return Dereference(pointer, pointer.type.target)


def assign(target: Variable | Place, value: Expression | int, line: int = 1) -> Assign:
    if isinstance(value, int):
        value = Constant(value, place(target).type)
    return Assign(place(target), value, at(line))


def check(condition: Expression, line: int = 1) -> Assert:
    return Assert(condition, Property.REACH, "assertion", at(line))


def returned(value: Expression | int | None = None, line: int = 99) -> Return:
    return Return(Constant(value, INT) if isinstance(value, int) else value, at(line))


def call(target: Variable | None, name: str, *arguments: Expression, line: int = 1) -> Call:
    function = FunctionAddress(name, PointerType(VOID))
    return Call(target, function, arguments, None, at(line))


def spawn(name: str, target: Variable | None = None, line: int = 1) -> Spawn:
    return Spawn(target, FunctionAddress(name, PointerType(VOID)), Constant(0, VOID_POINTER), at(line))


def function(
    name: str,
    body: Sequence[Instruction],
    parameters: Sequence[Variable] = (),
    result: Type = INT,
    library: bool = False,
) -> Function:
    kind = FunctionType(result, tuple(parameter.type for parameter in parameters))
    return Function(name, kind, tuple(parameters), (), tuple(body), at(0), library=library)


def thread(name: str, body: Sequence[Instruction]) -> Function:
    argument = register(f"{name}::argument", VOID_POINTER)
    return function(name, body, (argument,), VOID_POINTER)


def program(
    functions: Sequence[Function],
    variables: Sequence[Variable | GlobalVariable] = (),
    initial: dict[str, int] | None = None,
    data_model: DataModel = DataModel.M64,
) -> Program:
    given = initial or {}
    items = {}
    for item in variables:
        if isinstance(item, Variable):
            value = given.get(item.name)
            parts = () if value is None else (InitialValue(0, item.type, Constant(value, item.type)),)
            item = GlobalVariable(item, size_of(item.type), parts)
        items[item.variable.name] = item
    return Program(items, {f.name: f for f in functions}, (), data_model, functions[0].name)


def machine(
    given: Program,
    properties: frozenset[Property] = EVERYTHING,
    inputs: InputSource | None = None,
    limit: int | None = 1_000_000,
) -> Machine:
    return Machine(given, inputs or RandomInputs(0), properties, lambda stream, text: None, limit=limit)
