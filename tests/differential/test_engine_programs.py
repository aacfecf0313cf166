"""Sequential programs: with the inputs left to the solver and assumed to be chosen values, every value that
the program checks is the one that gcc's program prints, and the end is reached.

A program in `tests/programs/engine` names its inputs with INPUT(type, name), what it computes with
CHECK(value), and ends with `return DONE`. Its second line lists the inputs to try."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from referees import GCC, GCC_M32
from tests.support.tools import require
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import ASSERTED
from unthread.core.source import DataModel, Source
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.search import Search
from unthread.frontend.load import load

PROGRAMS = sorted((Path(__file__).parent.parent / "programs" / "engine").glob("*.c"))
BOUNDS = Bounds(unwind=8, depth=6)
MODEL_FLAGS = {DataModel.M64: ["-m64"], DataModel.M32: ["-m32", "-msse2", "-mfpmath=sse"]}

FOR_GCC = """#include <stdio.h>
#define INPUT(type, name) type name = (type)(I_##name)
#define CHECK(value) printf("%lld\\n", (long long)(value))
#define DONE 0
"""
# A comparison cannot tell the zeros of a floating type apart; dividing by them can.
FOR_ENGINE = """#include <assert.h>
extern void __VERIFIER_assume(int);
#define SIGN(type, value) (1 / ((type)(value) != 0 ? 1.0 : (double)(type)(value)))
#define INPUT(type, name) extern type any_##name(void); type name = any_##name(); \\
    __VERIFIER_assume(name == (type)(I_##name) && SIGN(type, name) == SIGN(type, I_##name))
#define CHECK(value) assert((long long)(value) == expected[checked++])
#define DONE (assert(0), 0)
"""


def directive(text: str, name: str) -> str:
    found = re.search(rf"^// {name}: (.*)$", text, re.MULTILINE)
    return found[1] if found else ""


def cases() -> list[object]:
    found: list[object] = []
    for program in PROGRAMS:
        text = program.read_text()
        models = [DataModel(model) for model in (directive(text, "models") or "m64 m32").split()]
        for model in models:
            for number, inputs in enumerate(directive(text, "inputs").split("|"), start=1):
                found.append(pytest.param(program, model, inputs, id=f"{program.stem}-{model}-{number}"))
    return found


def definitions(inputs: str) -> str:
    return "".join(f"#define I_{name} {value}\n" for name, value in (i.split("=") for i in inputs.split()))


def printed_by_gcc(text: str, model: DataModel, directory: Path) -> list[int]:
    file, binary = directory / "native.c", directory / "native"
    file.write_text(FOR_GCC + text)
    flags = ["-O0", "-w", "-fwrapv", "-fno-strict-aliasing", *MODEL_FLAGS[model]]
    subprocess.run(["gcc", *flags, str(file), "-o", str(binary)], check=True, timeout=60)
    done = subprocess.run([str(binary)], capture_output=True, text=True, timeout=10, check=True)
    return [int(line) for line in done.stdout.split()]


def with_expected(text: str, values: list[int]) -> str:
    listed = ", ".join(f"(long long){value % (1 << 64)}ULL" for value in values)
    return f"static const long long expected[] = {{{listed}}};\nstatic int checked;\n{FOR_ENGINE}{text}"


def violated(text: str, model: DataModel, directory: Path) -> list[str]:
    """The lines of the program whose assertions can fail; complete."""
    file = directory / "program.c"
    file.write_text(text)
    bounded = bound(load(Source((file,), data_model=model)), BOUNDS)
    search = Search(RoundsEncoding(bounded, visible_points(bounded), ASSERTED))
    search.add_round()
    search.add_round()
    claims = dict.fromkeys((claim.property, claim.loc) for claim in search.encoding.collected.claims)
    found = [loc.line for property, loc in claims if search.violation_of(property, loc) is not None]
    assert not search.last_round_is_used()
    assert search.gap() is None
    assert search.cuts() == []
    return [text.splitlines()[line - 1].strip() for line in found]


@pytest.mark.parametrize(("program", "model", "inputs"), cases())
def test_values_are_those_of_gcc(program: Path, model: DataModel, inputs: str, tmp_path: Path) -> None:
    require(GCC, *([GCC_M32] if model is DataModel.M32 else []))
    text = definitions(inputs) + program.read_text()
    values = printed_by_gcc(text, model, tmp_path)
    assert len(values) >= 10
    assert violated(with_expected(text, values), model, tmp_path) == ["return DONE;"]


def test_a_wrong_value_is_found(tmp_path: Path) -> None:
    require(GCC)
    program = PROGRAMS[0].read_text()
    text = definitions(directive(program, "inputs").split("|")[0]) + program
    values = printed_by_gcc(text, DataModel.M64, tmp_path)
    values[-1] += 1
    (line,) = violated(with_expected(text, values), DataModel.M64, tmp_path)
    assert line == [found.strip() for found in program.splitlines() if "CHECK(" in found][-1]
