"""A compiler's flags among unthread's options."""

from __future__ import annotations

import pytest

from unthread.core.diagnostics import UsageError
from unthread.project.command_line import Own, apart

OWN = Own(
    frozenset({"-I", "-D", "-std", "-p", "-o", "--trace", "--ignore-flag"}), frozenset({"-q", "-v", "--m32"})
)


def flags(text: str) -> tuple[str, str]:
    found = apart(text.split(), OWN)
    return " ".join(found.words), " ".join(found.flags)


@pytest.mark.parametrize(
    ("text", "words", "compiler"),
    [
        ("-pthread -Wall -O2 a.c", "a.c", "-pthread -Wall -O2"),
        ("a.c -isystem inc -MF x -l m b.c", "a.c b.c", "-isystem inc -MF x -l m"),
        ("-I inc -Iother -D A -std=c11 a.c", "-I inc -Iother -D A -std=c11 a.c", ""),
        ("-p build -pbuild -pipe -pg", "-p build -pbuild", "-pipe -pg"),
        ("-o x.c -ox.c -O2", "-o x.c -ox.c", "-O2"),
        ("-q -v -qv -g", "-q -v -qv", "-g"),
        ("--trace -g --trace=x --m32", "--trace -g --trace=x --m32", ""),
        ("--coverage --param x=1 --nothing", "--nothing", "--coverage --param x=1"),
        ("-fopenmp --ignore-flag=-fopenmp", "--ignore-flag=-fopenmp", ""),
        ("-Zq --ignore-flag -Zq", "--ignore-flag -Zq", ""),
        ("- a.c", "- a.c", ""),
    ],
)
def test_options_of_the_command_come_first(text: str, words: str, compiler: str) -> None:
    assert flags(text) == (words, compiler)


def test_what_nobody_knows() -> None:
    with pytest.raises(UsageError, match="unknown compiler flag '-fwarpv'") as caught:
        apart(["-fwarpv"], OWN)
    assert "did you mean '-fwrapv'?" in caught.value.hint
