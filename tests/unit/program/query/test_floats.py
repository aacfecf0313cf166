"""Whether a program computes with floating-point numbers."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.program.query.floats import has_floats


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("int x; int main(void) { x++; return x; }", False),
        ('#include <stdio.h>\nint main(void) { printf("%d", 3); return 0; }', False),
        ("double x; int main(void) { return 0; }", False),
        ("int main(void) { _Atomic double x = 1; return 0; }", True),
        ("int x; int main(void) { return (int)(x * 1.5); }", True),
        ("double x[2]; int main(void) { x[1] = 2; return 0; }", True),
        ("int f(float x) { return 0; } int main(void) { return f(1); }", True),
    ],
)
def test_has_floats(text: str, expected: bool, tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text(text)
    assert has_floats(load(Source((file,)))) is expected
