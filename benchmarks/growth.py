"""How time and memory grow with the size of a program.

In: nothing but sizes; the programs are generated. Out: a table with, for each size, CPU seconds and peak
memory of reading the file, of bounding what was read, of finding the visible points of that, and of writing
it as lazy C, each in a fresh process of its own (what comes before is done there too, but only its memory
counts); and the exponent of the power of size by which each grows, by a straight line through the logarithms.
1 is linear.
"""

import argparse
import json
import math
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.cli import make_room
from unthread.core.bounds import Bounds
from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.sequentialize.lazy import LazyOptions, lazy

STAGES = ("load", "bound", "visible", "emit")
SIZES = (160, 310, 625, 1250, 2500, 5000)
GOAL = (
    "goal: 5,000 lines with about 50,000 bounded instructions in 10 s CPU (all but emit) and 1,024 MB,"
    " emitted in 5 s, exponent near 1"
)
THREADS = 3  # besides the first one
UNWIND = 3
Result = TypeVar("Result")

HEADER = """\
#include <assert.h>
#include <pthread.h>

int __VERIFIER_nondet_int(void);
"""

# Reads and writes of shared cells by index, pointer and member, a counted loop, one that is bounded, a
# branch, calls, and a mutex of its own for each module.
MODULE = """\

struct account_@ {
    int balance;
    int entries;
    int history[4];
};

static struct account_@ account_@;
static pthread_mutex_t guard_@ = PTHREAD_MUTEX_INITIALIZER;
static int requests_@;

static int scale_@(int amount) {
    int result = amount;
    if (amount > @)
        result = amount - @;
    else
        result = amount + 1;
    return result;
}

static void record_@(struct account_@ *account, int amount) {
    account->balance += amount;
    account->history[account->entries & 3] = amount;
    account->entries++;
}

static void work_@(int amount) {
    int left = amount;
    requests_@ = requests_@ + 1;
    while (left > 0) {
        int part = scale_@(left);
        pthread_mutex_lock(&guard_@);
        record_@(&account_@, part);
        pthread_mutex_unlock(&guard_@);
        left -= part;
    }
    for (int i = 0; i < 4; i++)
        if (account_@.history[i] == amount)
            requests_@ += i;
}
"""


def worker(number: int, modules: int) -> str:
    """Every thread uses every module."""
    calls = "".join(f"    work_{module}(amount);\n" for module in range(modules))
    return (
        f"\nstatic void *worker_{number}(void *unused) {{\n"
        f"    int amount = __VERIFIER_nondet_int();\n{calls}    return NULL;\n}}\n"
    )


def main_function(modules: int) -> str:
    numbers = range(THREADS)
    starts = "".join(f"    pthread_create(&threads[{n}], NULL, worker_{n}, NULL);\n" for n in numbers)
    joins = "".join(f"    pthread_join(threads[{n}], NULL);\n" for n in numbers)
    checks = "".join(f"    assert(account_{n}.entries >= 0);\n" for n in range(modules))
    return (
        f"\nint main(void) {{\n    pthread_t threads[{THREADS}];\n{starts}{joins}{checks}    return 0;\n}}\n"
    )


def text_of(modules: int) -> str:
    parts = [MODULE.replace("@", str(number)) for number in range(modules)]
    workers = [worker(number, modules) for number in range(THREADS)]
    return "".join([HEADER, *parts, *workers, main_function(modules)])


def program(lines: int) -> str:
    """About as many lines, and at least one module."""
    fixed = text_of(0).count("\n")
    each = text_of(1).count("\n") - fixed
    return text_of(max(1, round((lines - fixed) / each)))


@dataclass(frozen=True, slots=True)
class Measurement:
    """Of one stage. `megabytes` is the peak of the process, with all that came before."""

    seconds: float
    megabytes: float


@dataclass(frozen=True, slots=True)
class Row:
    lines: int
    instructions: int
    points: int
    stages: dict[str, Measurement]

    @property
    def seconds(self) -> float:
        """Up to the visible points."""
        return sum(stage.seconds for name, stage in self.stages.items() if name != "emit")

    @property
    def megabytes(self) -> float:
        return max(stage.megabytes for stage in self.stages.values())


