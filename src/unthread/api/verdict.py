"""What a check answers, for scripts: `Verdict`, with its traces, its coverage and every report."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from unthread.core.diagnostics import UsageError
from unthread.core.exit_codes import ExitCode
from unthread.core.records import dataclass
from unthread.core.source import Source
from unthread.core.verdict import Coverage, NoBugFound, Safe, Unknown, Unsafe, exit_code

if TYPE_CHECKING:
    from rich.console import Console

    from unthread.core.properties import Violation
    from unthread.core.trace import Trace
    from unthread.reports.checked import Checked
    from unthread.reports.formats import Format

WIDTH = 120  # of text that goes to no terminal, in columns
_WORDS = {Safe: "safe", NoBugFound: "no bug found", Unsafe: "unsafe", Unknown: "unknown"}


@dataclass(frozen=True, slots=True)
class Verdict:
    """`answer` is one of four, with all that is known. `seconds` is the time that it took; `specification`,
    the lines of the property file, if one was given; `stored`, the file that the trace is written to."""

    answer: Safe | NoBugFound | Unsafe | Unknown
    source: Source
    seconds: float = 0.0
    specification: tuple[str, ...] = ()
    stored: str = ""
    require_complete: bool = False

    def __str__(self) -> str:
        return self.text().rstrip("\n")

    @property
    def word(self) -> str:
        """`safe`, `no bug found`, `unsafe` or `unknown`."""
        return _WORDS[type(self.answer)]

    @property
    def exit_code(self) -> ExitCode:
        """What `unthread check` ends with."""
        return exit_code(self.answer, self.require_complete)

    @property
    def traces(self) -> tuple[Trace, ...]:
        """One for each violation, the most serious first; none unless the answer is `Unsafe`."""
        return self.answer.traces if isinstance(self.answer, Unsafe) else ()

    @property
    def accepted(self) -> tuple[Trace, ...]:
        """Those of violations that a baseline accepts."""
        return () if isinstance(self.answer, Safe) else self.answer.accepted

    @property
    def violations(self) -> tuple[Violation, ...]:
        return tuple(trace.violation for trace in self.traces)

    @property
    def coverage(self) -> Coverage | None:
        """What was searched without finding anything (else)."""
        return self.answer.coverage

    # Reports: docs/FORMATS.md

    @property
    def checked(self) -> Checked:
        """As reports want it."""
        from unthread.reports.checked import Checked

        return Checked(self.answer, self.source, self.seconds, self.specification, self.stored)

    def report(self, format: Format | str) -> tuple[str, ...]:
        """The texts of any format: one, or as many as there is something to show."""
        from unthread.reports.formats import Format, rendered

        if format in ("text", "json"):
            return (self.text() if format == "text" else self.json(),)
        if format not in {*Format}:
            raise UsageError(f"format: {format!r} is not one of text, json, {', '.join(Format)}")
        return tuple(rendered(Format(format), self.checked))

    def html(self) -> str:
        """A page for any browser."""
        return self.report("html")[0]

    def sarif(self) -> str:
        return self.report("sarif")[0]

    def junit(self) -> str:
        return self.report("junit")[0]

    def mermaid(self) -> tuple[str, ...]:
        """A diagram for each violation."""
        return self.report("mermaid")

    def graphml(self) -> tuple[str, ...]:
        """Witnesses of the violations or of the proof."""
        return self.report("graphml")

    def yaml(self) -> tuple[str, ...]:
        """The same in YAML."""
        return self.report("yaml")

    def document(self) -> dict[str, Any]:
        """As `unthread check --json` prints it: docs/VERDICT.md."""
        from unthread.results.verdict_json import verdict_document

        return verdict_document(self.answer, self.seconds, self.require_complete)

    def json(self) -> str:
        from unthread.results.trace_json import as_text

        return as_text(self.document())

    def text(self, *, full: bool = False) -> str:
        """What `unthread check` prints; `full` leaves out no step of a trace."""
        from rich.console import Console

        from unthread.results.words import clean

        out = io.StringIO()
        console = Console(file=out, width=WIDTH, color_system=None, force_terminal=False)
        self.render(console, full=full)
        return clean(out.getvalue())

    def compact(self) -> str:
        """A line for each place, as compilers print them."""
        from unthread.results.compact_text import compact_lines

        return "".join(f"{line}\n" for line in compact_lines(self.answer))

    def render(
        self, console: Console, *, quiet: bool = False, full: bool = False, every: bool = False
    ) -> None:
        """The same on a console of rich. `quiet`: one line; `every`: all violations were searched for."""
        from unthread.results.verdict_text import render_verdict

        render_verdict(self.answer, self.seconds, console, quiet, every, full, self.stored or None)
