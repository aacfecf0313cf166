"""The table of compiler flags: each name once, what is refused or assumed says why."""

from __future__ import annotations

import pytest

from unthread.project.flag_table import FLAGS, Effect, flag_of

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
        assert bool(flag.note) == (flag.effect in (Effect.ASSUMED, Effect.REFUSED)), flag.name


@pytest.mark.parametrize("word", IGNORED.split())
def test_ignores_what_means_nothing_here(word: str) -> None:
    flag = flag_of(word)
    assert flag is not None
    assert flag.effect is Effect.IGNORED


@pytest.mark.parametrize(
    ("word", "effect"),
    [
        ("-Iinclude", Effect.PATH),
        ("-DX=1", Effect.CARRIED_OUT),
        ("-funsigned-char", Effect.CARRIED_OUT),
        ("-fshort-enums", Effect.CARRIED_OUT),
        ("-fno-builtin-memcpy", Effect.CARRIED_OUT),
        ("-m32", Effect.MACHINE),
        ("-pthread", Effect.CARRIED_OUT),
        ("-ftrapv", Effect.CARRIED_OUT),
        ("-fno-signed-bitfields", Effect.REFUSED),
        ("-ffp-contract=fast", Effect.ASSUMED),
        ("-mno-sse", Effect.ASSUMED),
        ("-mno-sse4", Effect.IGNORED),
        ("-ftrivial-auto-var-init=zero", Effect.ASSUMED),
        ("-march=native", Effect.PROCESSOR),
        ("-Wl,-z,now", Effect.LINKER),
        ("-fwrapv", Effect.CARRIED_OUT),
        ("-Ofast", Effect.ASSUMED),
        ("-fopenmp", Effect.REFUSED),
        ("-mlong-double-128", Effect.REFUSED),
        ("-Wp,-DX", Effect.PASSED_ON),
        ("--sysroot", Effect.PATH),
        ("-fcx-limited-range", Effect.ASSUMED),
        ("-include-pch", Effect.REFUSED),
    ],
)
def test_tells_flags_that_matter_from_those_they_begin_like(word: str, effect: Effect) -> None:
    flag = flag_of(word)
    assert flag is not None
    assert flag.effect is effect


@pytest.mark.parametrize("word", ["-fwarpv", "-Z", "-mquux", "--nothing", "-no"])
def test_does_not_know_everything(word: str) -> None:
    assert flag_of(word) is None
