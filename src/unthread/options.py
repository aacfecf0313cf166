"""Every option of the command line, declared once: a field with its flags, default and help.

In: what the user gave. Out: frozen values. `cli.py` makes the command line from these fields.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

METADATA = "unthread option"


@dataclass(frozen=True, slots=True)
class Declaration:
    """How a field looks on the command line. `kind` is the type of one value: bool makes a switch."""

    flags: tuple[str, ...]
    help: str
    kind: type
    metavar: str | None
    multiple: bool
    least: int | None
    choices: tuple[str, ...]
    default: Any


def option(
    default: Any,
    *flags: str,
    help: str,
    kind: type | None = None,
    metavar: str | None = None,
    least: int | None = None,
    choices: tuple[str, ...] = (),
) -> Any:
    """A field that is an option. A tuple as the default makes it repeatable."""
    multiple = isinstance(default, tuple)
    kind = kind or (str if multiple else type(default))
    declaration = Declaration(flags, help, kind, metavar, multiple, least, choices, default)
    return field(default=default, metadata={METADATA: declaration})


@dataclass(frozen=True, slots=True)
class CompilerOptions:
    """How C text is read."""

    directories: tuple[str, ...] = option((), "-I", metavar="DIR", help="look for headers in DIR")
    defines: tuple[str, ...] = option((), "-D", metavar="NAME[=TEXT]", help="define a macro")
    undefines: tuple[str, ...] = option((), "-U", metavar="NAME", help="undefine a macro")
    includes: tuple[str, ...] = option((), "-include", metavar="FILE", help="read FILE first")
    standard: str = option(
        "", "-std", metavar="NAME", help="C standard: c99, gnu11, c17, ...  [default: gnu17]"
    )
    m32: bool = option(False, "--m32", "-m32", help="sizes of i386: long and pointers have 32 bits")
    m64: bool = option(False, "--m64", "-m64", help="sizes of x86-64: they have 64 bits  [default]")
    clang: tuple[str, ...] = option((), "--clang", metavar="FLAG", help="one more flag for clang")
    atomic_statements: bool = option(
        False, "--atomic-statements", help="every C expression statement is one step, never interrupted"
    )
    no_spurious: bool = option(
        False,
        "--no-spurious",
        help="condition variables do not wake up for no reason, as POSIX allows them to",
    )
    verbose: bool = option(False, "-v", "--verbose", help="on a bug of unthread: show where it is")


@dataclass(frozen=True, slots=True)
class BoundOptions(CompilerOptions):
    """How far a program is followed."""

    unwind: int = option(2, "--unwind", metavar="N", least=0, help="how often the body of a loop runs")
    unwind_loops: tuple[str, ...] = option(
        (), "--unwind-loop", metavar="FILE:LINE=N", help="the same for the loop in one place"
    )
    unwind_max: int = option(
        256,
        "--unwind-max",
        metavar="N",
        least=0,
        help="loops whose number of rounds is known are unwound completely up to N rounds",
    )
    depth: int = option(3, "--depth", metavar="N", least=1, help="how often a function may call itself")
    threads: int = option(8, "--threads", metavar="N", least=0, help="how many threads may be started")


@dataclass(frozen=True, slots=True)
class LoopsOptions(BoundOptions):
    pass


@dataclass(frozen=True, slots=True)
class ShowOptions(BoundOptions):
    bounded: bool = option(
        False, "--bounded", help="the threads, loop-free and without calls, with their numbered switch points"
    )
    why: bool = option(False, "--why", help="with --bounded: why no switch is needed before the other steps")
    reduce: str = option(
        "private,conflict,order,locks",
        "--reduce",
        metavar="LIST",
        help="with --bounded: what may remove switch points",
    )
    no_reduce: bool = option(False, "--no-reduce", help="with --bounded: nothing removes switch points")
    functions: tuple[str, ...] = option((), "--function", metavar="NAME", help="only this function")
    library: bool = option(False, "--library", help="also the models of library functions")


@dataclass(frozen=True, slots=True)
class RunOptions(CompilerOptions):
    seed: int | None = option(
        None,
        "--seed",
        kind=int,
        metavar="N",
        help="thread switches and inputs at random, always the same for one N",
    )
    schedule: str | None = option(
        None, "--schedule", kind=str, metavar="S", help="which thread takes how many steps: 0:3,1:2,0:5"
    )
    inputs: tuple[str, ...] = option(
        (),
        "--input",
        metavar="NAME=VALUE",
        help="value of an input; again for the next one of that name",
    )
    steps: int | None = option(
        None, "--steps", kind=int, metavar="N", least=1, help="stop after N instructions"
    )
    properties: str = option(
        "reach,lock,memory,arith,deadlock",
        "--property",
        metavar="LIST",
        help="what counts as a violation: reach, lock, deadlock, race, memory, leak, arith, or all",
    )
    undefined: str = option(
        "stop",
        "--undefined",
        choices=("stop", "any"),
        help="what a function without body and model does: stop the run, or return any value",
    )
    trace: bool = option(False, "--trace", help="print each visible step")
    statistics: bool = option(
        False, "--statistics", help="print how many instructions were executed, and how long it took"
    )


@dataclass(frozen=True, slots=True)
class ReplayOptions(CompilerOptions):
    json: bool = option(False, "--json", help="print what happened as one JSON document, see docs/TRACE.md")


@dataclass(frozen=True, slots=True)
class CheckOptions(CompilerOptions):
    """Bounds that are not given grow by themselves."""

    properties: str = option(
        "reach,lock",
        "--property",
        metavar="LIST|FILE.prp",
        help="what counts as a violation: reach, lock, deadlock, race, memory, leak, arith, or all; "
        "or a property file of SV-COMP",
    )
    every: bool = option(False, "--all", help="look for every violation, not only for one")
    unwind: int | None = option(
        None, "--unwind", kind=int, metavar="N", least=0, help="how often the body of a loop runs"
    )
    unwind_loops: tuple[str, ...] = option(
        (), "--unwind-loop", metavar="FILE:LINE=N", help="the same for the loop in one place"
    )
    unwind_max: int = option(
        256,
        "--unwind-max",
        metavar="N",
        least=0,
        help="loops whose number of rounds is known are unwound completely up to N rounds",
    )
    rounds: int | None = option(
        None, "--rounds", kind=int, metavar="K", least=1, help="how often the threads take turns"
    )
    depth: int | None = option(
        None, "--depth", kind=int, metavar="N", least=1, help="how often a function may call itself"
    )
    threads: int | None = option(
        None, "--threads", kind=int, metavar="N", least=0, help="how many threads may be started"
    )
    no_sample: bool = option(
        False, "--no-sample", help="do not execute the program at random while the solver works"
    )
    time: str = option("15m", "--time", metavar="T", help="stop after that long: 90s, 15m, 2h")
    memory: str = option(
        "",
        "--memory",
        metavar="M",
        help="most memory for the solver: 512M, 8G  [default: 80% of the machine's]",
    )
    reduce: str = option(
        "private,conflict,order,locks", "--reduce", metavar="LIST", help="what may remove switch points"
    )
    no_reduce: bool = option(False, "--no-reduce", help="nothing removes switch points")
    json: bool = option(False, "--json", help="print one JSON document, see docs/VERDICT.md")
    trace: str | None = option(
        None,
        "--trace",
        kind=str,
        metavar="FILE",
        help="write the trace of a violation to FILE, for `replay`; with --all, more of them to FILE-2, ...",
    )
    quiet: bool = option(False, "-q", "--quiet", help="print the verdict alone")


@dataclass(frozen=True, slots=True)
class SvOptions(CompilerOptions):
    """Bounds that are not given grow by themselves."""

    properties: tuple[str, ...] = option(
        (),
        "--property",
        metavar="FILE.prp",
        help="the property to check, again for the next one; `all` for each one of the task  "
        "[default: the first one of the task that unthread can check]",
    )
    bounded_true: bool = option(
        False,
        "--bounded-true",
        help="answer `true` also when nothing is found within the bounds, although that proves nothing",
    )
    unwind: int | None = option(
        None, "--unwind", kind=int, metavar="N", least=0, help="how often the body of a loop runs"
    )
    rounds: int | None = option(
        None, "--rounds", kind=int, metavar="K", least=1, help="how often the threads take turns"
    )
    threads: int | None = option(
        None, "--threads", kind=int, metavar="N", least=0, help="how many threads may be started"
    )
    time: str = option("15m", "--time", metavar="T", help="stop after that long, for each property: 90s, 15m")
    memory: str = option(
        "",
        "--memory",
        metavar="M",
        help="most memory for the solver: 512M, 8G  [default: 80% of the machine's]",
    )
    quiet: bool = option(False, "-q", "--quiet", help="print the answers alone")
