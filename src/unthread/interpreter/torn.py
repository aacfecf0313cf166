"""Addresses of which a part was overwritten, in a program that is executed before the search (`ahead.py`).

Objects lie at round addresses, so that a part that is zero may be overwritten with zero and nobody notices.
Where they lie elsewhere, the address leads elsewhere then.
"""

from __future__ import annotations

from unthread.interpreter.memory import Memory
from unthread.interpreter.objects import Object

_SIZE = 8  # of an address
_ALL = (1 << _SIZE) - 1


class Torn:
    """The words that held addresses, with a bit for each byte that was overwritten since."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._words: dict[int, int] = {}

    def overwrite(self, address: int, size: int) -> None:
        """Bytes are about to be overwritten."""
        memory = self._memory
        if size == _SIZE and not address % _SIZE:
            self._words.pop(address, None)
            return
        item = memory.objects.get(address >> memory.shift)
        if item is None or item.data is None:
            return
        for word in range(address & -_SIZE, address + size, _SIZE):
            first, end = max(address - word, 0), min(address + size - word, _SIZE)
            self._note(item, word, (1 << end) - (1 << first))

    def _note(self, item: Object, word: int, bytes: int) -> None:
        bytes |= self._words.get(word, 0)
        if bytes == _ALL:
            self._words.pop(word, None)
        elif word in self._words or self._is_address(item, word):
            self._words[word] = bytes

    def is_one_left(self) -> bool:
        """That still looks like an address."""
        objects, shift = self._memory.objects, self._memory.shift
        found = ((objects.get(word >> shift), word) for word in self._words)
        return any(item is not None and self._is_address(item, word) for item, word in found)

    def _is_address(self, item: Object, word: int) -> bool:
        """What lies there begins as the addresses of the layout do."""
        if item.data is None:
            return False
        (low, high), end = self._memory.extent, word - item.base + _SIZE
        return low <= int.from_bytes(item.data[end - _SIZE // 2 : end], "little") < high
