"""What a stored trace is replayed in."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from tests.support.traces import program_trace
from unthread.api.replaying import source_again
from unthread.core.source import DataModel, Entries, ProgramArguments, Source

THEN = Source((Path("then.c"),), ("-DA",), DataModel.M32, arguments=ProgramArguments(("x",)))


def again(given: Source, is_model_given: bool = False) -> Source:
    return source_again(replace(program_trace("race"), source=THEN), given, is_model_given)


def test_what_is_not_given_is_as_it_was() -> None:
    assert again(Source(())) == THEN


def test_what_is_given_counts() -> None:
    given = Source((Path("now.c"),), ("-DB",), arguments=ProgramArguments(("y",)), entries=Entries(("f",)))
    found = again(given, is_model_given=True)
    assert (found.files, found.flags) == ((Path("now.c"),), ("-DA", "-DB"))
    assert (found.data_model, found.arguments, found.entries) == (
        DataModel.M64,
        ProgramArguments(("y",)),
        Entries(("f",)),
    )
