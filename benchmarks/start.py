"""What a check takes besides the search: this tree against another commit, in turn.

In: a commit. Out: CPU seconds of each command, the best of several runs, here and there, and the ratio. The
first run of each, which may have to compile Python's text, does not count.

    .venv/bin/python benchmarks/start.py [--against HEAD~1] [--times 15]
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).parent.parent
BOUNDS = ("--unwind", "2", "--rounds", "2", "--property", "reach,lock")
CHECK = ("-m", "unthread", "check", "--no-sample", "--json", *BOUNDS)
COMMANDS = {
    "python": ("-c", "pass"),
    "unthread --help": ("-m", "unthread", "--help"),
    "all modules of a check": ("-c", "import unthread.story"),
    "check, safe": (*CHECK, "examples/bakery/safe.c"),
    "check, unsafe": (*CHECK, "examples/bakery/unsafe.c"),
}


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


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--against", default="HEAD~1", metavar="COMMIT")
    parser.add_argument("--times", type=int, default=15, metavar="N", help="runs of each command")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory() as directory:
        other = Path(directory) / "tree"
        other.mkdir()
        archive = subprocess.run(["git", "archive", options.against], cwd=ROOT, capture_output=True)
        if archive.returncode:
            raise SystemExit(archive.stderr.decode().strip())
        subprocess.run(["tar", "-x", "-C", str(other)], input=archive.stdout, check=True)
        print(f"{'':28}{'here':>8}{options.against[:10]:>12}{'ratio':>8}")
        for name, command in COMMANDS.items():
            runs = [(seconds(command, ROOT), seconds(command, other)) for _ in range(options.times + 1)]
            here, there = (min(times) for times in zip(*runs[1:], strict=True))
            print(f"{name:28}{here:>8.3f}{there:>12.3f}{here / there:>8.2f}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
