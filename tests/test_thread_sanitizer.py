"""gcc's ThreadSanitizer as a referee for data races: it watches real executions and knows nothing of ours.

In: the programs of tests/programs/threads/races, whose first line says `// expect: safe` or `// expect: race
VARIABLE`; the other programs with threads; examples/. Out: one test for each program. Whatever race the
sanitizer reports in a few executions, unthread reports, too, of the same variable; so what is free of races
for unthread gets no report."""

from __future__ import annotations

import re
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from execution import Execution, execute
from referees import Tool, compiles
from tests.support.thread_programs import PROGRAMS, directives, expected
from tests.support.tools import require
from unthread.core.bounds import Bound, Bounds
from unthread.core.properties import Property
from unthread.core.request import Request
from unthread.core.source import Source
from unthread.core.verdict import Safe, Unsafe, Verdict
from unthread.story import Limits
from unthread.story import check as verify

HERE = Path(__file__).parent
RACES = sorted((HERE / "programs" / "threads" / "races").glob("*.c"))
EXAMPLES = sorted((HERE.parent / "examples").glob("*/*.c"))
LIMITS = Limits(seconds=60.0, memory=3 << 30)
UNWIND = 2  # of loops that have no end

SECONDS = 5.0  # of one execution
MOST_RUNS = 50  # of a program with a race: until it is seen
FEW_RUNS = 5  # of one without

# The sanitizer as it is in gcc

FLAGS = ["-w", "-g", "-O0", "-pthread", "-fsanitize=thread"]
OPTIONS = "exitcode=0:report_thread_leaks=0:report_destroy_locked=0:report_mutex_bugs=0:detect_deadlocks=0"
PROBE = """#include <pthread.h>
int x;
void *work(void *argument) { x++; return argument; }
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    x++;
    return pthread_join(thread, 0);
}
"""
# Where the addresses of a process are more random than it expects, it gives up.
LAUNCHERS: tuple[list[str], ...] = ([], ["setarch", "-R"])


def run(binary: Path, launcher: list[str]) -> Execution:
    return execute(["env", f"TSAN_OPTIONS={OPTIONS}", *launcher, str(binary)], SECONDS)


@cache
def launcher() -> list[str] | None:
    """What to put before a command so that the sanitizer sees a race; None if nothing helps."""
    if not compiles("-fsanitize=thread"):
        return None
    with TemporaryDirectory() as directory:
        file = Path(directory) / "probe.c"
        file.write_text(PROBE)
        binary = instrumented(file, Path(directory))
        for words in LAUNCHERS:
            if words and shutil.which(words[0]) is None:
                continue
            if all(reports(run(binary, words)) for _ in range(5)):
                return words
    return None


SANITIZER = Tool(
    "gcc -fsanitize=thread",
    ("gcc", "libc6-dev"),
    lambda: launcher() is not None,
    "tests/test_thread_sanitizer.py",
)


def instrumented(program: Path, directory: Path) -> Path:
    binary = directory / program.stem
    compiled = execute(["gcc", *FLAGS, str(program), "-o", str(binary)], 60.0)
    assert compiled.status == 0, compiled.stderr.decode()
    return binary


# Its reports


@dataclass(frozen=True, slots=True)
class Report:
    """A race of two accesses. `name` of a variable with static storage, or empty; `lines` of the program."""

    name: str
    lines: frozenset[int]


ACCESS = re.compile(
    r"(?i)^  (?:previous )?(?:atomic )?(?:read|write) of size .*\n((?:    #.*\n)+)", re.MULTILINE
)
FRAME = re.compile(r"#\d+ (\w+) (\S+?):(\d+)")
GLOBAL = re.compile(r"Location is global '(\w+)'")


def reports(execution: Execution) -> set[Report]:
    """The races. What it thinks that functions of the thread library touch of their own objects does not
    count: POSIX lets a barrier be destroyed by the first thread that comes out of it."""
    text = execution.stderr.decode(errors="replace")
    found = set()
    for part in text.split("WARNING: ThreadSanitizer: data race")[1:]:
        stacks = [FRAME.findall(stack) for stack in ACCESS.findall(part)]
        if any(stack and stack[0][0].startswith("pthread_") for stack in stacks):
            continue
        lines = {int(line) for stack in stacks for _, file, line in stack if "sanitizer" not in file}
        name = GLOBAL.search(part)
        found.add(Report(name[1] if name else "", frozenset(lines)))
    return found


def reported(program: Path, directory: Path, runs: int) -> set[Report]:
    """In so many executions, or in as few as are needed to see some race."""
    words = launcher()
    assert words is not None
    binary = instrumented(program, directory)
    for _ in range(runs):
        execution = run(binary, words)
        assert b"FATAL: ThreadSanitizer" not in execution.stderr, execution.stderr
        found = reports(execution)
        if found:
            return found
    return set()


# Our own


