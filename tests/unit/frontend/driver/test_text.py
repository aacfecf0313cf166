"""Names of what unthread writes."""

from __future__ import annotations

from unthread.frontend.driver.text import DriverText, entry_name, free_name
from unthread.program.library import is_users


def test_names_of_entries() -> None:
    assert entry_name("push", 1) == "push@entry"
    assert entry_name("push", 2) == "push@entry2"
    assert not is_users("push@entry2")
    assert is_users("push@queue")


def test_free_names() -> None:
    assert free_name("check", {"check", "check_"}) == "check__"


def test_lines_have_positions() -> None:
    text = DriverText()
    text.add(("f.c", 3, 1), "a", "b")
    assert text.lines == [("a", ("f.c", 3, 1)), ("b", ("f.c", 3, 1))]
