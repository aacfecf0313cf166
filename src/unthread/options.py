"""Every option of the command line, declared once: a field with its flags, default and help.

In: what the user gave. Out: frozen values. `cli.py` makes the command line from these fields.
"""

from __future__ import annotations

from dataclasses import field
from typing import Any

from unthread.core.records import dataclass

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
    volatile_is_atomic: bool = option(
        False,
        "--volatile-is-atomic",
        help="for code that is older than C11: two accesses to volatile objects are no data race",
    )
    stubs: tuple[str, ...] = option(
        (), "--stub", metavar="FILE", help="C file with models of functions that the program does not define"
    )
    havoc: tuple[str, ...] = option(
        (),
        "--havoc",
        metavar="NAME",
        help="a function without a body that may change what its arguments point to",
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
    properties: str | None = option(
        None,
        "--property",
        kind=str,
        metavar="LIST",
        help="what counts as a violation: reach, lock, deadlock, race, memory, leak, arith, or all  "
        "[default: all but leak]",
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

    properties: str | None = option(
        None,
        "--property",
        kind=str,
        metavar="LIST|FILE.prp",
        help="what counts as a violation: reach, lock, deadlock, race, memory, leak, arith, or all; "
        "or a property file of SV-COMP  [default: all but leak]",
    )
    require_complete: bool = option(
        False, "--require-complete", help="NO BUG FOUND, which proves nothing, exits with 5"
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
    memory_model: str = option(
        "c11",
        "--memory-model",
        choices=("c11", "sc"),
        help="c11: accesses with a weak memory order may be reordered, which is told, not searched; "
        "sc: nothing is ever reordered",
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
    backends: str = option(
        "embedded",
        "--backend",
        metavar="NAME[,NAME]|all",
        help="who searches: unthread's own engine, or an external checker that gets sequential C "
        "(`unthread backends` lists them); several race, `all` are those that are installed",
    )
    schema: str | None = option(
        None,
        "--schema",
        kind=str,
        choices=("lazy", "lazy-pruned", "interleave", "stepwise"),
        help="the form of the sequential C  [default: the checker's favorite]",
    )
    solver: str = option("", "--solver", metavar="NAME", help="the solver that the checker uses")
    tool_options: tuple[str, ...] = option(
        (), "--tool-option", metavar="WORD", help="one more word for the checker's command line"
    )
    log: str | None = option(
        None, "--log", kind=str, metavar="FILE", help="write all that the checkers print to FILE"
    )
    command: str = option(
        "",
        "--command",
        metavar="TEMPLATE",
        help="with --backend command: the command line of any checker, with {file} and, if it wants them, "
        "{unwind} {bits} {seconds} {megabytes} {property}",
    )
    safe: str = option("", "--safe", metavar="REGEX", help="what it prints if nothing is wrong")
    unsafe: str = option("", "--unsafe", metavar="REGEX", help="what it prints if something is wrong")
    unknown: str = option("", "--unknown", metavar="REGEX", help="what it prints if it does not know")
    dialect: str | None = option(
        None,
        "--dialect",
        kind=str,
        choices=("svcomp", "cbmc", "esbmc", "klee", "framac", "plain"),
        help="with --backend command: the words that it understands  [default: svcomp]",
    )
    coverage: bool = option(
        False, "--coverage", help="print the source with the lines that executions get to, thread by thread"
    )
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
class EmitOptions(BoundOptions):
    schema: str = option(
        "lazy",
        "--schema",
        choices=("lazy", "lazy-pruned", "interleave", "stepwise"),
        help="how threads become sequential: resumed in rounds, in rounds that differ, one step at a time "
        "with loops kept, one procedure per step",
    )
    dialect: str = option(
        "svcomp",
        "--dialect",
        choices=("svcomp", "cbmc", "esbmc", "klee", "framac", "plain"),
        help="the words for choices and assertions; `plain` compiles and runs, with choices from stdin",
    )
    output: str = option("", "-o", metavar="FILE", help="write to FILE  [default: stdout]")
    rounds: int = option(
        2, "--rounds", metavar="K", least=1, help="lazy schemas: how often the threads take turns"
    )
    order: str = option(
        "", "--order", metavar="LIST", help="lazy schemas: the order of the threads in a round, such as 0,2,1"
    )
    reduce: str = option(
        "private,conflict,order,locks",
        "--reduce",
        metavar="LIST",
        help="lazy schemas: what may remove switch points",
    )
    no_reduce: bool = option(False, "--no-reduce", help="lazy schemas: nothing removes switch points")
    properties: str = option(
        "reach,lock", "--property", metavar="LIST", help="what is asserted: reach, lock, memory, arith"
    )
    trace: str = option(
        "",
        "--trace",
        metavar="TRACE",
        help="with --dialect plain -o FILE.c: write to FILE.choices what leads to the end of this trace",
    )
    por: bool = option(False, "--por", help="interleave: leave out interleavings that change nothing")
    invariants: bool = option(
        False, "--invariants", help="interleave: assert what must hold of the control variables"
    )


@dataclass(frozen=True, slots=True)
class BackendsOptions:
    json: bool = option(False, "--json", help="print one JSON document")
    verbose: bool = option(False, "-v", "--verbose", help="on a bug of unthread: show where it is")


@dataclass(frozen=True, slots=True)
class CseqOptions(CompilerOptions):
    """Those of Lazy-CSeq, and how the text is read."""

    input: str = option("", "-i", "--input", metavar="FILE", help="the program")
    unwind: int = option(1, "--unwind", metavar="K", least=0, help="how often the body of a loop runs")
    rounds: int = option(1, "--rounds", metavar="K", least=1, help="how often the threads take turns")
    backend: str = option(
        "cbmc",
        "--backend",
        metavar="NAME",
        help="cbmc, esbmc, smack, automizer, cpachecker, klee, or any other name of `unthread backends`",
    )
    cex: bool = option(False, "--cex", help="show the counterexample")
    time: str = option("15m", "--time", metavar="T", help="stop after that long: 90s, 15m, 2h")


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
