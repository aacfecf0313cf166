"""Programs as people write them: `unthread check` against what was seeded, the oracle, and gcc's sanitizers.

No referee is unthread's own search. The maker of a program knows whether it seeded a bug; the oracle tries
every interleaving where there are few; the sanitizers watch real executions under random delays. Whatever any
of them sees, unthread finds, or does not call the program SAFE; a program that is correct gets no alarm; and
no answer is an internal error.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from execution import execute
from referees import GCC
from sanitizers import SANITIZERS, Report, observe
from tests.oracle import Found, explore
from tests.properties.realistic import PATTERNS, make, realistic
from tests.properties.realistic_frame import COMMON_BUG, Realistic
from tests.support.tools import require
from unthread.core.exit_codes import ExitCode
from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.frontend.load import load

PROPERTIES = ("reach", "lock", "deadlock", "memory", "arith", "race")
SECONDS = 60
FEW_THREADS = 2  # besides main: as many as the oracle can follow
FEW_STATES = 20_000
RUNS = 3  # of each sanitizer

# Different patterns, correct and with bugs, that are decided within a few seconds.
QUICK = (2, 3, 4, 7, 8, 10, 15, 19, 22, 23, 24, 49)
MANY = range(1000, 1000 + 8 * len(PATTERNS))


def check(program: Path) -> dict[str, Any]:
    """The document of `unthread check`; anything but a verdict is a failure."""
    limits = ["--time", f"{SECONDS}s", "--memory", "2G", "--property", ",".join(PROPERTIES)]
    done = execute(
        [sys.executable, "-m", "unthread", "check", "--json", *limits, str(program)], 2.0 * SECONDS
    )
    assert done.status in (ExitCode.SAFE, ExitCode.UNSAFE, ExitCode.UNKNOWN), done.stderr.decode()
    document: dict[str, Any] = json.loads(done.stdout)
    return document


def is_proved(document: dict[str, Any]) -> bool:
    return bool(document["verdict"] == "safe")


def violation(document: dict[str, Any]) -> str:
    """What was found, or nothing."""
    if document["verdict"] != "unsafe":
        return ""
    found = document["traces"][0]["violation"]
    return f"{found['property']}: {found['message']}"


def oracle(program: Path) -> Found:
    properties = frozenset(Property(name) for name in PROPERTIES)
    return explore(load(Source((program,))), properties, max_states=FEW_STATES)


def disagreements(program: Realistic, file: Path) -> list[str]:
    """What the referees know better than unthread."""
    document = check(file)
    alarm = violation(document)
    said = []
    if alarm and not program.bug:
        said.append(f"a correct program gets an alarm: {alarm}")
    if is_proved(document) and program.bug:
        said.append("SAFE in spite of its bug")
    reports = sorted(map(str, observe(file, RUNS, program.seed)))
    if reports and is_proved(document):
        said.append(f"SAFE, but natively: {reports}")
    if reports and not program.bug:
        said.append(f"called correct, but natively: {reports}")
    if program.threads <= FEW_THREADS:
        found = oracle(file)
        if found.violations and is_proved(document):
            said.append(f"SAFE, but for the oracle: {found.violations}")
        # It knows of no loop that iterates for ever: tests/differential/test_engine_spinning.py does.
        if found.complete and not found.violations and alarm and not alarm.startswith("deadlock"):
            said.append(f"the oracle finds nothing, but: {alarm}")
    return said


def compare(seed: int, directory: Path) -> None:
    require(GCC, SANITIZERS)
    program = realistic(seed)
    file = directory / f"{program.name}.c"
    file.write_text(program.text)
    assert disagreements(program, file) == [], program.text


@pytest.mark.parametrize("seed", QUICK)
def test_realistic(seed: int, tmp_path: Path) -> None:
    compare(seed, tmp_path)


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize("seed", MANY)
def test_realistic_many(seed: int, tmp_path: Path) -> None:
    compare(seed, tmp_path)


# The comparison

PROVED = {"verdict": "safe"}
BOUNDED = {"verdict": "no bug found"}
ALARM = {"verdict": "unsafe", "traces": [{"violation": {"property": "reach", "message": "x"}}]}


@pytest.mark.parametrize(
    ("bug", "document", "reports", "said"),
    [
        ("", PROVED, set(), []),
        ("", ALARM, set(), ["a correct program gets an alarm: reach: x"]),
        (
            "",
            PROVED,
            {Report("race", "y")},
            ["SAFE, but natively: ['race: y']", "called correct, but natively: ['race: y']"],
        ),
        ("plain flag", ALARM, {Report("race", "y")}, []),
        ("plain flag", BOUNDED, {Report("race", "y")}, []),
        ("plain flag", PROVED, set(), ["SAFE in spite of its bug"]),
    ],
)
def test_disagreements(
    bug: str,
    document: dict[str, Any],
    reports: set[Report],
    said: list[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.modules[__name__], "check", lambda file: document)
    monkeypatch.setattr(sys.modules[__name__], "observe", lambda file, runs, seed: reports)
    program = Realistic(0, "publish", bug, FEW_THREADS + 1, "")
    assert disagreements(program, Path("unused.c")) == said


# The maker of programs


def test_a_seed_is_one_program() -> None:
    assert realistic(5) == realistic(5)
    assert len({realistic(seed).text for seed in range(200)}) > 190


def test_every_pattern_comes_correct_and_with_each_of_its_bugs() -> None:
    made = {(program.pattern, program.bug) for program in map(realistic, range(100 * len(PATTERNS)))}
    wanted = {(pattern.name, bug) for pattern in PATTERNS for bug in ("", *pattern.bugs)}
    assert wanted <= made
    assert max(program.threads for program in map(realistic, range(200))) >= 12


@pytest.mark.parametrize("pattern", PATTERNS, ids=lambda pattern: pattern.name)
def test_gcc_has_nothing_to_say(pattern: Any) -> None:
    require(GCC)
    bugs = ["", *pattern.bugs, *([COMMON_BUG] if pattern.is_uniform else [])]
    for number, bug in enumerate(bugs):
        program = make(pattern, bug, 2 + number % 2, 10 * number)
        command = ["gcc", "-Wall", "-Werror", "-fsyntax-only", "-pthread", "-x", "c", "-"]
        done = subprocess.run(command, input=program.text, text=True, capture_output=True)
        assert done.returncode == 0, done.stderr


# The sanitizers


def test_a_sanitizer_sees_what_is_there(tmp_path: Path) -> None:
    """What every execution does, of three kinds; no report of a correct program."""
    require(GCC, SANITIZERS)
    for pattern, bug, wanted in (
        ("gate", "", set()),
        ("slots", "off by one", {"memory"}),
        ("publish", "plain flag", {"race"}),
        ("bounded_queue", "producer forgets", {"deadlock"}),
    ):
        chosen = next(known for known in PATTERNS if known.name == pattern)
        file = tmp_path / f"{pattern}.c"
        file.write_text(make(chosen, bug, 2, 1).text)
        assert {report.property for report in observe(file, 2)} == wanted
