"""SMACK, https://smackers.github.io: C through LLVM to Boogie, checked by Corral. Loops are unrolled.

Command line and output: docs/usage-notes.md and `smack --help` of SMACK 2.8. `SMACK found no errors with
unroll bound N.` means that far; integers are bit vectors only if asked for.
"""

from __future__ import annotations

from pathlib import Path

from unthread.backends.base import ToolTask
from unthread.backends.words import AnswerWords, WordTool


class Smack(WordTool):
    name = "smack"
    program = "smack"
    get = "https://github.com/smackers/smack/blob/main/docs/installation.md"
    oldest = (2, 8)
    solvers = ("z3", "cvc4", "yices2")
    version_pattern = r"SMACK version (\S+)"
    is_bounded = True
    needs_unwind = True
    words = AnswerWords(
        r"^SMACK found no errors\b",
        r"^SMACK found an error\b",
        r"^SMACK timed out.*|^SMACK result is unknown.*",
    )

    def prepare(self, text: str) -> str:
        """SMACK's own word for what is not to be reached."""
        return (
            text + "\nextern void __VERIFIER_assert(int);\nvoid reach_error(void) { __VERIFIER_assert(0); }\n"
        )

    def command(self, file: Path, task: ToolTask) -> list[str]:
        return [
            "--check",
            "assertions",
            "--integer-encoding",
            "bit-vector",
            "--pointer-encoding",
            "bit-vector",
            "--float",
            "--unroll",
            str(task.unwind),
            "--time-limit",
            str(max(1, int(task.limits.seconds))),
            f"--clang-options=-m{task.bits}",
            *(["--solver", task.solver] if task.solver else []),
            file.name,
        ]
