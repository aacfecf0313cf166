"""For tools that read nothing but preprocessed C."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from unthread.backends.base import GaveUp

_SECONDS = 120.0


def preprocess(file: Path, bits: int) -> GaveUp | None:
    """Replaces the file by its preprocessed text, which still says where its lines come from. What stands in
    the way is named."""
    compiler = next(filter(None, map(shutil.which, ("cc", "gcc", "clang"))), None)
    if compiler is None:
        return GaveUp("no C compiler found to preprocess the sequential C (cc, gcc or clang)")
    try:
        done = subprocess.run(
            [compiler, f"-m{bits}", "-E", file.name],
            cwd=file.parent,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=_SECONDS,
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        return GaveUp(f"{compiler} cannot preprocess the sequential C: {error}")
    if done.returncode:
        return GaveUp(
            f"{compiler} cannot preprocess the sequential C", tuple(done.stderr.decode().splitlines()[-6:])
        )
    file.write_bytes(done.stdout)
    return None
