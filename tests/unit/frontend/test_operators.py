"""The numbers of operators are those of the library that is loaded."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.source import DataModel
from unthread.frontend import clang
from unthread.frontend.operators import BINARY_OPERATORS, UNARY_OPERATORS

IN_C = [name for name in BINARY_OPERATORS if name not in ("?", ".*", "->*", "<=>")]


@pytest.mark.parametrize("operator", IN_C)
def test_clang_says_what_is_written(operator: str, tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text(f"void f(int a, int b) {{ a {operator} b; }}")
    kinds = (clang.CursorKind.BINARY_OPERATOR, clang.CursorKind.COMPOUND_ASSIGNMENT_OPERATOR)
    found = [c for d in clang.parse(file, (), DataModel.M64).declarations() for c in clang.descendants(d)]
    assert [clang.binary_operator(c) for c in found if c.kind in kinds][-1] == operator


@pytest.mark.parametrize("text", ["a++", "--a", "&a", "-a", "~a", "!a"])
def test_clang_says_which_operator_has_one_operand(text: str, tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text(f"void f(int a) {{ {text}; }}")
    found = [c for d in clang.parse(file, (), DataModel.M64).declarations() for c in clang.descendants(d)]
    unary = [clang.unary_operator(c) for c in found if c.kind == clang.CursorKind.UNARY_OPERATOR]
    assert unary[-1] == text.replace("a", "x")
    assert unary[-1] in UNARY_OPERATORS
