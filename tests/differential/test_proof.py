"""No proof where the oracle finds a violation, which tries every interleaving: of programs that were built to
break it, of generated ones, most of which never end, and of programs that were proved and then broken."""

from __future__ import annotations

import contextlib
import re
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle import explore
from tests.properties.guarded import guarded_programs
from tests.properties.synchronized import touching_programs, waiting_programs
from tests.support.generated import QUICK
from tests.support.sources import loaded
from unthread.bound.loops.spinning import with_waits
from unthread.core.diagnostics import InputError, Unsupported
from unthread.core.properties import Property
from unthread.program.program import Program
from unthread.proof.prover import proofs

ASKED = frozenset({Property.RACE, Property.LOCK, Property.DEADLOCK})
PROGRAMS = Path(__file__).parent.parent / "programs" / "proof"
BROKEN = sorted((PROGRAMS / "broken").glob("*.c"))
SOUND = sorted((PROGRAMS / "sound").glob("*.c"))
FEW_STATES = 400
MANY_STATES = 3000


def prepared(text: str, directory: Path, spurious: bool = False) -> Program:
    return with_waits(loaded(text, directory, spurious=spurious), ASKED)


def proved(program: Program) -> frozenset[Property]:
    return next(proofs(program, ASKED)).properties  # what comes later is about other properties


def violated(program: Program, property: Property, states: int) -> bool:
    try:
        found = explore(program, frozenset({property}), max_states=states)
    except Unsupported:  # nobody can tell
        return False
    return any(kind is property for kind, _ in found.violations)


def asked_of(program: Path) -> frozenset[Property]:
    """From `// not proved: race` or `// proved: race deadlock`."""
    first = program.read_text().partition("\n")[0]
    return frozenset(map(Property, first.partition(":")[2].split()))


@pytest.mark.parametrize("program", BROKEN, ids=lambda program: program.stem)
def test_what_was_built_to_break_it_is_not_proved(program: Path, tmp_path: Path) -> None:
    """Each has the bug that its first line names."""
    assert not asked_of(program) & proved(prepared(program.read_text(), tmp_path))


@pytest.mark.parametrize("program", SOUND, ids=lambda program: program.stem)
def test_what_is_right_is_proved(program: Path, tmp_path: Path) -> None:
    assert asked_of(program) <= proved(prepared(program.read_text(), tmp_path, spurious=True))


def _compare(text: str, directory: Path, states: int) -> frozenset[Property]:
    program = prepared(text, directory)
    found = proved(program)
    for property in found:
        assert not violated(program, property, states), property
    return found


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=200)
@given(text=guarded_programs())
def test_nothing_is_proved_that_the_oracle_finds(text: str, tmp_path: Path) -> None:
    _compare(text, tmp_path, FEW_STATES)


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=2000, derandomize=False)
@given(text=st.one_of(guarded_programs(), waiting_programs(budget=4), touching_programs(budget=3)))
def test_nothing_is_proved_that_the_oracle_finds_2000(text: str, tmp_path: Path) -> None:
    _compare(text, tmp_path, MANY_STATES)


# ---- mutation: what was proved, broken on purpose

LOCKS = r"pthread_(?:mutex|rwlock|spin)_(?:\w*lock)\(&[^;]*\);|(?:take|give|put)\([^;]*\);"
CHANGES = (
    (LOCKS, ";"),  # a call of a lock is left out
    (r"&m\b", "&n"),  # another one
    (r"wrlock", "rdlock"),
    (r"pthread_join\([^;]*\);", ";"),
    (r"if \(attempt\((\S+)\)\)", r"attempt(\1);"),
)


def mutants(text: str) -> list[str]:
    """The text with one of these changes at one place, outside of what all programs have in common."""
    start = text.rindex("static void *f") if "static void *f" in text else 0
    return [
        text[: found.start()] + found.expand(new) + text[found.end() :]
        for pattern, new in CHANGES
        for found in re.compile(pattern).finditer(text, start)
    ]


def test_there_are_mutants_of_each_kind() -> None:
    text = "static void *f: take(&m); pthread_rwlock_wrlock(&r); if (attempt(&m)) pthread_join(t, 0);"
    assert len(mutants(text)) == 7


@pytest.mark.timeout(1200)
@pytest.mark.parametrize("program", SOUND, ids=lambda program: program.stem)
def test_what_is_proved_is_not_any_more_once_it_is_broken(program: Path, tmp_path: Path) -> None:
    for text in mutants(program.read_text())[:6]:
        with contextlib.suppress(InputError):  # it has no other lock
            _compare(text, tmp_path, FEW_STATES)


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=300, derandomize=False)
@given(text=guarded_programs(), data=st.data())
def test_what_is_proved_is_not_any_more_once_it_is_broken_300(
    text: str, data: st.DataObject, tmp_path: Path
) -> None:
    changed = mutants(text)
    if changed and proved(prepared(text, tmp_path)):
        _compare(data.draw(st.sampled_from(changed)), tmp_path, MANY_STATES)
