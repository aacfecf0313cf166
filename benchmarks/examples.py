"""`unthread check` on the programs in examples/, with no option and with the properties that used to be the
default.

In: examples/NAME/safe.c and unsafe.c, whose first line says what to expect. Out: a table with the verdict,
what was covered, how long it took with no option, and how long with `--property reach,lock` (for twins that
deadlock: `reach,lock,deadlock`). The exit status is 1 if a verdict is wrong: UNSAFE for what is safe or
because of something else, SAFE for what is unsafe, NO BUG FOUND for what is unsafe (missed); or if there is
none.

    .venv/bin/python benchmarks/examples.py [--time 60s] [--only-default] [FILE...]
"""

from __future__ import annotations

import argparse
import json
import re
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent
EXPECTATION = re.compile(r"// expect: (?P<verdict>safe|unsafe)(?: (?P<property>\w+) (?P<line>\d+))?")
ALSO = re.compile(r"^// also: (?P<property>\w+) (?P<line>\d+)", re.MULTILINE)  # of the same bug, found first
SPARE = 120  # seconds that reading, replaying and printing may take on top
CODES = (0, 5, 10)  # of verdicts
FAILURES = {"WRONG", "missed", "no answer"}


@dataclass(frozen=True, slots=True)
class Answer:
    """`document` is what `check --json` printed, or None if it did not."""

    document: dict[str, Any] | None
    seconds: float

    @property
    def verdict(self) -> str:
        return "none" if self.document is None else str(self.document["verdict"])


@dataclass(frozen=True, slots=True)
class Row:
    """One program, with the default properties and with those of before."""

    name: str
    expected: re.Match[str]
    also: tuple[tuple[str, str], ...]
    answer: Answer
    before: Answer | None

    @property
    def judgement(self) -> str:
        match self.answer.verdict:
            case "none":
                return "no answer"
            case "unknown":
                return "not decided"
            case "no bug found":
                return "right, bounded" if self.expected["verdict"] == "safe" else "missed"
        return "right" if self.is_right else "WRONG"

    @property
    def is_right(self) -> bool:
        answer = self.answer
        if answer.document is None or answer.verdict != self.expected["verdict"]:
            return False
        if answer.verdict == "safe":
            return True
        violation = answer.document["traces"][0]["violation"]
        found = violation["property"], str(violation["position"]["line"])
        return found in ((self.expected["property"], self.expected["line"]), *self.also)

    @property
    def coverage(self) -> str:
        """`complete`, or what the bounds are at the end; of an unsafe program those within which nothing was
        found before."""
        covered = self.answer.document and self.answer.document["coverage"]
        if not covered:
            return "-"
        if covered["complete"]:
            return "complete"
        times = [loop["times"] for loop in covered["loops"] if loop["wants_more"]]
        loops = f"loops {min(times)}x" if times else "loops all"
        if times and max(times) != min(times):
            loops = f"loops {min(times)}x to {max(times)}x"
        rounds = "all schedules" if covered["all_schedules"] else f"{covered['rounds']} rounds"
        return f"{rounds}, {loops}"

    def cells(self) -> list[str]:
        expected = " ".join(part for part in self.expected.groups() if part)
        found = [self.name, self.answer.verdict, expected, self.judgement, self.coverage]
        found.append(f"{self.answer.seconds:.1f}")
        if self.before is not None:
            found += [self.before.verdict, f"{self.before.seconds:.1f}"]
        return found


def main() -> int:
    arguments = _arguments()
    heads = ["program", "verdict", "expected", "", "covered", "seconds"]
    if not arguments.only_default:
        heads += ["verdict before", "seconds before"]
    print(f"| {' | '.join(heads)} |\n|{'---|' * len(heads)}")
    rows = []
    for file in arguments.files:
        row = measure(file, arguments.time, not arguments.only_default)
        rows.append(row)
        print(f"| {' | '.join(row.cells())} |", flush=True)
    judged = [row.judgement for row in rows]
    counts = (f"{judged.count(kind)} {kind}" for kind in dict.fromkeys(judged))
    total = sum(row.answer.seconds for row in rows)
    longest = max(rows, key=lambda row: row.answer.seconds)
    print(f"\n{len(rows)} programs in {total:.0f} s: {', '.join(counts)}")
    print(f"the longest: {longest.name}, {longest.answer.seconds:.1f} s")
    before = [row.before for row in rows if row.before is not None]
    if before:
        ratio = total / sum(answer.seconds for answer in before)
        print(
            f"with the properties of before: {total / ratio:.0f} s; "
            f"the new default takes {ratio:.2f} times that"
        )
    return int(not FAILURES.isdisjoint(judged))


def measure(file: Path, limit: str, with_before: bool) -> Row:
    text = file.read_text()
    expected = EXPECTATION.match(text)
    if expected is None:
        raise SystemExit(f"{file}: the first line does not say what to expect")
    also = tuple((found["property"], found["line"]) for found in ALSO.finditer(text))
    answer = _check(file, limit)
    before = _check(file, limit, "--property", _properties(file)) if with_before else None
    return Row(f"{file.parent.name}/{file.stem}", expected, also, answer, before)


def _properties(file: Path) -> str:
    """What used to be asked: what the unsafe twin breaks, besides the default of then."""
    twin = EXPECTATION.match(file.with_name("unsafe.c").read_text())
    return "reach,lock,deadlock" if twin and twin["property"] == "deadlock" else "reach,lock"


def _check(file: Path, limit: str, *options: str) -> Answer:
    command = [sys.executable, "-m", "unthread", "check", "--json", "--time", limit, *options, str(file)]
    started = time.monotonic()
    try:
        answer = subprocess.run(
            command, capture_output=True, text=True, timeout=_seconds(limit) + SPARE, check=False
        )
    except subprocess.TimeoutExpired:
        print(f"{file}: no answer {SPARE} s after its time was up", file=sys.stderr)
        return Answer(None, time.monotonic() - started)
    seconds = time.monotonic() - started
    if answer.returncode not in CODES:
        print(f"{file}: exit code {answer.returncode}\n{answer.stderr}", file=sys.stderr)
        return Answer(None, seconds)
    return Answer(json.loads(answer.stdout), seconds)


def _seconds(limit: str) -> float:
    units = {"s": 1, "m": 60, "h": 3600}
    return float(limit[:-1]) * units[limit[-1]]


def _limit(text: str) -> str:
    if not re.fullmatch(r"\d+(\.\d+)?[smh]", text):
        raise argparse.ArgumentTypeError("a number with s, m or h")
    return text


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--time", type=_limit, default="60s", metavar="T", help="for each program: 90s, 5m, 1h"
    )
    parser.add_argument(
        "--only-default", action="store_true", help="without the properties of before, in half the time"
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    if not arguments.files:
        examples = ROOT / "examples"
        arguments.files = sorted([*examples.glob("*/safe.c"), *examples.glob("*/unsafe.c")])
    return arguments


if __name__ == "__main__":
    sys.exit(main())
