"""Prints, carried out symbolically: what they read, and what they leave in buffers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.encoding import found
from unthread.core.properties import Property


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ('char b[8]; sprintf(b, "%d", 42); assert(b[0] == 52 && b[1] == 50 && !b[2]);', set()),
        ('char b[8]; sprintf(b, "%d", 42); assert(b[1] != 50);', {Property.REACH}),
        ('char b[2]; sprintf(b, "%d", 42);', {Property.MEMORY}),
        ('char b[2]; snprintf(b, sizeof b, "%d", 42); assert(b[0] == 52 && !b[1]);', set()),
        ('char s[2] = {65, 66}; printf("%s", s);', {Property.MEMORY}),
        ('char s[3] = {65, 66}; printf("%s", s);', set()),
        ('char *s = malloc(2); s[0] = 0; free(s); printf("%s", s);', {Property.MEMORY}),
    ],
)
def test_prints(body: str, expected: set[Property], tmp_path: Path) -> None:
    properties = frozenset({Property.MEMORY, Property.REACH})
    assert found(f"int main(void) {{ {body} return 0; }}", tmp_path, properties, rounds=1) == expected
