"""How checkers spell what C has no word for."""

from __future__ import annotations

import pytest

from unthread.program.types import (
    CHAR,
    INT,
    UCHAR,
    UINT,
    VOID,
    BoolType,
    FloatType,
    IntType,
    PointerType,
    Type,
)
from unthread.sequentialize.c.dialects import nondet


@pytest.mark.parametrize(
    ("type", "name"),
    [
        (INT, "nondet_int"),
        (UINT, "nondet_uint"),
        (CHAR, "nondet_char"),
        (UCHAR, "nondet_uchar"),
        (IntType(64, True, "long"), "nondet_long"),
        (IntType(64, True, "long long"), "nondet_longlong"),
        (IntType(5, False), "nondet_uchar"),
        (IntType(128, False), "nondet_uint128"),
        (BoolType(), "nondet_bool"),
        (FloatType(32, 4), "nondet_float"),
        (FloatType(80, 16), "nondet_longdouble"),
        (PointerType(VOID), "nondet_pointer"),
    ],
)
def test_any_value_of_a_type(type: Type, name: str) -> None:
    assert nondet(type) == name
