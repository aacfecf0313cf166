"""Threads that are interchangeable take a step in order: `in_turn`. The argument is in
docs/decisions/0021-symmetry.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from unthread.bound.alike.classes import Alike
from unthread.engine.encode.timetable import Timetable
from unthread.engine.order.memory import Happening
from unthread.engine.order.relation import Relation
from unthread.engine.order.thread import OrderThread
from unthread.engine.terms.nodes import Bool


def in_turn(
    timetable: Timetable,
    relation: Relation,
    threads: Sequence[OrderThread],
    happenings: Sequence[Happening],
) -> Iterator[Bool]:
    """The second of two threads that are alike takes the step only after the first has taken it."""
    terms, rounds = relation.terms, timetable.rounds
    for found in timetable.alike:
        segment = _leading(found, threads, happenings)
        if segment is None:
            continue
        for first, second in pairwise(found.threads):
            takes = [rounds.passed(number, 1, segment) for number in (first, second)]
            comes = relation.before((first, segment), (second, segment))
            yield terms.implies(terms.both(timetable.in_turn, takes[1]), terms.both(takes[0], comes))


def _leading(found: Alike, threads: Sequence[OrderThread], happenings: Sequence[Happening]) -> int | None:
    """The step that is ordered: one that no thread leaves out, and the first visible one unless they may all
    be created before any of them takes one. Then it is the first that writes what the others use: in which
    order reads come makes no difference."""
    written = {
        happening.segment[1]
        for happening in happenings
        if happening.segment is not None and happening.segment[0] == found.threads[0] and happening.writes
    }
    run = threads[found.threads[0]]
    certain = [
        segment
        for segment in range(1, len(run.plan.points) + 1)
        if all(threads[number].paths[segment] is run.terms.true for number in found.threads)
    ]
    if found.at_once:
        certain = [segment for segment in certain if segment in written] or certain
    elif certain != [] and certain[0] != 1:
        return None
    return next(iter(certain), None)
