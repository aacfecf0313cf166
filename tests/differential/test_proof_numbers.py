"""What is proved by intervals, against the oracle, which tries every interleaving: of programs that were
built to break it, of generated ones about numbers, most of which never end, and of programs that were proved
and then broken."""

from __future__ import annotations

import re
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
from unthread.proof.prover import Prover
from unthread.proof.walk import Walk

PROGRAMS = Path(__file__).parent.parent / "programs" / "proof" / "numbers"
BROKEN = sorted((PROGRAMS / "broken").glob("*.c"))
SOUND = sorted((PROGRAMS / "sound").glob("*.c"))
TOO_MANY_STATES = ("thread_is_many",)  # for the oracle
ASKED = frozenset({Property.REACH, Property.MEMORY, Property.ARITH})


def proved(program: Program) -> frozenset[Property]:
    """Also of programs whose loops all end soon, of which the prover does not ask."""
    proof = Prover(Walk(program, points_to_in(program, trust_indices=False)))
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


def asked_of(program: Path) -> frozenset[Property]:
    """From `// not proved: reach` or `// proved: reach memory`."""
    first = program.read_text().partition("\n")[0]
    return frozenset(map(Property, first.partition(":")[2].split()))


@pytest.mark.parametrize("program", BROKEN, ids=lambda program: program.stem)
def test_what_was_built_to_break_it_is_not_proved(program: Path, tmp_path: Path) -> None:
    """Each has the bug that its first line names."""
    made = with_waits(loaded(program.read_text(), tmp_path), ASKED)
    assert not asked_of(program) & proved(made)
    if program.stem not in TOO_MANY_STATES:
        assert all(violated(made, property, 800) for property in asked_of(program))


@pytest.mark.parametrize("program", SOUND, ids=lambda program: program.stem)
def test_what_is_right_is_proved(program: Path, tmp_path: Path) -> None:
    made = with_waits(loaded(program.read_text(), tmp_path, spurious=True), ASKED)
    assert proved(made) == asked_of(program)


# What is changed in a program that was proved, one place at a time.
CHANGES = (
    (r"pthread_mutex_lock\(&m\);", ";"),
    (r"pthread_rwlock_\w+lock\(&r\);", ";"),
    (r"while \(count == \w+\)", "if (0)"),
    (r"\b([34578])\b", r"(\1 + 1)"),
    (r" < ", " <= "),
    (r" >= ", " > "),
    (r"count(\+\+|--);", r"count\1, count\1;"),
)


def mutants(text: str) -> list[str]:
    start = text.index("static void *")
    return [
        text[: found.start()] + found.expand(new) + text[found.end() :]
        for pattern, new in CHANGES
        for found in re.compile(pattern).finditer(text, start)
    ]


@pytest.mark.parametrize("program", SOUND, ids=lambda program: program.stem)
def test_what_is_broken_is_not_proved_any_more(program: Path, tmp_path: Path) -> None:
    changed = mutants(program.read_text())
    assert changed
    for text in changed[:: max(1, len(changed) // 4)]:
        compare(text, tmp_path, 150)


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@pytest.mark.parametrize("program", SOUND, ids=lambda program: program.stem)
def test_whatever_is_broken_is_not_proved_any_more(program: Path, tmp_path: Path) -> None:
    for text in mutants(program.read_text()):
        compare(text, tmp_path, 5000)


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=40)
@given(text=numeric_programs())
def test_nothing_is_proved_that_the_oracle_finds(text: str, tmp_path: Path) -> None:
    compare(text, tmp_path, 200)


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=2000, derandomize=False)
@given(text=numeric_programs())
def test_nothing_is_proved_that_the_oracle_finds_2000(text: str, tmp_path: Path) -> None:
    compare(text, tmp_path, 3000)
