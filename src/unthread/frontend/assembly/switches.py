"""Projects that have compiler built-ins behind a macro, where unthread does not understand their assembly."""

from __future__ import annotations

import re

_SWITCHES = (
    (re.compile(r"(^|/)ck_(pr|[a-z]+)\.h$|/gcc/[a-z0-9_]+/ck_"), "CK_USE_CC_BUILTINS=1"),
    (re.compile(r"(^|/)urcu/"), "CONFIG_RCU_USE_ATOMIC_BUILTINS=1"),
)


def switch_of(file: str) -> str:
    """A hint for the assembly in this file, or nothing."""
    for pattern, macro in _SWITCHES:
        if pattern.search(file):
            return f"; -D {macro} uses the compiler's built-ins instead"
    return ""
