"""What a call leads to: `Callees`."""

from __future__ import annotations

from collections.abc import Callable

from unthread.core.diagnostics import InputError
from unthread.core.properties import ERROR_FUNCTIONS, Property, ViolationKind
from unthread.core.source import Loc
from unthread.interpreter.compile.functions import FunctionCode, FunctionCompiler
from unthread.interpreter.image import Image
from unthread.interpreter.objects import Fault
from unthread.interpreter.state import Correction
from unthread.program.program import Function
from unthread.values.cells import Value


class Callees:
    """`undefined` says what a call of a function without body and model does: "stop", or return "any" value.
    Such values may be `corrected`."""

    def __init__(self, image: Image, compiler: FunctionCompiler, undefined: str) -> None:
        self.corrected: Correction = lambda name, arguments, result: result
        self._image = image
        self._compiler = compiler
        self._undefined = undefined

    def name_at(self, address: int) -> str:
        """The function at an address."""
        name = self._image.names.get(address)
        if name is not None:
            return name
        item = self._image.memory.object_at(address)
        if address == 0:
            raise Fault(ViolationKind.CALL, "call through a null pointer")
        where = f"in {item.describe()}" if item else "where there is no function"
        raise Fault(ViolationKind.CALL, f"call of address {address:#x}, {where}")

    def code(self, name: str) -> FunctionCode | None:
        """None: it has no body."""
        return self._compiler.code(name) if name in self._image.program.functions else None

    def codes(self) -> tuple[FunctionCode, ...]:
        """Of all functions that calls may have led to."""
        return tuple(self._compiler.codes.values())

    def start_routine(self, function: Function, argument: Value) -> str:
        """The user's own function: what the library's is given to call."""
        given = self._image.names.get(argument) if isinstance(argument, int) else None
        return given if given is not None and function.library else function.name

    def must_return(self, name: str, loc: Callable[[], Loc]) -> None:
        """A function without a body is called, at `loc`."""
        if name in ERROR_FUNCTIONS:
            raise Fault(ViolationKind.ERROR_CALL, f"{name}() is reached", Property.REACH, name)
        if self._undefined == "stop":
            raise InputError(
                f"call of '{name}', which has neither a body nor a model",
                loc(),
                "add the file that defines it, or let undefined functions return any value",
            )
