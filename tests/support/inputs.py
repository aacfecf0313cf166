"""Inputs that a test gives by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from unthread.core.source import Loc
from unthread.interpreter.inputs import InputSource
from unthread.program.types import Type
from unthread.values.cells import Value
from unthread.values.scalars import fit


class GivenInputs:
    """Values by name, several of one name used in order, the last one again and again;
    other names come from `otherwise`."""

    def __init__(self, values: Mapping[str, Sequence[Value]], otherwise: InputSource) -> None:
        self.values = {name: list(given) for name, given in values.items()}
        self.used: dict[str, int] = dict.fromkeys(self.values, 0)
        self.otherwise = otherwise

    def value(self, name: str, type: Type, loc: Loc, thread: int) -> Value:
        given = self.values.get(name)
        if not given:
            return self.otherwise.value(name, type, loc, thread)
        number = self.used[name]
        self.used[name] = number + 1
        return fit(given[min(number, len(given) - 1)], type)
