"""The library's tables of threads, cut down to the threads there are: checkers suffer from long arrays.

    struct control __ut_threads[128];            struct control __ut_threads[4];     for threads 0 to 2
    ... __ut_threads[number]                     ... __ut_threads[number < 3 ? number : 3]

The last entry stands for all threads that never run; it is never changed.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from unthread.program.build.fold import binary, convert, integer
from unthread.program.build.rewrite import map_expressions
from unthread.program.build.simplify import Known
from unthread.program.expressions import (
    BinaryOperator,
    Conditional,
    Constant,
    Convert,
    Element,
    Expression,
    Place,
    ThreadSelf,
    Variable,
    VariablePlace,
    memory_reads,
)
from unthread.program.instructions import Assign, Instruction
from unthread.program.library import CANCELLATION, THREADS
from unthread.program.program import Function, GlobalVariable, Program
from unthread.program.types import INT, ArrayType, IntType, size_of
from unthread.sequentialize.flatten import Flat
from unthread.sequentialize.propagate import OpenSimplifier

_TABLES = (THREADS, CANCELLATION)


class _OtherUse(Exception):
    """A table is used otherwise than by an entry of it."""


def with_short_tables(flat: Flat, threads: int) -> Flat:
    """For threads with numbers below that."""
    for name in _TABLES:
        item = flat.program.globals.get(name)
        if item is not None and isinstance(item.variable.type, ArrayType):
            flat = replace(flat, program=_with_short(flat, item, item.variable.type, threads))
    return flat


def _with_short(flat: Flat, item: GlobalVariable, type: ArrayType, threads: int) -> Program:
    program = flat.program
    if type.count <= threads + 1:
        return program
    short = replace(item.variable, type=ArrayType(type.element, threads + 1))
    shortener = _Shortener(item.variable, short, threads)
    try:
        functions = {
            name: shortener.function(function, flat.mentions[name].get(item.variable, ()))
            for name, function in program.functions.items()
        }
    except _OtherUse:
        return program
    size = size_of(type.element) * (threads + 1)
    initial = tuple(part for part in item.initial if part.offset < size)
    shorter = replace(item, variable=short, size=size, initial=initial)
    return replace(program, functions=functions, globals={**program.globals, item.variable.name: shorter})


class _Shortener(OpenSimplifier):
    def __init__(self, table: Variable, short: Variable, threads: int) -> None:
        super().__init__(lambda variable: variable, 0, lambda place: None)
        self.table = table
        self.short = short
        self.threads = threads

    def function(self, function: Function, places: Iterable[int]) -> Function:
        """With the instructions in these places, which mention the table."""
        body = list(function.body)
        for index in places:
            body[index] = self._instruction(body[index])
        return replace(function, body=tuple(body))

    def _instruction(self, item: Instruction) -> Instruction:
        if isinstance(item, Assign):
            return replace(item, target=self.place(item.target, {}), value=self.expression(item.value, {}))
        return map_expressions(item, lambda expression: self.expression(expression, {}))

    def place(self, place: Place, known: Known) -> Place:
        match place:
            case Element(VariablePlace(variable), index) if variable == self.table:
                return Element(VariablePlace(self.short), self._index(self.expression(index, known)))
            case VariablePlace(variable) if variable == self.table:
                raise _OtherUse
            case _:
                return super().place(place, known)

    def _index(self, index: Expression) -> Expression:
        inner = index
        while isinstance(inner, Convert):
            inner = inner.operand
        if isinstance(inner, ThreadSelf):
            return index
        if isinstance(index, Constant) and isinstance(index.value, int):
            return index if 0 <= index.value < self.threads else integer(self.threads, index.type)
        if memory_reads(index) or not isinstance(index.type, IntType):
            raise _OtherUse
        unsigned = IntType(index.type.bits, False)
        is_thread = binary(
            BinaryOperator.LESS, convert(index, unsigned), integer(self.threads, unsigned), INT
        )
        return Conditional(is_thread, index, integer(self.threads, index.type), index.type)
