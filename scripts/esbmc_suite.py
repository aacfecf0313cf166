"""Check the concurrent regression tests of ESBMC, and compare the verdicts with those that they expect.

In: a directory of ESBMC's tests (each with a `test.desc`), such as regression/esbmc-unix of its repository.
Out: a line for each program with its verdict, time and what was expected; at the end how many agree, how
many are unknown, and every disagreement, to be looked at by somebody: ESBMC checks more by default (bounds,
pointers, division), and some of its expectations hold only within its own bounds. The suite is not part of
this repository.
"""

import argparse
import json
import random
import re
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from execution import execute

_DIFFERENT = re.compile(  # what these ask for is not what is compared here
    r"--(deadlock|data-races|memory-leak|overflow|k-induction|incremental|termination|lock-order|struct-fields)"
)


@dataclass(frozen=True, slots=True)
class Task:
    directory: Path
    files: tuple[Path, ...]
    flags: tuple[str, ...]
    safe: bool


def task_in(directory: Path) -> Task | None:
    """The test there, unless it asks for something that is not compared."""
    lines = (directory / "test.desc").read_text(errors="replace").splitlines()
    if len(lines) < 4 or lines[0].strip() not in ("CORE", "THOROUGH"):
        return None
    options = lines[2].strip() if lines[2].strip() != "" else ""
    expected = "\n".join(lines[3:])
    if _DIFFERENT.search(options) or not re.search("VERIFICATION (FAILED|SUCCESSFUL)", expected):
        return None
    words = [*lines[1].split(), *options.split()]
    files = tuple(directory / word for word in words if word.endswith((".c", ".i")))
    flags = tuple(word for word in words if word.startswith(("-I", "-D")) and len(word) > 2)
    if not files or not all(file.is_file() for file in files):
        return None
    return Task(directory, files, flags, "SUCCESSFUL" in expected)


def tasks(root: Path) -> list[Task]:
    found = [task_in(file.parent) for file in sorted(root.rglob("test.desc"))]
    return [task for task in found if task is not None]


def verdict(task: Task, properties: str, seconds: int) -> tuple[str, str]:
    """The word and the reason."""
    command = [
        sys.executable,
        "-m",
        "unthread",
        "check",
        "--json",
        "--time",
        f"{seconds}s",
        "--memory",
        "4G",
        "--property",
        properties,
    ]
    done = execute([*command, *task.flags, *map(str, task.files)], seconds + 60.0)
    if done.timed_out:
        return "hang", "no answer"
    try:
        found = json.loads(done.stdout)
    except ValueError:
        text = done.stderr.decode(errors="replace").strip().splitlines()
        return f"error {done.status}", text[0] if text else ""
    if found["verdict"] == "safe":
        return "safe", "complete" if found["coverage"]["complete"] else "bounded"
    if found["verdict"] == "unsafe":
        return "unsafe", found["traces"][0]["violation"]["message"]
    return "unknown", found["reason"]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--time", type=int, default=20, metavar="SECONDS", help="for each program")
    parser.add_argument("--property", default="reach,lock,memory,arith")
    parser.add_argument("--sample", type=int, metavar="N", help="only N of the programs, picked at random")
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    chosen = tasks(arguments.suite)
    if arguments.sample:
        chosen = random.Random(arguments.seed).sample(chosen, min(arguments.sample, len(chosen)))
    counts: dict[str, int] = {}
    disagreements = []
    for task in chosen:
        started = time.monotonic()
        word, reason = verdict(task, arguments.property, arguments.time)
        wanted = "safe" if task.safe else "unsafe"
        kind = "agree" if word == wanted else word if word not in ("safe", "unsafe") else "differ"
        counts[kind] = counts.get(kind, 0) + 1
        line = (
            f"{task.directory.name}: {word} ({reason}), expected {wanted}, {time.monotonic() - started:.1f} s"
        )
        print(line, flush=True)
        if kind == "differ":
            disagreements.append(line)
    print(", ".join(f"{count} {kind}" for kind, count in sorted(counts.items())))
    print(*disagreements, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
