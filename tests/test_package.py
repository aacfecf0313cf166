"""What is in the wheel that `python -m build` and `pip install` make, and what is cited."""

from __future__ import annotations

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
