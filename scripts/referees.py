"""The programs unthread is compared with, and whether this machine has them.

Out: `TOOLS`, each with its Debian packages, a probe, and what cannot be tested without it.
"""

import os
import platform
import shutil
import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from get_cbmc import find_cbmc


@dataclass(frozen=True, slots=True)
class Tool:
    name: str
    packages: tuple[str, ...]
    is_present: Callable[[], bool]
    skipped_without: str


def compiles(*flags: str) -> bool:
    """Link a program with the C library: a gcc without headers or the 32-bit library cannot be a referee."""
    if shutil.which("gcc") is None:
        return False
    command = ["gcc", *flags, "-x", "c", "-", "-o", os.devnull]
    program = '#include <stdio.h>\nint main(void) { return puts("") < 0; }\n'
    return subprocess.run(command, input=program, text=True, capture_output=True).returncode == 0


def csmith_headers() -> Path | None:
    """The directory of csmith.h, which every generated program includes."""
    for prefix in ("/usr/include", "/usr/local/include"):
        for header in sorted(Path(prefix).glob("csmith*/csmith.h")):
            return header.parent
    return None


def generates() -> bool:
    return shutil.which("csmith") is not None and csmith_headers() is not None


def find_clang() -> str | None:
    names = ("clang", *(f"clang-{version}" for version in range(21, 13, -1)))
    return next((name for name in names if shutil.which(name)), None)


def has_glibc_headers() -> bool:
    return Path("/usr/include/x86_64-linux-gnu/gnu/libc-version.h").exists()


def is_glibc_on_x86_64() -> bool:
    return platform.libc_ver()[0] == "glibc" and platform.machine() == "x86_64"


GCC = Tool("gcc", ("gcc", "libc6-dev"), compiles, "tests that compare output with gcc's")
GCC_M32 = Tool("gcc -m32", ("gcc-multilib",), lambda: compiles("-m32"), "the --m32 half of those tests")
CSMITH = Tool("csmith", ("csmith", "libcsmith-dev"), generates, "tests/test_csmith.py")
FRAMA_C = Tool(
    "frama-c", ("frama-c-base",), lambda: shutil.which("frama-c") is not None, "tests/test_framac.py"
)
HEADERS = Tool(
    "glibc's headers", ("libc6-dev",), has_glibc_headers, "tests that compare headers with glibc's"
)
GDB = Tool("gdb", ("gdb",), lambda: shutil.which("gdb") is not None, "the test of replay --native --gdb")
CHROMIUM = Tool(
    "chromium", ("chromium",), lambda: shutil.which("chromium") is not None, "tests/test_html_report.py"
)
CMAKE = Tool("cmake", ("cmake",), lambda: shutil.which("cmake") is not None, "tests/test_project_builds.py")
MESON = Tool("meson", ("meson",), lambda: shutil.which("meson") is not None, "tests/test_project_builds.py")
NINJA = Tool(
    "ninja", ("ninja-build",), lambda: shutil.which("ninja") is not None, "tests/test_project_builds.py"
)
MAKE = Tool("make", ("make",), lambda: shutil.which("make") is not None, "tests/test_project_builds.py")
GIT = Tool("git", ("git",), lambda: shutil.which("git") is not None, "tests/unit/project/test_changes.py")
_COMPLETION = "its part of tests/test_completion.py"
BASH = Tool("bash", ("bash",), lambda: shutil.which("bash") is not None, _COMPLETION)
ZSH = Tool("zsh", ("zsh",), lambda: shutil.which("zsh") is not None, _COMPLETION)
FISH = Tool("fish", ("fish",), lambda: shutil.which("fish") is not None, _COMPLETION)
GROFF = Tool(
    "groff", ("groff-base",), lambda: shutil.which("groff") is not None, "tests that read the manual pages"
)
TOOLS = (
    *(GCC, GCC_M32, HEADERS, CSMITH, FRAMA_C, GDB, CHROMIUM),
    *(CMAKE, MESON, NINJA, MAKE, GIT, BASH, ZSH, FISH, GROFF),
)
# Not every release of Debian has this one: scripts/get_cbmc.py knows how to get it.
CBMC = Tool("cbmc", ("cbmc",), lambda: find_cbmc() is not None, "tests with CBMC; benchmarks/versus_cbmc.py")
# For the slow tests alone, which nobody is made to install.
CLANG = Tool("clang", ("clang",), lambda: find_clang() is not None, "slow tests that compare compilers")
# Not a tool: some tests ask the machine itself.
GLIBC = Tool("glibc on x86-64", (), is_glibc_on_x86_64, "tests that compare numbers and texts with libc's")


def missing(tools: tuple[Tool, ...] = TOOLS) -> list[Tool]:
    return [tool for tool in tools if not tool.is_present()]
