"""Places that executions should get to."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from tests.support.bounded import HEADER, program_of
from unthread.bound.ledger import with_places
from unthread.core.verdict import PlaceKind
from unthread.program.instructions import Arrive, Assert, Label
from unthread.program.program import Program

FIRST = HEADER.count("\n")
TEXT = """extern void __VERIFIER_assume(int), reach_error(void);
pthread_mutex_t m;
int x;
void *run(void *a) { pthread_mutex_lock(&m); x++; return 0; }
void unused(void) { x = 2; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, run, 0);
    __VERIFIER_assume(x > 0);
    if (x != 1) reach_error();
    return 0;
}
"""


def places(program: Program) -> list[tuple[PlaceKind, str, int]]:
    return [(place.kind, place.what, place.loc.line - FIRST) for place in program.places]


def test_each_kind_of_place(tmp_path: Path) -> None:
    found = Counter(places(with_places(program_of(TEXT, tmp_path))))
    lock = "the call of pthread_mutex_lock"
    expected = [
        (PlaceKind.THREAD, "start of thread 'run'", 4),
        (PlaceKind.BEFORE, lock, 4),
        (PlaceKind.AFTER, lock, 4),
        (PlaceKind.BEFORE, "the assumption", 9),
        (PlaceKind.AFTER, "the assumption", 9),
        (PlaceKind.ASSERTION, "assertion", 10),
        (PlaceKind.END, "end of main", 6),
    ]
    assert {place: found[place] for place in expected} == dict.fromkeys(expected, 1)


def test_nothing_else_changes(tmp_path: Path) -> None:
    program = program_of(TEXT, tmp_path)
    marked = with_places(program)
    for name, function in program.functions.items():
        body = tuple(item for item in marked.functions[name].body if not isinstance(item, Arrive))
        assert body == function.body


def test_the_decision_is_the_place_where_an_error_is_not_to_be_reached(tmp_path: Path) -> None:
    program = with_places(program_of(TEXT, tmp_path))
    body = program.functions["main"].body
    (number,) = [n for n, place in enumerate(program.places) if place.kind is PlaceKind.ASSERTION]
    (arrival,) = [at for at, item in enumerate(body) if isinstance(item, Arrive) and item.place == number]
    error = next(at for at, item in enumerate(body) if isinstance(item, Assert) and at > arrival)
    assert any(isinstance(item, Label) for item in body[arrival:]) or error > arrival + 1


def test_lines_only_where_they_are_wanted(tmp_path: Path) -> None:
    program = program_of(TEXT, tmp_path)
    assert not [place for place in places(with_places(program)) if place[0] is PlaceKind.LINE]
    lines = {
        line for kind, _, line in places(with_places(program, with_lines=True)) if kind is PlaceKind.LINE
    }
    assert {4, 5, 8, 9, 10, 11} <= lines


def test_assertions_of_one_macro_are_several_places(tmp_path: Path) -> None:
    text = "#define BOTH assert(x), assert(!x)\nint x; int main(void) { BOTH; return 0; }"
    program = with_places(program_of(text, tmp_path))
    found = [place for place in program.places if place.kind is PlaceKind.ASSERTION]
    assert len(found) == len(set(found)) == 2
