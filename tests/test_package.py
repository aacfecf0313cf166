"""What is in the wheel that `python -m build` and `pip install` make, and what is cited."""

from __future__ import annotations

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import yaml

from unthread import __version__

ROOT = Path(__file__).parent.parent
PACKAGE = ROOT / "src" / "unthread"


def test_the_wheel_holds_the_package_with_its_c_files_and_types(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("unthread-*.whl")
    packed = {name for name in zipfile.ZipFile(wheel).namelist() if name.startswith("unthread/")}
    files = [path for path in PACKAGE.rglob("*") if path.is_file() and path.parent.name != "__pycache__"]
    assert packed == {f"unthread/{path.relative_to(PACKAGE)}" for path in files}
    assert {"unthread/py.typed", "unthread/models/pthread.c", "unthread/frontend/include/prelude.h"} <= packed


def test_the_version_that_is_cited_is_this_one() -> None:
    cited = yaml.safe_load((ROOT / "CITATION.cff").read_text())
    assert (cited["title"], cited["version"]) == ("unthread", __version__)


def test_the_changelog_begins_with_what_comes_next_and_this_version() -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    released = yaml.safe_load((ROOT / "CITATION.cff").read_text())["date-released"]
    assert headings[:2] == ["Unreleased", f"{__version__} - {released}"]


def test_every_version_has_each_kind_of_change_once() -> None:
    for section in re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)[1:]:
        kinds = re.findall(r"^### (.+)$", section, re.MULTILINE)
        assert len(kinds) == len(set(kinds))
        assert set(kinds) <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
