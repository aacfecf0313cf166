"""Subcommands from options; flags for compilers may stand among them.

Everything but click is imported where it is needed, so that `--help` answers at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click
from click.shell_completion import CompletionItem

from unthread.commands.completion import values_of
from unthread.core.diagnostics import UsageError
from unthread.core.records import dataclass
from unthread.declaration import METADATA, Declaration, Heading
from unthread.text_options import TextOptions

if TYPE_CHECKING:
    from unthread.core.source import Source
    from unthread.project.command_line import Own
    from unthread.project.compiler_flags import CompilerFlags

OptionsType = TypeVar("OptionsType", bound=TextOptions)
PlainType = TypeVar("PlainType")


@dataclass(frozen=True, slots=True)
class GivenWords:
    """What the user gave: files, the values of all options, and which of them were `chosen`; -D and -U in
    their order, other flags for compilers, and what came `behind` --."""

    files: tuple[str, ...]
    values: dict[str, Any]
    chosen: frozenset[str]
    macros: tuple[str, ...]
    compiler: CompilerFlags
    behind: tuple[str, ...]

    @property
    def flags(self) -> tuple[str, ...]:
        return (*self.macros, *self.compiler.flags, *self.behind)


class Option(click.Option):
    """An option that knows its heading, and its values."""

    heading = Heading.GENERAL

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[Any]]:
        return super().shell_complete(ctx, incomplete) or values_of(self.metavar, self.name, incomplete)


class Files(click.Argument):
    """An argument that names files."""

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem[Any]]:
        return values_of("FILE", "", incomplete)


class Command(click.Command):
    """Keeps what follows `--` apart from the files, and remembers the order of -D and -U. `hint` is for those
    who give an option that there is not; for a long one, click's own guess may be better."""

    hint = ""
    explains_long = True
    takes_compiler_flags = False

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own, rest = split(args)
        if self.takes_compiler_flags:
            from unthread.project.command_line import apart
            from unthread.project.compiler_flags import read_flags

            found = apart(own, self._own())
            own, ctx.meta["compiler"] = found.words, read_flags(found.flags, ignored=found.ignored)
        ctx.meta["rest"] = tuple(rest)
        ctx.meta["macros"] = tuple(_macros(own))
        try:
            return super().parse_args(ctx, list(own))
        except click.NoSuchOption as error:
            is_long = error.option_name.startswith("--")
            if not self.hint or (is_long and not self.explains_long):
                raise
            raise UsageError(f"unknown option '{error.option_name}'", hint=self.hint) from None

    def _own(self) -> Own:
        from unthread.project.command_line import Own

        options = [item for item in self.params if isinstance(item, click.Option)]
        valued = (flag for item in options if not item.is_flag for flag in item.opts)
        switches = (flag for item in options if item.is_flag for flag in item.opts)
        return Own(frozenset(valued), frozenset({*switches, "-h", "--help"}))

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Options under their headings; click's own are general ones."""
        rows: dict[Heading, list[tuple[str, str]]] = {heading: [] for heading in Heading}
        for parameter in self.get_params(ctx):
            row = parameter.get_help_record(ctx) if isinstance(parameter, click.Option) else None
            if row is not None:
                rows[getattr(parameter, "heading", Heading.GENERAL)].append(row)
        for heading, own in rows.items():
            if own:
                with formatter.section(heading):
                    formatter.write_dl(own)


