"""Every option of the command line, declared once: a field with its flags, default and help.

In: what the user gave. Out: frozen values. `cli.py` makes the command line from these fields.
"""

from __future__ import annotations

from functools import partial

from unthread.core.records import dataclass
from unthread.declaration import Heading, option
from unthread.text_options import CompilerOptions

checking = partial(option, heading=Heading.CHECK)
limit = partial(option, heading=Heading.EXTENT)
searching = partial(option, heading=Heading.SEARCH)
writing = partial(option, heading=Heading.OUTPUT)
reading = partial(option, heading=Heading.READING)
project = partial(option, heading=Heading.PROJECT)
general = partial(option, heading=Heading.GENERAL)

# Options that several commands have
growing_unwind = partial(
    limit,
    None,
    "--unwind",
    kind=int,
    metavar="N",
    least=0,
    help="iterations of each loop; grows unless given",
)
growing_rounds = partial(
    limit,
    None,
    "--rounds",
    kind=int,
    metavar="K",
    least=1,
    help="rounds, in each of which every thread takes a turn; grows unless given",
)
growing_threads = partial(
    limit,
    None,
    "--threads",
    kind=int,
    metavar="N",
    least=0,
    help="threads of one start routine that may run; grows unless given",
)
unwound_loops = partial(
    limit, (), "--unwind-loop", metavar="FILE:LINE=N", help="the same for the loop at FILE:LINE"
)
most_unwound = partial(
    limit,
    256,
    "--unwind-max",
    metavar="N",
    least=0,
    help="unwind loops of known trip count completely, up to N iterations; while main is alone, 16384 "
    "in all unless given",
)
solver_memory = partial(
    limit, "", "--memory", metavar="M", help="memory limit, such as 512M, 8G  [default: 80% of the machine's]"
)
reductions = partial(option, "private,conflict,order,locks", "--reduce", metavar="LIST")
verbosity = partial(general, False, "-v", "--verbose", help="print notes, and a traceback on internal errors")


