"""Order by creation and joining: which writes of x, told apart by their values, need a switch before
them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import bounded_of
from unthread.bound.visible import visible_points
from unthread.core.request import Reduction
from unthread.program.expressions import Constant, Variable, VariablePlace
from unthread.program.instructions import Assign

SHELL = """int x, done; pthread_t t, u;
void *f(void *a) {{ {thread} return 0; }}
void *g(void *a) {{ done = 1; return 0; }}
int main(void) {{ int c = __VERIFIER_nondet_int(); {code} return 0; }}
"""
CREATE = "pthread_create(&t, 0, f, 0);"
SECOND = "pthread_create(&u, 0, f, 0);"
JOIN = "pthread_join(t, 0);"
ORDER = frozenset({Reduction.ORDER})


def visible_writes(code: str, directory: Path, thread: str = "x = 1;") -> dict[int, bool]:
    """For each write of a number to x in main: is it visible?"""
    bounded = bounded_of(SHELL.format(code=code, thread=thread), directory)
    points = visible_points(bounded, ORDER)[0]
    body = bounded.threads[0].body
    judged = [(step, True) for step in points.visible] + [(step, False) for step, _ in points.hidden]
    found: dict[int, bool] = {}
    for step, visible in judged:
        match body[step.first]:
            case Assign(VariablePlace(Variable("x")), Constant(int() as number)):
                found[number] = visible
    return found


@pytest.mark.parametrize(
    ("code", "visible"),
    [
        (f"x = 5; {CREATE} x = 6; {JOIN} x = 7;", {5: False, 6: True, 7: False}),
        (f"{CREATE} if (c) {JOIN} x = 7;", {7: True}),
        (f"{CREATE} if (c) {{ {JOIN} x = 6; }} else x = 7;", {6: False, 7: True}),
        (f"{CREATE} {JOIN} x = 5; {SECOND} x = 6;", {5: False, 6: True}),
        (
            f"{CREATE} pthread_create(&u, 0, f, 0); {JOIN} x = 6; pthread_join(u, 0); x = 7;",
            {6: True, 7: False},
        ),
        (f"{CREATE} pthread_detach(t); x = 6;", {6: True}),
    ],
)
def test_creation_and_joining(code: str, visible: dict[int, bool], tmp_path: Path) -> None:
    assert visible_writes(code, tmp_path) == visible


@pytest.mark.parametrize(
    ("thread", "code", "visible"),
    [
        ("x = 1; done = 1;", "", False),
        ("x = 1; done = 1; x = 2;", "", True),
        ("done = 1; x = 1; done = 1;", "", True),
        ("x = 1; done = 1;", "pthread_create(&u, 0, g, 0);", True),
        ("x = 1; done = 2;", "done = 1;", True),
        ("x = 1; done = __VERIFIER_nondet_int();", "", False),
    ],
)
def test_waiting_for_a_word(thread: str, code: str, visible: bool, tmp_path: Path) -> None:
    code = f"{CREATE} {code} __ut_block_until(done); x = 7;"
    assert visible_writes(code, tmp_path, thread)[7] == visible
