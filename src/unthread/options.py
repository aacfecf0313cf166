"""Every option of the command line, declared once: a field with its flags, default and help.

In: what the user gave. Out: frozen values. `cli.py` makes the command line from these fields.
"""

from __future__ import annotations

from dataclasses import field
from enum import StrEnum
from functools import partial
from typing import Any

from unthread.core.records import dataclass

METADATA = "unthread option"


class Heading(StrEnum):
    """Where an option stands in the help of its command, in this order."""

    OPTIONS = "Options"
    CHECK = "What to check"
    EXTENT = "How far"
    SEARCH = "Who searches"
    OUTPUT = "What to write"
    READING = "How to read C"
    GENERAL = "General"


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
    heading: Heading


def option(
    default: Any,
    *flags: str,
    help: str,
    kind: type | None = None,
    metavar: str | None = None,
    least: int | None = None,
    choices: tuple[str, ...] = (),
    heading: Heading = Heading.OPTIONS,
) -> Any:
    """A field that is an option. A tuple as the default makes it repeatable."""
    multiple = isinstance(default, tuple)
    kind = kind or (str if multiple else type(default))
    declaration = Declaration(flags, help, kind, metavar, multiple, least, choices, default, heading)
    return field(default=default, metadata={METADATA: declaration})


checking = partial(option, heading=Heading.CHECK)
limit = partial(option, heading=Heading.EXTENT)
searching = partial(option, heading=Heading.SEARCH)
writing = partial(option, heading=Heading.OUTPUT)
reading = partial(option, heading=Heading.READING)
general = partial(option, heading=Heading.GENERAL)


@dataclass(frozen=True, slots=True)
class CompilerOptions:
    """How C text is read."""

    directories: tuple[str, ...] = reading((), "-I", metavar="DIR", help="search DIR for headers")
    defines: tuple[str, ...] = reading((), "-D", metavar="NAME[=TEXT]", help="define a macro")
    undefines: tuple[str, ...] = reading((), "-U", metavar="NAME", help="undefine a macro")
    includes: tuple[str, ...] = reading((), "-include", metavar="FILE", help="include FILE first")
    standard: str = reading(
        "", "-std", metavar="NAME", help="C standard: c99, gnu11, c17, ...  [default: gnu17]"
    )
    m32: bool = reading(False, "--m32", "-m32", help="data model of i386: long and pointers have 32 bits")
    m64: bool = reading(
        False, "--m64", "-m64", help="data model of x86-64: long and pointers have 64 bits  [default]"
    )
    clang: tuple[str, ...] = reading((), "--clang", metavar="FLAG", help="pass FLAG to clang")
    atomic_statements: bool = reading(
        False, "--atomic-statements", help="execute each C expression statement as one atomic step"
    )
    no_spurious: bool = reading(
        False,
        "--no-spurious",
        help="exclude spurious wake-ups of condition variables, which POSIX allows",
    )
    volatile_is_atomic: bool = reading(
        False,
        "--volatile-is-atomic",
        help="for code older than C11: conflicting accesses to volatile objects are not data races",
    )
    stubs: tuple[str, ...] = reading(
        (), "--stub", metavar="FILE", help="C file with models of functions that the program does not define"
    )
    havoc: tuple[str, ...] = reading(
        (),
        "--havoc",
        metavar="NAME",
        help="let function NAME, which has no body, change whatever its arguments point to",
    )
    words: tuple[str, ...] = reading((), "--arg", metavar="WORD", help="start the program with argument WORD")
    any_words: int = reading(
        0, "--args", metavar="N", least=0, help="and with N more arguments, of any 8 characters"
    )
    verbose: bool = general(False, "-v", "--verbose", help="print a traceback on internal errors")


@dataclass(frozen=True, slots=True)
class BoundOptions(CompilerOptions):
    """How far a program is followed."""

    unwind: int = limit(2, "--unwind", metavar="N", least=0, help="iterations of each loop")
    unwind_loops: tuple[str, ...] = limit(
        (), "--unwind-loop", metavar="FILE:LINE=N", help="the same for the loop at FILE:LINE"
    )
    unwind_max: int = limit(
        256,
        "--unwind-max",
        metavar="N",
        least=0,
        help="unwind loops of known trip count completely, up to N iterations; while main is alone, 16384 "
        "in all unless given",
    )
    depth: int = limit(3, "--depth", metavar="N", least=1, help="calls of one function active at once")
    threads: int = limit(8, "--threads", metavar="N", least=0, help="threads that may be started")


