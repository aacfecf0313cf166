"""Several programs, one after the other: what is said of each, a table, what was accepted, and one exit code.

In: `Programs`. Out: text or one JSON document on stdout, and the files that the options name; where there is
more than one program, the names of files get the target's.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from unthread import __version__
from unthread.api.checking import store
from unthread.api.files import check_writable, must_spare, write_whole
from unthread.api.verdict import Verdict
from unthread.commands.output import message
from unthread.commands.programs import CheckedProgram, Programs
from unthread.commands.telling import search, tell, tell_disagreement, tell_note, write_document
from unthread.core.diagnostics import (
    InputError,
    InternalError,
    Unsupported,
    UnthreadError,
    UsageError,
    render,
)
from unthread.core.exit_codes import ExitCode
from unthread.core.records import dataclass
from unthread.core.source import Source
from unthread.core.verdict import Cause, Unknown, UnknownCause, Unsafe
from unthread.options import CheckOptions
from unthread.project.baseline import (
    Accepted,
    Baseline,
    baseline_of,
    baseline_text,
    by_identity,
    read_baseline,
)

if TYPE_CHECKING:
    from unthread.core.trace import Trace
    from unthread.project.changes import Changes

_WORST = (
    ExitCode.SAFE,
    ExitCode.UNKNOWN,
    ExitCode.UNSAFE,
    ExitCode.USAGE,
    ExitCode.INPUT,
    ExitCode.INTERNAL,
)
_NUMBERED = ("html", "junit", "mermaid", "witness", "trace", "log")
_COLUMNS = 80
_WIDEST_NAME = 30
_ENVIRONMENT = (Cause.ACCEPTED, Cause.ENVIRONMENT)


@dataclass(frozen=True, slots=True)
class TargetOutcome:
    """What became of a program: a verdict, or an error, or why it was not checked."""

    name: str
    code: ExitCode
    verdict: Verdict | None = None
    error: UnthreadError | None = None
    skipped: str = ""
    seconds: float = 0.0

    @property
    def word(self) -> str:
        if self.verdict is not None:
            return self.verdict.word.upper()
        return "ERROR" if self.error is not None else "NOT CHECKED"

    @property
    def text(self) -> str:
        """What is found, or why nothing is."""
        if self.error is not None:
            first = self.error.diagnostics[0]
            return f"{first.loc}: {first.message}" if first.loc else first.message
        if self.verdict is None:
            return self.skipped
        for violation in self.verdict.violations[:1]:
            return f"{violation.loc}: {violation.message} [{violation.property}]"
        answer = self.verdict.answer
        return answer.reason if isinstance(answer, Unknown) else ""


def check_all(programs: Programs) -> int:
    options = programs.options
    with programs.all[0].told_where():
        baseline = Baseline() if options.baseline is None else read_baseline(Path(options.baseline))
        _check_writable(programs)
    changes = _changes(programs)
    outcomes: list[TargetOutcome] = []
    for program in programs.all:
        is_over = any(map(_is_interrupted, outcomes))
        not_begun = TargetOutcome(program.name, ExitCode.UNKNOWN, skipped="interrupted")
        outcomes.append(not_begun if is_over else _checked(program, programs, changes))
    if options.sarif is not None:
        _write_sarif(Path(options.sarif), programs, outcomes)
    found = _found(outcomes)
    _tell_unused(baseline, programs, outcomes)
    code = max((outcome.code for outcome in outcomes), key=_WORST.index)
    if options.write_baseline is not None:
        code = _write_baseline(Path(options.write_baseline), baseline_of(found, baseline), outcomes)
    if options.json or options.json_lines:
        _write_document(outcomes, code, options)
    elif programs.all[0].name:
        for line in table(outcomes):
            print(line)
    return code


def _check_writable(programs: Programs) -> None:
    """What is written once for all programs."""
    options = programs.options
    read = [programs.configuration.file] if programs.configuration else []
    read += [file for program in programs.all for file in program.named]
    accepted = [] if options.baseline is None else [Path(options.baseline)]
    if options.write_baseline is not None:  # perhaps with the name of the old one
        check_writable(options.write_baseline, "--write-baseline")
        must_spare(read, options.write_baseline, "--write-baseline")
        accepted.append(Path(options.write_baseline))
    if options.sarif is not None:
        check_writable(options.sarif, "--sarif")
        must_spare([*read, *accepted], options.sarif, "--sarif")


def _changes(programs: Programs) -> Changes | None:
    if programs.options.changed_since is None:
        return None
    from unthread.project.changes import changes_since

    place = programs.configuration.file.parent if programs.configuration else Path()
    return changes_since(programs.options.changed_since, place)


def _checked(program: CheckedProgram, programs: Programs, changes: Changes | None) -> TargetOutcome:
    """Whatever is wrong with this one does not keep the others from being checked."""
    options = _named(program, len(programs.all) > 1)
    if program.name and not (options.json or options.json_lines or options.quiet):
        print(f"==== {program.name}", flush=True)
    started = time.monotonic()
    try:
        with program.told_where():
            source = program.source(tell_note)
            reason = "" if changes is None else changes.reason(source, _others(programs, options))
            if changes is not None and not reason:
                unchanged = f"nothing changed since {changes.revision}"
                return _told(TargetOutcome(program.name, ExitCode.SAFE, skipped=unchanged), options)
            outcome = _outcome(program, options, source)
    except BrokenPipeError:
        raise
    except (UnthreadError, RecursionError, MemoryError, OSError) as error:
        if not program.name:
            raise
        outcome = _failed(program, _as_told(error))
    return replace(outcome, seconds=time.monotonic() - started)


def _failed(program: CheckedProgram, error: UnthreadError) -> TargetOutcome:
    if isinstance(error, InternalError):
        message(f"unthread: internal error: {error}")
        message("  This is a bug in unthread. Please report it together with the input.")
    for diagnostic in () if isinstance(error, InternalError) else error.diagnostics:
        message(render(diagnostic))
    return TargetOutcome(program.name, _code(error), error=error)


def _as_told(error: Exception) -> UnthreadError:
    """What the command line says of it."""
    match error:
        case UnthreadError():
            return error
        case RecursionError():
            return Unsupported("the program is nested too deeply")
        case MemoryError():
            return Unsupported("out of memory")
        case _:
            return InputError(str(error))


def _outcome(program: CheckedProgram, options: CheckOptions, source: Source) -> TargetOutcome:
    from unthread.story import DisagreementError

    started = time.monotonic()
    try:
        verdict = search(options, source, program.name)
    except DisagreementError as error:
        seconds = time.monotonic() - started
        tell_disagreement(error, source, seconds, replace(options, json=False))
        return TargetOutcome(program.name, ExitCode.INTERNAL, error=error)
    if not options.json:
        tell(verdict, options)
    for note in store(verdict, options):
        tell_note(note)
    return TargetOutcome(program.name, verdict.exit_code, verdict)


def _told(outcome: TargetOutcome, options: CheckOptions) -> TargetOutcome:
    if not (options.json or options.json_lines):
        print(f"{outcome.word}  {outcome.text}", flush=True)
    return outcome


def _is_interrupted(outcome: TargetOutcome) -> bool:
    answer = outcome.verdict.answer if outcome.verdict else None
    return isinstance(answer, Unknown) and answer.cause is UnknownCause.INTERRUPTED


def _code(error: UnthreadError) -> ExitCode:
    match error:
        case UsageError():
            return ExitCode.USAGE
        case Unsupported():
            return ExitCode.UNKNOWN
        case InternalError():
            return ExitCode.INTERNAL
        case _:
            return ExitCode.INPUT


def _others(programs: Programs, options: CheckOptions) -> list[Path]:
    """Files that say how a program is checked."""
    found = [programs.configuration.file] if programs.configuration else []
    found += [Path(options.baseline)] if options.baseline is not None else []
    if options.properties is not None and options.properties.endswith(".prp"):
        found.append(Path(options.properties))
    return found


# Files


def _named(program: CheckedProgram, is_one_of_several: bool) -> CheckOptions:
    """Reports of several programs have the target's name in theirs, but for SARIF: that has all of them."""
    changed: dict[str, Any] = {} if "sarif" in program.own else {"sarif": None}
    for name in _NUMBERED if is_one_of_several else ():
        file = getattr(program.options, name)
        if file is not None and name not in program.own:
            changed[name] = _with_name(Path(file), program.name)
    return replace(program.options, **changed)


