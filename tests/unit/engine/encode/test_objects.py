"""The state of an object at one moment."""

from __future__ import annotations

from unthread.engine.encode.objects import ObjectState
from unthread.engine.terms.terms import Terms


def test_cells_cover_their_bytes() -> None:
    terms = Terms()
    state = ObjectState(terms.integer(8))
    state.lay(0, 4, terms.integer(1))
    state.lay(6, 2, terms.integer(2))
    assert state.cells == {0: (4, terms.integer(1)), 6: (2, terms.integer(2))}
    assert state.cover == {0: 0, 1: 0, 2: 0, 3: 0, 6: 6, 7: 6}


def test_a_copy_keeps_what_was_there() -> None:
    terms = Terms()
    state = ObjectState(terms.integer(8), alive=terms.true)
    state.lay(0, 4, terms.integer(1))
    copy = state.copy()
    state.lay(0, 4, terms.integer(2))
    state.lay(4, 4, terms.integer(3))
    state.alive = terms.false
    assert copy.cells == {0: (4, terms.integer(1))}
    assert 4 not in copy.cover
    assert copy.alive is terms.true
