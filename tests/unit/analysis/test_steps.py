"""Which instructions make a step: atomic sections however they are laid out."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import bounded_of
from unthread.analysis.steps import Step, Touches, Writers, section_depths, steps_of
from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property
from unthread.core.source import NOWHERE
from unthread.program.build.fold import integer
from unthread.program.expressions import Storage, Variable, read_register
from unthread.program.instructions import (
    Assert,
    Assume,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Cut,
    Exit,
    Format,
    Instruction,
    Jump,
    Label,
    Print,
    Return,
    Scope,
    Spawn,
)
from unthread.program.types import INT

CHOICE = read_register(Variable("choice", INT, Storage.REGISTER))
BEGIN, END = AtomicBegin(NOWHERE), AtomicEnd(NOWHERE)
WAIT = BlockUntil(CHOICE, NOWHERE)


def jump(label: str, *, always: bool = False) -> Jump:
    return Jump(label, None if always else CHOICE, NOWHERE)


def label(name: str) -> Label:
    return Label(name, NOWHERE)


@pytest.mark.parametrize(
    "end",
    [
        Cut("bound", NOWHERE),
        Return(None, NOWHERE),
        Exit(Scope.PROCESS, integer(1), NOWHERE),
        Assume(integer(0), NOWHERE),
        Assert(integer(0), Property.REACH, "no", NOWHERE),
    ],
    ids=lambda end: type(end).__name__,
)
def test_a_section_ends_where_execution_does(end: Instruction) -> None:
    body: list[Instruction] = [jump("A"), BEGIN, end, label("A"), WAIT]
    assert section_depths(body) == [0, 0, 1, 0, 0]


def test_an_assumption_that_may_hold_ends_nothing() -> None:
    body: list[Instruction] = [BEGIN, Assume(CHOICE, NOWHERE), WAIT, END, WAIT]
    assert section_depths(body) == [0, 1, 1, 1, 0]


def test_a_place_inside_and_outside_of_a_section_is_refused() -> None:
    with pytest.raises(Unsupported):
        section_depths([jump("A"), BEGIN, label("A"), WAIT, END])


def test_the_end_of_a_section_that_nobody_began() -> None:
    with pytest.raises(Unsupported, match="not begun"):
        section_depths([BEGIN, END, WAIT, END])
    assert section_depths([jump("A"), BEGIN, label("A"), END]) == [0, 0, 0, 0]


def test_the_end_may_be_reached_inside_and_outside() -> None:
    assert section_depths([jump("A"), BEGIN, label("A"), Return(None, NOWHERE)]) == [0, 0, 0, 0]


def steps_in(text: str, directory: Path, thread: int) -> tuple[list[Step], tuple[Instruction, ...]]:
    bounded = bounded_of(text, directory)
    found = bounded.threads[thread]
    return steps_of(found, Touches(bounded)), found.body


def test_a_section_with_other_code_in_its_midst(tmp_path: Path) -> None:
    text = """int x, y, c;
void *f(void *a) { c = 1; return 0; }
int main(void) { __ut_spawn(f, 0);
  __VERIFIER_atomic_begin(); int d = c; if (!d) goto more; __VERIFIER_atomic_end();
  x = 7; return 0; more: y = 1; __VERIFIER_atomic_end(); return 0; }"""
    steps, body = steps_in(text, tmp_path, 0)
    (section,) = [step for step in steps if isinstance(body[step.first], AtomicBegin)]
    written = {touch.location.object for touch in section.touches if touch.writes}
    assert [item.name for item in written if isinstance(item, Variable)] == ["y"]
    assert len(section.touches) == 2


def test_spawns_are_open(tmp_path: Path) -> None:
    text = "void *f(void *a) { return 0; } int main(void) { __ut_spawn(f, 0); return 0; }"
    steps, body = steps_in(text, tmp_path, 0)
    assert [step.open for step in steps if isinstance(body[step.first], Spawn)] == [True]


@pytest.mark.parametrize(
    ("call", "reads", "writes"),
    [
        ('printf("%d", 1);', set(), set()),
        ('printf("%s", shared);', {"shared"}, set()),
        ('printf("%n", &number);', {"number"}, {"number"}),
        ("printf(shared, &number);", {"shared", "number"}, {"number"}),
        ('sprintf(shared, "%p", (void *)&number);', {"number"}, {"shared"}),
        ('sprintf(shared, "%n", &number);', {"number"}, {"shared", "number"}),
    ],
)
def test_printing_reads_and_writes_behind_its_pointers(
    call: str, reads: set[str], writes: set[str], tmp_path: Path
) -> None:
    text = f"""int printf(const char *, ...), sprintf(char *, const char *, ...);
char shared[8]; int number; int main(void) {{ {call} return 0; }}"""
    steps, body = steps_in(text, tmp_path, 0)
    touches = [t for step in steps if isinstance(body[step.first], Print | Format) for t in step.touches]
    named = [(t.location.object.name, t.writes) for t in touches if isinstance(t.location.object, Variable)]
    assert {name for name, writes in named if not writes} & {"shared", "number"} == reads
    assert {name for name, writes in named if writes} == writes


def test_writers_say_who_writes_what(tmp_path: Path) -> None:
    text = """int x[3], y; void *f(void *a) { x[1] = 1; return 0; }
int main(void) { __ut_spawn(f, 0); int i = __VERIFIER_nondet_int();
  if (i >= 0 && i < 2) x[i] = 2; return 0; }"""
    bounded = bounded_of(text, tmp_path)
    writers = Writers(bounded)
    x, y = bounded.globals["x"].variable, bounded.globals["y"].variable
    assert writers.other_than(0, x, 4, 4)
    assert writers.other_than(0, x, 6, 1)
    assert not writers.other_than(0, x, 0, 4)
    assert not writers.other_than(0, y, 0, 4)
    assert writers.other_than(1, x, 0, 4)
    assert writers.covers(Writers(bounded))
    assert not Writers(bounded_of("int main(void) { return 0; }", tmp_path)).covers(writers)
