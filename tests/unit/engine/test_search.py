"""Questions about an encoding: violations, gaps, bounds, races and what is reached."""

from __future__ import annotations

from pathlib import Path

from tests.support.encoding import FIRST_LINE, encoded
from unthread.core.bounds import Bound
from unthread.core.properties import Property
from unthread.engine.search import Search

REACH = frozenset({Property.REACH})


def search(text: str, directory: Path, rounds: int = 1, unwind: int = 2) -> Search:
    return Search(encoded(text, directory, REACH, rounds, unwind))


def test_a_witness_has_inputs_and_steps(tmp_path: Path) -> None:
    found = search("int x; int main(void) { x = nondet(); assert(x != 77); }", tmp_path).violation()
    assert found is not None
    assert (found.violation.property, found.violation.loc.line) == (Property.REACH, FIRST_LINE)
    assert [value.value for value in found.inputs] == [77]


def test_violations_that_are_known_do_not_count(tmp_path: Path) -> None:
    asked = search("int main(void) { int n = nondet(); assert(n != 1);\nassert(n != 2); }", tmp_path)
    first = asked.violation()
    assert first is not None
    second = asked.violation({(first.violation.property, first.violation.loc)})
    assert second is not None
    known = {(one.violation.property, one.violation.loc) for one in (first, second)}
    assert {loc.line for _, loc in known} == {FIRST_LINE, FIRST_LINE + 1}
    assert asked.violation(known) is None


def test_properties_that_are_ignored_never_count_again(tmp_path: Path) -> None:
    asked = search("int main(void) { assert(nondet()); }", tmp_path)
    assert asked.violation(ignored=REACH) is None


def test_bounds_that_are_reached(tmp_path: Path) -> None:
    loop = "int main(void) { int n = nondet(); int s = 0; while (s < n) s++; return s; }"
    (cut,) = search(loop, tmp_path).cuts()
    assert cut.bound is Bound.UNWIND
    assert search(loop.replace("nondet()", "nondet() & 1"), tmp_path).cuts() == []


def test_what_is_not_modelled_and_reached(tmp_path: Path) -> None:
    text = (
        "#include <setjmp.h>\njmp_buf b; int main(void) { int n = nondet(); if (TEST) setjmp(b); return 0; }"
    )
    assert search(text.replace("TEST", "n == 4"), tmp_path).gap() is not None
    assert search(text.replace("TEST", "n < 4 && n > 4"), tmp_path).gap() is None


def test_executions_that_end_at_what_nobody_asked_for(tmp_path: Path) -> None:
    text = "int a[2]; int main(void) { int i = nondet(); a[i MASK] = 1; assert(1); }"
    (end,) = search(text.replace("MASK", ""), tmp_path).ended()
    assert end.property is Property.MEMORY
    assert search(text.replace("MASK", "& 1"), tmp_path).ended() == []


def test_a_race_that_nobody_asked_for(tmp_path: Path) -> None:
    text = """int x; void *work(void *a) { x = 1; return a; }
        int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); ORDER x = 2; return 0; }"""
    assert search(text.replace("ORDER", ""), tmp_path, rounds=2).unasked_race() is not None
    assert search(text.replace("ORDER", "pthread_join(t, 0);"), tmp_path, rounds=2).unasked_race() is None
