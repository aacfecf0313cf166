"""Where a body is left and entered again."""

from __future__ import annotations

import pytest

from tests.support.builder import assign, at, call, read, register, returned, shared
from unthread.core.diagnostics import Unsupported
from unthread.program.instructions import AtomicBegin, AtomicEnd, Instruction, Jump, Label
from unthread.sequentialize.one_loop.layout import CaseLayout

R, X = register("r"), shared("x")
BEGIN, END = AtomicBegin(at(1)), AtomicEnd(at(1))
STORE, RETURN = assign(X, read(R)), returned()
TOP, AGAIN = Label("top", at(1)), Jump("top", read(R), at(1))
LOOP: list[Instruction] = [assign(R, 0), TOP, STORE, assign(R, 1), AGAIN, RETURN]


def test_the_example_of_the_module() -> None:
    layout = CaseLayout(LOOP)
    assert layout.steps == {2, 5}
    assert layout.cases == {0: 0, 3: 1}
    assert set(layout.run_from(0)) == {0, 1, 2}
    assert set(layout.run_from(3)) == {1, 2, 3, 4, 5}
    assert layout.is_left(2)
    assert layout.resumed(2) == (3,)
    assert layout.case(3) == 1


def test_labels_and_jumps_do_nothing_by_themselves() -> None:
    layout = CaseLayout([STORE, Jump("l", None, at(1)), STORE, Label("l", at(1)), STORE, RETURN])
    assert layout.resume(1) == 4
    assert layout.live == {0, 4}  # nothing is left after the last step


def test_a_section_is_left_at_its_end() -> None:
    layout = CaseLayout([BEGIN, STORE, BEGIN, STORE, END, END, RETURN])
    assert layout.steps == {0, 6}
    assert [index for index in range(7) if layout.is_left(index)] == [5, 6]
    assert set(layout.run_from(0)) == set(range(6))
    assert layout.may_touch(3)


def test_the_end_of_a_thread_is_a_step_that_of_a_function_is_not() -> None:
    assert CaseLayout([RETURN]).steps == {0}
    assert CaseLayout([RETURN], is_thread=False).steps == frozenset()
    assert CaseLayout([STORE, RETURN]).resume(1) is None
    assert CaseLayout([STORE, RETURN], is_thread=False).resume(1) == 1


def test_calls_leave_the_body() -> None:
    layout = CaseLayout([call(None, "f"), STORE, RETURN], is_thread=False)
    assert layout.is_left(0)
    assert layout.cases == {0: 0, 1: 1, 2: 2}


def test_a_section_on_only_some_paths_is_refused() -> None:
    body: list[Instruction] = [Jump("l", read(R), at(1)), BEGIN, Label("l", at(1)), STORE, END, RETURN]
    with pytest.raises(Unsupported, match="only some paths"):
        CaseLayout(body)
