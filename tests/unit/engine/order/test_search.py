"""Models become executions: segments in an order that they allow, up to the violation."""

from __future__ import annotations

from pathlib import Path

from tests.support.encoding import FIRST_LINE, ordered

RELAY = """
int a, b, unrelated;
static void *first(void *x) { a = 1; unrelated = 1; return 0; }
static void *second(void *x) { if (a) b = 1; unrelated = 2; return 0; }
int main(void) {
    pthread_t t, s;
    pthread_create(&t, 0, first, 0); pthread_create(&s, 0, second, 0);
    assert(!b);
    return unrelated;
}
"""


def test_what_comes_before_the_violation_is_told_and_nothing_else(tmp_path: Path) -> None:
    witness = ordered(RELAY, tmp_path).violation()
    assert witness is not None
    steps = [(mark.thread, mark.loc.line - FIRST_LINE) for mark in witness.marks]
    assert steps == [(0, 6), (0, 6), (1, 2), (2, 3), (2, 3), (0, 7)]


def test_there_are_no_rounds(tmp_path: Path) -> None:
    search = ordered(RELAY, tmp_path)
    assert not search.last_round_is_used()
    assert search.unasked_race() is None


def test_known_violations_do_not_count_again(tmp_path: Path) -> None:
    search = ordered(RELAY, tmp_path)
    witness = search.violation()
    assert witness is not None
    assert search.violation({(witness.violation.property, witness.violation.loc)}) is None
