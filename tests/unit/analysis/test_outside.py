"""What comes from outside and is not searched."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.analysis.outside import not_searched
from unthread.core.source import Source
from unthread.frontend.load import load

ARGUMENTS = "arguments of the program: argc is 1"
HANDLER = "a signal that 'handle' handles"
HEADER = "#include <signal.h>\n#include <stdlib.h>\nvoid handle(int number) { }\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int main(void) { return 0; }", ()),
        ("int main(int argc, char **argv) { return 0; }", ()),
        ("int main(int argc, char **argv) { return argc; }", (ARGUMENTS,)),
        ("int main(int argc, char **argv) { int *p = &argc; return *p; }", (ARGUMENTS,)),
        ("int main(int argc, char **argv) { return argv[0][0]; }", (ARGUMENTS,)),
        (
            "__attribute__((constructor)) void early(void) { } int main(int argc, char **argv) { return 0; }",
            (),
        ),
        ("int main(void) { signal(SIGINT, handle); return 0; }", (HANDLER,)),
        ("int main(void) { signal(SIGINT, SIG_IGN); return 0; }", ()),
        (
            "int main(void) { void (*f)(int) = rand() ? handle : SIG_DFL; signal(2, f); return 0; }",
            (HANDLER,),
        ),
        (
            "int main(void) { struct sigaction a = {.sa_handler = handle}; return sigaction(2, &a, 0); }",
            (HANDLER,),
        ),
        ("int main(int n, char **a) { signal(n, handle); return 0; }", (ARGUMENTS, HANDLER)),
    ],
)
def test_programs(text: str, expected: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text(HEADER + text)
    assert tuple(not_searched(load(Source((file,))))) == expected
