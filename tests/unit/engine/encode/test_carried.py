"""Registers that only carry a value from one place in memory to another."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.analyze import load_text
from unthread.engine.encode.carried import carried, only_loads


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("int t = a[i]; b[i] = t;", True),
        ("unsigned char t = (unsigned char)a[i]; b[i] = t;", True),
        ("int t = a[i], u = t; b[i] = u;", True),
        ("int t = a[i]; b[i] = t + 1;", False),
        ("int t = a[i]; b[t] = 1;", False),
        ("int t = a[i]; if (t) b[i] = t;", False),
        ("int t = a[i], u = t; b[u] = t;", False),
    ],
)
def test_carried(body: str, expected: bool, tmp_path: Path) -> None:
    text = f"int a[9], b[9], i; int main(void) {{ {body} return 0; }}"
    instructions = load_text(tmp_path, text).functions["main"].body
    loaded = {variable for item in instructions if (variable := only_loads(item)) is not None}
    named = {variable for variable in loaded if (variable.text or variable.name) == "t"}
    assert named or not expected
    assert all((variable in carried(instructions)) is expected for variable in named)
