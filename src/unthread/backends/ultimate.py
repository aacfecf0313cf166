"""Ultimate Automizer, https://ultimate-pa.org: verification by automata and interpolation, in Java.

Started with the script `Ultimate.py` of a release, as SV-COMP does. Below `Result:`, it prints TRUE, FALSE,
UNKNOWN or an error. It reads preprocessed text.
"""

from __future__ import annotations

from pathlib import Path

from unthread.backends.base import Answer, ToolTask
from unthread.backends.preprocess import preprocess
from unthread.backends.words import AnswerWords, WordTool, property_file


class Ultimate(WordTool):
    name = "ultimate"
    program = "Ultimate.py"
    get = "https://github.com/ultimate-pa/ultimate/releases (UAutomizer-linux; needs Java)"
    version_pattern = r"(\S+)"
    is_memory_limited = False
    words = AnswerWords(r"^Result:\s*\nTRUE\b", r"^Result:\s*\nFALSE\b", r"(?<=Result:\n)(UNKNOWN|ERROR).*")

    def work(self, file: Path, task: ToolTask, directory: Path) -> Answer:
        failure = preprocess(file, task.bits)
        return failure or super().work(file, task, directory)

    def command(self, file: Path, task: ToolTask) -> list[str]:
        return [
            "--spec",
            property_file(file.parent),
            "--file",
            file.name,
            "--architecture",
            f"{task.bits}bit",
        ]
