"""`unthread check` in a project: compiler flags, a configuration with targets, a baseline, changes since a
revision; and what is wrong with them. Real builds: test_project_builds.py."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from referees import GCC, GCC_M32, GIT
from tests.support.commands import Capture, Printed, Write, check, execute, write
from tests.support.sarif_rules import sarif_faults
from tests.support.tools import require

__all__ = ["write"]  # the fixture

SCHEMAS = Path(__file__).parent.parent / "src" / "unthread" / "schemas"
PROGRAM = Path(__file__).parent / "projects" / "flags.c"
OVERFLOWING = PROGRAM.with_name("overflow.c")
RACY = """#include <assert.h>
#include <pthread.h>
int x, y;
void *work(void *unused) { x++; return 0; }
int main(void) {
    pthread_t other;
    pthread_create(&other, 0, work, 0);
    x++;
    pthread_join(other, 0);
    assert(x == RESULT);
    return 0;
}
"""
SAFE = "int main(void) { return 0; }\n"
FEW = '[options]\nproperty = "reach"\n'


def targets(*names: str) -> str:
    return "".join(f'[[target]]\nname = "{name}"\nfiles = ["{name}.c"]\n' for name in names)


def last_lines(out: str) -> list[str]:
    return [
        " ".join(re.sub(r" +\d+\.\d s", "", line).split())
        for line in out.rpartition("\ntarget ")[2].splitlines()[1:]
    ]


# Flags of compilers


def test_flags_that_mean_nothing_here_are_accepted(write: Write, capsys: Capture) -> None:
    write(SAFE)
    words = "-pthread -Wall -Wextra -O2 -g -fPIC -march=native -fno-strict-aliasing -MD -MF x -o x -c -pipe"
    code, out, err = check(capsys, *words.split(), "a.c")
    assert (code, err) == (0, "")
    assert out.startswith("SAFE")


@pytest.mark.parametrize("command", ["run", "show", "loops", "emit"])
def test_by_every_command_that_reads_c(command: str, write: Write, capsys: Capture) -> None:
    write("#ifndef A\n#error no A\n#endif\nint main(void) { return 0; }\n")
    code, _, err = execute(capsys, command, "-Wall", "-pthread", "-DA", "-O2", "a.c")
    assert (code, err) == (0, "")


def test_flags_that_mean_something_are_carried_out(write: Write, capsys: Capture) -> None:
    write("#include <made.h>\nint main(void) { char c = 200; return c < 0 || MADE != 3; }\n")
    write("#define MADE 3\n", "inc dir/made.h")
    code, _, err = execute(capsys, "run", "-isystem", "inc dir", "-funsigned-char", "a.c")
    assert (code, err) == (0, "")


@pytest.mark.parametrize(
    "flags",
    [
        "-funsigned-char -fshort-enums",
        "-fshort-wchar -fno-builtin",
        "-fgnu89-inline -ffreestanding",
        "-m32 -funsigned-char",
        "-fms-extensions -std=c99",
    ],
)
def test_they_mean_what_they_mean_to_gcc(flags: str, tmp_path: Path, capsys: Capture) -> None:
    require(GCC, *((GCC_M32,) if "-m32" in flags else ()))
    compiled = tmp_path / "program"
    command = ["gcc", "-w", *flags.split(), str(PROGRAM), "-o", str(compiled)]
    subprocess.run(command, check=True, capture_output=True)
    expected = subprocess.run([compiled], capture_output=True, text=True).stdout
    assert execute(capsys, "run", *flags.split(), str(PROGRAM)) == (0, expected, "")


@pytest.mark.parametrize("flags", ["-fwrapv", "-fno-strict-overflow", "-fwrapv -m32"])
def test_overflow_wraps_where_the_compiler_is_told(flags: str, tmp_path: Path, capsys: Capture) -> None:
    require(GCC, *((GCC_M32,) if "-m32" in flags else ()))
    compiled = tmp_path / "program"
    command = ["gcc", "-w", *flags.split(), str(OVERFLOWING), "-o", str(compiled)]
    subprocess.run(command, check=True, capture_output=True)
    expected = subprocess.run([compiled], capture_output=True, text=True).stdout
    assert execute(capsys, "run", *flags.split(), str(OVERFLOWING)) == (0, expected, "")
    assert check(capsys, *flags.split(), str(OVERFLOWING), "-q")[0] == 0
    assert check(capsys, *flags.split(), "-fno-wrapv", str(OVERFLOWING), "-q")[0] == 10


def test_what_is_not_carried_out_is_assumed(write: Write, capsys: Capture) -> None:
    write(SAFE)
    assert "assumed" not in check(capsys, "-ffast-math", "-march=native", "-m32", "a.c")[1]
    write("int main(void) { volatile float x = 3; return x > 3; }\n")
    code, out, _ = check(capsys, "-ffast-math", "a.c")
    assert code == 0
    assert "assumed    floating-point arithmetic is that of IEEE 754 (-ffast-math is not modelled)" in out
    assert (
        "assumed    floating-point operations are not fused (-march=native"
        in check(capsys, "-march=native", "a.c")[1]
    )
    assert "arithmetic is that of SSE2, and not of x87 (-m32)" in check(capsys, "-m32", "a.c")[1]


def test_macros_that_a_flag_would_define_are_named_where_they_matter(write: Write, capsys: Capture) -> None:
    write("#ifdef __AVX2__\n#error vectors\n#endif\n", "fast.h")
    write('#include "fast.h"\n' + SAFE)
    flags = ("-O2", "-mavx2", "-fsanitize=thread")
    note = "assumed    __AVX2__ is not defined (-mavx2 is not modelled)"
    code, out, _ = check(capsys, *flags, "a.c")
    assert (code, note in out, "__OPTIMIZE__" in out) == (0, True, False)
    database(("a.c", "-c -mavx2", "app.p/a.o"))
    assert note in check(capsys, "-p", "build")[1]
    assert check(capsys, *flags, "-D__AVX2__", "a.c")[0] == 2


def test_pthread_defines_what_it_defines_for_compilers(write: Write, capsys: Capture) -> None:
    write("#ifndef _REENTRANT\n#error not reentrant\n#endif\n" + SAFE)
    assert check(capsys, "-pthread", "a.c", "-q")[0] == 0
    assert check(capsys, "a.c", "-q")[0] == 2


def test_the_last_word_on_overflow_counts(write: Write, capsys: Capture) -> None:
    write("int main(void) { volatile int x = 2147483647; x = x + 1; return 0; }\n")
    assert check(capsys, "-fwrapv", "a.c", "-q")[0] == 0
    assert check(capsys, "-fwrapv", "-ftrapv", "a.c", "-q")[0] == 10
    assert check(capsys, "-ftrapv", "-fwrapv", "a.c", "-q")[0] == 0


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        ("-fopenmp", "the compiler flag '-fopenmp' is not supported: its threads are not modelled"),
        ("-fwarpv", "unknown compiler flag '-fwarpv'\n  hint: did you mean '-fwrapv'?"),
        ("-x c++", "unthread reads C only"),
        ("-std=c++17", "'-std=c++17' is not a C standard"),
        ("-target x86_64-w64-mingw32", "the flags ask for the target x86_64-w64-windows-gnu"),
        ("-fno-signed-bitfields", "is not supported: bit-fields of type int are signed"),
        ("-Wl,--wrap=malloc", "'--wrap=malloc' is not supported: the linker puts functions in the place"),
        ("-m32 -m64", "--m32 and --m64 are mutually exclusive"),
        ("--target x", "--target requires -p"),
        ("--add b.c", "--add requires -p"),
        ("-p gone", "-p: no such file or folder: 'gone'"),
        ("--config a.c --no-config", "--config and --no-config are mutually exclusive"),
        ("--baseline x.json --backend cbmc --property reach", "cannot read 'x.json'"),
        ("--baseline a.c", "this is not JSON"),
        ("--baseline b.json --sarif gone/r.sarif", "cannot read 'b.json'"),
        ("--changed-since HEAD --sarif gone/r.sarif", "--sarif: there is no directory 'gone'"),
        ("--write-baseline gone/b.json", "--write-baseline: there is no directory 'gone'"),
    ],
)
def test_one_clear_message(flags: str, message: str, write: Write, capsys: Capture) -> None:
    write(SAFE)
    code, out, err = check(capsys, *flags.split(), "a.c")
    assert code in (1, 2)
    assert message in err
    assert out == ""


def test_a_flag_is_ignored_where_the_user_says_so(write: Write, capsys: Capture) -> None:
    write(SAFE)
    assert check(capsys, "-fopenmp", "--ignore-flag=-fopenmp", "a.c")[0] == 0


# Compile commands


def database(*entries: tuple[str, str, str]) -> None:
    Path("build").mkdir(exist_ok=True)
    found = [
        {"directory": str(Path.cwd() / "build"), "file": f"../{file}", "command": f"cc {flags} -o {output}"}
        for file, flags, output in entries
    ]
    Path("build/compile_commands.json").write_text(json.dumps(found))


def test_each_file_has_flags_of_its_own(write: Write, capsys: Capture) -> None:
    write("int f(void);\nint main(void) { return f() != NUMBER + 1; }\n", "main.c")
    write("int f(void) { return NUMBER; }\n", "f.c")
    database(("main.c", "-DNUMBER=1", "app.p/m.o"), ("f.c", "-DNUMBER=2", "app.p/f.o"))
    code, out, _ = check(capsys, "-p", "build", "--property", "reach", "--trace", "t.json")
    assert code == 0
    assert out.startswith("SAFE")


def test_a_trace_of_such_a_program_is_replayed(write: Write, capsys: Capture) -> None:
    write(RACY, "main.c")
    write("int g(void) { return OTHER; }\n", "g.c")
    database(("main.c", "-DRESULT=2", "app.p/m.o"), ("g.c", "-DOTHER=2", "app.p/g.o"))
    options = ("--property", "reach", "--trace", "t.json", "--html", "r.html")
    assert check(capsys, "-p", "build", *options)[0] == 10
    stored = json.loads(Path("t.json").read_text())
    assert [file["flags"] for file in stored["source"]["files"]] == [["-DRESULT=2"], ["-DOTHER=2"]]
    assert execute(capsys, "replay", "t.json")[0] == 10
    assert "unthread check -p build/compile_commands.json" in Path("r.html").read_text()


def test_says_what_a_named_file_has_no_command_for(write: Write, capsys: Capture) -> None:
    write(SAFE)
    write("int f(void) { return 1; }\n", "f.c")
    database(("f.c", "-Wall", "lib.p/f.o"))
    code, _, err = check(capsys, "-p", "build", "a.c", "f.c", "--property", "reach")
    assert code == 0
    assert err == (
        "unthread: note: 'a.c' is not in 'build/compile_commands.json': "
        "it is read without flags of the build\n"
    )


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (
            "--target ap",
            1,
            "'ap' is not a target in 'build/compile_commands.json'\n  hint: did you mean 'app'?",
        ),
        ("", 1, "several targets have a main"),
        ("--target gone", 2, "has a command for 'gone.c', which does not exist"),
        ("--target app --m64", 1, "--m64 contradicts the commands in 'build', which have -m32"),
        ("--target app --config x.toml", 2, "cannot read 'x.toml'"),
    ],
)
def test_says_what_is_wrong_with_a_build(
    words: str, code: int, message: str, write: Write, capsys: Capture
) -> None:
    write(SAFE, "main.c")
    write(SAFE, "test.c")
    database(("main.c", "-m32", "app.p/m.o"), ("test.c", "", "test.p/t.o"), ("gone.c", "", "gone.p/t.o"))
    printed = check(capsys, "-p", "build", *words.split())
    assert printed[:2] == (code, "")
    assert message in printed[2]


@pytest.mark.parametrize(
    ("compiler", "message"),
    [
        ("g++", "'main.c': 'g++' compiles it as C++"),
        ("ccache arm-linux-gnueabihf-gcc", "'arm-linux-gnueabihf-gcc' compiles for another machine"),
        ("cl", "'cl' has other flags"),
        ("cd .. && gcc", "the command is several, with '&&' between them"),
    ],
)
def test_what_the_command_makes_of_c_is_refused(
    compiler: str, message: str, write: Write, capsys: Capture
) -> None:
    write(SAFE, "main.c")
    database(("main.c", "-c", "app.p/m.o"))
    file = Path("build/compile_commands.json")
    file.write_text(file.read_text().replace('"cc ', f'"{compiler} '))
    code, out, err = check(capsys, "-p", "build")
    assert (code, out) == (2, "")
    assert message in err


# Configuration


def test_options_of_the_configuration_count_unless_others_are_given(write: Write, capsys: Capture) -> None:
    write(RACY.replace("RESULT", "RESULT + 0"))
    write(f'{FEW}D = ["RESULT=2"]\n', "unthread.toml")
    code, _, err = check(capsys, "a.c", "-q")
    assert (code, err) == (10, "")
    code, _, err = check(capsys, "a.c", "--property", "lock", "-D", "RESULT=1")
    assert code != 10
    assert err == "unthread: note: options are read from 'unthread.toml'\n"
    assert check(capsys, "a.c", "--no-config", "--property", "reach")[0] == 2  # RESULT is not declared


def test_targets_are_checked_one_after_the_other(write: Write, capsys: Capture) -> None:
    write(SAFE, "good.c")
    write(RACY.replace("RESULT", "2"), "bad.c")
    write(FEW + targets("good", "bad", "gone"), "unthread.toml")
    code, out, err = check(capsys)
    assert code == 2
    assert "==== bad" in out
    assert err.startswith("unthread.toml:11:10: error: no such file: 'gone.c'\n")
    assert last_lines(out) == [
        "good SAFE",
        "bad UNSAFE bad.c:10:5: assertion violated: x == 2 [reach]",
        "gone ERROR unthread.toml:11:10: no such file: 'gone.c'",
        "3 targets: 1 safe, 1 unsafe, 1 error",
    ]
    assert max(map(len, out.rpartition("\ntarget ")[2].splitlines())) <= 80
    assert check(capsys, "--target", "good")[0] == 0
    assert check(capsys, "--target", "good", "--target", "bad", "-q")[0] == 10


def test_reports_of_targets_have_their_names_and_sarif_has_all(write: Write, capsys: Capture) -> None:
    write(RACY.replace("RESULT", "2"), "one.c")
    write(RACY.replace("RESULT", "1"), "two.c")
    write(FEW + targets("one", "two"), "unthread.toml")
    assert check(capsys, "--html", "r.html", "--trace", "t.json", "--sarif", "all.sarif")[0] == 10
    assert {"r-one.html", "r-two.html", "t-one.json", "t-two.json", "all.sarif"} <= {
        path.name for path in Path().iterdir()
    }
    found = json.loads(Path("all.sarif").read_text())
    assert sarif_faults(found) == []
    (run,) = found["runs"]
    places = [item["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] for item in run["results"]]
    assert places == ["one.c", "two.c"]
    assert len(run["invocations"]) == 2


def test_json_of_targets_is_one_document(write: Write, capsys: Capture) -> None:
    write(SAFE, "good.c")
    write(FEW + targets("good", "gone"), "unthread.toml")
    code, out, _ = check(capsys, "--json")
    found = json.loads(out)
    assert (code, found["exit_code"]) == (2, 2)
    assert [(item["name"], item["exit_code"]) for item in found["targets"]] == [("good", 0), ("gone", 2)]
    assert found["targets"][0]["verdict"]["verdict"] == "safe"
    assert found["targets"][1]["error"] == "unthread.toml:8:10: no such file: 'gone.c'"


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (None, 1, "no C file is given\n  hint: name the files of a program, a build with -p"),
        ("", 1, "no C file is given, and 'unthread.toml' has no [[target]]"),
        (
            "[options]\nunwnd = 3\n",
            2,
            "unthread.toml:2:1: error: unknown key 'unwnd'\n    unwnd = 3\n    ^\n",
        ),
        ("[options]\ntime = 'soon'\n", 2, "unthread.toml:2:8: error: --time: 'soon' is not a duration"),
        ("[options]\nproperty = 'rach'\n", 2, "unthread.toml:2:12: error: unknown property 'rach'"),
        ("[options\n", 2, "unthread.toml:1:9: error: this is not TOML"),
        ("[[target]]\nname='x'\nfiles='a**.c'\n", 2, "unthread.toml:3:7: error: 'a**.c' is no pattern"),
        (
            f"[options]\njson = true\ncompact = true\n{targets('a')}",
            1,
            "unthread.toml:2:8: error: --json and --compact are mutually exclusive",
        ),
        ('[options]\nhtml = "\\u0000"\n', 2, "unthread.toml:2:8: error: this text has a null"),
        ("x = " + "9" * 5000, 2, "'unthread.toml' has a number that is too long"),
        (
            "[[target]]\nname='x'\nbuild-target='y'\n",
            1,
            "unthread.toml:1:1: error: target 'x' has no compile-c",
        ),
    ],
)
def test_says_what_is_wrong_with_a_configuration(
    text: str | None, code: int, message: str, write: Write, capsys: Capture
) -> None:
    if text is not None:
        write(text, "unthread.toml")
    printed = check(capsys)
    assert printed[:2] == (code, "")
    assert message in printed[2]


@pytest.mark.parametrize(
    ("text", "code", "message"),
    [
        (
            f"[options]\nbackend = 'foo'\n{targets('a')}",
            1,
            "unthread.toml:2:11: error: --backend: 'foo' is not one of",
        ),
        (
            f"[options]\nstd = 'foo'\n{targets('a')}",
            1,
            "unthread.toml:2:7: error: '-std=foo' is not a C standard",
        ),
        (
            f"compile-commands = 'gone'\n{targets('a')}",
            2,
            "unthread.toml:1:20: error: -p: no such file or folder: 'gone'",
        ),
        (
            f"{targets('a')}options.stub = ['gone.c']\n",
            2,
            "unthread.toml:4:16: error: no such file: 'gone.c'",
        ),
        (
            f"{targets('a')}options.property = 'gone.prp'\n",
            2,
            "unthread.toml:4:20: error: no such file: 'gone.prp'",
        ),
    ],
)
def test_what_only_a_check_shows_to_be_wrong_has_its_position(
    text: str, code: int, message: str, write: Write, capsys: Capture
) -> None:
    write(SAFE)
    write(text, "unthread.toml")
    found, out, err = check(capsys)
    assert (found, last_lines(out)[-1]) == (code, "1 target: 1 error")
    assert message in err


def test_an_unknown_target_has_a_near_one(write: Write, capsys: Capture) -> None:
    write(targets("queue", "stack"), "unthread.toml")
    code, _, err = check(capsys, "--target", "stak")
    assert code == 1
    assert "did you mean 'stack'? the targets are queue, stack" in err


# Baseline


def accepted(capsys: Capture, *words: str) -> Printed:
    return check(capsys, "a.c", "--property", "reach,race", "--baseline", "b.json", *words)


def test_what_was_accepted_does_not_fail_but_is_listed(write: Write, capsys: Capture) -> None:
    write(RACY.replace("RESULT", "2"))
    code, _, err = check(capsys, "a.c", "--property", "reach,race", "--write-baseline", "b.json")
    assert code == 0
    count = len(json.loads(Path("b.json").read_text())["accepted"])
    assert f"unthread: note: {count} violations accepted in 'b.json'" in err
    code, out, err = accepted(capsys)
    assert (code, err) == (0, "")
    assert out.startswith("NO BUG FOUND  no other violation of reach or race")
    assert "\n  accepted   a.c:" in out
    assert "what comes after an accepted violation of reach, and other violations of it, at a.c:10:5" in out
    assert accepted(capsys, "--require-complete")[0] == 5


def test_lines_may_move(write: Write, capsys: Capture) -> None:
    write(RACY.replace("RESULT", "2"))
    check(capsys, "a.c", "--property", "reach,race", "--write-baseline", "b.json")
    write("// more\n\n" + RACY.replace("RESULT", "2"))
    assert accepted(capsys)[0] == 0


def test_the_search_goes_on_for_others(write: Write, capsys: Capture) -> None:
    write(RACY.replace("RESULT", "2"))
    check(capsys, "a.c", "--property", "reach,race", "--write-baseline", "b.json")
    write(RACY.replace("RESULT", "2").replace("    return 0;\n", "    assert(y);\n    return 0;\n"))
    code, out, _ = accepted(capsys)
    assert code == 10
    assert "UNSAFE  a.c:11:5: assertion violated: y [reach]" in out
    write(RACY.replace("RESULT", "2").replace("x++; return", "x++; y = 1 / (x - 2); return"))
    code, out, _ = check(capsys, "a.c", "--property", "all", "--baseline", "b.json", "-q")
    assert code == 10
    assert "arith" in out


def test_says_what_fits_nothing_any_more(write: Write, capsys: Capture) -> None:
    write(RACY.replace("RESULT", "2"))
    check(capsys, "a.c", "--property", "reach", "--write-baseline", "b.json")
    write(SAFE)
    code, out, err = check(capsys, "a.c", "--property", "reach", "--baseline", "b.json")
    assert (code, out.split()[0]) == (0, "SAFE")
    assert err == (
        "unthread: note: 'b.json': this accepted violation was no longer found: "
        "a.c:10:5: assertion violated: x == 2 [reach]\n"
    )
    write("extern int any(void);\n" + SAFE.replace("return 0", "for (int i = any(); i > 0; i--); return 0"))
    bounds = ("--havoc", "any", "--unwind", "1")
    _, _, err = check(capsys, "a.c", "--property", "reach", "--baseline", "b.json", *bounds)
    assert "was not found, but not everything was searched" in err


def test_a_baseline_is_not_written_where_a_target_is_missing(write: Write, capsys: Capture) -> None:
    write(RACY.replace("RESULT", "2"), "bad.c")
    write(FEW + targets("bad", "gone"), "unthread.toml")
    code, _, err = check(capsys, "--write-baseline", "b.json")
    assert code == 2
    assert "'b.json' is not written: gone was not checked" in err
    assert not Path("b.json").exists()


def test_sarif_says_what_was_accepted(write: Write, capsys: Capture) -> None:
    write(RACY.replace("RESULT", "2"))
    check(capsys, "a.c", "--property", "reach", "--write-baseline", "b.json")
    check(capsys, "a.c", "--property", "reach", "--baseline", "b.json", "--sarif", "r.sarif")
    found = json.loads(Path("r.sarif").read_text())
    assert sarif_faults(found) == []
    (result,) = found["runs"][0]["results"]
    assert result["suppressions"] == [{"kind": "external", "status": "accepted"}]


def test_the_document_has_what_was_accepted(write: Write, capsys: Capture) -> None:
    write(RACY.replace("RESULT", "2"))
    check(capsys, "a.c", "--property", "reach", "--write-baseline", "b.json")
    _, out, _ = check(capsys, "a.c", "--property", "reach", "--baseline", "b.json", "--json")
    (target,) = json.loads(out)["targets"]
    assert target["verdict"]["accepted"][0]["violation"]["message"] == "assertion violated: x == 2"
    assert [item["cause"] for item in target["verdict"]["coverage"]["left_out"]][-1] == "accepted"


@pytest.mark.parametrize("flag", ["--backend cbmc", "--property x.prp"])
def test_tools_that_stop_at_the_first_violation_take_no_baseline(
    flag: str, write: Write, capsys: Capture
) -> None:
    write(RACY.replace("RESULT", "2"))
    check(capsys, "a.c", "--property", "reach", "--write-baseline", "b.json")
    write("CHECK( init(main()), LTL(G ! call(reach_error())) )\n", "x.prp")
    words = () if "prp" in flag else ("--property", "reach")
    code, _, err = check(capsys, "a.c", "--baseline", "b.json", *flag.split(), *words)
    assert code in (1, 2)
    assert "--baseline cannot be combined with" in err or "cbmc" in err


# Changes


def git(*words: str) -> None:
    names = ("-c", "user.name=x", "-c", "user.email=x@example.org", "-c", "init.defaultBranch=main")
    subprocess.run(["git", *names, *words], check=True, capture_output=True)


def test_only_what_has_changed_is_checked(write: Write, capsys: Capture) -> None:
    require(GIT)
    write(SAFE, "one.c")
    write(SAFE, "two.c")
    write(FEW + targets("one", "two"), "unthread.toml")
    code, _, err = check(capsys, "--changed-since", "HEAD")
    assert (code, err) == (2, "unthread: error: --changed-since: '.' is not in a git repository\n")
    git("init", "-q")
    git("add", ".")
    git("commit", "-qm", "first")
    code, out, _ = check(capsys, "--changed-since", "HEAD")
    assert (code, last_lines(out)[-1]) == (0, "2 targets: 2 not checked")
    write(SAFE + "// changed\n", "two.c")
    code, out, _ = check(capsys, "--changed-since", "HEAD")
    assert last_lines(out) == [
        "one NOT CHECKED nothing changed since HEAD",
        "two SAFE",
        "2 targets: 1 not checked, 1 safe",
    ]
    code, out, _ = check(capsys, "one.c", "--changed-since", "HEAD", "--no-config")
    assert (code, out) == (0, "NOT CHECKED  nothing changed since HEAD\n")
    code, _, err = check(capsys, "--changed-since", "nothing")
    assert (code, err) == (1, "unthread: error: --changed-since: there is no git revision 'nothing'\n")


def test_the_document_of_targets_is_as_its_schema_has_it(write: Write, capsys: Capture) -> None:
    write(SAFE, "good.c")
    write(RACY.replace("RESULT", "2"), "bad.c")
    write(FEW + targets("good", "bad", "gone"), "unthread.toml")
    found: dict[str, Any] = json.loads(check(capsys, "--json")[1])
    trace, verdict, schema = (
        json.loads((SCHEMAS / f"{name}.schema.json").read_text()) for name in ("trace", "verdict", "targets")
    )
    inner: list[tuple[str, Resource[Any]]] = [
        ("trace.schema.json", Resource.from_contents(trace)),
        ("verdict.schema.json", Resource.from_contents(verdict)),
    ]
    registry: Registry[Any] = Registry().with_resources(inner)
    Draft202012Validator(schema, registry=registry).validate(found)
