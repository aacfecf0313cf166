"""The command `unthread`: its subcommands, exit codes, and the only try/except for users.

In: the command line. Out: text on stdout, messages on stderr, an exit code. Everything but click is
imported by the subcommand that needs it, so that `--help` answers at once.
"""

from __future__ import annotations

import gc
import io
import os
import resource
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import click

from unthread import __version__
from unthread.commands.arguments import command, file_command, plain_command, split
from unthread.commands.backends import backends
from unthread.commands.check import check
from unthread.commands.cseq import cseq
from unthread.commands.emit import emit
from unthread.commands.explain import explain
from unthread.commands.loops import loops
from unthread.commands.output import abandon_output, message
from unthread.commands.replay import replay
from unthread.commands.run import run
from unthread.commands.show import show
from unthread.commands.sv import sv
from unthread.core.diagnostics import Unsupported, UnthreadError, UsageError, render
from unthread.core.verdict import ExitCode
from unthread.options import (
    BackendsOptions,
    CheckOptions,
    CseqOptions,
    EmitOptions,
    ExplainOptions,
    LoopsOptions,
    ReplayOptions,
    RunOptions,
    ShowOptions,
    SvOptions,
)

_DEEPEST = 40_000  # nested calls; C text that is nested deeply takes a few for each level
_COLLECTOR = (100_000, 20, 50)
_STACK = 100 << 20  # bytes; Linux leaves at least 128 MB below the first thread's stack


def main() -> NoReturn:
    """Entry point of the command."""
    make_room()
    if signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # ends as Ctrl-C does
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # None: the caller closed it  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # whatever the terminal's encoding lacks
    sys.exit(execute(sys.argv[1:]))


def make_room() -> None:
    """A stack that also deeply nested programs fit on; and a collector that seldom looks for garbage:
    programs and formulas are many small objects that last, and hardly ever refer to each other in circles."""
    gc.set_threshold(*_COLLECTOR)
    soft, hard = resource.getrlimit(resource.RLIMIT_STACK)
    unlimited = resource.RLIM_INFINITY
    wanted = _STACK if hard == unlimited else min(_STACK, hard)
    if soft != unlimited and soft < wanted:
        resource.setrlimit(resource.RLIMIT_STACK, (wanted, hard))
    if wanted == _STACK:
        sys.setrecursionlimit(_DEEPEST)


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
    with unthread.make_context("unthread", list(arguments)) as context:
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


@click.group(
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="Finds bugs in multi-threaded C programs, and says exactly what it covered when it finds none.",
    epilog="Exit codes: 0 safe or no bug found, 10 violation, 5 unknown, 1 usage error, 2 input error, "
    "6 internal error. "
    "`run` exits with the status of the program, or 10 on a violation.",
)
@click.version_option(__version__, prog_name="unthread", message="%(prog)s %(version)s")
def unthread() -> None: ...


unthread.add_command(command("check", CheckOptions, check, "Arguments after -- are passed to clang."))
unthread.add_command(command("run", RunOptions, run, "Arguments after -- are passed to the program."))
unthread.add_command(command("loops", LoopsOptions, loops, "Arguments after -- are passed to clang."))
unthread.add_command(
    command("replay", ReplayOptions, replay, "Arguments after -- are passed to clang.", "[FILE]... TRACE")
)
unthread.add_command(file_command("explain", ExplainOptions, explain, "TRACE"))
unthread.add_command(command("sv", SvOptions, sv, "Arguments after -- are passed to clang.", "TASK..."))
unthread.add_command(command("show", ShowOptions, show, "Arguments after -- are passed to clang."))
unthread.add_command(command("emit", EmitOptions, emit, "Arguments after -- are passed to clang."))
unthread.add_command(plain_command("backends", BackendsOptions, backends))
unthread.add_command(
    plain_command(
        "cseq",
        CseqOptions,
        cseq,
        "Arguments after -- are passed to clang.",
        "of Lazy-CSeq's options, cseq takes -i, --unwind, --rounds, --backend, --cex and --time; "
        "`unthread check --help` lists the alternatives to its other options",
    )
)
