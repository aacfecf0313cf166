"""How an option of the command line is declared: a field with its flags, default and help.

`options.py` has the options; `commands/arguments.py` makes the command line of what they declare.
"""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from typing import Any

from unthread.core.records import dataclass

METADATA = "unthread option"


class Heading(StrEnum):
    """Where an option stands in the help of its command, in this order."""

    OPTIONS = "Options"
    CHECK = "What to check"
    EXTENT = "How far"
    SEARCH = "Who searches"
    OUTPUT = "What to write"
    PROJECT = "In a project"
    READING = "How to read C"
    GENERAL = "General"


@dataclass(frozen=True, slots=True)
class Declaration:
    """How a field looks on the command line. `kind` is the type of one value: bool makes a switch."""

    flags: tuple[str, ...]
    help: str
    kind: type
    metavar: str | None
    multiple: bool
    least: int | None
    choices: tuple[str, ...]
    default: Any
    heading: Heading


def option(
    default: Any,
    *flags: str,
    help: str,
    kind: type | None = None,
    metavar: str | None = None,
    least: int | None = None,
    choices: tuple[str, ...] = (),
    heading: Heading = Heading.OPTIONS,
) -> Any:
    """A field that is an option. A tuple as the default makes it repeatable."""
    multiple = isinstance(default, tuple)
    kind = kind or (str if multiple else type(default))
    declaration = Declaration(flags, help, kind, metavar, multiple, least, choices, default, heading)
    return field(default=default, metadata={METADATA: declaration})
