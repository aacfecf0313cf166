"""What options ask."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.api.requests import limits_of, request_of, specification_of
from unthread.core.bounds import Bound
from unthread.core.diagnostics import UsageError
from unthread.core.properties import DEFAULT_PROPERTIES, Property
from unthread.options import CheckOptions


def test_bounds_that_are_given_stay() -> None:
    request = request_of(CheckOptions(unwind=5, threads=2), None)
    assert request.fixed == {Bound.UNWIND, Bound.THREADS}
    assert (request.bounds.unwind, request.bounds.threads) == (5, 2)
    assert not request.sample
    assert request_of(CheckOptions(), None).sample


def test_sequential_runs_have_no_deadlocks() -> None:
    request = request_of(CheckOptions(linearizable=True), None)
    assert request.properties == DEFAULT_PROPERTIES - {Property.DEADLOCK}
    with pytest.raises(UsageError, match="cannot check deadlock"):
        request_of(CheckOptions(linearizable=True, properties="deadlock"), None)


def test_limits() -> None:
    limits = limits_of(CheckOptions(time="2m", memory="1G"))
    assert (limits.seconds, limits.memory) == (120.0, 1 << 30)
    assert limits_of(CheckOptions()).memory > 1 << 20


def test_a_property_file(tmp_path: Path) -> None:
    file = tmp_path / "p.prp"
    file.write_text("CHECK( init(main()), LTL(G ! data-race) )\n")
    found = specification_of(CheckOptions(properties=str(file)))
    assert found is not None
    assert request_of(CheckOptions(), found).properties == found.properties
    assert specification_of(CheckOptions(properties="race")) is None
    with pytest.raises(UsageError, match="property file"):
        specification_of(CheckOptions(properties=str(file), linearizable=True))
