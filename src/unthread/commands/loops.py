"""`unthread loops`: every loop with its bound."""

from __future__ import annotations

import sys

from unthread.api.values import bounds_of
from unthread.core.exit_codes import ExitCode
from unthread.core.source import Source
from unthread.options import LoopsOptions


def loops(options: LoopsOptions, source: Source, rest: tuple[str, ...]) -> int:
    from unthread.bound.report import COUNT_TO, show_loops
    from unthread.bound.threads import bound
    from unthread.frontend.load import load

    program = load(source)
    bounded = bound(program, bounds_of(options), count_to=COUNT_TO)
    sys.stdout.write(show_loops(program, bounded))
    return ExitCode.SAFE
