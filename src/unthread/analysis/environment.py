"""Executions that are not searched because what surrounds a program is fixed: `Omission`s for the verdict.

That is what comes from outside (`outside.py`), what C leaves open (`open_meanings.py`), and the order in
which other threads see accesses (`orders.py`), unless the user says that all see them in one order.
"""

from __future__ import annotations

from collections.abc import Iterator

from unthread.analysis.open_meanings import open_meanings
from unthread.analysis.orders import weak_orders
from unthread.analysis.outside import not_searched
from unthread.core.source import Loc
from unthread.core.verdict import Cause, Omission
from unthread.program.program import Program

_MOST_PLACES = 3


def not_searched_of(program: Program, is_sequential: bool) -> Iterator[Omission]:
    for what in (*not_searched(program), *open_meanings(program)):
        yield Omission(Cause.ENVIRONMENT, what)
    places = () if is_sequential else weak_orders(program)
    if places:
        yield Omission(Cause.ENVIRONMENT, f"reordered atomic accesses weaker than seq_cst {_at(places)}")


def _at(places: tuple[Loc, ...]) -> str:
    more = len(places) - _MOST_PLACES
    named = ", ".join(map(str, places[:_MOST_PLACES]))
    return f"at {named} and {more} more" if more > 0 else f"at {named}"
