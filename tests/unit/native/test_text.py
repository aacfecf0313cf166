"""A plan as C: texts mean nothing but themselves."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.native import trace_of
from unthread.bound.loops.spinning import with_waits
from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.native.plan import Plan, plan_of
from unthread.native.text import plan_text, quoted, thunks, wraps

TEXT = """#include <assert.h>
#include <pthread.h>
static int n;
static void *work(void *unused) { n = 1; return unused; }
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    pthread_join(t, 0);
    assert(n != 1);
}
"""


@pytest.fixture
def plan(tmp_path: Path) -> Plan:
    file = tmp_path / "a.c"
    file.write_text(TEXT)
    source = Source((file,))
    trace = trace_of(source, "", Property.REACH)
    found = plan_of(with_waits(load(source), trace.properties), trace)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("x = f(1)", '"x = f(1)"'),
        ('a"b\\c\n%s', '"a\\042b\\134c\\012\\045s"'),
        ("é", '"\\303\\251"'),
    ],
)
def test_quoted(text: str, expected: str) -> None:
    assert quoted(text) == expected


def test_every_step_has_a_line(plan: Plan) -> None:
    text = plan_text(plan)
    assert f"const int unthread_step_count = {len(plan.steps)};" in text
    assert text.count("{1, ACCESS, ") == 1
    assert '"assertion violated: n ' in text


def test_functions_that_synchronize_are_wrapped(plan: Plan) -> None:
    assert {"pthread_create", "pthread_join"} <= {*wraps(plan, ())}
    assert "pthread_join" in thunks(plan)
    assert "pthread_join" not in wraps(plan, ("pthread_join",))
