"""Manual pages from --help: unthread(1), and one page for each subcommand, as `man` reads them.

Executed as a script (`make man`), it writes them into build/man/man1, or below the directory that is named.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import click

from unthread import __version__
from unthread.cli import unthread
from unthread.core.exit_codes import ExitCode
from unthread.declaration import Heading

PLACE = Path(__file__).parent.parent / "build" / "man"
_ENDS = {
    ExitCode.SAFE: "SAFE, or NO BUG FOUND within limits (5 with --require-complete)",
    ExitCode.USAGE: "The command line is wrong.",
    ExitCode.INPUT: "The input cannot be read, or is wrong.",
    ExitCode.UNKNOWN: "UNKNOWN",
    ExitCode.INTERNAL: "A bug in unthread",
    ExitCode.UNSAFE: "A violation was found, or found again.",
    ExitCode.INTERRUPTED: "Interrupted before there was an answer",
    ExitCode.BROKEN_PIPE: "The reader of the output is gone.",
}


def pages() -> dict[str, str]:
    """The text of each page, by its file name."""
    context = click.Context(unthread, info_name="unthread", **unthread.context_settings)
    names = unthread.list_commands(context)
    found = {"unthread.1": "\n".join(_main_page(context, names)) + "\n"}
    for name in names:
        found[f"unthread-{name}.1"] = "\n".join(_page(_inner(context, name), names)) + "\n"
    return found


def _inner(context: click.Context, name: str) -> click.Context:
    command = unthread.get_command(context, name)
    assert command is not None, "a listed command is there"
    return click.Context(command, parent=context, info_name=name)


def _main_page(context: click.Context, names: Iterable[str]) -> Iterator[str]:
    about = (unthread.help or "").rstrip(".")
    yield from _head("unthread", about[0].lower() + about[1:])
    yield from (".SH SYNOPSIS", ".B unthread", _text("COMMAND [OPTIONS] ..."))
    yield from (".SH DESCRIPTION", _text(f"{about}. --help after a command says what its page says."))
    yield ".SH COMMANDS"
    for name in names:
        inner = _inner(context, name)
        yield from (".TP", f".BR unthread-{_text(name)} (1)", _text(inner.command.get_short_help_str(200)))
    yield from _options(context)
    yield ".SH EXIT STATUS"
    for code in sorted(ExitCode):
        yield from (".TP", f".B {int(code)}", _text(_ENDS[code]))
    yield ".PP"
    yield _text("run exits with the status of the program, or 10 on a violation.")


def _page(context: click.Context, names: Iterable[str]) -> Iterator[str]:
    command = context.command
    yield from _head(f"unthread-{context.info_name}", command.get_short_help_str(200).rstrip("."))
    yield ".SH SYNOPSIS"
    yield f".B unthread {context.info_name}"
    yield _text(" ".join(command.collect_usage_pieces(context)))
    yield ".SH DESCRIPTION"
    yield from _paragraphs(command.help or "")
    yield from _paragraphs(command.epilog or "")
    yield from _options(context)
    yield ".SH SEE ALSO"
    others = [f"unthread-{name}" for name in names if name != context.info_name]
    yield from (f".BR {_text(name)} (1){',' if name != others[-1] else ''}" for name in ["unthread", *others])


def _head(name: str, summary: str) -> Iterator[str]:
    yield f'.TH "{_text(name.upper())}" "1" "" "unthread {__version__}" "unthread"'
    yield from (".SH NAME", f"{_text(name)} \\- {_text(summary)}")


def _paragraphs(text: str) -> Iterator[str]:
    for part in text.split("\n\n"):
        if part.strip():
            yield from (".PP", _text(" ".join(part.split())))


def _options(context: click.Context) -> Iterator[str]:
    """Under the headings of --help."""
    rows: dict[Heading, list[tuple[str, str]]] = {heading: [] for heading in Heading}
    for parameter in context.command.get_params(context):
        row = parameter.get_help_record(context) if isinstance(parameter, click.Option) else None
        if row is not None:
            rows[getattr(parameter, "heading", Heading.GENERAL)].append(row)
    for heading, own in rows.items():
        if own:
            yield f".SH {heading.upper()}"
        for flags, help in own:
            yield from (".TP", f".B {_text(flags)}", _text(help))


def _text(text: str) -> str:
    """As roff has it: a hyphen that is one, no command at the start of a line."""
    escaped = text.replace("\\", "\\e").replace("-", "\\-")
    return re.sub(r"^(?=[.'])", r"\\&", escaped, flags=re.MULTILINE)


def main(place: Path) -> None:
    folder = place / "man1"
    folder.mkdir(parents=True, exist_ok=True)
    for file, text in pages().items():
        (folder / file).write_text(text)
    print(f"man -M {place} unthread")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else PLACE)
