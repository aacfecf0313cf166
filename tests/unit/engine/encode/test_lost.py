"""Blocks that nothing leads to, as a condition."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.encoding import found
from unthread.core.properties import Property

LEAK, LEAK_ALL = Property.LEAK, Property.LEAK_ALL
KEPT = """
#include <pthread.h>
#include <stdint.h>
#include <string.h>
struct node { struct node *next, *other; } *kept;
struct node *many[64];
uintptr_t number;
char bytes[24];
struct node *new(void) { return calloc(1, sizeof(struct node)); }
"""


@pytest.mark.parametrize(
    ("body", "is_lost"),
    [
        ("kept = new(); kept->next = new(); kept->next->other = new();", False),
        ("kept = new(); kept->next = new(); kept->next = 0;", True),
        ("kept = new(); kept->next = new(); kept->next->next = kept; kept = 0;", True),
        ("struct node *a = new(), *b = new(); kept = nondet() ? a : b;", True),
        ("struct node *a = new(), *b = new(); a->next = b; b->next = a; kept = nondet() ? a : b;", False),
        ("unsigned at = nondet(); many[at % 64] = new();", False),
        ("unsigned at = nondet(); many[at % 64] = new(); many[7] = 0;", True),
        ("struct node *a = new(); memcpy(bytes + 8, &a, sizeof a);", False),
        ("struct node *a = new(); for (int i = 0; i < 8; i++) bytes[i] = ((char *)&a)[i];", False),
        ("number = (uintptr_t)new() | 1;", False),
        ("number = (uintptr_t)new(); number &= 0xffff;", True),
    ],
)
def test_one_thread(body: str, is_lost: bool, tmp_path: Path) -> None:
    text = f"{KEPT} int main(void) {{ {body} return 0; }}"
    expected = {LEAK} if is_lost else set()
    assert found(text, tmp_path, frozenset({LEAK}), rounds=1) == expected
    assert found(text, tmp_path, frozenset({LEAK_ALL}), rounds=1) == {LEAK_ALL}
