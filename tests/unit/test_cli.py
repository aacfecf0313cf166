"""The command line: exit codes, messages, and what goes where."""

from __future__ import annotations

import ctypes
import os
import re
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import fields
from pathlib import Path

import pytest

import unthread
from tests.support.commands import Capture, command, execute
from unthread import cli
from unthread.core import interrupts
from unthread.core.diagnostics import InputError, Unsupported
from unthread.core.exit_codes import ExitCode
from unthread.core.source import DataModel, Loc, ProgramArguments, Source
from unthread.declaration import METADATA
from unthread.frontend import load as frontend
from unthread.options import RunOptions, ShowOptions

HELLO = """
#include <stdio.h>
int main(int argc, char **argv) {
    printf("%d", argc);
    for (int i = 1; i < argc; i++) printf(" %s", argv[i]);
    puts("");
    return 3;
}
"""


@pytest.fixture
def hello(tmp_path: Path) -> str:
    return write(tmp_path, HELLO)


def write(directory: Path, text: str, name: str = "a.c") -> str:
    file = directory / name
    file.write_text(text)
    return str(file)


def run(
    *arguments: str, environment: dict[str, str] | None = None, stdin: bytes = b""
) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        command(*arguments),
        capture_output=True,
        timeout=60,
        check=False,
        input=stdin,
        env={**os.environ, **(environment or {})},
    )


def test_version(capsys: Capture) -> None:
    assert execute(capsys, "--version") == (0, f"unthread {unthread.__version__}\n", "")


@pytest.mark.parametrize("arguments", [["--version"], ["--help"], ["run", "--help"], ["show", "--help"]])
def test_help_answers_at_once(arguments: Sequence[str]) -> None:
    best = 9.0
    for _ in range(3):  # the best of three: the machine may be busy
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        answer = run(*arguments)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        assert answer.returncode == 0
        assert answer.stdout
        best = min(best, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    assert best < 0.3


def test_help_of_check_is_grouped(capsys: Capture) -> None:
    _, text, _ = execute(capsys, "check", "--help")
    headings = [line for line in text.split("\n") if re.fullmatch(r"\w.*:", line)]
    assert headings == [
        "What to check:",
        "How far:",
        "Who searches:",
        "What to write:",
        "In a project:",
        "How to read C:",
        "General:",
    ]
    far = text.partition("How far:")[2].partition("Who searches:")[0]
    assert re.findall(r"(?m)^  (--\w[\w-]*)", far) == [
        "--unwind",
        "--unwind-loop",
        "--unwind-max",
        "--rounds",
        "--depth",
        "--threads",
        "--time",
        "--memory",
    ]


def test_help_shows_every_option(capsys: Capture) -> None:
    for name, options in (("run", RunOptions), ("show", ShowOptions)):
        _, text, _ = execute(capsys, name, "--help")
        for field in fields(options):
            for flag in field.metadata[METADATA].flags:
                assert re.search(rf"(^|\s){re.escape(flag)}\b", text), flag


WRONG_USAGE = [
    [],
    ["--nonsense"],
    ["nonsense"],
    ["show"],
    ["run"],
    ["show", "--nonsense", "a.c"],
    ["run", "a.c", "--steps", "0"],
    ["run", "a.c", "--steps", "many"],
    ["run", "a.c", "--seed", "x"],
]


@pytest.mark.parametrize("arguments", WRONG_USAGE)
def test_wrong_usage_is_exit_code_1(capsys: Capture, arguments: list[str]) -> None:
    code, out, err = execute(capsys, *arguments)
    assert code == 1
    assert out == ""
    assert "Usage" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seed", "1", "--schedule", "0"], "--seed and --schedule"),
        (["--schedule", "what"], "schedule"),
        (["--property", "beauty"], "beauty"),
        (["--property", ""], "property"),
        (["--input", "novalue"], "NAME=VALUE"),
        (["--m32", "--m64"], "--m32 and --m64"),
    ],
)
def test_options_that_make_no_sense_are_exit_code_1(
    capsys: Capture, hello: str, arguments: list[str], message: str
) -> None:
    code, out, err = execute(capsys, "run", hello, *arguments)
    assert (code, out) == (1, "")
    assert message in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["-Zall"], "unknown compiler flag '-Zall'"),
        (["--", "-m32"], "use --m32 or --m64"),
        (["--", "--target=aarch64-linux-gnu"], "use --m32 or --m64"),
        (["--", "-xc++", "-D_Bool=bool"], "unthread reads C only"),
    ],
)
def test_flags_of_compilers_have_their_place(
    capsys: Capture, hello: str, arguments: list[str], message: str
) -> None:
    code, out, err = execute(capsys, "show", hello, *arguments)
    assert (code, out) == (1, "")
    assert message in err


