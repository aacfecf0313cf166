"""What is proved by intervals. More of it: tests/differential/test_proof_numbers.py."""

from __future__ import annotations

from pathlib import Path

from tests.support.numbers import walked
from unthread.core.properties import Property
from unthread.proof.numbers.proved import proved_by_numbers
from unthread.proof.prover import Prover


def test_each_property_by_itself(tmp_path: Path) -> None:
    proof = Prover(walked("for (;;) { row[u % 4] = 1; u++; l++; }", tmp_path))
    found, doubts = proved_by_numbers(proof.walk, proof.order, proof.locks, proof.touched)
    assert found == {Property.REACH, Property.MEMORY}
    assert doubts.keys() == {Property.ARITH}
    assert proof.walk.instruction(doubts[Property.ARITH]).loc.function == "work"
