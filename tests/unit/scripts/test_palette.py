"""Pictures with a palette show the same."""

from __future__ import annotations

import struct
import zlib

import pytest

from palette import with_palette


def chunk(name: bytes, content: bytes) -> bytes:
    return struct.pack(">I", len(content)) + name + content + struct.pack(">I", zlib.crc32(name + content))


def content(png: bytes, name: bytes) -> bytes:
    at = png.index(name)
    (length,) = struct.unpack(">I", png[at - 4 : at])
    return png[at + 4 : at + 4 + length]


@pytest.mark.parametrize(
    ("lines", "pixels"),
    [
        ([b"\0\1\2\3\4\5\6", b"\0\1\2\3\4\5\6"], b"\1\2\3\4\5\6" * 2),
        ([b"\1\1\2\3\3\3\3", b"\2\0\0\0\0\0\0"], b"\1\2\3\4\5\6" * 2),
        ([b"\0\1\2\3\4\5\6", b"\3\1\1\2\2\2\2"], b"\1\2\3\4\5\6" + b"\1\2\3\4\5\6"),
        ([b"\0\1\2\3\4\5\6", b"\4\0\0\0\0\0\0"], b"\1\2\3\4\5\6" * 2),
    ],
)
def test_each_way_of_telling_a_line(lines: list[bytes], pixels: bytes) -> None:
    header = struct.pack(">IIBBBBB", 2, 2, 8, 2, 0, 0, 0)
    data = zlib.compress(b"".join(lines))
    png = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
    small = with_palette(png)
    colors = content(small, b"PLTE")
    numbers = zlib.decompress(content(small, b"IDAT"))
    shown = [numbers[1], numbers[2], numbers[4], numbers[5]]
    assert b"".join(colors[3 * number : 3 * number + 3] for number in shown) == pixels
