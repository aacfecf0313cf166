"""CPAchecker, https://cpachecker.sosy-lab.org: a framework of configurable analyses, in Java.

Command line: README.md and doc/Configuration.md of CPAchecker 4. The result is the line that begins with
`Verification result:`.
"""

from __future__ import annotations

from pathlib import Path

from unthread.backends.base import ToolTask
from unthread.backends.words import AnswerWords, WordTool, property_file


class CpaChecker(WordTool):
    name = "cpachecker"
    program = "cpachecker"
    get = "https://cpachecker.sosy-lab.org/download.php (needs Java)"
    oldest = (3,)  # since then options begin with two dashes
    solvers = ("MATHSAT5", "SMTINTERPOL", "Z3", "PRINCESS", "CVC5", "BITWUZLA", "YICES2")
    version_pattern = r"CPAchecker (\S+)"
    is_memory_limited = False
    words = AnswerWords(
        r"^Verification result: TRUE\b",
        r"^Verification result: FALSE\b",
        r"^Verification result: UNKNOWN.*|^Verification result: NOT_YET_STARTED.*",
    )

    def command(self, file: Path, task: ToolTask) -> list[str]:
        solver = ["--option", f"solver.solver={task.solver}"] if task.solver else []
        return [
            "--spec",
            property_file(file.parent),
            "--preprocess",
            f"--{task.bits}",
            "--timelimit",
            f"{max(1, int(task.limits.seconds))}s",
            "--heap",
            f"{task.limits.memory >> 20}M",
            *solver,
            file.name,
        ]
