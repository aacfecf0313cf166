"""Macros that projects have for built-ins."""

from __future__ import annotations

from unthread.frontend.assembly.switches import switch_of


def test_projects_with_built_ins() -> None:
    assert "CK_USE_CC_BUILTINS" in switch_of("include/gcc/x86_64/ck_pr.h")
    assert "CONFIG_RCU_USE_ATOMIC_BUILTINS" in switch_of("/usr/include/urcu/uatomic/x86.h")
    assert switch_of("src/lock.c") == ""
