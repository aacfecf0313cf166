"""A PNG of a screen, made smaller: its 256 most frequent colors, every other one replaced by the nearest.

In: a PNG with 8 bits for each of red, green and blue, not interlaced, as Chromium writes it. Out: one with a
palette.
"""

import struct
import zlib
from collections import Counter
from collections.abc import Iterator

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_DEPTH = 3  # bytes of a pixel
_COLORS = 256


def with_palette(png: bytes) -> bytes:
    chunks = [*_chunks(png)]
    width, height, depth, kind, *_ = struct.unpack(">IIBBBBB", chunks[0][1])
    assert (depth, kind) == (8, 2), "red, green and blue"
    data = zlib.decompress(b"".join(content for name, content in chunks if name == b"IDAT"))
    pixels = [row[at : at + _DEPTH] for row in _rows(data, width) for at in range(0, len(row), _DEPTH)]
    palette, numbers = _palette(Counter(pixels))
    lines = (
        bytes(map(numbers.__getitem__, pixels[at : at + width])) for at in range(0, width * height, width)
    )
    body = zlib.compress(b"".join(b"\0" + line for line in lines), 9)
    header = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = ((b"IHDR", header), (b"PLTE", b"".join(palette)), (b"IDAT", body), (b"IEND", b""))
    return _SIGNATURE + b"".join(_chunk(*part) for part in parts)


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = len(_SIGNATURE)
    while at < len(png):
        length, name = struct.unpack(">I4s", png[at : at + 8])
        yield name, png[at + 8 : at + 8 + length]
        at += length + 12


def _chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def _rows(data: bytes, width: int) -> Iterator[bytes]:
    """Each begins with how its bytes follow from those to the left and above."""
    size = width * _DEPTH
    above = bytes(size)
    for at in range(0, len(data), size + 1):
        row = bytearray(data[at + 1 : at + 1 + size])
        _undo(data[at], row, above)
        above = bytes(row)
        yield above


def _undo(method: int, row: bytearray, above: bytes) -> None:
    for at in range(len(row) if method else 0):
        left, corner = (row[at - _DEPTH], above[at - _DEPTH]) if at >= _DEPTH else (0, 0)
        guesses = (0, left, above[at], (left + above[at]) // 2, _nearest(left, above[at], corner))
        row[at] = (row[at] + guesses[method]) % 256


def _nearest(left: int, up: int, corner: int) -> int:
    """Of the three, what comes closest to left + up - corner."""
    return min((left, up, corner), key=lambda value: abs(left + up - corner - value))


def _palette(colors: Counter[bytes]) -> tuple[list[bytes], dict[bytes, int]]:
    chosen = [color for color, _ in colors.most_common(_COLORS)]
    numbers = {color: number for number, color in enumerate(chosen)}
    for color in colors.keys() - numbers.keys():
        numbers[color] = min(range(len(chosen)), key=lambda number: _distance(color, chosen[number]))
    return chosen, numbers


def _distance(one: bytes, other: bytes) -> int:
    return sum((a - b) ** 2 for a, b in zip(one, other, strict=True))
