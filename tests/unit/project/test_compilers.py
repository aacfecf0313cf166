"""What the name of a compiler says, and a command that is more than one."""

from __future__ import annotations

import pytest

from unthread.project.compilers import compiler_of, without_wrapper


@pytest.mark.parametrize(
    "name",
    [
        *("cc", "gcc", "/usr/bin/gcc-12", "clang", "clang-18", "tcc", "icx", "musl-gcc", "afl-clang-fast"),
        *("x86_64-linux-gnu-gcc-13", "x86_64-pc-linux-gnu-cc", "x86_64-alpine-linux-musl-gcc"),
    ],
)
def test_most_compile_c_for_this_machine(name: str) -> None:
    compiler = compiler_of(name)
    assert (compiler.refuses(["-O2", "a.c"]), compiler.flags) == ("", ())


@pytest.mark.parametrize(
    ("name", "why"),
    [
        *((name, "as C++") for name in ("g++", "/usr/bin/c++", "clang++-18", "x86_64-linux-gnu-g++", "nvcc")),
        *((f"{machine}-gcc", "another machine") for machine in ("arm-none-eabi", "armv7l-linux-gnu", "avr")),
        *((f"{machine}-gcc", "another machine") for machine in ("aarch64-linux-gnu", "s390x-linux-gnu")),
        *((f"{machine}-clang", "another machine") for machine in ("mips64el-linux", "riscv64-unknown-elf")),
        *((f"{machine}-gcc-10", "another machine") for machine in ("powerpc64le-linux-gnu", "sh4-linux-gnu")),
        *((f"{machine}-gcc", "another system") for machine in ("x86_64-w64-mingw32", "i686-w64-mingw32")),
        *((f"{machine}-gcc", "another system") for machine in ("x86_64-linux-gnux32", "x86_64-elf")),
        *((name, "has other flags") for name in ("cl.exe", "clang-cl", "emcc")),
        ("/bin/sh", "runs the compiler"),
    ],
)
def test_others_are_refused(name: str, why: str) -> None:
    assert why in compiler_of(name).refuses(["-c", "a.c"])


def test_names_stand_for_flags() -> None:
    assert compiler_of("i686-linux-gnu-gcc").flags == ("-m32",)
    assert compiler_of("c99").flags == compiler_of("c99-gcc").flags == ("-std=c99",)


def test_a_compiler_of_cplusplus_may_be_told_that_it_is_c() -> None:
    assert compiler_of("g++").refuses(["-x", "c", "a.c"]) == ""
    assert compiler_of("g++").refuses(["-xc", "a.c"]) == ""


def test_several_commands_are_refused() -> None:
    assert "'&&'" in compiler_of("cd").refuses(["x", "&&", "gcc", "-c", "a.c"])


def test_wrappers_are_left_out() -> None:
    assert without_wrapper(["env", "A=b", "/usr/bin/ccache", "distcc", "gcc", "a.c"]) == ["gcc", "a.c"]
    assert without_wrapper(["ccache"]) == []
