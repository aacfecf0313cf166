"""Which properties the engine finds violated in a small program, all of it replayed."""

from __future__ import annotations

from pathlib import Path

from tests.support.engine import MOST_ROUNDS, engine_violations
from tests.support.sources import loaded
from unthread.bound.loops.spinning import with_waits
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.search import Search
from unthread.results.match import match

HEADER = """
#include <assert.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <threads.h>
extern int any(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
"""
NOTHING: set[Property] = set()


def violated(text: str, properties: set[Property], directory: Path, unwind: int = 4) -> set[Property]:
    """What the engine finds, all of it replayed; the search must cover all that the bounds allow."""
    asked = frozenset(properties)
    program = with_waits(loaded(HEADER + text, directory), asked)
    bounded = bound(program, Bounds(unwind=unwind), asked, bulk=True)  # as `check` does
    search = Search(RoundsEncoding(bounded, visible_points(bounded), asked))
    for _ in range(MOST_ROUNDS):
        search.add_round()
        if not search.last_round_is_used():
            break
    found = dict(engine_violations(search))
    for witness in found.values():
        assert match(program, witness, asked) is not None, f"no replay: {witness.violation.message}"
    return {property for property, _ in found}


def with_thread(thread: str, main: str, outside: str = "") -> str:
    return (
        f"{outside}\nvoid *run(void *given) {{ {thread} return 0; }}\n"
        f"int main(void) {{ pthread_t t; pthread_create(&t, 0, run, 0); {main} }}\n"
    )
