"""The line that `unthread sv` prints, and what it makes of its command line."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.bounds import Bounds
from unthread.core.diagnostics import InputError, UsageError
from unthread.core.properties import Property, Violation
from unthread.core.source import NOWHERE, DataModel, Source
from unthread.core.trace import Trace
from unthread.core.verdict import (
    Cause,
    Coverage,
    NoBugFound,
    Omission,
    Safe,
    Unknown,
    UnknownCause,
    Unsafe,
)
from unthread.svcomp.answers import Answer, chosen_properties, chosen_task
from unthread.svcomp.judge import Judgement
from unthread.svcomp.properties import Goal
from unthread.svcomp.task import Expectation, Task

PRP = Path("some/asked.prp")


def coverage(*omissions: Omission) -> Coverage:
    return Coverage(Bounds(), 2, True, omissions, ("main",), (), (), frozenset({Property.REACH}), ())


COMPLETE = Judgement(Safe(coverage()))
BOUNDED = Judgement(NoBugFound(coverage(Omission(Cause.BOUND, "more than 1 iteration of the loop"))))
VIOLATION = Violation(Property.MEMORY, "free of a null pointer", 0, NOWHERE)
TRACE = Trace(Source(()), (), frozenset({Property.MEMORY}), VIOLATION, (), (), (), ("main",), "0")
UNSAFE = Judgement(Unsafe((TRACE,), None), Goal.VALID_FREE)
UNKNOWN = Judgement(Unknown(UnknownCause.OUT_OF_TIME, "time limit reached (1 s)"))


@pytest.mark.parametrize(
    ("judgement", "expectation", "line", "code"),
    [
        (COMPLETE, Expectation(PRP), "RESULT  true  asked.prp", 0),
        (COMPLETE, Expectation(PRP, True), "RESULT  true  asked.prp  (expected true: agrees)", 0),
        (COMPLETE, Expectation(PRP, False), "RESULT  true  asked.prp  (expected false: DISAGREES)", 0),
        (UNSAFE, Expectation(PRP), "RESULT  false(valid-free)  asked.prp", 10),
        (
            UNSAFE,
            Expectation(PRP, False),
            "RESULT  false(valid-free)  asked.prp  (expected false: agrees)",
            10,
        ),
        (
            UNSAFE,
            Expectation(PRP, False, "valid-free"),
            "RESULT  false(valid-free)  asked.prp  (expected false(valid-free): agrees)",
            10,
        ),
        (
            UNSAFE,
            Expectation(PRP, False, "valid-deref"),
            "RESULT  false(valid-free)  asked.prp  (expected false(valid-deref): DISAGREES)",
            10,
        ),
        (
            UNSAFE,
            Expectation(PRP, True),
            "RESULT  false(valid-free)  asked.prp  (expected true: DISAGREES)",
            10,
        ),
        (UNKNOWN, Expectation(PRP, True), "RESULT  unknown  asked.prp  (expected true: no answer)", 5),
        (BOUNDED, Expectation(PRP), "RESULT  unknown  asked.prp  [no bug found within bounds]", 5),
        (
            Judgement(Safe(coverage()), doubt="the arguments of main are not searched"),
            Expectation(PRP),
            "RESULT  unknown  asked.prp  [the arguments of main are not searched]",
            5,
        ),
    ],
)
def test_lines(judgement: Judgement, expectation: Expectation, line: str, code: int) -> None:
    answer = Answer(judgement, expectation)
    assert (answer.line, answer.exit_code) == (line, code)


@pytest.mark.parametrize(
    ("judgement", "word"),
    [(COMPLETE, "true"), (BOUNDED, "true"), (UNSAFE, "false(valid-free)"), (UNKNOWN, "unknown")],
)
def test_bounds_that_do_not_matter(judgement: Judgement, word: str) -> None:
    assert Answer(judgement, Expectation(PRP), bounded_true=True).word == word


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.c").write_text("int main(void) { return 0; }\n")
    for name, formula in [("end", "F end"), ("race", "G ! data-race"), ("free", "G valid-free")]:
        (tmp_path / f"{name}.prp").write_text(f"CHECK( init(main()), LTL({formula}) )\n")
    return tmp_path


def task_file(folder: Path, options: str) -> Path:
    file = folder / "a.yml"
    file.write_text(f"format_version: '2.0'\ninput_files: a.c\n{options}")
    return file


def test_c_files_are_a_task(folder: Path) -> None:
    source = Source((folder / "a.c", folder / "b.c"), data_model=DataModel.M32)
    assert chosen_task(source, is_model_given=True) == Task(folder / "a.c", source.files, DataModel.M32, ())


def test_the_data_model_of_a_task(folder: Path) -> None:
    says = Source((task_file(folder, "options: {data_model: ILP32}"),))
    assert chosen_task(says, is_model_given=False).data_model is DataModel.M32
    with pytest.raises(UsageError, match="--m64 contradicts the data model of the task"):
        chosen_task(says, is_model_given=True)
    says_nothing = Source((task_file(folder, ""),), data_model=DataModel.M32)
    assert chosen_task(says_nothing, is_model_given=True).data_model is None
    with pytest.raises(InputError, match="does not say its data model"):
        chosen_task(says_nothing, is_model_given=False)


def test_a_task_definition_stands_alone(folder: Path) -> None:
    with pytest.raises(UsageError, match="a task definition must be the only input"):
        chosen_task(Source((folder / "a.yml", folder / "a.c")), is_model_given=False)


def properties_of(folder: Path, *names: str) -> Task:
    expectations = tuple(Expectation(folder / f"{name}.prp", True) for name in names)
    return Task(folder / "a.yml", (folder / "a.c",), DataModel.M64, expectations)


def test_which_properties(folder: Path) -> None:
    task = properties_of(folder, "end", "race", "free")
    end, race, free = task.properties
    assert chosen_properties((), task) == [race]
    assert chosen_properties(("all",), task) == (end, race, free)
    assert chosen_properties((str(folder / "free.prp"), str(folder / "end.prp")), task) == [free, end]
    assert chosen_properties((), properties_of(folder, "end")) == [end]
    assert chosen_properties(("other.prp",), task) == [Expectation(Path("other.prp"))]


@pytest.mark.parametrize("names", [("race",), ("all", "race.prp"), ("",)])
def test_what_is_no_property_file(folder: Path, names: tuple[str, ...]) -> None:
    with pytest.raises(UsageError, match=r"is not the name of a \.prp file"):
        chosen_properties(names, properties_of(folder, "race"))


@pytest.mark.parametrize("names", [(), ("all",)])
def test_no_property_at_all(folder: Path, names: tuple[str, ...]) -> None:
    with pytest.raises(UsageError, match="does not name a property"):
        chosen_properties(names, properties_of(folder))
