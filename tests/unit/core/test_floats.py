"""Extended precision against gcc's long double and against exact fractions."""

from __future__ import annotations

import ctypes
import math
import struct
import subprocess
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referees import GCC, GLIBC
from tests.support.tools import require
from unthread.core.floats import (
    DEFAULT_NAN,
    Extended,
    converted_out_of_range,
    decimal_text,
    divide,
    int_to_single,
    parse_float,
    scientific_digits,
    square_root,
    to_single,
    truncated,
)

INFINITY, ZERO = Extended.from_float(math.inf), Extended.from_float(0.0)

BYTES = struct.Struct("<QH6x")


def fraction(value: Extended) -> Fraction:
    return Fraction(*value.ratio())


def numbers() -> st.SearchStrategy[Extended]:
    """Finite numbers of all sizes, with subnormals and zeros, and the special ones."""
    normal = st.builds(Extended, st.booleans(), st.integers(1, 0x7FFE), st.integers(1 << 63, (1 << 64) - 1))
    close = st.builds(
        Extended, st.booleans(), st.integers(0x3FF0, 0x4010), st.integers(1 << 63, (1 << 64) - 1)
    )
    tiny = st.builds(Extended, st.booleans(), st.just(0), st.integers(0, (1 << 63) - 1))
    round_ones = st.builds(
        Extended,
        st.booleans(),
        st.integers(1, 0x7FFE),
        st.integers(0, 8).map(lambda n: (1 << 63) + (n << 58)),
    )
    special = st.sampled_from((INFINITY, -INFINITY, ZERO, -ZERO))
    return st.one_of(normal, close, tiny, round_ones, special)


finite = numbers().filter(lambda number: number.is_finite)
ordinary = st.builds(
    Extended, st.booleans(), st.integers(0x3000, 0x5000), st.integers(1 << 63, (1 << 64) - 1)
)


@given(ordinary, ordinary)
@settings(deadline=None)
def test_results_are_the_nearest_numbers(left: Extended, right: Extended) -> None:
    exact = {
        "+": (left + right, fraction(left) + fraction(right)),
        "-": (left - right, fraction(left) - fraction(right)),
        "*": (left * right, fraction(left) * fraction(right)),
        "/": (left / right, fraction(left) / fraction(right)),
    }
    for operator, (result, wanted) in exact.items():
        assert abs(fraction(result) - wanted) * 2 <= spacing(result), operator


def spacing(value: Extended) -> Fraction:
    return Fraction(2) ** value.power


@given(finite)
@settings(deadline=None)
def test_text_and_bytes_read_back(value: Extended) -> None:
    assert Extended.from_bytes(value.to_bytes()) == value
    assert Extended.parse(str(value)) == value


@given(st.floats())
@settings(deadline=None)
def test_every_double_is_an_extended(value: float) -> None:
    assert struct.pack("<d", Extended.from_float(value).to_float()) == struct.pack("<d", value)


@given(st.integers(-(1 << 70), 1 << 70))
@settings(deadline=None)
def test_integers(value: int) -> None:
    assert abs(Extended.from_int(value).truncated() - value) * 2 <= max(1, abs(value) >> 63)
    if abs(value) < 1 << 64:
        assert Extended.from_int(value).truncated() == value


@given(finite)
@settings(deadline=None)
def test_truncation(value: Extended) -> None:
    assert value.truncated() == math.trunc(fraction(value))


@given(st.integers(-(1 << 80), 1 << 80))
@settings(deadline=None)
def test_integers_round_once_to_single(value: int) -> None:
    result = int_to_single(value)
    error = abs(Fraction(result) - value)
    for neighbor in (ctypes_next(result, 1), ctypes_next(result, -1)):
        if math.isfinite(neighbor):
            assert error <= abs(Fraction(neighbor) - value)


def ctypes_next(value: float, direction: int) -> float:
    bits = struct.unpack("<i", struct.pack("<f", value))[0]
    magnitude = (bits & 0x7FFFFFFF) + direction
    if magnitude < 0:
        return -value
    return math.copysign(float(struct.unpack("<f", struct.pack("<I", magnitude))[0]), value)


@given(st.floats(width=32), st.floats(width=32))
@settings(deadline=None)
def test_single_arithmetic_is_rounded_double_arithmetic(left: float, right: float) -> None:
    total = to_single(left + right)
    assert math.isnan(total) or total == ctypes.c_float(left + right).value


@pytest.mark.parametrize(
    ("text", "bits", "expected"),
    [
        ("0.1", 64, 0.1),
        ("0.1f", 32, to_single(0.1)),
        ("1e400", 64, math.inf),
        ("1e-400", 64, 0.0),
        ("0x1.8p1", 64, 3.0),
        ("0x.8p0f", 32, 0.5),
        (".5", 64, 0.5),
        ("5.", 64, 5.0),
        ("1e99999999999", 64, math.inf),
        ("1e-99999999999", 64, 0.0),
        ("16777217.0f", 32, 16777216.0),
        ("1.00000017881393432617187499f", 32, 1.00000011920928955078125),  # not through double
    ],
)
def test_literals(text: str, bits: int, expected: float) -> None:
    assert parse_float(text, bits) == expected


