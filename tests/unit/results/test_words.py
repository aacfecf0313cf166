"""The program's text at a position, and names, as reports have them."""

from __future__ import annotations

from unthread.results.words import before_column, call_at, clean, function_name


def test_calls_in_a_line() -> None:
    line = "    \u00e9 = f(g(1), 2) + h();"
    found = call_at(line, 10)
    assert found is not None
    assert (found.name, found.text, line[found.end - 1]) == ("f", "f(g(1), 2)", ")")
    assert call_at(line, 5) is None
    assert call_at("f(1,", 1) is None
    assert before_column("\udcff\ud800x", 3) == "\ufffd?"
    assert clean("\udcff\ud800x") == "\ufffd\ufffdx"
    assert function_name("work@b") == "work"