@dataclass(frozen=True, slots=True)
class BoundOptions(CompilerOptions):
    """How far a program is followed."""

    unwind: int = limit(2, "--unwind", metavar="N", least=0, help="iterations of each loop")
    unwind_loops: tuple[str, ...] = unwound_loops()
    unwind_max: int = most_unwound()
    depth: int = limit(3, "--depth", metavar="N", least=1, help="calls of one function active at once")
    threads: int = limit(
        8, "--threads", metavar="N", least=0, help="threads of one start routine that may run"
    )


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
    reduce: str = reductions(help="with --bounded: analyses that may remove visible points")
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
        help="what counts as a violation: reach, lock, deadlock, race, memory, leak, arith, or all; "
        "leak-all also counts memory that is still reachable  "
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
        help="with --native: write sources, runtime, Makefile and README to DIR, to reproduce it "
        "without unthread",
    )
    time: str = option("60s", "--time", metavar="T", help="with --native: time limit, such as 90s, 15m")
    html: str | None = option(
        None,
        "--html",
        kind=str,
        metavar="FILE",
        help="write the execution to FILE as a self-contained HTML page",
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
    verbose: bool = verbosity()


@dataclass(frozen=True, slots=True)
class ReportOptions(CompilerOptions):
    """What is written besides the answer; docs/FORMATS.md."""

    html: str | None = writing(
        None,
        "--html",
        kind=str,
        metavar="FILE",
        help="write a report to FILE as a self-contained HTML page",
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
        "leak-all also counts memory that is still reachable; or an SV-COMP "
        "property file  [default: all but leak]",
    )
    require_complete: bool = checking(
        False, "--require-complete", help="exit with 5 on NO BUG FOUND, which is not a proof"
    )
    every: bool = checking(False, "--all", help="search for all violations, not only the first")
    unwind: int | None = growing_unwind()
    unwind_loops: tuple[str, ...] = unwound_loops()
    unwind_max: int = most_unwound()
    rounds: int | None = growing_rounds()
    depth: int | None = limit(
        None,
        "--depth",
        kind=int,
        metavar="N",
        least=1,
        help="calls of one function active at once; grows unless given",
    )
    threads: int | None = growing_threads()
    memory_model: str = checking(
        "c11",
        "--memory-model",
        choices=("c11", "sc"),
        help="c11: accesses with a weak memory order may be reordered, which is reported but not searched; "
        "sc: nothing is reordered",
    )
    time: str = limit("15m", "--time", metavar="T", help="time limit, such as 90s, 15m, 2h")
    memory: str = solver_memory()
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
    encoding: str = searching(
        "auto",
        "--encoding",
        choices=("rounds", "order", "auto"),
        help="how the engine covers schedules: round by round, all orders of steps at once, or rounds first "
        "and, where they take long, the other one beside them  [default: auto]",
    )
    prove: str = searching(
        "locks",
        "--prove",
        choices=("locks", "invariants"),
        help="without bounds: by locks and the order of threads; also by invariants, for endless loops",
    )
    no_run_ahead: bool = searching(
        False,
        "--no-run-ahead",
        help="search from the start of main, instead of first executing what depends on no input",
    )
    no_sample: bool = searching(
        False, "--no-sample", help="do not run random executions while the solver works"
    )
    reduce: str = reductions(
        heading=Heading.SEARCH,
        help="analyses that leave out schedules which are equivalent to others; symmetry, for "
        "interchangeable threads, is used only if it is named",
    )
    no_reduce: bool = searching(False, "--no-reduce", help="use none of these analyses")
    invariant: bool = writing(False, "--invariant", help="with --prove invariants: print the invariant")
    coverage: bool = writing(
        False, "--coverage", help="print the source and which lines executions reach, thread by thread"
    )
    json: bool = writing(False, "--json", help="print one JSON document, see docs/VERDICT.md")
    compact: bool = writing(
        False,
        "--compact",
        help="print each violation as FILE:LINE:COLUMN: error: MESSAGE [PROPERTY], as compilers do; see "
        "docs/INTEGRATION.md",
    )
    json_lines: bool = writing(
        False,
        "--json-lines",
        help="print each event as one line of JSON as it occurs, and the document of --json as the last; "
        "see docs/EVENTS.md",
    )
    trace: str | None = writing(
        None,
        "--trace",
        kind=str,
        metavar="FILE",
        help="write the trace of a violation to FILE, for `replay`; with --all, further ones to FILE-2, ...",
    )
    quiet: bool = writing(False, "-q", "--quiet", help="print only the verdict")
    full: bool = writing(False, "--full", help="print every step of a trace: nothing folded or left out")
    compile_commands: str | None = project(
        None,
        "-p",
        kind=str,
        metavar="PLACE",
        help="read the files as the build compiles them: compile_commands.json, or the folder with it; "
        "see docs/PROJECT.md",
    )
    build_targets: tuple[str, ...] = project(
        (),
        "--target",
        metavar="NAME",
        help="with -p: check the files of this target of the build, and of others if repeated, or read FILE "
        "with its flags; without -p: check this target of the configuration",
    )
    added: tuple[str, ...] = project(
        (), "--add", metavar="FILE", help="with -p: C file of the program besides those of the target"
    )
    config: str | None = project(
        None,
        "--config",
        kind=str,
        metavar="FILE",
        help="read options and targets from FILE  [default: unthread.toml of the first file's folder, or the "
        "nearest above it]",
    )
    no_config: bool = project(False, "--no-config", help="read no configuration")
    baseline: str | None = project(
        None,
        "--baseline",
        kind=str,
        metavar="FILE",
        help="list violations that FILE accepts separately, and keep searching for others",
    )
    write_baseline: str | None = project(
        None,
        "--write-baseline",
        kind=str,
        metavar="FILE",
        help="search for all violations, and write them to FILE as accepted",
    )
    changed_since: str | None = project(
        None,
        "--changed-since",
        kind=str,
        metavar="REV",
        help="check only programs whose files or headers differ from those of the git revision REV",
    )


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
        help="with --dialect plain -o FILE.c: follow this trace, by the choices in FILE.choices; executed, "
        "the C shows the violation",
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
    verbose: bool = verbosity()


@dataclass(frozen=True, slots=True)
class BenchOptions:
    output: str = writing(
        "",
        "-o",
        "--output",
        metavar="DIR",
        help="write to DIR; runs that are there already are not repeated  [default: SUITE.bench]",
    )
    programs: str = option("", "--programs", metavar="DIR", help="the folder with the programs")
    tools: tuple[str, ...] = option((), "--tool", metavar="NAME", help="run only this tool, repeatable")
    families: tuple[str, ...] = option(
        (), "--family", metavar="NAME", help="run only this family, repeatable"
    )
    only: tuple[str, ...] = option(
        (), "--only", metavar="PATTERN", help="run only programs whose name matches, repeatable"
    )
    sample: int = option(0, "--sample", metavar="N", least=0, help="run only N programs, drawn by --seed")
    seed: int = option(1, "--seed", metavar="N", least=0, help="seed of --sample")
    jobs: int = option(
        0, "--jobs", metavar="N", least=0, help="runs at the same time  [default: one per core]"
    )
    time: str = option("", "--time", metavar="T", help="CPU time of a run, instead of the suite's")
    memory: str = option("", "--memory", metavar="M", help="memory of a run, instead of the suite's")
    no_run: bool = option(
        False, "--no-run", help="run nothing; write tables and plots of the runs that are there already"
    )
    no_plots: bool = option(False, "--no-plots", help="draw no plots, which need matplotlib")
    quiet: bool = general(False, "-q", "--quiet", help="do not print each run")
    verbose: bool = general(False, "-v", "--verbose", help="print a traceback on internal errors")
