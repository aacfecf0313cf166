"""Every format, of what was found and of what was not."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.traces import program_trace
from unthread.core.source import Source
from unthread.core.verdict import Unknown, UnknownCause, Unsafe
from unthread.declaration import METADATA
from unthread.options import ExplainOptions
from unthread.reports.checked import Checked
from unthread.reports.formats import Format, rendered

ONE_FOR_ALL = (Format.HTML, Format.SARIF, Format.JUNIT)


@pytest.mark.parametrize("format", Format)
def test_two_violations(format: Format) -> None:
    trace = program_trace("race")
    checked = Checked(Unsafe((trace, trace), None), trace.source)
    assert len(rendered(format, checked)) == (1 if format in ONE_FOR_ALL else 2)


@pytest.mark.parametrize("format", Format)
def test_nothing_to_show(format: Format) -> None:
    checked = Checked(Unknown(UnknownCause.FAILED, "no answer"), Source((Path("a.c"),)))
    assert len(rendered(format, checked)) == (format in ONE_FOR_ALL)


def test_explain_knows_them_all() -> None:
    declared = ExplainOptions.__dataclass_fields__["format"].metadata[METADATA]
    assert declared.choices == ("text", "json", *Format)
