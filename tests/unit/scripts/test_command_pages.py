"""The pages of the subcommands say what --help says."""

from __future__ import annotations

from command_pages import FURTHER, PAGES, pages


def test_pages_are_what_help_prints() -> None:
    written = {path.name: path.read_text() for path in PAGES.iterdir()}
    assert written == pages(), "write them anew: python scripts/command_pages.py"


def test_further_pages_are_there() -> None:
    links = {page for found in FURTHER.values() for page in found}
    assert [page for page in links if not (PAGES.parent / page).is_file()] == []
