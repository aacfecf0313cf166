"""Macros that flags define; gcc says which."""

from __future__ import annotations

import re
import subprocess

import pytest

from referees import GCC
from tests.support.tools import require
from unthread.project.flag_macros import macros_of

FLAGS = (
    "-O2 -O3 -Os -Og -Ofast -ffast-math -ffinite-math-only -fno-math-errno -fexceptions -msse4.2 "
    "-mssse3 -mavx -mavx2 -mavx512f -mfma -mf16c -mbmi -mpopcnt -mcx16 -mrdrnd -march=haswell "
    "-march=x86-64-v3 -mabm -madx -mxsavec -mvaes -mclwb -fno-trapping-math -frounding-math "
    "-fstack-protector-strong -fsanitize=address -fsanitize=thread"
)
OF_NO_INTEREST = re.compile(
    r"__(NO_INLINE|FXSR|LAHF_SAHF|FP_FAST|haswell|tune|corei7|core_avx|GCC_IEC|k8)\w*"
)


@pytest.mark.parametrize("flag", FLAGS.split())
def test_has_those_that_gcc_defines(flag: str) -> None:
    require(GCC)
    expression = macros_of(flag)
    assert expression
    more = (name for name in defined(flag) - defined() if not OF_NO_INTEREST.fullmatch(name))
    assert [name for name in sorted(more) if not re.fullmatch(expression, name)] == []


def defined(*flags: str) -> set[str]:
    command = ["gcc", "-fno-stack-protector", *flags, "-dM", "-E", "-x", "c", "/dev/null"]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    return set(re.findall(r"^#define (\w+)", ran.stdout, re.MULTILINE))


@pytest.mark.parametrize(
    "flag", ["-O0", "-O", "-g", "-Wall", "-march=x86-64", "-mno-avx", "-fsanitize=leak", "-DX", "-pthread"]
)
def test_most_define_none(flag: str) -> None:
    assert bool(macros_of(flag)) == (flag == "-O")
