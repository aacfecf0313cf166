"""Golden cases: a C file, the command it is for, and what the command prints.

    // flags: show --function f
    ...C...
    // output
    // ...what is printed on stdout, then on stderr, each line a comment...

`make cases` writes the output that unthread prints today; the difference is reviewed like code.
"""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

CASES = Path(__file__).parent / "cases"
MARK = "// output\n"


def run_case(case: Path) -> str:
    """What unthread prints for the case, as comment lines, with the case's own path as `case.c`."""
    flags = case.read_text(encoding="utf-8").splitlines()[0].removeprefix("// flags: ")
    command, *options = shlex.split(flags)
    done = subprocess.run(
        [sys.executable, "-m", "unthread", command, case.name, *options],
        cwd=case.parent,
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, "COLUMNS": "100", "UNTHREAD_DEBUG": "1"},
    )
    printed = done.stdout + done.stderr + (f"exit {done.returncode}\n" if done.returncode else "")
    return "".join(f"// {line}".rstrip() + "\n" for line in printed.splitlines())


def source_of(case: Path) -> str:
    return case.read_text(encoding="utf-8").partition(MARK)[0]


@pytest.mark.parametrize("case", sorted(CASES.rglob("*.c")), ids=lambda case: str(case.relative_to(CASES)))
def test_case(case: Path) -> None:
    expected = case.read_text(encoding="utf-8").partition(MARK)[2]
    assert run_case(case) == expected


def rewrite() -> None:
    for case in sorted(CASES.rglob("*.c")):
        case.write_text(source_of(case) + MARK + run_case(case), encoding="utf-8")


if __name__ == "__main__":
    rewrite()
