"""What `unthread sv` is asked, and what it says.

In: what stands on the command line. Out: the `Task` with the properties to check; and of each `Judgement` an
`Answer`: one line with the word that BenchExec expects.
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from unthread.core.diagnostics import InputError, UsageError
from unthread.core.exit_codes import ExitCode
from unthread.core.records import dataclass
from unthread.core.source import Source
from unthread.core.verdict import NoBugFound, Safe, Unsafe
from unthread.svcomp.judge import Judgement
from unthread.svcomp.properties import read_specification
from unthread.svcomp.task import Expectation, Task, read_task


def chosen_task(source: Source, is_model_given: bool) -> Task:
    """The task that the only file defines, or one made of C files."""
    definitions = [file for file in source.files if file.suffix in (".yml", ".yaml")]
    if not definitions:
        return Task(source.files[0], source.files, source.data_model, ())
    if len(source.files) > 1:
        raise UsageError("a task definition must be the only input")
    task = read_task(definitions[0])
    if task.data_model is None and not is_model_given:
        raise InputError(f"the task '{task.file}' does not say its data model", hint="give --m32 or --m64")
    if is_model_given and task.data_model not in (None, source.data_model):
        raise UsageError(f"--{source.data_model} contradicts the data model of the task")
    return task


def chosen_properties(names: Sequence[str], task: Task) -> Sequence[Expectation]:
    """The property files to check, with what the task expects of them."""
    if names and tuple(names) != ("all",):
        for name in names:
            if not name.endswith(".prp"):
                raise UsageError(f"--property: '{name}' is not the name of a .prp file")
        return [task.expectation(Path(name)) for name in names]
    if not task.properties:
        raise UsageError(f"'{task.file}' does not name a property", hint="give --property FILE.prp")
    if names:
        return task.properties
    checkable = (item for item in task.properties if read_specification(item.file).goals)
    return [next(checkable, task.properties[0])]


@dataclass(frozen=True, slots=True)
class Answer:
    """With `bounded_true`, a search within bounds counts as a complete one."""

    judgement: Judgement
    expectation: Expectation
    bounded_true: bool = False

    @property
    def word(self) -> str:
        match self.judgement.verdict:
            case Unsafe():
                return f"false({self.judgement.goal})"
            case Safe() | NoBugFound() if self.bounded_true or not self._doubt():
                return "true"
        return "unknown"

    @property
    def exit_code(self) -> ExitCode:
        return {"true": ExitCode.SAFE, "unknown": ExitCode.UNKNOWN}.get(self.word, ExitCode.UNSAFE)

    @property
    def line(self) -> str:
        parts = ["RESULT", self.word, self.expectation.file.name]
        if self.expectation.verdict is not None:
            parts.append(f"(expected {self.expectation}: {self._agreement()})")
        if self.word == "unknown" and self._doubt():
            parts.append(f"[{self._doubt()}]")
        return "  ".join(parts)

    def _doubt(self) -> str:
        """What keeps a verdict that looks safe from being true."""
        match self.judgement.verdict:
            case NoBugFound():
                return "no bug found within bounds"
            case Safe():
                return self.judgement.doubt
        return ""

    def _agreement(self) -> str:
        """Where no subproperty is expected, any violation will do: BenchExec sees it so."""
        expected = str(self.expectation)
        if self.word == "unknown":
            return "no answer"
        agrees = self.word == expected or (expected == "false" and self.word.startswith("false("))
        return "agrees" if agrees else "DISAGREES"
