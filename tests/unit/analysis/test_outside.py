"""What comes from outside and is not searched."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.analysis.outside import not_searched
from unthread.core.source import ProgramArguments, Source
from unthread.frontend.load import load

ARGUMENTS = "program arguments (argc is always 1 without --arg)"
HANDLER = "a signal handled by 'handle'"
ADDRESS = "objects at other addresses: an address is compared with a number at "
LAST = "'last' called when the last thread ends after main"
STAYS = "realloc leaving an object where it is, which a comparison of pointers may ask"
HEADER = """#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
void handle(int number) { }
void last(void) { }
void *leave(void *unused) { pthread_exit(0); }
"""


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
        ("int main(void) { char *a = malloc(4), *b = realloc(a, 9); return a == b; }", (STAYS,)),
        (
            "int main(void) { char *a = 0, *b; for (int i = 1; i < 4; i++) { b = a; a = realloc(a, i);"
            " if (a != b) a[0] = 1; } }",
            (STAYS,),
        ),
        ("int main(void) { char *a = malloc(4), *b = realloc(a, 9); return b == 0; }", ()),
        ("int x, *p = &x; int main(void) { char *b = realloc(0, 9); return p == &x; }", ()),
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
        ("int main(void) { atexit(last); pthread_exit(0); }", (LAST,)),
        ("int main(void) { atexit(last); leave(0); }", (LAST,)),
        ("int main(void) { atexit(last); pthread_t t; pthread_create(&t, 0, leave, 0); return 0; }", ()),
        (
            "__attribute__((destructor)) void bye(void) { } int main(void) { pthread_exit(0); }",
            (LAST.replace("last'", "bye'"),),
        ),
        ("int main(void) { pthread_exit(0); }", ()),
        ("int main(void) { char c; return (unsigned long)&c > 4294967295UL; }", (ADDRESS,)),
        ("int main(void) { char c; return 8192 < (long)&c; }", (ADDRESS,)),
        ("int main(void) { void *p = malloc(1); return (unsigned long)p >= (unsigned long)-4095; }", ()),
        ("int main(void) { void *p = malloc(1); return (unsigned long)p > 0 && p != (void *)8192; }", ()),
    ],
)
def test_programs(text: str, expected: tuple[str, ...], tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text(HEADER + text)
    found = [text.partition(str(file))[0] for text in not_searched(load(Source((file,))))]
    assert tuple(found) == expected


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (ProgramArguments(("7",)), []),
        (ProgramArguments(("7",), 2), ["program arguments other than 2 of at most 8 characters"]),
    ],
)
def test_given_arguments_are_what_the_user_wants(
    arguments: ProgramArguments, expected: list[str], tmp_path: Path
) -> None:
    file = tmp_path / "a.c"
    file.write_text("int main(int argc, char **argv) { return argc; }")
    assert list(not_searched(load(Source((file,), arguments=arguments)))) == expected
