"""Integer arithmetic as compiled code calls it where it can go wrong: `Arithmetic`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from unthread.core.floats import Extended, truncated
from unthread.core.properties import Property, ViolationKind
from unthread.interpreter.objects import Fault
from unthread.program.types import IntType, Type, value_range

if TYPE_CHECKING:
    from unthread.interpreter.runtime import Runtime


class Arithmetic:
    """What nothing sensible can follow, reported whether asked for or not: the processor stops, or compilers
    differ in what they make of it. A result that does not fit is reported where somebody asks; it wraps
    otherwise."""

    def __init__(self, runtime: Runtime) -> None:
        self._runtime = runtime

    def helpers(self) -> tuple[Callable[..., Any], ...]:
        """What compiled code knows by name."""
        return (
            self.overflow, self.quotient, self.remainder, self.division_by_zero, self.bad_shift,
            self.lossy_shift, self.truncate,
        )  # fmt: skip

    def overflow(self, operator: str, left: int, right: int, type: Type, pc: int) -> NoReturn:
        self._runtime.at = pc
        name = type.name or f"{type.bits}-bit integer" if isinstance(type, IntType) else "integer"
        text = f"-({right})" if (operator, left) == ("-", 0) and right == value_range(type)[0] else ""
        text = text or f"{left} {operator} {right}"
        kind = ViolationKind.SHIFTED_OUT if operator == "<<" else ViolationKind.OVERFLOW
        raise Fault(kind, f"signed overflow: {text} does not fit in {name}", Property.ARITH)

    def division_by_zero(self, pc: int) -> NoReturn:
        self._runtime.at = pc
        raise Fault(ViolationKind.DIVISION, "division by zero", Property.ARITH)

    def quotient(self, left: int, right: int, least: int, pc: int) -> int:
        if right == 0:
            self.division_by_zero(pc)
        if right == -1 and left == least:
            self._overflowing_division("/", left, pc)
        whole = abs(left) // abs(right)
        return whole if (left < 0) == (right < 0) else -whole

    def remainder(self, left: int, right: int, least: int, pc: int) -> int:
        if right == 0:
            self.division_by_zero(pc)
        if right == -1 and left == least:
            self._overflowing_division("%", left, pc)
        rest = abs(left) % abs(right)
        return -rest if left < 0 else rest

    def _overflowing_division(self, operator: str, left: int, pc: int) -> NoReturn:
        self._runtime.at = pc
        kind = ViolationKind.REMAINDER if operator == "%" else ViolationKind.OVERFLOW
        raise Fault(kind, f"signed overflow: {left} {operator} -1", Property.ARITH)

    def bad_shift(self, amount: int, bits: int, pc: int) -> NoReturn:
        self._runtime.at = pc
        raise Fault(ViolationKind.SHIFT, f"shift of a {bits}-bit integer by {amount}", Property.ARITH)

    def lossy_shift(self, left: int, amount: int, type: Type, pc: int) -> NoReturn:
        if left >= 0:
            self.overflow("<<", left, amount, type, pc)
        self._runtime.at = pc
        message = f"left shift of a negative number: {left} << {amount}"
        raise Fault(ViolationKind.SHIFT, message, Property.ARITH)

    def truncate(self, value: float | Extended, bits: int, signed: bool, pc: int) -> int:
        low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
        whole = truncated(value)
        if whole is not None and low <= whole <= high:
            return whole
        self._runtime.at = pc
        sign = "signed" if signed else "unsigned"
        message = f"conversion of {value} to a {bits}-bit {sign} integer"
        raise Fault(ViolationKind.CONVERSION, message, Property.ARITH)
