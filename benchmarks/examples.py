"""`unthread check` on the programs in examples/, each with the bounds that it finds by itself.

In: examples/NAME/safe.c and unsafe.c, whose first line says what to expect. Out: a table with the verdict,
what was covered and how long it took. The exit status is 1 if a verdict is wrong: UNSAFE for what is safe or
because of something else, SAFE for what is unsafe, be it (missed) within bounds that are told; or if there is
none. Where the unsafe twin is so because of a deadlock, both twins are checked for deadlocks as well.

    .venv/bin/python benchmarks/examples.py [--time 5m] [FILE...]
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
SPARE = 120  # seconds that reading, replaying and printing may take on top
CODES = (0, 5, 10)  # of verdicts
FAILURES = {"WRONG", "missed", "no answer"}


@dataclass(frozen=True, slots=True)
class Row:
    """One program. `document` is what `check --json` printed, or None if it did not."""

    name: str
    expected: re.Match[str]
    document: dict[str, Any] | None
    seconds: float

    @property
    def verdict(self) -> str:
        return "none" if self.document is None else str(self.document["verdict"])

    @property
    def judgement(self) -> str:
        if self.verdict == "none":
            return "no answer"
        if self.verdict == "unknown":
            return "not decided"
        if self.is_right:
            return "right"
        assert self.document is not None
        is_bounded = self.verdict == "safe" and not self.document["coverage"]["complete"]
        return "missed" if is_bounded else "WRONG"

    @property
    def is_right(self) -> bool:
        if self.document is None or self.verdict != self.expected["verdict"]:
            return False
        if self.verdict == "safe":
            return True
        (trace,) = self.document["traces"]
        violation = trace["violation"]
        found = violation["property"], str(violation["position"]["line"])
        return found == (self.expected["property"], self.expected["line"])

    @property
    def coverage(self) -> str:
        """`complete`, or what the bounds are at the end; of an unsafe program those within which nothing was
        found before."""
        covered = self.document and self.document["coverage"]
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


def main() -> int:
    arguments = _arguments()
    print("| program | verdict | expected | | covered | seconds |\n|---|---|---|---|---|---:|")
    rows = []
    for file in arguments.files:
        row = measure(file, arguments.time)
        rows.append(row)
        expected = " ".join(part for part in row.expected.groups() if part)
        cells = row.name, row.verdict, expected, row.judgement, row.coverage, f"{row.seconds:.1f}"
        print(f"| {' | '.join(cells)} |", flush=True)
    judged = [row.judgement for row in rows]
    counts = (f"{judged.count(kind)} {kind}" for kind in dict.fromkeys(judged))
    print(f"\n{len(rows)} programs in {sum(row.seconds for row in rows):.0f} s: {', '.join(counts)}")
    return int(not FAILURES.isdisjoint(judged))


def measure(file: Path, limit: str) -> Row:
    expected = EXPECTATION.match(file.read_text())
    if expected is None:
        raise SystemExit(f"{file}: the first line does not say what to expect")
    started = time.monotonic()
    document = _check(file, limit, _properties(file))
    return Row(f"{file.parent.name}/{file.stem}", expected, document, time.monotonic() - started)


def _properties(file: Path) -> str:
    """What the unsafe twin breaks, besides the usual."""
    twin = EXPECTATION.match(file.with_name("unsafe.c").read_text())
    return "reach,lock,deadlock" if twin and twin["property"] == "deadlock" else "reach,lock"


def _check(file: Path, limit: str, properties: str) -> dict[str, Any] | None:
    command = [sys.executable, "-m", "unthread", "check", "--json", "--time", limit]
    command += ["--property", properties, str(file)]
    try:
        answer = subprocess.run(
            command, capture_output=True, text=True, timeout=_seconds(limit) + SPARE, check=False
        )
    except subprocess.TimeoutExpired:
        print(f"{file}: no answer {SPARE} s after its time was up", file=sys.stderr)
        return None
    if answer.returncode not in CODES:
        print(f"{file}: exit code {answer.returncode}\n{answer.stderr}", file=sys.stderr)
        return None
    document: dict[str, Any] = json.loads(answer.stdout)
    return document


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
        "--time", type=_limit, default="5m", metavar="T", help="for each program: 90s, 5m, 1h"
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    arguments = parser.parse_args()
    if not arguments.files:
        examples = ROOT / "examples"
        arguments.files = sorted([*examples.glob("*/safe.c"), *examples.glob("*/unsafe.c")])
    return arguments


if __name__ == "__main__":
    sys.exit(main())
