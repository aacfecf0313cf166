"""unthread in the process of a caller: what it changes there it changes back, and whatever goes wrong is
an `UnthreadError`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import ParamSpec

from unthread.core.diagnostics import (
    InputError,
    InternalError,
    Unsupported,
    UnthreadError,
    UsageError,
    source_lines,
)
from unthread.core.interrupts import all_heard
from unthread.core.room import room

_NESTED = "the program is nested too deeply"
Parameters = ParamSpec("Parameters")


class _Relayed(BaseException):
    """What a function of the caller's raised: nothing here is to catch it."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


def relayed(function: Callable[Parameters, object] | None, name: str) -> Callable[Parameters, None]:
    """A function of the caller's, if there is one, whose exceptions arrive there as they are. `name` is the
    keyword that it was given with."""
    if not (function is None or callable(function)):
        raise UsageError(f"{name}: {function!r} is not a function")

    def call(*arguments: Parameters.args, **named: Parameters.kwargs) -> None:
        try:
            if function is not None:
                function(*arguments, **named)
        except Exception as error:
            raise _Relayed(error) from None

    return call


def must_be_able_to_search() -> None:
    """Searches are child processes."""
    import multiprocessing  # takes a while

    if multiprocessing.current_process().daemon:
        raise UsageError(
            "a daemonic process, such as a worker of multiprocessing.Pool, cannot start child processes",
            hint="a search needs them; workers of concurrent.futures.ProcessPoolExecutor can start some",
        )


@contextmanager
def guest() -> Iterator[None]:
    """Around all that a script asks for. Files may have changed since the last time."""
    source_lines.cache_clear()
    try:
        with all_heard(), room():
            yield
    except _Relayed as relay:
        raise relay.error from None
    except UnthreadError:
        raise
    except RecursionError:
        raise Unsupported(_NESTED) from None
    except MemoryError:
        raise Unsupported("out of memory") from None
    except OSError as error:
        raise InputError(str(error)) from error
    except Exception as error:
        if "RecursionError" in str(
            error
        ):  # raised where a library calls back, which tells it in its own words
            raise Unsupported(_NESTED) from None
        what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
        raise InternalError(f"a bug in unthread: {what}") from error
