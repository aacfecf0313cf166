"""What printf writes through its arguments."""

from __future__ import annotations

import pytest

from tests.support.analyze import Analyze, analyze, texts
from unthread.analysis.formats import may_store, stored_by
from unthread.program.instructions import Print

__all__ = ["analyze"]

TEXT = """#include <stdio.h>
int x; char *format;
int main(int count, char **values) {{
    format = count > 1 ? values[1] : "plain";
    printf({format}, &x);
    return 0;
}}"""


@pytest.mark.parametrize("format", ['"%p"', '"%d, n"', '"100 %%"', '"n"'])
def test_text_without_a_store(format: str, analyze: Analyze) -> None:
    assert _stored(format, analyze) == set()


@pytest.mark.parametrize("format", ['"%n"', '"ab%hhn"', '"%-3ln"', "format"])
def test_text_with_one_or_that_is_not_known(format: str, analyze: Analyze) -> None:
    assert "x" in _stored(format, analyze)


def _stored(format: str, analyze: Analyze) -> set[str]:
    found = analyze(TEXT.format(format=format))
    items = [item for f in found.program.functions.values() for item in f.body if isinstance(item, Print)]
    (item,) = [item for item in items if item.loc.line == 5 or len(items) == 1][:1]
    stored = texts(stored_by(item, found.pointers))
    assert bool(stored) <= may_store(item.format, found.pointers)
    return stored
