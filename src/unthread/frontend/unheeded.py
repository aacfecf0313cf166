"""Macros that compilers define for a flag, and unthread does not, where a program asks: `not_defined`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from unthread.core.source import Source
from unthread.frontend.clang import Unit

_ASKING = r"^[ \t]*#[ \t]*(?:el)?if\w*\b(?:\\\n|[^\n])*?\b({})\b"


def not_defined(source: Source, units: Sequence[Unit]) -> Iterator[str]:
    """In the words of a verdict. Headers of the system ask for many, and do not count; nor do our models."""
    if not source.unheeded:
        return
    own = [unit for unit in units if unit.path in source.files]
    texts = {file: _text(file) for unit in own for file in (str(unit.path), *unit.included())}
    seen: set[str] = set()
    for flag, macros in source.unheeded:
        asking = re.compile(_ASKING.format(macros), re.MULTILINE)
        for name in (found[1] for text in texts.values() for found in asking.finditer(text)):
            if name not in seen and not _is_given(name, source):
                seen.add(name)
                yield f"{name} is not defined ({flag} is not modelled)"


def _is_given(name: str, source: Source) -> bool:
    given = (flag for number in range(len(source.files)) for flag in source.flags_of(number))
    return any(re.fullmatch(rf"-D{name}(=.*)?", flag) for flag in given)


def _text(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
