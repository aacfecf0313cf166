"""The programs in examples/, and what their first lines say about them."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.program.program import Program

EXAMPLES = Path(__file__).parents[2] / "examples"
NAMES = sorted(path.name for path in EXAMPLES.iterdir() if path.is_dir())
DIRECTIVE = re.compile(r"// (?P<name>expect|schedule|input): (?P<value>.+)")
EXPECTATION = re.compile(r"unsafe (?P<property>reach|lock|deadlock) (?P<line>\d+)")


@dataclass(frozen=True, slots=True)
class Example:
    file: Path
    expect: str
    schedule: str
    inputs: tuple[str, ...]

    @property
    def failure(self) -> tuple[Property, int]:
        found = EXPECTATION.fullmatch(self.expect)
        assert found, f"{self.file}: `{self.expect}` is no expectation of an unsafe program"
        return Property(found["property"]), int(found["line"])


def read_example(name: str, twin: str) -> Example:
    file = EXAMPLES / name / f"{twin}.c"
    said: dict[str, list[str]] = {"expect": [], "schedule": [], "input": []}
    for line in file.read_text().splitlines():
        found = DIRECTIVE.fullmatch(line)
        if not found:
            break
        said[found["name"]].append(found["value"])
    (expect,) = said["expect"]
    return Example(file, expect, "".join(said["schedule"]), tuple(said["input"]))


@cache
def program_of(file: Path) -> Program:
    return load(Source((file,)))
