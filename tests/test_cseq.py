"""`unthread cseq`: the command line of Lazy-CSeq."""

from __future__ import annotations

from pathlib import Path

import pytest

from referees import CBMC, GCC
from tests.support.commands import Capture, execute
from tests.support.tools import require

EXAMPLE = Path(__file__).parent.parent / "examples" / "lazy_cseq"
FILE = """
#include <assert.h>
#include <pthread.h>
int x, nondet(void);
void *work(void *a) {
    int n = nondet();
    for (int i = 0; i < n; i++)
        x = x + 1;
    return 0;
}
int main(void) {
    pthread_t a;
    pthread_create(&a, 0, work, 0);
    x = x + 1;
    pthread_join(a, 0);
    assert(x != VALUE);
}
"""


def cseq(capsys: Capture, *arguments: str) -> tuple[int, str, str]:
    return execute(capsys, "cseq", *arguments)


@pytest.fixture
def program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.chdir(tmp_path)
    Path("input.c").write_text(FILE.replace("VALUE", "4"))
    return "input.c"


def test_the_defaults_are_those_of_the_paper(capsys: Capture, program: str) -> None:
    """One round, loops unwound once, CBMC."""
    require(CBMC, GCC)
    code, out, err = cseq(capsys, "-i", program)
    assert (code, err) == (0, "")
    assert out == ("NO BUG FOUND  no violation of reach or lock within the limits below\n")


@pytest.mark.parametrize("backend", ["cbmc", "embedded"])
def test_more_rounds_and_unwinding_find_it(capsys: Capture, program: str, backend: str) -> None:
    require(CBMC, GCC)
    code, out, _ = cseq(capsys, "-i", program, "--unwind", "4", "--rounds", "3", "--backend", backend)
    assert (code, out) == (10, "UNSAFE  input.c:16:5: assertion violated: x != 4 [reach]\n")


def test_the_counterexample_on_request(capsys: Capture, program: str) -> None:
    require(CBMC, GCC)
    code, out, _ = cseq(capsys, "--input", program, "--unwind", "4", "--rounds", "3", "--cex")
    assert code == 10
    assert "thread 1 (work)" in out
    assert "(thread:steps), replayed" in out


def test_flags_for_the_compiler(capsys: Capture, program: str) -> None:
    require(CBMC, GCC)
    Path("input.c").write_text(FILE.replace("VALUE", "NUMBER"))
    assert cseq(capsys, "-i", program, "--rounds", "2", "-DNUMBER=1")[0] == 10
    assert cseq(capsys, "-i", program, "--rounds", "2", "--", "-DNUMBER=9")[0] == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "-i FILE is missing"),
        (("-i", "input.c", "--backend", "llbmc"), "llbmc is no longer maintained"),
        (("-i", "input.c", "--backend", "satabs"), "`unthread check --backend command` calls any tool"),
        (("-i", "input.c", "--backend", "spin"), "'spin' is not one of"),
        (("-i", "input.c", "--rounds", "0"), "0 is not in the range x>=1"),
        (("-i", "input.c", "--llvm"), "--llvm"),
        (("-i", "input.c", "--svcomp"), "unknown option '--svcomp'"),
        (("-i", "input.c", "--load", "lazy"), "`unthread check --help` lists the alternatives"),
        (("input.c",), "input.c"),
    ],
)
def test_what_it_does_not_take(
    capsys: Capture, program: str, arguments: tuple[str, ...], message: str
) -> None:
    code, out, err = cseq(capsys, *arguments)
    assert (code, out) == (1, "")
    assert message in err


def test_automizer_is_ultimate(capsys: Capture, program: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    code, out, _ = cseq(capsys, "-i", program, "--backend", "automizer")
    assert code == 5
    assert out.startswith("UNKNOWN  ultimate is not installed: ")
