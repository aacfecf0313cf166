"""Macros that a flag would define, where the program's own text asks for them."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.source import Source
from unthread.frontend.load import load

FLAGS = (("-O2", "__OPTIMIZE__"), ("-mavx2", "__AVX2?__"))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("#ifdef __OPTIMIZE__\n#endif\n", ["__OPTIMIZE__ is not defined (-O2 is not modelled)"]),
        (
            "  # if X || \\\n defined(__AVX__)\n#endif\n",
            ["__AVX__ is not defined (-mavx2 is not modelled)"],
        ),
        ("#if 0\n#elif __AVX2__\n#endif\n", ["__AVX2__ is not defined (-mavx2 is not modelled)"]),
        ("#ifndef __OPTIMIZE__X\n#endif\n// #if: __OPTIMIZE__\n", []),
        ("#include <limits.h>\n", []),
        ('#include "own.h"\n', ["__AVX__ is not defined (-mavx2 is not modelled)"]),
    ],
)
def test_not_defined(text: str, expected: list[str], tmp_path: Path) -> None:
    (tmp_path / "own.h").write_text("#ifdef __AVX__\n#endif\n")
    file = tmp_path / "a.c"
    file.write_text(f"{text}int main(void) {{ return 0; }}\n")
    assert load(Source((file,), unheeded=FLAGS)).assumed == tuple(expected)
    assert load(Source((file,))).assumed == ()
    given = ("-D__OPTIMIZE__", "-D__AVX__=1", "-D__AVX2__")
    assert load(Source((file,), given, unheeded=FLAGS)).assumed == ()
