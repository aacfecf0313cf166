"""Memory that nothing leads to any more."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.native import trace_of
from unthread.bound.loops.spinning import with_waits
from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.svcomp.lost import is_lost


@pytest.mark.parametrize(
    ("outside", "body", "expected"),
    [
        ("", "malloc(4);", True),
        ("int *kept;", "kept = malloc(4);", False),
        ("int *kept;", "kept = malloc(4); kept = 0;", True),
        ("char *kept;", "kept = malloc(4); kept += 2;", False),
        ("struct n { struct n *next; } *kept;", "kept = malloc(8); kept->next = malloc(8);", False),
        ("", "int *own = malloc(4); *own = 1;", True),
        ("static int **kept;", "kept = malloc(8); *kept = malloc(4); free(kept);", True),
    ],
)
def test_whether_it_can_still_be_freed(outside: str, body: str, expected: bool, tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text(f"#include <stdlib.h>\n{outside}\nint main(void) {{ {body} return 0; }}\n")
    source = Source((file,))
    trace = trace_of(source, "", Property.LEAK_ALL)
    assert is_lost(with_waits(load(source), trace.properties), trace) is expected
