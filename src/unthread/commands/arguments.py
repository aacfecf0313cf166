"""Subcommands from options, and values from the texts that users gave.

Everything but click is imported where it is needed, so that `--help` answers at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from unthread.core.diagnostics import UsageError
from unthread.core.source import Arguments, DataModel, Source
from unthread.options import METADATA, BoundOptions, CompilerOptions, Declaration, Heading

if TYPE_CHECKING:
    from unthread.core.bounds import Bounds
    from unthread.core.properties import Property
    from unthread.core.request import Reduction

OptionsType = TypeVar("OptionsType", bound=CompilerOptions)
PlainType = TypeVar("PlainType")


class Option(click.Option):
    """An option that knows its heading."""

    heading = Heading.GENERAL


class Command(click.Command):
    """Keeps what follows `--` apart from the files, and remembers the order of -D and -U. `hint` is for those
    who give an option that there is not; for a long one, click's own guess may be better."""

    hint = ""
    explains_long = True

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own, rest = split(args)
        ctx.meta["rest"] = tuple(rest)
        ctx.meta["macros"] = tuple(_macros(own))
        try:
            return super().parse_args(ctx, list(own))
        except click.NoSuchOption as error:
            is_long = error.option_name.startswith("--")
            if not self.hint or (is_long and not self.explains_long):
                raise
            raise UsageError(f"unknown option '{error.option_name}'", hint=self.hint) from None

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
        chosen = options(**values)
        context = click.get_current_context()
        behind: tuple[str, ...] = context.meta["rest"]
        flags = (*context.meta["macros"], *(behind if name != "run" else ()))
        return carry_out(chosen, source_of(files, chosen, flags), behind)

    made = Command(
        name,
        callback=callback,
        params=[click.Argument(["files"], nargs=-1, required=True, metavar=files), *_parameters(options)],
        help=carry_out.__doc__,
        options_metavar="[OPTIONS]",
        epilog=rest,
        context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    )
    made.hint = "" if name == "run" else f"flags for clang come last, as in: unthread {name} FILE -- -Wall"
    made.explains_long = False
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
        params=[click.Argument(["file"], metavar=metavar), *_parameters(options)],
        help=carry_out.__doc__,
        options_metavar="[OPTIONS]",
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


def source_of(files: Sequence[str], options: CompilerOptions, more: Sequence[str]) -> Source:
    if options.m32 and options.m64:
        raise UsageError("--m32 and --m64 are mutually exclusive")
    flags = [f"-I{directory}" for directory in options.directories]
    for file in options.includes:
        flags += ["-include", file]
    if options.standard:
        flags.append(f"-std={options.standard}")
    model = DataModel.M32 if options.m32 else DataModel.M64
    paths = tuple(Path(file) for file in files)
    return Source(
        paths,
        (*flags, *options.clang, *more),
        model,
        options.atomic_statements,
        not options.no_spurious,
        options.volatile_is_atomic,
        tuple(Path(file) for file in options.stubs),
        options.havoc,
        Arguments(options.words, options.any_words),
    )


# Values


SECONDS = {"": 1, "s": 1, "m": 60, "min": 60, "h": 3600}
BYTES = {"": 1 << 20, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30, "t": 1 << 40}


def read_quantity(name: str, text: str, units: dict[str, int]) -> float:
    found = re.fullmatch(r"(\d+(?:\.\d+)?)([a-zA-Z]*)", text.strip())
    unit = units.get(found[2].lower().removesuffix("b") or "") if found else None
    if found is None or unit is None or float(found[1]) == 0:
        example = "a duration, such as 90s, 15m, 2h" if units is SECONDS else "a size, such as 512M, 8G"
        raise UsageError(f"{name}: '{text}' is not {example}")
    return float(found[1]) * unit


BOUNDS = ("unwind", "unwind_loops", "unwind_max", "depth", "threads")


def given_flags(options: CompilerOptions, kind: type[CompilerOptions], names: Sequence[str]) -> list[str]:
    """The flags of those options that differ from their defaults."""
    declared = {field.name: field.metadata[METADATA] for field in fields(kind)}
    return [declared[name].flags[0] for name in names if getattr(options, name) != declared[name].default]


def bounds_of(options: BoundOptions) -> Bounds:
    from unthread.core.bounds import Bounds

    named = read_named_loops(options.unwind_loops)
    return Bounds(options.unwind, named, options.unwind_max, options.depth, options.threads)


def read_named_loops(texts: Sequence[str]) -> tuple[tuple[str, int, int], ...]:
    named = []
    for text in texts:
        place, _, times = text.rpartition("=")
        file, _, line = place.rpartition(":")
        if not (file and line.isdecimal() and times.isdecimal()):
            raise UsageError(f"--unwind-loop: '{text}' is not of the form FILE:LINE=N")
        named.append((file, int(line), int(times)))
    return tuple(named)


def read_reductions(text: str, none: bool) -> frozenset[Reduction]:
    from unthread.core.request import ALL, Reduction

    names = [name.strip() for name in text.split(",") if name.strip()]
    if none and set(names) != set(ALL):
        raise UsageError("--no-reduce and --reduce are mutually exclusive")
    for name in names:
        if name not in set(Reduction):
            raise UsageError(f"--reduce: '{name}' is not one of {', '.join(Reduction)}")
    return frozenset() if none else frozenset(map(Reduction, names))


def read_properties(text: str | None) -> frozenset[Property]:
    """Those that are named; the usual ones if none is."""
    from unthread.core.properties import DEFAULT_PROPERTIES, Property

    if text is None:
        return DEFAULT_PROPERTIES
    names = [name.strip() for name in text.split(",")]
    for name in names:
        if name not in (*Property, "all"):
            known = ", ".join(Property)
            raise UsageError(f"unknown property '{name}'", hint=f"the properties are {known}, and all")
    return frozenset(Property) if "all" in names else frozenset(map(Property, names))
