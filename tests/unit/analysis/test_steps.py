"""Which instructions make a step, atomic sections however laid out; what ends with it; who writes what."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import bounded_of
from unthread.analysis.steps import ThreadStep, Touches, Writers, section_depths, steps_of
from unthread.bound.visible import visible_points
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
    Discard,
    Exit,
    FormatText,
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


def steps_in(text: str, directory: Path, thread: int) -> tuple[list[ThreadStep], tuple[Instruction, ...]]:
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
    touches = [t for step in steps if isinstance(body[step.first], Print | FormatText) for t in step.touches]
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


SHARED = """
#include <pthread.h>
int *shared, other;
void *f(void *unused) { %s return 0; }
void *g(void *unused) { %s return 0; }
int main(void) { pthread_t t, u; pthread_create(&t, 0, f, 0); pthread_create(&u, 0, g, 0); return 0; }
"""


INNER = "{ int mine = 3; shared = &mine; } other = 1;"


OUTER = "int mine = 3; shared = &mine;"


def ending(step: ThreadStep) -> set[str]:
    """The locals that end with the step."""
    return {
        t.location.object.text
        for t in step.touches
        if t.size is None and t.writes and hasattr(t.location.object, "text")
    }


@pytest.mark.parametrize("body", [INNER, OUTER])
def test_a_local_ends_with_the_next_step_and_with_the_thread(tmp_path: Path, body: str) -> None:
    program = bounded_of(SHARED % (body, ""), tmp_path)
    thread = program.threads[1]
    after = next(i for i, item in enumerate(thread.body) if isinstance(item, Discard))
    steps = steps_of(thread, Touches(program))
    following = next(step for step in steps if step.first > after)
    found = [step for step in steps if "mine" in ending(step)]
    assert (found[0], found[-1]) == (following, steps[-1])


@pytest.mark.parametrize(
    ("reader", "is_visible"), [("if (shared) other = *shared;", True), ("other = 2;", False)]
)
def test_the_end_is_visible_if_another_thread_uses_the_local(
    tmp_path: Path, reader: str, is_visible: bool
) -> None:
    program = bounded_of(SHARED % (OUTER, reader), tmp_path)
    last = len(program.threads[1].body) - 1
    assert (last in {step.first for step in visible_points(program)[1].visible}) == is_visible


SHELL = """int x, y = 1; struct {{ int a, b; }} pair;
void *f(void *a) {{ {meanwhile} return 0; }}
int main(void) {{ pthread_t t; {before} pthread_create(&t, 0, f, 0); {behind} return 0; }}
"""


@pytest.mark.parametrize(
    ("before", "meanwhile", "behind", "name", "writes"),
    [
        ("x = 0;", "", "", "x", False),
        ("x = 1;", "", "", "x", True),
        ("y = 0;", "", "", "y", True),  # it was 1
        ("x = 0;", "x = 1;", "", "x", True),  # the zero counts
        ("x = 0;", "", "x = 1;", "x", True),
        ("x = 0;", "", "x = 0;", "x", True),  # others are there by then
        ("pair.a = 0;", "pair.b = 1;", "", "pair", False),
        ("x = 0;", "memset(&x, 1, 4);", "", "x", True),
        ("x = 0; x = __VERIFIER_nondet_int();", "", "", "x", True),
    ],
)
def test_zeros(before: str, meanwhile: str, behind: str, name: str, writes: bool, tmp_path: Path) -> None:
    program = bounded_of(SHELL.format(before=before, meanwhile=meanwhile, behind=behind), tmp_path)
    variable = program.globals[name].variable
    assert Writers(program).other_than(1, variable, 0, 4) == writes
