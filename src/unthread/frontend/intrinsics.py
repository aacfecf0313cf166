"""Functions that the front end turns into instructions instead of calls: one row of a table each, beside what
carries it out."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from unthread.frontend.float_builtins import FLOAT_BUILTINS
from unthread.frontend.gcc_builtins import (
    GCC_BUILTINS,
    IN_ONE_STEP,
    call_library,
    call_variadic_library,
    update_in_one_step,
)
from unthread.frontend.primitives import PRIMITIVES, any_value, not_modelled, nothing
from unthread.frontend.symbols import is_only_read

if TYPE_CHECKING:
    from unthread.frontend.calls import Handler
    from unthread.frontend.clang import Cursor
    from unthread.frontend.unit import UnitContext

_NOT_MODELLED: dict[str, Handler] = {
    "setjmp": not_modelled("setjmp"),
    "_setjmp": not_modelled("setjmp"),
    "sigsetjmp": not_modelled("setjmp"),
    "longjmp": not_modelled("longjmp"),
    "_longjmp": not_modelled("longjmp"),
    "siglongjmp": not_modelled("longjmp"),
    "vfork": not_modelled("vfork"),
    "fork": not_modelled("fork"),
}
_TABLE = PRIMITIVES | GCC_BUILTINS | FLOAT_BUILTINS | _NOT_MODELLED

# These mean what they say whatever the program defines under the name.
_ALWAYS = {"reach_error", "__VERIFIER_error", "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end"}

_NONDETERMINISTIC = re.compile(
    r"(__VERIFIER_nondet|__ut_nondet|__CPROVER_nondet|nondet|__nondet|__ESBMC_nondet|unthread_any)(_\w+)?"
)
# What other checkers build in means more than any value. Some of it is for their reports alone.
_PEERS = ("__CPROVER_", "__ESBMC_")
_HARMLESS = re.compile(r"__CPROVER_(fence|input|output|cover|printf)|__ESBMC_(yield|cover|printf)")


_BUILT_IN = re.compile(r"__(sync|atomic|c11_atomic|scoped_atomic|opencl_atomic|hip_atomic)_\w+")


def find_intrinsic(name: str, context: UnitContext, arguments: Sequence[Cursor]) -> Handler | None:
    """What to do instead of calling `name`; None if it is an ordinary function."""
    if name not in _ALWAYS and context.defines(name):
        return None
    if name in _TABLE:
        return _TABLE[name]
    if _NONDETERMINISTIC.fullmatch(name) and not context.has_model(name):
        return any_value if all(map(is_only_read, arguments)) else _unknown(name)
    if _BUILT_IN.fullmatch(name) and not context.has_model(name):
        return update_in_one_step if IN_ONE_STEP.fullmatch(name) else _unknown(name)
    if _HARMLESS.fullmatch(name):
        return nothing
    if name.startswith("__builtin_"):
        plain = name.removeprefix("__builtin_")
        if plain in ("printf", "sprintf", "snprintf", "fprintf"):
            return call_variadic_library
        checked = re.fullmatch(r"__(\w+)_chk", plain)
        if context.has_model(checked.group(1) if checked else plain):
            return call_library
        return not_modelled(f"'{name}', which has no model (--havoc {name})")  # clang lets nobody define it
    if name.startswith(_PEERS) and not context.has_model(name):
        return _unknown(name)
    return None


def _unknown(name: str) -> Handler:
    return not_modelled(f"'{name}', which has no model (--stub FILE, --havoc {name})")
