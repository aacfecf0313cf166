"""The command `unthread`: its subcommands, exit codes, and the only try/except for users.

In: the command line. Out: text on stdout, messages on stderr, an exit code. Everything but click is
imported by the subcommand that needs it, so that `--help` answers at once.
"""

from __future__ import annotations

import gc
import io
import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click

from unthread import __version__
from unthread.commands.arguments import (
    GivenWords,
    command,
    file_command,
    plain_command,
    project_command,
    split,
    word_command,
)
from unthread.commands.completion import SHELLS, VARIABLE, complete, completion
from unthread.commands.output import abandon_output, message
from unthread.core.diagnostics import InternalError, Unsupported, UnthreadError, UsageError, render
from unthread.core.exit_codes import ExitCode
from unthread.core.interrupts import all_heard, hear_all
from unthread.core.room import make_room
from unthread.options import (
    BackendsOptions,
    BenchOptions,
    CheckOptions,
    EmitOptions,
    ExplainOptions,
    LoopsOptions,
    ReplayOptions,
    RunOptions,
    ShowOptions,
)
from unthread.task_options import CseqOptions, SvOptions
from unthread.text_options import HarnessOptions

if TYPE_CHECKING:
    from unthread.core.source import Source


def main() -> NoReturn:
    """Entry point of the command."""
    make_room()
    hear_all()
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as Ctrl-C does
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # None: the caller closed it  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # whatever the terminal's encoding lacks
    code = complete(unthread) if VARIABLE in os.environ else execute(sys.argv[1:])
    gc.freeze()  # the process ends: garbage need not be collected
    sys.exit(code)


def execute(arguments: Sequence[str]) -> int:
    """Carries out a command line. Whatever goes wrong becomes a message and an exit code."""
    try:
        code = _invoke(arguments)
        sys.stdout.flush()
        return code
    except click.exceptions.Exit as request:
        return request.exit_code
    except click.ClickException as error:
        error.show(sys.stderr)
        return ExitCode.USAGE
    except InternalError as error:
        _report_bug(error, verbose=_is_verbose(arguments))
        return ExitCode.INTERNAL
    except UnthreadError as error:
        return _report(error)
    except (KeyboardInterrupt, click.Abort):
        message("unthread: interrupted")
        return ExitCode.INTERRUPTED
    except BrokenPipeError:
        abandon_output()
        return ExitCode.BROKEN_PIPE
    except OSError as error:
        abandon_output()
        message(f"unthread: error: {error}")
        return ExitCode.INPUT
    except MemoryError:
        return _report(Unsupported("out of memory"))
    except RecursionError as error:
        _report_place(error, _is_verbose(arguments))
        return _report(Unsupported("the program is nested too deeply"))
    except Exception as error:
        _report_bug(error, verbose=_is_verbose(arguments))
        return ExitCode.INTERNAL


def _invoke(arguments: Sequence[str]) -> int:
    with all_heard(), unthread.make_context("unthread", list(arguments)) as context:
        code: int | None = unthread.invoke(context)
    return code or 0


def _report(error: UnthreadError) -> ExitCode:
    for diagnostic in error.diagnostics:
        message(render(diagnostic))
    match error:
        case UsageError():
            return ExitCode.USAGE
        case Unsupported():
            return ExitCode.UNKNOWN
        case _:
            return ExitCode.INPUT


def _report_bug(error: Exception, verbose: bool) -> None:
    _report_place(error, verbose)
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    message(f"unthread: internal error: {what}")
    hint = "" if verbose else "; UNTHREAD_DEBUG=1 shows where it happened"
    message(f"  This is a bug in unthread. Please report it together with the input{hint}.")


def _report_place(error: Exception, verbose: bool) -> None:
    if verbose:
        import traceback

        message("".join(traceback.format_exception(error)).rstrip())


def _is_verbose(arguments: Sequence[str]) -> bool:
    own, _ = split(arguments)
    return os.environ.get("UNTHREAD_DEBUG") == "1" or not {"-v", "--verbose"}.isdisjoint(own)


# What the subcommands do. Each is imported when it is called; its docstring is what --help shows.


def _backends(options: BackendsOptions, flags: tuple[str, ...]) -> int:
    """List the backends for `check --backend`, with their versions or how to get them."""
    from unthread.commands.backends import backends

    return backends(options, flags)


def _bench(options: BenchOptions, file: Path) -> int:
    """Run the tools of a suite on its programs, and write tables and plots: docs/BENCH.md."""
    from unthread.commands.bench import bench

    return bench(options, file)


def _check(given: GivenWords) -> int:
    """Find a violation, or say what was covered without finding one.

    The FILEs are one program; flags for compilers may stand among the options. Without FILE, the targets of
    unthread.toml are checked, see docs/PROJECT.md."""
    from unthread.commands.check import check

    return check(given)


