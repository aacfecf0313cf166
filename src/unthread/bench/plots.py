"""Cactus and scatter plots of a suite, as SVG and PNG: `draw`. Needs matplotlib, of the extra `bench`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from unthread.bench.journal import SuiteRun
from unthread.bench.score import GOOD, mark_of
from unthread.bench.suite import Expected
from unthread.core.records import dataclass

_LEAST = 0.01  # seconds; less cannot be distinguished
_SIZE = (7.0, 4.5)  # inches
_SQUARE = (5.5, 5.5)
_MARKERS = "osD^vP*X"


@dataclass(frozen=True, slots=True)
class Plot:
    """`name` is that of its files, without a suffix."""

    name: str
    title: str


def trouble() -> str:
    """Why there can be no plots; empty if there can."""
    try:
        import matplotlib  # noqa: F401
    except ImportError:
        return "plots need matplotlib: pip install 'unthread[bench]'"
    return ""


def draw(runs: Sequence[SuiteRun], limit: float, folder: Path) -> tuple[Plot, ...]:
    """Writes each plot as NAME.svg and NAME.png. `limit` is that of the CPU time."""
    tools = [*dict.fromkeys(run.tool for run in runs)]
    plots = [_cactus(runs, tools, folder)]
    plots += [
        _scatter(runs, tools[0], other, limit, folder, number)
        for number, other in enumerate(tools[1:], start=1)
    ]
    return tuple(plots)


def _cactus(runs: Sequence[SuiteRun], tools: Sequence[str], folder: Path) -> Plot:
    """How many programs a tool does if each may take so long."""
    figure, axes = _figure(_SIZE)
    for number, tool in enumerate(tools):
        seconds = sorted(
            max(_LEAST, run.outcome.cpu) for run in runs if run.tool == tool and mark_of(run) in GOOD
        )
        marker = _MARKERS[number % len(_MARKERS)]
        axes.plot(range(1, len(seconds) + 1), seconds, marker=marker, markersize=3, linewidth=1, label=tool)
    axes.set_yscale("log")
    axes.xaxis.get_major_locator().set_params(integer=True)
    axes.set_xlabel("programs done, each tool's quickest first")
    axes.set_ylabel("CPU seconds for a program")
    axes.legend()
    return _written(figure, Plot("cactus", "How many programs each tool does"), folder)


def _scatter(
    runs: Sequence[SuiteRun], tool: str, other: str, limit: float, folder: Path, number: int
) -> Plot:
    """Programs that one of them has not done stand at its limit."""
    figure, axes = _figure(_SQUARE)
    theirs = {(run.family, run.program): run for run in runs if run.tool == other}
    for expected, marker in ((Expected.SAFE, "o"), (Expected.UNSAFE, "x")):
        points = [
            (_seconds(run, limit), _seconds(theirs[run.family, run.program], limit))
            for run in runs
            if run.tool == tool and run.expected is expected and (run.family, run.program) in theirs
        ]
        if points:
            axes.scatter(*zip(*points, strict=True), marker=marker, s=18, label=expected)
    ends = (_LEAST, limit * 1.5)
    axes.plot(ends, ends, color="gray", linewidth=0.8)
    for line in (axes.axhline, axes.axvline):
        line(limit, color="gray", linewidth=0.8, linestyle=":")
    axes.set(xscale="log", yscale="log", xlim=ends, ylim=ends)
    axes.set_xlabel(f"{tool}, CPU seconds")
    axes.set_ylabel(f"{other}, CPU seconds")
    axes.legend()
    return _written(figure, Plot(f"scatter-{number}", f"{tool} and {other}, program by program"), folder)


def _seconds(run: SuiteRun, limit: float) -> float:
    return min(max(_LEAST, run.outcome.cpu), limit) if mark_of(run) in GOOD else limit


def _figure(size: tuple[float, float]) -> tuple[Any, Any]:
    import matplotlib

    matplotlib.use("agg")  # no screen
    matplotlib.rcParams["svg.hashsalt"] = "unthread"  # the same plot is the same file
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=size, layout="constrained")
    axes.grid(True, linewidth=0.3)
    return figure, axes


def _written(figure: Any, plot: Plot, folder: Path) -> Plot:
    from matplotlib import pyplot

    figure.savefig(folder / f"{plot.name}.svg", metadata={"Date": None})
    figure.savefig(folder / f"{plot.name}.png", dpi=150)
    pyplot.close(figure)
    return plot
