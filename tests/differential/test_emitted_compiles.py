"""Emitted C is C: gcc -Wall and clang have nothing to say about it, in any dialect and data model."""

from __future__ import annotations

import subprocess
from itertools import cycle
from pathlib import Path

import pytest
from clang.cindex import Index

from referees import GCC, GCC_M32
from tests.support.tools import require
from unthread.core.source import DataModel, Source
from unthread.frontend.load import load
from unthread.sequentialize.emit import Emission, emit
from unthread.sequentialize.emitted import Dialect, Schema

ROOT = Path(__file__).parents[2]
EXAMPLES = sorted((ROOT / "examples").glob("*/unsafe.c"))
# Types, layouts, literals and operators that are easily got wrong.
C_PROGRAMS = [
    "anonymous_members",
    "array_flexible_member",
    "bitfields_signed",
    "bitfields_straddling",
    "bitwise_operators",
    "builtin_bits",
    "builtin_offsetof",
    "bitfields_union",
    "initializers_designated",
    "integer_limits",
    "narrowing_conversions",
    "pointer_to_array",
    "string_escapes",
    "string_wide",
    "struct_by_value",
    "struct_packed",
    "union_punning",
    "program_expressions",
]
FLAGS = ("-Wall", "-Werror", "-fwrapv", "-fno-strict-aliasing", "-fsyntax-only")


def programs() -> list[object]:
    """Each with one dialect, schema and data model, in turn."""
    own = (ROOT / "tests" / "programs" / "c" / f"{name}.c" for name in C_PROGRAMS)
    files = [*EXAMPLES, *(file for file in own if file.exists())]
    turns = zip(files, cycle(Dialect), cycle((*Schema, Schema.LAZY)), cycle((*DataModel, DataModel.M64)))
    return [
        pytest.param(
            file, dialect, schema, model, id=f"{file.parent.name}-{file.stem}-{dialect}-{schema}-{model}"
        )
        for file, dialect, schema, model in turns
    ]


@pytest.mark.parametrize(("file", "dialect", "schema", "model"), programs())
def test_compilers_have_nothing_to_say(
    file: Path, dialect: Dialect, schema: Schema, model: DataModel, tmp_path: Path
) -> None:
    require(GCC, *([GCC_M32] if model is DataModel.M32 else []))
    emitted = emit(load(Source((file,), data_model=model)), Emission(schema, dialect))
    text = tmp_path / "sequential.c"
    text.write_text(emitted.text)
    done = subprocess.run(["gcc", *FLAGS, f"-{model}", str(text)], capture_output=True, text=True, timeout=60)
    assert not done.stderr
    parsed = Index.create().parse(str(text), args=["-Wall", f"-{model}"])
    assert not [str(diagnostic) for diagnostic in parsed.diagnostics]
