"""Any other tool: the user gives its command line, and the words that it answers with."""

from __future__ import annotations

import shlex
import shutil
from pathlib import Path
from string import Formatter

from unthread.backends.base import ToolTask
from unthread.backends.words import AnswerWords, WordTool, property_file
from unthread.core.diagnostics import UsageError
from unthread.sequentialize.emitted import Dialect

PLACES = ("file", "unwind", "bits", "seconds", "megabytes", "property")


class AnyCommand(WordTool):
    """`template`: words, the first one the program, with the names of PLACES in braces."""

    name = "command"
    program = ""
    get = "--command gives its command line, --safe and --unsafe its answers; see docs/BACKENDS.md"

    def __init__(
        self, template: str = "", words: AnswerWords | None = None, dialect: Dialect = Dialect.SVCOMP
    ) -> None:
        self.template = _split(template)
        self.words = words or AnswerWords("", "")
        self.dialect = dialect
        self.is_bounded = any("{unwind}" in word for word in self.template)
        self.needs_unwind = self.is_bounded

    def place(self) -> str | None:
        return shutil.which(self.template[0]) if self.template else None

    def version(self) -> str | None:
        """There is no way to ask for it."""
        return None if self.place() is None else ""

    def trouble(self) -> str:
        if not self.template:
            return f"'command' stands for any other tool: {self.get}"
        return "" if self.place() else f"'{self.template[0]}' is not installed"

    def command(self, file: Path, task: ToolTask) -> list[str]:
        values = {
            "file": file.name,
            "unwind": str(task.unwind),
            "bits": str(task.bits),
            "seconds": str(max(1, int(task.limits.seconds))),
            "megabytes": str(task.limits.memory >> 20),
        }
        if any("{property}" in word for word in self.template):
            values["property"] = property_file(file.parent)
        return [word.format(**values) for word in self.template[1:]]


def _split(template: str) -> list[str]:
    try:
        words = shlex.split(template)
        names = [name for word in words for _, name, _, _ in Formatter().parse(word) if name is not None]
    except ValueError as error:
        raise UsageError(f"--command: {error}") from None
    for name in names:
        if name not in PLACES:
            known = ", ".join(f"{{{place}}}" for place in PLACES)
            raise UsageError(
                f"--command: unknown placeholder {{{name}}}", hint=f"the placeholders are {known}"
            )
    if words and "file" not in names:
        raise UsageError("--command: {file} is missing, the placeholder for the name of the C file")
    return words
