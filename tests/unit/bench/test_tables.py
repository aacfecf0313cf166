"""The tables of a suite."""

from __future__ import annotations

from tests.support.benches import RUNS
from unthread.bench.tables import as_text

TEXT = """\
a suite
family  tool    programs  pass  bounded  wrong  miss  CPU s  mean s
one     ours           2     2                          3.0    1.50
one     theirs         2     1        1                12.0    6.00
two     ours           1                           1    3.0
two     theirs         1                     1          0.5
all     ours           3     2                     1    6.0    1.50
all     theirs         3     1        1      1         12.5    6.00
"""


def test_columns_without_entries_are_left_out() -> None:
    text = as_text("a suite", RUNS)
    assert text.startswith(TEXT)
    assert "theirs takes 4.00 times as long as ours (geometric mean of 2, from 2.00 to 8.0)" in text
    assert text.endswith("wrong answers:\n  theirs: <c>.c: safe, expected unsafe\n")
