"""Whether a program computes with floating-point numbers: `has_floats`. Models of library functions do not
count: they do so for a program that does, too."""

from __future__ import annotations

from unthread.program.expressions import Expression, operands
from unthread.program.instructions import Instruction, expressions
from unthread.program.program import Program
from unthread.program.types import FloatType, value_type


def has_floats(program: Program) -> bool:
    own = (function for function in program.functions.values() if not function.library)
    return any(
        any(isinstance(value_type(item.type), FloatType) for item in (*function.parameters, *function.locals))
        or any(map(_computes, function.body))
        for function in own
    )


def _computes(instruction: Instruction) -> bool:
    pending: list[Expression] = [*expressions(instruction)]
    while pending:
        expression = pending.pop()
        if isinstance(value_type(expression.type), FloatType):
            return True
        pending += operands(expression)
    return False
