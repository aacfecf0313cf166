"""Functions that read what comes from outside: what they may do to the program's memory is searched."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.source import Loc, Source
from unthread.engine.encode.execute import Encoding
from unthread.engine.search import Search
from unthread.frontend.load import load

PROPERTIES = frozenset({Property.REACH, Property.MEMORY})
LINE = "char *gets(char *); char line[4]; int main(void) { BODY return 0; }"
FILES = """#include <poll.h>
int main(void) { struct pollfd f[2] = {{0, POLLIN, 7}, {-1, POLLIN, 7}}; int n = poll(f, 2, -1); BODY }"""


@pytest.mark.parametrize(
    ("text", "body", "broken"),
    [
        (LINE, "gets(line);", Property.MEMORY),
        (LINE, "char *got = gets(line); assert(got == 0 || line[0] != 'x');", Property.REACH),
        (FILES, "assert(n < 1);", Property.REACH),
        (FILES, "assert(n != -1);", Property.REACH),
        (FILES, "assert(n < 1 || !(f[0].revents & POLLIN));", Property.REACH),
        (FILES, "assert(n <= 1);", None),
        (FILES, "assert(n == -1 || f[1].revents == 0);", None),
        (FILES, "assert(n == -1 || !(f[0].revents & POLLOUT));", None),
        (FILES, "assert(n != 1 || f[0].revents != 0);", None),
    ],
)
def test_what_may_come(tmp_path: Path, text: str, body: str, broken: Property | None) -> None:
    file = tmp_path / "a.c"
    file.write_text(f"#include <assert.h>\n{text.replace('BODY', body)}\n")
    bounded = bound(load(Source((file,))), Bounds(unwind=6), PROPERTIES)
    search = Search(Encoding(bounded, visible_points(bounded), PROPERTIES))
    search.add_round()
    found: set[tuple[Property, Loc]] = set()
    while (witness := search.violation(found)) is not None:
        found.add((witness.violation.property, witness.violation.loc))
    assert (broken is None and not found) or broken in {property for property, _ in found}
