"""Where keys and values stand in TOML, in all of its spellings."""

from __future__ import annotations

import tomllib
from typing import Any

from unthread.project.toml_places import places

TEXT = '''# a comment = "with # and ["
a = 1   # another
"quoted key" = 'text, with ] and }'
b.c = """
several [lines]
x = 3
"""
d = [ 1, "two, ]", # comment ]
      [3, 4], { e = 5, f = "}" } ]

[table.inner]
g = true
[[many]]
h = 1
[many.sub]
i = 'é' ; j = 2
[[many]]
h = 2
'''.replace(" ; j = 2", "")


def paths(value: Any, path: tuple[str | int, ...] = ()) -> set[tuple[str | int, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return {path} | {inner for key, item in items for inner in paths(item, (*path, key))}


def test_finds_every_key_and_every_value() -> None:
    found = places(TEXT)
    missing = paths(tomllib.loads(TEXT)) - set(found) - {(), ("b",), ("table",), ("many",)}
    assert missing == set()


def test_tells_where_they_are() -> None:
    found = places(TEXT)
    assert found["a",].key == (2, 1)
    assert found["a",].value == (2, 5)
    assert found["quoted key",].value == (3, 16)
    assert found["d", 2, 1].value == (9, 11)
    assert found["d", 3, "f"].key == (9, 24)
    assert found["many", 1, "h"].value == (18, 5)
    assert found["many", 0, "sub", "i"].value == (16, 5)


def test_keys_in_quotes_are_what_they_stand_for() -> None:
    assert places(r"""
"\u0061 \"b" = 1
'c\d' = 2
""").keys() == {('a "b',), (r"c\d",)}


def test_columns_count_bytes() -> None:
    assert places('x = ["é", 1]')["x", 1].value == (1, 12)
