"""The program's text at a position, and names, as reports have them."""

from __future__ import annotations

import pytest

from unthread.core.source import Loc
from unthread.core.trace import OFFER, InputValue
from unthread.program.library import FAILS_WEAKLY
from unthread.results.words import (
    before_column,
    call_at,
    clean,
    function_name,
    input_text,
    is_declined,
)


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


def asked(name: str, value: int, call: str = "") -> InputValue:
    return InputValue(1, name, Loc("a.c", 3, 5), value, type="_Bool", call=call)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (asked("flag", 1), "input flag (_Bool): 1"),
        (asked("", 1, "rand"), "rand: input 1"),
        (asked(OFFER, 1), "waits in this loop"),
        (asked(FAILS_WEAKLY, 1), "this weak exchange fails spuriously"),
        (asked("heap:12", 7), "reads memory that was never written (allocated at line 12): 7, by chance"),
    ],
)
def test_inputs_are_told_without_names_of_the_library(value: InputValue, text: str) -> None:
    assert (input_text(value), is_declined(value)) == (text, False)


@pytest.mark.parametrize("name", [OFFER, FAILS_WEAKLY])
def test_what_may_happen_and_does_not_is_not_told(name: str) -> None:
    assert is_declined(asked(name, 0))
