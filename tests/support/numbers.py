"""What is known of the numbers of a C program."""

from __future__ import annotations

from pathlib import Path

from tests.support.sources import loaded
from unthread.analysis.points_to import points_to_in
from unthread.program.instructions import Call
from unthread.proof.numbers.cells import Cells
from unthread.proof.numbers.flow import Flow
from unthread.proof.numbers.spans import Ladder, Span
from unthread.proof.prover import Prover
from unthread.proof.walk import Walk

HEADER = """#include <pthread.h>
static int a, b = 1, row[4];
static unsigned u;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int __VERIFIER_nondet_int(void);
static void look(int value) { (void)value; }
"""
MAIN = """
int main(void)
{
    pthread_t t;
    for (;;)
        pthread_create(&t, 0, work, 0);
}
"""


def walked(body: str, directory: Path) -> Walk:
    """A program whose threads execute the body."""
    text = f"{HEADER}static void *work(void *unused) {{ int l = 0; {body} return unused; }}{MAIN}"
    return Walk(program := loaded(text, directory), points_to_in(program, trust_indices=False))


def cells_of(walk: Walk) -> Cells:
    proof = Prover(walk)
    return Cells(walk, proof.order, proof.locks, proof.touched)


def flow_of(body: str, directory: Path, *numbers: int) -> Flow:
    walk = walked(body, directory)
    return Flow(walk, cells_of(walk), Ladder(numbers))


def looked_at(flow: Flow) -> list[Span | None]:
    """What is known of the arguments of `look`."""
    found = []
    for node, state in sorted(flow.states.items()):
        item = flow.walk.instruction(node)
        if isinstance(item, Call) and "look" in flow.walk.callees.get(node, ()):
            found.append(flow.evaluator.span(node, item.arguments[0], state))
    return found
