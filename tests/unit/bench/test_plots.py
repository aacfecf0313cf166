"""Plots are drawn."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from tests.support.benches import RUNS
from unthread.bench.plots import draw


def test_each_plot_is_two_files(tmp_path: Path) -> None:
    plots = draw(RUNS, 60.0, tmp_path)
    assert [plot.name for plot in plots] == ["cactus", "scatter-1"]
    for plot in plots:
        assert ElementTree.parse(tmp_path / f"{plot.name}.svg").getroot().tag.endswith("svg")
        assert (tmp_path / f"{plot.name}.png").read_bytes().startswith(b"\x89PNG")
