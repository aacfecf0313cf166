"""Large objects with unknown indices: what the solver finds in them lies where C puts it."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.source import Source
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.search import Search
from unthread.frontend.load import load

TABLE = """
#include <assert.h>
unsigned nondet(void);
static long long table[300];
int main(void) {
    unsigned i = nondet(), j = nondet();
    if (i >= 300 || j >= 1000)
        return 0;
    table[i] = 0x1122334455667788LL;
    BODY
    return 0;
}
"""


@pytest.mark.parametrize(
    ("body", "distance"),
    [
        ("assert(*(int *)((char *)table + 2 * j) != 0x33445566);", 2),
        ("assert(*(short *)((char *)table + 2 * j) != 0x1122);", 6),
        ("assert(*(long long *)((char *)table + 2 * j) != 0x77880000LL << 32);", -6),
        ("*(int *)((char *)table + 2 * j) = 5; assert(table[i] != 0x1122000000057788LL);", 2),
        ("*(int *)((char *)table + 2 * j) = -1; assert(table[i] != 0x112233445566ffffLL);", -2),
    ],
)
def test_accesses_of_different_sizes(tmp_path: Path, body: str, distance: int) -> None:
    """The elements of the array are split for accesses that do not fit them."""
    file = tmp_path / "a.c"
    file.write_text(TABLE.replace("BODY", body))
    bounded = bound(load(Source((file,))), Bounds(unwind=1))
    search = Search(RoundsEncoding(bounded, visible_points(bounded), bounded.properties))
    search.add_round()
    witness = search.violation()
    assert witness is not None
    given = {value.name: int(value.value) for value in witness.inputs}
    assert 2 * given["j"] - 8 * given["i"] == distance
