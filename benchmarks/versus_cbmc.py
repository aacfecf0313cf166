"""unthread against CBMC: the same programs within the same bounds, one after the other.

In: the programs of examples/, or those named; Fibonacci with several numbers of rounds in its loops. Out: a
row for each with what both said and the CPU seconds of all their processes, and how many of unthread's went
into the bounded program, formulas and solver (the rest is Python's start, reading C and the replay); the
geometric mean of how many times longer CBMC took, over the programs where both were right, and once more
with those where CBMC ran out of time, for which the time that it had counts; apart from it those where one of
them ran out of time, with what is known about the ratio, and those that do not count, with what was said.

CBMC gets what `unthread emit` makes of the program (`--given lazy`, or another schema): loops unwound as
often, and as many rounds as unthread looks at itself, which are those that the schedule needs that the unsafe
twin gives in its first lines (`--more-rounds` adds some). The time to emit is not counted.

With `--given threads` CBMC gets the program itself: every loop is unwound as often as `unthread loops` says
(CBMC needs one more to see the end of a loop), and it looks at all schedules. It checks assertions alone.
"""

import argparse
import contextlib
import itertools
import json
import math
import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

ROOT = Path(__file__).parent.parent
sys.path.insert(0, str(ROOT / "scripts"))

from get_cbmc import find_cbmc  # noqa: E402

UNTHREAD = (sys.executable, "-m", "unthread")
FIBONACCI = (5, 6, 7, 8)
PATIENCE = 8  # wall seconds for each CPU second: the machine may be busy
GIB = 1 << 30
VERY_LONG = 5.0  # CPU seconds, of unthread alone
LONG = 2.0  # CPU seconds, in which Python's start is lost

THREADS = "threads"
GIVEN = ("lazy", "lazy-pruned", THREADS)
SAFE, OUT_OF_TIME = "safe", "out of time"


class Failed(Exception):
    """A program that cannot be compared."""


# What is compared


@dataclass(frozen=True, slots=True)
class Task:
    """`expected` is `safe`, or `unsafe PROPERTY LINE`."""

    name: str
    file: Path
    expected: str
    rounds: int
    macros: tuple[str, ...] = ()


def directive(file: Path, name: str) -> str:
    """What the first lines of a program say, `// name: value`; a long schedule has several lines."""
    values = re.findall(rf"^// {name}: (.+)$", file.read_text(), re.MULTILINE)
    if not values:
        raise Failed(f"{file}: no line `// {name}: ...`")
    return "".join(values)


def rounds_of(schedule: str) -> int:
    """How often all threads take turns, in the order of their numbers, until a schedule is over."""
    threads = [int(part.split(":")[0]) for part in schedule.split(",")]
    return 1 + sum(later <= earlier for earlier, later in itertools.pairwise(threads))


def example(file: Path) -> Task:
    unsafe = file.with_name("unsafe.c")
    rounds = rounds_of(directive(unsafe, "schedule"))
    return Task(f"{file.parent.name}/{file.stem}", file, directive(file, "expect"), rounds)


def fibonacci(twin: str, times: int) -> Task:
    file = ROOT / "examples" / "fibonacci" / f"{twin}.c"
    expected = directive(file, "expect")
    return Task(f"fibonacci/{twin} N={times}", file, expected, times + 1, (f"-DN={times}",))


def all_tasks() -> list[Task]:
    files = sorted((ROOT / "examples").glob("*/*safe.c"))
    tasks = [example(file) for file in files if file.parent.name != "fibonacci"]
    return tasks + [fibonacci(twin, times) for twin in (SAFE, "unsafe") for times in FIBONACCI]


# Running a checker


@dataclass(frozen=True, slots=True)
class Limits:
    seconds: int  # of CPU
    memory: int


@dataclass(frozen=True, slots=True)
class Done:
    status: int
    stdout: str
    stderr: str
    seconds: float
    timed_out: bool