def _with_name(file: Path, name: str) -> str:
    return str(file.with_stem(f"{file.stem}-{name}"))


def _write_sarif(file: Path, programs: Programs, outcomes: list[TargetOutcome]) -> None:
    import json

    from unthread.reports.sarif import document, merged

    own = {program.name for program in programs.all if "sarif" in program.own}
    documents = [document(o.verdict.answer) for o in outcomes if o.verdict is not None and o.name not in own]
    write_whole(file, json.dumps(merged(documents), indent=1) + "\n")


def _write_document(outcomes: list[TargetOutcome], code: int, options: CheckOptions) -> None:
    targets = [
        {
            "name": outcome.name,
            "exit_code": int(outcome.code),
            "verdict": None if outcome.verdict is None else outcome.verdict.document(),
            "not_checked": outcome.skipped or None,
            "error": outcome.text if outcome.error is not None else None,
        }
        for outcome in outcomes
    ]
    document = {
        "format": "unthread targets",
        "version": 1,
        "tool": __version__,
        "exit_code": int(code),
        "targets": targets,
    }
    write_document(document, options)


# What was accepted


def _traces(outcome: TargetOutcome) -> list[Trace]:
    if outcome.verdict is None:
        return []
    return [*outcome.verdict.accepted, *outcome.verdict.traces]


