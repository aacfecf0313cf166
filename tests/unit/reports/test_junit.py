"""JUnit's XML: failures, errors and what has passed."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

import pytest

from tests.support.commands import Capture, Write, execute, write
from tests.support.traces import FEW, MANY, example_trace, program_trace
from unthread.core.source import Loc
from unthread.core.verdict import Unknown, UnknownCause, Unsafe, Verdict
from unthread.reports.junit import junit

__all__ = ["write"]  # the fixture


def case_of(verdict: Verdict, name: str = "a.c") -> Element:
    root = ElementTree.fromstring(junit(verdict, (Path(name),), 1.25))
    (suite,) = root
    (case,) = suite
    assert suite.get("tests") == "1"
    assert suite.get("time") == case.get("time") == "1.250"
    failed = [item.tag for item in case]
    assert (suite.get("failures"), suite.get("errors")) == (
        str(failed.count("failure")),
        str(failed.count("error")),
    )
    return case


@pytest.mark.parametrize("name", FEW)
def test_a_violation_is_a_failure_with_the_story(name: str) -> None:
    trace = example_trace(name)
    (failure,) = case_of(Unsafe((trace,), None))
    assert failure.tag == "failure"
    assert failure.get("type") == trace.violation.property
    assert trace.violation.message in (failure.get("message") or "")
    assert all(f"thread {number} " in (failure.text or "") for number in range(len(trace.threads)))


@pytest.mark.slow
@pytest.mark.parametrize("name", MANY)
def test_every_example_is_a_failure(name: str) -> None:
    (failure,) = case_of(Unsafe((example_trace(name),), None))
    assert failure.tag == "failure"


def test_what_xml_does_not_allow_is_replaced() -> None:
    trace = program_trace("reach")
    odd = replace(trace, violation=replace(trace.violation, message='\x00\x1b[31m "<&]]>\ud800\n\ufffe'))
    (failure,) = case_of(Unsafe((odd, odd), None), 'a"<&\x07\udcff.c')
    assert (failure.get("message") or "").endswith('\ufffd\ufffd[31m "<&]]>\ufffd\n\ufffd (and 1 more)')


def test_unknown_is_an_error() -> None:
    verdict = Unknown(UnknownCause.OUT_OF_TIME, "out of time", Loc("a.c", 1, 2))
    (error,) = case_of(verdict)
    assert error.tag == "error"
    assert (error.get("message"), error.get("type")) == ("a.c:1:2: out of time", "out of time")


def test_what_is_safe_has_passed(capsys: Capture, write: Write) -> None:
    file = write("int main(void) { return 0; }\n")
    assert execute(capsys, "check", "-q", "--junit", "out.xml", file)[0] == 0
    (said,) = ElementTree.parse("out.xml").getroot()[0][0]
    assert said.tag == "system-out"
    assert (said.text or "").startswith("SAFE")