def execute(command: Sequence[str], limits: Limits) -> Done:
    """CPU seconds are those of the process and of all descendants that it has waited for."""

    def limit() -> None:
        resource.setrlimit(resource.RLIMIT_CPU, (limits.seconds, limits.seconds + 1))
        resource.setrlimit(resource.RLIMIT_AS, (limits.memory, limits.memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    with tempfile.TemporaryFile() as stdout, tempfile.TemporaryFile() as stderr:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=stdout,
            stderr=stderr,
            cwd=ROOT,
            start_new_session=True,
            preexec_fn=limit,
        )
        with killed_after(process.pid, limits.seconds * PATIENCE) as expired:
            _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        stdout.seek(0)
        stderr.seek(0)
        seconds = usage.ru_utime + usage.ru_stime
        return Done(
            process.returncode,
            stdout.read().decode(errors="replace"),
            stderr.read().decode(errors="replace"),
            seconds,
            # Clocks differ a little, and a process that is asked to stop has used less than all of its tree.
            expired.is_set() or process.returncode == -signal.SIGXCPU or seconds > 0.95 * limits.seconds,
        )


@contextlib.contextmanager
def killed_after(group: int, seconds: float) -> Iterator[threading.Event]:
    """The event tells whether it was; what a process leaves does not survive it in any case."""
    expired = threading.Event()

    def kill() -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(group, signal.SIGKILL)

    def expire() -> None:
        expired.set()
        kill()

    timer = threading.Timer(seconds, expire)
    timer.start()
    try:
        yield expired
    finally:
        timer.cancel()
        kill()


# What the checkers say


@dataclass(frozen=True, slots=True)
class Answer:
    """`said` is `safe`, `unsafe PROPERTY LINE`, `out of time`, or why there is no verdict."""

    said: str
    seconds: float
    made: float = 0.0  # of unthread's seconds: what was done in Python to make formulas
    solved: float = 0.0  # of unthread's seconds: what the solver took

    @property
    def engine(self) -> float:
        return self.made + self.solved

    @property
    def is_late(self) -> bool:
        return self.said == OUT_OF_TIME


def ask_unthread(task: Task, unwind: int, limits: Limits) -> Answer:
    bounds = ["--unwind", str(unwind), "--rounds", str(task.rounds)]
    resources = ["--time", f"{limits.seconds * PATIENCE}s", "--memory", f"{limits.memory >> 20}M"]
    asked = ["--property", "reach,lock"]  # what CBMC looks for as well
    command = [*UNTHREAD, "check", "--no-sample", "--json", *asked, *bounds, *resources, *task.macros]
    command.append(str(task.file))
    done = execute(command, limits)
    if done.timed_out:
        return Answer(OUT_OF_TIME, done.seconds)
    try:
        verdict = json.loads(done.stdout)
    except ValueError:
        return Answer(f"exit status {done.status}: {last_line(done.stderr)}", done.seconds)
    if verdict["verdict"] == "unsafe":
        violation = verdict["traces"][0]["violation"]
        said = f"unsafe {violation['property']} {violation['position']['line']}"
    elif verdict["verdict"] == "unknown":
        said = f"unknown: {verdict['reason']}"
    else:
        said = SAFE  # within the bounds that both are given
    effort = verdict.get("effort") or (verdict["coverage"] or {}).get("effort") or {}
    made = effort.get("bounding", 0.0) + effort.get("encoding", 0.0)
    return Answer(said, done.seconds, made, effort.get("solving", 0.0))


def ask_cbmc(cbmc: Path, task: Task, given: str, unwind: int, limits: Limits) -> Answer:
    return (
        ask_about_threads(cbmc, task, unwind, limits)
        if given == THREADS
        else ask_about_emitted(cbmc, task, given, unwind, limits)
    )


def ask_about_emitted(cbmc: Path, task: Task, schema: str, unwind: int, limits: Limits) -> Answer:
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "sequential.c"
        bounds = ["--unwind", str(unwind), "--rounds", str(task.rounds)]
        emit = [*UNTHREAD, "emit", "--schema", schema, "--dialect", "cbmc", *bounds, *task.macros]
        emitted = execute([*emit, "-o", str(file), str(task.file)], limits)
        if emitted.status:
            raise Failed(last_line(emitted.stderr))
        checks = ["--no-standard-checks", "--no-malloc-may-fail", "--stop-on-fail"]
        done = execute([str(cbmc), *checks, "-DUNTHREAD_NO_CUTS", "-DUNTHREAD_NO_GAPS", str(file)], limits)
        if done.timed_out:
            return Answer(OUT_OF_TIME, done.seconds)
        said = read_cbmc(done.stdout + done.stderr, done.status)
        return Answer(as_user_line(said, file.read_text(), task), done.seconds)


def as_user_line(said: str, text: str, task: Task) -> str:
    """The line of the user's program that the emitted text names before the one that fails. Which property
    an assertion is about, the text does not say: only the line is compared."""
    found = re.fullmatch(r"unsafe (?:reach|in \S+) (\d+).*", said)
    if found is None:
        return said
    positions = re.findall(
        r"^ *(?:/\*) \S+?:(\d+)(?::| )", "\n".join(text.split("\n")[: int(found[1])]), re.MULTILINE
    )
    if not positions:
        return said
    is_expected = task.expected.split()[-1] == positions[-1]
    return task.expected if is_expected else f"unsafe in line {positions[-1]}"


def ask_about_threads(cbmc: Path, task: Task, unwind: int, limits: Limits) -> Answer:
    """Reading the file and its loops for the bounds is not counted."""
    bounds = cbmc_bounds(unthread_loops(task, unwind, limits), cbmc_loops(cbmc, task, limits))
    checks = ["--no-standard-checks", "--no-unwinding-assertions", "--stop-on-fail"]
    done = execute([str(cbmc), *checks, *bounds, *task.macros, str(task.file)], limits)
    if done.timed_out:
        return Answer(OUT_OF_TIME, done.seconds)
    return Answer(read_cbmc(done.stdout + done.stderr, done.status), done.seconds)


def read_cbmc(text: str, status: int) -> str:
    if status == 0 and "VERIFICATION SUCCESSFUL" in text:
        return SAFE
    failed = re.search(r"Violated property:\n\s*file (\S+) .*?line (\d+)[^\n]*\n\s*([^\n]*)", text)
    if status == 10 and failed:
        file, line, message = failed.groups()
        if message.startswith("assertion ") and not file.startswith("<"):
            return f"unsafe reach {line}"
        return f"unsafe in {file} {line}: {message}"
    return f"exit status {status}: {last_line(text)}"


def last_line(text: str) -> str:
    lines = [line.strip() for line in text.splitlines() if line.strip()]
    return lines[-1] if lines else "nothing printed"


# Bounds

Loops = dict[tuple[str, int], int]  # by function and line: how often the body runs


def unthread_loops(task: Task, unwind: int, limits: Limits) -> Loops:
    command = [*UNTHREAD, "loops", "--unwind", str(unwind), *task.macros, str(task.file)]
    done = execute(command, limits)
    if done.status:
        raise Failed(last_line(done.stderr))
    return read_unthread_loops(done.stdout)


def read_unthread_loops(text: str) -> Loops:
    loops: Loops = {}
    for line in text.splitlines():
        found = re.fullmatch(r"\S.*:(\d+):\d+\s+(\w+)\s+(?:(\d+) rounds?,|waits:).*", line)
        if found:
            place, times = (found[2], int(found[1])), int(found[3] or 1)
            loops[place] = max(times, loops.get(place, 0))
    return loops


def cbmc_loops(cbmc: Path, task: Task, limits: Limits) -> dict[str, tuple[str, int]]:
    """Where each of its names of loops is."""
    done = execute([str(cbmc), "--show-loops", *task.macros, str(task.file)], limits)
    found = re.findall(r"^Loop (\S+):\n\s*file .* line (\d+) function (\w+)$", done.stdout, re.MULTILINE)
    return {name: (function, int(line)) for name, line, function in found}


def cbmc_bounds(loops: Loops, names: dict[str, tuple[str, int]]) -> list[str]:
    """One more than the rounds of each loop; loops that only CBMC has get the largest of these numbers."""
    most = max(loops.values(), default=1) + 1
    known = [f"{name}:{loops[place] + 1}" for name, place in names.items() if place in loops]
    return ["--unwind", str(most), *(["--unwindset", ",".join(known)] if known else [])]


# Results


@dataclass(frozen=True, slots=True)
class Row:
    task: Task
    unthread: Answer
    cbmc: Answer

    def is_right(self, answer: Answer) -> bool:
        return answer.said == self.task.expected

    @property
    def counts(self) -> bool:
        return self.is_right(self.unthread) and self.is_right(self.cbmc)

    @property
    def is_misunderstood(self) -> bool:
        """CBMC is wrong, and the bounds are not the reason."""
        is_verdict = self.cbmc.said.startswith((SAFE, "unsafe"))
        return is_verdict and not self.is_right(self.cbmc) and self.is_right(self.unthread)

    @property
    def is_bounded(self) -> bool:
        """One was right, and the other one did not get there: one side of the ratio is known."""
        return (self.is_right(self.unthread) and self.cbmc.is_late) or (
            self.is_right(self.cbmc) and self.unthread.is_late
        )

    @property
    def is_long(self) -> bool:
        """Not only the start of two programs is compared."""
        return max(self.unthread.seconds, self.cbmc.seconds) >= LONG

    @property
    def ratio(self) -> float:
        return self.cbmc.seconds / self.unthread.seconds


def geometric_mean(values: Sequence[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values))


def ratio_text(row: Row) -> str:
    if row.counts:
        return f"{row.ratio:.2f}"
    if row.is_bounded:
        return f"{'>' if row.cbmc.is_late else '<'} {row.ratio:.2f}"
    return "-"


def answer_text(row: Row, answer: Answer) -> str:
    mark = "" if answer.is_late or row.is_right(answer) else " !"
    return f"{' '.join(answer.said.split()[:1]) if not answer.is_late else OUT_OF_TIME}{mark}"


def line(row: Row) -> str:
    both = "".join(f"{answer_text(row, a):>14}{a.seconds:>8.1f}" for a in (row.unthread, row.cbmc))
    engine = f"{row.unthread.engine:>8.1f}" if row.unthread.engine else f"{'':8}"
    return f"{row.task.name:32}{row.task.rounds:>6}{both}{ratio_text(row):>10}{engine}"


HEAD = f"{'':32}{'rounds':>6}{'unthread':>14}{'s CPU':>8}{'CBMC':>14}{'s CPU':>8}{'ratio':>10}{'engine':>8}"


def difference(row: Row) -> str:
    said = f"unthread: {row.unthread.said}; CBMC: {row.cbmc.said}"
    return f"  {row.task.name}: expected {row.task.expected}; {said}"


def mean_of(what: str, rows: Sequence[Row]) -> Iterator[str]:
    if rows:
        ratios = [row.ratio for row in rows]
        yield (
            f"CBMC takes {geometric_mean(ratios):.2f} times as long as unthread: geometric mean over"
            f" {len(rows)} programs where {what}, from {min(ratios):.2f} to {max(ratios):.2f}"
        )


def engine_alone(what: str, rows: Sequence[Row]) -> Iterator[str]:
    ratios = [row.cbmc.seconds / row.unthread.engine for row in rows if row.unthread.engine]
    if ratios:
        yield (
            f"all of CBMC's time divided by that of unthread's engine alone: {geometric_mean(ratios):.2f},"
            f" {sum(ratio < 1 / 2 for ratio in ratios)} programs below 1/2, over {len(ratios)} where {what}"
        )


def summary(rows: Sequence[Row]) -> Iterator[str]:
    misunderstood = {row.task.file.parent for row in rows if row.is_misunderstood}
    fair = [row for row in rows if row.task.file.parent not in misunderstood]
    counted = [row for row in fair if row.counts]
    yield from mean_of("both are right", counted)
    yield from mean_of(f"one of them also needs {LONG:g} s or more", [row for row in counted if row.is_long])
    yield from engine_alone("both are right", counted)
    bounded = [row for row in fair if row.is_bounded]
    late = [row for row in bounded if row.cbmc.is_late]
    if late:
        some = f"CBMC also counts where it was stopped ({len(late)} times, so this is too low)"
        yield from mean_of(some, [*counted, *late])
        yield from engine_alone(some, [*counted, *late])
    shares = [row.unthread.made / row.unthread.seconds for row in rows if row.unthread.seconds > VERY_LONG]
    if shares:
        share = f"{100 * sum(shares) / len(shares):.0f} % on average, {100 * max(shares):.0f} % at most"
        yield f"making formulas takes {share} of the time, on {len(shares)} programs of over {VERY_LONG:g} s"
    if bounded:
        yield "only one of them in time, CBMC's time divided by unthread's:"
        yield from (f"  {row.task.name}: {ratio_text(row)}" for row in bounded)
    others = [row for row in rows if row not in counted and row not in bounded]
    if others:
        yield "not counted, because of this answer or of one about the twin:"
        yield from map(difference, others)


def compare(cbmc: Path, task: Task, given: str, unwind: int, limits: Limits) -> Row:
    return Row(task, ask_unthread(task, unwind, limits), ask_cbmc(cbmc, task, given, unwind, limits))


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="unthread against CBMC, within the same bounds.")
    parser.add_argument("files", nargs="*", type=Path, help="NAME/safe.c or NAME/unsafe.c, unless all")
    parser.add_argument("--fibonacci", nargs="+", type=int, metavar="N", help="only Fibonacci, with these N")
    parser.add_argument("--given", choices=GIVEN, default=GIVEN[0], help="what CBMC gets")
    parser.add_argument(
        "--unwind", type=int, default=2, help="rounds of loops that need not end by themselves"
    )
    parser.add_argument("--more-rounds", type=int, default=0, metavar="N", help="than the schedule needs")
    parser.add_argument("--seconds", type=int, default=120, help="CPU time for each run")
    parser.add_argument("--memory", type=int, default=4, metavar="GIB", help="memory for each run")
    return parser.parse_args(arguments)


