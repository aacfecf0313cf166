"""Install the referees of the tests: gcc for both data models, csmith, Frama-C (900 MB),
Chromium, cmake, meson, ninja, and CBMC.

In: the machine as it is. Out: the same machine with the missing Debian packages installed, when apt-get
exists and we are root (CBMC also without, into the user's cache); otherwise a list of what is missing and
which tests skip without it. unthread itself needs none of this. A machine that has everything answers at
once.
"""

import os
import shutil
import subprocess
import sys

from get_cbmc import Unavailable, get_cbmc
from referees import CBMC, Tool, missing


def can_install() -> bool:
    return os.geteuid() == 0 and shutil.which("apt-get") is not None


def apt_get(*arguments: str) -> bool:
    print("+ apt-get", *arguments, flush=True)
    environment = os.environ | {"DEBIAN_FRONTEND": "noninteractive"}
    return subprocess.run(["apt-get", "--quiet", "--quiet", *arguments], env=environment).returncode == 0


def install(tools: list[Tool]) -> None:
    """One call for each tool, so that a package this machine's Debian lacks does not stop the others."""
    if not apt_get("update"):
        print("apt-get update failed; trying with the package lists this machine has", flush=True)
    for tool in tools:
        if not tool.is_present():  # an earlier package may have brought it
            apt_get("install", "--yes", "--no-install-recommends", *tool.packages)


def install_cbmc() -> None:
    """Last, because it needs gcc to read a program."""
    try:
        get_cbmc()
    except Unavailable as error:
        print(f"{CBMC.name} is missing ({error}); without it skip: {CBMC.skipped_without}")


def main() -> int:
    tools = missing()
    if tools and can_install():
        install(tools)
        tools = missing()
    for tool in tools:
        print(f"{tool.name} is missing ({' '.join(tool.packages)}); without it skip: {tool.skipped_without}")
    if tools and not can_install():
        packages = " ".join(package for tool in tools for package in tool.packages)
        print(f"to install what is missing, as root: apt-get install {packages}")
    install_cbmc()
    return 0  # unthread works without its referees, and the tests say by name what they miss


if __name__ == "__main__":
    sys.exit(main())
