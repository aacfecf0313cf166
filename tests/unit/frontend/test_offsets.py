"""offsetof with an index that is no constant."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.commands import Capture, check
from tests.support.statuses import status_of

TYPES = """#include <stddef.h>
struct cell { char c; int v; };
struct list { short count; struct { struct cell pair[2]; }; union { int n; char text[4]; } last[]; };
struct bits { int a : 3; int b; };
"""


@pytest.mark.parametrize(
    ("place", "offset"),
    [
        ("struct list, last[i]", 20 + 4 * 3),
        ("struct list, last[i - 2].text[i]", 20 + 4 + 3),
        ("struct list, pair[i - 2].v", 4 + 8 + 4),
        ("struct list, last[-i].n", 20 - 12),
        ("typeof(*(struct list *)0), last[i]", 32),
        ("struct { char c; double d[2]; }, d[i]", 32),
    ],
)
def test_offsets(place: str, offset: int, tmp_path: Path) -> None:
    body = f"int i = 3; return (int)offsetof({place});"
    assert status_of(body, tmp_path, TYPES) == offset


def test_an_index_that_is_an_input(tmp_path: Path, capsys: Capture) -> None:
    file = tmp_path / "a.c"
    file.write_text(
        f"{TYPES}#include <assert.h>\nint __VERIFIER_nondet_int(void);\nint main(void) {{\n"
        "    int i = __VERIFIER_nondet_int();\n"
        "    if (i >= 0 && i < 9) assert(offsetof(struct list, last[i]) != 40);\n"
        "    return 0;\n}\n"
    )
    code, out, _ = check(capsys, str(file))
    assert code == 10
    assert "input i (int): 5" in out
