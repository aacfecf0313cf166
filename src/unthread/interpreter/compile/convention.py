"""How calls pass values when caller and callee disagree on types: integers and pointers are cut or
widened, a floating number where an integer is expected (or vice versa) is not supported.
"""

from __future__ import annotations

from collections.abc import Callable

from unthread.core.diagnostics import Unsupported
from unthread.core.floats import Extended
from unthread.core.records import dataclass
from unthread.interpreter.compile.translate import convert_float, wrapped
from unthread.program.expressions import Variable
from unthread.program.program import Function
from unthread.program.types import (
    BoolType,
    FloatType,
    Type,
    VoidType,
    bits_of,
    is_signed,
    value_type,
)
from unthread.values.cells import Value


@dataclass(frozen=True, slots=True)
class CallSite:
    """What a call through a pointer knows before it knows the function."""

    types: tuple[Type, ...]
    target: Variable | None


def converter(source: Type, target: Type) -> Callable[[Value | None], Value] | None:
    """Makes a value of one scalar type fit where another is expected, as the calling convention would;
    None when nothing is to do."""
    source, target = value_type(source), value_type(target)
    if isinstance(source, VoidType):
        return None  # the caller asks for an input instead
    if isinstance(source, FloatType) and isinstance(target, FloatType):
        return None if source.bits == target.bits else _float_converter(target.bits)
    if isinstance(source, FloatType) or isinstance(target, FloatType):
        return _refuse
    if (bits_of(source), is_signed(source)) == (bits_of(target), is_signed(target)):
        return None
    bits, signed = bits_of(target), is_signed(target)

    def cut(value: Value | None) -> Value:
        assert isinstance(value, int), "an integer is converted to an integer"
        if isinstance(target, BoolType):
            return int(value != 0)
        value &= (1 << bits) - 1
        return value - (1 << bits) if signed and value >> (bits - 1) else value

    return cut


def _float_converter(bits: int) -> Callable[[Value | None], Value]:
    def convert(value: Value | None) -> Value:
        assert isinstance(value, float | Extended), "a floating number is converted to another"
        wide = value if isinstance(value, Extended) else Extended.from_float(value)
        return {32: wide.to_single(), 64: wide.to_float()}.get(bits, wide)

    return convert


def _refuse(value: Value | None) -> Value:
    raise Unsupported("a call that takes a floating result for an integer or vice versa")


def fitted(text: str, source: Type, target: Type, function: Function, pc: int) -> str:
    """Python text of an argument as its parameter wants it."""
    source, target = value_type(source), value_type(target)
    if isinstance(source, FloatType) and isinstance(target, FloatType):
        return convert_float(text, source.bits, target.bits)
    if isinstance(source, FloatType) or isinstance(target, FloatType):
        return f"mismatch({function.name!r}, {pc})"
    if isinstance(target, BoolType):
        return f"(1 if {text} else 0)" if not isinstance(source, BoolType) else text
    if (bits_of(source), is_signed(source)) == (bits_of(target), is_signed(target)):
        return text
    return wrapped(text, target)
