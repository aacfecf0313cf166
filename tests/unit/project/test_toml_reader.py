"""TOML, read value by value: positions of what is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.diagnostics import InputError
from unthread.project.toml_reader import TomlReader, read_toml, shown

TEXT = """title = "queues"

[limits]
time = 3
tiem = "4s"
"""


@pytest.fixture
def reader(tmp_path: Path) -> TomlReader:
    file = tmp_path / "a.toml"
    file.write_text(TEXT)
    text, content = read_toml(file)
    assert content == {"title": "queues", "limits": {"time": 3, "tiem": "4s"}}
    return TomlReader(file, text)


def test_values_and_keys_have_positions(reader: TomlReader) -> None:
    path = ("limits", "time")
    assert [(loc.line, loc.column) for loc in (reader.loc(path), reader.loc(path, at_key=True))] == [
        (4, 8),
        (4, 1),
    ]


def test_what_is_missing_has_the_position_of_its_table(reader: TomlReader) -> None:
    assert reader.loc(("limits", "memory")) == reader.loc(("limits",))
    assert (reader.loc(("tool", 2)).line, reader.loc(("tool", 2)).column) == (1, 1)


def test_a_key_that_is_unknown(reader: TomlReader) -> None:
    table = {"tiem": "4s"}
    with pytest.raises(InputError) as caught:
        reader.known(table, ("limits",), ("time", "memory"))
    assert (caught.value.loc.line, caught.value.loc.column) == (5, 1)  # type: ignore[union-attr]
    assert caught.value.hint == "did you mean 'time'?"
    with pytest.raises(InputError) as caught:
        reader.known({"zzz": 1}, ("limits",), ("time", "memory"))
    assert caught.value.hint == "the keys here are time, memory"
    reader.known({"time": 3}, ("limits",), ("time", "memory"))


def test_true_is_no_number(reader: TomlReader) -> None:
    assert reader.of_kind(3, int, ("limits", "time"), "a whole number") == 3
    with pytest.raises(InputError, match="'time' takes a whole number, not true"):
        reader.of_kind(True, int, ("limits", "time"), "a whole number")


@pytest.mark.parametrize(
    ("value", "text"), [(True, "true"), ("a", '"a"'), ([1], "a list"), ({}, "a table"), (1.5, "1.5")]
)
def test_values_as_they_are_quoted(value: object, text: str) -> None:
    assert shown(value) == text


@pytest.mark.parametrize(
    ("content", "line", "message"),
    [
        (b"a = 1\nb = = 2\n", 2, "this is not TOML"),
        (b"a = [1,\n", 2, "this is not TOML"),
        (b"a = '\xff'\n", None, "is not UTF-8"),
        (b'a = 1\nb = ["c", "\\u0000"]\n', 2, "this text has a null character"),
        (b"a = " + b"9" * 5000, None, "a number that is too long"),
        (b"a = " + b"[" * 300_000, None, "nested too deeply"),
        (None, None, "cannot read"),
    ],
)
def test_files_that_cannot_be_read(
    content: bytes | None, line: int | None, message: str, tmp_path: Path
) -> None:
    file = tmp_path / "b.toml"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(InputError, match=message) as caught:
        read_toml(file)
    assert (caught.value.loc.line if caught.value.loc else None) == line
