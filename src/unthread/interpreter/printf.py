"""What a printf would touch, found by printing without effect: `Recorder`."""

from __future__ import annotations

from unthread.interpreter.memory import Memory


class Recorder:
    """Memory that notes what would be touched (first bit, end bit, writes, atomic) and changes nothing."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.accesses: list[tuple[int, int, bool, bool]] = []

    def read_bytes(self, address: int, size: int) -> bytes:
        self.accesses.append((address * 8, (address + size) * 8, False, False))
        return self.memory.read_bytes(address, size)

    def read_string(self, address: int, limit: int | None = None) -> bytes:
        text = self.memory.read_string(address, limit)
        whole = limit is not None and len(text) == limit
        self.accesses.append((address * 8, (address + len(text) + (not whole)) * 8, False, False))
        return text

    def write_bytes(self, address: int, content: bytes) -> None:
        self.accesses.append((address * 8, (address + len(content)) * 8, True, False))
