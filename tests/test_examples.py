"""The programs in examples/: safe twins never fail, unsafe twins fail as their first lines say.

In: examples/NAME/safe.c and unsafe.c, which start with lines `// name: value`:

    expect: safe, or unsafe PROPERTY LINE
    schedule: what `unthread run --schedule` needs to get there (unsafe)
    input: NAME=VALUE, as `unthread run --input` takes it (unsafe; may be repeated)

Out: one test for each program and question. `PYTHONPATH=scripts python -m tests.test_examples [NAME...]`
searches a shortest schedule for each unsafe twin whose own one does not lead to the violation any more, and
writes it down.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from execution import execute
from referees import GCC, GCC_M32, Tool
from tests.support.examples import EXAMPLES, NAMES, Example, program_of, read_example
from tests.support.tools import require
from unthread import cli
from unthread.core.diagnostics import InputError, UsageError
from unthread.core.exit_codes import ExitCode
from unthread.core.properties import Property
from unthread.core.source import Loc
from unthread.core.trace import Schedule, format_schedule, parse_schedule
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import (
    Blocked,
    Ended,
    Exited,
    Infeasible,
    Machine,
    Outcome,
    OutOfSteps,
    Progressed,
    Snapshot,
    Violated,
)
from unthread.interpreter.schedulers import GivenSchedule, RandomScheduler
from unthread.program.types import Type
from unthread.values.cells import Value
from unthread.values.scalars import fit

PROPERTIES = frozenset(Property) - {Property.RACE}  # of safe twins; unsafe ones may race on purpose
SEEDS = 20
LIMIT = 20_000  # instructions of a random run; more means that threads wait for each other in turn
NATIVE_RUNS = 10
SECONDS = 60.0
STATES = 60_000  # of a search


# What a program says about itself


# Searching


class GivenValues:
    """The inputs of the first lines, the last one of a name again and again; any other input is zero."""

    def __init__(self, inputs: Sequence[str]) -> None:
        self.values = dict(text.split("=") for text in inputs)

    def value(self, name: str, type: Type, loc: Loc, thread: int) -> Value:
        return fit(int(self.values.get(name, "0")), type)


def is_expected(outcome: Outcome, example: Example) -> bool:
    if not isinstance(outcome, Violated):
        return False
    return (outcome.violation.property, outcome.violation.loc.line) == example.failure


Reached = tuple[Snapshot, int]  # with the thread that took the last step


@dataclass(slots=True)
class Search:
    """All states that some number of context switches leads to, for growing numbers."""

    machine: Machine
    example: Example
    seen: set[tuple[object, ...]] = field(default_factory=set)

    def run(self) -> Schedule | None:
        """A schedule with the fewest slices that ends in the expected violation."""
        states: list[Reached] = [(self.machine.snapshot(), 0)]
        while states:
            found: list[Schedule] = []
            following: list[Reached] = []
            for reached in self._without_switch(states):
                if len(self.seen) > STATES:
                    return None
                found += self._one_step(reached, following)
            if found:
                return min(found, key=len)
            states = following
        return None

    def _without_switch(self, states: list[Reached]) -> Iterator[Reached]:
        """Where the given threads get to while they run on; each state belongs to its last thread."""
        for state, thread in states:
            self.machine.restore(state)
            while self._is_new(thread):
                yield self.machine.snapshot(), thread
                if thread not in self.machine.live():
                    break
                if not isinstance(self._step(thread), Progressed | Ended):
                    break

    def _one_step(self, reached: Reached, following: list[Reached]) -> Iterator[Schedule]:
        """Schedules that end in the violation with a step of any thread; steps of others than the last
        one, which begin a slice, are added to `following`. The machine stays in the state."""
        state, current = reached
        self.machine.restore(state)
        live = self.machine.live()
        waiting = 0
        for thread in live:
            self.machine.restore(state)
            outcome = self._step(thread)
            if is_expected(outcome, self.example):
                yield self.machine.schedule
            elif isinstance(outcome, Blocked):
                waiting += 1
            elif isinstance(outcome, Progressed | Ended) and thread != current:
                following.append((self.machine.snapshot(), thread))
        self.machine.restore(state)
        if live and waiting == len(live) and self._is_expected_deadlock():
            yield self.machine.schedule
        self.machine.restore(state)

    def _is_expected_deadlock(self) -> bool:
        for thread in self.machine.live():
            self.machine.step(thread)  # to where it waits
        violation = self.machine.deadlock()
        return (violation.property, violation.loc.line) == self.example.failure

    def _step(self, thread: int) -> Outcome:
        self.machine.counters[2] = self.machine.counters[0] + LIMIT
        return self.machine.step(thread)

    def _is_new(self, thread: int) -> bool:
        key = (self.machine.key(), thread)
        if key in self.seen:
            return False
        self.seen.add(key)
        return True


def new_machine(example: Example) -> Machine:
    return Machine(
        program_of(example.file), GivenValues(example.inputs), PROPERTIES, lambda stream, text: None
    )


def search(example: Example) -> Schedule | None:
    return Search(new_machine(example), example).run()


# Tests


def test_there_are_enough_examples_and_the_readme_names_them_all() -> None:
    rows = re.findall(r"^\| `(\w+)` \|", (EXAMPLES / "README.md").read_text(), re.MULTILINE)
    assert rows == NAMES
    assert len(NAMES) >= 20


@pytest.mark.parametrize("name", NAMES)
def test_comments_of_an_unsafe_twin_speak_of_lines_that_exist(name: str) -> None:
    example = read_example(name, "unsafe")
    lines = example.file.read_text().splitlines()
    comment = " ".join(line.removeprefix("//") for line in lines if line.startswith("//"))
    (number,) = re.findall(r"Bug(?: in line|: in line) +(\d+)", comment)
    assert lines[int(number) - 1].strip()
    switches = re.findall(r"(\d+) +context +switches", comment)
    assert switches == [str(len(parse_schedule(example.schedule)) - 1)]
    property, line = example.failure
    shown = {Property.REACH: r"assert\(", Property.LOCK: r"_unlock\(", Property.DEADLOCK: r"_(lock|wait)\("}
    assert re.search(shown[property], lines[line - 1])


@pytest.mark.parametrize("model", ["--m64", "--m32"])
@pytest.mark.parametrize("name", NAMES)
def test_the_schedule_of_an_unsafe_twin_leads_to_its_violation(
    name: str, model: str, capfd: pytest.CaptureFixture[str]
) -> None:
    example = read_example(name, "unsafe")
    inputs = [word for text in example.inputs for word in ("--input", text)]
    asked = [
        "--property",
        "reach,lock,arith,deadlock",
    ]  # races may lie on the way, and `memory` has more steps
    code = cli.execute(["run", str(example.file), *asked, "--schedule", example.schedule, model, *inputs])
    property, line = example.failure
    printed = capfd.readouterr().err
    assert code == ExitCode.UNSAFE, printed
    first = re.match(r".*/unsafe\.c:(\d+):\d+: violation \((\w+)\)", printed)
    assert first, printed
    assert (int(first[1]), first[2]) == (line, property.value)
    assert "nobody asked" not in printed


# Cheap ones: the number of context switches that their comments promise is the least possible.
@pytest.mark.parametrize("name", ["barrier_phases", "double_checked_locking", "lost_wakeup", "peterson"])
def test_no_shorter_schedule_leads_to_the_violation(name: str) -> None:
    example = read_example(name, "unsafe")
    found = search(example)
    assert found is not None
    assert len(found) == len(parse_schedule(example.schedule))


@pytest.mark.parametrize("name", NAMES)
def test_safe_twins_survive_random_schedules(name: str) -> None:
    example = read_example(name, "safe")
    assert (example.expect, example.schedule, example.inputs) == ("safe", "", ())
    finished = 0
    inputs = RandomInputs(0)
    machine = Machine(program_of(example.file), inputs, PROPERTIES, lambda stream, text: None, limit=LIMIT)
    start = machine.snapshot()  # its code is compiled once
    for seed in range(SEEDS):
        machine.restore(start)
        inputs.random.seed(seed)
        match machine.run(RandomScheduler(seed)):
            case Exited(status):
                assert status == 0, f"seed {seed}"
                finished += 1
            case OutOfSteps() | Infeasible():
                pass  # neither right nor wrong
            case outcome:
                pytest.fail(f"seed {seed}: {outcome}, schedule {format_schedule(machine.schedule)}")
    assert finished >= SEEDS / 2


@pytest.mark.parametrize(("flag", "tool"), [("-m64", GCC), ("-m32", GCC_M32)])
@pytest.mark.parametrize("name", NAMES)
def test_gcc_has_no_complaints_and_safe_twins_run(name: str, flag: str, tool: Tool, tmp_path: Path) -> None:
    require(tool)
    for twin in ("safe", "unsafe"):
        file = read_example(name, twin).file
        flags = ["-Wall", "-Wextra", "-Werror", "-pthread", "-DNATIVE", flag]
        built = execute(["gcc", *flags, str(file), "-o", str(tmp_path / twin)], SECONDS)
        assert built.status == 0, built.stderr.decode()
    for _ in range(NATIVE_RUNS):
        done = execute([str(tmp_path / "safe")], SECONDS)
        assert done.status == 0, done.stderr.decode()


# Schedules for programs that have changed


def is_up_to_date(example: Example) -> bool:
    try:
        schedule = parse_schedule(example.schedule)
        return is_expected(new_machine(example).run(GivenSchedule(schedule)), example)
    except (InputError, UsageError):
        return False


def rewrite(names: Sequence[str]) -> None:
    for name in names:
        example = read_example(name, "unsafe")
        if is_up_to_date(example):
            continue
        schedule = search(example)
        if schedule is None:
            print(f"{name}: no schedule found within {STATES} states")
            continue
        text = example.file.read_text()
        example.file.write_text(text.replace(example.schedule, format_schedule(schedule), 1))
        print(f"{name}: {format_schedule(schedule)}, {len(schedule) - 1} context switches")


if __name__ == "__main__":
    rewrite(sys.argv[1:] or NAMES)
