"""The engine's answers about a bounded program."""

from __future__ import annotations

from collections.abc import Iterator

from unthread.core.properties import Property
from unthread.core.source import Loc
from unthread.core.trace import Witness
from unthread.engine.search import Search

MOST_ROUNDS = 12  # far more than such small programs need


def engine_violations(search: Search) -> Iterator[tuple[tuple[Property, Loc], Witness]]:
    for claim in dict.fromkeys((c.property, c.loc) for c in search.encoding.collected.claims):
        witness = search.violation_of(*claim)
        if witness is not None:
            assert (witness.violation.property, witness.violation.loc) == claim
            yield claim, witness