def _found(outcomes: list[TargetOutcome]) -> dict[str, Trace]:
    found: dict[str, Trace] = {}
    for outcome in outcomes:
        found.update(by_identity(_traces(outcome)))
    return found


def _tell_unused(baseline: Baseline, programs: Programs, outcomes: list[TargetOutcome]) -> None:
    """Entries that fit nothing any more, as far as that is known."""
    found = _found(outcomes)
    seen = {(str(trace.violation.property), str(trace.violation.loc)) for trace in found.values()}
    is_all = programs.is_all and all(map(_is_exhaustive, outcomes))
    for entry in baseline.unused(found):
        is_known = is_all and (entry.property, entry.where) not in seen
        tell_note(f"'{programs.options.baseline}': {_about(entry, is_known)}")


def _about(entry: Accepted, is_known: bool) -> str:
    if is_known:
        return f"this accepted violation was no longer found: {entry}"
    return f"this accepted violation was not found, but not everything was searched: {entry}"


def _is_exhaustive(outcome: TargetOutcome) -> bool:
    """Nothing was left out but what comes after accepted violations."""
    answer = outcome.verdict.answer if outcome.verdict else None
    coverage = answer.coverage if answer is not None and not isinstance(answer, Unsafe) else None
    return (
        coverage is not None
        and coverage.all_schedules
        and all(item.cause in _ENVIRONMENT for item in coverage.omissions)
    )


def _write_baseline(file: Path, baseline: Baseline, outcomes: list[TargetOutcome]) -> ExitCode:
    """All of it or nothing. What was found is accepted from now on."""
    wrong = [outcome for outcome in outcomes if outcome.verdict is None]
    if wrong:
        names = ", ".join(outcome.name or "the program" for outcome in wrong)
        tell_note(f"'{file}' is not written: {names} was not checked")
        return max((outcome.code for outcome in wrong), key=_WORST.index) or ExitCode.INPUT
    write_whole(file, baseline_text(baseline))
    count = len(baseline.entries)
    tell_note(f"{count} violation{'s' * (count != 1)} accepted in '{file}'")
    codes = [outcome.code for outcome in outcomes if outcome.code is not ExitCode.UNSAFE]
    return max(codes, key=_WORST.index, default=ExitCode.SAFE)


# The table


def table(outcomes: list[TargetOutcome]) -> Iterator[str]:
    """80 columns, but for the names of targets: a long one has a line of its own."""
    names = [outcome.name for outcome in outcomes if len(outcome.name) <= _WIDEST_NAME]
    width = max(map(len, ("target", *names)))
    yield ""
    yield f"{'target':<{width}}  {'answer':<12}  {'time':>7}"
    for outcome in outcomes:
        accepted = len(outcome.verdict.accepted) if outcome.verdict else 0
        text = f"{accepted} accepted; {outcome.text}".rstrip("; ") if accepted else outcome.text
        name = outcome.name
        if len(name) > width:
            yield name
            name = ""
        line = f"{name:<{width}}  {outcome.word:<12}  {outcome.seconds:>5.1f} s  {text}"
        yield _cut(line.rstrip())
    codes = [outcome.word.lower() for outcome in outcomes]
    counts = (f"{codes.count(word)} {word}" for word in dict.fromkeys(codes))
    yield f"{len(outcomes)} target{'s' * (len(outcomes) != 1)}: {', '.join(counts)}"


def _cut(line: str) -> str:
    line = " ".join(line.splitlines())
    return line if len(line) <= _COLUMNS else line[: _COLUMNS - 3] + "..."
