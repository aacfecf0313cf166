"""2LS, https://github.com/diffblue/2ls: k-induction and abstract interpretation by templates, on CPROVER.

Command line: `2ls --help`. `--json-cex NAME` writes the counterexample of each property that fails to
`NAME-PROPERTY.json`, in the format of CBMC's.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

from unthread.backends.base import Answer, GaveUp, NoViolation, Task, Tool, Violation
from unthread.backends.cbmc import events_of, line_of
from unthread.core.process import Ran
from unthread.sequentialize.emitted import Dialect

_VERDICT = re.compile(r"^VERIFICATION (SUCCESSFUL|FAILED|INCONCLUSIVE)", re.MULTILINE)


class TwoLs(Tool):
    name = "2ls"
    program = "2ls"
    dialect = Dialect.CBMC
    get = "https://github.com/diffblue/2ls/releases"
    oldest = (0, 9)

    def command(self, file: Path, task: Task) -> list[str]:
        """Bounds and gaps are taken not to be reached, as in the first question to CBMC."""
        quiet = ["-DUNTHREAD_NO_CUTS", "-DUNTHREAD_NO_GAPS"]
        return [file.name, f"--{task.bits}", *quiet, "--k-induction", "--stop-on-fail", "--json-cex", "cex"]

    def read(self, ran: Ran, task: Task, directory: Path) -> Answer:
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


def _violation(directory: Path) -> Violation:
    for file in sorted(directory.glob("cex-*.json")):
        try:
            trace = json.loads(file.read_text(errors="replace"))
        except ValueError:
            continue
        if isinstance(trace, list):
            failed = [line_of(step) for step in trace if step.get("stepType") == "failure"]
            return Violation(tuple(events_of(trace)), failed[-1] if failed else None)
    return Violation(None, None)
