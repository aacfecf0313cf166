"""Emitted C in the dialect `plain`, compiled by gcc and led by choices, ends as the interpreter does with the
same schedule: the same state of all globals, the same violation."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referees import GCC
from tests.properties.concurrent import concurrent_programs
from tests.support.generated import QUICK
from tests.support.sources import loaded
from tests.support.tools import require
from unthread import cli
from unthread.bound.threads import bound
from unthread.bound.visible import Points, visible_points
from unthread.core.bounds import Bounds
from unthread.core.diagnostics import InputError
from unthread.core.source import Source
from unthread.core.trace import InputValue
from unthread.frontend.load import load
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Blocked, Ended, Exited, Progressed, Violated
from unthread.program.bounded import BoundedProgram
from unthread.results.bounded_run import BoundedRun
from unthread.results.choices import ChoiceFollower, in_rounds
from unthread.results.execution import ClaimedInputs
from unthread.results.trace_reading import read_trace
from unthread.sequentialize.emitted import Dialect
from unthread.sequentialize.lazy import LazyOptions, lazy

EXAMPLES = Path(__file__).parents[2] / "examples"
FLAGS = ("-Wall", "-Werror", "-fwrapv", "-fno-strict-aliasing")
QUICK_EXAMPLES = ("bank_account", "lazy_cseq", "producer_consumer", "treiber_stack", "work_stealing")
MOST_STEPS = 300


def random_run(
    program: BoundedProgram, points: tuple[Points, ...], seed: int
) -> tuple[list[int], list[InputValue]]:
    """The threads of an execution, step by step, until it ends or cannot go on; and its inputs."""
    choice = random.Random(seed)
    run = BoundedRun(program, points, RandomInputs(seed))
    steps: list[int] = []
    waiting: set[int] = set()
    while len(steps) < MOST_STEPS:
        movable = [number for number in run.machine.live() if number not in waiting]
        if not movable:
            break
        number = choice.choice(movable)
        thread = run.thread_of(number)
        match run.machine.step(number):
            case Progressed() | Ended():
                steps.append(thread)
                waiting.clear()
            case Blocked():
                waiting.add(number)
            case Violated(violation) if violation.property not in program.properties:
                break  # what follows a wrong access is anybody's guess
            case Violated() | Exited():
                steps.append(thread)
                break
            case _:
                break
    return steps, run.inputs.values


def state_of(follower: ChoiceFollower) -> dict[str, str]:
    memory, program = follower.machine.runtime.memory, follower.machine.program
    return {
        program.globals[name].variable.text: memory.read_bytes(item.base, item.size).hex(" ")
        for name, item in follower.machine.runtime.image.globals.items()
        if not program.globals[name].read_only
    }


def compare(program: BoundedProgram, directory: Path, seed: int) -> str:
    """How the execution ended."""
    require(GCC)
    points = visible_points(program)
    steps, inputs = random_run(program, points, seed)
    rounds = list(in_rounds(steps))
    emitted = lazy(program, points, LazyOptions(len(rounds), dialect=Dialect.PLAIN))
    follower = ChoiceFollower(program, points, ClaimedInputs(inputs, anywhere=True), emitted)
    try:
        choices = follower.choices(rounds)
    except InputError:
        return "an assumption does not hold"  # emitted C would not go there
    file, native = directory / "plain.c", directory / "plain"
    file.write_text(emitted.text)
    subprocess.run(["gcc", *FLAGS, "-o", str(native), str(file)], check=True, timeout=120)
    done = subprocess.run([str(native)], input=choices.text, capture_output=True, text=True, timeout=60)
    *shown, ending = done.stdout.splitlines()
    natively = dict(line.split(" = ") for line in shown)
    here = state_of(follower)
    assert natively == {name: here[name] for name in natively}, choices
    expected = choices.ending if choices.ending.startswith("violated") else "ended"
    assert ending.startswith(expected)
    return choices.ending


@pytest.mark.parametrize("name", QUICK_EXAMPLES)
def test_examples(name: str, tmp_path: Path) -> None:
    program = bound(load(Source((EXAMPLES / name / "unsafe.c",))), Bounds(unwind=3))
    endings = [compare(program, tmp_path, seed) for seed in range(5)]
    assert sum(ending.startswith(("ended", "violated")) for ending in endings) >= 2


@pytest.mark.timeout(600)
@settings(QUICK, max_examples=25)
@given(text=concurrent_programs(budget=4), seed=st.integers(0, 1000))
def test_generated_programs(text: str, seed: int, tmp_path: Path) -> None:
    compare(bound(loaded(text, tmp_path), Bounds(unwind=3)), tmp_path, seed)


@pytest.mark.slow
@pytest.mark.timeout(6000)
@settings(QUICK, max_examples=200, derandomize=False)
@given(text=concurrent_programs(budget=6), seed=st.integers(0, 10_000))
def test_generated_programs_200(text: str, seed: int, tmp_path: Path) -> None:
    compare(bound(loaded(text, tmp_path), Bounds(unwind=4)), tmp_path, seed)


@pytest.mark.parametrize("name", ["fibonacci", "lazy_cseq", "treiber_stack"])
def test_the_trace_of_a_violation_runs_natively(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    require(GCC)
    example, trace, file = EXAMPLES / name / "unsafe.c", tmp_path / "trace.json", tmp_path / "plain.c"
    assert cli.execute(["check", "-q", "--trace", str(trace), str(example)]) == 10
    flags = ["--dialect", "plain", "--unwind", "5", "--trace", str(trace), "-o", str(file)]
    assert cli.execute(["emit", str(example), *flags]) == 0
    how = capsys.readouterr().err
    done = subprocess.run(how, shell=True, capture_output=True, text=True, timeout=120)
    assert done.returncode == 10, done.stdout + done.stderr
    message = read_trace(trace).violation.message
    assert done.stdout.splitlines()[-1].startswith(f"violated: {message}")
