"""What the command ends with, for scripts and shells."""

from __future__ import annotations

from enum import IntEnum


class ExitCode(IntEnum):
    SAFE = 0  # also: no bug was found within bounds
    UNSAFE = 10  # a property is violated
    UNKNOWN = 5  # a construct that is not modelled, or a limit was reached
    USAGE = 1  # wrong command line
    INPUT = 2  # unreadable or wrong input
    INTERNAL = 6  # a bug in unthread
    INTERRUPTED = 130  # Ctrl-C
    BROKEN_PIPE = 141  # the reader of the output is gone
