"""How long `unthread replay --native` takes, against building and running the program as it is.

In: the unsafe programs of examples/. Out: seconds by the clock and of CPU for both, and whether the replay
stays within twice the time of the undisturbed build and run plus a second.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
UNTHREAD = str(ROOT / "unthread")


@dataclass(frozen=True, slots=True)
class Taken:
    """Seconds by the clock, and of CPU in all processes."""

    clock: float
    cpu: float

    def allowed(self) -> Taken:
        return Taken(2 * self.clock + 1, 2 * self.cpu + 1)


def cpu_seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def measured(work: Callable[[], object], times: int) -> Taken:
    """The median of several."""
    found = []
    for _ in range(times):
        clock, cpu = time.monotonic(), cpu_seconds()
        work()
        found.append((time.monotonic() - clock, cpu_seconds() - cpu))
    return Taken(*(statistics.median(values) for values in zip(*found, strict=True)))


def quiet(command: Sequence[str]) -> int:
    return subprocess.run(command, capture_output=True, check=False).returncode


def undisturbed(program: Path, native: Path) -> None:
    quiet(["gcc", "-g", "-pthread", "-o", str(native), str(program), "-lm"])
    quiet(["timeout", "1", str(native)])


def row(program: Path, directory: Path, times: int) -> tuple[str, bool, bool] | None:
    """The text, and whether the time is kept by the clock and in CPU seconds; None: there is no trace."""
    trace = directory / "trace.json"
    if quiet([UNTHREAD, "check", "-q", "--time", "60s", "--trace", str(trace), str(program)]) != 10:
        return None
    plain = measured(lambda: undisturbed(program, directory / "program"), times)
    codes: list[int] = []
    forced = measured(lambda: codes.append(quiet([UNTHREAD, "replay", "--native", str(trace)])), times)
    most = plain.allowed()
    in_time, in_cpu = forced.clock <= most.clock, forced.cpu <= most.cpu
    failed = f"{codes.count(10)} of {times}"
    text = f"{plain.clock:8.2f} {forced.clock:8.2f} {plain.cpu:8.2f} {forced.cpu:8.2f}  {failed:8}"
    return f"{program.parent.name:24}{text}{'' if in_time else '  too slow'}", in_time, in_cpu


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", help="examples  [default: all]")
    parser.add_argument("--times", type=int, default=3, help="of which the median counts  [default: 3]")
    options = parser.parse_args()
    names = options.names or sorted(file.parent.name for file in ROOT.glob("examples/*/unsafe.c"))
    print(f"{'example':24}{'build':>8} {'native':>8} {'cpu':>8} {'native':>8}  fails")
    kept: list[tuple[bool, bool]] = []
    for name in names:
        with tempfile.TemporaryDirectory() as directory:
            found = row(ROOT / "examples" / name / "unsafe.c", Path(directory), options.times)
        print(found[0] if found else f"{name:24} not found in a minute", flush=True)
        kept += [found[1:]] if found else []
    print(
        f"within twice the time plus a second: {sum(clock for clock, _ in kept)} of {len(kept)} by the clock,"
    )
    print(f"{sum(cpu for _, cpu in kept)} of {len(kept)} in CPU seconds")
    return 0


if __name__ == "__main__":
    sys.exit(main())
