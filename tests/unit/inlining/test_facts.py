"""What is asked about functions and calls."""

from __future__ import annotations

from pathlib import Path

from tests.support.bounded import program_of
from unthread.inlining.facts import CallFacts
from unthread.program.build.simplify import function_named
from unthread.program.instructions import Allocate, Call, Region
from unthread.program.types import PointerType

TEXT = """int f(int n) { return n; } int g(int n) { return -n; } int unused(int n) { return 0; }
int missing(void);
int (*chosen)(int) = f;
const int limit = 7;
int main(void) {
    if (__VERIFIER_nondet_int()) chosen = g;
    char list[missing()];
    list[0] = 1;
    return chosen(1) + limit;
}"""


def facts(directory: Path) -> CallFacts:
    return CallFacts(program_of(TEXT, directory))


def test_calls_through_pointers(tmp_path: Path) -> None:
    found = facts(tmp_path)
    body = found.program.functions["main"].body
    (index,) = [
        at for at, item in enumerate(body) if isinstance(item, Call) and function_named(item.function) is None
    ]
    assert found.callees("main", index) == {"f", "g"}


def test_functions_and_their_pointers(tmp_path: Path) -> None:
    found = facts(tmp_path)
    assert found.function("missing") is None
    f = found.function("f")
    assert f is not None
    assert found.pointer_to("f") == PointerType(f.type)
    assert found.pointer_to("missing") == PointerType(found.program.undefined["missing"])


def test_a_shape_is_made_once(tmp_path: Path) -> None:
    found = facts(tmp_path)
    assert found.shape("f") is found.shape("f")


def test_blocks_that_end_with_the_frame(tmp_path: Path) -> None:
    found = facts(tmp_path)
    main = found.program.functions["main"]
    made = [i.target for i in main.body if isinstance(i, Allocate) and i.region is Region.STACK]
    assert found.blocks(main) == tuple(made)
    assert len(made) == 1
    assert found.blocks(found.program.functions["f"]) == ()
