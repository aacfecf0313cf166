"""From a witness to a trace, and `unthread replay`.

Witnesses are made by running bounded programs at random: those of examples/, and small ones that Hypothesis
makes. Every one must become a trace of the program itself that replays.
"""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from tests.properties.concurrent import concurrent_programs
from tests.support.examples import NAMES, program_of, read_example
from tests.support.witnesses import Maker
from unthread import cli
from unthread.core.bounds import Bounds
from unthread.core.diagnostics import source_lines
from unthread.core.exit_codes import ExitCode
from unthread.core.properties import Property
from unthread.core.request import ALL, Reduction
from unthread.core.source import Source
from unthread.core.trace import Trace, Witness, parse_schedule
from unthread.frontend.load import load
from unthread.program.program import Program
from unthread.results.execution import Claim, place_of
from unthread.results.match import match
from unthread.results.replay import confirm, record, replay
from unthread.results.trace_json import to_json
from unthread.results.trace_reading import from_json, read_trace
from unthread.values.cells import Value

PROPERTIES = frozenset(Property) - {Property.RACE}
ANY_PROGRAM = settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[
        HealthCheck.too_slow,
        HealthCheck.data_too_large,
        HealthCheck.function_scoped_fixture,
    ],
)


# Witnesses


def check(program: Program, source: Source, witness: Witness) -> Trace:
    """The trace says what the witness claims, survives JSON, and replays exactly."""
    trace = confirm(program, source, witness, PROPERTIES)
    assert trace is not None, f"not confirmed: {witness.violation}"
    assert trace.violation.property is witness.violation.property
    if witness.violation.property is Property.DEADLOCK:  # any of those that wait may have been claimed
        places = {place_of(part.loc) for part in trace.violation.participants}
        assert place_of(witness.violation.loc) in places
    else:
        assert place_of(trace.violation.loc) == place_of(witness.violation.loc)
    again = replay(program, source, from_json(to_json(trace), "trace"))
    assert again.is_reproduced
    assert again.departure is None
    assert again.trace == trace
    return trace


@pytest.mark.parametrize("name", NAMES)
def test_witnesses_of_the_examples_are_confirmed(name: str) -> None:
    example = read_example(name, "unsafe")
    program = program_of(example.file)
    given: dict[str, Value] = {}
    for text in example.inputs:
        key, _, value = text.partition("=")
        given[key] = int(value)
    maker = Maker.of(program, Bounds(unwind=3), PROPERTIES)
    for number, witness in enumerate(maker.witnesses(range(60), given)):
        check(program, Source((example.file,)), witness)
        if number == 1:
            break


def confirm_all(text: str, directory: Path, reductions: list[frozenset[Reduction]], most: int) -> None:
    file = directory / "program.c"
    file.write_text(text)
    source = Source((file,))
    program = load(source)
    for chosen in reductions:
        maker = Maker.of(program, Bounds(unwind=2), PROPERTIES, chosen)
        for number, witness in enumerate(maker.witnesses(range(20))):
            check(program, source, witness)
            if number + 1 == most:
                break


@pytest.mark.timeout(600)
@ANY_PROGRAM
@given(text=concurrent_programs())
def test_witnesses_of_any_program_are_confirmed(text: str, tmp_path: Path) -> None:
    confirm_all(text, tmp_path, [ALL], 1)


@pytest.mark.slow
@pytest.mark.timeout(20_000)
@settings(ANY_PROGRAM, max_examples=500, derandomize=False)
@given(text=concurrent_programs(budget=6))
def test_witnesses_of_any_program_are_confirmed_500(text: str, tmp_path: Path) -> None:
    confirm_all(text, tmp_path, [ALL, frozenset(), *(frozenset({one}) for one in Reduction)], 2)


def test_a_witness_of_something_else_is_not_confirmed(tmp_path: Path) -> None:
    """The claim is right about the unsafe twin; the safe one does not break."""
    unsafe, safe = (read_example("bank_account", twin).file for twin in ("unsafe", "safe"))
    maker = Maker.of(program_of(unsafe), Bounds(unwind=3), PROPERTIES)
    witness = next(maker.witnesses(range(60)))
    assert match(program_of(unsafe), witness, PROPERTIES) is not None
    copy = tmp_path / "unsafe.c"
    copy.write_text(safe.read_text())
    assert match(load(Source((copy,))), witness, PROPERTIES) is None


# The command

TEXT = """#include <assert.h>
#include <pthread.h>
int x;
int __VERIFIER_nondet_int(void);
static void *work(void *unused)
{
    x = STEP;
    x = 0;
    return unused;
}
int main(void)
{
    pthread_t t;
    pthread_create(&t, 0, work, 0);
    int n = __VERIFIER_nondet_int();
    assert(x == 0 || n > 0);
    return 0;
}
"""


@pytest.fixture
def stored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """`t.json`, a trace of `p.c`."""
    monkeypatch.chdir(tmp_path)
    source_lines.cache_clear()  # other tests have a p.c of their own
    Path("p.c").write_text(TEXT)
    source = Source((Path("p.c"),), ("-DSTEP=3",))
    claim = Claim(Property.REACH, ("p.c", 16, 5))
    trace = record(load(source), source, parse_schedule("0:1,1:2,0:2"), (), PROPERTIES, claim)
    Path("t.json").write_text(to_json(trace))
    return Path("t.json")


def change(old: str, new: str) -> None:
    assert old in TEXT
    Path("p.c").write_text(TEXT.replace(old, new, 1))


