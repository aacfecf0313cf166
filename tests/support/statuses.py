"""Small C programs, executed by the interpreter: with which status they end."""

from __future__ import annotations

from pathlib import Path

from tests.support.builder import EVERYTHING, machine
from tests.support.sources import loaded
from unthread.core.properties import Property
from unthread.interpreter.machine import Exited, Violated
from unthread.interpreter.schedulers import InOrder


def status(text: str, directory: Path) -> int | Property:
    """What `main` returns, or the property that is violated on the way."""
    outcome = machine(loaded(text, directory), EVERYTHING).run(InOrder())
    if isinstance(outcome, Violated):
        return outcome.violation.property
    assert isinstance(outcome, Exited), outcome
    return outcome.status


def status_of(body: str, directory: Path, outside: str = "") -> int | Property:
    return status(f"{outside}\nint main(void) {{ {body} }}\n", directory)
