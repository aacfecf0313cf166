"""What -std may name."""

from __future__ import annotations

import pytest

from unthread.core.diagnostics import UsageError
from unthread.frontend.standards import must_be_standards


def test_standards_of_c() -> None:
    must_be_standards(["-std=gnu17", "-std=c2x", "--std=iso9899:1999", "-stdlib=x", "-DX"])


@pytest.mark.parametrize("flag", ["-std=c++17", "-std=bogus", "--std=gnu++20", "-std="])
def test_others(flag: str) -> None:
    with pytest.raises(UsageError, match="is not a C standard"):
        must_be_standards(["-std=c99", flag])
