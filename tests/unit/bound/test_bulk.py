"""Loops over arrays become one instruction; what is known continues after them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import PLENTY, PROPERTIES, program_of
from unthread.bound.threads import bound
from unthread.program.bounded import BoundedProgram, LoopKind
from unthread.program.instructions import Assert, Copy, Fill
from unthread.program.types import size_of


def bounded(text: str, directory: Path) -> BoundedProgram:
    return bound(program_of(text, directory), PLENTY, PROPERTIES, bulk=True)


def test_a_memset_is_one_instruction(tmp_path: Path) -> None:
    result = bounded("char a[1 << 20]; int main(void) { memset(a, 1, sizeof a); return a[9]; }", tmp_path)
    (fill,) = [item for item in result.threads[0].body if isinstance(item, Fill)]
    assert size_of(fill.target.type) == 1 << 20
    assert [(use.kind, use.iterations, use.cut) for use in result.loops] == [
        (LoopKind.COUNTED, 1 << 20, False)
    ]


@pytest.mark.parametrize("function", ["memcpy", "memmove"])
def test_so_is_a_copy(function: str, tmp_path: Path) -> None:
    text = f"char a[999], b[999]; int main(void) {{ {function}(a, b, sizeof a); return a[9]; }}"
    result = bounded(text, tmp_path)
    copies = [item for item in result.threads[0].body if isinstance(item, Copy)]
    assert copies
    assert all(size_of(copy.target.type) == size_of(copy.source.type) == 999 for copy in copies)


def test_what_was_filled_and_copied_is_known(tmp_path: Path) -> None:
    text = """struct s { int n; char text[600]; } a, b;
    int main(void) { memset(&a, 1, sizeof a); a.n = 5; b = a; assert(b.n == 5 && b.text[599]); return 0; }"""
    assert not any(isinstance(item, Assert) for item in bounded(text, tmp_path).threads[0].body)


def test_the_index_is_known_behind_the_loop(tmp_path: Path) -> None:
    text = "int a[50]; int main(void) { int i; for (i = 0; i < 50; i++) a[i] = 3; assert(i == 50); }"
    assert not any(isinstance(item, Assert) for item in bounded(text, tmp_path).threads[0].body)


def test_what_is_not_counted_is_unwound(tmp_path: Path) -> None:
    text = """char a[9]; int main(void) { memset(a, 0, (size_t)__VERIFIER_nondet_int()); return 0; }"""
    assert not any(isinstance(item, Fill) for item in bounded(text, tmp_path).threads[0].body)
