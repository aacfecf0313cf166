"""Options from several places → one value each: the command line counts before a target, a target before the
whole configuration. Options that can be repeated add up."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields, replace
from typing import Any

from unthread.core.diagnostics import InputError, UsageError
from unthread.core.source import Loc
from unthread.declaration import METADATA
from unthread.project.configuration import OptionLayer

_FLAG = re.compile(r"(?<![\w-])--?[a-zA-Z][\w-]*")
_OPPOSITES = (("m32", "m64"), ("reduce", "no_reduce"), ("entries", "linearizable"))


def layered(
    given: Mapping[str, Any], chosen: Collection[str], layers: Sequence[OptionLayer]
) -> dict[str, Any]:
    """`given` are the command's values, of which the user has `chosen` some; the first of the layers counts
    least. One that counts more takes the place of its opposite in those that count less."""
    strong: dict[str, Any] = {name: given[name] for name in chosen}
    for layer in reversed(layers):
        strong = _under(strong, layer.values)
    return {**given, **strong}


def _under(strong: dict[str, Any], weak: Mapping[str, Any]) -> dict[str, Any]:
    found = dict(strong)
    for name, value in weak.items():
        if isinstance(value, tuple):
            found[name] = (*value, *strong.get(name, ()))
        elif name not in strong and not any(other in strong for other in _opposites(name)):
            found[name] = value
    return found


def _opposites(name: str) -> list[str]:
    return [other for pair in _OPPOSITES if name in pair for other in pair if other != name]


# Where values that count stand


def places_of(chosen: Collection[str], layers: Sequence[OptionLayer]) -> dict[str, Loc]:
    """Of options that the user has not chosen on the command line, by the names of their fields."""
    found = {name: loc for layer in layers for name, loc in (layer.places or {}).items()}
    return {name: loc for name, loc in found.items() if name not in chosen}


@contextmanager
def told_where(places: Mapping[str, Loc], options: type[Any]) -> Iterator[None]:
    """What is wrong with an option that a configuration has is said with its position there."""
    try:
        yield
    except (UsageError, InputError) as error:
        first = error.diagnostics[0]
        flags = _FLAG.findall(first.message)
        if first.loc is None and (isinstance(error, UsageError) or first.message.startswith("-")):
            names = {flag: item.name for item in fields(options) for flag in item.metadata[METADATA].flags}
            loc = next((places[names[flag]] for flag in flags if names.get(flag) in places), None)
            error.diagnostics = (replace(first, loc=loc), *error.diagnostics[1:])
        raise