def test_a_trace_replays_with_its_own_files_and_flags(
    stored: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    assert cli.execute(["replay", str(stored)]) == ExitCode.UNSAFE
    printed = capfd.readouterr()
    assert printed.err == ""
    assert re.search(r"  7  x = STEP; +x: 0 -> 3\n", printed.out)
    assert "p.c:16:5: violation (reach): assertion violated: x == 0 || n > 0\n" in printed.out


def test_the_schedule_of_a_trace_is_one_for_run(stored: Path, capfd: pytest.CaptureFixture[str]) -> None:
    arguments = ["run", "p.c", "-DSTEP=3", "--schedule", "0:1,1:2,0:2", "--input", "n=0"]
    assert cli.execute(arguments) == ExitCode.UNSAFE
    assert "p.c:16:5: violation (reach)" in capfd.readouterr().err


def test_a_text_that_only_moved_still_breaks(stored: Path, capfd: pytest.CaptureFixture[str]) -> None:
    change("int x;", "/* more\n * lines */\nint x;")
    assert cli.execute(["replay", "p.c", str(stored)]) == ExitCode.UNSAFE
    printed = capfd.readouterr()
    assert printed.err == "unthread: warning: 'p.c' differs from the file in which the trace was found\n"
    assert "p.c:18:5: violation (reach)" in printed.out


@pytest.mark.parametrize(
    ("old", "new", "where", "expected", "found"),
    [
        (
            "x = STEP",
            "x = 0",
            "in slice 2 (1:2), at step 2 of it",
            "thread 1: p.c:7:5 in work: write x = 3",
            "thread 1: p.c:7:5 in work: write x = 0",
        ),
        (
            "    pthread_create(&t, 0, work, 0);\n",
            "",
            "in slice 1 (0:1), at step 1 of it",
            "thread 0: p.c:14:5 in main: atomic pthread_create thread 1",
            "thread 0: p.c:15:5 in main: read x is 0",
        ),
        (
            "int n = __VERIFIER_nondet_int();",
            "int m = __VERIFIER_nondet_int(), n = m + 1;",
            "in slice 3 (0:2), at step 1 of it",
            "thread 0: n, requested at p.c:15:13",
            "thread 0: m of type int, requested at p.c:15:13",
        ),
        (
            "x == 0 || n > 0",
            "x == 3 || n > 0",
            "in slice 3 (0:2), at step 2 of it",
            "p.c:16:5: reach: assertion violated: x == 0 || n > 0",
            "thread 0: p.c:11:5 in main: end",
        ),
    ],
)
def test_a_text_that_has_changed_says_where_it_departs(
    stored: Path, capfd: pytest.CaptureFixture[str], old: str, new: str, where: str, expected: str, found: str
) -> None:
    change(old, new)
    assert cli.execute(["replay", str(stored)]) == ExitCode.UNKNOWN
    lines = capfd.readouterr().err.splitlines()
    assert lines[1:5] == [
        "unthread: the violation of the trace is not reproduced",
        f"  it departs {where}",
        f"  expected: {expected}",
        f"  found:    {found}",
    ]


def test_json_is_the_trace_of_what_happened(stored: Path, capfd: pytest.CaptureFixture[str]) -> None:
    assert cli.execute(["replay", "--json", str(stored)]) == ExitCode.UNSAFE
    text = capfd.readouterr().out
    assert json.loads(text)["replay"] == {
        "reproduced": True,
        "ending": "p.c:16:5: reach: assertion violated: x == 0 || n > 0",
        "departure": None,
    }
    assert replace(from_json(text, "printed"), explanation=None) == read_trace(stored)
    change("x = STEP", "x = 0")
    assert cli.execute(["replay", "--json", str(stored)]) == ExitCode.UNKNOWN
    content = json.loads(capfd.readouterr().out)
    assert content["violation"] is None
    assert content["replay"]["departure"]["slice"] == 2


def test_bad_traces_are_wrong_input(stored: Path, capfd: pytest.CaptureFixture[str]) -> None:
    content = json.loads(stored.read_text())
    del content["schedule"]
    Path("short.json").write_text(json.dumps(content))
    for name, message in [
        ("short.json", "'short.json': $: 'schedule' is missing"),
        ("none.json", "cannot read 'none.json': No such file or directory"),
        ("p.c", "p.c:1:1: error: this is not JSON"),
    ]:
        assert cli.execute(["replay", name]) == ExitCode.INPUT
        assert message in capfd.readouterr().err


def test_a_trace_whose_files_are_gone_is_wrong_input(stored: Path, capfd: pytest.CaptureFixture[str]) -> None:
    Path("p.c").rename("q.c")
    assert cli.execute(["replay", str(stored)]) == ExitCode.INPUT
    assert "cannot read 'p.c'" in capfd.readouterr().err
    assert cli.execute(["replay", "q.c", str(stored)]) == ExitCode.UNSAFE
    printed = capfd.readouterr()
    assert printed.err == ""
    assert "q.c:16:5: violation (reach)" in printed.out


def test_a_slice_of_a_thread_that_does_not_exist_departs(
    stored: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    content = json.loads(stored.read_text())
    content["schedule"].insert(0, {"thread": 1, "steps": 10**9})
    stored.write_text(json.dumps(content))
    assert cli.execute(["replay", str(stored)]) == ExitCode.UNKNOWN
    assert "there is no such thread yet" in capfd.readouterr().err
