"""Executions that are to violate a property in a certain place, with the inputs that somebody claims."""

from __future__ import annotations

from pathlib import Path

from tests.support.sources import loaded
from unthread.core.properties import Property
from unthread.core.source import Loc
from unthread.core.trace import InputValue
from unthread.interpreter.machine import Progressed
from unthread.program.program import Program
from unthread.program.types import INT
from unthread.results.execution import Claim, ClaimedInputs, Execution

HERE, THERE = Loc("a.c", 1, 5, "main"), Loc("a.c", 2, 5, "main")
REACH = frozenset({Property.REACH})
TEXT = """#include <assert.h>
int x, nondet(void);
int main(void) { int n = nondet();
x = n; assert(x != 7); assert(x == 7 || x != 8); return 0; }
"""


def test_values_are_given_in_the_order_of_the_claim() -> None:
    inputs = ClaimedInputs(
        [InputValue(0, "n", HERE, 1), InputValue(0, "n", HERE, 2), InputValue(1, "n", HERE, 3)]
    )
    assert [inputs.value("n", INT, HERE, thread) for thread in (0, 1, 0, 0)] == [1, 3, 2, 0]
    assert [value.value for value in inputs.asked] == [1, 3, 2, 0]


def test_a_value_for_another_place_does_only_where_any_will_do() -> None:
    claimed = [InputValue(0, "n", HERE, 5)]
    assert ClaimedInputs(claimed).value("n", INT, THERE, 0) == 0
    assert ClaimedInputs(claimed, anywhere=True).value("n", INT, THERE, 0) == 5
    assert ClaimedInputs(claimed, anywhere=True).value("m", INT, THERE, 0) == 0


def test_threads_that_the_claim_knows_by_another_number() -> None:
    inputs = ClaimedInputs([InputValue(2, "n", HERE, 5)])
    inputs.labels[1] = 2
    assert inputs.value("n", INT, HERE, 1) == 5


def test_what_was_taken_is_there_again_after_going_back() -> None:
    inputs = ClaimedInputs([InputValue(0, "n", HERE, 5)])
    saved = inputs.save()
    assert inputs.value("n", INT, HERE, 0) == 5
    inputs.restore(saved)
    assert inputs.asked == []
    assert inputs.value("n", INT, HERE, 0) == 5


def execution(directory: Path, value: int, effort: int = 100) -> tuple[Execution, Program]:
    program = loaded(TEXT, directory)
    file = str(directory / "program.c")
    inputs = ClaimedInputs([InputValue(0, "n", Loc(file, 3, 26, "main"), value)], anywhere=True)
    return Execution(program, inputs, REACH, Claim(Property.REACH, (file, 4, 8)), effort), program


def run(tried: Execution) -> None:
    while isinstance(tried.step(0), Progressed):
        pass


def test_only_the_claimed_violation_is_found(tmp_path: Path) -> None:
    tried, _ = execution(tmp_path, 7)
    run(tried)
    assert {part.thread for part in tried.found or ()} == {0}
    tried.begin()
    assert tried.found is None
    other, _ = execution(tmp_path, 8)
    run(other)
    assert other.found is None  # another assertion fails


def test_no_more_than_so_many_steps(tmp_path: Path) -> None:
    tried, _ = execution(tmp_path, 7, effort=1)
    run(tried)
    assert (tried.found, tried.effort) == (None, 0)
