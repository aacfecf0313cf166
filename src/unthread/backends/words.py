"""Tools that answer in words: `AnswerWords` says which, `WordTool` reads them.

Such a tool does not show a counterexample that unthread could read, and does not say which bounds are too
small: a claim of its is looked for with the engine, and every bound of the text may be too small.
"""

from __future__ import annotations

import re
from pathlib import Path

from unthread.backends.base import (
    LOOP_FREE,
    Answer,
    ExternalTool,
    GaveUp,
    NoViolation,
    ToolTask,
    ToolViolation,
)
from unthread.core.process import Ran
from unthread.core.records import dataclass
from unthread.sequentialize.emitted import Dialect

PROPERTY_FILE = "unreach-call.prp"
PROPERTY = "CHECK( init(main()), LTL(G ! call(reach_error())) )\n"


@dataclass(frozen=True, slots=True)
class AnswerWords:
    """Regular expressions for the output; the first of unknown, unsafe, safe that is found counts. An empty
    one is never found."""

    safe: str
    unsafe: str
    unknown: str = ""

    def answer(self, text: str) -> str:
        """`safe`, `unsafe`, what was found of `unknown`, or nothing."""
        unknown = _find(self.unknown, text)
        if unknown:
            return unknown
        if _find(self.unsafe, text):
            return "unsafe"
        return "safe" if _find(self.safe, text) else ""


def _find(pattern: str, text: str) -> str:
    found = re.search(pattern, text, re.MULTILINE) if pattern else None
    return found[0].strip() if found else ""


class WordTool(ExternalTool):
    """`is_bounded`: a tool that follows loops only so far, and then says that nothing is wrong."""

    dialect = Dialect.SVCOMP
    words: AnswerWords
    is_bounded = False

    def read(self, ran: Ran, task: ToolTask, directory: Path) -> Answer:
        return self.answer_of(self.words, ran, task)

    def answer_of(self, words: AnswerWords, ran: Ran, task: ToolTask) -> Answer:
        match words.answer(ran.stdout + "\n" + ran.stderr):
            case "safe":
                is_bounded = self.is_bounded and task.emitted.schema not in LOOP_FREE
                return NoViolation(None, is_bounded=is_bounded)
            case "unsafe":
                return ToolViolation(None, None)
            case "":
                return self.not_understood(ran, task)
            case said:
                return GaveUp(f"{self.name} says: {said}", ran.tail())


def property_file(directory: Path) -> str:
    """What tools of SV-COMP are to check, in a file beside the text."""
    (directory / PROPERTY_FILE).write_text(PROPERTY)
    return PROPERTY_FILE
