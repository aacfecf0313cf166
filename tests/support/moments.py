"""What searchers would be quoted with if they were stopped at any moment: who contradicts whom must not
depend on who is quicker."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from pathlib import Path

from unthread.api.choice import chosen_backends
from unthread.api.requests import request_of
from unthread.core.events import Searcher, Stopped
from unthread.core.process import Limits
from unthread.core.source import Source
from unthread.core.verdict import UnknownCause
from unthread.frontend.load import load
from unthread.options import CheckOptions
from unthread.results.findings import SearchResult, contradictions
from unthread.results.searches import Asked, ChildSearch
from unthread.story import order, prepare

_SECONDS = 8.0  # for each searcher


def moments(asked: Asked, searcher: Searcher) -> list[SearchResult]:
    """After each event, and at the end."""
    search = ChildSearch(replace(asked, deadline=time.monotonic() + _SECONDS), searcher)
    found = []
    search.start()
    try:
        while not search.is_done:
            event = search.receive(1.0)
            search.take(event)
            if event is not None and not search.is_done:
                found.append(search.result(Stopped(UnknownCause.STOPPED, "stopped")))
    finally:
        search.stop()
    return [*found, search.result(None)]


def contradicting(file: Path, properties: str, backends: str) -> Iterator[tuple[str, str]]:
    """The names of all who could contradict each other; the engine's second way to search is one of them."""
    options = CheckOptions(properties=properties, backends=backends, no_sample=True)
    request = request_of(options, None)
    chosen = chosen_backends(options, request, lambda text: None)
    source, limits = Source((file,)), Limits(_SECONDS, 4 << 30)
    asked = prepare(load(source), source, chosen.request, limits, time.monotonic() + _SECONDS)
    told = [moments(asked, backend(asked)) for backend in (*chosen.backends, order)]
    for claiming, denying in permutations(told, 2):
        for one in claiming:
            yield from ((a.name, b.name) for other in denying for a, b in contradictions([one, other]))