@dataclass(frozen=True, slots=True)
class LoopsOptions(BoundOptions):
    pass


@dataclass(frozen=True, slots=True)
class ShowOptions(BoundOptions):
    bounded: bool = option(
        False,
        "--bounded",
        help="print the threads, loop-free and without calls, with their numbered visible points",
    )
    why: bool = option(False, "--why", help="with --bounded: say why the other steps need no context switch")
    reduce: str = option(
        "private,conflict,order,locks",
        "--reduce",
        metavar="LIST",
        help="with --bounded: analyses that may remove visible points",
    )
    no_reduce: bool = option(False, "--no-reduce", help="with --bounded: keep all visible points")
    functions: tuple[str, ...] = option((), "--function", metavar="NAME", help="print only this function")
    library: bool = option(False, "--library", help="also print the models of library functions")


@dataclass(frozen=True, slots=True)
class RunOptions(CompilerOptions):
    seed: int | None = option(
        None,
        "--seed",
        kind=int,
        metavar="N",
        help="seed of random context switches and inputs",
    )
    schedule: str | None = option(
        None,
        "--schedule",
        kind=str,
        metavar="S",
        help="which thread takes how many steps, such as 0:3,1:2,0:5",
    )
    inputs: tuple[str, ...] = option(
        (),
        "--input",
        metavar="NAME=VALUE",
        help="value of an input; repeat it for the next one of that name",
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
        help="what a function with neither body nor model does: stop the run, or return any value",
    )
    trace: bool = option(False, "--trace", help="print each visible step")
    statistics: bool = option(
        False, "--statistics", help="print how many instructions were executed and how long that took"
    )


@dataclass(frozen=True, slots=True)
class ReplayOptions(CompilerOptions):
    json: bool = option(False, "--json", help="print the execution as one JSON document, see docs/TRACE.md")
    full: bool = option(False, "--full", help="print every step: nothing folded or left out")
    native: bool = option(
        False, "--native", help="compile the program and make it fail as in the trace, see docs/NATIVE.md"
    )
    compiler: str = option("", "--cc", metavar="NAME", help="with --native: C compiler  [default: gcc]")
    asan: bool = option(
        False, "--asan", help="with --native: let AddressSanitizer report invalid accesses to the heap"
    )
    gdb: bool = option(False, "--gdb", help="with --native: stop in gdb at the failing step")
    emit: str = option(
        "",
        "--emit",
        metavar="DIR",
        help="with --native: write sources, runtime, Makefile and README to DIR, which needs no unthread",
    )
    time: str = option("60s", "--time", metavar="T", help="with --native: time limit, such as 90s, 15m")
    html: str | None = option(
        None, "--html", kind=str, metavar="FILE", help="write the execution to FILE, a page for any browser"
    )


@dataclass(frozen=True, slots=True)
class ExplainOptions:
    format: str = option(
        "text",
        "--format",
        choices=("text", "json", "html", "sarif", "junit", "mermaid", "graphml", "yaml"),
        help="what to make of the trace; graphml and yaml are SV-COMP witnesses",
    )
    output: str | None = option(
        None, "-o", "--output", kind=str, metavar="FILE", help="write to FILE  [default: stdout]"
    )
    full: bool = option(False, "--full", help="as text: every step, nothing folded or left out")
    verbose: bool = general(False, "-v", "--verbose", help="print a traceback on internal errors")


