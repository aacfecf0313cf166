"""The tests themselves: none imports another, what they share has a room of its own, and none is too long."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

from tests.support.quick import COMMANDS, LENGTHY, is_quick

TESTS = Path(__file__).parents[1]
SOURCE = TESTS.parent / "src" / "unthread"
FILES = sorted(TESTS.rglob("*.py"))
SHARED = ("support", "properties")  # and at the top, for every test:
TOP = ("conftest.py", "oracle.py")
LONGEST = 1000  # lines


def name_of(path: Path) -> str:
    return str(path.relative_to(TESTS))


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.ImportFrom):
            yield node.module or ""
            yield from (f"{node.module}.{alias.name}" for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)


def test_no_test_is_imported() -> None:
    found = {name_of(path): [name for name in imported(path) if is_test(name)] for path in FILES}
    assert {name: tests for name, tests in found.items() if tests} == {}


def is_test(module: str) -> bool:
    first, *others = module.split(".")
    return first == "tests" and any(part.startswith("test_") for part in others)


def test_what_is_no_test_is_shared() -> None:
    others = [path.relative_to(TESTS) for path in FILES if not path.name.startswith("test_")]
    assert [str(path) for path in others if path.parts[0] not in (*SHARED, *TOP)] == []


def test_no_file_is_too_long() -> None:
    lengths = {name_of(path): len(path.read_text().splitlines()) for path in FILES}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_who_needs_a_tool_says_so_in_one_place() -> None:
    """`require` skips by the name of what is missing, and fails in CI; nothing else skips."""
    skipping = ("pytest.skip", "pytest.importorskip", "mark.skip", "mark.xfail")
    users = [path for path in FILES if name_of(path) not in ("support/tools.py", "unit/test_tests.py")]
    assert [name_of(path) for path in users if any(word in path.read_text() for word in skipping)] == []


def test_quick_tests_are_there() -> None:
    assert [name for name in (*COMMANDS, *LENGTHY) if not (TESTS / name).is_file()] == []


def test_quick_tests_touch_every_folder() -> None:
    """By what they import, or by where they stand."""
    quick = [path for path in FILES if is_quick(name_of(path))]
    touched = {folder for path in quick for name in imported(path) for folder in folders_of(name)}
    touched |= {str(path.parent.relative_to(TESTS / "unit")) for path in quick if "unit" in path.parts}
    folders = {path.parent for path in SOURCE.rglob("*.py")} - {SOURCE}
    assert {str(folder.relative_to(SOURCE)) for folder in folders} - touched == set()


def folders_of(name: str) -> Iterator[str]:
    """Of a module `unthread.a.b.c`: a, a/b and a/b/c."""
    _, *parts = name.split(".")
    yield from ("/".join(parts[: length + 1]) for length in range(len(parts)))
