"""No invariant where the oracle finds a violation, which tries every interleaving: of generated programs that
never end, of programs that were built to break the argument, and of programs that were proved and then
broken."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle import explore
from tests.properties.endless import endless_programs
from tests.properties.guarded import guarded_programs
from tests.support.generated import QUICK
from tests.support.sources import loaded
from unthread.bound.loops.spinning import with_waits
from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property
from unthread.induction.induction import Invariant, InvariantSearch, is_inductive
from unthread.induction.model import TransitionModel, model_of
from unthread.induction.questions import Formulas, TimeIsUp
from unthread.induction.refusal import RefusedProgram
from unthread.program.program import Program

ASKED = frozenset(Property) - {Property.LEAK, Property.LEAK_ALL}
FEW_STATES = 800
MANY_STATES = 6000
SECONDS = 20.0  # for one program


def prepared(text: str, directory: Path, spurious: bool = False) -> Program:
    return with_waits(loaded(text, directory, spurious=spurious), ASKED)


def proved(
    program: Program, asked: frozenset[Property] = ASKED, seconds: float = SECONDS
) -> frozenset[Property]:
    """Each property by itself."""
    until = time.process_time() + seconds

    def is_over() -> bool:
        return time.process_time() > until

    def tick() -> None:
        if is_over():
            raise TimeIsUp

    try:
        model = model_of(program, ASKED, tick)
        return frozenset(item for item in asked if _is_proved(model, item, is_over))
    except (RefusedProgram, TimeIsUp, Unsupported):
        return frozenset()


def _is_proved(model: TransitionModel, property: Property, is_over: Callable[[], bool]) -> bool:
    if property in model.spread.unclaimed:
        return False
    formulas = Formulas(model.relation, frozenset({property}), model.facts)
    found = InvariantSearch(formulas, is_over, most=3).run()
    return isinstance(found, Invariant) and is_inductive(formulas, found.term, is_over)


def violated(program: Program, states: int) -> frozenset[Property]:
    try:
        found = explore(program, ASKED, max_states=states)
    except Unsupported:
        return frozenset()
    return frozenset(kind for kind, _ in found.violations)


def compared(text: str, directory: Path, states: int, seconds: float = SECONDS) -> frozenset[Property]:
    program = prepared(text, directory)
    found = proved(program, seconds=seconds)
    if found:
        wrong = found & violated(program, states)
        assert not wrong, wrong
    return found


PROGRAMS = Path(__file__).parent.parent / "programs" / "induction"
QUICK_ONES = ("counter", "peterson")  # a second each; others take some
TARGETS = [
    pytest.param(program, id=program.stem, marks=[pytest.mark.slow] * (program.stem not in QUICK_ONES))
    for program in sorted(PROGRAMS.glob("*.c"))
]
SECONDS_OF_ATTACKS = 3.0
BROKEN = sorted((PROGRAMS / "broken").glob("*.c"))


def asked_of(program: Path) -> frozenset[Property]:
    """From `// not proved: race` or `// proved: race deadlock; break: one text -> another`."""
    first = program.read_text().partition("\n")[0]
    return frozenset(map(Property, first.partition(":")[2].partition(";")[0].split()))


def broken(program: Path) -> str:
    """With the one change that the first line names."""
    first, _, text = program.read_text().partition("\n")
    old, _, new = first.partition("break: ")[2].partition(" -> ")
    assert old in text
    return text.replace(old, new, 1)


@pytest.mark.parametrize("program", BROKEN, ids=lambda program: program.stem)
def test_what_was_built_to_break_it_is_not_proved(program: Path, tmp_path: Path) -> None:
    """Each has the bug that its first line names."""
    asked = asked_of(program)
    assert not proved(prepared(program.read_text(), tmp_path), asked, SECONDS_OF_ATTACKS)


@pytest.mark.parametrize("program", TARGETS)
def test_endless_threads_are_proved(program: Path, tmp_path: Path) -> None:
    asked = asked_of(program)
    assert proved(prepared(program.read_text(), tmp_path, spurious=True), asked) == asked


@pytest.mark.parametrize("program", TARGETS)
def test_endless_threads_with_one_line_changed_are_not(program: Path, tmp_path: Path) -> None:
    asked = frozenset({Property.REACH})
    assert not proved(prepared(broken(program), tmp_path, spurious=True), asked)


@pytest.mark.timeout(1200)
@settings(QUICK, max_examples=6)
@given(text=endless_programs())
def test_nothing_is_proved_that_the_oracle_finds(text: str, tmp_path: Path) -> None:
    compared(text, tmp_path, FEW_STATES, seconds=4.0)


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=2000, derandomize=False)
@given(text=st.one_of(endless_programs(), guarded_programs()))
def test_nothing_is_proved_that_the_oracle_finds_2000(text: str, tmp_path: Path) -> None:
    compared(text, tmp_path, MANY_STATES)


# ---- mutation: what was proved, broken on purpose

CHANGES = (
    (
        r"pthread_(?:mutex|rwlock)_\w*lock\(&[^;]*\);|spin\(\);|leave\(\);",
        ";",
    ),  # a call of a lock is left out
    (r"&m\b", "&n"),  # another one
    (r"wrlock", "rdlock"),
    (r"== 1\)", "== 0)"),
    (r"= 1;", "= 0;"),
    (r"1 - me", "me"),
)


def mutants(text: str) -> list[str]:
    """The text with one of these changes at one place, outside of what all programs have in common."""
    start = text.index("static void *f") if "static void *f" in text else 0
    return [
        text[: found.start()] + new + text[found.end() :]
        for pattern, new in CHANGES
        for found in re.compile(pattern).finditer(text, start)
    ]


@pytest.mark.slow
@pytest.mark.timeout(40_000)
@settings(QUICK, max_examples=300, derandomize=False)
@given(text=endless_programs(), data=st.data())
def test_what_is_proved_is_not_any_more_once_it_is_broken_300(
    text: str, data: st.DataObject, tmp_path: Path
) -> None:
    changed = mutants(text)
    if changed and proved(prepared(text, tmp_path)):
        compared(data.draw(st.sampled_from(changed)), tmp_path, MANY_STATES)
