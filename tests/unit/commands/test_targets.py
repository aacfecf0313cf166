"""Several programs: one that fails does not keep the others from being checked, and the worst code counts."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import Capture, Write, check, write
from unthread.api.verdict import Verdict
from unthread.commands import targets
from unthread.commands.targets import TargetOutcome, table
from unthread.core.diagnostics import InputError, InternalError, Unsupported, UsageError
from unthread.core.exit_codes import ExitCode
from unthread.core.source import Loc, Source
from unthread.core.verdict import Unknown, UnknownCause

__all__ = ["write"]  # the fixture

TARGETS = "".join(f'[[target]]\nname = "{name}"\nfiles = ["{name}.c"]\n' for name in ("one", "two"))


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (UsageError("wrong option"), 1, "unthread: error: wrong option\n"),
        (InputError("wrong", Loc("a.c", 1, 2)), 2, "a.c:1:2: error: wrong\n"),
        (Unsupported("vectors"), 5, "unthread: unsupported: vectors\n"),
        (RecursionError(), 5, "unthread: unsupported: the program is nested too deeply\n"),
        (MemoryError(), 5, "unthread: unsupported: out of memory\n"),
        (OSError("disk is full"), 2, "unthread: error: disk is full\n"),
        (InternalError("odd"), 6, "unthread: internal error: odd\n  This is a bug in unthread."),
    ],
)
def test_a_target_that_fails(
    error: Exception, code: int, message: str, write: Write, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def search(options: object, source: Source, target: str) -> Verdict:
        if source.files == (Path("one.c"),):
            raise error
        return Verdict(Unknown(UnknownCause.OUT_OF_TIME, "too late"), source)

    monkeypatch.setattr(targets, "search", search)
    write(TARGETS, "unthread.toml")
    for name in ("one.c", "two.c"):
        write("int main(void) { return 0; }\n", name)
    found, out, err = check(capsys)
    assert found == max(code, 5) if code in (5, 6) else found == code
    assert err.startswith(message)
    assert out.endswith("2 targets: 1 error, 1 unknown\n")


def test_the_table_has_80_columns() -> None:
    outcomes = [
        TargetOutcome("queue", ExitCode.INPUT, error=InputError("x" * 200, Loc("a.c", 1, 2))),
        TargetOutcome("a-longer-name", ExitCode.SAFE, skipped="nothing changed since HEAD"),
    ]
    lines = [*table(outcomes)]
    assert lines[1] == "target         answer           time"
    assert lines[2].startswith("queue          ERROR           0.0 s  a.c:1:2: xxx")
    assert len(lines[2]) == 80
    assert lines[3] == "a-longer-name  NOT CHECKED     0.0 s  nothing changed since HEAD"
    assert lines[4] == "2 targets: 1 error, 1 not checked"


def test_a_long_name_has_a_line_of_its_own() -> None:
    outcomes = [
        TargetOutcome("n" * 31, ExitCode.SAFE, skipped="nothing changed since HEAD"),
        TargetOutcome("queue", ExitCode.SAFE, skipped="nothing changed since HEAD"),
    ]
    assert [*table(outcomes)] == [
        "",
        "target  answer           time",
        "n" * 31,
        "        NOT CHECKED     0.0 s  nothing changed since HEAD",
        "queue   NOT CHECKED     0.0 s  nothing changed since HEAD",
        "2 targets: 2 not checked",
    ]