class Failed(Exception):
    """A size that could not be measured."""


def timed(work: Callable[[], Result]) -> tuple[Result, float]:
    start = time.process_time()
    result = work()
    return result, time.process_time() - start


def run_stage(stage: str, file: Path) -> dict[str, float]:
    """In this process: everything up to the stage, of which the time of the stage alone is told."""
    found: dict[str, float] = {}
    read, seconds = timed(lambda: load(Source((file,))))
    if stage != "load":
        bounded, seconds = timed(lambda: bound(read, Bounds(UNWIND)))
        found["instructions"] = sum(len(thread.body) for thread in bounded.threads)
        if stage != "bound":
            points, seconds = timed(lambda: visible_points(bounded))
            found["points"] = sum(len(item.visible) for item in points)
            if stage == "emit":
                _, seconds = timed(lambda: lazy(bounded, points, LazyOptions()))
    found["seconds"] = seconds
    found["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # kilobytes on Linux
    return found


def measure(lines: int, limit: float) -> Row:
    text = program(lines)
    found: dict[str, float] = {}
    stages = {}
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "generated.c"
        file.write_text(text)
        for stage in STAGES:
            command = [sys.executable, __file__, "--stage", stage, str(file)]
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
            except subprocess.TimeoutExpired as expired:
                raise Failed(f"{lines:,} lines: {stage} is not done after {limit:g} s") from expired
            if done.returncode:
                raise Failed(f"{lines:,} lines: {stage} failed\n{done.stderr}")
            found |= json.loads(done.stdout)
            stages[stage] = Measurement(found["seconds"], found["megabytes"])
    return Row(text.count("\n"), int(found["instructions"]), int(found["points"]), stages)


def power(rows: Sequence[Row], stage: str) -> float:
    return exponent(rows, [row.stages[stage].seconds for row in rows])


def exponent(rows: Sequence[Row], seconds: Sequence[float]) -> float:
    """The slope of the line through the logarithms of size and time that is nearest to all of them."""
    sizes = [math.log(row.instructions) for row in rows]
    times = [math.log(max(value, 1e-4)) for value in seconds]
    middle, height = sum(sizes) / len(sizes), sum(times) / len(times)
    above = sum((x - middle) * (y - height) for x, y in zip(sizes, times, strict=True))
    return above / sum((x - middle) ** 2 for x in sizes)


def line(row: Row) -> str:
    numbers = "".join(f"{row.stages[s].seconds:>10.2f}{row.stages[s].megabytes:>7.0f}" for s in STAGES)
    size = f"{row.lines:>7,}{row.instructions:>14,}{row.points:>9,}"
    return f"{size}{numbers}{row.seconds:>10.2f}{row.megabytes:>7.0f}"


def table(rows: Sequence[Row]) -> str:
    titles = "".join(f"{name + ' s':>10}{'MB':>7}" for name in (*STAGES, "all"))
    lines = [f"{'lines':>7}{'instructions':>14}{'points':>9}{titles}", *map(line, rows)]
    if len({row.instructions for row in rows}) > 1:
        powers = "".join(f"{power(rows, stage):>10.2f}{'':7}" for stage in STAGES)
        lines.append(f"{'exponent':30}{powers}{exponent(rows, [row.seconds for row in rows]):>10.2f}")
    return "\n".join(lines)


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time and memory against the size of a program.")
    parser.add_argument("sizes", nargs="*", type=int, default=SIZES, help="lines of the programs")
    parser.add_argument("--seconds", type=float, default=120, help="time limit for each process")
    parser.add_argument("--write", type=Path, help="only write the program of the first size to a file")
    parser.add_argument("--stage", nargs=2, metavar=("NAME", "FILE"), help="one measurement, as JSON")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    if options.stage:
        make_room()  # as the command does
        print(json.dumps(run_stage(options.stage[0], Path(options.stage[1]))))
        return 0
    if options.write:
        options.write.write_text(program(options.sizes[0]))
        return 0
    rows = []
    try:
        for lines in options.sizes:
            rows.append(measure(lines, options.seconds))
    except Failed as failed:
        print(failed, file=sys.stderr)
    if rows:
        print(table(rows))
        print(GOAL)
    return 0 if len(rows) == len(options.sizes) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
