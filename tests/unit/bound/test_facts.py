"""What bounding asks about a program."""

from __future__ import annotations

from pathlib import Path

from tests.support.analyze import Analyzed
from tests.support.bounded import program_of
from unthread.analysis.points_to import points_to_in
from unthread.bound.facts import Facts
from unthread.program.build.fold import integer
from unthread.program.expressions import Variable
from unthread.program.instructions import Assign
from unthread.program.types import INT

TEXT = """int x = 5, y, z; extern int outside; int *p; struct { int n; int rest[]; } flexible = {1, {2, 3}};
void *run(void *a) { y = 1; *p = 2; return 0; }
int main(void) {
    pthread_t t; int own[2] = {1, 2}, known[2] = {0, 0};
    p = __VERIFIER_nondet_int() ? &z : known;
    x = 6;
    pthread_create(&t, 0, run, 0);
    own[__VERIFIER_nondet_int() & 1] = 3;
    while (y) ;
    return outside + own[0] + flexible.n;
}"""


def analyzed(directory: Path) -> tuple[Facts, Analyzed]:
    program = program_of(TEXT, directory)
    return Facts(program), Analyzed(program, points_to_in(program))


def test_initial_values_of_static_storage(tmp_path: Path) -> None:
    facts, found = analyzed(tmp_path)
    assert facts.initial(found.variable("x"), 0, INT) == integer(5)
    assert facts.initial(found.variable("y"), 0, INT) == integer(0)
    assert facts.initial(found.variable("x"), 4, INT) is None
    assert facts.initial(found.variable("outside"), 0, INT) is None
    assert facts.extent(found.variable("flexible")) == 12


def test_what_only_main_writes(tmp_path: Path) -> None:
    facts, found = analyzed(tmp_path)
    assert facts.is_mains(found.variable("x"), 0, 4)
    assert not facts.is_mains(found.variable("y"), 0, 4)
    assert not facts.is_mains(found.variable("z"), 0, 4)  # written through p


def test_what_no_other_thread_reaches(tmp_path: Path) -> None:
    facts, found = analyzed(tmp_path)
    assert facts.is_private(found.variable("main::own"))
    assert not facts.is_private(found.variable("main::known"))


def test_where_a_place_may_lie(tmp_path: Path) -> None:
    facts, found = analyzed(tmp_path)
    body = found.program.functions["run"].body
    (target,) = [item.target for item in body if isinstance(item, Assign) and item.value == integer(2)]
    objects = facts.objects_at(target)
    assert objects is not None
    assert {item.name for item in objects if isinstance(item, Variable)} == {"z", "main::known"}
    assert not facts.is_out_of_reach(target)


def test_loops_that_only_wait(tmp_path: Path) -> None:
    facts, _ = analyzed(tmp_path)
    (node,) = facts.shape("main").nodes
    assert facts.waiting_edges("main") == node.back
    assert facts.edges_of_sleep("main") == frozenset()
    assert facts.trips("main") is facts.trips("main")
