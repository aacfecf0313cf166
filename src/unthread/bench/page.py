"""Tables and plots of a suite as one HTML page, which needs no network: `html_page`."""

from __future__ import annotations

import html
from base64 import b64encode
from collections.abc import Iterable, Sequence
from pathlib import Path

from unthread import __version__
from unthread.bench.journal import SuiteRun
from unthread.bench.plots import Plot
from unthread.bench.score import ScoreMark, mark_of, ratios_of, rows_of
from unthread.bench.tables import HEAD, cells_of, ratio_text

_POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"
_STYLE = """
:root { color-scheme: light dark; }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 70rem; padding: 0 1rem; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { border-bottom: 1px solid #8886; padding: .15rem .7rem; text-align: left; white-space: nowrap; }
td.number, th.number { text-align: right; }
td.pass, td.bounded { color: light-dark(#17683a, #6fd397); }
td.wrong, td.error { color: light-dark(#b3261e, #ff8a80); font-weight: 600; }
figure { margin: 1rem 0; } img { max-width: 100%; background: white; }
.wide { overflow-x: auto; }
"""


def html_page(title: str, runs: Sequence[SuiteRun], plots: Sequence[Plot], folder: Path, limits: str) -> str:
    """`folder` has the plots; `limits` is how each run was limited."""
    body = [
        f"<h1>{_text(title)}</h1>",
        f"<p>unthread {__version__}; each run: {_text(limits)}.</p>",
        _table(HEAD, [[(cell, "") for cell in cells_of(row)] for row in rows_of(runs)], numbers_from=2),
        *(f"<p>{_text(ratio_text(ratio))}.</p>" for ratio in ratios_of(runs)),
        *(_figure(plot, folder) for plot in plots),
        "<h2>Each program</h2>",
        _programs(runs),
    ]
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{_POLICY}">\n'
        f"<title>{_text(title)}</title>\n<style>{_STYLE}</style>\n</head>\n<body>\n"
        + "\n".join(body)
        + "\n</body>\n</html>\n"
    )


def _text(text: str) -> str:
    return html.escape(text.encode(errors="replace").decode())


def _figure(plot: Plot, folder: Path) -> str:
    """As a picture, in which nothing can be executed."""
    data = b64encode((folder / f"{plot.name}.svg").read_bytes()).decode()
    alternative = _text(plot.title)
    image = f'<img alt="{alternative}" src="data:image/svg+xml;base64,{data}">'
    return f"<figure>{image}<figcaption>{alternative}</figcaption></figure>"


Cell = tuple[str, str]  # text, class


def _table(head: Sequence[str], rows: Iterable[Sequence[Cell]], numbers_from: int) -> str:
    def line(cells: Sequence[Cell], tag: str) -> str:
        return "".join(
            f'<{tag} class="{kind} {"number" if column >= numbers_from else ""}">{_text(text)}</{tag}>'
            for column, (text, kind) in enumerate(cells)
        )

    top = line([(name, "") for name in head], "th")
    rest = "\n".join(f"<tr>{line(row, 'td')}</tr>" for row in rows)
    return f'<div class="wide"><table><thead><tr>{top}</tr></thead>\n<tbody>\n{rest}\n</tbody></table></div>'


def _programs(runs: Sequence[SuiteRun]) -> str:
    tools = [*dict.fromkeys(run.tool for run in runs)]
    by_program: dict[tuple[str, str], dict[str, SuiteRun]] = {}
    for run in runs:
        by_program.setdefault((run.family, run.program), {})[run.tool] = run
    head = ["family", "program", "expected", *(name for tool in tools for name in (tool, "CPU s", "MB"))]
    rows = []
    for (family, program), own in by_program.items():
        expected = next(iter(own.values())).expected
        cells: list[Cell] = [(family, ""), (program, ""), (expected, "")]
        for tool in tools:
            cells += _cells(own.get(tool))
        rows.append(cells)
    return _table(head, rows, numbers_from=len(head))


def _cells(run: SuiteRun | None) -> list[Cell]:
    if run is None:
        return [("", "")] * 3
    outcome, mark = run.outcome, mark_of(run)
    said = f"{outcome.said}: {outcome.detail}" if mark is ScoreMark.ERROR else outcome.said
    return [(said, mark), (f"{outcome.cpu:.2f}", "number"), (f"{outcome.memory >> 20}", "number")]
