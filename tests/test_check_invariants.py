"""`check --prove invariants`: loops without a bound, from the command line to the verdict."""

from __future__ import annotations

from tests.support.commands import Capture, Write, execute
from tests.support.commands import write as write

OPTIONS = ("check", "--prove", "invariants", "--property", "reach,lock", "--time", "300s")
TEXT = """#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int left, right;
void *f(void *u) {
    for (;;) {
        pthread_mutex_lock(&m);
        left = !left;
        right = !right;
        assert(left == right);
        pthread_mutex_unlock(&m);
    }
}
int main(void) {
    pthread_t t[2];
    for (int i = 0; i < 2; i++)
        pthread_create(&t[i], 0, f, 0);
    pthread_join(t[0], 0);
}
"""


def test_endless_threads_are_safe_by_an_invariant(write: Write, capsys: Capture) -> None:
    code, out, _ = execute(capsys, *OPTIONS, "--invariant", write(TEXT))
    assert code == 0
    assert out.startswith("SAFE")
    assert "by an inductive invariant, without bounds" in out
    assert "one of these:" in out


def test_the_document_has_it(write: Write, capsys: Capture) -> None:
    _, out, _ = execute(capsys, *OPTIONS, "--json", write(TEXT))
    assert '"an inductive invariant"' in out
    assert '"invariant": "' in out


def test_one_changed_line_is_found(write: Write, capsys: Capture) -> None:
    broken = TEXT.replace("pthread_mutex_lock(&m);", ";").replace("pthread_mutex_unlock(&m);", ";")
    code, _, _ = execute(capsys, *OPTIONS, write(broken))
    assert code == 10


def test_nobody_else_is_asked_for_invariants(write: Write, capsys: Capture) -> None:
    """Whoever gives a bound wants a search within it."""
    _, out, _ = execute(capsys, *OPTIONS, "--unwind", "2", write(TEXT))
    assert out.startswith("NO BUG FOUND")
    assert "invariant" not in out
