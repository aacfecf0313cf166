"""What calls have read from memory since they last went back."""

from __future__ import annotations

from pathlib import Path

from tests.support.recorded import recorded

LOOP = """#include <assert.h>
int first = 1, second = 1;
static int is_set(const int *flag) { return *flag; }
int main(void)
{
    for (int round = 0;; round++) {
        assert(is_set(&first) && second == 1);
        first = 0, second = round + 8;
    }
}
"""


def test_an_earlier_round_says_nothing_of_this_one(tmp_path: Path) -> None:
    """`second` was read in the first one only; what a function has read for its caller counts."""
    trace = recorded(tmp_path, LOOP, "0:20", (7, 9))
    assert trace.violation.values == (("first", "0"),)


LINE = """#include <assert.h>
int x = 1, y;
int main(void) { int z = x; x = z + 1; assert(y && x == 1); }
"""


def test_what_stands_before_in_the_line_was_not_read_for_the_condition(tmp_path: Path) -> None:
    trace = recorded(tmp_path, LINE, "0:20", (3, 40))
    assert trace.violation.values == (("y", "0"),)
