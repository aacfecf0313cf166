"""Messages: their form, the line they speak of, the caret."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.diagnostics import (
    Diagnostic,
    InputError,
    Severity,
    Unsupported,
    UsageError,
    printable,
    render,
    source_lines,
)
from unthread.core.source import Loc


def shown(tmp_path: Path, text: bytes, line: int, column: int, hint: str = "") -> list[str]:
    """The lines of a rendered message without its first one."""
    file = tmp_path / "a.c"
    file.write_bytes(text)
    source_lines.cache_clear()
    return render(Diagnostic(Severity.ERROR, "wrong", Loc(str(file), line, column), hint)).splitlines()[1:]


def test_the_first_line_is_place_kind_and_message() -> None:
    loc = Loc("gone.c", 3, 7, "main")
    assert str(Diagnostic(Severity.ERROR, "wrong", loc)) == "gone.c:3:7: error: wrong"
    assert str(Diagnostic(Severity.UNSUPPORTED, "asm")) == "unthread: unsupported: asm"
    assert (
        str(Diagnostic(Severity.VIOLATION, "null", loc, detail="memory"))
        == "gone.c:3:7: violation (memory): null"
    )


def test_a_file_that_is_gone_has_no_line_to_show() -> None:
    assert render(Diagnostic(Severity.ERROR, "wrong", Loc("gone.c", 3, 7))) == "gone.c:3:7: error: wrong"


def test_line_caret_and_hint(tmp_path: Path) -> None:
    assert shown(tmp_path, b"int a;\nint b = c;\n", 2, 9, "declare c") == [
        "    int b = c;",
        "            ^",
        "  hint: declare c",
    ]


def test_tabs_keep_the_caret_in_place(tmp_path: Path) -> None:
    assert shown(tmp_path, b"\tx\ty;", 1, 4) == ["    \tx\ty;", "    \t \t^"]


def test_columns_count_bytes(tmp_path: Path) -> None:
    text = 'f("\u00e4\u00f6\u20ac", x);'.encode()
    line, caret = shown(tmp_path, text, 1, text.index(b"x") + 1)
    assert line[caret.index("^")] == "x"


def test_bytes_that_are_no_text(tmp_path: Path) -> None:
    line, caret = shown(tmp_path, b"\xff\xfe\x1b[0m y", 1, 8)
    assert line == "    \ufffd\ufffd\ufffd[0m y"
    assert caret.index("^") == line.index("y")


def test_only_newlines_end_lines(tmp_path: Path) -> None:
    assert shown(tmp_path, "a\x0cb\u2028c\r\nd;\r\n".encode(), 2, 1) == ["    d;", "    ^"]


def test_of_a_long_line_only_the_part_around_the_caret_is_shown(tmp_path: Path) -> None:
    line, caret = shown(tmp_path, b"a" * 100_000 + b"!" + b"b" * 100_000, 1, 100_001)
    assert len(line) < 200
    assert line[caret.index("^")] == "!"


@pytest.mark.parametrize("line", [0, 3, 99])
def test_a_line_that_does_not_exist_is_not_shown(tmp_path: Path, line: int) -> None:
    assert shown(tmp_path, b"int a;\n", line, 1) == []


def test_a_column_behind_the_line_points_behind_it(tmp_path: Path) -> None:
    assert shown(tmp_path, b"int a", 1, 50) == ["    int a", "         ^"]


def test_errors_carry_diagnostics_of_their_own_kind() -> None:
    assert InputError("a", hint="b").diagnostics == (Diagnostic(Severity.ERROR, "a", None, "b"),)
    assert Unsupported("a").diagnostics[0].severity is Severity.UNSUPPORTED
    assert UsageError("a").diagnostics[0].severity is Severity.ERROR
    several = (Diagnostic(Severity.ERROR, "one"), Diagnostic(Severity.NOTE, "two"))
    assert InputError.of(several).diagnostics == several
    assert str(InputError.of(several)) == "one"


def test_what_would_do_something_to_a_terminal_is_replaced() -> None:
    assert printable("a\x1b[31m\x07\u202e\x9b\ud800\tb\n") == "a\ufffd[31m\ufffd\ufffd\ufffd\ufffd\tb\n"
    assert printable("größe 日本") == "größe 日本"
