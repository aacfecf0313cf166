"""One walk finds what two others find: the registers that are read, and all variables that are mentioned."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from unthread.core.source import NOWHERE, Source
from unthread.frontend.load import load
from unthread.program.build.rewrite import variables_of
from unthread.program.expressions import (
    Dereference,
    Element,
    Read,
    Storage,
    Variable,
    VariablePlace,
    read_register,
)
from unthread.program.instructions import Assign, Instruction
from unthread.program.query.graph import registers_read
from unthread.program.query.uses import uses_of
from unthread.program.types import INT, PointerType, VariableArrayType

EXAMPLES = Path(__file__).parents[4] / "examples"


def compare(items: Iterable[Instruction]) -> None:
    for item in items:
        uses = uses_of(item)
        assert Counter(uses.read) == Counter(registers_read(item)), item
        assert set(variables_of(item)) <= set(uses.mentioned), item


@pytest.mark.parametrize("name", ["elimination_stack", "lazy_cseq", "work_stealing"])
def test_examples(name: str) -> None:
    program = load(Source((EXAMPLES / name / "unsafe.c",)))
    compare(item for function in program.functions.values() for item in function.body)


def test_lengths_of_arrays_are_read() -> None:
    length, index, result = (Variable(name, INT, Storage.REGISTER, name, NOWHERE) for name in "nir")
    array = Variable("a", PointerType(INT), Storage.REGISTER, "a", NOWHERE)
    kind = VariableArrayType(INT, read_register(length))
    cell = Element(Dereference(read_register(array), kind), read_register(index))
    load_cell = Assign(VariablePlace(result), Read(cell), NOWHERE)
    store_cell = Assign(cell, read_register(result), NOWHERE)
    compare([load_cell, store_cell])
    assert set(uses_of(load_cell).read) == {array, index, length}
    assert set(uses_of(store_cell).read) == {array, index, length, result}
