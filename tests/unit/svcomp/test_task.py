"""Task definitions: what is read, and what is wrong with the others."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from unthread.core.diagnostics import InputError
from unthread.core.source import DataModel
from unthread.svcomp.task import Expectation, Task, read_task

GOOD = """# A comment, as licenses are.
format_version: '2.0'

# old-file-name: a_true.c
input_files: 'a.c'

properties:
  - property_file: ../properties/unreach-call.prp
    expected_verdict: true
  - property_file: ../properties/valid-memsafety.prp
    expected_verdict: false
    subproperty: valid-deref
  - property_file: ../properties/termination.prp

options:
  language: C
  data_model: ILP32
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in ("a.c", "b.c", "sub/c.c", "sub/d.i", "odd[1].c"):
        (tmp_path / "tasks" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "tasks" / name).write_text("int main(void);\n")
    return tmp_path / "tasks"


def read(folder: Path, text: str) -> Task:
    (folder / "task.yml").write_text(text)
    return read_task(folder / "task.yml")


def test_a_task(folder: Path) -> None:
    properties = folder / "../properties"
    assert read(folder, GOOD) == Task(
        folder / "task.yml",
        (folder / "a.c",),
        DataModel.M32,
        (
            Expectation(properties / "unreach-call.prp", True),
            Expectation(properties / "valid-memsafety.prp", False, "valid-deref"),
            Expectation(properties / "termination.prp"),
        ),
    )


@pytest.mark.parametrize(
    ("inputs", "files"),
    [
        ("a.c", ["a.c"]),
        ("[b.c, a.c]", ["b.c", "a.c"]),
        ("\n  - sub/d.i\n  - a.c", ["sub/d.i", "a.c"]),
        ('"?.c"', ["a.c", "b.c"]),
        ("'sub/*'", ["sub/c.c", "sub/d.i"]),
        ("['a.c', '*.c']", ["a.c", "b.c", "odd[1].c"]),
        ("'odd[1].c'", ["odd[1].c"]),
    ],
)
def test_input_files(folder: Path, inputs: str, files: list[str]) -> None:
    found = read(folder, GOOD.replace("'a.c'", inputs)).inputs
    assert [os.path.relpath(file, folder) for file in found] == files


def test_an_absolute_input_file(folder: Path) -> None:
    assert read(folder, GOOD.replace("'a.c'", str(folder / "b.c"))).inputs == (folder / "b.c",)


@pytest.mark.parametrize("version", ["'2.0'", "2.0", '"2.1"', "2.1"])
def test_versions(folder: Path, version: str) -> None:
    assert read(folder, GOOD.replace("'2.0'", version)).data_model is DataModel.M32


def test_the_data_model(folder: Path) -> None:
    assert read(folder, GOOD.replace("ILP32", "LP64")).data_model is DataModel.M64
    assert read(folder, GOOD.replace("  data_model: ILP32\n", "")).data_model is None
    assert read(folder, GOOD[: GOOD.index("options")]).data_model is None


def test_keys_of_others_are_left_alone(folder: Path) -> None:
    text = GOOD + "additional_information:\n  - anything: [1, {a: b}]\nrequired_files: a.h\n"
    assert read(folder, text) == read(folder, GOOD)


def test_a_task_without_properties(folder: Path) -> None:
    assert read(folder, "format_version: '2.0'\ninput_files: a.c\n").properties == ()


def test_expectations_by_any_path(folder: Path) -> None:
    task = read(folder, GOOD)
    assert task.expectation(folder.parent / "properties" / "unreach-call.prp").verdict is True
    assert task.expectation(Path("elsewhere/unreach-call.prp")) == Expectation(
        Path("elsewhere/unreach-call.prp")
    )


def test_expectations_in_words() -> None:
    assert str(Expectation(Path("p"), True)) == "true"
    assert str(Expectation(Path("p"), False, "valid-free")) == "false(valid-free)"


@pytest.mark.parametrize(
    ("old", "new", "place", "message"),
    [
        ("'2.0'", "'1.0'", "2:17", "format 2.x"),
        ("'2.0'", "[2]", "2:17", "format_version is a string"),
        ("'a.c'", "'x.c'", "5:14", "no file matches 'x.c'"),
        ("'a.c'", "['a.c', 'z*.c']", "5:22", "no file matches 'z*.c'"),
        ("'a.c'", "/nowhere/*.c", "5:14", "no file matches '/nowhere/*.c'"),
        ("'a.c'", "[]", "5:14", "input_files is empty"),
        ("'a.c'", "", "5:13", "input_files is a string"),
        ("'a.c'", "{a: b}", "5:14", "input_files is a string"),
        ("'a.c'", "'sub'", "5:14", "no file matches 'sub'"),
        ("  language: C", "  language: Java", "16:13", "the language is Java, and unthread reads C"),
        ("ILP32", "ILP16", "17:15", "the data model 'ILP16' is not one of ILP32, LP64"),
        ("expected_verdict: true", "expected_verdict: maybe", "9:23", "true or false, not 'maybe'"),
        ("subproperty: valid-deref", "subproperty: fine", "12:18", "the subproperty 'fine' is unknown"),
        ("property_file: ../properties/t", "file: ../properties/t", "13:5", "has no property_file"),
        ("language: C", "language: C\n  language: C", "17:3", "'language' is given twice"),
        ("options:", "options: x\nrest:", "15:10", "options is a mapping"),
        ("properties:\n", "properties: none\nrest:\n", "7:13", "properties is a list"),
        ("ILP32", "[ILP32", "18:1", "expected ',' or ']'"),
        ("'2.0'", "'2.0", "5:15", "expected <block end>"),
    ],
)
def test_wrong_tasks(folder: Path, old: str, new: str, place: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        read(folder, GOOD.replace(old, new))
    (diagnostic,) = caught.value.diagnostics
    assert message in diagnostic.message
    assert str(diagnostic.loc) == f"{folder / 'task.yml'}:{place}"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "is empty"),
        ("input_files: a.c\n", "it has no format_version"),
        ("format_version: '2.0'\n", "has no input_files"),
        ("- a.c\n", "a task definition is a mapping"),
        ("format_version: '2.0'\0\n", "is not YAML"),
    ],
)
def test_what_is_no_task(folder: Path, text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        read(folder, text)


def test_a_file_that_is_not_there(folder: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        read_task(folder / "missing.yml")