def test_messages_about_flags_name_no_line(capsys: Capture, hello: str) -> None:
    for flags in (["-include", "missing.h"], ["-D", "1=2"], ["--", "-fsuch-flag"]):
        code, _, err = execute(capsys, "show", hello, *flags)
        assert code == 2
        assert err.startswith("unthread: error: ")


def test_a_file_may_look_like_an_option(
    capsys: Capture, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, "int main(void) { return 4; }", "-a.c")
    assert execute(capsys, "run", "./-a.c")[0] == 4


@pytest.mark.parametrize("name", ["run", "show"])
def test_files_that_cannot_be_read_are_exit_code_2(capsys: Capture, tmp_path: Path, name: str) -> None:
    missing, directory = str(tmp_path / "missing.c"), str(tmp_path)
    os.mkfifo(tmp_path / "pipe.c")
    for file, reason in (
        ("-", "not read from standard input"),
        (str(tmp_path / "pipe.c"), "not a regular file"),
        (missing, "no such file"),
        (directory, "is a directory"),
        ("x" * 5000, "name too long"),
    ):
        code, out, err = execute(capsys, name, file)
        assert (code, out) == (2, "")
        assert err.startswith("unthread: error: ")
        assert reason in err
        assert "Traceback" not in err


def test_garbage_is_exit_code_2(capsys: Capture, tmp_path: Path) -> None:
    for number, garbage in enumerate((b"\x7fELF\0\0\1\2", b"\xff\xfe\xfd{{{", b"")):
        file = tmp_path / f"garbage{number}.c"
        file.write_bytes(garbage)
        code, out, err = execute(capsys, "run", str(file))
        assert (code, out) == (2, "")
        assert ": error: " in err


@contextmanager
def bound_by_permissions() -> Iterator[None]:
    """Root, who reads everything, lays that down for a while: two of this thread's effective capabilities."""
    system = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)  # version 3; this thread
    before = (ctypes.c_uint32 * 6)()  # effective, permitted, inheritable; then their upper halves
    assert system.capget(header, before) == 0
    fewer = (ctypes.c_uint32 * 6)(*before)
    fewer[0] &= ~(1 << 1 | 1 << 2)  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
    assert system.capset(header, fewer) == 0
    try:
        yield
    finally:
        assert system.capset(header, before) == 0


def test_a_file_without_permission(capsys: Capture, hello: str) -> None:
    Path(hello).chmod(0)
    with bound_by_permissions():
        code, _, err = execute(capsys, "run", hello)
    assert code == 2
    assert "permission" in err


@pytest.fixture
def loaded(monkeypatch: pytest.MonkeyPatch) -> list[Source]:
    """The sources that a command asks for; nothing is loaded."""
    sources: list[Source] = []

    def take(source: Source, *_: object) -> None:
        sources.append(source)
        raise InputError("enough")

    monkeypatch.setattr(frontend, "load", take)
    return sources


def test_compiler_options_reach_clang_in_order(hello: str, loaded: list[Source]) -> None:
    flags = [
        "-Iinc",
        "-I",
        "other",
        "-DA",
        "-U",
        "A",
        "-D",
        "A=1",
        "-include",
        "x.h",
        "-std=c99",
        "--clang",
        "-Wall",
    ]
    cli.execute(["show", *flags, "--m32", "--atomic-statements", hello, "--", "-fno-builtin", "-v"])
    (source,) = loaded
    assert source.files == (Path(hello),)
    assert source.data_model is DataModel.M32
    assert source.atomic_statements
    assert source.flags == (
        *("-Iinc", "-Iother", "-include", "x.h", "-std=c99", "-Wall"),
        *("-DA", "-UA", "-DA=1", "-fno-builtin", "-v"),
    )


