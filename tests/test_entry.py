"""`--entry`: functions of a library run as threads, with any arguments. docs/ENTRY.md."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from unthread.cli import execute
from unthread.core.exit_codes import ExitCode

COUNTER = """
static int count;
void add(int value) { if (value > 5) count = value & 7; }
int get(void) { return count; }
int pure(int value) { return value == 3 ? 1 : 0; }
"""
LIST = """
#include <pthread.h>
struct node { int value; struct node *next; };
struct list { pthread_mutex_t lock; struct node *first; };
enum color { RED, GREEN };
int colors[2];
void push(struct list *list, struct node *node)
{
    pthread_mutex_lock(&list->lock);
    node->next = list->first;
    list->first = node;
    pthread_mutex_unlock(&list->lock);
}
int length(struct list *list) { return list->first != 0; }
int paint(enum color color) { return colors[color]; }
int begins(const char *name) { return name[0] == 'x' && name[1] == 'y'; }
void hook(void (*f)(void)) { f(); }
void any(void *p) { (void)p; }
void many(int n, ...) { (void)n; }
int main(void) { return 7; }
"""


@pytest.fixture
def check(tmp_path: Path, capfd: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    """Checks a text; gives the exit code and what was printed."""

    def run(text: str, *arguments: str, command: str = "check") -> tuple[int, str]:
        file = tmp_path / "library.c"
        file.write_text(text)
        code = execute([command, str(file), *arguments])
        output = capfd.readouterr()
        return code, output.out + output.err

    return run


def test_entries_race(check) -> None:  # type: ignore[no-untyped-def]
    code, text = check(COUNTER, "--entry", "add,get")
    assert code == ExitCode.UNSAFE
    assert "data race on count" in text
    assert "thread 1 (add)" in text
    assert "thread 2 (get)" in text
    assert "input value (int)" in text
    assert "__ut_" not in text
    assert "@entry" not in text
    assert "called from" not in text  # what calls them is unthread's own


def test_any_number_is_complete(check) -> None:  # type: ignore[no-untyped-def]
    code, text = check(COUNTER, "--entry", "pure", "--entry", "pure")
    assert code == ExitCode.SAFE
    assert text.startswith("SAFE")
    assert "pure, pure called once each, in threads that start together; no main (--entry)" in text


def test_an_object_is_shared_or_not(check) -> None:  # type: ignore[no-untyped-def]
    """Two lists, protected by two locks, may share a node."""
    code, text = check(LIST, "--entry", "push,push")
    assert code == ExitCode.UNSAFE
    assert "data race on node_" in text


def test_what_arguments_cannot_be_is_told(check) -> None:  # type: ignore[no-untyped-def]
    code, text = check(LIST, "--entry", "length,paint,begins", "--require-complete")
    assert code == ExitCode.UNKNOWN
    assert text.startswith("NO BUG FOUND")
    assert "'list' of 'length' pointing elsewhere than to 1 object of type 'struct list'" in text
    assert "'color' of 'paint' other than its enumeration's constants" in text
    assert "'name' of 'begins' pointing elsewhere than to 1 string of at most 8 characters" in text
    assert "locks among their arguments held, destroyed or not initialized" in text


def test_null_is_passed_on_request(check) -> None:  # type: ignore[no-untyped-def]
    code, text = check(LIST, "--entry", "length", "--entry-null")
    assert code == ExitCode.UNSAFE
    assert "[memory]" in text


def test_entries_are_called_several_times(check) -> None:  # type: ignore[no-untyped-def]
    text = "#include <assert.h>\nint n; void f(void) { n++; assert(n < 3); }"
    assert check(text, "--entry", "f", "--entry-times", "2")[0] == ExitCode.SAFE
    assert check(text, "--entry", "f", "--entry-times", "3")[0] == ExitCode.UNSAFE


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("hook", "parameter 'f' of 'hook' is a pointer to a function"),
        ("any", "parameter 'p' of 'any' is a pointer to void"),
        ("many", "'many' takes a variable number of arguments"),
        ("main", "'main' cannot be an entry"),
        ("lenght", "did you mean 'length'?"),
    ],
)
def test_what_cannot_be_called(name: str, expected: str, check) -> None:  # type: ignore[no-untyped-def]
    code, text = check(LIST, "--entry", name)
    assert code == ExitCode.INPUT
    assert expected in text


@pytest.mark.parametrize(
    "arguments",
    [("--entry-times", "2"), ("--entry-null",), ("--entry", "a b"), ("--entry", "push", "--arg", "x")],
)
def test_options_that_do_not_fit(arguments: tuple[str, ...], check) -> None:  # type: ignore[no-untyped-def]
    assert check(LIST, *arguments)[0] == ExitCode.USAGE


def test_a_trace_knows_its_entries(check, tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:  # type: ignore[no-untyped-def]
    trace = tmp_path / "trace.json"
    check(COUNTER, "--entry", "add,get", "--trace", str(trace))
    stored = json.loads(trace.read_text())
    assert stored["source"]["entries"] == {"functions": ["add", "get"], "times": 1, "null": False}
    assert execute(["replay", str(trace)]) == ExitCode.UNSAFE
    assert execute(["replay", "--native", str(trace)]) == ExitCode.USAGE
    assert "--native cannot be combined with --entry" in capfd.readouterr().err


@pytest.mark.parametrize("command", ["run", "show", "loops", "emit"])
def test_every_command_takes_entries(command: str, check) -> None:  # type: ignore[no-untyped-def]
    assert check(COUNTER, "--entry", "pure", command=command)[0] == ExitCode.SAFE


def test_entries_of_several_files_share_objects(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.c").write_text("struct s { int n; };\nvoid set(struct s *p) { p->n = 1; }\n")
    (tmp_path / "b.c").write_text("struct s { int n; };\nint get(struct s *p) { return p->n; }\n")
    code = execute(["check", str(tmp_path / "a.c"), str(tmp_path / "b.c"), "--entry", "set,get"])
    assert code == ExitCode.UNSAFE
    assert "data race on s_" in capfd.readouterr().out
