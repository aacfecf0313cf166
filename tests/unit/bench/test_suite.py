"""Suites are read, and what is wrong with them has its place."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.bench.suite import Expected, Suite, SuiteProgram, ToolKind, chosen, read_suite
from unthread.core.diagnostics import InputError, UsageError

TOOL = '[[tool]]\nname = "unthread"\n'
TASK = """format_version: '2.0'
input_files: 'a.c'
properties:
  - property_file: unreach-call.prp
    expected_verdict: false
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "a.c").write_text("// expect: unsafe reach 3\n")
    (tmp_path / "b.c").write_text("// expect: safe\n")
    (tmp_path / "t.yml").write_text(TASK)
    (tmp_path / "silent.yml").write_text(TASK.replace("unreach-call", "no-data-race"))
    return tmp_path


def read(folder: Path, text: str) -> Suite:
    file = folder / "s.toml"
    file.write_text(text)
    return read_suite(file)


def test_comments_say_what_is_expected(folder: Path) -> None:
    suite = read(folder, TOOL + '[[family]]\nname = "all"\nprograms = ["*.c"]\nunwind = 3\n')
    assert [(program.name, program.expected) for program in suite.programs] == [
        ("a.c", Expected.UNSAFE),
        ("b.c", Expected.SAFE),
    ]
    assert suite.programs[0] == SuiteProgram("a.c", "all", folder / "a.c", Expected.UNSAFE, "", 3)
    assert suite.tools[0].kind is ToolKind.UNTHREAD


def test_tasks_say_what_is_expected(folder: Path) -> None:
    family = '[[family]]\nname = "t"\nprograms = ["*.yml"]\nexpected = "task"\nproperty = "unreach-call"\n'
    suite = read(folder, TOOL + family)
    assert [(program.name, program.expected) for program in suite.programs] == [("t.yml", Expected.UNSAFE)]
    with pytest.raises(InputError, match="nothing is left of this family"):
        read(folder, TOOL + family + 'keep = "safe"\n')
    with pytest.raises(InputError, match=r"'silent\.yml' has no verdict for 'unreach-call'"):
        read(folder, TOOL + family.replace("*.yml", "silent.yml"))


def test_a_list_has_one_name_in_a_line(folder: Path) -> None:
    (folder / "names.txt").write_text("# two\n\nb.c  # safe\na.c\n")
    suite = read(folder, TOOL + '[[family]]\nname = "x"\nlist = "names.txt"\n')
    assert [program.name for program in suite.programs] == ["a.c", "b.c"]


@pytest.mark.parametrize(
    ("text", "message", "line"),
    [
        ("", "a suite needs at least one [[tool]]", 1),
        ("[tool", "this is not TOML", 1),
        ('titel = "x"\n', "unknown key 'titel'", 1),
        (TOOL, "a suite needs at least one [[family]]", 1),
        (
            '[[tool]]\nname = "x"\nrun = "esbmc"\n',
            "'esbmc' is not one of unthread, cbmc,",
            3,
        ),
        ('[[tool]]\nname = "x"\nrun = "command"\n', "'command' goes with run = \"command\"", 1),
        ('[[tool]]\nname = "x"\nrun = "command"\ncommand = "true {file}"\n', "needs 'safe' and 'unsafe'", 1),
        ('[[tool]]\nname = "x"\nschema = "lazy"\n', "'schema' goes with run = \"cbmc\"", 3),
        ('[[tool]]\nname = "x"\nsafe = "("\n', "this is not a regular expression", 3),
        (f'{TOOL}{TOOL}[[family]]\nname = "x"\nprograms = ["a.c"]\n', "there are two of the name", 4),
        (f'{TOOL}[[family]]\nname = "x"\nprograms = ["z.c"]\n', "there is no file", 3),
        (f'{TOOL}[[family]]\nname = "x"\nprograms = ["*.z"]\n', "matches '*.z'", 5),
        (f'{TOOL}[[family]]\nname = "x"\n', "a family needs 'programs', or a 'list' of them", 3),
        (f'{TOOL}[[family]]\nname = "x"\nprograms = "a.c"\n', "'programs' takes a list of strings", 5),
        (f'{TOOL}[[family]]\nname = "x"\nprograms = ["a.c"]\nunwind = 0\n', "'unwind' is at least 1", 6),
        (f'{TOOL}[[family]]\nprograms = ["a.c"]\n', "'name' is missing", 3),
        ('programs = "gone"\n', "there is no folder", 1),
    ],
)
def test_what_is_wrong_has_its_place(folder: Path, text: str, message: str, line: int) -> None:
    with pytest.raises(InputError) as raised:
        read(folder, text)
    (diagnostic,) = raised.value.diagnostics
    assert message in diagnostic.message
    assert diagnostic.loc is not None
    assert diagnostic.loc.line == line


def test_what_is_not_there_cannot_be_chosen(folder: Path) -> None:
    suite = read(folder, TOOL + '[[family]]\nname = "x"\nprograms = ["a.c"]\n')
    assert chosen(suite, ("unthread",), ("x",)) == suite
    with pytest.raises(UsageError, match="--tool: 'cbmc' is not in the suite"):
        chosen(suite, ("cbmc",), ())