def split(arguments: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    if "--" not in arguments:
        return arguments, ()
    position = list(arguments).index("--")
    return arguments[:position], arguments[position + 1 :]


def _macros(arguments: Sequence[str]) -> Iterator[str]:
    """Flags -D and -U in the order given, which matters when both name one macro."""
    iterator = iter(arguments)
    for argument in iterator:
        if argument in ("-D", "-U"):
            yield argument + next(iterator, "")
        elif argument.startswith(("-D", "-U")):
            yield argument


def command(
    name: str,
    options: type[OptionsType],
    carry_out: Callable[[OptionsType, Source, tuple[str, ...]], int],
    rest: str,
    files: str = "FILE...",
) -> Command:
    """The subcommand that calls `carry_out` with its options, the source, and what followed `--`."""

    def callback(files: tuple[str, ...], **values: Any) -> int:
        from unthread.api.sources import source_of

        given = _given(files, values)
        chosen = options(**values)
        flags = given.flags if name != "run" else (*given.macros, *given.compiler.flags)
        source = source_of(files, chosen, flags)
        assumed = (*given.compiler.assumed, *source.assumed)
        source = replace(source, assumed=assumed, unheeded=given.compiler.unheeded)
        return carry_out(chosen, source, given.behind)

    return _reading_command(name, options, callback, carry_out.__doc__, rest, files)


def project_command(
    name: str, options: type[TextOptions], carry_out: Callable[[GivenWords], int], rest: str
) -> Command:
    """The subcommand that finds out by itself what to read: it may be called without files."""

    def callback(files: tuple[str, ...], **values: Any) -> int:
        return carry_out(_given(files, values))

    return _reading_command(name, options, callback, carry_out.__doc__, rest, "[FILE]...", required=False)


def _given(files: tuple[str, ...], values: dict[str, Any]) -> GivenWords:
    context = click.get_current_context()
    typed = click.core.ParameterSource.COMMANDLINE
    chosen = frozenset(item for item in values if context.get_parameter_source(item) is typed)
    meta = context.meta
    return GivenWords(files, values, chosen, meta["macros"], meta["compiler"], meta["rest"])


def _reading_command(
    name: str,
    options: type[TextOptions],
    callback: Callable[..., int],
    help: str | None,
    rest: str,
    files: str,
    required: bool = True,
) -> Command:
    argument = Files(["files"], nargs=-1, required=required, metavar=files)
    made = Command(
        name,
        callback=callback,
        params=[argument, *_parameters(options)],
        help=help,
        options_metavar="[OPTIONS]",
        epilog=rest,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    made.hint = "" if name == "run" else f"flags for clang come last, as in: unthread {name} FILE -- -Wall"
    made.explains_long = False
    made.takes_compiler_flags = True
    return made


def plain_command(
    name: str,
    options: type[PlainType],
    carry_out: Callable[[PlainType, tuple[str, ...]], int],
    epilog: str = "",
    hint: str = "",
) -> Command:
    """A subcommand without files of its own: `carry_out` gets its options, and the flags for clang."""

    def callback(**values: Any) -> int:
        context = click.get_current_context()
        return carry_out(options(**values), (*context.meta["macros"], *context.meta["rest"]))

    made = Command(
        name,
        callback=callback,
        params=[*_parameters(options)],
        help=carry_out.__doc__,
        options_metavar="[OPTIONS]",
        epilog=epilog or None,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    made.hint = hint
    return made


def file_command(
    name: str,
    options: type[PlainType],
    carry_out: Callable[[PlainType, Path], int],
    metavar: str,
) -> Command:
    """A subcommand for one file that is not C: `carry_out` gets its options and the file."""

    def callback(file: str, **values: Any) -> int:
        if click.get_current_context().meta["rest"]:
            raise UsageError(f"{name} takes no arguments after --")
        return carry_out(options(**values), Path(file))

    return Command(
        name,
        callback=callback,
        params=[Files(["file"], metavar=metavar), *_parameters(options)],
        help=carry_out.__doc__,
        options_metavar="[OPTIONS]",
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )


def word_command(name: str, carry_out: Callable[[str], int], words: Sequence[str], metavar: str) -> Command:
    """A subcommand for one of several words."""

    def callback(word: str) -> int:
        return carry_out(word)

    return Command(
        name,
        callback=callback,
        params=[click.Argument(["word"], metavar=metavar, type=click.Choice(words))],
        help=carry_out.__doc__,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )


def _parameters(options: type[Any]) -> Iterator[Option]:
    for field in fields(options):
        declaration: Declaration = field.metadata[METADATA]
        kind: Any = declaration.kind
        if declaration.least is not None:
            kind = click.IntRange(min=declaration.least)
        if declaration.choices:
            kind = click.Choice(declaration.choices)
        is_switch = declaration.kind is bool
        made = Option(
            [*declaration.flags, field.name],
            is_flag=is_switch,
            type=None if is_switch else kind,
            default=declaration.default,
            multiple=declaration.multiple,
            metavar=declaration.metavar,
            help=declaration.help,
            show_default=bool(declaration.default) and not is_switch,
        )
        made.heading = declaration.heading
        yield made
