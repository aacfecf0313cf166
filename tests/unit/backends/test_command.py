"""Any command as a backend: what its template and the words of its answer mean."""

from __future__ import annotations

import pytest

from tests.support.fakes import Fakes, fakes, task, text
from unthread.backends.base import GaveUp, NoViolation, ToolViolation
from unthread.backends.command import AnyCommand
from unthread.backends.words import AnswerWords
from unthread.core.diagnostics import UsageError
from unthread.sequentialize.emitted import Dialect, Schema

__all__ = ["fakes"]  # the fixture


def command(template: str, unknown: str = "", dialect: Dialect = Dialect.SVCOMP) -> AnyCommand:
    return AnyCommand(template, AnswerWords(r"^ok$", r"^no$", unknown), dialect)


def test_a_command(fakes: Fakes) -> None:
    fakes.add("tool", "echo ok")
    answer = command("tool -u {unwind} -m{bits} '-t {seconds}' {megabytes} --p={property} {file}")
    assert answer.solve(task(text(Dialect.SVCOMP), unwind=4)) == NoViolation(None)
    assert fakes.calls("tool") == ["-u 4 -m64 -t 60 4096 --p=unreach-call.prp sequential.c"]


def test_a_command_with_an_unwinding_of_its_own_is_bounded(fakes: Fakes) -> None:
    fakes.add("tool", "echo ok")
    emitted = text(Dialect.SVCOMP, Schema.INTERLEAVE)
    assert command("tool {unwind} {file}").solve(task(emitted)) == NoViolation(None, is_bounded=True)
    assert command("tool {file}").solve(task(emitted)) == NoViolation(None)


@pytest.mark.parametrize(
    ("said", "answer"),
    [("no", ToolViolation(None, None)), ("ok; echo no", ToolViolation(None, None))],
)
def test_a_command_that_finds_something(fakes: Fakes, said: str, answer: ToolViolation) -> None:
    fakes.add("tool", f"echo {said}")
    assert command("tool {file}").solve(task(text(Dialect.SVCOMP))) == answer


def test_a_command_that_does_not_know(fakes: Fakes) -> None:
    fakes.add("tool", "echo ok; echo perhaps")
    answer = command("tool {file}", "^perhaps$").solve(task(text(Dialect.SVCOMP)))
    assert answer == GaveUp("command says: perhaps", ("ok", "perhaps"))


def test_a_command_that_is_not_here(fakes: Fakes) -> None:
    assert command("no-such-tool {file}").solve(task(text(Dialect.SVCOMP))) == GaveUp(
        "'no-such-tool' is not installed"
    )


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("tool", "{file} is missing"),
        ("tool {file} {depth}", "unknown placeholder {depth}"),
        ("tool {file} 'x", "No closing quotation"),
        ("tool {file} {", "Single '{'"),
    ],
)
def test_wrong_templates(template: str, message: str) -> None:
    with pytest.raises(UsageError, match=message.replace("{", r"\{")):
        AnyCommand(template)