@pytest.mark.parametrize("text", ["", "e5", "0x", "1.2.3", "abc", "--1"])
def test_wrong_literals(text: str) -> None:
    with pytest.raises(ValueError, match="floating literal"):
        parse_float(text, 64)


def test_special_values() -> None:
    assert INFINITY - INFINITY == DEFAULT_NAN
    assert ZERO / ZERO == DEFAULT_NAN
    assert Extended.from_int(1) / -ZERO == -INFINITY
    assert INFINITY * ZERO == DEFAULT_NAN
    assert (ZERO - ZERO) == ZERO
    assert (-ZERO + -ZERO) == -ZERO
    assert Extended.from_int(-4).root() == DEFAULT_NAN
    assert DEFAULT_NAN.compare(ZERO) is None
    assert DEFAULT_NAN.not_equal(DEFAULT_NAN)
    assert ZERO.equal(-ZERO)
    assert not ZERO
    assert DEFAULT_NAN
    assert str(divide(0.0, 0.0)) == "nan"
    assert divide(-1.0, 0.0) == -math.inf
    assert divide(1.0, -0.0) == -math.inf
    assert math.copysign(1.0, square_root(-1.0)) == -1.0


@pytest.mark.parametrize(
    ("value", "bits", "signed", "expected"),
    [
        (1e10, 32, True, -(1 << 31)),
        (1e10, 32, False, 10_000_000_000 & 0xFFFFFFFF),
        (300.0, 8, False, 44),
        (1e30, 64, True, -(1 << 63)),
        (1e30, 64, False, 0),
        (-1.0, 64, False, (1 << 64) - 1),
        (math.nan, 32, True, -(1 << 31)),
        (1.5e19, 64, False, 15_000_000_000_000_000_000),
    ],
)
def test_conversions_out_of_range(value: float, bits: int, signed: bool, expected: int) -> None:
    assert converted_out_of_range(value, bits, signed) == expected


def test_truncated() -> None:
    assert truncated(-1.9) == -1
    assert truncated(math.inf) is None
    assert truncated(DEFAULT_NAN) is None


def test_long_decimal_text() -> None:
    assert decimal_text(10**9000) == "1" + "0" * 9000
    assert scientific_digits(999_999, 100_000, 2) == ("100", 1)
    assert scientific_digits(1, 8, 1) == ("12", -1)  # 0.125: ties to even


SOURCE = """
#include <string.h>
static long double get(const char *p) { long double x = 0; memcpy(&x, p, 10); return x; }
static void put(char *p, long double x) { memcpy(p, &x, 10); }
void add(char *r, const char *a, const char *b) { put(r, get(a) + get(b)); }
void sub(char *r, const char *a, const char *b) { put(r, get(a) - get(b)); }
void mul(char *r, const char *a, const char *b) { put(r, get(a) * get(b)); }
void quo(char *r, const char *a, const char *b) { put(r, get(a) / get(b)); }
int less(const char *a, const char *b) { return get(a) < get(b); }
int less_equal(const char *a, const char *b) { return get(a) <= get(b); }
int equal(const char *a, const char *b) { return get(a) == get(b); }
double to_double(const char *a) { return get(a); }
float to_float(const char *a) { return get(a); }
long to_long(const char *a) { return get(a); }
void root(char *r, const char *a) { long double x = get(a); __asm__("fsqrt" : "+t"(x)); put(r, x); }
"""


@pytest.fixture(scope="session")
def gcc(tmp_path_factory: pytest.TempPathFactory) -> ctypes.CDLL:
    require(GCC, GLIBC)
    compiler = "gcc"
    folder: Path = tmp_path_factory.mktemp("extended")
    (folder / "x.c").write_text(SOURCE)
    command = [compiler, "-O0", "-shared", "-fPIC", "x.c", "-o", "x.so"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    library = ctypes.CDLL(str(folder / "x.so"))
    library.to_double.restype = ctypes.c_double
    library.to_float.restype = ctypes.c_float
    return library


def computed(function: Callable[..., object], *operands: Extended) -> Extended:
    result = ctypes.create_string_buffer(10)
    function(result, *(operand.to_bytes() for operand in operands))
    return Extended.from_bytes(result.raw)


@given(left=numbers(), right=numbers())
@settings(deadline=None)
def test_same_as_the_hardware(gcc: ctypes.CDLL, left: Extended, right: Extended) -> None:
    assert left + right == computed(gcc.add, left, right)
    assert left - right == computed(gcc.sub, left, right)
    assert left * right == computed(gcc.mul, left, right)
    assert left / right == computed(gcc.quo, left, right)
    assert abs(left).root() == computed(gcc.root, abs(left))
    a, b = left.to_bytes(), right.to_bytes()
    assert (left < right) == bool(gcc.less(a, b))
    assert (left <= right) == bool(gcc.less_equal(a, b))
    assert left.equal(right) == bool(gcc.equal(a, b))
    assert left.to_float() == gcc.to_double(a)
    assert left.to_single() == gcc.to_float(a)
