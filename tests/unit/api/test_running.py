"""Executions in scripts."""

from __future__ import annotations

import re

import pytest

from tests.support.commands import Write, write
from tests.support.racing import RACE
from unthread.api.running import run
from unthread.core.diagnostics import Diagnostic, InputError, UsageError
from unthread.core.trace import Step

__all__ = ["write"]  # the fixture
ECHO = """#include <stdio.h>
int main(void) {
    int c = getchar();
    fprintf(stderr, "%c!", c);
    printf("%d", c == EOF);
    return 300;
}
"""


def test_what_is_read_and_printed(write: Write, capfd: pytest.CaptureFixture[str]) -> None:
    found = run(write(ECHO), stdin=b"x")
    assert (found.ending, found.status, found.violation) == ("exit", 300 & 0xFF, None)
    assert (found.stdout, found.stderr) == (b"0", b"x!")
    assert run("a.c").stdout == b"1"
    assert capfd.readouterr() == ("", "")


def test_races_end_nothing(write: Write) -> None:
    found = run(write(RACE), schedule="0:2,1:1,0:1")
    assert (found.ending, found.status) == ("exit", 0)
    assert {race.property for race in found.races} == {"race"}


@pytest.mark.parametrize(
    ("body", "ending"),
    [
        ("int *p = 0; return *p;", "violation"),
        ("for (;;);", "steps"),
        ("__VERIFIER_assume(0);", "assumption"),
    ],
)
def test_other_endings_have_a_position(body: str, ending: str, write: Write) -> None:
    found = run(write(f"void __VERIFIER_assume(int);\nint main(void) {{ {body} }}\n"), steps=1000)
    assert (found.ending, found.status) == (ending, None)
    assert found.loc is not None
    assert (found.violation is not None) == (ending == "violation")


def test_who_is_told(write: Write) -> None:
    steps: list[Step] = []
    heard: list[Diagnostic] = []
    found = run(write(RACE), seed=3, observer=steps.append, warn=heard.append)
    assert found.steps >= len(steps) > 0
    assert heard == []


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"seed": 1, "schedule": "0:1"}, "seed and schedule are mutually exclusive"),
        ({"schedule": "x"}, "'x' is not a slice of a schedule"),
        ({"inputs": ["n"]}, "'n' is not of the form NAME=VALUE"),
        ({"stdin": "text"}, "stdin: 'text' is not bytes"),
        ({"undefined": "some"}, "undefined: 'some' is not one of stop, any"),
        ({"trace": True}, "unknown option 'trace'"),
    ],
)
def test_what_is_wrong_is_told(options: dict[str, object], message: str, write: Write) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        run(write(RACE), **options)  # type: ignore[arg-type]


def test_there_must_be_a_main(write: Write) -> None:
    with pytest.raises(InputError, match="there is no function 'main' to run"):
        run(write("int f(void) { return 0; }\n"))
