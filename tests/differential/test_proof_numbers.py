"""What is proved by intervals, against the oracle, which tries every interleaving: of generated programs
about numbers, most of which never end."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from tests.oracle import explore
from tests.properties.numeric import numeric_programs
from tests.support.generated import QUICK
from tests.support.sources import loaded
from unthread.analysis.points_to import points_to_in
from unthread.bound.loops.spinning import with_waits
from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property
from unthread.program.program import Program
from unthread.proof.numbers.proved import proved_by_numbers
from unthread.proof.prover import Proof
from unthread.proof.walk import Walk

ASKED = frozenset({Property.REACH, Property.MEMORY, Property.ARITH})


def proved(program: Program) -> frozenset[Property]:
    """Also of programs whose loops all end soon, of which the prover does not ask."""
    proof = Proof(Walk(program, points_to_in(program, trust_indices=False)))
    return proved_by_numbers(proof.walk, proof.order, proof.locks, proof.touched)[0]


def violated(program: Program, property: Property, states: int) -> bool:
    try:
        found = explore(program, frozenset({property}), max_states=states)
    except Unsupported:  # nobody can tell
        return False
    return any(kind is property for kind, _ in found.violations)


def compare(text: str, directory: Path, states: int) -> frozenset[Property]:
    program = with_waits(loaded(text, directory), ASKED)
    found = proved(program)
    for property in found:
        assert not violated(program, property, states), property
    return found


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=120)
@given(text=numeric_programs())
def test_nothing_is_proved_that_the_oracle_finds(text: str, tmp_path: Path) -> None:
    compare(text, tmp_path, 300)


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=2000, derandomize=False)
@given(text=numeric_programs())
def test_nothing_is_proved_that_the_oracle_finds_2000(text: str, tmp_path: Path) -> None:
    compare(text, tmp_path, 3000)
