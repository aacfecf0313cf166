"""Small programs for the interpreter, and what comes of running them."""

from __future__ import annotations

from tests.support.builder import (
    EVERYTHING,
    VOID_POINTER,
    assign,
    at,
    binary,
    constant,
    function,
    machine,
    program,
    read,
    register,
    returned,
    shared,
    spawn,
    thread,
)
from unthread.core.properties import Property, Violation
from unthread.interpreter.machine import Violated
from unthread.interpreter.schedulers import InOrder
from unthread.program.expressions import Expression
from unthread.program.instructions import Exit, Instruction, Return, Scope
from unthread.program.program import Function, Program
from unthread.program.types import CHAR, INT, UCHAR, UINT, FloatType, IntType
from unthread.values.cells import Value

LONG = IntType(64, True, "long")
ULONG = IntType(64, False, "unsigned long")
SHORT = IntType(16, True, "short")
FLOAT = FloatType(32, 4)
DOUBLE = FloatType(64, 8)
LONG_DOUBLE = FloatType(80, 16)
NO_ARITH = EVERYTHING - {Property.ARITH}
x, y, z = register("x"), register("y"), register("z")
g, h = shared("g"), shared("h")


def run(given: Program, properties: frozenset[Property] = EVERYTHING, limit: int = 100_000) -> object:
    return machine(given, properties, limit=limit).run(InOrder())


def violation(given: Program, properties: frozenset[Property] = EVERYTHING) -> Violation:
    outcome = run(given, properties)
    assert isinstance(outcome, Violated), outcome
    return outcome.violation


def main(*body: Instruction) -> Function:
    return function("main", body)


def evaluate(expression: Expression, properties: frozenset[Property] = EVERYTHING) -> Value | Violation:
    """The value of an expression, or the violation that computing it is."""
    result = register("result", expression.type)
    given = machine(
        program([main(assign(result, expression), Exit(Scope.THREAD, constant(0), at(2)))]), properties
    )
    started = given.threads[0].frames[0]
    outcome = given.run(InOrder())
    if isinstance(outcome, Violated):
        return outcome.violation
    value = started.regs[started.code.slots["result"]]
    assert value is not None
    return value


INTEGER_TYPES = (CHAR, UCHAR, SHORT, INT, UINT, LONG, ULONG, IntType(128, True), IntType(128, False))


def worker(*body: Instruction) -> Function:
    return thread("worker", [*body, Return(constant(0, VOID_POINTER), at(90))])


def counting() -> Program:
    add: list[Instruction] = [assign(x, read(g)), assign(g, binary("+", read(x), constant(1)))]
    return program([main(spawn("worker"), *add, assign(z, read(g)), returned(read(z))), worker(*add)], [g])
