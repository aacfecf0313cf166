"""`unthread explain`: a trace again, without its program."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml

from tests.support.commands import Capture, Write, execute, write
from tests.support.traces import program_trace
from unthread.results.trace_json import to_json
from unthread.results.trace_reading import from_json

__all__ = ["write"]  # the fixture

STARTS = {
    "text": "thread 0 (main)",
    "json": '{\n  "format": "unthread trace"',
    "sarif": '{\n "$schema"',
    "junit": "<?xml",
    "mermaid": "sequenceDiagram\n",
    "graphml": "<?xml",
    "yaml": "- entry_type: violation_sequence\n",
}


@pytest.fixture
def stored(write: Write) -> str:
    """A trace whose program is gone."""
    trace = program_trace("race")
    assert not trace.source.files[0].exists()
    return write(to_json(trace), "t.json")


@pytest.mark.parametrize("name", STARTS)
def test_every_format_on_stdout_and_in_a_file(name: str, stored: str, capsys: Capture) -> None:
    code, out, err = execute(capsys, "explain", stored, "--format", name)
    assert (code, err) == (0, "")
    assert out.startswith(STARTS[name])
    assert execute(capsys, "explain", stored, "--format", name, "-o", "out") == (0, "", "")
    assert Path("out").read_text().startswith(STARTS[name])


def test_text_is_the_default(stored: str, capsys: Capture) -> None:
    code, out, _ = execute(capsys, "explain", stored)
    assert code == 0
    assert "violation (race)" in out


def test_json_is_the_trace(stored: str, capsys: Capture) -> None:
    _, out, _ = execute(capsys, "explain", stored, "--format", "json")
    assert from_json(out, "printed") == program_trace("race")


def test_lines_come_from_the_trace(stored: str, capsys: Capture) -> None:
    _, out, _ = execute(capsys, "explain", stored, "--format", "sarif")
    assert '"text": "    x = 1;"' in out
    _, out, _ = execute(capsys, "explain", stored)
    assert "pthread_create(&thread, 0, work, 0);" in out


def test_a_witness_is_of_the_files_that_were_checked(stored: str, capsys: Capture) -> None:
    _, out, _ = execute(capsys, "explain", stored, "--format", "yaml")
    (entry,) = yaml.safe_load(out)
    assert [*entry["metadata"]["task"]["input_file_hashes"].values()] == [*program_trace("race").digests]


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        (("t.json", "--format", "pdf"), 1, "Invalid value for '--format'"),
        (("t.json", "--output", "no/x"), 2, "--output: there is no directory 'no'"),
        (("none.json",), 2, "cannot read 'none.json': No such file or directory"),
        (("t.json", "--", "-Wall"), 1, "explain takes no arguments after --"),
        ((), 1, "Missing argument 'TRACE'"),
    ],
)
def test_what_is_wrong_is_told(
    words: tuple[str, ...], code: int, said: str, stored: str, capsys: Capture
) -> None:
    found, out, err = execute(capsys, "explain", *words)
    assert (found, out) == (code, "")
    assert said in err


def test_old_and_foreign_traces_are_wrong_input(stored: str, capsys: Capture, write: Write) -> None:
    content = json.loads(Path(stored).read_text())
    for text, said in (
        (
            json.dumps(content | {"version": 2}),
            "unknown version 2 of the schema; this unthread reads versions 3 to 5",
        ),
        (json.dumps({"format": "other"}), "this is not a trace of unthread"),
        ("{", "is not JSON"),
    ):
        code, out, err = execute(capsys, "explain", write(text, "t.json"), "-o", "out")
        assert (code, out) == (2, "")
        assert said in err
        assert not Path("out").exists()