def test_what_follows_the_dashes_of_run_is_not_for_clang(hello: str, loaded: list[Source]) -> None:
    cli.execute(["run", hello, "--", "-DX", "file.c"])
    assert loaded == [Source((Path(hello),), arguments=ProgramArguments(("-DX", "file.c")))]


def raising(monkeypatch: pytest.MonkeyPatch, error: BaseException) -> None:
    def fail(source: Source) -> None:
        raise error

    monkeypatch.setattr(frontend, "load", fail)


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        (
            InputError("unknown type", Loc("a.c", 3, 4), "declare it"),
            2,
            "a.c:3:4: error: unknown type\n  hint: declare it\n",
        ),
        (Unsupported("vector types", Loc("a.c", 3, 4)), 5, "a.c:3:4: unsupported: vector types\n"),
        (MemoryError(), 5, "unthread: unsupported: out of memory\n"),
        (RecursionError(), 5, "unthread: unsupported: the program is nested too deeply\n"),
        (KeyboardInterrupt(), 130, "unthread: interrupted\n"),
        (OSError(28, "No space left on device"), 2, "unthread: error: [Errno 28] No space left on device\n"),
    ],
)
def test_failures_have_their_exit_codes(
    capsys: Capture,
    monkeypatch: pytest.MonkeyPatch,
    hello: str,
    error: BaseException,
    code: int,
    message: str,
) -> None:
    raising(monkeypatch, error)
    assert execute(capsys, "show", hello) == (code, "", message)


def test_a_bug_asks_to_be_reported(capsys: Capture, monkeypatch: pytest.MonkeyPatch, hello: str) -> None:
    raising(monkeypatch, ValueError("seven"))
    monkeypatch.delenv("UNTHREAD_DEBUG", raising=False)
    code, _, err = execute(capsys, "show", hello)
    assert code == 6
    assert "internal error: ValueError: seven" in err
    assert "report" in err
    assert "Traceback" not in err
    assert "Traceback" in execute(capsys, "show", "-v", hello)[2]
    assert "Traceback" not in execute(capsys, "show", hello, "--", "-v")[2]
    monkeypatch.setenv("UNTHREAD_DEBUG", "1")
    assert "Traceback" in execute(capsys, "show", hello)[2]


def test_c_errors_are_shown_with_a_caret(capsys: Capture, tmp_path: Path) -> None:
    file = write(tmp_path, "int main(void) {\n  return missing;\n}\n")
    code, out, err = execute(capsys, "run", file)
    assert (code, out) == (2, "")
    assert f"{file}:2:10: error: " in err
    assert "    " + "  return missing;\n" + "    " + "         ^" in err


def test_show_prints_goto_code(capsys: Capture, tmp_path: Path) -> None:
    file = write(
        tmp_path,
        "int total = 4;\nint twice(int x) {\n  return x + x;\n}\nint main(void) { return twice(total); }\n",
    )
    code, out, err = execute(capsys, "show", file)
    assert (code, err) == (0, "")
    assert "int total = 4" in out
    assert "int twice(int x)" in out
    assert "return x + x" in out
    assert "// 3:" in out
    _, one, _ = execute(capsys, "show", file, "--function", "twice")
    assert one.startswith("int twice(int x)")
    assert "main" not in one
    _, library, _ = execute(capsys, "show", file, "--library")
    assert len(library) > len(out)


def test_show_knows_which_function_was_meant(capsys: Capture, hello: str) -> None:
    code, out, err = execute(capsys, "show", hello, "--function", "mian")
    assert (code, out) == (2, "")
    assert "function 'mian' does not exist" in err
    assert "did you mean 'main'?" in err


