"""Type-generic atomics take what gcc takes, and compute what gcc computes: a table of calls, made here."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

from execution import execute
from referees import GCC
from tests.support.tools import require

SECONDS = 120.0
HEADER = """#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
struct pair { int a, b; } pairs[3];
enum color { RED, GREEN, BLUE };
struct { unsigned bits : 3; } field = {5};
static int cells[3];
static const int seven = 7;
static _Atomic int nine = 9;
static int where(const volatile void *p) {
    return p == 0 ? 0 : p == cells ? 1 : p == cells + 1 ? 2 : p == pairs ? 3 : p == pairs + 1 ? 4 : 5;
}
"""
NUMBERS = (
    "1",
    "-1",
    "'a'",
    "3.7",
    "1u << 31",
    "5LL",
    "seven",
    "nine",
    "BLUE",
    "field.bits",
    "(atomic_long)3",
)
POINTERS = ("NULL", "0", "cells", "&cells[1]", "(void *)cells", "(const int *)cells", "pairs", "pairs + 1")
# the plain type, how its values are shown, values for it
TYPES = (
    ("int", "(long long)({})", NUMBERS),
    ("unsigned char", "(long long)({})", NUMBERS),
    ("long", "(long long)({})", NUMBERS),
    ("_Bool", "(long long)({})", NUMBERS[:5]),
    ("enum color", "(long long)({})", NUMBERS[:3]),
    ("int *", "(long long)where({})", POINTERS),
    ("struct pair *", "(long long)where({})", POINTERS),
    ("void *", "(long long)where({})", POINTERS),
)
QUALIFIERS = ("", "volatile", "_Atomic", "volatile _Atomic")
EXPECTED = ("&other", "(void *)&other", "(const void *)&other", "others", "(unsigned *)&other", "&same")
UPDATES = ("add", "sub", "or", "xor", "and")
VALUE_CALLS = (
    "__atomic_store_n(&object, {}, 5), 0",
    "__atomic_exchange_n(&object, {}, 5)",
    "__sync_lock_test_and_set(&object, {})",
    "atomic_store(&object, {}), 0",
    "atomic_exchange(&object, {})",
    "atomic_exchange_explicit(objects, {}, memory_order_acquire)",
    "__sync_val_compare_and_swap(&object, {}, 0)",
    "__sync_bool_compare_and_swap(&object, 0, {})",
    *(f"__atomic_fetch_{name}(&object, {{}}, 5)" for name in (*UPDATES, "nand")),
    *(f"__atomic_{name}_fetch(&object, {{}}, 5)" for name in (*UPDATES, "nand")),
    *(f"__sync_fetch_and_{name}(&object, {{}})" for name in UPDATES),
    *(f"atomic_fetch_{name}(&object, {{}})" for name in UPDATES),
)
# C11 adds elements to a pointer, and so does clang; gcc's header adds bytes.
BY_ELEMENTS = ("atomic_fetch_add", "atomic_fetch_sub")
EXPECTED_CALLS = (
    "__atomic_compare_exchange_n(&object, {}, 1, 0, 5, 0)",
    "__atomic_compare_exchange(&object, {}, &same, 0, 5, 0)",
    "atomic_compare_exchange_strong(&object, {}, 1)",
)


def calls() -> list[str]:
    """One function for each call, in a line of its own, which prints its result and what it leaves."""
    found = []
    for kind, shown, values in TYPES:
        written = [(call, value) for call in VALUE_CALLS for value in values]
        written += [(call, expected) for call in EXPECTED_CALLS for expected in EXPECTED]
        for position, (call, argument) in enumerate(written):
            if "*" in kind and call.startswith(BY_ELEMENTS):
                continue
            qualifier = QUALIFIERS[position % len(QUALIFIERS)]
            found.append(_function(f"{kind} {qualifier}", kind, shown, call.format(argument)))
    return found


def _function(object_type: str, kind: str, shown: str, call: str) -> str:
    declared = f"{object_type} object = 0; {object_type} *objects = &object;"
    declared += f" {kind} other = 0; {kind} same = 0; {kind} others[2] = {{0}};"
    got = f"where({call})" if "*" in kind and not _is_number(call) else f"(long long)({call})"
    left = f"{shown.format('object')}, {shown.format('other')}, {shown.format('same')}"
    return f"static void NAME(void) {{ {declared} long long got = {got}; " + (
        f'printf("%lld %lld %lld %lld\\n", got, {left}); }}'
    )


def _is_number(call: str) -> bool:
    return "compare_exchange" in call or "bool_compare" in call or call.endswith(", 0")


def text_of(functions: list[str]) -> str:
    bodies = [function.replace("NAME", f"call_{number}") for number, function in enumerate(functions)]
    uses = "".join(f"    call_{number}();\n" for number in range(len(functions)))
    return HEADER + "\n".join(bodies) + "\nint main(void) {\n" + uses + "}\n"


def taken_by_gcc(functions: list[str], directory: Path) -> list[str]:
    """Those that gcc has no error for; warnings do not count."""
    file = directory / "all.c"
    file.write_text(text_of(functions))
    command = ["gcc", "-w", "-fsyntax-only", "-fmax-errors=0", str(file)]
    told = subprocess.run(command, capture_output=True, text=True, check=False).stderr
    wrong = {int(line) for line in re.findall(r"^[^:\s]+:(\d+):\d+: error:", told, re.MULTILINE)}
    first = HEADER.count("\n") + 1
    return [function for number, function in enumerate(functions) if first + number not in wrong]


def test_every_call_that_gcc_takes_is_read_and_gives_the_same(tmp_path: Path) -> None:
    require(GCC)
    functions = taken_by_gcc(calls(), tmp_path)
    assert len(functions) > 1000
    file = tmp_path / "calls.c"
    file.write_text(text_of(functions))
    compiled = execute(["gcc", "-w", str(file), "-o", str(tmp_path / "calls"), "-latomic"], SECONDS)
    assert compiled.status == 0, compiled.stderr.decode()
    expected = execute([str(tmp_path / "calls")], SECONDS).stdout.decode().splitlines()
    ours = execute([sys.executable, "-m", "unthread", "run", str(file)], SECONDS)
    assert ours.status == 0, ours.stderr.decode()[:4000]
    found = ours.stdout.decode().splitlines()
    different = [
        (function, gcc, our)
        for function, gcc, our in zip(functions, expected, found, strict=True)
        if gcc != our
    ]
    assert not different, "\n".join(map(str, different[:10]))
