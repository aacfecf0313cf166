"""Run the public c-testsuite through `unthread run`.

In: a checkout of c-testsuite/c-testsuite, or its tests/single-exec. Out: how many of its programs print
what their `.expected` file says and exit with status 0, each failure with its reason in one line, and
exit status 1 below 95 %. The suite is not part of this repository.
"""

import argparse
import os
import shlex
import sys
import tempfile
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import zip_longest
from pathlib import Path

from execution import UNTHREAD, Execution, execute, last_message

GOAL = 0.95
SECONDS = 120.0
STEPS = 20_000_000


def programs(suite: Path) -> list[Path]:
    """Each NAME.c that has its NAME.c.expected."""
    nested = suite / "tests" / "single-exec"
    directory = nested if nested.is_dir() else suite
    return sorted(path for path in directory.glob("*.c") if expected_file(path).is_file())


def expected_file(program: Path) -> Path:
    return program.with_name(program.name + ".expected")


def first_difference(expected: bytes, printed: bytes) -> str:
    pairs = zip_longest(expected.splitlines(), printed.splitlines())
    for number, (wanted, got) in enumerate(pairs, start=1):
        if wanted != got:
            return f"line {number} should be {shown(wanted)}, is {shown(got)}"
    return "the end of the last line differs"


def shown(line: bytes | None) -> str:
    return "missing" if line is None else repr(line.decode(errors="replace"))


def failure(program: Path, execution: Execution) -> str | None:
    """Why the program failed, or None."""
    if execution.timed_out:
        return f"no answer within {SECONDS:.0f} s"
    if execution.status != 0:
        return f"status {execution.status}: {last_message(execution)}"
    expected = expected_file(program).read_bytes()
    return None if execution.stdout == expected else first_difference(expected, execution.stdout)


def run_program(program: Path, unthread: Sequence[str]) -> str | None:
    command = [*unthread, "run", "--steps", str(STEPS), str(program.resolve())]
    # In a directory of its own: some programs write files.
    with tempfile.TemporaryDirectory() as directory:
        return failure(program, execute(command, SECONDS, Path(directory)))


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Run c-testsuite through `unthread run`.")
    parser.add_argument("suite", type=Path, help="a checkout of c-testsuite/c-testsuite")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="programs at a time")
    parser.add_argument("--unthread", default=UNTHREAD, help="command to test, unless this Python's own")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    todo = programs(options.suite)
    if not todo:
        print(f"{options.suite}: no NAME.c with a NAME.c.expected", file=sys.stderr)
        return 2
    run = partial(run_program, unthread=shlex.split(options.unthread))
    with ThreadPoolExecutor(max(1, options.jobs)) as pool:
        reasons = list(pool.map(run, todo))
    for program, reason in zip(todo, reasons, strict=True):
        if reason is not None:
            print(f"{program.name}: {reason}")
    agreed = reasons.count(None)
    print(f"{len(todo)} programs: {agreed} as expected ({agreed / len(todo):.1%}), {len(todo) - agreed} not")
    return 0 if agreed >= GOAL * len(todo) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
