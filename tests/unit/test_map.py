"""docs/ARCHITECTURE.md is true: every module stands on its map, under its folder; an entry imports only from
those above it, and no two modules import each other."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from graphlib import TopologicalSorter
from pathlib import Path

from unthread.cli import unthread

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "src" / "unthread"
COMMANDS = [*unthread.commands]
MUTUAL = (
    "unthread.program.text.c_types",
    "unthread.program.text.writer",
)  # types hold expressions
MODULES = sorted(path for path in SOURCE.rglob("*.py") if path.name not in ("__init__.py", "__main__.py"))


def sections() -> dict[str, str]:
    """Folders and modules of the map in its order, each with its lines."""
    text = (ROOT / "docs" / "ARCHITECTURE.md").read_text()
    block = text.partition("\nsrc/unthread/\n")[2].partition("\nscripts/")[0]
    found: dict[str, str] = {}
    for line in block.splitlines():
        entry = re.match(r"  ([a-z_]+)(/|\.py)", line)
        if entry or not found:
            found[entry[1] if entry else ""] = ""
        found[[*found][-1]] += line + "\n"
    return found


SECTIONS = sections()
ORDER = [*SECTIONS]


def imported(path: Path) -> Iterator[str]:
    """Names of modules, those for the type checker alone left out."""
    work: list[ast.AST] = [ast.parse(path.read_text())]
    while work:
        node = work.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("unthread."):
            yield from (f"{node.module}.{name.name}" for name in node.names)
        work += ast.iter_child_nodes(node)


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


def test_names_nothing_else() -> None:
    for entry, text in SECTIONS.items():
        there = {path.name for path in (SOURCE / entry).rglob("*.py")} | {f"{entry}.py", "__init__.py"}
        assert set(re.findall(r"(?<![\w/])[a-z_0-9]+\.py\b", text)) <= there, entry


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
