"""Which step wrote what memory holds: `History`. It says which earlier steps a step sees."""

from __future__ import annotations

from collections.abc import Iterable


class History:
    """Bytes by address, and the number of the step that wrote them last."""

    def __init__(self) -> None:
        self.step = 0  # the number of the step that comes next
        self._writers: dict[int, int] = {}

    def seen(self, accesses: Iterable[tuple[int, int, bool]]) -> tuple[int, ...]:
        """The steps whose writes these accesses (address, size, whether it writes) read."""
        found = {
            self._writers[byte]
            for address, size, writes in accesses
            if not writes
            for byte in range(address, address + size)
            if byte in self._writers
        }
        return tuple(sorted(found - {self.step}))

    def note(self, accesses: Iterable[tuple[int, int, bool]]) -> None:
        """The step that comes next makes these accesses."""
        for address, size, writes in accesses:
            if writes:
                self._writers.update(dict.fromkeys(range(address, address + size), self.step))
        self.step += 1
