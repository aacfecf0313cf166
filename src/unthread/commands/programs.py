"""What `check` is to check: the programs that its command line, a build and a configuration name.

In: `GivenWords`. Out: `Programs`, each with its options; their sources are read off the build when they are
needed.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import field, replace
from difflib import get_close_matches
from pathlib import Path

from unthread.api.sources import source_of
from unthread.api.values import (
    BYTES,
    SECONDS,
    read_named_loops,
    read_properties,
    read_quantity,
    read_reductions,
)
from unthread.commands.arguments import GivenWords
from unthread.core.diagnostics import InputError, UsageError
from unthread.core.records import dataclass
from unthread.core.source import DataModel, Loc, Source
from unthread.options import CheckOptions
from unthread.project.configuration import (
    Configuration,
    Readers,
    Target,
    find_configuration,
    read_configuration,
)
from unthread.project.layers import layered, places_of, told_where
from unthread.project.selection import WantedFiles

READERS: Readers = {
    "properties": lambda text: None if text.endswith(".prp") else read_properties(text),
    "time": lambda text: read_quantity("--time", text, SECONDS),
    "memory": lambda text: read_quantity("--memory", text, BYTES),
    "reduce": lambda text: read_reductions(text, none=False, searches=True),
    "unwind_loops": lambda text: read_named_loops([text]),
}


@dataclass(frozen=True, slots=True)
class CheckedProgram:
    """One to check. `own` are the options that are its target's alone; `source` may say what is odd, to the
    function that it gets. `places`: where a configuration says what; `named`: files that are named."""

    name: str
    options: CheckOptions
    own: frozenset[str]
    source: Callable[[Callable[[str], None]], Source]
    places: Mapping[str, Loc] = field(default_factory=dict)
    named: tuple[Path, ...] = ()

    def told_where(self) -> AbstractContextManager[None]:
        """Around all that may find an option of it wrong."""
        return told_where(self.places, CheckOptions)


@dataclass(frozen=True, slots=True)
class Programs:
    """`options` are those of the whole run. `is_all`: no target was left out."""

    all: tuple[CheckedProgram, ...]
    options: CheckOptions
    configuration: Configuration | None = None
    is_all: bool = True
    notes: tuple[str, ...] = field(default=())


def programs_of(given: GivenWords) -> Programs:
    options = CheckOptions(**given.values)
    configuration = _configuration(options, given)
    if given.files or options.compile_commands is not None:
        return _one(given, configuration)
    if configuration is None:
        raise UsageError(
            "no C file is given",
            hint="name the files of a program, a build with -p, or write targets into unthread.toml",
        )
    return _targets(given, options, configuration)


def _configuration(options: CheckOptions, given: GivenWords) -> Configuration | None:
    if options.config is not None:
        if options.no_config:
            raise UsageError("--config and --no-config are mutually exclusive")
        return read_configuration(Path(options.config), CheckOptions, READERS)
    start = Path(given.files[0]).parent if given.files else Path()
    found = None if options.no_config else find_configuration(start)
    return None if found is None else read_configuration(found, CheckOptions, READERS)


def _one(given: GivenWords, configuration: Configuration | None) -> Programs:
    """The files that are given, with the options of the configuration."""
    layers = [configuration.layer] if configuration else []
    options = _made(layered(given.values, given.chosen, layers))
    macros = [flag for layer in layers for flag in layer.macros]
    build = configuration.compile_commands if configuration else None
    if options.compile_commands is not None:
        build = Path(options.compile_commands)
    wanted = WantedFiles(
        tuple(map(Path, given.files)),
        options.build_targets,
        tuple(map(Path, options.added)),
        options.ignored_flags,
    )
    for flag, value in (("--target", wanted.targets), ("--add", wanted.added)) if build is None else ():
        if value:
            raise UsageError(f"{flag} requires -p")
    places = places_of(given.chosen, layers)
    reading = _Reading(wanted, build, options, given, macros, _named(options, places))
    named = (*wanted.files, *wanted.added)
    program = CheckedProgram("", options, frozenset(), reading.source, places, named)
    noted = configuration is not None and (configuration.layer.values or configuration.compile_commands)
    notes = (f"options are read from '{configuration.file}'",) if configuration and noted else ()
    return Programs((program,), options, configuration, notes=notes)


def _targets(given: GivenWords, options: CheckOptions, configuration: Configuration) -> Programs:
    if not configuration.targets:
        raise UsageError(f"no C file is given, and '{configuration.file}' has no [[target]]")
    names = [target.name for target in configuration.targets]
    for name in options.build_targets:
        if name not in names:
            near = get_close_matches(name, names, 1)
            guess = f"did you mean '{near[0]}'? " if near else ""
            raise UsageError(
                f"--target: '{name}' is not a target in '{configuration.file}'",
                hint=f"{guess}the targets are {', '.join(names)}",
            )
    if options.added:
        raise UsageError("--add requires -p")
    wanted = options.build_targets or names
    programs = tuple(_target(given, configuration, t) for t in configuration.targets if t.name in wanted)
    whole = _made(layered(given.values, given.chosen, [configuration.layer]))
    return Programs(programs, whole, configuration, len(programs) == len(names))


def _target(given: GivenWords, configuration: Configuration, target: Target) -> CheckedProgram:
    layers = [configuration.layer, target.layer]
    options = _made(layered(given.values, given.chosen, layers))
    macros = [flag for layer in layers for flag in layer.macros]
    files, added = (tuple(file for file, _ in named) for named in (target.files, target.added))
    wanted = WantedFiles(files, target.build_targets, added, options.ignored_flags)
    build = target.compile_commands or configuration.compile_commands
    if build is None and (target.build_targets or target.added):
        raise UsageError(f"target '{target.name}' has no compile-commands", target.loc)
    own = frozenset(target.layer.values) - given.chosen
    places = places_of(given.chosen, layers)
    named = (*target.files, *target.added, *_named(options, places))
    reading = _Reading(wanted, build, options, given, macros, named)
    return CheckedProgram(target.name, options, own, reading.source, places, (*files, *added))


def _named(options: CheckOptions, places: Mapping[str, Loc]) -> tuple[tuple[Path, Loc], ...]:
    """Files that are read besides, as far as a configuration names them."""
    files = {"stubs": options.stubs, "asm_models": options.asm_models}
    if (options.properties or "").endswith(".prp"):
        files["properties"] = (options.properties or "",)
    return tuple((Path(file), places[name]) for name in files if name in places for file in files[name])


def _made(values: dict[str, object]) -> CheckOptions:
    options = CheckOptions(**values)  # type: ignore[arg-type]
    return replace(options, every=True) if options.write_baseline is not None else options


@dataclass(frozen=True, slots=True)
class _Reading:
    """How a program's source is made. `named`: files, and where a configuration names them."""

    wanted: WantedFiles
    build: Path | None
    options: CheckOptions
    given: GivenWords
    macros: Sequence[str]
    named: Sequence[tuple[Path, Loc]] = ()

    def source(self, note: Callable[[str], None]) -> Source:
        for file, loc in self.named:
            if not file.exists():
                raise InputError(f"no such file: '{file}'", loc)
        flags = (*self.macros, *self.given.flags)
        if self.build is None:
            names = [str(file) for file in self.wanted.files]
            source = source_of(names, self.options, flags)
            compiler = self.given.compiler
            assumed = (*compiler.assumed, *source.assumed)
            return replace(source, assumed=assumed, unheeded=compiler.unheeded)
        return self._built(self.build, flags, note)

    def _built(self, build: Path, flags: Sequence[str], note: Callable[[str], None]) -> Source:
        from unthread.project.compile_commands import read_database
        from unthread.project.selection import selected

        database = read_database(build)
        chosen = selected(database, self.wanted)
        for text in chosen.notes:
            note(text)
        source = source_of([str(file) for file in chosen.files], self.options, flags)
        shared = chosen.shared
        return replace(
            source,
            flags=(*(shared or ()), *source.flags),
            file_flags=chosen.flags if shared is None else (),
            data_model=self._model(chosen.model, build),
            assumed=(*chosen.assumed, *self.given.compiler.assumed, *source.assumed),
            unheeded=(*chosen.unheeded, *self.given.compiler.unheeded),
            build=str(database.place),
        )

    def _model(self, built: DataModel | None, build: Path) -> DataModel:
        given = DataModel.M32 if self.options.m32 else DataModel.M64 if self.options.m64 else None
        if given is not None and built is not None and given is not built:
            raise UsageError(f"--{given} contradicts the commands in '{build}', which have -{built}")
        return given or built or DataModel.M64
