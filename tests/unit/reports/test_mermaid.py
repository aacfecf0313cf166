"""Sequence diagrams: lines of a few known forms, whatever the program is called and says."""

from __future__ import annotations

import html
import re
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.commands import Capture, Write, execute, write
from tests.support.traces import FEW, MANY, PROGRAMS, example_trace, program_trace
from unthread.core.trace import Trace
from unthread.reports.mermaid import escaped, mermaid

__all__ = ["write"]  # the fixture

TEXT = r"(?:[A-Za-z0-9 _.,()=+*/!|?@^~\[\]'-]|#\d+;|<br/>)*"
LINE = re.compile(
    rf"sequenceDiagram|    participant t\d+ as {TEXT}|    t\d+(->>|--\))t\d+: {TEXT}"
    rf"|    Note over t\d+(,t\d+)?: {TEXT}|    rect rgba\(220, 60, 60, 0.3\)|    end"
)
HOSTILE = (
    'x"; end\nNote over t0: %%{init: {"securityLevel": "loose"}}%%<script>alert(1)</script> #35; &lt;\udc80\0'
)


def assert_valid(trace: Trace) -> None:
    text = mermaid(trace)
    for line in text.splitlines():
        assert LINE.fullmatch(line), line
        assert not re.search(r"\bend\b", line.partition(":")[2])
    assert "__ut_" not in text
    assert text.count("participant ") == len(trace.threads)


@pytest.mark.parametrize("name", FEW)
def test_an_example_is_valid(name: str) -> None:
    assert_valid(example_trace(name))


@pytest.mark.slow
@pytest.mark.parametrize("name", MANY)
def test_every_example_is_valid(name: str) -> None:
    assert_valid(example_trace(name))


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_violation_of_each_property_is_valid(name: str) -> None:
    assert_valid(program_trace(name))


@pytest.mark.parametrize("name", FEW)
def test_no_text_of_a_program_breaks_it(name: str) -> None:
    trace = example_trace(name)
    steps = tuple(replace(step, place=HOSTILE, text=HOSTILE, value=HOSTILE) for step in trace.steps)
    threads = tuple(HOSTILE for _ in trace.threads)
    assert_valid(
        replace(trace, violation=replace(trace.violation, message=HOSTILE), steps=steps, threads=threads)
    )


def test_texts_are_shown_as_they_are() -> None:
    shown = html.unescape(re.sub(r"#(\d+);", r"&#\1;", escaped('a->b: "x" end; #1; \u00e9\U0001f600')))
    assert shown == 'a->b: "x" end; #1; \u00e9\U0001f600'


def test_starts_effects_and_the_violation() -> None:
    lines = mermaid(example_trace("lost_wakeup")).splitlines()
    assert "    t0->>t1: line 47#58; starts thread 1 (await)" in lines
    assert "    t2--)t1: pthread_mutex_unlock" in lines
    assert lines[-1] == "    end"
    notes = [line for line in lines[lines.index("    rect rgba(220, 60, 60, 0.3)") :] if "Note over" in line]
    assert {note.split(":")[0].strip() for note in notes} == {"Note over t0", "Note over t1"}


def test_many_steps_are_cut() -> None:
    trace = example_trace("bank_account")
    long = replace(trace, steps=(*trace.steps[:9], *trace.steps[9:10] * 3000))
    assert re.search(r"\.\.\. 29\d\d more steps", mermaid(long))
    assert len(mermaid(long)) < 5000


def test_many_turns_are_cut() -> None:
    trace = example_trace("bank_account")
    long = replace(trace, steps=trace.steps * 500)
    text = mermaid(long)
    assert len(text) < 50_000
    assert re.search(r"Note over t0,t2: \.\.\. \d+ more notes and messages", text)
    assert text.endswith("    end\n")
    assert_valid(long)


def test_check_writes_it(capsys: Capture, write: Write) -> None:
    file = write("#include <assert.h>\nint main(void) { assert(0); }\n")
    assert execute(capsys, "check", "-q", "--mermaid", "out.mmd", file)[0] == 10
    assert Path("out.mmd").read_text().startswith("sequenceDiagram\n")
    code, _, err = execute(
        capsys, "check", "-q", "--mermaid", "no.mmd", write("int main(void) { return 0; }\n")
    )
    assert code == 0
    assert err == "unthread: note: there is nothing to write to 'no.mmd': no violation and no proof\n"
    assert not Path("no.mmd").exists()
