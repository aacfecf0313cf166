"""Functions that become instructions, and those that stay calls."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.program.instructions import Assert, AtomicBegin, Call, Input, Instruction, Unmodelled

TEXT = """#define N (sizeof(int))
int x, list[4];
struct s { int a; };
DECLARED;
int main(void) { BODY; return 0; }
"""


def lowered(declared: str, body: str, directory: Path) -> list[Instruction]:
    file = directory / "a.c"
    file.write_text(TEXT.replace("DECLARED", declared).replace("BODY", body))
    return list(load(Source((file,))).functions["main"].body)


def kinds(declared: str, body: str, directory: Path) -> set[type[Instruction]]:
    wanted = (Assert, AtomicBegin, Call, Input, Unmodelled)
    return {type(item) for item in lowered(declared, body, directory) if isinstance(item, wanted)}


@pytest.mark.parametrize(
    ("declared", "body", "expected"),
    [
        ("void reach_error(void)", "reach_error()", {Assert}),
        ("void reach_error(void) {}", "reach_error()", {Assert, Call}),  # whatever its body
        ("void __VERIFIER_atomic_begin(void)", "__VERIFIER_atomic_begin()", {AtomicBegin}),
        ("int __VERIFIER_nondet_int(void)", "x = __VERIFIER_nondet_int()", {Input}),
        ("int nondet(void)", "x = nondet()", {Input}),
        ("int nondet_any(void)", "x = nondet_any()", {Input}),
        ("int nondet(void) { return 1; }", "x = nondet()", {Call}),  # the program's own
        ("int nondet_into(int *p)", "x = nondet_into(&x)", {Unmodelled}),
        ("int nondetermined(void)", "x = nondetermined()", {Call}),
        ("int setjmp(void *p)", "x = setjmp(list)", {Unmodelled}),
        ("int fork(void)", "x = fork()", {Unmodelled}),
        ("void __CPROVER_fence(const char *, ...)", '__CPROVER_fence("WWfence")', set()),
        ("void __CPROVER_havoc_object(void *)", "__CPROVER_havoc_object(list)", {Unmodelled}),
        ("int plain(int)", "x = plain(1)", {Call}),
    ],
)
def test_functions(declared: str, body: str, expected: set[type[Instruction]], tmp_path: Path) -> None:
    assert kinds(declared, body, tmp_path) == expected


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("x = __builtin_popcount(x)", set()),
        ("x = __sync_fetch_and_add(&x, 1)", {AtomicBegin}),
        ("__atomic_store_n(&x, 1, 5)", {AtomicBegin}),
        ("x = __builtin_abs(x)", {Call}),  # as the library's function
    ],
)
def test_builtins(body: str, expected: set[type[Instruction]], tmp_path: Path) -> None:
    assert kinds("int y", body, tmp_path) == expected


def test_what_is_not_modelled_names_itself(tmp_path: Path) -> None:
    items = lowered("int fork(void)", "x = fork()", tmp_path)
    (gap,) = (item for item in items if isinstance(item, Unmodelled))
    assert "fork" in gap.what
    assert gap.loc.line == 5


def test_arguments_of_harmless_functions_are_still_evaluated(tmp_path: Path) -> None:
    declared = "void __CPROVER_output(const char *, ...); int plain(int)"
    assert kinds(declared, '__CPROVER_output("x", plain(1))', tmp_path) == {Call}
