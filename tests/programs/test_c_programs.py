"""Whole C programs: `unthread run` prints and returns what the program compiled by gcc does.

In: the files in c/ with their directives, and those in c_unsupported/ with what unthread has to say about
them. README.md explains the directives. Out: one test for each file and data model.
"""

import re
from pathlib import Path

import pytest

from execution import Execution, execute
from referees import CLANG, GCC, GCC_M32, find_clang
from tests.support.forked import run_forked
from tests.support.tools import require

HERE = Path(__file__).parent
PROGRAMS = sorted((HERE / "c").glob("*.c"))
REFUSED = sorted((HERE / "c_unsupported").glob("*.c"))
MODELS = ("m64", "m32")
SECONDS = 60.0
LONGEST_MESSAGE = 60  # lines; nobody reads ten thousand of them

# i386 gcc computes in 80 bits unless told otherwise, and then float results are not those of the type.
MODEL_FLAGS = {"m64": ("-m64",), "m32": ("-m32", "-msse2", "-mfpmath=sse")}

DIRECTIVE = re.compile(r"// (?P<name>[a-z]+):(?: (?P<value>.*))?")
DIRECTIVES = {"args", "flags", "models", "expect", "output"}


def directives(program: Path) -> dict[str, str]:
    """The lines `// name: value` among the comment lines a program starts with."""
    found: dict[str, str] = {}
    for line in program.read_text().splitlines():
        if not line.startswith("//"):
            break
        if match := DIRECTIVE.fullmatch(line):
            assert match["name"] in DIRECTIVES, f"{program.name}: unknown directive: {line}"
            found[match["name"]] = match["value"] or ""
    return found


def words(program: Path, name: str) -> list[str]:
    return directives(program).get(name, "").split()


def models(program: Path) -> list[str]:
    return words(program, "models") or list(MODELS)


# Tools


def require_gcc(model: str) -> None:
    require(GCC, *([GCC_M32] if model == "m32" else []))


# Both ways to run a program


def compile_and_run(program: Path, command: list[str], directory: Path) -> Execution:
    binary = directory / "program"
    compiled = execute([*command, *words(program, "flags"), str(program), "-o", str(binary)], SECONDS)
    assert compiled.status == 0, compiled.stderr.decode(errors="replace")
    return execute([str(binary), *words(program, "args")], SECONDS)


def run_gcc(program: Path, model: str, directory: Path) -> Execution:
    require_gcc(model)
    return compile_and_run(program, ["gcc", "-O0", "-w", *MODEL_FLAGS[model]], directory)


def run_unthread(program: Path, model: str) -> Execution:
    command = ["run", f"--{model}", *words(program, "flags"), str(program)]
    return run_forked([*command, "--", *words(program, "args")], SECONDS)


def pairs(programs: list[Path]) -> list[object]:
    return [
        pytest.param(program, model, id=f"{program.stem}-{model}")
        for program in programs
        for model in models(program)
    ]


@pytest.mark.parametrize(("program", "model"), pairs(PROGRAMS))
def test_unthread_runs_it_like_gcc(program: Path, model: str, tmp_path: Path) -> None:
    expected = run_gcc(program, model, tmp_path)
    assert not expected.timed_out
    actual = run_unthread(program, model)
    assert not actual.timed_out
    # Compared first: it says what went wrong. The programs themselves write nothing there.
    assert actual.stderr.decode(errors="replace") == expected.stderr.decode(errors="replace") == ""
    assert actual.stdout.decode(errors="replace") == expected.stdout.decode(errors="replace")
    assert actual.status == expected.status


@pytest.mark.parametrize("program", [pytest.param(program, id=program.stem) for program in REFUSED])
def test_unthread_says_what_is_wrong(program: Path) -> None:
    expected, _, message = directives(program)["expect"].partition(" ")
    actual = run_unthread(program, "m64")
    assert not actual.timed_out
    stderr = actual.stderr.decode(errors="replace")
    assert "Traceback" not in stderr
    assert len(stderr.splitlines()) <= LONGEST_MESSAGE
    assert message in stderr
    assert actual.status == int(expected), stderr
    if output := directives(program).get("output"):
        assert actual.stdout.decode(errors="replace") == f"{output}\n"


# The corpus itself: a program whose output depends on the compiler proves nothing about unthread.

SANITIZERS = ("-fsanitize=undefined,address", "-fno-sanitize-recover=all")
VARIANTS = {
    "gcc-O2": ("gcc", "-O2"),
    "gcc-sanitized": ("gcc", "-O0", *SANITIZERS),
    "clang-O0": ("clang", "-O0"),
    "clang-O2": ("clang", "-O2"),
}


def comparisons() -> list[object]:
    """The sanitizers run for m64 alone."""
    return [
        pytest.param(program, model, variant, id=f"{program.stem}-{model}-{variant}")
        for program in PROGRAMS
        for model in models(program)
        for variant in VARIANTS
        if (model, variant) != ("m32", "gcc-sanitized")
    ]


@pytest.mark.slow
@pytest.mark.parametrize(("program", "model", "variant"), comparisons())
def test_every_compiler_agrees(program: Path, model: str, variant: str, tmp_path: Path) -> None:
    expected = run_gcc(program, model, tmp_path)
    compiler, *flags = VARIANTS[variant]
    if compiler == "clang":
        require(CLANG)
        compiler = find_clang() or compiler
    actual = compile_and_run(program, [compiler, "-w", *flags, *MODEL_FLAGS[model]], tmp_path)
    assert actual == expected
