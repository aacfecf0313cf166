"""A trace in the terminal: what each thread did, in order, up to the violation; then the violation, with the
threads that have a part in it, and why it comes about. No line is wider than the terminal, apart from
positions and messages, which tools read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from textwrap import wrap

from rich.console import Console
from rich.text import Text

from unthread.core.diagnostics import Diagnostic, Severity, columns, pointed, printable
from unthread.core.records import dataclass
from unthread.core.trace import Trace
from unthread.results.rows import Row, folded, rows_of
from unthread.results.violation_text import details, why
from unthread.results.words import before_column, line_of, thread_name

_NARROWEST = 80
_MOST_LINES = 60  # of all that happened, unless all of it is asked for
_LEAST_ROWS = 3  # of one turn, where there is too much
_MOST_TURNS = 14
_LEAST_TEXT = 20  # columns for the text of the program
_DEEPEST = 6  # calls that are indented


def render_trace(trace: Trace, console: Console, full: bool = False) -> None:
    """What led to the violation, then the violation."""
    render_steps(trace, console, full)
    render_violation(trace, console)


def render_steps(trace: Trace, console: Console, full: bool = False) -> None:
    """A block for each turn of a thread, a row for each line of text that it executes."""
    rows = rows_of(trace)
    turns = [[*turn] for _, turn in groupby(rows if full else folded(rows), key=lambda row: row.thread)]
    layout = _Layout.of(trace, [row for turn in turns for row in turn], max(console.width, _NARROWEST))
    blocks = [layout.block(turn) for turn in turns]
    for line in _shortened(blocks) if not full else (line for block in blocks for line in block):
        _print(console, line)


def _shortened(blocks: Sequence[list[Text]]) -> Iterator[Text]:
    """Not many more lines than a terminal has: the middle of long turns is left out, then turns are."""
    longest = max(map(len, blocks), default=0)
    while longest > _LEAST_ROWS and sum(min(len(b), longest + 1) for b in blocks) > _MOST_LINES:
        longest -= 1
    left_out = len(blocks) - _MOST_TURNS
    for number, block in enumerate(blocks):
        if left_out <= 0 or not 2 <= number < 2 + left_out:
            yield from _without_middle(block, longest)
        elif number == 2:
            yield Text(f"... {left_out} more turns (--full shows them)\n", "dim")


def _without_middle(block: list[Text], most: int) -> Iterator[Text]:
    """The heading and the last line, which is empty, always stay."""
    heading, *lines, end = block
    kept = most - 1
    yield heading
    if len(lines) <= kept:
        yield from lines
    else:
        top = max(kept // 3, 1)
        yield from lines[:top]
        yield Text(f"  ... {len(lines) - kept} more lines (--full shows them)", "dim")
        yield from lines[len(lines) - (kept - top) :]
    yield end


@dataclass(frozen=True, slots=True)
class _Layout:
    """The widths of columns: step, line, text of the program, what happened."""

    trace: Trace
    numbers: int
    lines: int
    texts: int
    effects: int

    @classmethod
    def of(cls, trace: Trace, rows: Sequence[Row], width: int) -> _Layout:
        numbers = len(str(max((row.number for row in rows), default=0)))
        lines = max((len(str(row.loc.line)) for row in rows if row.loc), default=0)
        left = width - numbers - lines - 8
        effects = max((_width(text) for row in rows for text in _texts(trace, row)), default=0)
        texts = max((_width(_source(trace, row)) for row in rows), default=0)
        texts = min(texts, max(left - min(effects, left // 2), _LEAST_TEXT))
        return cls(trace, numbers, lines, texts, left - texts)

    def block(self, turn: Sequence[Row]) -> list[Text]:
        first = turn[0]
        file = next((row.loc.file for row in turn if row.loc), "")
        name = thread_name(self.trace, first.thread)
        heading = Text(name, "bold cyan").append(f"  {file}" if file else "", "dim")
        return [heading, *self._rows(turn, file), Text("")]

    def _rows(self, turn: Sequence[Row], file: str) -> Iterator[Text]:
        for row in turn:
            if row.loc and row.loc.file != file:
                file = row.loc.file
                yield Text(f"  in {file}", "dim")
            yield from self._row(row)

    def _row(self, row: Row) -> Iterator[Text]:
        line = str(row.loc.line) if row.loc else ""
        times = f"  x{row.times}" if row.times > 1 else ""
        text = cut(_source(self.trace, row, self.texts), self.texts - len(times)) + times
        first, *rest = self._wrapped(_texts(self.trace, row))
        start = Text("  ").append(str(row.number).rjust(self.numbers), "dim").append("  ")
        start.append(line.rjust(self.lines), "dim").append("  ").append(text)
        start.append(" " * (self.texts - _width(text) + 2))
        yield _stripped(start.append(first, "bold"))
        for more in rest:
            yield Text(" " * (self.numbers + self.lines + self.texts + 8)).append(more, "bold")

    def _wrapped(self, texts: Sequence[str]) -> list[str]:
        """As many in a line as there is room for."""
        lines = [""]
        for text in texts:
            first, *rest = _wrapped(text, self.effects)
            joined = f"{lines[-1]}, {first}" if lines[-1] else first
            if _width(joined) <= self.effects:
                lines[-1] = joined
            else:
                lines.append(first)
            lines += rest
        return lines


def _texts(trace: Trace, row: Row) -> list[str]:
    """What happened, without what the line of text says anyway."""
    source = _source(trace, row)
    found = [f"{'atomic ' if item.is_atomic and item.place else ''}{item}" for item in row.items]
    return [text for text in found if text and text not in source]


def _source(trace: Trace, row: Row, width: int = 0) -> str:
    """The line of the user's text, in one piece that any terminal can show, indented by the calls it is in.
    Of a line that is too wide, the statement that the row is about."""
    if row.loc is None:
        return ""
    line = line_of(trace, row.loc)
    text = line.strip()
    skipped = _statement(before_column(line, row.loc.column))
    if width and _width(text) + 2 * min(row.depth, _DEEPEST) > width and skipped > 0:
        text = f"...{line[skipped:].strip()}"
    text = "".join(c if c.isprintable() else " " if c == "\t" else "\ufffd" for c in text)
    return "  " * min(row.depth, _DEEPEST) + text if text else ""


def _statement(before: str) -> int:
    """Where the last statement begins."""
    found = depth = 0
    for place, letter in enumerate(before):
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if letter in ";{}" and not depth:
            found = place + 1
    return found


def cut(text: str, width: int) -> str:
    if _width(text) <= width:
        return text
    while text and _width(text) > max(width - 3, 0):
        text = text[: -max((_width(text) - width + 3) // 2, 1)]
    return text + "..."


def _width(text: str) -> int:
    """Columns that it takes."""
    return len(text) if text.isascii() else sum(map(columns, text))


def _wrapped(text: str, width: int) -> list[str]:
    """In lines of that width at most."""
    if text.isascii():
        return wrap(text, width, break_on_hyphens=False)
    lines = [""]
    for word in text.split():
        for piece in _pieces(word, width):
            is_full = _width(lines[-1]) + 1 + _width(piece) > width
            lines[-1:] = [lines[-1], piece] if is_full else [f"{lines[-1]} {piece}".strip()]
    return [line for line in lines if line]


def _pieces(word: str, width: int) -> Iterator[str]:
    start = 0
    for end in range(1, len(word) + 1):
        if end == len(word) or _width(word[start : end + 1]) > width:
            yield word[start:end]
            start = end


def _stripped(text: Text) -> Text:
    text.rstrip()
    return text


def render_violation(trace: Trace, console: Console) -> None:
    """The property that is broken, with the line of text, who has a part in it, and why."""
    violation = trace.violation
    diagnostic = Diagnostic(Severity.VIOLATION, violation.message, violation.loc, detail=violation.property)
    _print(console, Text(str(diagnostic), "bold red"))
    width = max(console.width, _NARROWEST)
    text = line_of(trace, violation.loc).rstrip()  # as it was: the file may have changed
    before = len(before_column(text, violation.loc.column).expandtabs(4))
    for line in pointed(text.expandtabs(4), before, width - 4) if text else ():
        _print(console, Text(line))
    for line in (*details(trace), *(f"  why: {line}" for line in why(trace))):
        for part in _broken(line, width):
            _print(console, Text(part))


def _broken(line: str, width: int) -> list[str]:
    """Between words, where it is too long."""
    indent = " " * (len(line) - len(line.lstrip()) + 2)
    return wrap(line, width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def _print(console: Console, text: Text) -> None:
    """As it is: lines are not broken, and nothing in them is markup, or does anything to the terminal."""
    text.plain = printable(text.plain)
    console.print(text, soft_wrap=True, highlight=False, markup=False, emoji=False)
