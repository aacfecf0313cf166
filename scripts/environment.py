"""Make .venv, in which unthread runs and is tested. `./unthread` and `make` call this by environment.sh.

In: requirements.lock; with --tests also requirements-tests.lock and pyproject.toml. Out: .venv with exactly
that, in layers: what running needs, what tests add, and unthread as an installed package. What was
interrupted, or is of other versions or another directory, is made again. Two at once do not meet: the second
waits for the first, and finds everything there. Nothing is written outside of the clone but pip's cache.
"""

from __future__ import annotations

import fcntl
import hashlib
import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

CLONE = Path(__file__).resolve().parent.parent
VENV = CLONE / ".venv"
PYTHON = VENV / "bin" / "python"
LOCK = CLONE / ".venv.lock"  # outside of .venv, which is emptied under it

CANNOT_RUN = 126  # as shells say it
INTERRUPTED = 130


class Failed(Exception): ...


@dataclass(frozen=True, slots=True)
class Layer:
    """A part of .venv. Its stamp is empty while it is made, and then names the file and the clone."""

    stamp: Path
    source: Path

    def is_ready(self) -> bool:
        return self.noted() == self.fingerprint()

    def is_outdated(self) -> bool:
        return self.noted() not in (None, self.fingerprint())

    def is_interrupted(self) -> bool:
        return self.noted() == ""

    def noted(self) -> str | None:
        return self.stamp.read_text() if self.stamp.is_file() else None

    def fingerprint(self) -> str:
        return f"{hashlib.sha256(self.source.read_bytes()).hexdigest()} {CLONE}\n"

    @contextmanager
    def being_made(self) -> Iterator[None]:
        self.stamp.write_text("")
        yield
        self.stamp.write_text(self.fingerprint())


RUNNING = Layer(VENV / "ready", CLONE / "requirements.lock")
TESTS = Layer(VENV / "tests-ready", CLONE / "requirements-tests.lock")
PACKAGE = Layer(VENV / "package-ready", CLONE / "pyproject.toml")


def is_usable(with_tests: bool) -> bool:
    """Whether layers that are missing can be added. Those of other versions are not mended but made again, so
    that nothing which is not pinned stays."""
    if not RUNNING.is_ready() or not os.access(PYTHON, os.X_OK):
        return False
    return not with_tests or not (TESTS.is_outdated() or PACKAGE.is_interrupted())


def is_complete(with_tests: bool) -> bool:
    return is_usable(with_tests) and (not with_tests or (TESTS.is_ready() and PACKAGE.is_ready()))


@dataclass(frozen=True, slots=True)
class SetUp:
    lock: int  # inherited by whoever works for us, so that it is held also when we are killed

    def run(self, with_tests: bool) -> None:
        if not is_usable(with_tests):
            self.begin()
            with RUNNING.being_made():
                self.install_packages(RUNNING.source)
                add_source()
        if with_tests:
            self.add_tests()

    def add_tests(self) -> None:
        if not TESTS.is_ready():
            with TESTS.being_made():
                self.install_packages(TESTS.source)
        if not PACKAGE.is_ready():
            with PACKAGE.being_made():
                self.pip("install", "--no-deps", "--no-build-isolation", "--editable", str(CLONE))
                self.pip("check")

    def begin(self) -> None:
        """An empty environment. It links to the Python that links like python3 lead to: those may lead to
        another one tomorrow, which would not find its packages here."""
        for module in ("venv", "ensurepip"):
            if importlib.util.find_spec(module) is None:
                raise Failed(f"{sys.executable} lacks its module {module}; Debian has it in python3-venv")
        RUNNING.stamp.unlink(missing_ok=True)
        self.call(os.path.realpath(sys.executable), "-I", "-m", "venv", "--clear", str(VENV))

    def install_packages(self, pinned: Path) -> None:
        say(f"installing {', '.join(names(pinned))}")
        self.pip("install", "--no-deps", "--requirement", str(pinned))

    def pip(self, *arguments: str) -> None:
        quiet = () if sys.stderr.isatty() else ("--quiet",)
        self.call(str(PYTHON), "-I", "-m", "pip", *arguments, *quiet)

    def call(self, *command: str) -> None:
        settings = {"PIP_DISABLE_PIP_VERSION_CHECK": "1", "PIP_USER": "0"}
        done = subprocess.run(
            command,
            env=os.environ | settings,
            stdin=subprocess.DEVNULL,
            stdout=sys.stderr,  # stdout belongs to the command that all of this is for
            pass_fds=(self.lock,),
        )
        if done.returncode:
            raise Failed(f"cannot make .venv; the next call tries again: {' '.join(command)}")


def names(file: Path) -> list[str]:
    lines = file.read_text().splitlines()
    return [line.partition("==")[0] for line in lines if line and not line.startswith("#")]


def add_source() -> None:
    """Where our own modules are: relative and before any path of pip's, so that a clone can be copied."""
    for packages in VENV.glob("lib/python3*/site-packages"):
        (packages / "00_unthread.pth").write_text(os.path.relpath(CLONE / "src", packages) + "\n")


@contextmanager
def alone() -> Iterator[int]:
    with LOCK.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            say("waiting: .venv is being set up already")
            fcntl.flock(lock, fcntl.LOCK_EX)
        yield lock.fileno()


def say(text: str) -> None:
    print(f"unthread: {text}", file=sys.stderr, flush=True)


def set_up(with_tests: bool) -> None:
    with alone() as lock:
        if not is_complete(with_tests):
            start = time.monotonic()
            say("setting up .venv " + ("for the tests" if with_tests else "for the first use"))
            SetUp(lock).run(with_tests)
            say(f"set up in {time.monotonic() - start:.0f} s")
        os.utime(RUNNING.stamp)  # newer than the lock file: ./unthread looks at nothing else


def main(arguments: list[str]) -> int:
    try:
        set_up("--tests" in arguments)
    except KeyboardInterrupt:
        say("interrupted; the next call sets it up")
        return INTERRUPTED
    except (Failed, OSError) as error:
        say(str(error))
        return CANNOT_RUN
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
