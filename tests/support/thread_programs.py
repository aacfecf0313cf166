"""The programs in tests/programs/threads, what their first lines say, and the library functions that
docs/LIBRARY.md lists."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

from unthread.core.properties import Property
from unthread.core.source import DataModel, Source

ROOT = Path(__file__).parents[2]
LIBRARY = ROOT / "docs" / "LIBRARY.md"
PROGRAMS = sorted((ROOT / "tests" / "programs" / "threads").glob("*.c"))
DIRECTIVE = re.compile(r"// (?P<name>[a-z]+):(?: (?P<value>.*))?")
DIRECTIVES = {"expect", "models", "spurious", "native", "speed"}


def directives(program: Path) -> dict[str, str]:
    """The lines `// name: value` that a program starts with."""
    found: dict[str, str] = {}
    for line in program.read_text().splitlines():
        match = DIRECTIVE.fullmatch(line)
        if match is None:
            break
        assert match["name"] in DIRECTIVES, f"{program.name}: unknown directive: {line}"
        found[match["name"]] = match["value"] or ""
    return found


def models(program: Path) -> list[DataModel]:
    return [DataModel(name) for name in directives(program).get("models", "m64").split()]


def source_of(program: Path, model: DataModel) -> Source:
    """Without spurious wake-ups, where the program says so."""
    spurious = not directives(program).get("spurious", "").startswith("no")
    return Source((program,), data_model=model, spurious=spurious)


def expected(program: Path) -> set[tuple[Property, int]]:
    verdict, _, places = directives(program)["expect"].partition(" ")
    assert verdict == ("unsafe" if places else "safe"), program.name
    pairs = [place.split() for place in places.split(", ") if place]
    return {(Property(name), int(line)) for name, line in pairs}


def documented() -> Counter[str]:
    """The names in the first column of the tables, with how often each is there."""
    rows = [line.split("|") for line in LIBRARY.read_text().splitlines() if line.startswith("| `")]
    assert {row[2].strip() for row in rows} == {"exact", "loose", "unmodelled"}
    return Counter(name for row in rows for name in re.findall(r"`(\w+)`", row[1]))