@dataclass(frozen=True, slots=True)
class ReportOptions(CompilerOptions):
    """What is written besides the answer; docs/FORMATS.md."""

    html: str | None = writing(
        None,
        "--html",
        kind=str,
        metavar="FILE",
        help="write a report to FILE, a page for any browser that needs nothing else",
    )
    sarif: str | None = writing(
        None,
        "--sarif",
        kind=str,
        metavar="FILE",
        help="write SARIF 2.1.0 to FILE, for editors and code hosts",
    )
    junit: str | None = writing(
        None,
        "--junit",
        kind=str,
        metavar="FILE",
        help="write JUnit's XML to FILE, for continuous integration",
    )
    witness: str | None = writing(
        None,
        "--witness",
        kind=str,
        metavar="FILE",
        help="write an SV-COMP witness of a violation or a proof to FILE: .graphml or .yml",
    )
    mermaid: str | None = writing(
        None, "--mermaid", kind=str, metavar="FILE", help="write a violation as a sequence diagram to FILE"
    )


@dataclass(frozen=True, slots=True)
class CheckOptions(ReportOptions):
    """Bounds that are not given grow by themselves."""

    properties: str | None = checking(
        None,
        "--property",
        kind=str,
        metavar="LIST|FILE.prp",
        help="what counts as a violation: reach, lock, deadlock, race, memory, leak, arith, or all; "
        "or an SV-COMP property file  [default: all but leak]",
    )
    require_complete: bool = checking(
        False, "--require-complete", help="exit with 5 on NO BUG FOUND, which is not a proof"
    )
    every: bool = checking(False, "--all", help="search for all violations, not only the first")
    unwind: int | None = limit(
        None, "--unwind", kind=int, metavar="N", least=0, help="iterations of each loop; grows unless given"
    )
    unwind_loops: tuple[str, ...] = limit(
        (), "--unwind-loop", metavar="FILE:LINE=N", help="the same for the loop at FILE:LINE"
    )
    unwind_max: int = limit(
        256,
        "--unwind-max",
        metavar="N",
        least=0,
        help="unwind loops of known trip count completely, up to N iterations; while main is alone, 16384 "
        "in all unless given",
    )
    rounds: int | None = limit(
        None,
        "--rounds",
        kind=int,
        metavar="K",
        least=1,
        help="rounds, in each of which every thread takes a turn; grows unless given",
    )
    depth: int | None = limit(
        None,
        "--depth",
        kind=int,
        metavar="N",
        least=1,
        help="calls of one function active at once; grows unless given",
    )
    threads: int | None = limit(
        None,
        "--threads",
        kind=int,
        metavar="N",
        least=0,
        help="threads that may be started; grows unless given",
    )
    memory_model: str = checking(
        "c11",
        "--memory-model",
        choices=("c11", "sc"),
        help="c11: accesses with a weak memory order may be reordered, which is reported, not searched; "
        "sc: nothing is reordered",
    )
    time: str = limit("15m", "--time", metavar="T", help="time limit, such as 90s, 15m, 2h")
    memory: str = limit(
        "",
        "--memory",
        metavar="M",
        help="memory limit of the solver, such as 512M, 8G  [default: 80% of the machine's]",
    )
    backends: str = searching(
        "embedded",
        "--backend",
        metavar="NAME[,NAME]|all",
        help="unthread's own engine (embedded), or external checkers of sequential C "
        "(`unthread backends` lists them); several of them race, `all` are those installed",
    )
    schema: str | None = searching(
        None,
        "--schema",
        kind=str,
        choices=("lazy", "lazy-pruned", "interleave", "stepwise"),
        help="form of the sequential C  [default: depends on the checker]",
    )
    solver: str = searching("", "--solver", metavar="NAME", help="solver that the checker uses")
    tool_options: tuple[str, ...] = searching(
        (), "--tool-option", metavar="WORD", help="add WORD to the checker's command line"
    )
    log: str | None = writing(
        None, "--log", kind=str, metavar="FILE", help="write the output of the checkers to FILE"
    )
    command: str = searching(
        "",
        "--command",
        metavar="TEMPLATE",
        help="with --backend command: command line of the checker, with {file} and optionally "
        "{unwind} {bits} {seconds} {megabytes} {property}",
    )
    safe: str = searching(
        "", "--safe", metavar="REGEX", help="with --backend command: what it prints if nothing is wrong"
    )
    unsafe: str = searching(
        "", "--unsafe", metavar="REGEX", help="with --backend command: what it prints if something is wrong"
    )
    unknown: str = searching(
        "", "--unknown", metavar="REGEX", help="with --backend command: what it prints if it does not know"
    )
    dialect: str | None = searching(
        None,
        "--dialect",
        kind=str,
        choices=("svcomp", "cbmc", "esbmc", "klee", "framac", "plain"),
        help="with --backend command: dialect of the sequential C  [default: svcomp]",
    )
    no_sample: bool = searching(
        False, "--no-sample", help="do not run random executions while the solver works"
    )
    reduce: str = searching(
        "private,conflict,order,locks",
        "--reduce",
        metavar="LIST",
        help="analyses that may remove visible points",
    )
    no_reduce: bool = searching(False, "--no-reduce", help="keep all visible points")
    coverage: bool = writing(
        False, "--coverage", help="print the source and which lines executions reach, thread by thread"
    )
    json: bool = writing(False, "--json", help="print one JSON document, see docs/VERDICT.md")
    trace: str | None = writing(
        None,
        "--trace",
        kind=str,
        metavar="FILE",
        help="write the trace of a violation to FILE, for `replay`; with --all, further ones to FILE-2, ...",
    )
    quiet: bool = writing(False, "-q", "--quiet", help="print only the verdict")
    full: bool = writing(False, "--full", help="print every step of a trace: nothing folded or left out")


