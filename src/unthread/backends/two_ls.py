"""2LS, https://github.com/diffblue/2ls: k-induction and abstract interpretation by templates, on CPROVER.

Command line: `2ls --help`. `--json-cex NAME` writes the counterexample of each property that fails to
`NAME-PROPERTY.json`, in the format of CBMC's. Asked twice where the text has gaps: first for violations, with
gaps taken not to be reached, then, if there is none, whether one is.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from unthread.backends.base import (
    Answer,
    ExternalTool,
    GaveUp,
    NoViolation,
    ToolTask,
    ToolViolation,
    gap_lines,
)
from unthread.backends.cbmc import events_of, line_of
from unthread.core.process import Ran
from unthread.sequentialize.emitted import Dialect

_VERDICT = re.compile(r"^VERIFICATION (SUCCESSFUL|FAILED|INCONCLUSIVE)", re.MULTILINE)


class TwoLs(ExternalTool):
    name = "2ls"
    program = "2ls"
    dialect = Dialect.CBMC
    get = "https://github.com/diffblue/2ls/releases"
    oldest = (0, 9)

    def command(self, file: Path, task: ToolTask) -> list[str]:
        """Bounds are taken not to be reached, as in the first question to CBMC."""
        quiet = "-DUNTHREAD_NO_CUTS"
        return [file.name, f"--{task.bits}", quiet, "--k-induction", "--stop-on-fail", "--json-cex", "cex"]

    def work(self, file: Path, task: ToolTask, directory: Path) -> Answer:
        command, gaps = self.command(file, task), gap_lines(task.emitted)
        ran = self.run([*command, *(["-DUNTHREAD_NO_GAPS"] if gaps else [])], task, directory)
        answer = self.gave_up(ran, task) or self.read(ran, task, directory)
        if not (gaps and isinstance(answer, NoViolation)):
            return answer
        ran = self.run(command, task, directory)
        answer = self.gave_up(ran, task) or self.read(ran, task, directory)
        if not isinstance(answer, ToolViolation):
            return answer
        return NoViolation(None, gaps & {answer.failed_line} or gaps)

    def read(self, ran: Ran, task: ToolTask, directory: Path) -> Answer:
        said = _VERDICT.search(ran.stdout)
        match said and said[1]:
            case "SUCCESSFUL":
                return NoViolation(None)
            case "FAILED":
                return _violation(directory)
            case "INCONCLUSIVE":
                return GaveUp("2ls says: VERIFICATION INCONCLUSIVE", ran.tail())
            case _:
                return self.not_understood(ran, task)


def _violation(directory: Path) -> ToolViolation:
    for file in sorted(directory.glob("cex-*.json")):
        try:
            trace = json.loads(file.read_text(errors="replace"))
        except ValueError:
            continue
        if isinstance(trace, list):
            failed = [line_of(step) for step in trace if step.get("stepType") == "failure"]
            return ToolViolation(tuple(events_of(trace)), failed[-1] if failed else None)
    return ToolViolation(None, None)
