"""One door to the schemas."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.emitted import HEADER, RACE, line_with, origins
from tests.support.sources import loaded
from unthread.core.bounds import Bounds
from unthread.sequentialize.emit import Emission, emit
from unthread.sequentialize.emitted import ClaimOrigin, CutOrigin, Schema


@pytest.mark.parametrize("schema", Schema)
def test_every_schema_asserts_what_the_program_asserts(schema: Schema, tmp_path: Path) -> None:
    result = emit(loaded(HEADER + RACE, tmp_path), Emission(schema))
    assert result.schema is schema
    claims = {origin.message for origin in origins(result, ClaimOrigin) if isinstance(origin, ClaimOrigin)}
    assert "assertion violated: x == 2" in claims
    assert all("ASSERT" in line or "GAP" in line for line in line_with(result, ClaimOrigin))


@pytest.mark.parametrize(("schema", "is_cut"), [(Schema.LAZY, True), (Schema.INTERLEAVE, False)])
def test_only_some_schemas_unwind_loops(schema: Schema, is_cut: bool, tmp_path: Path) -> None:
    loop = (
        "int main(void) { int n = __VERIFIER_nondet_int(); for (int i = 0; i < n; i++) x++; assert(x >= 0); }"
    )
    result = emit(loaded(HEADER + loop, tmp_path), Emission(schema, bounds=Bounds(unwind=2)))
    assert bool(origins(result, CutOrigin)) is is_cut
