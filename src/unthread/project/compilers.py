"""The program that a compile command runs → what its name alone says: `Compiler`.

A command without any flag may still mean C++, another machine or another language of flags: `g++`,
`arm-linux-gnueabihf-gcc`, `cl`, `sh -c`. `Compiler.refusal` says why unthread does not read what it compiles.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from pathlib import PurePosixPath

from unthread.core.records import dataclass

_WRAPPERS = frozenset({"ccache", "sccache", "distcc", "icecc"})
_SHELLS = frozenset({"sh", "bash", "dash", "zsh", "ksh", "cmd"})
_JOINTS = frozenset({"&&", "||", ";", "|", "&"})  # between the commands of a shell
_OTHER_FLAGS = frozenset({"cl", "clang-cl", "icl", "icx-cl", "armcc", "iccarm", "iccavr", "sdcc", "emcc"})
_CPLUSPLUS = re.compile(r".*\+\+(-[\d.]+)?|mpicxx|mpiCC|icpc|icpx|nvcc|hipcc|CC|em\+\+")
_CROSS = re.compile(r"(?P<machine>.+)-(?:gcc|cc|g\+\+|c\+\+|clang|clang\+\+)(?:-[\d.]+)?")
_STANDARD = re.compile(r"c(?P<year>89|90|99|11|17)(?:-gcc)?")
_ELSEWHERE = re.compile(
    r"(aarch64|alpha|amdgcn|apple|arm|avr|bfin|bpf|cortex|cris|csky|epiphany|h8300|hexagon|hppa|ia64|lm32|"
    r"loongarch|m32r|m68k|microblaze|mips|mmix|moxie|msp430|nds32|neoverse|nios2|nvptx|or1k|power|ppc|riscv|"
    r"rl78|rv\d|s390|sparc|thumb|tricore|v850|visium|wasm|xtensa|(arc|pru|rx|sh[1-5]?|spu|vax)(?!\w))"
)


@dataclass(frozen=True, slots=True)
class Compiler:
    """Its name, the flags that the name stands for, and why it is refused, or nothing. `is_cplusplus`: C
    files are C++ to it, unless -x says what they are."""

    name: str
    flags: tuple[str, ...] = ()
    refusal: str = ""
    is_cplusplus: bool = False

    def refuses(self, words: Sequence[str]) -> str:
        """Why unthread does not read what a command with these words compiles; empty if it does."""
        if self.refusal:
            return self.refusal
        joint = next((word for word in words if word in _JOINTS), None)
        if joint is not None:
            return f"the command is several, with '{joint}' between them"
        if self.is_cplusplus and not _is_told_c(words):
            return f"'{self.name}' compiles it as C++, and unthread reads C only"
        return ""


def without_wrapper(words: Sequence[str]) -> list[str]:
    """From the name of the compiler on."""
    found = [*words]
    while found and (_name(found[0]) in _WRAPPERS or _name(found[0]) == "env"):
        is_env = _name(found.pop(0)) == "env"
        while is_env and found and re.match(r"\w+=", found[0]):
            found.pop(0)
    return found


def compiler_of(word: str) -> Compiler:
    """By the name of its file."""
    name = _name(word)
    if name in _SHELLS:
        return Compiler(name, refusal=f"'{name}' runs the compiler, and its flags are not known")
    if name in _OTHER_FLAGS:
        return Compiler(name, refusal=f"'{name}' has other flags than gcc and clang")
    if found := _STANDARD.fullmatch(name):
        return Compiler(name, (f"-std=c{found['year']}",))
    flags, refusal = _of_machine(name)
    return Compiler(name, flags, refusal, _CPLUSPLUS.fullmatch(name) is not None)


def is_elsewhere(machine: str) -> bool:
    """It is none that unthread knows, by the beginning of a triple or the name of a processor."""
    return _ELSEWHERE.match(machine) is not None


def _of_machine(name: str) -> tuple[tuple[str, ...], str]:
    """What a cross compiler is built for: flags, or why it is refused."""
    found = _CROSS.fullmatch(name)
    machine = found["machine"] if found else ""
    is_32, is_64 = re.match(r"i[3-6]86\b", machine), re.match(r"(x86_64|amd64)\b", machine)
    if is_elsewhere(machine):
        return (), f"'{name}' compiles for another machine than x86"
    if (is_32 or is_64) and ("linux" not in machine or machine.endswith("x32")):
        return (), f"'{name}' compiles for another system than Linux with its data models"
    return (("-m32",) if is_32 else ()), ""


def _name(word: str) -> str:
    return PurePosixPath(word.replace("\\", "/")).name.removesuffix(".exe")


def _is_told_c(words: Sequence[str]) -> bool:
    return "-xc" in words or any(a == "-x" and b == "c" for a, b in pairwise(words))
