"""Exit codes are part of the interface: the README lists each of them."""

from __future__ import annotations

import re
from pathlib import Path

from unthread.core.exit_codes import ExitCode

README = Path(__file__).parents[3] / "README.md"


def test_the_readme_lists_every_exit_code() -> None:
    table = README.read_text().partition("\n## Exit codes\n")[2].partition("\n## ")[0]
    assert {int(code) for code in re.findall(r"^\| (\d+) \|", table, re.MULTILINE)} == {*ExitCode}
