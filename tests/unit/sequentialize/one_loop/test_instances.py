"""Who runs in which thread, if threads are numbered before the program runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import program_of
from unthread.sequentialize.flatten import flatten
from unthread.sequentialize.one_loop.instances import Instance, instances_of

TEXT = """int any(void); void *one(void *a) {{ return 0; }} void *two(void *a) {{ {nested} return 0; }}
int main(void) {{ pthread_t t; {body} return 0; }}"""
ONE, TWO = "pthread_create(&t, 0, one, 0);", "pthread_create(&t, 0, two, 0);"
NESTED = "pthread_t t; " + ONE


def instances(body: str, directory: Path, most: int = 8, nested: str = "") -> list[Instance]:
    program = program_of(TEXT.format(body=body, nested=nested), directory)
    return instances_of(flatten(program, 3), most)


def shared(found: list[Instance]) -> list[bool]:
    return [instance.is_shared for instance in found]


def test_a_place_outside_of_loops_has_a_thread_of_its_own(tmp_path: Path) -> None:
    found = instances(ONE + ONE + TWO, tmp_path)
    assert shared(found) == [False] * 4
    assert [instance.number for instance in found] == [0, 1, 2, 3]
    assert sorted(thread.number for started in found[0].started.values() for thread in started) == [1, 2, 3]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        (f"for (int i = 0; i < 3; i++) {ONE}", [False, True, True, True]),
        (f"while (any()) {ONE}", [False, True, True, True, True]),
        (f"{TWO} for (int i = 0; i < 2; i++) {ONE}", [False, False, True, True]),
    ],
)
def test_places_in_loops_share_threads(body: str, expected: list[bool], tmp_path: Path) -> None:
    assert shared(instances(body, tmp_path, most=4)) == expected


def test_the_bound_may_not_be_enough(tmp_path: Path) -> None:
    found = instances(ONE + ONE + TWO, tmp_path, most=2)
    assert len(found) == 3
    assert sorted(map(len, found[0].started.values())) == [0, 1, 1]


def test_threads_start_threads(tmp_path: Path) -> None:
    found = instances(TWO, tmp_path, nested=NESTED)
    assert len(found) == 3
    (started,) = found[1].started.values()
    assert [thread.number for thread in started] == [2]
