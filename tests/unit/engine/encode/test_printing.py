"""printf in the engine: what is known of its text, its length and its buffer."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.bounds import Bounds
from unthread.core.events import Covered, Event, Found, Gap, Reply
from unthread.core.properties import Property
from unthread.core.request import Request
from unthread.core.source import Source
from unthread.engine.deepen import deepen
from unthread.frontend.load import load

TEXT = """
#include <assert.h>
#include <stdio.h>
#include <string.h>
int nondet(void);
int main(void) {
    char small[4], large[32], *null = 0, *far = (char *)8;
    int n = nondet();
    STATEMENT
    return 0;
}
"""


def outcome(statement: str, file: Path) -> str:
    """`wrong`, `complete`, or what is left out."""
    file.write_text(TEXT.replace("STATEMENT", statement))
    events: list[Event] = []

    def tell(event: Event) -> Reply | None:
        events.append(event)
        return None if isinstance(event, Found) else Reply()

    request = Request(frozenset({Property.REACH, Property.MEMORY}), Bounds(unwind=40))
    deepen(load(Source((file,))), request, tell)
    if any(isinstance(event, Found) for event in events):
        return "wrong"
    gaps = {event.what for event in events if isinstance(event, Gap)}
    if gaps:
        return " ".join(gaps).partition(" that ")[2]
    coverage = [event.coverage for event in events if isinstance(event, Covered)][-1]
    return "complete" if coverage.complete else " ".join(map(str, coverage.omissions)).partition(" that ")[2]


@pytest.mark.parametrize(
    ("statement", "expected"),
    [
        # nothing depends on the solver
        ('sprintf(large, "%d-%s", 12, "x"); assert(strcmp(large, "12-x") == 0);', "complete"),
        ('sprintf(large, "%d-%s", 12, "x"); assert(large[3] != \'x\');', "wrong"),
        ('assert(printf("%s", "hello") == 5);', "complete"),
        ('snprintf(small, 4, "%s", "hello"); assert(strcmp(small, "hel") == 0);', "complete"),
        ('sprintf(small, "%d", 12345);', "wrong"),
        ('sprintf(small, "%d", 123);', "complete"),
        ('assert(snprintf(0, 0, "%d", 12345) == 5);', "complete"),
        # numbers that the solver chooses
        ('printf("%d %c %lx\\n", n, n, (long)n);', "complete"),
        ('printf("%s %5.1f\\n", "abc", (double)n);', "complete"),
        ('sprintf(large, "%d %d", n, n);', "complete"),
        ('sprintf(large, "%.20d %d", n, n);', "writes beyond its buffer"),
        ('sprintf(small, "%d", n);', "writes beyond its buffer"),
        ('snprintf(small, 4, "%d", n);', "complete"),
        ('snprintf(small, 5, "%d", n);', "writes beyond its buffer"),
        # strings that nobody knows
        ('printf("%s", null);', "complete"),
        ('printf("%s", far);', "wrong"),
        ("printf(null);", "reads invalid memory"),
        ('printf("%s", n ? "one" : "another");', "complete"),
        ('printf("%s", n ? "one" : far);', "wrong"),
        ('small[0] = n; small[1] = n; small[2] = n; small[3] = 0; printf("%s", small);', "complete"),
        ('small[0] = n; small[1] = n; small[2] = n; small[3] = n; printf("%s", small);', "wrong"),
        ('printf("%s", large);', "wrong"),  # which nobody has set
        ('char *s = malloc(2); s[0] = n; s[1] = 0; printf("%s", s); free(s);', "complete"),
        ('char *s = malloc(2); s[0] = n; s[1] = 0; free(s); printf("%s", s);', "wrong"),
        ('snprintf(small, 4, "%d", n); printf("%s", small);', "complete"),
        ('printf(n ? "one" : "%d", n);', "reads invalid memory"),
        ("if (n & 1 && !(n % 2)) printf(null);", "complete"),  # which no execution comes to
        ('if (n & 1 && !(n % 2)) sprintf(small, "%d", n);', "complete"),
        ('char big[500]; snprintf(big, 500, "%d", n); printf("%s", big);', "complete"),
        ("puts(null);", "wrong"),
    ],
)
def test_statements(statement: str, expected: str, tmp_path: Path) -> None:
    assert outcome(statement, tmp_path / "a.c") == expected
