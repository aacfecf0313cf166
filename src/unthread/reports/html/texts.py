"""The program's text that a report has: whole files where they are still the same, else the lines that the
trace keeps."""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import sha256
from typing import Any

from unthread.core.diagnostics import source_lines
from unthread.core.source import actual_path
from unthread.core.trace import Trace

_LARGEST = 1_000_000  # bytes of a file that is shown as a whole


class Texts:
    """Lines by file and number. Files have numbers, in the order in which they are asked for."""

    def __init__(self, lines: dict[str, dict[int, str]], whole: Iterable[str] = ()) -> None:
        self._lines = lines
        self._whole = {file: source_lines(file) for file in whole}
        self._files: list[str] = []

    @classmethod
    def of(cls, trace: Trace) -> Texts:
        pairs = zip(trace.source.files, trace.digests, strict=False)
        return cls(trace.lines, [str(file) for file, digest in pairs if _is_same(str(file), digest)])

    def number(self, file: str) -> int:
        if file not in self._files:
            self._files.append(file)
        return self._files.index(file)

    def line(self, file: str, number: int) -> str:
        whole = self._whole.get(file, ())
        if 0 < number <= len(whole):
            return whole[number - 1]
        return self._lines.get(file, {}).get(number, "")

    def data(self) -> list[dict[str, Any]]:
        return [self._file(name) for name in self._files]

    def _file(self, name: str) -> dict[str, Any]:
        whole = self._whole.get(name, ())
        if whole:
            shown = whole[:-1] if not whole[-1] else whole
            return {"name": name, "whole": True, "lines": [[at, text] for at, text in enumerate(shown, 1)]}
        kept = sorted(self._lines.get(name, {}).items())
        return {"name": name, "whole": False, "lines": [[at, text] for at, text in kept]}


def _is_same(file: str, digest: str) -> bool:
    try:
        content = actual_path(file).read_bytes()
    except (OSError, ValueError):
        return False
    return len(content) <= _LARGEST and sha256(content).hexdigest() == digest
