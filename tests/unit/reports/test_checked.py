"""What was asked, in SV-COMP's words."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from tests.support.traces import program_trace
from unthread.core.properties import Property, ViolationKind
from unthread.core.source import Source
from unthread.core.verdict import Unknown, UnknownCause, Unsafe
from unthread.reports.checked import Checked, asked_formulas, violated_formula
from unthread.svcomp.properties import read_specification


@pytest.mark.parametrize(
    ("name", "formula"),
    [
        ("reach", "G ! call(__assert_fail())"),
        ("race", "G ! data-race"),
        ("memory", "G valid-deref"),
        ("leak", "G valid-memtrack"),
        ("arith", "G ! overflow"),
        ("lock", "G def-behavior"),
    ],
)
def test_what_is_violated(name: str, formula: str) -> None:
    assert violated_formula(program_trace(name).violation) == f"CHECK( init(main()), LTL({formula}) )"


def test_every_kind_has_a_formula() -> None:
    violation = program_trace("reach").violation
    called = replace(violation, kind=ViolationKind.ERROR_CALL, function="reach_error")
    assert violated_formula(called) == "CHECK( init(main()), LTL(G ! call(reach_error())) )"
    for kind in ViolationKind:
        assert violated_formula(replace(violation, kind=kind)).startswith("CHECK( init(main()), LTL(G ")


def test_what_was_asked_can_be_asked_again(tmp_path: Path) -> None:
    lines = [line for line in asked_formulas(Property) if "__assert_fail" not in line]
    file = tmp_path / "all.prp"
    file.write_text("\n".join(lines))
    specification = read_specification(file)
    assert sorted(specification.lines) == sorted(lines)
    assert frozenset(Property) - specification.properties == {
        Property.LOCK,
        Property.LEAK,
    }  # leak-all asks for more


def test_a_property_file_comes_first() -> None:
    trace = program_trace("race")
    checked = Checked(Unsafe((trace,), None), trace.source, specification=("CHECK",))
    assert checked.violated(trace) == checked.proved({Property.RACE}) == ("CHECK",)
    assert checked.digests == trace.digests


def test_without_a_trace_the_files_are_looked_at(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_bytes(b"int x;")
    checked = Checked(Unknown(UnknownCause.FAILED, "x"), Source((file,)))
    assert checked.traces == ()
    assert checked.digests == (hashlib.sha256(b"int x;").hexdigest(),)
