"""What a call of a function without a definition may change, when the user says that it does."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.diagnostics import UsageError
from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.program.instructions import Assign, Input, Jump, Unmodelled
from unthread.program.program import Program
from unthread.program.text.writer import Writer

TEXT = """
struct pair { int a; short b[2]; };
struct chain { int n; struct chain *next; };
union either { int a; float b; };
int x, list[3];
struct pair both;
struct chain link;
union either one;
int *pointer;
void unknown();
int main(void) {
    int *p = pointer;
    BODY;
    return 0;
}
"""


def called(body: str, directory: Path, name: str = "unknown") -> Program:
    file = directory / "a.c"
    file.write_text(TEXT.replace("BODY", body))
    return load(Source((file,), ("-std=gnu11",), havoc=(name,)))


def changed(body: str, directory: Path) -> list[str]:
    """The places that get a value from outside, as C writes them."""
    program = called(body, directory)
    items = program.functions["main"].body
    inputs = {item.target.name for item in items if isinstance(item, Input)}
    found = []
    for item in items:
        if isinstance(item, Assign) and any(name in str(item.value) for name in inputs):
            found.append(Writer().place(item.target).text)
    return found


@pytest.mark.parametrize(
    ("body", "scalars"),
    [
        ("unknown(&x)", 1),
        ("unknown(list)", 3),
        ("unknown(&both)", 3),
        ("unknown(&list[1])", 1),
        ("unknown(p)", 1),
        ("unknown(x)", 0),
        ("unknown((const int *)&x)", 0),
        ("unknown(&x, list)", 4),
    ],
)
def test_every_scalar_that_an_argument_reaches(body: str, scalars: int, tmp_path: Path) -> None:
    assert len(changed(body, tmp_path)) == scalars


def test_all_elements_of_an_array_that_is_named(tmp_path: Path) -> None:
    assert changed("unknown(list)", tmp_path) == ["list[0]", "list[1]", "list[2]"]


@pytest.mark.parametrize(("argument", "is_tested"), [("p", True), ("list", False)])
def test_a_null_pointer_reaches_nothing(argument: str, is_tested: bool, tmp_path: Path) -> None:
    body = called(f"unknown({argument})", tmp_path).functions["main"].body
    assert any(isinstance(item, Jump) and item.condition is not None for item in body) is is_tested


@pytest.mark.parametrize("argument", ["&link", "&one", "(void *)&x", "&pointer"])
def test_what_cannot_be_changed_is_not_modelled(argument: str, tmp_path: Path) -> None:
    items = called(f"unknown({argument})", tmp_path).functions["main"].body
    assert any(isinstance(item, Unmodelled) and "--havoc unknown" in item.what for item in items)


@pytest.mark.parametrize("name", ["main", "nothing"])
def test_only_functions_that_are_called_and_not_defined(name: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=f"--havoc {name}"):
        called("unknown(&x)", tmp_path, name)
