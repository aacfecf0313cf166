"""docs/ARCHITECTURE.md is true: every module stands on its map, under its folder; an entry imports only from
those above it, and no two modules import each other. No module is long."""

from __future__ import annotations

import ast
import re
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from tests.support.untested import COVERED_ELSEWHERE
from unthread.cli import unthread

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "unthread"
UNIT = ROOT / "tests" / "unit"
ARCHITECTURE = (ROOT / "docs" / "ARCHITECTURE.md").read_text()
COMMANDS = [*unthread.commands]
WIDEST = 120
DEFINITION = (ast.FunctionDef, ast.ClassDef)
LONGEST = 500  # lines; what is longer is cut at its seams
MUTUAL = (
    "unthread.program.text.c_types",
    "unthread.program.text.writer",
)  # types hold expressions
MODULES = sorted(path for path in SOURCE.rglob("*.py") if path.name not in ("__init__.py", "__main__.py"))


def sections() -> dict[str, str]:
    """Folders and modules of the map in its order, each with its lines."""
    block = ARCHITECTURE.partition("\nsrc/unthread/\n")[2].partition("\nscripts/")[0]
    found: dict[str, str] = {}
    for line in block.splitlines():
        entry = re.match(r"  ([a-z_]+)(/|\.py)", line)
        if entry or not found:
            found[entry[1] if entry else ""] = ""
        found[[*found][-1]] += line + "\n"
    return found


SECTIONS = sections()
ORDER = [*SECTIONS]


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text())


@cache
def imported(path: Path) -> tuple[str, ...]:
    """Names of modules, those for the type checker alone left out."""
    work: list[ast.AST] = [tree_of(path)]
    found: list[str] = []
    while work:
        node = work.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("unthread."):
            found += (f"{node.module}.{name.name}" for name in node.names)
        work += ast.iter_child_nodes(node)
    return tuple(found)


def name_of(path: Path) -> str:
    return ".".join(("unthread", *path.relative_to(SOURCE).with_suffix("").parts))


def entry_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def test_every_module_stands_on_the_map() -> None:
    for path in MODULES:
        folders = path.relative_to(SOURCE).parts[:-1]
        if folders == ("commands",) and path.stem in COMMANDS:
            continue  # "one file for each subcommand"
        section = SECTIONS[entry_of(path)]
        assert re.search(rf"(?<![\w/]){path.name}\b", section), f"{name_of(path)} is not named in its section"
        for folder in folders[1:]:
            assert f"    {folder}/ " in section


def test_no_module_is_long() -> None:
    lengths = {name_of(path): len(path.read_text().splitlines()) for path in MODULES}
    assert not {name: length for name, length in lengths.items() if length > LONGEST}


def test_every_module_has_a_unit_test_of_its_name() -> None:
    """Or it is listed with what tests it instead, as long as that is so."""
    paths = {path.relative_to(SOURCE).as_posix(): path for path in MODULES}
    listed = [name for names in COVERED_ELSEWHERE.values() for name in names]
    untested = [name for name in paths if not (UNIT / name).with_name(f"test_{Path(name).name}").exists()]
    assert sorted(listed) == sorted(untested)


def test_what_tests_them_instead_is_there() -> None:
    for reason in COVERED_ELSEWHERE:
        for name in re.findall(r"tests/[\w/.*]+", reason):
            assert any(ROOT.glob(name.rstrip("."))), name


def test_names_nothing_else() -> None:
    for entry, text in SECTIONS.items():
        there = {path.name for path in (SOURCE / entry).rglob("*.py")} | {f"{entry}.py", "__init__.py"}
        assert set(re.findall(r"(?<![\w/])[a-z_0-9]+\.py\b", text)) <= there, entry


def test_the_walk_goes_through_modules_that_exist() -> None:
    walk = ARCHITECTURE.partition("\n## The walk of one program\n")[2].partition("\n## ")[0]
    named = set(re.findall(r"`([a-z_/]+\.py)`", walk))
    assert len(named) > 20
    for name in named:
        assert any(path.as_posix().endswith(f"/{name}") for path in MODULES), name


def test_the_walk_names_functions_and_classes_that_exist() -> None:
    walk = ARCHITECTURE.partition("\n## The walk of one program\n")[2].partition("\n## ")[0]
    trees = {name_of(path): tree_of(path) for path in MODULES}
    defined = {
        name: {node.name for node in tree.body if isinstance(node, DEFINITION)}
        for name, tree in trees.items()
    }
    of_story = set(re.findall(r"`story\.([A-Za-z_]+)`", walk))
    assert len(of_story) > 3
    assert of_story <= defined["unthread.story"]
    classes = set(re.findall(r"`([A-Z][a-z]+[A-Za-z]*)`", walk))
    assert len(classes) > 6
    assert classes <= set().union(*defined.values())


def test_no_line_is_wide() -> None:
    assert [line for line in ARCHITECTURE.splitlines() if len(line) > WIDEST] == []


def test_imports_come_only_from_above() -> None:
    for path in MODULES:
        allowed = {*ORDER[: ORDER.index(entry_of(path)) + 1], "__version__"}
        for name in imported(path):
            assert name.split(".")[1] in allowed, f"{name_of(path)} imports {name}"


def test_no_two_import_each_other() -> None:
    names = {name_of(path) for path in MODULES}
    graph = {
        name_of(path): {known for name in imported(path) for known in (name, name.rpartition(".")[0])} & names
        for path in MODULES
    }
    graph[MUTUAL[0]].remove(MUTUAL[1])
    TopologicalSorter(graph).prepare()


def test_a_class_name_is_there_once() -> None:
    """One that several layers need has the name of its layer; private ones are seen in their module alone."""
    found: dict[str, list[str]] = {}
    for path in MODULES:
        if path != SOURCE / "svcomp" / "benchexec_tool.py":  # whose `Tool` BenchExec asks for by name
            for node in tree_of(path).body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    found.setdefault(node.name, []).append(str(path.relative_to(SOURCE)))
    assert {name: places for name, places in found.items() if len(places) > 1} == {}
