"""Traces to be carried out by real programs."""

from __future__ import annotations

from pathlib import Path

from tests.support.examples import read_example
from unthread import cli
from unthread.bound.loops.spinning import with_waits
from unthread.core.exit_codes import ExitCode
from unthread.core.properties import ASSERTED, Property
from unthread.core.source import Source
from unthread.core.trace import Trace, parse_schedule
from unthread.frontend.load import load
from unthread.interpreter.machine import Machine, Violated
from unthread.interpreter.schedulers import GivenSchedule
from unthread.results.execution import Claim, ClaimedInputs
from unthread.results.replay import record
from unthread.results.trace_json import to_json

PROGRAMS = Path(__file__).parents[1] / "native"


def trace_of(source: Source, schedule: str, property: Property) -> Trace:
    """The execution of that schedule, all inputs 0, which must violate the property."""
    properties = ASSERTED | {property}
    program = with_waits(load(source), properties)
    steps = parse_schedule(schedule)
    machine = Machine(program, ClaimedInputs(()), properties, lambda stream, text: None, undefined="any")
    outcome = machine.run(GivenSchedule(steps))
    assert isinstance(outcome, Violated), f"the schedule leads to {outcome}"
    assert outcome.violation.property is property, outcome
    return record(program, source, steps, (), properties, Claim.of(outcome.violation))


def store_example(name: str, file: Path) -> Trace:
    """The violation of an unsafe example, as its first lines tell it, in a file."""
    example = read_example(name, "unsafe")
    trace = trace_of(Source((example.file,)), example.schedule, example.failure[0])
    file.write_text(to_json(trace))
    return trace


def check_and_store(arguments: tuple[str, ...], property: str, file: Path) -> Path:
    """What `unthread check` finds in programs of tests/native, in a file."""
    named = [str(PROGRAMS / word) if word.endswith(".c") else word for word in arguments]
    options = ("--property", property, "--trace", str(file), "--time", "30s", "-q")
    assert cli.execute(["check", *named, *options]) == ExitCode.UNSAFE
    return file
