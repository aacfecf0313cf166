"""Whole commands of this tree against those of another commit, in turn.

In: a commit. Out: CPU seconds of each command, the best of several runs, here and there, and the ratio. The
first run of each, which may have to compile Python's text, does not count. `--all` adds the bounding of
generated programs, and every program of examples/ within small bounds, each run once, with the mean ratio.

    .venv/bin/python benchmarks/start.py [--against HEAD~1] [--times 15] [--all]
"""

from __future__ import annotations

import argparse
import math
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from growth import program

ROOT = Path(__file__).parent.parent
BOUNDS = ("--unwind", "2", "--rounds", "2", "--property", "reach,lock")
CHECK = ("-m", "unthread", "check", "--no-sample", "--json", *BOUNDS)
# Before there was `story`, a check began in `pipeline`.
MODULES = """
from importlib import import_module, util
import_module("unthread.story" if util.find_spec("unthread.story") else "unthread.pipeline")
"""
COMMANDS = {
    "python": ("-c", "pass"),
    "unthread --help": ("-m", "unthread", "--help"),
    "all modules of a check": ("-c", MODULES),
    "check, safe": (*CHECK, "examples/bakery/safe.c"),
    "check, unsafe": (*CHECK, "examples/bakery/unsafe.c"),
}
LINES = (640, 2500)  # of generated programs
LIMIT = ("--time", "60s")


def seconds(command: Sequence[str], tree: Path) -> float:
    """Of CPU, descendants included."""
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    process = subprocess.Popen(
        [sys.executable, *command],
        cwd=tree,
        env={**environment, "PYTHONPATH": str(tree / "src")},
        stdout=subprocess.DEVNULL,
    )
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode not in (0, 10):
        raise SystemExit(f"{' '.join(command)} in {tree}: exit status {process.returncode}")
    return usage.ru_utime + usage.ru_stime


def generated(directory: Path) -> dict[str, tuple[str, ...]]:
    """Commands that read and bound programs of several sizes."""
    commands: dict[str, tuple[str, ...]] = {}
    for lines in LINES:
        file = directory / f"generated_{lines}.c"
        file.write_text(program(lines))
        commands[f"show --bounded, {lines:,} lines"] = ("-m", "unthread", "show", "--bounded", str(file))
    return commands


def examples() -> dict[str, tuple[str, ...]]:
    files = sorted(ROOT.glob("examples/*/*safe.c"))
    return {f"{file.parent.name}/{file.stem}": (*CHECK, *LIMIT, str(file)) for file in files}


def compare(commands: Mapping[str, Sequence[str]], other: Path, times: int) -> list[float]:
    """Prints a row for each and returns the ratios; a single run counts, several without the first."""
    ratios = []
    for name, command in commands.items():
        runs = [(seconds(command, ROOT), seconds(command, other)) for _ in range(times)]
        here, there = (min(found[min(1, times - 1) :]) for found in zip(*runs, strict=True))
        ratios.append(here / there)
        print(f"{name:40}{here:>8.3f}{there:>12.3f}{here / there:>8.2f}", flush=True)
    return ratios


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", default="HEAD~1", metavar="COMMIT")
    parser.add_argument("--times", type=int, default=15, metavar="N", help="runs of each command")
    parser.add_argument("--all", action="store_true", help="also generated programs and the examples")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as directory:
        other = Path(directory) / "tree"
        other.mkdir()
        archive = subprocess.run(["git", "archive", options.against], cwd=ROOT, capture_output=True)
        if archive.returncode:
            raise SystemExit(archive.stderr.decode().strip())
        subprocess.run(["tar", "-x", "-C", str(other)], input=archive.stdout, check=True)
        print(f"{'':40}{'here':>8}{options.against[:10]:>12}{'ratio':>8}")
        compare(COMMANDS, other, options.times + 1)
        if options.all:
            compare(generated(Path(directory)), other, 2)
            ratios = compare(examples(), other, 1)
            print(
                f"{'mean ratio of the examples':60}{math.exp(sum(map(math.log, ratios)) / len(ratios)):>8.2f}"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
