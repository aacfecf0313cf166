"""The words of a command line."""

from __future__ import annotations

from unthread.commands.arguments import split


def test_what_follows_two_dashes() -> None:
    assert [*map(list, split(["a.c", "--", "-W", "--"]))] == [["a.c"], ["-W", "--"]]
    assert [*map(list, split(["a.c"]))] == [["a.c"], []]
