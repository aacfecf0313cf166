"""Manual pages say what --help says, and `man` has nothing against them."""

from __future__ import annotations

import subprocess
from pathlib import Path

import click
import pytest

from man_pages import main, pages
from referees import GROFF
from tests.support.tools import require
from unthread.cli import unthread
from unthread.core.exit_codes import ExitCode


def test_every_command_has_a_page() -> None:
    assert {*pages()} == {"unthread.1", *(f"unthread-{name}.1" for name in unthread.commands)}


@pytest.mark.parametrize("name", pages())
def test_groff_reads_it_without_a_warning(name: str) -> None:
    require(GROFF)
    assert shown(pages()[name])


@pytest.mark.parametrize("name", unthread.commands)
def test_every_option_is_on_its_page_with_its_help(name: str) -> None:
    require(GROFF)
    text = words(shown(pages()[f"unthread-{name}.1"]))
    command = unthread.commands[name]
    context = click.Context(command, info_name=name, **command.context_settings)
    for parameter in unthread.commands[name].get_params(context):
        record = parameter.get_help_record(context)
        for part in record or ():
            assert words(part) in text


def test_every_exit_code_is_explained() -> None:
    page = pages()["unthread.1"]
    assert [code for code in ExitCode if f"\n.B {int(code)}\n" not in page] == []
    assert page.endswith(".PP\nrun exits with the status of the program, or 10 on a violation.\n")


def test_pages_are_written_where_man_looks(tmp_path: Path) -> None:
    main(tmp_path / "man")
    assert {path.name for path in (tmp_path / "man" / "man1").iterdir()} == {*pages()}


def shown(page: str) -> str:
    """On a wide terminal, without hyphenation."""
    command = ["groff", "-ww", "-man", "-Tascii", "-P-c", "-P-b", "-P-o", "-P-u", "-rLL=500n", "-rHY=0"]
    ran = subprocess.run(command, input=page, capture_output=True, text=True, timeout=60)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout


def words(text: str) -> str:
    return " ".join(text.split())
