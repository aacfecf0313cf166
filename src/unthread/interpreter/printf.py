"""Formatted output as compiled code calls it: `Printing`. What it would touch is found by printing without
effect: `TouchRecorder`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from unthread.interpreter.memory import Memory
from unthread.interpreter.state import Output
from unthread.values.formats import Formatter

if TYPE_CHECKING:
    from unthread.interpreter.runtime import Runtime


class Printing:
    """What is printed to a stream goes to `output`."""

    def __init__(self, runtime: Runtime, output: Output) -> None:
        self._runtime = runtime
        self._output = output
        self._data_model = runtime.image.program.data_model
        self._formatter = Formatter(runtime.memory, self._data_model)

    def helpers(self) -> tuple[Callable[..., Any], ...]:
        """What compiled code knows by name."""
        return self.print_formatted, self.write_formatted, self.formatted

    def print_formatted(self, stream: int, text: int, arguments: int, pc: int) -> int:
        self._runtime.at = pc
        content = self._formatter.format(text, arguments, self._runtime.user_loc())
        self._output(stream, content)
        self._runtime.printed = content
        return len(content)

    def write_formatted(self, buffer: int, limit: int, text: int, arguments: int, pc: int) -> int:
        self._runtime.at = pc
        content = self._formatter.format(text, arguments, self._runtime.user_loc())
        if limit:
            if self._runtime.apart is not None:
                self._runtime.torn.overwrite(buffer, len(content[: limit - 1]) + 1)
            self._runtime.memory.write_bytes(buffer, content[: limit - 1] + b"\0")
        return len(content)

    def formatted(
        self, text: int, arguments: int, buffer: int, limit: int
    ) -> list[tuple[int, int, bool, bool]]:
        """The accesses that a printf makes through its pointers."""
        recorder = TouchRecorder(self._runtime.memory)
        content = Formatter(recorder, self._data_model).format(text, arguments, self._runtime.user_loc())
        if limit:
            recorder.write_bytes(buffer, content[: limit - 1] + b"\0")
        return recorder.accesses


class TouchRecorder:
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
