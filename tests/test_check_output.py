"""What `unthread check` writes: traces, what goes where, and that the documentation shows it."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
from contextlib import suppress
from pathlib import Path

import pytest

from tests.support.commands import Capture, Write, check_command, write
from tests.support.commands import check_few as check
from tests.support.commands import checked_few as checked_json
from tests.support.counters import ENDLESS, SAFE, UNSAFE
from unthread import cli
from unthread.results.trace_reading import read_trace

__all__ = ["write"]  # the fixture


DOCS = Path(__file__).parent.parent / "docs"


# Traces


def test_a_trace_is_replayed(capsys: Capture, write: Write) -> None:
    file = write(UNSAFE, "a directory/my program.c")
    assert check(capsys, file, "--trace", "a directory/the trace.json", "-q")[0] == 10
    assert cli.execute(("replay", "a directory/the trace.json")) == 10
    assert "x == 2" in capsys.readouterr().out


def test_how_to_keep_it_is_said_unless_it_is_kept(capsys: Capture, write: Write) -> None:
    file = write(UNSAFE)
    told = [check(capsys, file, *more)[1] for more in ((), ("-q",), ("--trace", "t.json"))]
    assert ["--trace FILE keeps it for unthread replay FILE" in out for out in told] == [True, False, False]
    assert "reproduce with: unthread replay t.json\n" in told[2]


def test_without_violation_there_is_no_trace(capsys: Capture, write: Write) -> None:
    code, _, err = check(capsys, write(SAFE), "--trace", "t.json", "-q")
    assert code == 0
    assert err == "unthread: note: there is no violation to write to 't.json'\n"
    assert not Path("t.json").exists()


@pytest.mark.parametrize(
    ("place", "message"),
    [
        ("missing/t.json", "there is no directory 'missing'"),
        ("a.c/t.json", "there is no directory 'a.c'"),
        (".", "'.' is not a file"),
        ("", "'' is not a file"),
    ],
)
def test_a_trace_that_cannot_be_written(
    capsys: Capture, write: Write, monkeypatch: pytest.MonkeyPatch, place: str, message: str
) -> None:
    """It is told before the search."""
    monkeypatch.setattr("unthread.story.check", lambda *arguments: pytest.fail("searched"))
    code, out, err = check(capsys, write(UNSAFE), "--trace", place)
    assert (code, out) == (2, "")
    assert err == f"unthread: error: --trace: {message}\n"
    assert [path.name for path in Path().iterdir()] == ["a.c"]


def test_a_link_to_a_trace_stays_a_link(capsys: Capture, write: Write) -> None:
    write("old", "real.json")
    Path("link.json").symlink_to("real.json")
    assert check(capsys, write(UNSAFE), "--trace", "link.json", "-q")[0] == 10
    assert Path("link.json").is_symlink()
    assert read_trace(Path("real.json")).violation.loc.line == 18


def test_a_trace_to_a_device(capsys: Capture, write: Write) -> None:
    assert check(capsys, write(UNSAFE), "--trace", "/dev/null", "-q")[0] == 10
    assert Path("/dev/null").is_char_device()


# What goes where


def test_json_is_alone_on_stdout(write: Write) -> None:
    answer = subprocess.run(
        check_command(write(UNSAFE), "--json", "--trace", "t.json"),
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert answer.stderr == ""
    (trace,) = json.loads(answer.stdout)["traces"]
    assert trace == json.loads(Path("t.json").read_text())


def test_what_only_people_see_is_not_loaded_for_json(write: Write) -> None:
    answer = subprocess.run(
        check_command(write(UNSAFE), "--json"),
        env={**os.environ, "PYTHONPROFILEIMPORTTIME": "1"},
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert "unthread.engine" in answer.stderr
    assert "rich" not in answer.stderr


def test_progress_is_for_terminals(write: Write) -> None:
    shown, out = on_a_terminal(write(ENDLESS), "--time", "10s", columns=200)
    assert re.search(r"\d s  ·  solving  ·  round \d+, loops \d+x  ·  covered: [^·]+  ·  3 threads, ", shown)
    assert out.startswith("NO BUG FOUND")
    assert "\x1b" not in out


def test_progress_fits_on_one_line(write: Write) -> None:
    shown, _ = on_a_terminal(write(ENDLESS), "--time", "10s", columns=40)
    assert "solving" in shown
    assert shown.count("\x1b[1A") == 1  # to the line above: only to leave no trace


def test_quiet_shows_no_progress(write: Write) -> None:
    shown, out = on_a_terminal(write(ENDLESS), "--time", "4s", "-q", columns=80)
    assert shown == ""
    assert len(out.splitlines()) == 1


def on_a_terminal(*arguments: str, columns: int) -> tuple[str, str]:
    """What a terminal at stderr gets to see, and stdout."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "TERM": "xterm", "COLUMNS": str(columns)}
    with subprocess.Popen(
        check_command(*arguments), stdout=subprocess.PIPE, stderr=theirs, env=environment, text=True
    ) as process:
        os.close(theirs)
        shown = b""
        with suppress(OSError):  # the terminal's way to say that nobody is there
            while chunk := os.read(ours, 1 << 16):
                shown += chunk
        os.close(ours)
        assert process.stdout is not None
        return shown.decode(), process.stdout.read()


