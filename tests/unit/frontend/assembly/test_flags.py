"""Conditions and the flags they look at. What they become: tests/differential/test_assembly.py."""

from __future__ import annotations

import pytest

from unthread.frontend.assembly.flags import flags_of
from unthread.frontend.assembly.template import NotUnderstood


@pytest.mark.parametrize(("condition", "flags"), [("nz", "Z"), ("a", "CZ"), ("nle", "ZSO"), ("np", "P")])
def test_flags_of_conditions(condition: str, flags: str) -> None:
    assert flags_of(condition) == frozenset(flags)


def test_no_condition() -> None:
    with pytest.raises(NotUnderstood):
        flags_of("q")
