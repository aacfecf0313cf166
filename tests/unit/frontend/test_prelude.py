"""The prelude's macros: in comes prelude_cases.c, which uses all of them; out comes that compilers of
this machine run it without a failed check and that libclang accepts it in every dialect."""

import subprocess
from pathlib import Path

import pytest
from clang import cindex

from referees import GCC, GCC_M32
from tests.support.tools import require

HERE = Path(__file__).parent
INCLUDE = HERE.parents[2] / "src" / "unthread" / "frontend" / "include"
CASES = HERE / "prelude_cases.c"
FORCED = ["-include", str(INCLUDE / "prelude.h")]


@pytest.mark.parametrize("flag", ["-m64", "-m32"])
def test_macros_compute_what_the_built_ins_do(flag: str, tmp_path: Path) -> None:
    require(GCC_M32 if flag == "-m32" else GCC)
    program = tmp_path / "cases"
    command = ["gcc", flag, "-w", "-std=gnu17", *FORCED, str(CASES), "-o", str(program)]
    built = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert built.returncode == 0, built.stderr
    outcome = subprocess.run([program], capture_output=True, text=True, timeout=10)
    assert (outcome.returncode, outcome.stdout) == (0, "")


@pytest.mark.parametrize("standard", ["gnu89", "c99", "c11", "gnu17", "gnu2x"])
@pytest.mark.parametrize("target", ["x86_64-linux-gnu", "i386-linux-gnu"])
def test_macros_are_valid_in_every_dialect(target: str, standard: str) -> None:
    folders = ["-isystem", str(INCLUDE / "builtin"), "-idirafter", str(INCLUDE / "libc")]
    arguments = [f"--target={target}", f"-std={standard}", "-nostdinc", *FORCED, *folders]
    tu = cindex.Index.create().parse(str(CASES), args=arguments)
    assert [str(diagnostic) for diagnostic in tu.diagnostics] == []
