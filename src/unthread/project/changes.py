"""What has changed since a git revision, and whether that can matter to a program: `Changes`.

In: a revision, and a program's `Source`. Out: why the program has to be checked again, or nothing. Where git
cannot tell, it has to be.
"""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator, Sequence
from pathlib import Path

from unthread.core.diagnostics import InputError, UnthreadError, UsageError
from unthread.core.records import dataclass
from unthread.core.source import PACKAGE, Source
from unthread.project.compiler_flags import shown_path

_HEADERS = (".h", ".inc", ".def", ".c", ".i")
_BUILD = ("CMakeLists.txt", "CMakePresets.json", "meson.build", "meson.options", "meson_options.txt")
_OF_BUILD = (
    ".cmake",
    ".in",
    ".ac",
    ".am",
    ".mk",
    ".rsp",
    ".ini",
)  # also response files, and Meson's machine files
_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Changes:
    """Real paths. `known` are the files that git keeps."""

    revision: str
    root: Path
    changed: frozenset[Path]
    gone: tuple[Path, ...]
    known: frozenset[Path]

    def reason(self, source: Source, others: Sequence[Path] = ()) -> str:
        """Why the program has to be checked; empty if nothing that it consists of has changed. `others` are
        files that say how it is checked."""
        for path in (*others, *([Path(source.build)] if source.build else [])):
            if path.resolve() in self.changed:
                return f"{shown_path(path)} changed"
        gone = next((path for path in self.gone if path.suffix in _HEADERS), None)
        if gone is not None:  # another file may be included in its place
            return f"{shown_path(gone)} no longer exists"
        build = next((path for path in sorted(self.changed) if _is_of_build(path)), None)
        if source.build and build is not None:
            return f"{shown_path(build)} changed, and with it perhaps the compile commands"
        return next((text for path in files_of(source) if (text := self._about(path))), "")

    def _about(self, path: Path | None) -> str:
        if path is None:
            return "its headers cannot be read"
        place = path.resolve()
        if place in self.changed:
            return f"{shown_path(path)} changed"
        gone = next((other for other in self.gone if other.name == path.name), None)
        if gone is not None:
            return f"{shown_path(gone)} no longer exists"
        return "" if place in self.known else f"git does not know {shown_path(path)}"


def _is_of_build(path: Path) -> bool:
    return path.name in _BUILD or path.name.startswith("Makefile") or path.suffix in _OF_BUILD


def files_of(source: Source) -> Iterator[Path | None]:
    """All that a program is read from but the system's headers; None where a file cannot be read."""
    from unthread.frontend import clang

    own = (*source.files, *source.stubs, *source.asm_models)
    yield from own
    for number, path in enumerate(own):
        try:
            unit = clang.parse(path, source.flags_of(number), source.data_model)
        except (UnthreadError, OSError):
            yield None
            continue
        yield from (path for path in map(Path, unit.included()) if not path.is_relative_to(PACKAGE))


def changes_since(revision: str, folder: Path) -> Changes:
    """In the repository around a folder. What is not committed counts as changed."""
    root = Path(_git(folder, "rev-parse", "--show-toplevel").removesuffix("\n")).resolve()
    commit = _commit(revision, folder)
    differing = _names(root, "diff", "--name-only", "--no-renames", "-z", commit, "--")
    changed = {*differing, *_names(root, "ls-files", "--others", "--exclude-standard", "-z")}
    known = frozenset(_names(root, "ls-files", "-z"))
    gone = tuple(path for path in differing if not path.exists())
    return Changes(revision, root, frozenset(path.resolve() for path in changed), gone, known)


def _commit(revision: str, folder: Path) -> str:
    ran = _run(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if ran.returncode:
        raise UsageError(f"--changed-since: there is no git revision '{revision}'")
    return os.fsdecode(ran.stdout).strip()


def _names(root: Path, *words: str) -> list[Path]:
    return [root / name for name in _git(root, *words).split("\0") if name]


def _git(folder: Path, *words: str) -> str:
    ran = _run(folder, *words)
    if ran.returncode == 0:
        return os.fsdecode(ran.stdout)
    said = os.fsdecode(ran.stderr).strip().splitlines()
    if said and "not a git repository" in said[0]:
        raise InputError(f"--changed-since: '{folder}' is not in a git repository")
    raise InputError(f"--changed-since: git {words[0]} fails: {said[0] if said else ran.returncode}")


def _run(folder: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    environment = os.environ | {"LC_ALL": "C", "GIT_OPTIONAL_LOCKS": "0"}
    command = ["git", "-C", str(folder), *words]
    try:
        return subprocess.run(command, capture_output=True, env=environment, timeout=_SECONDS)
    except FileNotFoundError:
        raise InputError("--changed-since needs git, which is not installed") from None
    except subprocess.TimeoutExpired:
        raise InputError("--changed-since: git takes too long") from None