def test_a_reader_that_leaves_early_is_no_error(tmp_path: Path) -> None:
    functions = "\n".join(f"int f{n}(int x) {{ return x + {n}; }}" for n in range(3000))
    file = write(tmp_path, functions + "\nint main(void) { return 0; }")
    process = subprocess.Popen(command("show", file), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.readline()
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=60) == ExitCode.BROKEN_PIPE


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_output_fits_every_encoding(tmp_path: Path, encoding: str) -> None:
    file = write(tmp_path, 'const char *s = "\u20ac";\nint main(void) { int \u00e4 = 1; return \u00e4; }\n')
    answer = run("show", file, environment={"PYTHONIOENCODING": encoding})
    assert answer.returncode == 0, answer.stderr
    assert b"return" in answer.stdout


def test_streams_may_be_closed(hello: str) -> None:
    shell = " ".join(command("run", hello)) + " >&- 2>&-"
    assert subprocess.run(["sh", "-c", shell], timeout=60, check=False).returncode == 3


def test_long_sums_are_no_problem(tmp_path: Path) -> None:
    file = write(tmp_path, "int main(void) { int x = 1; return " + " + ".join(["x"] * 1500) + "; }")
    assert run("run", file).returncode == 1500 % 256
    assert run("show", file).stdout.count(b"x + ") == 1499


def test_run_is_the_program(hello: str) -> None:
    answer = run("run", hello, "--", "-v", "two words")
    assert answer.returncode == 3
    assert answer.stdout == b"3 -v two words\n"
    assert answer.stderr == b""


def test_output_is_bytes_in_order(tmp_path: Path) -> None:
    file = write(
        tmp_path,
        "#include <stdio.h>\nint main(void) {\n"
        'printf("one \\377\\n"); fprintf(stderr, "two\\n"); printf("three\\n"); return 0; }',
    )
    both = subprocess.run(
        command("run", file), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=60, check=False
    )
    assert both.stdout == b"one \xff\ntwo\nthree\n"


def test_run_reads_standard_input(tmp_path: Path) -> None:
    file = write(tmp_path, "#include <stdio.h>\nint main(void) { return getchar() + getchar() + getchar(); }")
    assert run("run", file, stdin=b"\x05\x02").returncode == 6


OUT_OF_BOUNDS = """#include <stdio.h>
int numbers[3];
static void set(int at) {
    numbers[at] = 1;
}
int main(void) {
    puts("before");
    set(3);
    return 0;
}
"""


def test_a_violation_is_exit_code_10(tmp_path: Path) -> None:
    file = write(tmp_path, OUT_OF_BOUNDS)
    answer = run("run", file)
    assert answer.returncode == 10
    assert answer.stdout == b"before\n"
    first, line, caret, *stack = answer.stderr.decode().splitlines()
    assert re.match(re.escape(file) + r":4:\d+: violation \(memory\): ", first)
    assert line.strip() == "numbers[at] = 1;"
    assert caret.strip() == "^"
    assert re.match(r"  thread 0, in set \(.*:4:\d+\)", stack[0])
    assert re.match(r"  called from main \(.*:8:\d+\)", stack[1])


def test_only_the_chosen_properties_are_checked(tmp_path: Path) -> None:
    file = write(tmp_path, "int main(void) { int x = 2147483647; x = x + 1; return x < 0; }")
    assert run("run", file).returncode == 10
    assert run("run", file, "--property", "reach,lock").returncode == 1
    assert run("run", file, "--property", "all").returncode == 10


RACE = """#include <pthread.h>
int x;
static void *work(void *unused) { x = 21; return unused; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    x = 22;
    pthread_join(thread, 0);
    return x;
}
"""


def test_races_are_told_unless_something_else_is_asked_for(capsys: Capture, tmp_path: Path) -> None:
    file = write(tmp_path, RACE)
    codes = {
        execute(capsys, "run", file, "--seed", str(seed), "--property", "reach")[0] for seed in range(20)
    }
    assert codes == {21, 22}
    answers = [execute(capsys, "run", file, "--seed", str(seed)) for seed in range(20)]
    assert any(code == 10 and err.count("violation (race)") == 1 for code, _, err in answers)


