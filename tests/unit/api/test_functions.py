"""What scripts ask: files in several forms, options as keywords, and nothing that is left behind."""

from __future__ import annotations

import gc
import multiprocessing
import os
import resource
import signal
import sys
import threading
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.support.commands import Capture, Write, write
from tests.support.racing import RACE
from unthread.api.functions import check, load, show
from unthread.core.diagnostics import Diagnostic, InputError, UnthreadError, UsageError
from unthread.core.events import Told
from unthread.core.source import Source
from unthread.core.verdict import Safe

__all__ = ["write"]  # the fixture
TWO = ("int f(void);\nint main(void) { return f(); }\n", "int f(void) { return N; }\n")


def settings() -> dict[str, object]:
    """What a process has one of."""
    return {
        "signals": {number: signal.getsignal(number) for number in signal.valid_signals()},
        "timer": signal.getitimer(signal.ITIMER_REAL),
        "mask": signal.pthread_sigmask(signal.SIG_BLOCK, ()),
        "memory": resource.getrlimit(resource.RLIMIT_AS),
        "stack": resource.getrlimit(resource.RLIMIT_STACK),
        "depth": sys.getrecursionlimit(),
        "collector": gc.get_threshold(),
        "hook": sys.unraisablehook,
        "environment": dict(os.environ),
        "directory": Path.cwd(),
        "threads": threading.active_count(),
    }


def test_a_check_leaves_nothing_behind(write: Write, capfd: pytest.CaptureFixture[str]) -> None:
    before = settings()
    verdict = check(write(RACE), time=60)
    assert [violation.property for violation in verdict.violations] == ["race"]
    assert settings() == before
    assert capfd.readouterr() == ("", "")
    with pytest.raises(ChildProcessError):  # there is none
        os.waitpid(-1, os.WNOHANG)


def test_a_timer_of_the_caller_goes_on_as_it_was(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    rings: list[int] = []
    before = signal.signal(signal.SIGALRM, lambda number, frame: rings.append(number))
    signal.setitimer(signal.ITIMER_REAL, 3600.0, 7.0)
    try:
        load(write(RACE))
        check("a.c", time=60)
        left, interval = signal.getitimer(signal.ITIMER_REAL)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert (rings, interval) == ([], 7.0)
    assert 3000 < left < 3600


def test_several_files_and_how_they_are_read(write: Write) -> None:
    write(TWO[0], "a.c")
    write(TWO[1], "b.c")
    assert isinstance(check([Path("a.c"), "b.c"], defines={"N": 0}).answer, Safe)
    assert isinstance(check(Source((Path("a.c"), Path("b.c")), ("-DN=0",))).answer, Safe)
    assert sorted(load(("a.c", "b.c"), defines="N=1").functions)[-2:] == ["f", "main"]
    assert "return 7" in show(["a.c", "b.c"], functions="f", defines={"N": 7})
    assert "return 7" not in show(load(["a.c", "b.c"], defines="N=7"), functions=["main"])


def test_a_file_that_has_changed_is_read_again(write: Write) -> None:
    assert check(write(RACE)).traces[0].lines["a.c"][3].startswith("void *add")
    write("\n" + RACE)
    assert check("a.c").traces[0].lines["a.c"][4].startswith("void *add")


def test_events_go_to_who_asks(write: Write) -> None:
    told: list[Told] = []
    check(write(RACE), progress=told.append)
    assert told


def test_who_listens_may_end_it(write: Write) -> None:
    def tell(told: Told) -> None:
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        check(write(RACE), progress=tell)
    with pytest.raises(ChildProcessError):
        os.waitpid(-1, os.WNOHANG)


def test_what_is_odd_is_told_and_not_printed(write: Write, capfd: pytest.CaptureFixture[str]) -> None:
    heard: list[Diagnostic] = []
    write('__attribute__((annotate("asm: hlt"))) static void halt(void) {}\n', "model.c")
    check(write("int main(void) { return 0; }"), asm_models="model.c", trace="t.json", warn=heard.append)
    unused, nothing = (item.message for item in heard)
    assert "hlt" in unused
    assert nothing == "there is no violation to write to 't.json'"
    assert capfd.readouterr() == ("", "")
    assert not Path("t.json").exists()


def test_in_a_thread(write: Write) -> None:
    found: list[str] = []
    write(RACE)
    threads = [threading.Thread(target=lambda: found.append(check("a.c").word)) for _ in range(2)]
    before = settings()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    assert found == ["unsafe", "unsafe"]
    assert settings() == before


def test_in_workers_that_may_have_children(write: Write) -> None:
    """And in others, where that is told."""
    write(RACE)
    with ProcessPoolExecutor(1, multiprocessing.get_context("spawn")) as workers:
        assert workers.submit(word_of, "a.c").result(120) == "unsafe"
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        assert pool.apply(word_of, ("a.c",)).startswith("a daemonic process")


def word_of(file: str) -> str:
    try:
        return check(file).word
    except UsageError as error:
        return str(error)


def test_deep_nesting_where_the_stack_does_not_grow(write: Write) -> None:
    write("int main(void) { return " + "(" * 1000 + "0" + ")" * 1000 + "; }\n")
    assert "main" in load("a.c").functions
    found: list[Exception] = []

    def body() -> None:
        try:
            load("a.c")
        except InputError as error:
            found.append(error)

    thread = threading.Thread(target=body)
    thread.start()
    thread.join(120)
    assert "bracket nesting level exceeded maximum of 256" in str(found[0])


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (3, "files: 3 is not the name of a file, nor a list of names"),
        (None, "files: None is not"),
        (b"a.c", "files: b'a.c' is not"),
        (["a.c", 3], "files: 3 is not the name of a file"),
        ([], "files: no file is given"),
        ("", "files: '' is not the name of a file"),
    ],
)
@pytest.mark.parametrize("function", [check, load, show])
def test_what_is_no_file(files: Any, message: str, function: Any) -> None:
    with pytest.raises(UsageError, match=message):
        function(files)


def test_errors_have_positions(write: Write) -> None:
    with pytest.raises(InputError, match="use of undeclared identifier") as caught:
        check(write("int main(void) { return y; }\n"))
    assert str(caught.value.loc) == "a.c:1:25"
    with pytest.raises(InputError, match=r"no such file: 'no\.c'"):
        check("no.c")
    with pytest.raises(UnthreadError, match="there is no function 'main'"):
        check(write("int f(void) { return 0; }\n"))


def test_what_is_read_already_has_its_options(write: Write) -> None:
    source = Source((Path(write(RACE)),))
    with pytest.raises(UsageError, match="defines: a Source has options of its own"):
        check(source, defines="X")
    with pytest.raises(UsageError, match="m32: the program has been read already"):
        show(load(source), m32=True)


def test_what_cannot_be_written(write: Write) -> None:
    write(RACE)
    Path("locked").mkdir(mode=0o500)
    with pytest.raises(InputError, match="sarif: there is no directory 'no'"):
        check("a.c", sarif="no/x.sarif")
    if os.getuid():
        with pytest.raises(InputError, match=r"html: 'locked/x\.html' cannot be written"):
            check("a.c", html=Path("locked/x.html"))
    assert sorted(os.listdir()) == ["a.c", "locked"]


def test_function_names_are_strings(write: Write, capsys: Capture) -> None:
    with pytest.raises(UsageError, match="functions: 3 is not a string"):
        show(write(RACE), functions=[3])  # type: ignore[list-item]
    with pytest.raises(InputError, match="function 'ad' does not exist"):
        show("a.c", functions="ad")
