"""The options of `cseq` and `sv`, which follow command lines and tasks of others."""

from __future__ import annotations

from unthread.core.records import dataclass
from unthread.declaration import option
from unthread.options import (
    ReportOptions,
    checking,
    growing_rounds,
    growing_threads,
    growing_unwind,
    limit,
    solver_memory,
    writing,
)
from unthread.text_options import CompilerOptions


@dataclass(frozen=True, slots=True)
class CseqOptions(CompilerOptions):
    """Those of Lazy-CSeq, and how the text is read."""

    input: str = option("", "-i", "--input", metavar="FILE", help="C file to check")
    unwind: int = option(1, "--unwind", metavar="K", least=0, help="iterations of each loop")
    rounds: int = option(
        1, "--rounds", metavar="K", least=1, help="rounds, in each of which every thread takes a turn"
    )
    backend: str = option(
        "cbmc",
        "--backend",
        metavar="NAME",
        help="cbmc, esbmc, smack, automizer, cpachecker, klee, or any name that `unthread backends` lists",
    )
    cex: bool = option(False, "--cex", help="show the counterexample")
    time: str = option("15m", "--time", metavar="T", help="time limit, such as 90s, 15m, 2h")


@dataclass(frozen=True, slots=True)
class SvOptions(ReportOptions):
    """Bounds that are not given grow by themselves."""

    properties: tuple[str, ...] = checking(
        (),
        "--property",
        metavar="FILE.prp",
        help="property to check, repeatable; `all` for every property of the task  "
        "[default: the first of the task that unthread can check]",
    )
    bounded_true: bool = checking(
        False,
        "--bounded-true",
        help="answer `true` also if nothing is found within the bounds, which is not a proof",
    )
    unwind: int | None = growing_unwind()
    rounds: int | None = growing_rounds()
    threads: int | None = growing_threads()
    time: str = limit("15m", "--time", metavar="T", help="time limit for each property, such as 90s, 15m")
    memory: str = solver_memory()
    quiet: bool = writing(False, "-q", "--quiet", help="print only the answers")
