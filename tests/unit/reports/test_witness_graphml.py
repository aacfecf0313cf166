"""Witnesses in GraphML: one path to the violation, by whom and where."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from tests.support.commands import Capture, Write, execute, write
from tests.support.traces import FEW, MANY, PROGRAMS, example_trace, program_trace
from tests.support.witness_rules import graphml_faults
from unthread.core.trace import Trace
from unthread.core.verdict import Unsafe
from unthread.reports.checked import Checked
from unthread.reports.witness_graphml import graphml_witnesses

__all__ = ["write"]  # the fixture

NOW = datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC)


def witness_of(trace: Trace) -> str:
    (text,) = graphml_witnesses(Checked(Unsafe((trace,), None), trace.source), NOW)
    return text


@pytest.mark.parametrize("name", FEW)
def test_an_example_is_valid(name: str) -> None:
    trace = example_trace(name)
    assert graphml_faults(witness_of(trace), trace.source.files[0].read_text()) == []


@pytest.mark.slow
@pytest.mark.parametrize("name", MANY)
def test_every_example_is_valid(name: str) -> None:
    trace = example_trace(name)
    assert graphml_faults(witness_of(trace), trace.source.files[0].read_text()) == []


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_violation_of_each_property_is_valid(name: str) -> None:
    assert graphml_faults(witness_of(program_trace(name)), PROGRAMS[name]) == []


def test_threads_and_their_functions() -> None:
    text = witness_of(example_trace("lost_wakeup"))
    assert text.count('key="createThread">') == 3
    assert text.count('key="enterFunction">await<') == 1
    assert text.count('key="returnFromFunction">announce<') == 1
    assert ">CHECK( init(main()), LTL(G ! deadlock) )<" in text
    assert ">2026-01-02T03:04:05+00:00<" in text


def test_inputs_are_assumptions() -> None:
    text = witness_of(program_trace("arith"))
    assert ">\\result == 2147483647<" in text
    assert 'key="assumption.resultfunction">__VERIFIER_nondet_int<' in text


def test_check_writes_it(capsys: Capture, write: Write) -> None:
    file = write("int main(void) { return 0; }\n")
    assert execute(capsys, "check", "-q", "--witness", "w.graphml", file)[0] == 0
    text = Path("w.graphml").read_text()
    assert graphml_faults(text) == []
    assert "correctness_witness" in text
    assert "<edge" not in text
