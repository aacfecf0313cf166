"""Small C programs, encoded: rounds of all their threads, and the questions about them."""

from __future__ import annotations

from pathlib import Path

from tests.support.sources import loaded
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import ASSERTED, Property
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.order.encoding import OrderEncoding
from unthread.engine.order.search import OrderSearch
from unthread.engine.search import Search

HEADER = """#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
extern int nondet(void);
extern void __VERIFIER_assume(int);
"""
FIRST_LINE = HEADER.count("\n") + 1


def encoded(
    text: str, directory: Path, properties: frozenset[Property] = ASSERTED, rounds: int = 1, unwind: int = 2
) -> RoundsEncoding:
    bounded = bound(loaded(HEADER + text, directory), Bounds(unwind=unwind), properties)
    encoding = RoundsEncoding(bounded, visible_points(bounded), properties)
    for _ in range(rounds):
        encoding.add_round()
    return encoding


def found(
    text: str, directory: Path, properties: frozenset[Property] = ASSERTED, rounds: int = 2
) -> set[Property]:
    """Which properties some execution violates within these rounds."""
    search = Search(encoded(text, directory, properties, rounds))
    return {
        claim.property for claim in search.encoding.collected.claims if is_possible(search, claim.property)
    }


def is_possible(search: Search, property: Property) -> bool:
    claims = (claim for claim in search.encoding.collected.claims if claim.property is property)
    return any(search.violation_of(claim.property, claim.loc) for claim in claims)


def ordered(
    text: str,
    directory: Path,
    properties: frozenset[Property] = ASSERTED,
    unwind: int = 2,
    with_stops: bool = False,
) -> OrderSearch:
    """All schedules at once."""
    bounded = bound(loaded(HEADER + text, directory), Bounds(unwind=unwind), properties)
    return OrderSearch(OrderEncoding(bounded, visible_points(bounded), properties, with_stops=with_stops))
