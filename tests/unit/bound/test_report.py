"""What people see of a bounded program and of its loops."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import program_of
from unthread.bound.report import COUNT_TO, show_bounded, show_loops
from unthread.bound.threads import bound
from unthread.core.bounds import Bounds
from unthread.core.request import ALL

TEXT = """int x, y; int f(void); void *t(void *a) {{ return a; }}
int main(void) {{ int n = __VERIFIER_nondet_int(); {body} return 0; }}"""


@pytest.mark.parametrize(
    ("body", "fate"),
    [
        ("for (int i = 0; i < 3; i++) x = i;", "3 iterations, known"),
        ("while (n > 0) { n--; x = n; }", "2 iterations, then cut"),
        ("while (x) ;", "waits: iterating changes nothing, one iteration covers all"),
        ("if (0 > 1) for (int i = 0; i < 4; i++) x = i;", "no loops"),
        ("for (int i = 0; i < 1000; i++) x = i;", "1000 iterations, known"),
        (
            "__ut_spawn(t, 0); for (int i = 0; i < 1000; i++) x = i;",
            "2 iterations, then cut; its condition ends it after 1000 iterations",
        ),
    ],
)
def test_what_becomes_of_a_loop(body: str, fate: str, tmp_path: Path) -> None:
    program = program_of(TEXT.format(body=body), tmp_path)
    bounded = bound(program, Bounds(unwind=2), count_to=COUNT_TO)
    assert show_loops(program, bounded).strip().endswith(fate)


def test_a_bounded_program_ends_with_what_was_left_out(tmp_path: Path) -> None:
    program = program_of(TEXT.format(body="x = f(); while (n > 0) { n--; x = n; }"), tmp_path)
    text = show_bounded(bound(program, Bounds(unwind=1)), ALL, why=True)
    *_, points, assumed, cut = text.splitlines()
    assert points.startswith("visible points: main ")
    assert assumed == "assumed: 'f' has no body: it returns any value and changes nothing"
    assert cut.startswith("cut: more than 1 iteration of the loop, at ")


def test_reasons_only_for_those_who_ask(tmp_path: Path) -> None:
    bounded = bound(program_of(TEXT.format(body="x = n;"), tmp_path), Bounds())
    reason = "[no other thread touches this]"
    assert reason in show_bounded(bounded, ALL, why=True)
    assert reason not in show_bounded(bounded, ALL, why=False)
    assert "0:" in show_bounded(bounded, frozenset(), why=True)
