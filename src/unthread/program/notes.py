"""What the front end knows of a text and goto code no longer shows."""

from __future__ import annotations

from dataclasses import field
from typing import TypeAlias

from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.program.expressions import Variable
from unthread.program.instructions import Instruction


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What the evaluation of an operand does: its instructions, with what temporaries stand for in their
    place (an `Assume` only says what is read), and the variables in registers that it reads and writes."""

    body: tuple[Instruction, ...]
    read: frozenset[Variable]
    written: frozenset[Variable]


@dataclass(frozen=True, slots=True)
class Unsequenced:
    """C says nothing about the order in which the operands of an expression of `function` are evaluated; here
    it is that of `parts`. At least one of them does more than to compute a value."""

    function: str
    parts: tuple[Evaluation, ...]
    loc: Loc = field(compare=False)


Note: TypeAlias = Unsequenced
