"""What a thread has allocated is its own until it hands it on; schedules that are left out for that matter to
nobody: the oracle tries them all."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import HEADER, bounded_of, compare
from unthread.analysis.steps import Touches, steps_of
from unthread.analysis.unpublished import Unpublished
from unthread.bound.visible import visible_points

SHELL = """struct node {{ struct node *next; int n; }};
struct node *top, *other; int seen; long number; int printf(const char *, ...);
long __VERIFIER_nondet_long(void);
void *look(void *a) {{ struct node *t = top; if (t) seen = t->n; other = t; return a; }}
void *make(void *a) {{
    struct node *n = malloc(sizeof *n);
    n->n = 1;     // before
{body}
    n->n = 2;     // after
    return a;
}}
int main(void) {{
    pthread_t t, u;
    pthread_create(&t, 0, make, 0);
    pthread_create(&u, 0, look, 0);
    {end}
    return 0;
}}
"""


def visible(body: str, directory: Path, end: str = "") -> list[str]:
    """The marks of the lines with steps that need a switch before them."""
    text = SHELL.format(body=body, end=end)
    lines = (HEADER + text).split("\n")
    bounded = bounded_of(text, directory)
    make = visible_points(bounded)[1]
    found = [
        lines[bounded.threads[1].body[step.first].loc.line - 1].partition("// ")[2] for step in make.visible
    ]
    return [mark for mark in found if mark]


@pytest.mark.parametrize(
    "body",
    [
        "    top = n;",
        "    other = n; top = other;",
        "    struct node *own[2] = {0, n}; top = own[1];",
        "    struct node *m = malloc(sizeof *m); m->next = n; top = m->next;",
        "    n->next = n; top = n->next;",
        "    if (seen) top = n;",
        "    n = n + 0; memcpy(&top, &n, sizeof n);",
        "    number = (long)n; top = (struct node *)number;",
        "    char *p = (char *)n; top = (struct node *)p;",
        "    pthread_t v; top = 0; pthread_create(&v, 0, look, n); top = n;",
    ],
)
def test_until_it_is_handed_on(body: str, tmp_path: Path) -> None:
    assert visible(body, tmp_path) == ["after"]


def test_what_a_container_holds_is_known_with_it(tmp_path: Path) -> None:
    body = """    struct node *m = malloc(sizeof *m);
    m->next = n;  // inside
    n->n = 3;     // between
    m->n = 1;     // inside
    top = m;
    top = top->next;"""
    assert visible(body, tmp_path) == ["after"]


def test_an_address_that_is_printed_or_handed_to_a_thread_is_known(tmp_path: Path) -> None:
    use = "\n    n->n = 3;     // between\n    top = n;"
    assert visible('    printf("%p", n);' + use, tmp_path) == ["between", "after"]
    assert visible("    pthread_t v; pthread_create(&v, 0, look, n);" + use, tmp_path) == ["between", "after"]


def test_a_number_that_comes_from_outside_may_be_the_address(tmp_path: Path) -> None:
    guess, compared = "number = __VERIFIER_nondet_long();", "    if (n == other) seen = 1;\n    top = n;"
    assert visible(compared, tmp_path, guess) == ["before", "after"]
    assert visible(compared, tmp_path) == ["after"]
    assert visible("    top = n;", tmp_path, guess) == ["after"]  # nobody looks at the address
    followed = "top = (struct node *)__VERIFIER_nondet_long();"
    assert visible("    top = n;", tmp_path, followed) == ["before", "after"]


def test_only_what_one_instruction_makes_once(tmp_path: Path) -> None:
    """Every copy of a loop's body has its own object."""
    body = """    for (int i = 0; i < 2; i++) {
        struct node *m = malloc(sizeof *m);
        m->n = i;     // inside
        m->next = top;
        top = m;
    }"""
    bounded = bounded_of(SHELL.format(body=body, end=""), tmp_path)
    touches = Touches(bounded)
    unpublished = Unpublished(bounded, touches)
    kept = {
        item.location.object
        for step in steps_of(bounded.threads[1], touches)
        for item in step.touches
        if unpublished.keeps(step, item.location.object)
    }
    assert len(kept) == 3


FILLED = """struct node { struct node *next; int n; };
struct node *top; int flag;
void *make(void *a) {
    struct node *n = malloc(sizeof *n);
    n->n = 0;
    ORDER
    return a;
}
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, make, 0);
    struct node *found = top;
    if (found) assert(found->n == 7); MARK
    if (flag) assert(top); // fails
    return 0;
}
"""


@pytest.mark.parametrize(
    ("order", "mark"),
    [
        ("flag = 1; n->n = 7; top = n;", ""),
        ("n->n = 7; flag = 1; n->next = 0; top = n;", ""),
        ("flag = 1; top = n; n->n = 7;", "// fails"),
        ("struct node *m = malloc(sizeof *m); flag = 1; m->next = n; n->n = 7; top = m->next;", ""),
        ("struct node *m = malloc(sizeof *m); m->n = 7; m->next = n; flag = 1; top = m; n->n = 7;", ""),
        ("struct node **m = malloc(sizeof *m); *m = n; flag = 1; top = *m; (*m)->n = 7;", "// fails"),
        ("if (flag) top = n; n->n = 7; flag = 1; top = n;", ""),
    ],
)
def test_nothing_is_missed(order: str, mark: str, tmp_path: Path) -> None:
    compare(FILLED.replace("ORDER", order).replace("MARK", mark), tmp_path)
