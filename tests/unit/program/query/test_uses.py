"""Registers that are read are mentioned, and so is what is set; lengths of arrays count."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import pytest

from unthread.core.source import NOWHERE, Source
from unthread.frontend.load import load
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
from unthread.program.query.uses import defined, registers_read, used, variables_of
from unthread.program.types import INT, PointerType, VariableArrayType

EXAMPLES = Path(__file__).parents[4] / "examples"


def compare(items: Iterable[Instruction]) -> None:
    for item in items:
        mentioned, made = {*variables_of(item)}, defined(item)
        assert {*registers_read(item)} <= {*used(item)} <= mentioned, item
        assert made is None or made in mentioned, item
        in_frame = {v for v in mentioned if v.storage in (Storage.REGISTER, Storage.LOCAL)}
        assert in_frame == {*used(item)} | ({made} if made is not None else set()), item


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
    assert set(registers_read(load_cell)) == {array, index, length}
    assert set(registers_read(store_cell)) == {array, index, length, result}
    assert set(variables_of(load_cell)) == {array, index, length, result}
