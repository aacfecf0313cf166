"""Keywords are the options of the command line: their names, their types, and what is wrong with values."""

from __future__ import annotations

import inspect
import re
from pathlib import Path
from typing import Any, Literal, get_type_hints

import pytest

import unthread
from unthread.api.keywords import (
    FOR_TERMINALS,
    CheckKeywords,
    Macros,
    Name,
    Names,
    Properties,
    ReadingKeywords,
    RunKeywords,
    declarations,
    in_python,
    macro_flags,
    options_of,
)
from unthread.core.diagnostics import InputError, UsageError
from unthread.core.properties import Property
from unthread.core.source import Loc
from unthread.declaration import Declaration
from unthread.options import CheckOptions, RunOptions
from unthread.text_options import CompilerOptions

WIDER = {"defines": Macros, "time": str | float, "properties": Properties | None}


def type_of(name: str, declared: Declaration) -> Any:
    """What a keyword takes, as it follows from the option."""
    if name in WIDER:
        return WIDER[name]
    if declared.multiple:
        return Names
    kind: Any = Name if declared.metavar == "FILE" else declared.kind
    kind = Literal[declared.choices] if declared.choices else kind
    return kind | None if declared.default is None else kind


@pytest.mark.parametrize(
    ("keywords", "options"),
    [(ReadingKeywords, CompilerOptions), (CheckKeywords, CheckOptions), (RunKeywords, RunOptions)],
)
def test_names_and_types_are_those_of_the_options(keywords: type[Any], options: type[Any]) -> None:
    observed = {"trace"} if options is RunOptions else set()  # steps go to the observer
    expected = {name: type_of(name, found) for name, found in declarations(options).items()}
    assert get_type_hints(keywords) == {k: v for k, v in expected.items() if k not in observed}


def test_what_is_for_terminals_is_no_keyword() -> None:
    for name in FOR_TERMINALS:
        for kind in (CheckOptions, RunOptions):
            with pytest.raises(UsageError, match=f"unknown option '{name}'"):
                options_of(kind, {name: True})


def test_values_are_those_of_the_command_line() -> None:
    given: dict[str, Any] = {
        "properties": [Property.RACE, "deadlock"],
        "time": 90,
        "directories": "include",
        "includes": [Path("a.h"), "b.h"],
        "defines": {"N": 3, "LOUD": None},
        "html": Path("out.html"),
        "unwind": None,
    }
    assert options_of(CheckOptions, given) == CheckOptions(
        properties="race,deadlock",
        time="90.000000000s",
        directories=("include",),
        includes=("a.h", "b.h"),
        defines=("N=3", "LOUD"),
        html="out.html",
    )


def test_macros_are_defined_first() -> None:
    assert macro_flags({"undefines": "A", "defines": {"B": "x y"}}) == ("-DB=x y", "-UA")
    with pytest.raises(UsageError, match="defines: 3 is not the name of a macro"):
        macro_flags({"defines": {3: 4}})
    assert macro_flags({"defines": ["A", "B=1"]}) == ("-DA", "-DB=1")
    assert macro_flags({"defines": {"F(x)": "x + 1", "_a$1": None}}) == ("-DF(x)=x + 1", "-D_a$1")


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("unwind", "3", "unwind: '3' is not a whole number"),
        ("unwind", True, "unwind: True is not a whole number"),
        ("unwind", -1, "unwind: -1 is not a number of at least 0"),
        ("unwind_max", None, "unwind_max: None is not a whole number"),
        ("m32", 1, "m32: 1 is not True or False"),
        ("schema", "lazzy", "schema: 'lazzy' is not one of lazy, "),
        ("schema", ["lazy"], "schema: ['lazy'] is not one of"),
        ("time", -1, "time: -1 is not a number of seconds"),
        ("time", float("nan"), "time: nan is not a number of seconds"),
        ("time", None, "time: None is not a string"),
        ("directories", 3, "directories: 3 is not a list of strings"),
        ("directories", b"x", "directories: b'x' is not a list of strings"),
        ("directories", ["a", 3], "directories: 3 is not a string"),
        ("stubs", "a\0b", "is not a string without null characters"),
        ("properties", [1], "properties: 1 is not one of reach, lock"),
        ("properties", 1, "properties: 1 is not a string"),
        ("html", 1, "html: 1 is not a string"),
        ("defines", {"A B": 1}, "defines: 'A B' is not the name of a macro"),
        ("defines", {"": 1}, "defines: '' is not the name of a macro"),
        ("defines", {"A": True}, "defines: True is not a string, a whole number or None"),
        ("defines", {"A": 1.5}, "defines: 1.5 is not a string, a whole number or None"),
        ("unwinds", 1, "unknown option 'unwinds'"),
    ],
)
def test_what_is_wrong_is_told(name: str, value: object, message: str) -> None:
    with pytest.raises(UsageError, match=re.escape(message)):
        options_of(CheckOptions, {name: value})


@pytest.mark.parametrize(
    ("name", "hint"), [("property", "properties"), ("all", "every"), ("unwnd", "unwind"), ("zzz", "")]
)
def test_a_keyword_like_it_is_named(name: str, hint: str) -> None:
    with pytest.raises(UsageError) as caught:
        options_of(CheckOptions, {name: 1})
    assert caught.value.hint == (f"did you mean '{hint}'?" if hint else "")


def test_messages_call_options_by_their_keywords() -> None:
    with pytest.raises(UsageError) as caught, in_python(CheckOptions):
        raise UsageError("--m32 and --no-such are no --all", hint="give -I or --unwind-loop a-I")
    assert str(caught.value) == "m32 and --no-such are no every"
    assert caught.value.hint == "give directories or unwind_loops a-I"


def test_messages_about_c_stay_as_they_are() -> None:
    with pytest.raises(InputError, match="--all"), in_python(CheckOptions):
        raise InputError("--all", Loc("a.c", 1, 1))


def test_help_names_every_option() -> None:
    for name, found in declarations(CheckOptions).items():
        assert inspect.signature(unthread.check).parameters[name].default == found.default
        assert f"\n    {name}: {found.help}" in (unthread.check.__doc__ or "")
    assert "trace" not in inspect.signature(unthread.run).parameters
