"""Where a harness is put."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.cli import execute
from unthread.core.exit_codes import ExitCode

TEXT = "struct s { int n; };\nint get(struct s *x);\n"


def test_headers_are_named_from_where_the_harness_is(tmp_path: Path) -> None:
    (tmp_path / "include").mkdir()
    (tmp_path / "tests").mkdir()
    (tmp_path / "include" / "s.h").write_text(TEXT)
    output = tmp_path / "tests" / "h.c"
    assert execute(["harness", str(tmp_path / "include" / "s.h"), "-o", str(output)]) == ExitCode.SAFE
    assert '#include "../include/s.h"' in output.read_text()
    assert (tmp_path / "tests" / "unthread_harness.h").exists()


def test_the_library_is_not_overwritten(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "s.c"
    file.write_text(TEXT)
    assert execute(["harness", str(file), "-o", str(file)]) == ExitCode.USAGE
    assert file.read_text() == TEXT
    assert "is the library itself" in capfd.readouterr().err
