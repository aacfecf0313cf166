"""C text, analyzed, and readable names for what was found."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

import pytest

from unthread.analysis.locations import FunctionObject, Location, Site
from unthread.analysis.points_to import PointsTo, points_to_in
from unthread.core.source import DataModel, Source
from unthread.frontend.load import load
from unthread.program.expressions import Place, Read, Variable, VariablePlace
from unthread.program.instructions import Assign, Call, Spawn, accesses
from unthread.program.program import Program
from unthread.program.query.uses import variables_of


@dataclass(frozen=True, slots=True)
class Analyzed:
    program: Program
    pointers: PointsTo

    def variable(self, name: str) -> Variable:
        """By its unique name: `x` of file scope, `main::x` of a function."""
        if name in self.program.globals:
            return self.program.globals[name].variable
        body = self.program.functions[name.split("::")[0]]
        mentioned = (found for item in body.body for found in variables_of(item))
        return next(found for found in (*body.parameters, *mentioned) if found.name == name)

    def targets(self, name: str) -> set[str]:
        """What a variable may point to."""
        return texts(self.pointers.targets(Read(VariablePlace(self.variable(name)))))

    def written(self, function: str, line: int) -> set[str]:
        """Where assignments to memory on a line may write."""
        return texts(found for place in self.targets_of(function, line) for found in self.places(place))

    def targets_of(self, function: str, line: int) -> list[Place]:
        body = self.program.functions[function].body
        return [item.target for item in body if isinstance(item, Assign) and item.loc.line == line]

    def accessed(self, function: str, line: int) -> list[Place]:
        body = self.program.functions[function].body
        return [access.place for item in body if item.loc.line == line for access in accesses(item)]

    def places(self, place: Place) -> frozenset[Location]:
        return self.pointers.places(place)

    def callees(self, function: str) -> set[str]:
        """Whom the calls and spawns of a function may reach."""
        return {
            name
            for index, item in enumerate(self.program.functions[function].body)
            if isinstance(item, Call | Spawn)
            for name in self.pointers.callees(function, index)
        }


def texts(locations: Iterable[Location]) -> set[str]:
    return {text(location) for location in locations}


def text(location: Location) -> str:
    """`x`, `x+8` at an offset, `x+?` at any, `x[4]` for elements of four bytes."""
    match location.object:
        case Variable(name):
            found = name
        case Site(body, index, context):
            sites = ((body, index), *context)
            found = "new " + " ".join(f"{name}:{at}" for name, at in sites)
        case FunctionObject(name):
            found = f"{name}()"
        case _:
            found = "unknown"
    if location.offset is None:
        return found + "+?"
    offset = f"+{location.offset}" if location.offset else ""
    return found + offset + "".join(f"[{stride}]" for stride, _ in location.strides)


def load_text(directory: Path, text: str, data_model: DataModel = DataModel.M64) -> Program:
    path = directory / "t.c"
    path.write_text(text)
    return load(Source((path,), data_model=data_model))


def analyze_text(directory: Path, text: str) -> Analyzed:
    program = load_text(directory, text)
    return Analyzed(program, points_to_in(program))


Analyze = Callable[[str], Analyzed]


@pytest.fixture
def analyze(tmp_path: Path) -> Analyze:
    return lambda text: analyze_text(tmp_path, text)
