"""Text that clang reads instead of files (`Overlay`), and what is added at their end (`Addition`)."""

from __future__ import annotations

from pathlib import Path

from unthread.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Overlay:
    """What is read instead of what stands in files, and before them."""

    declarations: str
    texts: dict[str, str]  # by the name of the file; as long as the text that they stand for


@dataclass(frozen=True, slots=True)
class Addition:
    """C text of our own at the end of a file. `text` is the whole, and `positions` says for which position of
    the user's text each of our lines stands, by the line's number. `names`: what the linker is to call
    functions, by what they are called in the text."""

    text: str
    positions: dict[int, tuple[str, int, int]]
    names: dict[str, str]


@dataclass(frozen=True, slots=True)
class Concessions:
    """What a file needs to be read although clang has objected: more flags, and declarations before it."""

    flags: tuple[str, ...] = ()
    declarations: str = ""


def parsed_name(path: Path) -> str:
    """What clang gets to read."""
    return f"./{path}" if str(path).startswith("-") else str(path)
