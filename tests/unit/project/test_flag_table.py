"""The table of compiler flags: each name once, what is refused or assumed says why."""

from __future__ import annotations

import pytest

from unthread.project.flag_table import FLAGS, FlagEffect, flag_of

IGNORED = (
    "-Wall -Wextra -Werror=format -O0 -O2 -Os -g -g3 -gdwarf-4 -fPIC -fno-pic -mtune=native "
    "-msse4.2 -fno-strict-aliasing -MD -MMD -MP -MFx -pipe -c -ffp-contract=off -lm -L/usr/lib "
    "-fsanitize=address,undefined -fvisibility=hidden -flto=auto -fno-lto -fdiagnostics-color=always "
    "-fstack-protector-strong --coverage -fno-omit-frame-pointer -ffunction-sections -fcf-protection "
    "-fno-common -pedantic -rdynamic -fno-trapping-math -static-libasan -fno-jump-tables -fno-addrsig "
    "-mssse3 -mxsaveopt -mstringop-strategy=libcall -fno-ivopts -frandom-seed=x -flifetime-dse=1 "
    "-ferror-limit=9 -fno-printf-return-value -fuse-linker-plugin -fcoverage-mapping -fno-tracer -fno-rtti "
    "-mskip-rax-setup "
)


def test_no_name_stands_there_twice() -> None:
    names = [flag.name for flag in FLAGS]
    assert sorted({name for name in names if names.count(name) > 1}) == []


def test_what_is_not_carried_out_says_what_is_so_instead() -> None:
    for flag in FLAGS:
        assert bool(flag.note) == (flag.effect in (FlagEffect.ASSUMED, FlagEffect.REFUSED)), flag.name


@pytest.mark.parametrize("word", IGNORED.split())
def test_ignores_what_means_nothing_here(word: str) -> None:
    flag = flag_of(word)
    assert flag is not None
    assert flag.effect is FlagEffect.IGNORED


@pytest.mark.parametrize(
    ("word", "effect"),
    [
        ("-Iinclude", FlagEffect.PATH),
        ("-DX=1", FlagEffect.CARRIED_OUT),
        ("-funsigned-char", FlagEffect.CARRIED_OUT),
        ("-fshort-enums", FlagEffect.CARRIED_OUT),
        ("-fno-builtin-memcpy", FlagEffect.CARRIED_OUT),
        ("-m32", FlagEffect.MACHINE),
        ("-pthread", FlagEffect.CARRIED_OUT),
        ("-ftrapv", FlagEffect.CARRIED_OUT),
        ("-fno-signed-bitfields", FlagEffect.REFUSED),
        ("-ffp-contract=fast", FlagEffect.ASSUMED),
        ("-mno-sse", FlagEffect.ASSUMED),
        ("-mno-sse4", FlagEffect.IGNORED),
        ("-ftrivial-auto-var-init=zero", FlagEffect.ASSUMED),
        ("-march=native", FlagEffect.PROCESSOR),
        ("-Wl,-z,now", FlagEffect.LINKER),
        ("-fwrapv", FlagEffect.CARRIED_OUT),
        ("-Ofast", FlagEffect.ASSUMED),
        ("-fopenmp", FlagEffect.REFUSED),
        ("-mlong-double-128", FlagEffect.REFUSED),
        ("-Wp,-DX", FlagEffect.PASSED_ON),
        ("--sysroot", FlagEffect.PATH),
        ("-fcx-limited-range", FlagEffect.ASSUMED),
        ("-include-pch", FlagEffect.REFUSED),
    ],
)
def test_tells_flags_that_matter_from_those_they_begin_like(word: str, effect: FlagEffect) -> None:
    flag = flag_of(word)
    assert flag is not None
    assert flag.effect is effect


@pytest.mark.parametrize("word", ["-fwarpv", "-Z", "-mquux", "--nothing", "-no"])
def test_does_not_know_everything(word: str) -> None:
    assert flag_of(word) is None
