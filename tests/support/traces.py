"""Traces to make reports of: of examples and of small programs, one for each property; each made once."""

from __future__ import annotations

import tempfile
from functools import cache
from pathlib import Path

from tests.support.examples import EXAMPLES, NAMES
from unthread import cli
from unthread.core.exit_codes import ExitCode
from unthread.core.trace import Trace
from unthread.results.trace_reading import read_trace

FEW = ("bank_account", "dining_philosophers", "lost_wakeup", "treiber_stack")
MANY = tuple(name for name in NAMES if (EXAMPLES / name / "unsafe.c").exists())

_START = "#include <pthread.h>\n#include <stdlib.h>\n#include <assert.h>\n"
_WITH_THREAD = """int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    MAIN
    pthread_join(thread, 0);
    return 0;
}
"""
_RACE = "int x;\nstatic void *work(void *unused)\n{\n    x = 1;\n    return unused;\n}\n" + _WITH_THREAD
_MEMORY = """static int *shared;
static void *work(void *unused)
{
    free(shared);
    return unused;
}
int main(void)
{
    pthread_t thread;
    shared = malloc(sizeof *shared);
    pthread_create(&thread, 0, work, 0);
    *shared = 1;
    pthread_join(thread, 0);
    return 0;
}
"""
_LOCK = """static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void)
{
    pthread_mutex_unlock(&m);
    return 0;
}
"""
_ARITH = """int __VERIFIER_nondet_int(void);
int main(void)
{
    int n = __VERIFIER_nondet_int();
    return n + 1 > 0;
}
"""
PROGRAMS = {  # by property
    "reach": _START + _RACE.replace("MAIN", 'assert(x == 0 && "é\\"]]>--<b>");'),
    "race": _START + _RACE.replace("MAIN", "x = 2;"),
    "memory": _START + _MEMORY,
    "lock": _START + _LOCK,
    "arith": _ARITH,
    "leak": _START + "int main(void)\n{\n    int *p = malloc(4);\n    *p = 1;\n    return 0;\n}\n",
}


@cache
def example_trace(name: str) -> Trace:
    return _found(EXAMPLES / name / "unsafe.c")


@cache
def program_trace(name: str) -> Trace:
    """Of the program that violates this property."""
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory, "program.c")
        file.write_text(PROGRAMS[name])
        return _found(file, "--property", name)


def _found(file: Path, *options: str) -> Trace:
    with tempfile.TemporaryDirectory() as directory:
        stored = Path(directory, "trace.json")
        words = ("check", "-q", "--time", "240s", "--trace", str(stored), *options, str(file))
        assert cli.execute(words) == ExitCode.UNSAFE
        return read_trace(stored)
