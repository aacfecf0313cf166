"""Positions in the user's text, and in files of our own."""

from __future__ import annotations

from pathlib import Path

from unthread.core.source import NOWHERE, PACKAGE, Loc, actual_path, is_own


def test_a_position_as_text() -> None:
    assert str(Loc("a.c", 3, 7, "main")) == "a.c:3:7"


def test_files_of_our_own_are_found_again() -> None:
    own = Loc("<unthread>/models/pthread.c", 1, 1)
    assert actual_path(own.file) == PACKAGE / "models" / "pthread.c"
    assert actual_path(own.file).is_file()
    assert actual_path("dir/a.c") == Path("dir/a.c")
    assert (is_own(own), is_own(NOWHERE), is_own(Loc("a.c", 1, 1))) == (True, True, False)
