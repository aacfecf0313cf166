"""Completion in real shells: what is typed, with a tab, becomes what unthread then carries out."""

from __future__ import annotations

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from referees import BASH, FISH, ZSH
from tests.support.commands import Write, write
from tests.support.tools import require

__all__ = ["write"]  # the fixture

TOOLS = {"bash": BASH, "zsh": ZSH, "fish": FISH}
SHELLS = {
    "bash": (["bash", "--norc", "-i"], "source <(unthread completion bash)"),
    "zsh": (["zsh", "-f", "-i"], "autoload -Uz compinit; compinit -D; source <(unthread completion zsh)"),
    "fish": (["fish", "--no-config", "-i"], "unthread completion fish | source"),
}
_COLORS = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
PATH = f"{Path(sys.executable).parent}:{os.environ['PATH']}"
# What is typed, and what the terminal shows then.
TYPED = (
    ("unthread che\t", "check "),
    ("-q --memory-model s\t", "sc "),
    ("prog\t", "program.c"),
    ("\n", "no execution violates"),
)


@pytest.mark.parametrize("shell", SHELLS)
def test_what_is_completed_is_carried_out(shell: str, write: Write) -> None:
    """A command, a value of an option after it, and a file."""
    require(TOOLS[shell])
    write("int main(void) { return 0; }\n", "program.c")
    command, setup = SHELLS[shell]
    process, terminal = in_terminal(command)
    try:
        for keys, awaited in ((f"{setup}; echo rea''dy\n", "ready"), *TYPED):
            os.write(terminal, keys.encode())
            assert awaited in seen(terminal, awaited)
    finally:
        os.kill(process, signal.SIGKILL)
        os.waitpid(process, 0)
        os.close(terminal)


def in_terminal(command: list[str]) -> tuple[int, int]:
    """The process and its terminal."""
    more = {"PATH": PATH, "TERM": "xterm", "HISTFILE": "", "HOME": str(Path().resolve())}
    process, terminal = pty.fork()
    if process == 0:
        os.execvpe(command[0], command, {**os.environ, **more})
    return process, terminal


def seen(terminal: int, awaited: str, seconds: float = 60) -> str:
    """What it shows, until it shows what is awaited. Colors do not count."""
    shown = ""
    deadline = time.monotonic() + seconds
    while time.monotonic() < deadline and awaited not in _COLORS.sub("", shown):
        ready, _, _ = select.select([terminal], [], [], 0.1)
        if ready:
            shown += os.read(terminal, 1 << 16).decode(errors="replace")
    return _COLORS.sub("", shown)


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("ch", "check"),
        ("check --json-", "--json-lines"),
        ("check --schema lazy-", "lazy-pruned"),
        ("check --property reach,le", "reach,leak reach,leak-all"),
        ("check a.c --backend esb", "esbmc"),
        ("completion z", "zsh"),
        ("check --no-such-option --nothing", ""),
    ],
)
def test_bash_is_given_words(words: str, found: str) -> None:
    require(BASH)
    text = f"""source <(unthread completion bash)
COMP_WORDS=(unthread {words}) COMP_CWORD={len(words.split())}
_unthread_completion unthread
echo "${{COMPREPLY[@]}}" """
    ran = subprocess.run(
        ["bash", "--norc", "-c", text], env={**os.environ, "PATH": PATH}, capture_output=True, text=True
    )
    assert (ran.stdout, ran.stderr) == (f"{found}\n", "")
