"""Options: each flag means one thing in a command, says what it does, and offers what there is."""

from __future__ import annotations

import inspect
from dataclasses import fields
from typing import Any

import pytest

from unthread import options as module
from unthread.core.request import Encoding, Reduction
from unthread.declaration import METADATA, Declaration, Heading
from unthread.options import CheckOptions, EmitOptions, ExplainOptions, ShowOptions
from unthread.reports.formats import Format
from unthread.sequentialize.emitted import Dialect, Schema

KINDS = [
    kind
    for name, kind in inspect.getmembers(module, inspect.isclass)
    if name.endswith("Options") and kind.__module__ == module.__name__
]


def declared(kind: type[Any]) -> dict[str, Declaration]:
    return {item.name: item.metadata[METADATA] for item in fields(kind)}


def choices(kind: type[Any], name: str) -> tuple[str, ...]:
    return declared(kind)[name].choices


@pytest.mark.parametrize("kind", KINDS)
def test_no_flag_stands_twice(kind: type[Any]) -> None:
    flags = [flag for item in declared(kind).values() for flag in item.flags]
    assert len(flags) == len(set(flags))


@pytest.mark.parametrize("kind", KINDS)
def test_each_option_says_what_it_does(kind: type[Any]) -> None:
    """In a few words that follow the flag: no sentence, and no blank at either end."""
    for name, item in declared(kind).items():
        assert item.help, name
        assert item.help == item.help.strip(), name
        assert not item.help.endswith(".") or item.help.endswith(" ..."), name


@pytest.mark.parametrize("kind", KINDS)
def test_defaults_are_of_the_kind_of_the_option(kind: type[Any]) -> None:
    made = kind()
    for name, item in declared(kind).items():
        value = getattr(made, name)
        assert value == item.default
        values = value if item.multiple else () if value is None else (value,)
        assert all(type(one) is item.kind for one in values), name
        assert not item.choices or value is None or value in item.choices, name
        assert item.least is None or value is None or value >= item.least, name


def test_choices_are_those_that_there_are() -> None:
    """Options load nothing, so that help is quick: they say the names by themselves."""
    for kind in (CheckOptions, EmitOptions):
        assert choices(kind, "schema") == tuple(Schema)
        assert choices(kind, "dialect") == tuple(Dialect)
    assert choices(CheckOptions, "encoding") == tuple(Encoding)
    assert set(choices(ExplainOptions, "format")) == {"text", "json", *(str(item) for item in Format)}
    for default in (CheckOptions().reduce, ShowOptions().reduce):
        assert set(default.split(",")) <= set(Reduction)


def test_the_same_option_of_two_commands_is_the_same() -> None:
    """Its choices, and whether it may be repeated."""
    known: dict[str, Declaration] = {}
    for kind in KINDS:
        for item in declared(kind).values():
            for flag in item.flags:
                if flag.startswith("--") and flag not in ("--threads", "--operations", "--type"):
                    other = known.setdefault(flag, item)
                    assert (other.multiple, other.choices) == (item.multiple, item.choices), flag


def test_help_of_check_is_grouped() -> None:
    headings = {item.heading for item in declared(CheckOptions).values()}
    assert headings == set(Heading) - {Heading.OPTIONS}