def _cseq(options: CseqOptions, flags: tuple[str, ...]) -> int:
    """Check a program with the options of Lazy-CSeq: a number of rounds, loops unwound a number of times.

    Violations are those of Lazy-CSeq: a failed assertion, the label ERROR, misuse of a lock."""
    from unthread.commands.cseq import cseq

    return cseq(options, flags)


def _emit(options: EmitOptions, source: Source, rest: tuple[str, ...]) -> int:
    """Print the program as sequential C, which any checker of sequential programs can read: all its schedules
    within the bounds have become choices."""
    from unthread.commands.emit import emit

    return emit(options, source, rest)


def _explain(options: ExplainOptions, file: Path) -> int:
    """Show a stored trace again, as text or in the format of another tool.

    The program is neither needed nor executed: TRACE has the lines that are shown."""
    from unthread.commands.explain import explain

    return explain(options, file)


def _harness(options: HarnessOptions, source: Source, rest: tuple[str, ...]) -> int:
    """Write a first harness for the functions of a header or a C file: C that makes an object, lets threads
    call its operations in any order with any arguments, and ends it. Edit it; see docs/HARNESS.md."""
    from unthread.commands.harness import harness

    return harness(options, source, rest)


def _loops(options: LoopsOptions, source: Source, rest: tuple[str, ...]) -> int:
    """List every loop with its position and its bound."""
    from unthread.commands.loops import loops

    return loops(options, source, rest)


def _replay(options: ReplayOptions, source: Source, rest: tuple[str, ...]) -> int:
    """Replay a stored trace. Without FILE, use the files that it was found in.

    Compiler flags given here are added after those of the trace. With --native, the program is compiled with
    them, and its executable is made to fail as in the trace."""
    from unthread.commands.replay import replay

    return replay(options, source, rest)


def _run(options: RunOptions, source: Source, rest: tuple[str, ...]) -> int:
    """Execute the program in the interpreter, and exit with its status.

    Data races are reported and the run continues; any other violation ends it."""
    from unthread.commands.run import run

    return run(options, source, rest)


def _show(options: ShowOptions, source: Source, rest: tuple[str, ...]) -> int:
    """Print the program as goto code, the form in which unthread analyzes it."""
    from unthread.commands.show import show

    return show(options, source, rest)


def _sv(options: SvOptions, source: Source, rest: tuple[str, ...]) -> int:
    """Check a task of SV-COMP, and answer in the words of BenchExec.

    TASK is a task definition (.yml), or the C files themselves; then --property says what to check."""
    from unthread.commands.sv import sv

    return sv(options, source, rest)


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="Finds bugs in multi-threaded C programs, and says exactly what it covered when it finds none.",
    epilog="Exit codes: 0 safe or no bug found, 10 violation, 5 unknown, 1 usage error, 2 input error, "
    "6 internal error. "
    "`run` exits with the status of the program, or 10 on a violation.",
)
@click.version_option(__version__, prog_name="unthread", message="%(prog)s %(version)s")
def unthread() -> None: ...


unthread.add_command(
    project_command("check", CheckOptions, _check, "Arguments after -- are passed to clang.")
)
unthread.add_command(command("run", RunOptions, _run, "Arguments after -- are passed to the program."))
unthread.add_command(command("loops", LoopsOptions, _loops, "Arguments after -- are passed to clang."))
unthread.add_command(
    command("replay", ReplayOptions, _replay, "Arguments after -- are passed to clang.", "[FILE]... TRACE")
)
unthread.add_command(file_command("explain", ExplainOptions, _explain, "TRACE"))
unthread.add_command(command("sv", SvOptions, _sv, "Arguments after -- are passed to clang.", "TASK..."))
unthread.add_command(command("show", ShowOptions, _show, "Arguments after -- are passed to clang."))
unthread.add_command(command("emit", EmitOptions, _emit, "Arguments after -- are passed to clang."))
unthread.add_command(
    command("harness", HarnessOptions, _harness, "Arguments after -- are passed to clang.", "FILE")
)
unthread.add_command(file_command("bench", BenchOptions, _bench, "SUITE.toml"))
unthread.add_command(plain_command("backends", BackendsOptions, _backends))
unthread.add_command(
    plain_command(
        "cseq",
        CseqOptions,
        _cseq,
        "Arguments after -- are passed to clang.",
        "of Lazy-CSeq's options, cseq takes -i, --unwind, --rounds, --backend, --cex and --time; "
        "`unthread check --help` lists the alternatives to its other options",
    )
)
unthread.add_command(word_command("completion", completion, SHELLS, "SHELL"))
