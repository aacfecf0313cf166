"""One bug of each property: what `unthread check` says of it, and what gcc's sanitizers see in 20 runs.

In: the programs of tests/reports. Out: a table, and with --texts the first report of each tool. The programs
are compiled natively and run as they are, without delays: what is counted is what a developer would see.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
PROGRAMS = {  # by property
    "reach": "lost_update",
    "lock": "unlock_twice",
    "deadlock": "lock_order",
    "race": "queue_race",
    "memory": "use_after_free",
    "leak": "leak",
    "arith": "division",
}
SANITIZERS = {"thread": ("-fsanitize=thread",), "address": ("-fsanitize=address,undefined",)}
_SAID = re.compile(
    r"WARNING: ThreadSanitizer: [^(\n]+|ERROR: (?:Address|Leak)Sanitizer: [\w-]+(?: memory leaks)?"
    r"|runtime error: [^\n]+|Assertion [^\n]+ failed|SUMMARY: UndefinedBehaviorSanitizer[^\n]*"
)
_ENOUGH = 5  # seconds after which a run hangs


@dataclass(slots=True)
class Seen:
    """What runs of one program said, how many of each kind; `text` is the first report."""

    said: Counter[str] = field(default_factory=Counter)
    text: str = ""


def unthread(program: Path, property: str) -> tuple[str, float]:
    command = [str(ROOT / "unthread"), "check", "--property", property, str(program)]
    begin = time.monotonic()
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, cwd=program.parent)
    return done.stdout, time.monotonic() - begin


def observed(program: Path, flags: tuple[str, ...], runs: int) -> Seen:
    """The program, compiled with a sanitizer and run."""
    found = Seen()
    with tempfile.TemporaryDirectory() as directory:
        native = str(Path(directory, "program"))
        compiler = ["gcc", "-g", "-pthread", *flags, "-o", native, str(program)]
        subprocess.run(compiler, check=True, timeout=120, capture_output=True)
        for _ in range(runs):
            text, ending = executed(native)
            said = _SAID.search(text)
            found.said[said[0].strip() if said else ending] += 1
            found.text = found.text or (text if said else "")
    return found


def executed(native: str) -> tuple[str, str]:
    """What it wrote, and how it ended."""
    try:
        done = subprocess.run([native], capture_output=True, text=True, timeout=_ENOUGH, errors="replace")
    except subprocess.TimeoutExpired as slow:
        text = slow.stderr or b""
        return text.decode(errors="replace") if isinstance(text, bytes) else text, "hangs, nothing said"
    ending = f"ends with signal {-done.returncode}" if done.returncode < 0 else "nothing"
    return done.stderr, ending


def rows(runs: int, texts: bool) -> Iterator[str]:
    for property, name in PROGRAMS.items():
        program = ROOT / "tests" / "reports" / f"{name}.c"
        told, seconds = unthread(program, property)
        verdict = next(
            (line for line in told.splitlines() if line.startswith("UNSAFE")), "not found"
        ).replace(f"{program.parent}/", "")
        yield f"{property}: {program.name}"
        yield f"  unthread ({seconds:.1f} s): {verdict.removeprefix('UNSAFE').strip()}"
        for sanitizer, flags in SANITIZERS.items():
            seen = observed(program, flags, runs)
            counts = "; ".join(f"{count} of {runs}: {said}" for said, count in seen.said.most_common())
            yield f"  {sanitizer}: {counts}"
            if texts and seen.text:
                yield from (f"      {line}" for line in seen.text.splitlines()[:40])
        if texts:
            yield from (f"      {line}" for line in told.splitlines())


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=20, help="native runs of each program  [default: 20]")
    parser.add_argument("--texts", action="store_true", help="print the reports as well")
    options = parser.parse_args()
    for row in rows(options.runs, options.texts):
        print(row, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
