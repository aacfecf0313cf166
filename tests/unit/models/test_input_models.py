"""Functions that read what comes from outside: what they may do to the program's memory is searched."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.core.source import Loc, Source
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.search import Search
from unthread.frontend.load import load

PROPERTIES = frozenset({Property.REACH, Property.MEMORY})
LINE = "char *gets(char *); char line[4]; int main(void) { BODY return 0; }"
FILES = """#include <poll.h>
int main(void) { struct pollfd f[2] = {{0, POLLIN, 7}, {-1, POLLIN, 7}}; int n = poll(f, 2, -1); BODY }"""
SYSTEM = """#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <errno.h>
#include <dirent.h>
#include <unistd.h>
char b[4]; struct stat s;
int main(void) { int f = open("name", O_RDONLY); BODY return 0; }"""


@pytest.mark.parametrize(
    ("text", "body", "broken"),
    [
        (SYSTEM, "assert(f >= 0);", Property.REACH),
        (SYSTEM, "assert(f == -1 || f == 3);", None),
        (SYSTEM, "read(f, b, 5);", Property.MEMORY),
        (SYSTEM, "write(1, b, 5);", Property.MEMORY),
        (SYSTEM, "write(f, b, 5);", Property.MEMORY),
        (SYSTEM, "long n = read(f, b, 4); assert(n >= -1 && n <= 4 && (n > 0 || b[0] == 0));", None),
        (SYSTEM, "assert(read(f, b, 4) != 2);", Property.REACH),
        (SYSTEM, "if (f >= 0) { close(f); assert(read(f, b, 1) == -1 && errno == EBADF); }", None),
        (SYSTEM, "if (f >= 0) { close(f); assert(close(f) == -1); }", None),
        (SYSTEM, 'int g = f < 0 ? -1 : open("other", O_RDONLY); assert(g == -1 || g == 4);', None),
        (SYSTEM, "if (fstat(f, &s) == 0) assert(s.st_size >= 0);", None),
        (SYSTEM, "if (fstat(f, &s) == 0) assert(s.st_size != 5);", Property.REACH),
        (SYSTEM, "f = socket(AF_INET, SOCK_STREAM, 0); assert(recv(f, b, 4, 0) != 4);", Property.REACH),
        (SYSTEM, "f = socket(AF_INET, SOCK_STREAM, 0); recv(f, b, 6, 0);", Property.MEMORY),
        (
            SYSTEM,
            "DIR *d = opendir(b); if (d) { struct dirent *e = readdir(d); assert(!e); }",
            Property.REACH,
        ),
        (SYSTEM, "DIR *d = opendir(b); if (d) { closedir(d); readdir(d); }", Property.MEMORY),
        (SYSTEM, "FILE *p = fopen(b, b); if (p) { fclose(p); fseek(p, 0, 0); }", Property.MEMORY),
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
    search = Search(RoundsEncoding(bounded, visible_points(bounded), PROPERTIES))
    search.add_round()
    found: set[tuple[Property, Loc]] = set()
    while (witness := search.violation(found)) is not None:
        found.add((witness.violation.property, witness.violation.loc))
    assert (broken is None and not found) or broken in {property for property, _ in found}
