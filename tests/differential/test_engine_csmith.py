"""Random C programs: asked about a wrong checksum, the engine finds the violation and tells the checksum that
gcc's program prints; asked about the right one, it finds none."""

from __future__ import annotations

import re
import subprocess
from dataclasses import dataclass
from pathlib import Path

import pytest

from referees import CSMITH, GCC, csmith_headers
from tests.support.tools import require
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import ASSERTED
from unthread.core.source import Source
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.search import Search
from unthread.frontend.load import load

# Small enough to be unwound completely; csmith's features stay on.
SIZES = (
    *("--max-funcs", "3", "--max-block-depth", "2", "--max-block-size", "3"),
    *("--max-expr-complexity", "5", "--max-array-dim", "2", "--max-array-len-per-dim", "5"),
)
FEATURES = ("--bitfields", "--packed-struct", "--unions", "--longlong", "--volatile-pointers", "--quiet")
INSTRUCTIONS = 40_000  # that a program may have when it is bounded
UNWIND = 12
SECONDS = 60.0

# What csmith.h has, with a checksum that is easier for a solver, and without output.
HEADER = """#include <float.h>
#include <math.h>
#include <string.h>
#include "random_inc.h"
static uint64_t checksum = 1;
static uint32_t crc32_context;
static void crc32_gentab(void) {}
static void transparent_crc(uint64_t value, char *name, int flag) {
    checksum = (checksum << 5 | checksum >> 59) ^ value;
}
static void transparent_crc_bytes(char *bytes, int count, char *name, int flag) {
    for (int i = 0; i < count; i++) transparent_crc(bytes[i], name, flag);
}
"""
GCC_END = 'printf("%llu\\n", (unsigned long long)checksum);'
ENGINE_START = """#include <assert.h>
extern void __VERIFIER_assume(int);
extern unsigned long long any_number(void);
extern unsigned char any_byte(void);
"""
ENGINE_END = """unsigned long long told = any_number();
    __VERIFIER_assume(told == checksum);
    assert(checksum == EXPECTED);"""


@dataclass(frozen=True, slots=True)
class Case:
    """`is_open`: initial values are inputs that are assumed to be what they are, so that nothing can be
    computed before the solver sees it."""

    seed: int
    is_open: bool


@dataclass(frozen=True, slots=True)
class Skipped:
    reason: str


def generated(seed: int, directory: Path) -> str:
    (directory / "platform.info").write_text("integer size = 4\npointer size = 8\n")
    floats = ["--float"] if seed % 3 == 0 else []
    command = ["csmith", "--seed", str(seed), *FEATURES, *SIZES, *floats, "--output", "made.c"]
    subprocess.run(command, cwd=directory, check=True, timeout=SECONDS)
    return (directory / "made.c").read_text()


def prepared(text: str, start: str, end: str) -> str:
    """Our own header and our own end of main."""
    text = text.replace('#include "csmith.h"', start + HEADER)
    changed = re.sub(r"platform_main_end\(.*\);", lambda found: end, text)
    assert changed != text
    return changed


def printed_by_gcc(text: str, directory: Path) -> int | None:
    """None if the program does not end."""
    file, binary = directory / "native.c", directory / "native"
    file.write_text(prepared(text, "", GCC_END))
    flags = ["-O0", "-w", f"-I{csmith_headers()}"]
    subprocess.run(["gcc", *flags, str(file), "-o", str(binary), "-lm"], check=True, timeout=SECONDS)
    try:
        done = subprocess.run([str(binary)], capture_output=True, text=True, timeout=2)
    except subprocess.TimeoutExpired:
        return None
    return int(done.stdout) if done.returncode == 0 else None


def opened(text: str) -> str:
    """Global integers are changed by a number that is zero, which only the solver knows."""
    names = re.findall(r"^static u?int\d+_t (g_\d+) = ", text, re.MULTILINE)
    zero = "unsigned char zero = any_byte(); __VERIFIER_assume(zero == 0);"
    return text.replace("crc32_gentab();", zero + "".join(f" {name} ^= zero;" for name in names))


def searched(text: str, expected: int, directory: Path) -> Search | Skipped:
    file = directory / "program.c"
    file.write_text(prepared(text, f"#define EXPECTED {expected}ULL\n{ENGINE_START}", ENGINE_END))
    program = load(Source((file,), (f"-I{csmith_headers()}",)))
    bounded = bound(program, Bounds(unwind=UNWIND))
    if sum(len(thread.body) for thread in bounded.threads) > INSTRUCTIONS:
        return Skipped("too large")
    search = Search(RoundsEncoding(bounded, visible_points(bounded), ASSERTED))
    search.add_round()
    return search


def tried(case: Case, directory: Path) -> Skipped | None:
    """Fails if the engine and gcc disagree."""
    text = generated(case.seed, directory)
    checksum = printed_by_gcc(text, directory)
    if checksum is None:
        return Skipped("does not end")
    if case.is_open:
        text = opened(text)
    wrong = searched(text, checksum ^ 1, directory)
    if isinstance(wrong, Skipped):
        return wrong
    witness = wrong.violation()
    if witness is None and wrong.cuts():
        return Skipped("a loop iterates too often")
    assert witness is not None
    told = [value.value for value in witness.inputs if value.name == "any_number()"]
    assert [int(number) % (1 << 64) for number in told] == [checksum]
    right = searched(text, checksum, directory)
    assert not isinstance(right, Skipped)
    assert right.violation() is None
    assert right.gap() is None
    return None


def tried_some(seeds: range, directory: Path) -> list[str]:
    """What became of each program."""
    require(GCC, CSMITH)
    results = []
    for seed in seeds:
        for is_open in (False, True):
            folder = directory / f"{seed}-{is_open}"
            folder.mkdir()
            skipped = tried(Case(seed, is_open), folder)
            results.append(skipped.reason if skipped else "equal")
    return results


@pytest.mark.timeout(900)
def test_checksums_are_those_of_gcc(tmp_path: Path) -> None:
    results = tried_some(range(1, 7), tmp_path)
    assert results.count("equal") >= 8, results


@pytest.mark.slow
@pytest.mark.timeout(20_000)
def test_checksums_are_those_of_gcc_100(tmp_path: Path) -> None:
    """120 programs: about one in seven iterates a loop too often, or never ends."""
    results = tried_some(range(1000, 1120), tmp_path)
    assert results.count("equal") >= 200, {reason: results.count(reason) for reason in set(results)}