def check(program: Path, every: bool, endless: bool = False) -> Verdict:
    bounds = Bounds(unwind=UNWIND) if endless else Bounds()
    fixed = frozenset({Bound.UNWIND}) if endless else frozenset[Bound]()
    return verify(Source((program,)), Request(frozenset({Property.RACE}), bounds, fixed, every=every), LIMITS)


PLACE = re.compile(r"data race on (?:\(the (heap) object|\(?(\w+))")


def variables(verdict: Unsafe) -> set[str]:
    """The names of the variables, or `heap`."""
    places = [PLACE.match(trace.violation.message) for trace in verdict.traces]
    return {place[1] or place[2] for place in places if place is not None}


def places(verdict: Unsafe) -> set[int]:
    """The lines of all accesses that are part of a race."""
    found = set()
    for trace in verdict.traces:
        found.add(trace.violation.loc.line)
        found |= {frame.loc.line for frame in trace.violation.stack}
        found |= {int(line) for line in re.findall(r"by thread \d+ at \S+?:(\d+):", trace.violation.message)}
    return found


def is_known(report: Report, verdict: Verdict) -> bool:
    """unthread reports it as well: the variable, or, where the sanitizer does not know one, the place."""
    if not isinstance(verdict, Unsafe):
        return False
    return report.name in variables(verdict) if report.name else bool(report.lines & places(verdict))


# Programs made for this


def wanted(program: Path) -> str:
    """The variable with the race, or nothing."""
    first = program.read_text().partition("\n")[0]
    found = re.fullmatch(r"// expect: (?:safe|race (\w+))", first)
    assert found is not None, program.name
    return found[1] or ""


def is_endless(program: Path) -> bool:
    return "\n// endless: " in program.read_text()


@pytest.mark.parametrize("program", RACES, ids=lambda path: path.stem)
def test_races_for_unthread(program: Path) -> None:
    verdict = check(program, every=bool(wanted(program)), endless=is_endless(program))
    if wanted(program):
        assert isinstance(verdict, Unsafe)
        assert variables(verdict) == {wanted(program)}
    else:
        assert isinstance(verdict, Safe)
        assert verdict.coverage.all_schedules
        assert verdict.coverage.complete or is_endless(program)


@pytest.mark.parametrize("program", RACES, ids=lambda path: path.stem)
def test_races_for_the_sanitizer(program: Path, tmp_path: Path) -> None:
    """It agrees with what the programs say, and so with unthread."""
    require(SANITIZER)
    name = wanted(program)
    found = reported(program, tmp_path, MOST_RUNS if name else FEW_RUNS)
    if not name:
        assert found == set()
        return
    assert found
    assert {report.name for report in found} <= {name, ""}


def test_there_are_races_of_each_kind() -> None:
    names = {path.stem for path in RACES}
    assert len([path for path in RACES if wanted(path)]) >= 15
    kinds = {"bit_fields", "elements", "sizes", "double_checked", "message", "cond", "barrier", "rwlock"}
    assert {f"{kind}_{verdict}" for kind in kinds for verdict in ("safe", "unsafe")} <= names


# Programs made for something else

UNKNOWN_TO_IT = re.compile(r"#include <threads.h>|_clock(?:lock|wait|rdlock|wrlock)\(|__VERIFIER_")
LATE_DESTRUCTORS = {"keys_rounds_safe"}  # a thread is over for it before the last round of destructors


def can_be_watched(program: Path) -> bool:
    """It knows neither C11's threads nor functions with a clock; verifiers' functions have no body."""
    if UNKNOWN_TO_IT.search(program.read_text()) or program.stem in LATE_DESTRUCTORS:
        return False
    properties = {property for property, _ in expected(program)}
    natively = not directives(program).get("native", "").startswith("no")
    return natively and properties <= {Property.REACH}  # others may never end


@pytest.mark.parametrize(
    "program", [path for path in PROGRAMS if can_be_watched(path)], ids=lambda path: path.stem
)
def test_programs(program: Path, tmp_path: Path) -> None:
    require(SANITIZER)
    found = reported(program, tmp_path, FEW_RUNS)
    if not expected(program):
        assert found == set()  # tests/test_thread_library.py: unthread finds no race
    if found:
        verdict = check(program, every=True)
        assert [report for report in found if not is_known(report, verdict)] == []


RACING = {"bank_account", "bounded_queue", "double_checked_locking", "lock_stack"}  # seen in every execution


@pytest.mark.slow
@pytest.mark.parametrize(
    "program",
    [path for path in EXAMPLES if not UNKNOWN_TO_IT.search(path.read_text())],
    ids=lambda path: f"{path.parent.name}-{path.stem}",
)
def test_examples(program: Path, tmp_path: Path) -> None:
    require(SANITIZER)
    found = reported(program, tmp_path, MOST_RUNS if program.stem == "unsafe" else FEW_RUNS)
    assert found or program.stem == "safe" or program.parent.name not in RACING
    if found:
        verdict = check(program, every=True)
        assert [report for report in found if not is_known(report, verdict)] == []