# docs/VERDICT.md


def examples() -> list[str]:
    return re.findall(r"```json\n(.*?)```", (DOCS / "VERDICT.md").read_text(), re.DOTALL)


def program() -> str:
    found = re.search(r"```c\n(.*?)```", (DOCS / "VERDICT.md").read_text(), re.DOTALL)
    assert found
    return found[1]


def shape(value: object) -> object:
    """Without what depends on the clock or on luck, and without how large the formula is."""
    if not isinstance(value, dict):
        return value
    coverage = value["coverage"] and {
        **value["coverage"],
        "effort": [*value["coverage"]["effort"]],
        "ledger": [item["position"] for item in value["coverage"]["ledger"]],
    }
    effort = {"effort": [*value["effort"]]} if "effort" in value else {}
    return {**value, "seconds": 0, "coverage": coverage, **effort}


def test_the_documents_in_the_documentation(capsys: Capture, write: Write) -> None:
    file = write(program(), "pay.c")
    safe, unsafe, unknown = map(json.loads, examples())
    assert shape(checked_json(capsys, file, "--rounds", "1")) == shape(safe)
    found = checked_json(capsys, file, "--no-sample")
    assert [*found] == [*unsafe]
    assert found["traces"][0]["violation"] == unsafe["traces"][0]["violation"]
    assert shape({**found, "traces": []}) == shape({**unsafe, "traces": []})
    assert shape(checked_json(capsys, file, "--time", "0.001s")) == shape(unknown)


def fields_of(value: object) -> set[str]:
    match value:
        case dict():
            return {*value, *(name for part in value.values() for name in fields_of(part))}
        case list():
            return {name for part in value for name in fields_of(part)}
    return set()


def test_every_field_is_documented() -> None:
    tables = re.sub(r"```.*?```", "", (DOCS / "VERDICT.md").read_text(), flags=re.DOTALL)
    explained = set(re.findall(r"`(\w+)`", tables))
    for text in examples():
        document = json.loads(text)
        document.pop("traces", None)  # docs/TRACE.md
        assert fields_of(document) <= explained


def test_the_readme_shows_what_is_printed(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = re.search(r"```\n(SAFE.*?)```", (DOCS.parent / "README.md").read_text(), re.DOTALL)
    assert shown
    monkeypatch.chdir(DOCS.parent / "examples" / "double_checked_locking")
    code = cli.execute(["check", "safe.c"])
    out = capsys.readouterr().out
    assert code == 0
    changing = re.compile(r"\d+ rounds|took +.*")  # with the engine, with the machine
    assert changing.sub("", out) == changing.sub("", shown[1])
