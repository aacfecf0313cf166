"""Which functions of the C library do C projects call, and which of them does unthread model?

In: folders, each a checkout of one project. Out: tables of the calls by project and by function. A small
lexer reads the text, since few projects compile without being configured first, and then only for one
configuration. A call is a name before a parenthesis, inside a function or in the body of a macro, that is
no member and that the project neither defines nor makes a macro of. It counts if the C library of this
machine exports the name, or unthread models it. What projects carry along from others (`deps` and the
like), and what is for other systems, is not read.

`--table` prints what docs/LIBRARY.md has at its end.
"""

from __future__ import annotations

import argparse
import ctypes
import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

LIBRARY = Path(__file__).parent.parent / "docs" / "LIBRARY.md"
FOREIGN = re.compile(
    r"deps|third[-_]?party|vendor|external|contrib|win|win32|windows|msvc|visualc|darwin|macosx?",
    re.IGNORECASE,
)
# In the C library, but not exported by name: they are linked into each program, or are macros.
UNEXPORTED = {"assert", "at_quick_exit", "atexit", "pthread_atfork", "alloca"}
BEFORE_A_CALL = {"case", "do", "else", "goto", "return"}
NOT_CALLED = {
    "_Alignof",
    "_Generic",
    "__attribute__",
    "__typeof__",
    "defined",
    "for",
    "if",
    "sizeof",
    "switch",
}
NOT_CALLED |= {"typeof", "while"}
TOKEN = re.compile(
    r"""
    (?P<skip>/\*.*?\*/ | //[^\n]*)
    | ^[ \t]*\#[ \t]*define[ \t]+(?P<macro>\w+)(?P<body>[^\n]*)
    | (?P<directive>^[ \t]*\#[^\n]*)
    | (?P<string>"(?:\\.|[^"\\\n])*" | '(?:\\.|[^'\\\n])*')
    | (?P<word>[A-Za-z_]\w*)
    | (?P<end>^\})
    | (?P<sign>->|[{}();.=])
    | (?P<other>\S)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)


@dataclass(slots=True)
class Names:
    """What one file defines for the project and for itself alone, and what it calls."""

    shared: set[str] = field(default_factory=set)
    own: set[str] = field(default_factory=set)
    calls: Counter[str] = field(default_factory=Counter)


@dataclass(slots=True)
class Reader:
    """Follows the tokens of one file."""

    names: Names
    depth: int = 0  # of braces
    round_depth: int = 0  # of parentheses
    words: list[str] = field(default_factory=list)  # of a declaration outside functions
    callees: list[str] = field(default_factory=list)  # those before a parenthesis
    is_data: bool = False  # the declaration has an initializer
    before: str = ""
    word: str = ""  # the last token, if it was a word
    before_word: str = ""

    def take(self, token: str) -> None:
        if token == "(" and self.word:
            self._opened(self.word)
        if token == "{":
            self._enter()
        elif token == "}":
            self._leave()
        elif self.depth == 0:
            self._outside(token)
        is_word = token[0].isalpha() or token[0] == "_"
        self.before_word = self.before if is_word else ""
        self.word = token if is_word else ""
        self.before = token

    def _opened(self, name: str) -> None:
        if name in NOT_CALLED:
            return
        if self.depth == 0:
            self.callees += [name] if self.round_depth == 0 else []
        elif self.before_word not in (".", "->") and not _is_type(self.before_word):
            self.names.calls[name] += 1

    def _outside(self, token: str) -> None:
        self.round_depth += (token == "(") - (token == ")")
        if token == ";" and self.round_depth <= 0:
            self._start()
        elif token == "=":
            self.is_data = True
        elif token not in "()":
            self.words.append(token)

    def _enter(self) -> None:
        if self.depth == 0:
            if self.before.startswith('"'):
                self._start()  # extern "C" {
                return
            if not self.is_data:
                (self.names.own if "static" in self.words else self.names.shared).update(self.callees)
        self.depth += 1

    def _leave(self) -> None:
        self.depth = max(0, self.depth - 1)
        if self.depth == 0:
            self._start()

    def end_function(self) -> None:
        """A brace at the start of a line ends it, whatever became of those in other branches of #if."""
        self.depth = 0
        self._start()

    def _start(self) -> None:
        self.words, self.callees, self.is_data, self.round_depth = [], [], False, 0


def _is_type(word: str) -> bool:
    """Before a name and its parenthesis, it makes a declaration of them."""
    return (word[:1].isalpha() or word[:1] == "_") and word not in BEFORE_A_CALL


def read_text(text: str, *, is_header: bool) -> Names:
    names = Names()
    reader = Reader(names)
    for match in TOKEN.finditer(text.replace("\\\r\n", "  ").replace("\\\n", "  ")):
        if match["macro"] is not None:
            (names.shared if is_header else names.own).add(match["macro"])
            names.calls += macro_calls(match["body"])
        elif match["end"] is not None:
            reader.end_function()
        elif match["skip"] is None and match["directive"] is None:
            reader.take(match[0])
    if is_header:
        names.shared |= names.own
    return names


def macro_calls(body: str) -> Counter[str]:
    """What the replacement text of a macro calls; its parameters come first."""
    replacement = body.partition(")")[2] if body.startswith("(") else body
    names = Names()
    reader = Reader(names, depth=1)
    for match in TOKEN.finditer(replacement):
        if match["skip"] is None:
            reader.take(match[0])
    return names.calls


def files_of(project: Path) -> Iterator[Path]:
    for path in sorted(project.rglob("*.[ch]")):
        folders = path.relative_to(project).parts[:-1]
        if path.is_file() and not any(FOREIGN.fullmatch(folder) for folder in folders):
            yield path


def calls_of(project: Path) -> Counter[str]:
    """Calls of what the project does not define."""
    files = [
        read_text(path.read_text(errors="replace"), is_header=path.suffix == ".h")
        for path in files_of(project)
    ]
    shared = set[str]().union(*(names.shared for names in files))
    calls = Counter[str]()
    for names in files:
        for name, count in names.calls.items():
            if name not in shared and name not in names.own:
                calls[name] += count
    return calls


# ---- what there is


@cache
def _c_library() -> tuple[ctypes.CDLL, ...]:
    return tuple(ctypes.CDLL(name) for name in ("libc.so.6", "libm.so.6"))


def _has(library: ctypes.CDLL, name: str) -> bool:
    try:
        library[name]
    except AttributeError:
        return False
    return True


def is_exported(name: str) -> bool:
    return name in UNEXPORTED or any(_has(library, name) for library in _c_library())


def models(library: Path) -> dict[str, str]:
    """How each function is modelled, as the tables of docs/LIBRARY.md have it."""
    rows = [line.split("|") for line in library.read_text().splitlines() if line.startswith("| `")]
    return {name: row[2].strip() for row in rows for name in re.findall(r"`(\w+)`", row[1])}


def is_modelled(word: str) -> bool:
    return word in ("exact", "loose")


# ---- tables


@dataclass(slots=True)
class Survey:
    calls: dict[str, Counter[str]]  # of each project
    models: dict[str, str]

    def by_function(self) -> list[tuple[str, int, int]]:
        """Name, projects, calls; what most projects call comes first."""
        projects, calls = Counter[str](), Counter[str]()
        for counter in self.calls.values():
            projects.update(counter.keys())
            calls += counter
        return sorted(
            ((name, projects[name], calls[name]) for name in calls),
            key=lambda row: (-row[1], -row[2], row[0]),
        )

    def model(self, name: str) -> str:
        return self.models.get(name, "no model")

    def modelled(self, counter: Counter[str]) -> int:
        return sum(count for name, count in counter.items() if is_modelled(self.model(name)))


def survey(projects: Iterable[Path], known: dict[str, str]) -> Survey:
    calls = {}
    for project in projects:
        found = calls_of(project)
        calls[project.name] = Counter(
            {name: n for name, n in found.items() if name in known or is_exported(name)}
        )
    return Survey(calls, known)


def share(part: int, whole: int) -> str:
    return f"{100 * part / whole:.1f} %" if whole else "-"


def print_projects(found: Survey) -> None:
    print(f"{'project':24} {'functions':>9} {'modelled':>9} {'calls':>7} {'modelled':>9}")
    for name, counter in sorted(found.calls.items()):
        known = sum(is_modelled(found.model(function)) for function in counter)
        calls = counter.total()
        modelled = share(found.modelled(counter), calls)
        print(f"{name:24} {len(counter):9} {share(known, len(counter)):>9} {calls:7} {modelled:>9}")


def print_functions(found: Survey, rows: list[tuple[str, int, int]]) -> None:
    print(f"\n{'function':28} {'projects':>8} {'calls':>7}  model")
    for name, projects, calls in rows:
        print(f"{name:28} {projects:8} {calls:7}  {found.model(name)}")


def print_summary(found: Survey) -> None:
    rows = found.by_function()
    known = [row for row in rows if is_modelled(found.model(row[0]))]
    calls, modelled = sum(row[2] for row in rows), sum(row[2] for row in known)
    print(f"\n{len(found.calls)} projects, {len(rows)} functions, {len(known)} of them modelled", end="; ")
    print(f"{calls} calls, {modelled} of them ({share(modelled, calls)}) of functions that are modelled")


def print_table(found: Survey, least: int) -> None:
    print("| projects | calls | function | model |\n|---|---|---|---|")
    for name, projects, calls in found.by_function():
        if projects >= least:
            print(f"| {projects} | {calls} | `{name}` | {found.model(name)} |")


def main() -> int:
    parser = argparse.ArgumentParser(description="Count the calls of library functions in C projects.")
    parser.add_argument("project", nargs="+", type=Path, help="a folder with the sources of one project")
    parser.add_argument("--library", type=Path, default=LIBRARY, help="the page that says what is modelled")
    parser.add_argument("--missing", action="store_true", help="list only functions without a model")
    parser.add_argument("--table", action="store_true", help="print the list as docs/LIBRARY.md has it")
    parser.add_argument(
        "--least", type=int, default=1, metavar="N", help="list functions that N projects call"
    )
    options = parser.parse_args()
    for project in options.project:
        if not project.is_dir():
            parser.error(f"{project}: not a folder")
    found = survey(options.project, models(options.library))
    if options.table:
        print_table(found, options.least)
        return 0
    rows = [row for row in found.by_function() if row[1] >= options.least]
    if options.missing:
        rows = [row for row in rows if not is_modelled(found.model(row[0]))]
    print_projects(found)
    print_functions(found, rows)
    print_summary(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
