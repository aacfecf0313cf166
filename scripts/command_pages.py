"""docs/commands: a page for each subcommand, made from its --help. Executed as a script, it writes them anew;
tests/unit/scripts/test_command_pages.py fails when a page and its command differ."""

from __future__ import annotations

from pathlib import Path

import click

from unthread.cli import unthread

PAGES = Path(__file__).parent.parent / "docs" / "commands"
WIDTH = 100
# Pages that say more than the options do.
FURTHER = {
    "backends": ("BACKENDS.md",),
    "bench": ("BENCH.md",),
    "check": (
        "VERDICT.md",
        "EVENTS.md",
        "FORMATS.md",
        "INTEGRATION.md",
        "REPORT.md",
        "LANGUAGE.md",
        "LIBRARY.md",
        "ENTRY.md",
        "LINEARIZABLE.md",
        "PROJECT.md",
    ),
    "completion": ("INTEGRATION.md",),
    "emit": ("SEQUENTIAL_C.md",),
    "harness": ("HARNESS.md", "ENTRY.md", "LINEARIZABLE.md"),
    "explain": ("FORMATS.md", "TRACE.md"),
    "replay": ("TRACE.md", "NATIVE.md"),
    "sv": ("SVCOMP.md",),
}


def pages() -> dict[str, str]:
    """The text of each page, by its file name."""
    widths = {"terminal_width": WIDTH, "max_content_width": WIDTH}
    context = click.Context(unthread, info_name="unthread", **{**unthread.context_settings, **widths})
    names = unthread.list_commands(context)
    found = {f"{name}.md": _page(name, _help(context, name)) for name in names}
    listed = "".join(f"- [`unthread {name}`]({name}.md): {_summary(context, name)}\n" for name in names)
    return {
        "README.md": f"# Commands\n\nMade from `--help` by scripts/command_pages.py.\n\n{listed}",
        **found,
    }


def _page(name: str, text: str) -> str:
    links = ", ".join(f"[{page}](../{page})" for page in FURTHER.get(name, ()))
    further = f"\nMore: {links}\n" if links else ""
    return f"# unthread {name}\n\n```\n{text}\n```\n{further}"


def _help(context: click.Context, name: str) -> str:
    command = unthread.get_command(context, name)
    assert command is not None, "a listed command is there"
    inner = click.Context(
        command, parent=context, info_name=name, terminal_width=WIDTH, max_content_width=WIDTH
    )
    return command.get_help(inner)


def _summary(context: click.Context, name: str) -> str:
    command = unthread.get_command(context, name)
    assert command is not None, "a listed command is there"
    return command.get_short_help_str(200)


if __name__ == "__main__":
    PAGES.mkdir(exist_ok=True)
    for file, text in pages().items():
        (PAGES / file).write_text(text)
