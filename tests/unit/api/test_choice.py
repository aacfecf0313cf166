"""Which backends a command line asks for, and what they are asked."""

from __future__ import annotations

import pytest

from unthread.api.choice import chosen_backends
from unthread.core.bounds import Bounds
from unthread.core.diagnostics import UsageError
from unthread.core.properties import ASSERTED, DEFAULT_PROPERTIES, Property
from unthread.core.request import Request
from unthread.options import CheckOptions
from unthread.story import engine

REQUEST = Request(DEFAULT_PROPERTIES, Bounds())


def no_note(text: str) -> None:
    raise AssertionError(text)


def test_the_engine_alone() -> None:
    chosen = chosen_backends(CheckOptions(), REQUEST, no_note)
    assert (chosen.backends, chosen.request, chosen.is_more_than_engine) == ((engine,), REQUEST, False)


def test_tools_alone_are_asked_what_they_can_do() -> None:
    chosen = chosen_backends(CheckOptions(backends="cbmc"), REQUEST, no_note)
    assert (len(chosen.backends), chosen.request.properties) == (1, ASSERTED)


def test_beside_the_engine_all_is_asked() -> None:
    chosen = chosen_backends(CheckOptions(backends="cbmc, embedded,cbmc"), REQUEST, no_note)
    assert (len(chosen.backends), chosen.request.properties) == (2, DEFAULT_PROPERTIES)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (CheckOptions(backends="cbcm"), "'cbcm' is not one of"),
        (CheckOptions(backends="all,cbmc"), "'all' cannot be combined"),
        (CheckOptions(solver="z3"), "--solver requires an external --backend"),
        (CheckOptions(safe="x"), "--safe requires --backend command"),
        (CheckOptions(backends="cbmc,esbmc", solver="z3"), "requires a single external backend"),
        (CheckOptions(backends="command", command="x", safe="("), "requires --unsafe"),
        (CheckOptions(backends="cbmc", properties="race"), "cannot be checked with cbmc"),
    ],
)
def test_what_cannot_be_asked(options: CheckOptions, message: str) -> None:
    request = REQUEST if options.properties is None else Request(frozenset({Property.RACE}), Bounds())
    with pytest.raises(UsageError, match=message.replace("(", r"\(")):
        chosen_backends(options, request, no_note)
