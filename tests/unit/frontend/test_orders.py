"""Where a memory order is not known to be sequentially consistent."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sources import loaded
from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.frontend.orders import OrderMark, volatile_accesses, weak_accesses
from unthread.program.build.fold import integer
from unthread.program.expressions import Conditional, Convert, Expression, Read, Variable, VariablePlace
from unthread.program.instructions import AtomicBegin, AtomicEnd, Call
from unthread.program.program import Program
from unthread.program.types import INT, UINT

# `wrapper` gets its order from callers, `setting` changes it, `addressed` may be called by others.
TEXT = """
int x;
int unknown(void);
void wrapper(int order) { x = order; }
void setting(int order) { order = 0; x = order; }
void addressed(int order) { x = order; }
void (*pointer)(int) = addressed;
void nobody(int order) { x = order; }
int main(void) {
    wrapper(5);
    wrapper(ORDER);
    setting(5);
    addressed(5);
    return 0;
}
"""


def program(directory: Path, order: str = "5") -> Program:
    return loaded(TEXT.replace("ORDER", order), directory)


def parameter(found: Program, function: str) -> Expression:
    variable: Variable = found.functions[function].parameters[0]
    return Read(VariablePlace(variable))


def is_strong(found: Program, order: Expression, function: str) -> bool:
    """Asked of a fence, which stands where it stands."""
    loc = found.functions[function].body[0].loc
    marks = [OrderMark(loc, order, fence=True)]
    return weak_accesses(marks, found.functions, found.globals) == ()


@pytest.mark.parametrize(
    ("order", "expected"),
    [
        (integer(5), True),
        (integer(0), False),
        (integer(3), False),
        (integer(0x10005), True),  # with a hint for lock elision
        (Convert(integer(5), UINT), True),
        (Conditional(integer(1), integer(5), integer(5), INT), True),
        (Conditional(integer(1), integer(5), integer(2), INT), False),
    ],
)
def test_constants(order: Expression, expected: bool, tmp_path: Path) -> None:
    assert is_strong(program(tmp_path), order, "main") is expected


def test_an_order_that_is_handed_on_by_every_call(tmp_path: Path) -> None:
    strong, weak = program(tmp_path), program(tmp_path, "2")
    assert is_strong(strong, parameter(strong, "wrapper"), "wrapper")
    assert not is_strong(weak, parameter(weak, "wrapper"), "wrapper")
    open_order = program(tmp_path, "unknown()")
    assert not is_strong(open_order, parameter(open_order, "wrapper"), "wrapper")


@pytest.mark.parametrize("function", ["setting", "addressed"])
def test_an_order_that_may_be_another_one(function: str, tmp_path: Path) -> None:
    found = program(tmp_path)
    assert not is_strong(found, parameter(found, function), function)


def test_an_access_counts_only_where_its_section_is_still_there(tmp_path: Path) -> None:
    text = "int x;\nvoid __VERIFIER_atomic_begin(void);\nvoid __VERIFIER_atomic_end(void);\n\
int main(void) { __VERIFIER_atomic_begin(); x = 1; __VERIFIER_atomic_end(); return 0; }\n"
    found = loaded(text, tmp_path)
    body = found.functions["main"].body
    (begin,) = (item for item in body if isinstance(item, AtomicBegin))
    (end,) = (item for item in body if isinstance(item, AtomicEnd))
    weak = integer(0)
    assert weak_accesses([OrderMark(begin.loc, weak, False)], found.functions, {}) == (begin.loc,)
    assert weak_accesses([OrderMark(end.loc, weak, False)], found.functions, {}) == ()
    assert not any(isinstance(item, Call) for item in body)


def test_volatile_objects_that_count_as_atomic(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text("volatile int v;\nint x;\nint main(void) {\n    v = 1;\n    x = 1;\n    return v;\n}\n")
    atomic = load(Source((file,), volatile_is_atomic=True))
    assert [loc.line for loc in volatile_accesses(atomic.functions)] == [4, 6]
    assert volatile_accesses(load(Source((file,))).functions) == ()
