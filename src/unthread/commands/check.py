"""`unthread check`: find a violation, or say what was covered without finding one."""

from __future__ import annotations

import time
from pathlib import Path

from unthread.api.checking import store
from unthread.api.files import must_spare
from unthread.api.values import given_flags
from unthread.commands.arguments import GivenWords
from unthread.commands.programs import Programs, programs_of
from unthread.commands.telling import search, tell, tell_disagreement, tell_note
from unthread.core.diagnostics import UsageError
from unthread.core.source import Source
from unthread.options import CheckOptions

_WRITTEN = ("html", "sarif", "junit", "mermaid", "witness", "trace", "log")


def check(given: GivenWords) -> int:
    programs = programs_of(given)
    options = programs.options
    with programs.all[0].told_where():
        _check_forms(options)
        _check_outputs(programs)
    for text in () if options.quiet else programs.notes:
        tell_note(text)
    is_plain = options.baseline is options.write_baseline is options.changed_since is None
    if is_plain and not programs.all[0].name:
        return _check_one(programs)
    from unthread.commands.targets import check_all

    return check_all(programs)


def _check_forms(options: CheckOptions) -> None:
    """What is printed has one form."""
    forms = given_flags(options, CheckOptions, ("json", "json_lines", "compact"))
    if len(forms) > 1:
        raise UsageError(f"{forms[0]} and {forms[1]} are mutually exclusive")
    for flag in given_flags(options, CheckOptions, ("full", "coverage")) if options.compact else ():
        raise UsageError(f"--compact and {flag} are mutually exclusive")


def _check_outputs(programs: Programs) -> None:
    """None of them takes the place of what says how the programs are checked."""
    read = [programs.configuration.file] if programs.configuration else []
    if programs.options.baseline is not None:
        read.append(Path(programs.options.baseline))
    for options in (programs.options, *(program.options for program in programs.all)):
        for name in _WRITTEN:
            file = getattr(options, name)
            if file is not None:
                must_spare(read, file, f"--{name}")


def _check_one(programs: Programs) -> int:
    program = programs.all[0]
    with program.told_where():
        return check_source(program.options, program.source(tell_note))


def check_source(options: CheckOptions, source: Source) -> int:
    from unthread.story import DisagreementError

    started = time.monotonic()
    try:
        verdict = search(options, source)
    except DisagreementError as error:
        return tell_disagreement(error, source, time.monotonic() - started, options)
    tell(verdict, options)
    for note in store(verdict, options):
        tell_note(note)
    return verdict.exit_code
