"""What commands write into files: all of it or nothing, and it is known before."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from unthread.commands.output import check_writable, write_whole
from unthread.core.diagnostics import InputError


@pytest.mark.parametrize(
    ("name", "message"),
    [("", "'' is not a file"), (".", "'.' is not a file"), ("no/where.json", "there is no directory 'no'")],
)
def test_what_cannot_be_written_is_told(
    name: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=message):
        check_writable(name, "--trace")


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    file = tmp_path / "out.txt"
    file.write_text("old")
    held = file.open()
    write_whole(file, "new")
    with held:
        assert held.read() == "old"  # whoever reads it goes on with what was there
    assert file.read_text() == "new"
    assert os.listdir(tmp_path) == ["out.txt"]


def test_a_link_stays_one(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("old")
    (tmp_path / "link").symlink_to("target")
    write_whole(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "new"


def test_what_cannot_be_encoded_leaves_nothing_behind(tmp_path: Path) -> None:
    file = tmp_path / "out.txt"
    with pytest.raises(UnicodeEncodeError):
        write_whole(file, "\udcff")
    assert os.listdir(tmp_path) == []
