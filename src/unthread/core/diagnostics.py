"""Messages to users when something is wrong, and the three kinds of failure.

`InputError`: the user's text is wrong. `Unsupported`: a gap in unthread. `InternalError`, and anything else
that escapes, is a bug in unthread.
"""

from __future__ import annotations

from enum import StrEnum
from functools import lru_cache
from unicodedata import combining, east_asian_width

from unthread.core.records import dataclass
from unthread.core.source import Loc, actual_path


class Severity(StrEnum):
    ERROR = "error"
    UNSUPPORTED = "unsupported"
    VIOLATION = "violation"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Diagnostic:
    severity: Severity
    message: str
    loc: Loc | None = None
    hint: str = ""
    detail: str = ""  # of the severity: the property that is violated

    def __str__(self) -> str:
        place = f"{self.loc}: " if self.loc else "unthread: "
        detail = f" ({self.detail})" if self.detail else ""
        return f"{place}{self.severity}{detail}: {self.message}"


class UnthreadError(Exception):
    """A failure with diagnostics to show; its subclasses say whose fault it is."""

    severity = Severity.ERROR

    def __init__(self, message: str, loc: Loc | None = None, hint: str = "") -> None:
        super().__init__(message)
        self.diagnostics: tuple[Diagnostic, ...] = (Diagnostic(self.severity, message, loc, hint),)

    @property
    def loc(self) -> Loc | None:
        """The position of the first of them, if it has one."""
        return self.diagnostics[0].loc

    @property
    def hint(self) -> str:
        return self.diagnostics[0].hint


class InputError(UnthreadError):
    """The user's text or command line names something that is wrong or not there."""

    @classmethod
    def of(cls, diagnostics: tuple[Diagnostic, ...]) -> InputError:
        error = cls(diagnostics[0].message)
        error.diagnostics = diagnostics
        return error


class UsageError(UnthreadError):
    """The command line is wrong, or a call from Python."""


class Unsupported(UnthreadError):
    """A construct of C that unthread does not model."""

    severity = Severity.UNSUPPORTED


class InternalError(UnthreadError):
    """A bug in unthread."""


def must_be_utf8(name: str) -> None:
    """Whoever takes and gives names as UTF-8 cannot have others, whose bytes are lone surrogates here."""
    if any("\ud800" <= character <= "\udfff" for character in name):
        raise InputError(f"'{printable(name)}' is not UTF-8", hint="rename the file, or link to it")


_WIDEST = 160  # characters of a line that are shown


def render(diagnostic: Diagnostic) -> str:
    """The diagnostic with the line of text that it speaks of, a caret, and the hint."""
    lines = [str(diagnostic)]
    text = _line(diagnostic.loc) if diagnostic.loc else None
    if text is not None and diagnostic.loc:
        start = text.encode(errors="surrogateescape")[
            : max(diagnostic.loc.column, 1) - 1
        ]  # clang counts bytes
        lines += pointed(text, len(start.decode(errors="replace")))
    if diagnostic.hint:
        lines.append(f"  hint: {diagnostic.hint}")
    return "\n".join(lines)


def pointed(text: str, before: int, widest: int = _WIDEST) -> list[str]:
    """The part of a line of text around the place `before` which so many characters stand, and a caret below
    it."""
    start = max(0, before - widest // 2) if len(text) > widest else 0
    shown = printable(text[start : start + widest])
    indent = "".join("\t" if c == "\t" else " " * columns(c) for c in shown[: before - start])
    return [f"    {shown}", f"    {indent}^"]


def printable(text: str) -> str:
    """Without what would do something to a terminal. Each such character is replaced: lengths stay."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() or c in "\n\t" else "\ufffd" for c in text)


def columns(character: str) -> int:
    """That it takes in a terminal."""
    return 2 if east_asian_width(character) in "WF" else 0 if combining(character) else 1


def _line(loc: Loc) -> str | None:
    lines = source_lines(loc.file)
    return lines[loc.line - 1] if 0 < loc.line <= len(lines) else None


@lru_cache(maxsize=64)
def source_lines(file: str) -> tuple[str, ...]:
    """The lines of a source file, or nothing when it cannot be read any more. Bytes that are not text
    become lone surrogates, so that columns can still be counted in bytes."""
    try:
        text = actual_path(file).read_text(encoding="utf-8", errors="surrogateescape")
    except (OSError, ValueError):
        return ()
    return tuple(text.split("\n"))  # C knows no other ends of lines; read_text has mapped \r\n
