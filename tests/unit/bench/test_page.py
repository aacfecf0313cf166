"""The page shows runs and plots, and needs no network."""

from __future__ import annotations

from pathlib import Path

from tests.support.benches import RUNS
from unthread.bench.page import html_page
from unthread.bench.plots import draw


def test_the_page_holds_all_and_executes_nothing(tmp_path: Path) -> None:
    page = html_page("<b>", RUNS, draw(RUNS, 60.0, tmp_path), tmp_path, "1 s")
    assert page.count("<img alt=") == 2
    assert "<script" not in page
    assert "http" not in page.replace("http-equiv", "")
    assert '<td class=" ">&lt;c&gt;.c</td>' in page
    assert "<title>&lt;b&gt;</title>" in page
