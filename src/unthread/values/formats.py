"""C's printf: a format and arguments in memory become bytes, as glibc makes them in the "C" locale."""

from __future__ import annotations

import math
import re
from struct import unpack
from typing import Protocol

from unthread.core.diagnostics import Unsupported
from unthread.core.floats import Extended, decimal_text, exact_ratio, fixed_digits, scientific_digits
from unthread.core.records import dataclass
from unthread.core.source import DataModel, Loc

_DIRECTIVE = re.compile(
    rb"%(?P<flags>[-+ #0'I]*)(?P<width>\*|\d+)?(?:\.(?P<precision>\*|\d*))?"
    rb"(?P<length>hh|h|ll|l|z|t|j|L|q)?(?P<kind>[diuoxXcspneEfFgGaA%])",
    re.DOTALL,
)


@dataclass(slots=True)
class Directive:
    kind: str
    flags: str
    width: int
    precision: int | None
    length: str


class Bytes(Protocol):
    """What printing needs of memory."""

    def read_bytes(self, address: int, size: int) -> bytes: ...

    def read_string(self, address: int, limit: int | None = None) -> bytes: ...

    def write_bytes(self, address: int, content: bytes) -> None: ...


class PrintfArguments:
    """The variadic arguments one after the other, each slot a multiple of the pointer size."""

    def __init__(self, memory: Bytes, address: int, data_model: DataModel) -> None:
        self.memory = memory
        self.address = address
        self.slot = 8 if data_model is DataModel.M64 else 4

    def integer(self, size: int, signed: bool) -> int:
        raw = self.memory.read_bytes(self.address, size)
        self.address += -(-size // self.slot) * self.slot
        return int.from_bytes(raw, "little", signed=signed)

    def double(self) -> float:
        raw = self.memory.read_bytes(self.address, 8)
        self.address += 8
        return float(unpack("<d", raw)[0])

    def extended(self) -> Extended:
        size = 2 * self.slot if self.slot == 8 else 12
        if self.slot == 8:
            self.address = -(-self.address // 16) * 16
        raw = self.memory.read_bytes(self.address, 10)
        self.address += size
        return Extended.from_bytes(raw)


def slots(text: bytes) -> int | None:
    """How many arguments a format takes where each of them is a number in one slot of eight bytes; None for
    other formats, among them those that follow pointers."""
    count = position = 0
    while (start := text.find(b"%", position)) >= 0:
        found = _DIRECTIVE.match(text, start)
        if not found or found["kind"] in (b"s", b"n"):
            return None
        length = found["length"] or b""
        if length and found["kind"] not in b"diuoxX":
            return None
        count += (found["kind"] != b"%") + (found["width"] == b"*") + (found["precision"] == b"*")
        position = found.end()
    return count


class Formatter:
    def __init__(self, memory: Bytes, data_model: DataModel) -> None:
        self.memory = memory
        self.data_model = data_model
        pointer = 8 if data_model is DataModel.M64 else 4
        self.sizes = {"hh": 1, "h": 2, "": 4, "l": pointer, "z": pointer, "t": pointer, "j": 8}
        self.sizes |= {"ll": 8, "L": 8, "q": 8}
        self.pointer = pointer

    def format(self, text_address: int, arguments_address: int, loc: Loc) -> bytes:
        text = self.memory.read_string(text_address)
        arguments = PrintfArguments(self.memory, arguments_address, self.data_model)
        out = bytearray()
        position = 0
        while position < len(text):
            start = text.find(b"%", position)
            if start < 0:
                start = len(text)
            out += text[position:start]
            if start == len(text):
                break
            found = _DIRECTIVE.match(text, start)
            if not found:
                shown = text[start : start + 12].decode(errors="replace")
                raise Unsupported(f"printf format '{shown}'", loc)
            out += self.directive(self._read(found, arguments), arguments, len(out), loc)
            position = found.end()
        return bytes(out)

    def _read(self, found: re.Match[bytes], arguments: PrintfArguments) -> Directive:
        flags = found["flags"].decode()
        width, precision = 0, None
        if found["width"] == b"*":
            width = arguments.integer(4, signed=True)
            flags += "-" if width < 0 else ""
            width = abs(width)
        elif found["width"]:
            width = int(found["width"])
        if found["precision"] == b"*":
            given = arguments.integer(4, signed=True)
            precision = given if given >= 0 else None
        elif found["precision"] is not None:
            precision = int(found["precision"] or 0)
        length = (found["length"] or b"").decode()
        return Directive(found["kind"].decode(), flags, width, precision, length)

    def directive(self, item: Directive, arguments: PrintfArguments, so_far: int, loc: Loc) -> bytes:
        match item.kind:
            case "%":
                return b"%"
            case "d" | "i" | "u" | "o" | "x" | "X":
                return self._integer(item, arguments).encode()
            case "c" | "s" if item.length:
                raise Unsupported(f"printf of wide characters ('%{item.length}{item.kind}')", loc)
            case "c":
                return _padded(item, bytes([arguments.integer(4, signed=False) & 0xFF]))
            case "s":
                return _padded(item, self._string(item, arguments.integer(self.pointer, signed=False)))
            case "p":
                return self._pointer(item, arguments.integer(self.pointer, signed=False)).encode()
            case "n":
                address = arguments.integer(self.pointer, signed=False)
                size = self.sizes[item.length]
                wrapped = so_far & ((1 << 8 * size) - 1)
                self.memory.write_bytes(address, wrapped.to_bytes(size, "little"))
                return b""
            case _:
                number = arguments.extended() if item.length in ("L", "q", "ll") else arguments.double()
                return format_float(number, item).encode()

    def _integer(self, item: Directive, arguments: PrintfArguments) -> str:
        size = self.sizes[item.length]
        signed = item.kind in "di"
        value = arguments.integer(max(size, 4), signed)
        if size < 4:
            value &= (1 << 8 * size) - 1
            if signed and value >> (8 * size - 1):
                value -= 1 << 8 * size
        return format_integer(value, item)

    def _string(self, item: Directive, address: int) -> bytes:
        if address == 0:
            short = item.precision is not None and item.precision < 6
            return b"" if short else b"(null)"
        return self.memory.read_string(address, item.precision)

    def _pointer(self, item: Directive, address: int) -> str:
        if address == 0:
            return _padded(item, b"(nil)").decode()
        digits = f"{address:x}".rjust(item.precision or 0, "0")
        return _filled(item, _sign(item, negative=False) + "0x", digits, zeros=item.precision is None)


def _padded(item: Directive, content: bytes) -> bytes:
    return content.ljust(item.width) if "-" in item.flags else content.rjust(item.width)


def format_integer(value: int, item: Directive) -> str:
    magnitude = abs(value)
    digits = {"o": f"{magnitude:o}", "x": f"{magnitude:x}", "X": f"{magnitude:X}"}.get(
        item.kind, str(magnitude)
    )
    if item.precision == 0 and value == 0:
        digits = ""
    digits = digits.rjust(item.precision or 0, "0")
    if item.kind == "o" and "#" in item.flags and not digits.startswith("0"):
        digits = "0" + digits
    prefix = "0" + item.kind if item.kind in "xX" and "#" in item.flags and value else ""
    if item.kind in "di":
        prefix = _sign(item, value < 0)
    return _filled(item, prefix, digits, zeros=item.precision is None)


def _sign(item: Directive, negative: bool) -> str:
    if negative:
        return "-"
    return "+" if "+" in item.flags else " " if " " in item.flags else ""


def _filled(item: Directive, prefix: str, digits: str, zeros: bool) -> str:
    if "-" in item.flags:
        return (prefix + digits).ljust(item.width)
    if "0" in item.flags and zeros:
        return prefix + digits.rjust(item.width - len(prefix), "0")
    return (prefix + digits).rjust(item.width)


def format_float(value: float | Extended, item: Directive) -> str:
    if isinstance(value, Extended):
        negative, nan, infinite = value.negative, value.is_nan, value.is_infinite
    else:
        negative, nan, infinite = math.copysign(1.0, value) < 0, math.isnan(value), math.isinf(value)
    upper = item.kind.isupper()
    sign = _sign(item, negative)
    if nan or infinite:
        text = "nan" if nan else "inf"
        return _filled(item, sign, text.upper() if upper else text, zeros=False)
    if item.kind in "aA":
        prefix, text = _hexadecimal(value, item)
        sign += prefix
    else:
        text = _decimal(value, item)
    if upper:
        sign, text = sign.upper(), text.upper()
    return _filled(item, sign, text, zeros=True)


def _decimal(value: float | Extended, item: Directive) -> str:
    numerator, denominator = exact_ratio(value)
    precision = 6 if item.precision is None else item.precision
    keep_point = "#" in item.flags
    match item.kind.lower():
        case "f":
            return _fixed(numerator, denominator, precision, keep_point)
        case "e":
            return _scientific(numerator, denominator, precision, keep_point)
        case _:
            precision = max(precision, 1)
            _, exponent = scientific_digits(numerator, denominator, precision - 1)
            if -4 <= exponent < precision:
                text = _fixed(numerator, denominator, precision - 1 - exponent, keep_point)
                return text if keep_point else _trimmed(text)
            text = _scientific(numerator, denominator, precision - 1, keep_point)
            mantissa, mark, power = text.partition("e")
            return text if keep_point else _trimmed(mantissa) + mark + power


def _trimmed(text: str) -> str:
    return text.rstrip("0").rstrip(".") if "." in text else text


def _fixed(numerator: int, denominator: int, precision: int, keep_point: bool) -> str:
    digits = fixed_digits(numerator, denominator, precision)
    whole, fraction = digits[: len(digits) - precision], digits[len(digits) - precision :]
    return f"{whole}.{fraction}" if precision or keep_point else whole


def _scientific(numerator: int, denominator: int, precision: int, keep_point: bool) -> str:
    digits, exponent = scientific_digits(numerator, denominator, precision)
    point = "." if precision or keep_point else ""
    return f"{digits[0]}{point}{digits[1:]}e{'-' if exponent < 0 else '+'}{abs(exponent):02d}"


def _hexadecimal(value: float | Extended, item: Directive) -> tuple[str, str]:
    """Prefix and digits of %a: one digit, which is 1 for binary64 and 8 to f for x87, before the point."""
    if isinstance(value, Extended):
        significand, exponent, places = value.significand, value.power + 60, 15
    else:
        mantissa, power = math.frexp(abs(value))
        shift = max(-1021 - power, 0)  # subnormal: the digit before the point is 0
        significand, exponent, places = int(math.ldexp(mantissa, 53 - shift)), power - 1 + shift, 13
    if not significand:
        exponent = 0
    if item.precision is not None and item.precision < places:
        drop = 4 * (places - item.precision)
        half, low = 1 << (drop - 1), significand & ((1 << drop) - 1)
        significand >>= drop
        significand += low > half or (low == half and significand & 1)
        places = item.precision
    if significand >> 4 * (places + 1):  # f.8 became 10
        significand, exponent = significand >> 4, exponent + 4
    digits = f"{significand:x}".rjust(places + 1, "0")
    fraction = digits[len(digits) - places :] if places else ""
    if item.precision is None:
        fraction = fraction.rstrip("0")
    else:
        fraction = fraction.ljust(item.precision, "0")
    point = "." if fraction or "#" in item.flags else ""
    text = f"{digits[: len(digits) - places]}{point}{fraction}p{'-' if exponent < 0 else '+'}"
    return "0x", text + decimal_text(abs(exponent))