@dataclass(frozen=True, slots=True)
class EmitOptions(BoundOptions):
    schema: str = option(
        "lazy",
        "--schema",
        choices=("lazy", "lazy-pruned", "interleave", "stepwise"),
        help="form of the sequential C: threads resumed in rounds, the same without redundant rounds, "
        "one step at a time with loops kept, one procedure per step",
    )
    dialect: str = option(
        "svcomp",
        "--dialect",
        choices=("svcomp", "cbmc", "esbmc", "klee", "framac", "plain"),
        help="spelling of choices and assertions; `plain` compiles and runs, with choices from stdin",
    )
    output: str = option("", "-o", metavar="FILE", help="write to FILE  [default: stdout]")
    rounds: int = option(
        2,
        "--rounds",
        metavar="K",
        least=1,
        help="lazy schemas: number of rounds, in each of which every thread takes a turn",
    )
    order: str = option(
        "", "--order", metavar="LIST", help="lazy schemas: order of the threads in a round, such as 0,2,1"
    )
    reduce: str = option(
        "private,conflict,order,locks",
        "--reduce",
        metavar="LIST",
        help="lazy schemas: analyses that may remove visible points",
    )
    no_reduce: bool = option(False, "--no-reduce", help="lazy schemas: keep all visible points")
    properties: str = option(
        "reach,lock", "--property", metavar="LIST", help="properties to assert: reach, lock, memory, arith"
    )
    trace: str = option(
        "",
        "--trace",
        metavar="TRACE",
        help="with --dialect plain -o FILE.c: write the choices that follow this trace to FILE.choices",
    )
    por: bool = option(
        False, "--por", help="interleave: leave out redundant interleavings (partial-order reduction)"
    )
    invariants: bool = option(
        False, "--invariants", help="interleave: assert invariants of the control variables"
    )


@dataclass(frozen=True, slots=True)
class BackendsOptions:
    json: bool = option(False, "--json", help="print one JSON document")
    verbose: bool = general(False, "-v", "--verbose", help="print a traceback on internal errors")


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
    unwind: int | None = limit(
        None, "--unwind", kind=int, metavar="N", least=0, help="iterations of each loop; grows unless given"
    )
    rounds: int | None = limit(
        None,
        "--rounds",
        kind=int,
        metavar="K",
        least=1,
        help="rounds, in each of which every thread takes a turn; grows unless given",
    )
    threads: int | None = limit(
        None,
        "--threads",
        kind=int,
        metavar="N",
        least=0,
        help="threads that may be started; grows unless given",
    )
    time: str = limit("15m", "--time", metavar="T", help="time limit for each property, such as 90s, 15m")
    memory: str = limit(
        "",
        "--memory",
        metavar="M",
        help="memory limit of the solver, such as 512M, 8G  [default: 80% of the machine's]",
    )
    quiet: bool = writing(False, "-q", "--quiet", help="print only the answers")
