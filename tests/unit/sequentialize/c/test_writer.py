"""Expressions as exact C."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.emitted import HEADER
from tests.support.sources import loaded
from unthread.sequentialize.emit import Emission, emit
from unthread.sequentialize.emitted import Schema


@pytest.mark.parametrize(
    ("value", "written"),
    [
        ("n ? a : 0", "? a : (char *)0"),
        ("n ? 0 : s.text", "? (char *)0 : s.text"),
        ("n ? a : s.text", "? a : s.text"),
        ("n ? p : 0", "? p : 0"),
    ],
)
def test_an_array_stands_beside_a_null_pointer_of_its_type(value: str, written: str, tmp_path: Path) -> None:
    """CBMC 6.6 does not take `test ? array : 0` for C."""
    main = f"int main(void) {{ int n = __VERIFIER_nondet_int(); p = {value}; assert(p || !p); }}"
    text = f"{HEADER}char a[9], *p; struct {{ char text[3]; }} s;\n{main}"
    assert written in emit(loaded(text, tmp_path), Emission(Schema.LAZY)).text
