"""Numbers about the source: what counts as long, large, cyclic and untested."""

from __future__ import annotations

import ast
import subprocess
from pathlib import Path

import pytest

from house import attributes, details, imported, numbers, of_commit, of_tree, table, unit_test_of

FIRST = '''
from unthread.second import two
def one():
    """Says so."""
    return two()
async def three(): return 3
'''
FIELDS = "\n    ".join(f"field{number}: int" for number in range(16))
SECOND = f"""
from typing import TYPE_CHECKING, ClassVar
if TYPE_CHECKING:
    from unthread.rooms.third import other
class Large:
    shared: ClassVar[int] = 0
    {FIELDS}
def two():
    from unthread.first import one
    return one
"""
TEXTS = {
    "src/unthread/__init__.py": "",
    "src/unthread/first.py": FIRST,
    "src/unthread/second.py": SECOND,
    "src/unthread/rooms/third.py": "from unthread import first\n" + "x = 1\n" * 500,
    "tests/unit/test_first.py": "",
    "tests/unit/rooms/test_third.py": "",
    "tests/unit/test_third.py": "",
}


def test_what_is_counted() -> None:
    found = numbers(TEXTS)
    assert (found.files, found.modules) == (4, 3)
    assert found.functions == ((3, "second.py:two"), (3, "first.py:one"), (1, "first.py:three"))
    assert found.mean == pytest.approx(7 / 3)
    assert found.large_classes == ("second.py:Large 16",)
    assert found.large_modules == ("rooms/third.py 501",)
    assert found.untested == ("second.py",)


def test_modules_that_import_each_other() -> None:
    """Also inside functions; what is for the type checker does not count."""
    assert numbers(TEXTS).import_cycles == ("first.py - second.py",)
    apart = TEXTS | {"src/unthread/second.py": SECOND.replace("unthread.first", "other.first")}
    assert numbers(apart).import_cycles == ()


def test_attributes_are_fields_and_what_methods_assign() -> None:
    text = """class A:
        a: int
        b: ClassVar[int]
        c = 1
        def d(self, other):
            self.e, self.f = 1, 2
            other.g = self.h
            self.e += 1
    """
    (node,) = ast.parse(text).body
    assert isinstance(node, ast.ClassDef)
    assert attributes(node) == {"a", "e", "f"}


def test_imports_of_modules_from_folders() -> None:
    found = set(imported(ast.parse("import a.b\nfrom c import d\nfrom . import e")))
    assert found == {"a.b", "c", "c.d"}


def test_where_a_unit_test_stands() -> None:
    assert unit_test_of("src/unthread/core/trace.py") == "tests/unit/core/test_trace.py"


def test_a_commit_has_the_numbers_of_its_files(tmp_path: Path) -> None:
    for path, text in TEXTS.items():
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text(text)
    user = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
    for command in (["init", "-q"], ["add", "."], [*user, "commit", "-q", "-m", "all"]):
        subprocess.run(["git", *command], cwd=tmp_path, check=True)
    before = of_commit("HEAD", tmp_path)
    assert before == TEXTS
    (tmp_path / "src/unthread/second.py").unlink()
    assert of_commit("HEAD", tmp_path) == TEXTS
    assert numbers(of_tree(tmp_path)).untested == ()


def test_two_columns() -> None:
    after = {path: text for path, text in TEXTS.items() if "third" not in path}
    lines = table({"before": numbers(TEXTS), "after": numbers(after)}).splitlines()
    assert lines[0].split() == ["before", "after"]
    assert "files                        4       3" in lines
    assert "modules over 500 lines       1       0" in lines
    assert "modules without a unit test  1 of 3  1 of 2" in lines
    assert "without a unit test:\n  second.py\n" in details(numbers(after))
