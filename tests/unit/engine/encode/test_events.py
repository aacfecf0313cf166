"""What is collected: barriers by their reasons, permissions by their places."""

from __future__ import annotations

import pytest

from tests.support.builder import at
from unthread.core.bounds import Bound
from unthread.core.properties import Property
from unthread.engine.encode.events import Barrier, Collected, Permissions
from unthread.engine.terms.terms import Terms


@pytest.mark.parametrize(
    ("bound", "property", "is_bound", "is_gap"),
    [
        (Bound.UNWIND, None, True, False),
        (None, Property.MEMORY, False, False),
        (None, None, False, True),
    ],
)
def test_why_executions_are_not_followed(
    bound: Bound | None, property: Property | None, is_bound: bool, is_gap: bool
) -> None:
    true = Terms().true
    barrier = Barrier(true, "something", at(1), bound, true, 1, property)
    assert (barrier.is_bound, barrier.is_gap) == (is_bound, is_gap)


def test_one_permission_for_each_place_and_reason() -> None:
    permissions = Permissions(Terms())
    first = permissions.of("a gap", at(1))
    assert permissions.of("a gap", at(1)) is first
    assert permissions.of("a gap", at(2)) is not first
    assert permissions.of("a bound", at(1)) is not first
    assert len(permissions.allowed) == 3


def test_what_a_look_collects_is_its_own() -> None:
    ours, theirs = Collected(), Collected()
    theirs.loose["printf"] = None
    theirs.constraints.append(Terms().true)
    assert (ours.loose, ours.constraints) == ({}, [])