def test_one_seed_means_one_run(capsys: Capture, tmp_path: Path) -> None:
    file = write(tmp_path, RACE)
    for seed in map(str, range(10)):
        first = execute(capsys, "run", file, "--seed", seed, "--trace")
        assert first == execute(capsys, "run", file, "--seed", seed, "--trace")


def test_watching_changes_nothing(capsys: Capture, tmp_path: Path) -> None:
    file = write(tmp_path, RACE)
    for seed in map(str, range(10)):
        assert (
            execute(capsys, "run", file, "--seed", seed)[0]
            == execute(capsys, "run", file, "--seed", seed, "--trace")[0]
        )


def test_a_schedule_decides_who_moves(capsys: Capture, tmp_path: Path) -> None:
    file = write(tmp_path, RACE)
    asked = ("--property", "reach")
    assert execute(capsys, "run", file, *asked, "--schedule", "0:1,1:4")[0] == 22
    assert execute(capsys, "run", file, *asked, "--schedule", "0:2,1:4")[0] == 21
    code, _, err = execute(capsys, "run", file, "--schedule", "1:1")
    assert code == 2
    assert "schedule" in err


def test_the_step_limit_is_exit_code_5(tmp_path: Path) -> None:
    file = write(tmp_path, "int main(void) {\n for (;;)\n  ;\n}\n")
    answer = run("run", file, "--steps", "1000")
    assert answer.returncode == 5
    assert answer.stdout == b""
    text = answer.stderr.decode()
    assert "step limit" in text
    assert re.search(r"thread 0.*:[23]:\d+", text)
    assert "Traceback" not in text


INPUTS = """int __VERIFIER_nondet_int(void);
unsigned char __VERIFIER_nondet_uchar(void);
double __VERIFIER_nondet_double(void);
int main(void) {
    int x = __VERIFIER_nondet_int();
    unsigned char c = __VERIFIER_nondet_uchar();
    double d = __VERIFIER_nondet_double();
    return x + 2 * c + (int)(d * 2);
}
"""


def test_inputs_are_given_by_name(capsys: Capture, tmp_path: Path) -> None:
    file = write(tmp_path, INPUTS)
    given = ["--input", "x=0x10", "--input", "c='!'", "--input", "d=1.5"]
    assert execute(capsys, "run", file, *given) == (16 + 66 + 3, "", "")
    code, _, err = execute(capsys, "run", file, *given, "--input", "other=1")
    assert code == 16 + 66 + 3
    assert err == "unthread: warning: the input 'other' was not used\n"


@pytest.mark.parametrize(
    ("given", "type"), [("x=1.5", "int"), ("c=256", "unsigned char"), ("c=-129", "unsigned char")]
)
def test_inputs_that_do_not_fit_are_refused(capsys: Capture, tmp_path: Path, given: str, type: str) -> None:
    code, _, err = execute(capsys, "run", write(tmp_path, INPUTS), "--input", given)
    assert code == 2
    assert f"the input {given} does not fit into {type}" in err


def test_inputs_of_one_name_are_used_in_order(capsys: Capture, tmp_path: Path) -> None:
    file = write(
        tmp_path,
        "int __VERIFIER_nondet_int(void);\nint main(void) {\n int r = 0;\n"
        " for (int i = 0; i < 3; i++) { int x = __VERIFIER_nondet_int(); r = r * 4 + x; }\n return r;\n}\n",
    )
    assert execute(capsys, "run", file, "--input", "x=3", "--input", "x=2")[0] == 3 * 16 + 2 * 4 + 2


def test_functions_without_body(capsys: Capture, tmp_path: Path) -> None:
    file = write(tmp_path, "int other(int);\nint main(void) { int x = other(1); return x == x ? 4 : 5; }\n")
    code, _, err = execute(capsys, "run", file)
    assert code == 2
    assert "'other'" in err
    assert execute(capsys, "run", file, "--undefined", "any")[0] == 4


