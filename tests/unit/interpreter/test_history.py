"""Which step wrote what a step reads."""

from __future__ import annotations

from unthread.interpreter.history import History


def test_a_read_sees_the_last_write_of_each_byte() -> None:
    history = History()
    history.note([(100, 4, True)])
    history.note([(102, 4, True)])
    assert history.seen([(100, 4, False)]) == (0, 1)
    assert history.seen([(104, 2, False)]) == (1,)


def test_what_was_never_written_comes_from_no_step() -> None:
    history = History()
    history.note([(100, 4, False)])
    assert history.seen([(100, 4, False)]) == ()


def test_a_write_sees_nothing() -> None:
    history = History()
    history.note([(100, 4, True)])
    assert history.seen([(100, 4, True)]) == ()