def chosen_tasks(options: argparse.Namespace) -> list[Task]:
    if options.fibonacci:
        tasks = [fibonacci(twin, times) for twin in (SAFE, "unsafe") for times in options.fibonacci]
    else:
        tasks = [example(file.resolve()) for file in options.files] or all_tasks()
    return [replace(task, rounds=task.rounds + options.more_rounds) for task in tasks]


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    cbmc = find_cbmc()
    if cbmc is None:
        print("no cbmc on this machine: scripts/get_cbmc.py gets it", file=sys.stderr)
        return 1
    limits = Limits(options.seconds, options.memory * GIB)
    tasks = chosen_tasks(options)
    compared = [task for task in tasks if "deadlock" not in task.expected]  # CBMC does not look for them
    rows = []
    print(HEAD)
    os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
    for task in compared[:1]:
        ask_unthread(task, options.unwind, limits)  # compiles modules, once as for every user
    for task in compared:
        try:
            rows.append(compare(cbmc, task, options.given, options.unwind, limits))
            print(line(rows[-1]), flush=True)
        except Failed as failed:
            print(f"{task.name}: {failed}", file=sys.stderr)
    skipped = [task.name for task in tasks if task not in compared]
    print(*summary(rows), *(f"deadlocks are not compared: {name}" for name in skipped), sep="\n")
    return 0 if len(rows) == len(compared) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
