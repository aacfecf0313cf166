"""Measure the front end and the interpreter.

In: the programs beside this file, and a generated one of 1,000 lines. Out: a table of interpreter
instructions per second, CPU seconds from the start of a process to its `Program`, CPU seconds of
`--version` and `--help`, and peak memory of each; beside them, for information only, the stored numbers
of an earlier run on some machine. Every measurement is a fresh process, and the median of several.
"""

import argparse
import json
import os
import re
import shlex
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from generate import program

HERE = Path(__file__).parent
BASELINE = HERE / "baseline.json"
UNTHREAD = f'"{sys.executable}" -m unthread'
LINES = 1000
LOAD = """
import sys
from pathlib import Path
from unthread.core.source import Source
from unthread.frontend.load import load
load(Source((Path(sys.argv[1]),)))
"""
STATISTICS = re.compile(r"^(?P<instructions>[\d,]+) instructions, .* (?P<seconds>[\d.]+) s CPU", re.MULTILINE)


class Failed(Exception):
    """A measured command did not do what it should; its time would mean nothing."""


@dataclass(frozen=True, slots=True)
class Usage:
    cpu_seconds: float
    peak_megabytes: float
    stderr: str


@dataclass(frozen=True, slots=True)
class Row:
    name: str
    value: float
    unit: str
    goal: str = ""


def measure(command: Sequence[str]) -> Usage:
    """One fresh process, with its output thrown away."""
    with tempfile.TemporaryFile() as errors:
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=errors)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        errors.seek(0)
        stderr = errors.read().decode(errors="replace")
    if process.returncode != 0:
        raise Failed(f"{shlex.join(command)}: exit status {process.returncode}\n{stderr}")
    # Linux counts the peak in kilobytes.
    return Usage(usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024, stderr)


def repeat(command: Sequence[str], times: int) -> list[Usage]:
    return [measure(command) for _ in range(times)]


def instructions_per_second(usage: Usage) -> float:
    found = STATISTICS.search(usage.stderr)
    if found is None:
        raise Failed(f"no statistics in the output of `unthread run --statistics`:\n{usage.stderr}")
    return int(found["instructions"].replace(",", "")) / float(found["seconds"])


def peak(usages: Sequence[Usage]) -> float:
    return statistics.median(usage.peak_megabytes for usage in usages)


def cpu(usages: Sequence[Usage]) -> float:
    return statistics.median(usage.cpu_seconds for usage in usages)


def interpreter_rows(unthread: list[str], times: int) -> list[Row]:
    rows = []
    for source in sorted((HERE / "programs").glob("*.c")):
        usages = repeat([*unthread, "run", "--statistics", str(source)], times)
        speed = statistics.median(instructions_per_second(usage) for usage in usages)
        rows.append(Row(f"run {source.stem}", speed, "instructions/s", "500,000"))
        rows.append(Row(f"run {source.stem}, peak memory", peak(usages), "MB"))
    return rows


def frontend_rows(unthread: list[str], times: int) -> list[Row]:
    text = program(LINES)
    with tempfile.TemporaryDirectory() as directory:
        source = Path(directory) / "generated.c"
        source.write_text(text)
        loaded = repeat([sys.executable, "-c", LOAD, str(source)], times)
        shown_ = repeat([*unthread, "show", str(source)], times)
    lines = f"{len(text.splitlines()):,} lines"
    return [
        Row(f"start to Program, {lines}", cpu(loaded), "s CPU", "0.5"),
        Row(f"start to Program, {lines}, memory", peak(loaded), "MB"),
        Row(f"show, {lines}", cpu(shown_), "s CPU"),
    ]


def start_rows(unthread: list[str], times: int) -> list[Row]:
    rows = []
    for flag in ("--version", "--help"):
        usages = repeat([*unthread, flag], times)
        rows.append(Row(flag, cpu(usages), "s CPU", "0.3"))
        rows.append(Row(f"{flag}, peak memory", peak(usages), "MB"))
    return rows


def shown(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 100 else f"{value:.3f}"


def table(rows: Sequence[Row], baseline: dict[str, float]) -> str:
    lines = [f"{'':34}{'measured':>12}  {'unit':16}{'goal':>8}{'baseline':>12}"]
    for row in rows:
        earlier = shown(baseline.get(row.name))
        lines.append(f"{row.name:34}{shown(row.value):>12}  {row.unit:16}{row.goal:>8}{earlier:>12}".rstrip())
    return "\n".join(lines)


def load_baseline() -> dict[str, float]:
    return dict(json.loads(BASELINE.read_text())) if BASELINE.exists() else {}


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="Speed and memory of the front end and the interpreter.")
    parser.add_argument("--times", type=int, default=5, help="runs of each command; the median counts")
    parser.add_argument("--save", action="store_true", help=f"store the numbers in {BASELINE.name}")
    parser.add_argument("--unthread", default=UNTHREAD, help="command to measure, unless this Python's own")
    return parser.parse_args(arguments)


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    unthread = shlex.split(options.unthread)
    try:
        rows = [
            *start_rows(unthread, options.times),
            *frontend_rows(unthread, options.times),
            *interpreter_rows(unthread, options.times),
        ]
    except Failed as failed:
        print(failed, file=sys.stderr)
        return 1
    print(table(rows, load_baseline()))
    if options.save:
        BASELINE.write_text(json.dumps({row.name: round(row.value, 4) for row in rows}, indent=2) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
