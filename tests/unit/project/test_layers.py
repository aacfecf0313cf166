"""Which of several values counts."""

from __future__ import annotations

import pytest

from unthread.core.diagnostics import InputError, UnthreadError, UsageError
from unthread.core.source import Loc
from unthread.options import CheckOptions
from unthread.project.configuration import OptionLayer
from unthread.project.layers import layered, places_of, told_where

DEFAULTS = {"unwind": None, "time": "15m", "directories": (), "m32": False, "m64": False}


def test_the_command_line_counts_before_a_target_before_the_file() -> None:
    whole, target = OptionLayer({"unwind": 1, "time": "1s"}), OptionLayer({"unwind": 2})
    found = layered(DEFAULTS, (), [whole, target])
    assert (found["unwind"], found["time"]) == (2, "1s")
    assert layered({**DEFAULTS, "unwind": 3}, ("unwind",), [whole, target])["unwind"] == 3


def test_what_can_be_repeated_adds_up() -> None:
    layers = [OptionLayer({"directories": ("a",)}), OptionLayer({"directories": ("b",)})]
    given = {**DEFAULTS, "directories": ("c",)}
    assert layered(given, ("directories",), layers)["directories"] == ("a", "b", "c")


def test_the_opposite_of_what_counts_more_is_dropped() -> None:
    found = layered({**DEFAULTS, "m64": True}, ("m64",), [OptionLayer({"m32": True})])
    assert (found["m32"], found["m64"]) == (False, True)


def test_other_defaults_stay() -> None:
    assert layered(DEFAULTS, (), []) == DEFAULTS


WHERE = Loc("unthread.toml", 3, 7)


def test_places_are_those_of_what_counts() -> None:
    layers = [
        OptionLayer({}, (), {"unwind": Loc("a", 1, 1), "time": Loc("a", 2, 1)}),
        OptionLayer({}, (), {"time": WHERE}),
    ]
    assert places_of(["unwind"], layers) == {"time": WHERE}


@pytest.mark.parametrize(
    ("error", "loc"),
    [
        (UsageError("--backend: 'x' is not one of them"), WHERE),
        (UsageError("--m32 and --backend are mutually exclusive"), WHERE),
        (UsageError("--m32 and --m64 are mutually exclusive"), None),
        (UsageError("--backend: wrong", Loc("other.c", 1, 1)), Loc("other.c", 1, 1)),
        (InputError("--backend: there is no directory 'gone'"), WHERE),
        (InputError("no such file: 'a --backend'"), None),
    ],
)
def test_what_is_wrong_has_its_position(error: UnthreadError, loc: Loc | None) -> None:
    with pytest.raises(UnthreadError) as caught, told_where({"backends": WHERE}, CheckOptions):
        raise error
    assert caught.value is error
    assert error.loc == loc
