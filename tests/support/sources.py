"""Programs from text."""

from __future__ import annotations

from pathlib import Path

from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.program.program import Program


def loaded(text: str, directory: Path, spurious: bool = False) -> Program:
    file = directory / "program.c"
    file.write_text(text)
    return load(Source((file,), spurious=spurious))
