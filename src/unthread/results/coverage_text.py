"""Which lines executions reach, thread by thread, beside the user's text: `unthread check --coverage`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.console import Console
from rich.text import Text

from unthread.core.diagnostics import printable, source_lines
from unthread.core.verdict import Coverage, PlaceKind, Visit

_REACHED, _NOT_REACHED, _NOT_KNOWN = "+", "-", "?"
_STYLES = {_REACHED: "green", _NOT_REACHED: "red", _NOT_KNOWN: "yellow"}


def render_coverage(coverage: Coverage, console: Console) -> None:
    """One column for each start routine, main first."""
    visits = [visit for visit in coverage.ledger if visit.place.kind is PlaceKind.LINE]
    routines = tuple(dict.fromkeys(("main", *(name for visit in visits for name in visit.threads))))
    for file in dict.fromkeys(visit.place.loc.file for visit in visits):
        own = [visit for visit in visits if visit.place.loc.file == file]
        console.print()
        _print(console, Text(f"{file}: + reached, - not reached, ? unknown"))
        _print(console, Text(f"{' '.join(routines)}"))
        lines = source_lines(file)
        for number, line in enumerate(lines[:-1] if lines and not lines[-1] else lines, 1):
            here = [visit for visit in own if visit.place.loc.line == number]
            text = Text()
            for routine in routines:
                mark = _mark(routine, here, own)
                text.append(mark.center(len(routine)) + " ", _STYLES.get(mark, ""))
            _print(console, text.append(f"{number:>4}  {line}"))


def _print(console: Console, text: Text) -> None:
    text.rstrip()
    text.plain = printable(text.plain)
    console.print(text, soft_wrap=True, highlight=False)


def _mark(routine: str, here: Sequence[Visit], all_visits: Iterable[Visit]) -> str:
    """Lines of functions that a thread never runs are not its own, unless no thread runs them."""
    if not here:
        return " "
    if any(routine in visit.threads for visit in here):
        return _REACHED
    functions = {visit.place.loc.function for visit in here}
    runners = {
        name for visit in all_visits if visit.place.loc.function in functions for name in visit.threads
    }
    if runners and routine not in runners:
        return " "
    return _NOT_KNOWN if any(visit.is_reached is None for visit in here) else _NOT_REACHED
