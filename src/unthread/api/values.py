"""What the texts mean that users give as values of options."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import fields
from typing import TYPE_CHECKING

from unthread.core.diagnostics import UsageError
from unthread.declaration import METADATA
from unthread.options import BoundOptions
from unthread.text_options import CompilerOptions

if TYPE_CHECKING:
    from unthread.core.bounds import Bounds
    from unthread.core.properties import Property
    from unthread.core.request import Reduction

SECONDS = {"": 1, "s": 1, "m": 60, "min": 60, "h": 3600}
BYTES = {"": 1 << 20, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


def read_quantity(name: str, text: str, units: dict[str, int]) -> float:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([a-zA-Z]*)", text.strip())
    unit = units.get(found[2].lower().removesuffix("b") or "") if found else None
    if found is None or unit is None or float(found[1]) == 0:
        example = "a duration, such as 90s, 15m, 2h" if units is SECONDS else "a size, such as 512M, 8G"
        raise UsageError(f"{name}: '{text}' is not {example}")
    return float(found[1]) * unit


BOUNDS = ("unwind", "unwind_loops", "unwind_max", "depth", "threads")


def given_flags(options: CompilerOptions, kind: type[CompilerOptions], names: Sequence[str]) -> list[str]:
    """The flags of those options that differ from their defaults."""
    declared = {field.name: field.metadata[METADATA] for field in fields(kind)}
    return [declared[name].flags[0] for name in names if getattr(options, name) != declared[name].default]


def bounds_of(options: BoundOptions) -> Bounds:
    from unthread.core.bounds import Bounds

    named = read_named_loops(options.unwind_loops)
    return Bounds(options.unwind, named, options.unwind_max, options.depth, options.threads)


def read_named_loops(texts: Sequence[str]) -> tuple[tuple[str, int, int], ...]:
    named = []
    for text in texts:
        place, _, times = text.rpartition("=")
        file, _, line = place.rpartition(":")
        if not (file and line.isdecimal() and times.isdecimal()):
            raise UsageError(f"--unwind-loop: '{text}' is not of the form FILE:LINE=N")
        named.append((file, int(line), int(times)))
    return tuple(named)


def read_reductions(text: str, none: bool, searches: bool = False) -> frozenset[Reduction]:
    """Whoever `searches` may also leave schedules out that others stand for."""
    from unthread.core.request import USUAL, Reduction

    names = [name.strip() for name in text.split(",") if name.strip()]
    if none and set(names) != set(USUAL):
        raise UsageError("--no-reduce and --reduce are mutually exclusive")
    for name in names:
        known = [item for item in Reduction if searches or item in USUAL]
        if name not in known:
            raise UsageError(f"--reduce: '{name}' is not one of {', '.join(known)}")
    return frozenset() if none else frozenset(map(Reduction, names))


def read_properties(text: str | None) -> frozenset[Property]:
    """Those that are named; the usual ones if none is."""
    from unthread.core.properties import DEFAULT_PROPERTIES, Property

    if text is None:
        return DEFAULT_PROPERTIES
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in (*Property, "all"):
            known = ", ".join(Property)
            raise UsageError(f"unknown property '{name}'", hint=f"the properties are {known}, and all")
    everything = frozenset(Property) - {Property.LEAK_ALL} if "all" in names else frozenset()
    return everything | {Property(name) for name in names if name != "all"}