def test_a_file_without_main_can_be_shown_but_not_run(capsys: Capture, tmp_path: Path) -> None:
    file = write(tmp_path, "int one(void) { return 1; }\n")
    assert execute(capsys, "show", file)[1].startswith("int one(void)")
    code, _, err = execute(capsys, "run", file)
    assert code == 2
    assert "main" in err


def test_a_false_assumption_is_exit_code_5(capsys: Capture, tmp_path: Path) -> None:
    file = write(
        tmp_path, "void __VERIFIER_assume(int);\nint main(void) {\n __VERIFIER_assume(0);\n return 0; }\n"
    )
    code, _, err = execute(capsys, "run", file)
    assert code == 5
    assert ":3:" in err


LOCKED_TWICE = """#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int main(void) {
    pthread_mutex_lock(&m);
    pthread_mutex_lock(&m);
    return 0;
}
"""


def test_waiting_forever_without_the_property_deadlock(capsys: Capture, tmp_path: Path) -> None:
    code, _, err = execute(capsys, "run", write(tmp_path, LOCKED_TWICE), "--property", "reach")
    assert code == 5
    assert "no thread can move" in err
    assert re.search(r"thread 0 is at .*:5:\d+", err)


def test_waiting_forever_is_a_deadlock(capsys: Capture, tmp_path: Path) -> None:
    code, _, err = execute(capsys, "run", write(tmp_path, LOCKED_TWICE), "--property", "deadlock")
    assert code == 10
    assert re.search(r":5:\d+: violation \(deadlock\)", err)
    assert "thread 0 waits in pthread_mutex_lock for " in err


def test_of_library_functions_only_the_name_is_told(capsys: Capture, tmp_path: Path) -> None:
    code, _, err = execute(capsys, "run", write(tmp_path, LOCKED_TWICE))
    assert code == 10
    assert "violation (lock)" in err
    *_, inner, outer = err.splitlines()
    assert inner == "  thread 0, in pthread_mutex_lock"
    assert re.fullmatch(r"  called from main \(.*:5:\d+\)", outer)


def test_trace_and_statistics_go_to_stderr(tmp_path: Path) -> None:
    file = write(tmp_path, "int g;\nint main(void) {\n g = 7;\n return g;\n}\n")
    answer = run("run", file, "--trace", "--statistics")
    assert answer.returncode == 7
    assert answer.stdout == b""
    text = answer.stderr.decode()
    assert re.search(r"^0 +\S*a\.c:3:\d+ .*g = 7;", text, re.MULTILINE)
    assert re.search(r"^[\d,]+ instructions, [\d,]+ steps, \d+\.\d+ s CPU$", text, re.MULTILINE)


def test_what_is_not_modelled_is_exit_code_5(tmp_path: Path) -> None:
    file = write(tmp_path, 'int main(void) {\n __asm__("cpuid");\n return 0;\n}\n')
    answer = run("run", file)
    assert answer.returncode == 5
    assert re.search(rb"a\.c:2:\d+: unsupported: ", answer.stderr)


def test_what_python_drops_is_heard_within_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever carries it out."""
    hooks: list[object] = []
    before = sys.unraisablehook
    monkeypatch.setattr(cli.unthread, "invoke", lambda context: hooks.append(sys.unraisablehook))
    assert cli.execute(["check", "a.c"]) == 0
    assert (hooks, sys.unraisablehook) == ([interrupts._note_dropped], before)


def test_control_c_leaves_no_traceback(tmp_path: Path) -> None:
    file = write(tmp_path, '#include <stdio.h>\nint main(void) { puts("on"); for (;;); }\n')
    process = subprocess.Popen(command("run", file), stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None
    assert process.stdout.readline() == b"on\n"
    time.sleep(0.2)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == ExitCode.INTERRUPTED
    assert (out, err) == (b"", b"unthread: interrupted\n")


def test_public_names_are_there() -> None:
    for name in unthread.__all__:
        assert getattr(unthread, name) is not None
    assert "load" in dir(unthread)
    with pytest.raises(AttributeError, match="nothing"):
        _ = unthread.nothing
