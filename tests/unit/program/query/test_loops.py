"""Loops as a tree: the order of their parts, the tests at their top, what belongs to their last iteration."""

from __future__ import annotations

from pathlib import Path

from tests.support.analyze import load_text
from tests.support.builder import assign, at, function, local, read, register, returned
from unthread.program.instructions import Declare, Discard, Instruction, Jump, Label
from unthread.program.query.loops import LoopNode, LoopRegion, Shape, shape_of

N, X = register("n"), local("x")


def label(name: str) -> Label:
    return Label(name, at(1))


def jump(name: str, *, always: bool = False) -> Jump:
    return Jump(name, None if always else read(N), at(1))


def shape(*body: Instruction) -> Shape:
    return shape_of(function("f", body))


def flat(region: LoopRegion) -> list[object]:
    """Blocks as numbers, loops as lists."""
    return [flat(item.region) if isinstance(item, LoopNode) else item for item in region.items]


WHILE = (label("top"), jump("end"), assign(N, 1), jump("top", always=True), label("end"), returned())
DO = (label("top"), assign(N, 1), jump("top"), returned())


def test_a_while_loop_tests_at_its_top() -> None:
    found = shape(*WHILE)
    (node,) = found.nodes
    assert flat(found.region) == [[0, 1], 2]
    assert (set(node.back), set(node.tests)) == ({(1, 0)}, {0})
    assert found.labels == {"top": 0, "end": 2}
    assert [found.block_of(index) for index in range(6)] == [0, 0, 1, 1, 2, 2]


def test_a_do_loop_does_not() -> None:
    (node,) = shape(*DO).nodes
    assert set(node.back) == {(0, 0)}
    assert not node.tests


def test_nested_loops_outer_ones_first() -> None:
    found = shape(
        label("outer"), jump("end"),
        label("inner"), assign(N, 1), jump("inner"),
        jump("outer", always=True),
        label("end"), returned(),
    )  # fmt: skip
    outer, inner = found.nodes
    assert inner.loop.blocks < outer.loop.blocks
    assert flat(found.region) == [[0, [1], 2], 3]


def test_two_tests_one_after_the_other(tmp_path: Path) -> None:
    text = "int f(int a, int b) { while (a && b) a--; return a; } int main(void) { return f(1, 2); }"
    (node,) = shape_of(load_text(tmp_path, text).functions["f"]).nodes
    assert len(node.tests) == 2


def test_a_loop_with_two_entries_has_no_tests() -> None:
    found = shape(jump("middle"), label("top"), assign(N, 1), label("middle"), jump("top"), returned())
    (node,) = found.nodes
    assert not node.loop.is_natural
    assert node.tests == frozenset()


def test_a_way_out_that_uses_a_variable_of_the_loop_belongs_to_it() -> None:
    found = shape(
        label("top"), Declare(X, False, at(1)), jump("out"),
        Discard(X, at(1)), jump("top", always=True),
        label("out"), assign(N, read(X)), Discard(X, at(1)), jump("end", always=True),
        label("end"), returned(),
    )  # fmt: skip
    node = found.region.items[0]
    assert isinstance(node, LoopNode)
    assert node.tail == {2}
    assert 2 in node.region.blocks
    assert 2 not in node.loop.blocks
    assert flat(found.region) == [[0, 1, 2], 3]


def test_what_never_runs_is_in_no_region() -> None:
    found = shape(returned(), label("lost"), assign(N, 1), jump("lost", always=True))
    assert flat(found.region) == [0]
