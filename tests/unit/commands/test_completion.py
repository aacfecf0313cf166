"""What a shell is told while its user types; tests/test_completion.py asks real shells."""

from __future__ import annotations

import pytest

from tests.support.commands import Capture
from unthread.backends import BACKENDS
from unthread.cli import unthread
from unthread.commands.completion import SHELLS, VARIABLE, complete, values_of
from unthread.core.properties import Property


def asked(monkeypatch: pytest.MonkeyPatch, capsys: Capture, words: str, what: str = "bash_complete") -> str:
    monkeypatch.setenv(VARIABLE, what)
    monkeypatch.setenv("COMP_WORDS", f"unthread {words}")
    monkeypatch.setenv("COMP_CWORD", str(len(words.split(" "))))
    assert complete(unthread) == 0
    return capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("completion ", ["plain,bash", "plain,zsh", "plain,fish"]),
        ("check --html ", ["file,"]),
        ("check -I ", ["dir,"]),
        ("check ", ["file,"]),
        ("explain bug", ["file,bug"]),
        ("check --property race,", [*(f"plain,race,{name}" for name in Property), "plain,race,all"]),
        ("check --backend ", [*(f"plain,{name}" for name in BACKENDS), "plain,all"]),
        ("check --memory-model c", ["plain,c11"]),
    ],
)
def test_words(words: str, found: list[str], monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    assert asked(monkeypatch, capsys, words).splitlines() == found


@pytest.mark.parametrize("shell", SHELLS)
def test_each_shell_has_its_script(shell: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    script = asked(monkeypatch, capsys, "", f"{shell}_source")
    assert f"{VARIABLE}={shell}_complete" in script


@pytest.mark.parametrize("what", ["", "tcsh_complete", "bash", "bash_nothing"])
def test_other_questions_have_no_answer(what: str, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv(VARIABLE, what)
    assert complete(unthread) == 1
    assert capsys.readouterr() == ("", "")


def test_values_without_a_kind() -> None:
    assert values_of("N", "unwind", "1") == []
    assert values_of(None, "solver", "") == []
