"""How many visible points remain: a table over the examples.

In: the programs `examples/*/safe.c` and `examples/*/unsafe.c`, or those named. Out: a row for each with the
instructions of its bounded program and its visible points without any reduction, with each one alone, and
with all of them; how many times fewer points the last has than the first; and the sums. Every program is
read and bounded anew, in a process of its own under a time limit; one that fails is named and left out of the
sums."""

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.diagnostics import UnthreadError
from unthread.core.request import ALL, Reduction
from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.program.bounded import BoundedProgram

ROOT = Path(__file__).parent.parent
COLUMNS = ("none", *Reduction, "all")


@dataclass(frozen=True, slots=True)
class Row:
    """`points` has a number for each of COLUMNS."""

    name: str
    threads: int
    instructions: int
    points: tuple[int, ...]

    @property
    def factor(self) -> float:
        """1 if there is nothing to be reduced."""
        return self.points[0] / self.points[-1] if self.points[-1] else 1.0


class Failed(Exception):
    """No row for this program."""


def count(program: BoundedProgram, reductions: frozenset[Reduction]) -> int:
    return sum(len(points.visible) for points in visible_points(program, reductions))


def count_all(file: Path, bounds: Bounds) -> dict[str, object]:
    program = bound(load(Source((file,))), bounds)
    sets = [frozenset[Reduction](), *(frozenset({reduction}) for reduction in Reduction), ALL]
    return {
        "threads": len(program.threads),
        "instructions": sum(len(thread.body) for thread in program.threads),
        "points": [count(program, reductions) for reductions in sets],
    }


def measure(file: Path, unwind: int, seconds: float) -> Row:
    """The row of one program, from a fresh process."""
    command = [sys.executable, __file__, "--unwind", str(unwind), "--only", str(file)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=seconds)
    except subprocess.TimeoutExpired as expired:
        raise Failed(f"not done after {seconds:g} s") from expired
    if done.returncode:
        raise Failed((done.stderr.strip() or f"exit status {done.returncode}").splitlines()[-1])
    found = json.loads(done.stdout)
    return Row(name_of(file), found["threads"], found["instructions"], tuple(found["points"]))


def name_of(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


def total(rows: Sequence[Row]) -> Row:
    points = tuple(sum(column) for column in zip(*(row.points for row in rows), strict=True))
    threads, instructions = sum(row.threads for row in rows), sum(row.instructions for row in rows)
    return Row(f"total of {len(rows)}", threads, instructions, points)


def line(row: Row, width: int) -> str:
    numbers = "".join(f"{number:>10,}" for number in row.points)
    return f"{row.name:{width}}{row.threads:>9}{row.instructions:>14,}{numbers}{row.factor:>8.2f}"


def table(rows: Sequence[Row]) -> str:
    width = max(len(row.name) for row in rows) + 1
    titles = "".join(f"{column:>10}" for column in COLUMNS)
    head = f"{'':{width}}{'threads':>9}{'instructions':>14}{titles}{'factor':>8}"
    return "\n".join([head, *(line(row, width) for row in rows), line(total(rows), width)])


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description="Visible points of the examples, without and with reductions."
    )
    parser.add_argument("files", nargs="*", type=Path, help="programs to count, unless all examples")
    parser.add_argument("--unwind", type=int, default=2, help="how often the body of a loop runs")
    parser.add_argument("--seconds", type=float, default=60, help="time limit for each program")
    parser.add_argument("--only", type=Path, help="count one program in this process, and print JSON")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    if options.only:
        try:
            print(json.dumps(count_all(options.only, Bounds(options.unwind))))
        except UnthreadError as error:
            sys.exit(f"{error.diagnostics[0]}")
        return 0
    files = options.files or [*ROOT.glob("examples/*/safe.c"), *ROOT.glob("examples/*/unsafe.c")]
    rows, failures = [], []
    for file in sorted(files, key=name_of):
        try:
            rows.append(measure(file, options.unwind, options.seconds))
        except Failed as failed:
            failures.append(f"{name_of(file)}: {failed}")
    if rows:
        print(table(rows))
    print("\n".join(failures), file=sys.stderr, end="\n" if failures else "")
    return 1 if failures or not rows else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
