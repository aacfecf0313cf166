"""Numbers about the source, of the working tree or of any commit: how large its parts are, what is untested.

    scripts/house.py [COMMIT] [--against COMMIT]

In: src/unthread and the names of the files in tests/unit. Out: a table; with --against, the other commit's
numbers stand before. Functions are counted with their docstrings, without their decorators.
"""

from __future__ import annotations

import argparse
import ast
import io
import subprocess
import tarfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from unthread.program.query.components import cycles

ROOT = Path(__file__).parent.parent
SOURCE = PurePosixPath("src/unthread")
UNIT = PurePosixPath("tests/unit")
MOST_LINES = 500
MOST_ATTRIBUTES = 15
LONGEST = 5  # functions that are named

Texts: TypeAlias = Mapping[str, str]  # by path
Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


@dataclass(frozen=True)
class Numbers:
    files: int
    lines: int
    functions: tuple[tuple[int, str], ...]  # lines and name, the longest first
    large_classes: tuple[str, ...]
    large_modules: tuple[str, ...]
    import_cycles: tuple[str, ...]
    modules: int
    untested: tuple[str, ...]

    @property
    def mean(self) -> float:
        return sum(lines for lines, _ in self.functions) / max(1, len(self.functions))


# Where texts come from


def of_tree(root: Path = ROOT) -> dict[str, str]:
    files = (file for folder in (SOURCE, UNIT) for file in (root / folder).rglob("*.py"))
    return {file.relative_to(root).as_posix(): file.read_text() for file in files}


def of_commit(commit: str, root: Path = ROOT) -> dict[str, str]:
    folders = [str(folder) for folder in (SOURCE, UNIT) if _has(commit, folder, root)]
    command = ["git", "archive", "--format=tar", commit, *folders]
    packed = subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE).stdout
    with tarfile.open(fileobj=io.BytesIO(packed)) as archive:
        files = [item for item in archive if item.isfile() and item.name.endswith(".py")]
        return {item.name: _text(archive, item) for item in files}


def _has(commit: str, folder: PurePosixPath, root: Path) -> bool:
    command = ["git", "ls-tree", commit, str(folder)]
    return bool(subprocess.run(command, cwd=root, check=True, stdout=subprocess.PIPE).stdout)


def _text(archive: tarfile.TarFile, item: tarfile.TarInfo) -> str:
    content = archive.extractfile(item)
    assert content is not None, "it is a file"
    return content.read().decode()


# What is counted


def numbers(texts: Texts) -> Numbers:
    source = {path: text for path, text in texts.items() if PurePosixPath(path).is_relative_to(SOURCE)}
    trees = {path: ast.parse(text) for path, text in sorted(source.items())}
    modules = [path for path in trees if PurePosixPath(path).name not in ("__init__.py", "__main__.py")]
    lengths = {path: len(text.splitlines()) for path, text in source.items()}
    found = ((length, name) for path, tree in trees.items() for length, name in functions(path, tree))
    return Numbers(
        len(source),
        sum(lengths.values()),
        tuple(sorted(found, reverse=True)),
        tuple(name for path, tree in trees.items() for name in large_classes(path, tree)),
        tuple(f"{_short(path)} {lengths[path]}" for path in modules if lengths[path] > MOST_LINES),
        tuple(import_cycles(trees)),
        len(modules),
        tuple(_short(path) for path in modules if unit_test_of(path) not in texts),
    )


def functions(path: str, tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, Function):
            yield (node.end_lineno or node.lineno) - node.lineno + 1, f"{_short(path)}:{node.name}"


def large_classes(path: str, tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef) and len(attributes(node)) > MOST_ATTRIBUTES:
            yield f"{_short(path)}:{node.name} {len(attributes(node))}"


def attributes(node: ast.ClassDef) -> set[str]:
    """Fields, and what methods assign to `self`; inherited ones are those of another class."""
    declared = {
        item.target.id
        for item in node.body
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name) and not _is_shared(item)
    }
    return declared | {
        item.attr
        for item in ast.walk(node)
        if isinstance(item, ast.Attribute) and isinstance(item.ctx, ast.Store) and _is_self(item.value)
    }


def _is_shared(field: ast.AnnAssign) -> bool:
    return "ClassVar" in ast.unparse(field.annotation)


def _is_self(node: ast.expr) -> bool:
    return isinstance(node, ast.Name) and node.id == "self"


def import_cycles(trees: Mapping[str, ast.AST]) -> Iterator[str]:
    """Modules that import each other, also inside functions, but not for the type checker alone."""
    names = {_module(path): number for number, path in enumerate(trees)}
    edges = [
        sorted({names[name] for name in imported(tree) if name in names and names[name] != number})
        for number, tree in enumerate(trees.values())
    ]
    paths = [*trees]
    for component in cycles(edges):
        yield " - ".join(sorted(_short(paths[number]) for number in component))


def imported(tree: ast.AST) -> Iterator[str]:
    """Names of modules, and of what is imported from them, which may be modules too."""
    pending = [tree]
    while pending:
        node = pending.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            continue
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{name.name}" for name in node.names)
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        pending += ast.iter_child_nodes(node)


def _module(path: str) -> str:
    parts = PurePosixPath(path).relative_to("src").with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _short(path: str) -> str:
    return str(PurePosixPath(path).relative_to(SOURCE))


def unit_test_of(path: str) -> str:
    inside = PurePosixPath(path).relative_to(SOURCE)
    return str(UNIT / inside.with_name(f"test_{inside.name}"))


# What is printed


def rows(found: Numbers) -> dict[str, str]:
    longest = found.functions[0][0] if found.functions else 0
    return {
        "files": f"{found.files}",
        "lines": f"{found.lines}",
        "functions": f"{len(found.functions)}",
        "mean lines of a function": f"{found.mean:.2f}",
        "longest function": f"{longest}",
        "functions over 45 lines": f"{sum(lines > 45 for lines, _ in found.functions)}",
        f"classes over {MOST_ATTRIBUTES} attributes": f"{len(found.large_classes)}",
        f"modules over {MOST_LINES} lines": f"{len(found.large_modules)}",
        "import cycles": f"{len(found.import_cycles)}",
        "modules without a unit test": f"{len(found.untested)} of {found.modules}",
    }


def table(columns: Mapping[str, Numbers]) -> str:
    cells = [rows(found) for found in columns.values()]
    lines = [["", *columns], *([name, *(cell[name] for cell in cells)] for name in cells[0])]
    widths = [max(len(line[place]) for line in lines) for place in range(len(lines[0]))]
    return "".join("  ".join(map(str.ljust, line, widths)).rstrip() + "\n" for line in lines)


def details(found: Numbers) -> str:
    longest = [f"{name} {lines}" for lines, name in found.functions[:LONGEST]]
    lists = {
        "longest functions": longest,
        "large classes": found.large_classes,
        "large modules": found.large_modules,
        "import cycles": found.import_cycles,
        "without a unit test": found.untested,
    }
    return "".join(
        f"\n{title}:\n" + "".join(f"  {item}\n" for item in items) for title, items in lists.items()
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("commit", nargs="?", help="the working tree unless given")
    parser.add_argument("--against", metavar="COMMIT", help="print the numbers of this commit beside")
    arguments = parser.parse_args()
    columns = {arguments.against: numbers(of_commit(arguments.against))} if arguments.against else {}
    texts = of_commit(arguments.commit) if arguments.commit else of_tree()
    columns[arguments.commit or "working tree"] = numbers(texts)
    print(table(columns) + details(columns[arguments.commit or "working tree"]), end="")


if __name__ == "__main__":
    main()
