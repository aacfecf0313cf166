"""SeaHorn, https://seahorn.github.io: C through LLVM to constrained Horn clauses.

Command line and output: README.md of SeaHorn. `sea pf` prints `unsat` if no call of `__VERIFIER_error` can be
reached, `sat` if one can.
"""

from __future__ import annotations

from pathlib import Path

from unthread.backends.base import ToolTask
from unthread.backends.words import AnswerWords, WordTool


class SeaHorn(WordTool):
    name = "seahorn"
    program = "sea"
    get = "https://github.com/seahorn/seahorn (Docker image seahorn/seahorn-llvm14)"
    version_flag = "--help"  # it does not tell its version
    version_pattern = r"SeaHorn version (\S+)"
    words = AnswerWords(r"^unsat\s*$", r"^sat\s*$", r"^unknown\s*$")

    def prepare(self, text: str) -> str:
        """SeaHorn's own word for what is not to be reached."""
        return (
            text + "\nextern void __VERIFIER_error(void) __attribute__((noreturn));\n"
            "void reach_error(void) { __VERIFIER_error(); }\n"
        )

    def command(self, file: Path, task: ToolTask) -> list[str]:
        return ["pf", f"-m{task.bits}", "--track=mem", file.name]
