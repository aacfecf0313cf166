"""Run a command within a time limit.

In: a command line. Out: an `Execution` with what it printed and how it ended. Shared by the scripts that
compare `unthread run` with a referee.
"""

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

# The unthread of the interpreter that runs the script.
UNTHREAD = f'"{sys.executable}" -m unthread'


@dataclass(frozen=True, slots=True)
class Execution:
    status: int  # negative: the number of the signal that ended it
    stdout: bytes
    stderr: bytes
    timed_out: bool = False


def execute(command: list[str], seconds: float, directory: Path | None = None) -> Execution:
    try:
        done = subprocess.run(
            command, stdin=subprocess.DEVNULL, capture_output=True, timeout=seconds, cwd=directory
        )
    except subprocess.TimeoutExpired as expired:
        return Execution(-9, expired.stdout or b"", expired.stderr or b"", timed_out=True)
    return Execution(done.returncode, done.stdout, done.stderr)


def last_message(execution: Execution) -> str:
    """One line that says what went wrong: the first diagnostic, or the last line of stderr."""
    lines = execution.stderr.decode(errors="replace").splitlines()
    for line in lines:
        if any(word in line for word in ("error:", "unsupported:", "violation")):
            return line.strip()
    said = [line for line in lines if line.strip()]
    return said[-1].strip() if said else "nothing on stderr"
