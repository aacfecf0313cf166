"""`unthread loops`: every loop with its bound."""

from __future__ import annotations

import sys

from unthread.commands.arguments import bounds_of
from unthread.core.source import Source
from unthread.core.verdict import ExitCode
from unthread.options import LoopsOptions


def loops(options: LoopsOptions, source: Source, rest: tuple[str, ...]) -> int:
    """List every loop with its position and its bound."""
    from unthread.bound.report import COUNT_TO, show_loops
    from unthread.bound.threads import bound
    from unthread.frontend.load import load

    program = load(source)
    bounded = bound(program, bounds_of(options), count_to=COUNT_TO)
    sys.stdout.write(show_loops(program, bounded))
    return ExitCode.SAFE
