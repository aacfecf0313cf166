"""Small programs, walked for proofs."""

from __future__ import annotations

from pathlib import Path

from tests.support.sources import loaded
from unthread.analysis.points_to import points_to_in
from unthread.program.expressions import VariablePlace
from unthread.program.instructions import Assign
from unthread.proof.prover import Prover
from unthread.proof.walk import Walk

# Two threads, `first` and `second`, that main joins; `GLOBALS`, and the bodies `FIRST` and `SECOND`.
TWO = """#include <pthread.h>
#include <stdatomic.h>
int x, y;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
GLOBALS
void *first(void *p) { FIRST; return p; }
void *second(void *p) { SECOND; return p; }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, first, 0);
    pthread_create(&u, 0, second, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
"""


def walked(text: str, directory: Path) -> Walk:
    program = loaded(text, directory)
    return Walk(program, points_to_in(program, trust_indices=False))


def two(directory: Path, first: str, second: str, declared: str = "") -> Prover:
    text = TWO.replace("FIRST", first).replace("SECOND", second).replace("GLOBALS", declared)
    return Prover(walked(text, directory))


def locked(body: str, *locks: str) -> str:
    """The body with these locks, given back in reverse order."""
    taken = "".join(f"pthread_mutex_lock(&{lock}); " for lock in locks)
    return taken + body + "".join(f"; pthread_mutex_unlock(&{lock})" for lock in reversed(locks))


def writes(walk: Walk, name: str) -> list[int]:
    """Reached nodes that write the variable by its name."""
    return [
        node
        for node in walk.reached()
        if isinstance(item := walk.instruction(node), Assign)
        and isinstance(item.target, VariablePlace)
        and item.target.variable.name == name
    ]
