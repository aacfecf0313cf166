"""What threads share: a look at it changes nothing."""

from __future__ import annotations

from pathlib import Path

from tests.support.encoding import encoded

TEXT = """int x = 1;
void *work(void *given) { x = 2; return given; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, &x); x = 3; return 0; }
"""


def test_only_the_first_thread_is_there_at_first(tmp_path: Path) -> None:
    encoding = encoded(TEXT, tmp_path, rounds=0)
    terms = encoding.terms
    assert encoding.state.spawned == {0: terms.true, 1: terms.false}
    encoding.add_round()
    assert encoding.state.spawned[1] is not terms.false
    assert len(encoding.state.arguments[1]) == 1


def test_what_changes_in_a_look_is_not_passed_on(tmp_path: Path) -> None:
    encoding = encoded(TEXT, tmp_path)
    state, terms = encoding.state, encoding.terms
    before = state.spawned[1]
    look = state.for_a_look()
    look.spawned[1] = look.failed = terms.true
    look.arguments.clear()
    placed = encoding.setting.statics.globals["x"]
    look.memory.changing(placed).alive = terms.false
    assert (state.spawned[1], state.memory.states[placed.number].alive) == (before, None)
    assert state.arguments
    assert state.failed is not terms.true
