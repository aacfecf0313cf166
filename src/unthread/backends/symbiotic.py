"""Symbiotic, https://staticafi.github.io/symbiotic: slicing, then symbolic execution with a KLEE of its own.

Command line: `symbiotic --help`; the result is the line that begins with `RESULT:`.
"""

from __future__ import annotations

from pathlib import Path

from unthread.backends.base import ToolTask
from unthread.backends.words import AnswerWords, WordTool, property_file


class Symbiotic(WordTool):
    name = "symbiotic"
    program = "symbiotic"
    get = "https://github.com/staticafi/symbiotic/releases"
    oldest = (5,)
    words = AnswerWords(
        r"^RESULT: true\s*$", r"^RESULT: false", r"^RESULT: (unknown|done|ERROR|error|timeout).*"
    )

    def command(self, file: Path, task: ToolTask) -> list[str]:
        return [
            f"--prp={property_file(file.parent)}",
            f"--{task.bits}",
            f"--timeout={max(1, int(task.limits.seconds))}",
            file.name,
        ]
