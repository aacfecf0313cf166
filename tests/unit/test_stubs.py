"""What stubs/ says of the two untyped libraries is there."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import bitwuzla
import pytest
from clang import cindex

STUBS = Path(__file__).parents[2] / "stubs"
OURS = {"Cursor.unthread_children"}
# attributes of instances, which classes lack
MADE_FOR_EACH = {"Cursor._tu", "Type._tu", "Type.data", "FileInclusion.include"}


def names(stub: str) -> Iterator[str]:
    for node in ast.parse((STUBS / stub).read_text()).body:
        if isinstance(node, ast.ClassDef):
            yield node.name
            yield from (f"{node.name}.{name}" for item in node.body for name in defined(item))
        yield from defined(node)


def defined(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name):
            return [name]
        case ast.Assign([ast.Name(name)]) | ast.AnnAssign(ast.Name(name)):
            return [name]
        case _:
            return []


def has(module: object, name: str) -> bool:
    for part in name.split("."):
        if not hasattr(module, part):
            return False
        module = getattr(module, part)
    return True


@pytest.mark.parametrize(("stub", "module"), [("clang/cindex.pyi", cindex), ("bitwuzla.pyi", bitwuzla)])
def test_names_are_there(stub: str, module: object) -> None:
    wanted = set(names(stub)) - OURS - MADE_FOR_EACH
    assert len(wanted) > 50
    assert {name for name in wanted if not has(module, name)} == set()
