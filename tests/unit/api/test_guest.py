"""In somebody else's process: nothing stays changed, and every failure is an UnthreadError."""

from __future__ import annotations

import sys
from typing import Any, cast

import pytest

from unthread.api.guest import guest, relayed
from unthread.core.diagnostics import InputError, InternalError, Unsupported, UnthreadError, UsageError


@pytest.mark.parametrize(
    ("raised", "kind", "message"),
    [
        (UsageError("wrong"), UsageError, "wrong"),
        (RecursionError(), Unsupported, "nested too deeply"),
        (ValueError("argument 1: RecursionError: maximum"), Unsupported, "nested too deeply"),
        (MemoryError(), Unsupported, "out of memory"),
        (FileNotFoundError(2, "gone", "a.c"), InputError, "gone: 'a.c'"),
        (KeyError("x"), InternalError, "a bug in unthread: KeyError: 'x'"),
        (AssertionError(), InternalError, "a bug in unthread: AssertionError"),
    ],
)
def test_failures_have_one_base_class(raised: Exception, kind: type[UnthreadError], message: str) -> None:
    with pytest.raises(kind, match=message), guest():
        raise raised


def test_an_interrupt_is_an_interrupt() -> None:
    with pytest.raises(KeyboardInterrupt), guest():
        raise KeyboardInterrupt


def test_what_the_caller_raises_arrives_as_it_is() -> None:
    error = ValueError("mine")

    def tell(event: object) -> None:
        raise error

    def body() -> None:
        try:
            relayed(tell, "progress")(None)
        except Exception:
            raise AssertionError("it is not to be caught on the way") from None

    with pytest.raises(ValueError, match="mine") as caught, guest():
        body()
    assert caught.value is error


def test_nobody_needs_to_listen() -> None:
    relayed(None, "warn")()


def test_hooks_are_those_of_before(monkeypatch: pytest.MonkeyPatch) -> None:
    def own(event: object) -> None:
        pass

    monkeypatch.setattr(sys, "unraisablehook", own)
    with guest():
        inside = sys.unraisablehook
    assert inside is not own
    assert sys.unraisablehook is own


def test_what_is_no_function_is_refused_at_once() -> None:
    with pytest.raises(UsageError, match="progress: 3 is not a function"):
        relayed(cast(Any, 3), "progress")
