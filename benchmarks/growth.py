"""How time and memory grow with the size of a program.

In: nothing but sizes; the programs are generated. Out: a table with, for each size, CPU seconds and peak
memory of reading the file, of bounding what was read, of finding the visible points of that, and of writing
it as lazy C, each in a fresh process of its own (what comes before is done there too, but only its memory
counts); and the exponent of the power of size by which each grows, by a straight line through the logarithms.
1 is linear. Then, or alone with `--schema`, a table of emission in each schema, of programs with about 50,000
instructions to be written: how long it takes to get these instructions from the program as it was read
(bounding it and finding the visible points; for `interleave` and `stepwise`, replacing calls by bodies), and
then to write them.
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
from unthread.core.bounds import Bounds
from unthread.core.room import make_room
from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.program.program import Function, Program
from unthread.sequentialize.emit import Emission, emit
from unthread.sequentialize.emitted import Schema
from unthread.sequentialize.flatten import flatten
from unthread.sequentialize.lazy import LazyOptions, lazy

STAGES = ("load", "bound", "visible", "lazy")
SIZES = (160, 310, 625, 1250, 2500, 5000)
GOAL = (
    "goal: 5,000 lines with about 50,000 bounded instructions in 10 s CPU (all but lazy) and 1,024 MB,"
    " exponent near 1"
)
LAZY = {"lazy": Emission(), "lazy-pruned": Emission(Schema.LAZY_PRUNED)}
LOOPING = {
    "interleave": Emission(Schema.INTERLEAVE),
    "interleave --por": Emission(Schema.INTERLEAVE, por=True),
    "interleave --invariants": Emission(Schema.INTERLEAVE, invariants=True),
    "stepwise": Emission(Schema.STEPWISE),
}
LINES = {
    "lazy": 5000,
    "lazy-pruned": 5000,
    "interleave": 10_700,
    "interleave --por": 10_700,
    "interleave --invariants": 10_700,
    "stepwise": 28_000,
}
EMISSION_GOAL = "goal: 50,000 instructions written in 5 s CPU"
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
    """`before`: seconds from the program as it was read to what the last stage starts from."""

    lines: int
    instructions: int
    points: int
    before: float
    stages: dict[str, Measurement]

    @property
    def seconds(self) -> float:
        """Up to the visible points."""
        return sum(stage.seconds for name, stage in self.stages.items() if name != "lazy")

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
    """In this process: everything up to the stage, of which only the time of the stage is reported."""
    found: dict[str, float] = {}
    read, seconds = timed(lambda: load(Source((file,))))
    if stage in LOOPING:
        _, everything = timed(lambda: emit(read, LOOPING[stage]))  # first: analyses are remembered
        found["instructions"], found["before"] = timed(lambda: flat_size(read, LOOPING[stage]))
        seconds = everything - found["before"]
    elif stage != "load":
        bounded, seconds = timed(lambda: bound(read, Bounds(UNWIND)))
        found["before"] = seconds
        found["instructions"] = sum(len(thread.body) for thread in bounded.threads)
        if stage != "bound":
            points, seconds = timed(lambda: visible_points(bounded))
            found["before"] += seconds
            found["points"] = sum(len(item.visible) for item in points)
            if stage in LAZY:
                options = LazyOptions(schema=LAZY[stage].schema)
                _, seconds = timed(lambda: lazy(bounded, points, options))
    found["seconds"] = seconds
    found["megabytes"] = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024  # kilobytes on Linux
    return found


def flat_size(read: Program, emission: Emission) -> int:
    """Instructions of all bodies that the schema makes text of."""

    def keeps(function: Function) -> bool:
        return emission.schema is Schema.STEPWISE and not function.library

    functions = flatten(read, emission.bounds.depth, emission.properties, keeps).program.functions
    return sum(len(function.body) for function in functions.values())


def measure(lines: int, limit: float, names: Sequence[str] = STAGES) -> Row:
    text = program(lines)
    found: dict[str, float] = {"points": 0}
    stages = {}
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "generated.c"
        file.write_text(text)
        for stage in names:
            command = [sys.executable, __file__, "--stage", stage, str(file)]
            try:
                done = subprocess.run(command, capture_output=True, text=True, timeout=limit)
            except subprocess.TimeoutExpired as expired:
                raise Failed(f"{lines:,} lines: {stage} is not done after {limit:g} s") from expired
            if done.returncode:
                raise Failed(f"{lines:,} lines: {stage} failed\n{done.stderr}")
            found |= json.loads(done.stdout)
            stages[stage] = Measurement(found["seconds"], found["megabytes"])
    return Row(text.count("\n"), int(found["instructions"]), int(found["points"]), found["before"], stages)


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


def emission_line(schema: str, row: Row) -> str:
    stage = row.stages[schema]
    seconds = f"{row.before:>10.2f}{stage.seconds:>11.2f}{row.before + stage.seconds:>8.2f}"
    return f"{schema:24}{row.lines:>7,}{row.instructions:>14,}{seconds}{stage.megabytes:>7.0f}"


def emission_table(rows: Sequence[tuple[str, Row]]) -> str:
    seconds = f"{'before s':>10}{'writing s':>11}{'all s':>8}"
    title = f"{'emission':24}{'lines':>7}{'instructions':>14}{seconds}{'MB':>7}"
    return "\n".join([title, *(emission_line(schema, row) for schema, row in rows)])


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Time and memory against the size of a program.")
    parser.add_argument("sizes", nargs="*", type=int, help="lines of the programs")
    parser.add_argument("--schema", choices=[*LINES, "all"], help="only its emission, or that of all schemas")
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
        options.write.write_text(program((options.sizes or SIZES)[0]))
        return 0
    try:
        if options.schema is None:
            show_growth(options.sizes or SIZES, options.seconds)
        if options.schema is not None or not options.sizes:
            show_emission(options.schema or "all", options.sizes, options.seconds)
    except Failed as failed:
        print(failed, file=sys.stderr)
        return 1
    return 0


def show_growth(sizes: Sequence[int], limit: float) -> None:
    rows: list[Row] = []
    try:
        for lines in sizes:
            rows.append(measure(lines, limit))
    finally:
        if rows:
            print(table(rows))
            print(GOAL)


def show_emission(schema: str, sizes: Sequence[int], limit: float) -> None:
    rows: list[tuple[str, Row]] = []
    try:
        for name in LINES if schema == "all" else [schema]:
            for lines in sizes or [LINES[name]]:
                rows.append((name, measure(lines, limit, [name])))
    finally:
        if rows:
            print(emission_table(rows))
            print(EMISSION_GOAL)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
