"""The options of `cseq` and `sv` are those of `check` where they have the same name."""

from __future__ import annotations

from dataclasses import fields

import pytest

from unthread.declaration import METADATA, Declaration
from unthread.options import CheckOptions
from unthread.task_options import CseqOptions, SvOptions

SHARED = ("unwind", "rounds", "threads", "memory", "html", "sarif", "junit", "witness", "mermaid")


def declared(kind: type[CheckOptions] | type[SvOptions] | type[CseqOptions]) -> dict[str, Declaration]:
    return {item.name: item.metadata[METADATA] for item in fields(kind)}


@pytest.mark.parametrize("name", SHARED)
def test_bounds_and_reports_of_sv_are_those_of_check(name: str) -> None:
    assert declared(SvOptions)[name] == declared(CheckOptions)[name]


def test_lazy_cseq_has_bounds_that_do_not_grow() -> None:
    """One round and one iteration unless more are given, as its own command has it."""
    assert (CseqOptions().unwind, CseqOptions().rounds, CseqOptions().backend) == (1, 1, "cbmc")
    assert (SvOptions().unwind, SvOptions().rounds) == (None, None)
