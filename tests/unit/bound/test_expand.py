"""Which elements of an array are accessed one by one because others use them."""

from __future__ import annotations

from pathlib import Path

from tests.support.bounded import PROPERTIES, program_of
from unthread.bound.expand import expanded
from unthread.bound.threads import bound
from unthread.core.bounds import Bounds
from unthread.program.bounded import BoundedProgram
from unthread.program.expressions import Element
from unthread.program.instructions import Assign, Copy, Fill
from unthread.program.types import size_of

TEXT = """char g[5000], h[5000]; int i;
void *run(void *a) {{ {thread} return a; }}
int main(void) {{ pthread_t x; pthread_create(&x, 0, run, 0); {main} return 0; }}"""


def made(thread: str, main: str, directory: Path) -> BoundedProgram:
    program = program_of(TEXT.format(thread=thread, main=main), directory)
    return bound(program, Bounds(unwind=3), PROPERTIES, bulk=True)


def sizes(program: BoundedProgram) -> list[int]:
    bulk = (item for item in program.threads[1].body if isinstance(item, Fill | Copy))
    return [size_of(item.target.type) for item in bulk]


def test_nobody_looks(tmp_path: Path) -> None:
    assert sizes(made("memset(g, 1, 5000);", "h[7] = 1;", tmp_path)) == [5000]


def test_one_byte_is_used(tmp_path: Path) -> None:
    program = made("memset(g, 1, 5000);", "g[7] = 1;", tmp_path)
    assert sizes(program) == [7, 4992]
    elements = [item for item in program.threads[1].body if isinstance(item, Assign)]
    single = [item for item in elements if isinstance(item.target, Element)]
    assert len(single) == 1


def test_the_source_of_a_copy_counts_as_well(tmp_path: Path) -> None:
    assert sizes(made("memcpy(g, h, 5000);", "h[4999] = 1;", tmp_path)) == [4999]
    assert sizes(made("memcpy(g, h, 5000);", "i = h[4999];", tmp_path)) == [5000]


def test_a_copy_within_an_array_is_taken_apart_in_both_places(tmp_path: Path) -> None:
    assert sizes(made("memmove(g + 1, g, 100);", "g[51] = 1;", tmp_path)) == [
        48,
        50,
        50,
        48,
    ]  # first the way on which it goes backward


def test_too_much_is_unwound_up_to_the_bound(tmp_path: Path) -> None:
    program = made("memset(g, 1, 5000);", "g[__VERIFIER_nondet_int() & 4095] = 1;", tmp_path)
    assert sizes(program) == []
    assert any(use.cut for use in program.loops)


def test_nothing_is_left_to_take_apart(tmp_path: Path) -> None:
    program = made("memset(g, 1, 5000);", "g[7] = 1;", tmp_path)
    again = expanded(program)
    assert again.program == program
    assert not again.too_long
