"""Property files: what each formula means, and what is wrong with the others."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.diagnostics import InputError
from unthread.core.properties import Property
from unthread.svcomp.properties import Goal, Specification, read_specification


def written(directory: Path, text: str) -> Path:
    file = directory / "asked.prp"
    file.write_text(text)
    return file


def check(formula: str) -> str:
    return f"CHECK( init(main()), LTL({formula}) )\n"


@pytest.mark.parametrize(
    ("formula", "goal", "searched"),
    [
        ("G ! data-race", Goal.NO_DATA_RACE, {Property.RACE}),
        ("G ! overflow", Goal.NO_OVERFLOW, {Property.ARITH}),
        ("G ! deadlock", Goal.NO_DEADLOCK, {Property.DEADLOCK}),
        ("G valid-free", Goal.VALID_FREE, {Property.MEMORY}),
        ("G valid-deref", Goal.VALID_DEREF, {Property.MEMORY}),
        ("G valid-memtrack", Goal.VALID_MEMTRACK, {Property.LEAK_ALL, Property.DEADLOCK}),
        ("G valid-memcleanup", Goal.VALID_MEMCLEANUP, {Property.LEAK_ALL}),
    ],
)
def test_formulas(tmp_path: Path, formula: str, goal: Goal, searched: set[Property]) -> None:
    file = written(tmp_path, check(formula))
    found = read_specification(file)
    assert found == Specification(file, frozenset({goal}))
    assert found.properties == searched


@pytest.mark.parametrize("function", ["reach_error", "__VERIFIER_error"])
def test_calls(tmp_path: Path, function: str) -> None:
    found = read_specification(written(tmp_path, check(f"G ! call({function}())")))
    assert found.goals == {Goal.UNREACH_CALL}
    assert found.functions == {function}
    assert found.properties == {Property.REACH}


def test_memory_safety_has_three_lines(tmp_path: Path) -> None:
    text = check("G valid-free") + check("G valid-deref") + check("G valid-memtrack") + "\n"
    found = read_specification(written(tmp_path, text))
    assert found.goals == {Goal.VALID_FREE, Goal.VALID_DEREF, Goal.VALID_MEMTRACK}
    assert found.properties == {Property.MEMORY, Property.LEAK_ALL, Property.DEADLOCK}


@pytest.mark.parametrize(
    "text",
    [
        "CHECK(init(main()),LTL(G!call(reach_error())))",
        "  CHECK( init( main( ) ) , LTL( G  !  call( reach_error( ) ) ) )  \r\n",
        "# a comment\n\n// another one\n" + check("G ! call(reach_error())"),
    ],
)
def test_spaces_and_comments(tmp_path: Path, text: str) -> None:
    assert read_specification(written(tmp_path, text)).functions == {"reach_error"}


@pytest.mark.parametrize(
    ("text", "name"),
    [
        (check("F end"), "termination"),
        (check("G def-behavior"), "def-behavior"),
        ("COVER( init(main()), FQL(COVER EDGES(@DECISIONEDGE)) )", "coverage"),
        ("COVER( init(main()), FQL(COVER EDGES(@CALL(reach_error))) )", "coverage"),
        ("CHECK( init(main()), FQL(cover EDGES(@BASICBLOCKENTRY)) )", "coverage"),
    ],
)
def test_what_unthread_does_not_check(tmp_path: Path, text: str, name: str) -> None:
    found = read_specification(written(tmp_path, text))
    assert (found.goals, found.others, found.properties) == (frozenset(), (name,), frozenset())


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("no property", 1, "this is not an SV-COMP property"),
        ("\n\nCHECK( init(main()), LTL(G valid-free)", 3, "this is not an SV-COMP property"),
        (check("G valid-free") + check("G ! crash"), 2, "the formula 'G ! crash' is unknown"),
        (check("G data-race"), 1, "the formula 'G data-race' is unknown"),
        (check("G ! valid-free"), 1, "the formula 'G ! valid-free' is unknown"),
        (check("G ! call(f())"), 1, "must not be called is reach_error or __VERIFIER_error, not 'f'"),
        ("CHECK( init(start()), LTL(G valid-free) )", 1, "the program starts in 'main', not in 'start'"),
        ("COVER( init(main()), LTL(G valid-free) )", 1, "COVER cannot be combined with LTL"),
    ],
)
def test_wrong_lines(tmp_path: Path, text: str, line: int, message: str) -> None:
    file = written(tmp_path, text)
    with pytest.raises(InputError) as caught:
        read_specification(file)
    (diagnostic,) = caught.value.diagnostics
    assert message in diagnostic.message
    assert diagnostic.loc is not None
    assert (diagnostic.loc.file, diagnostic.loc.line) == (str(file), line)


def test_wrong_files(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no property in"):
        read_specification(written(tmp_path, "# nothing\n"))
    with pytest.raises(InputError, match="no such file"):
        read_specification(tmp_path / "missing.prp")
    with pytest.raises(InputError, match=r"cannot read .*: Is a directory"):
        read_specification(tmp_path)
    (tmp_path / "binary.prp").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(InputError, match=r"binary.prp' is not text"):
        read_specification(tmp_path / "binary.prp")
