"""The options of the command line as keywords of Python: their types, and what is given → options.

Names and meanings are those of `options.py`; tests/unit/api/test_keywords.py compares the types. What only a
terminal has a use for is not a keyword.
"""

from __future__ import annotations

import inspect
import os
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import fields
from dataclasses import replace as changed
from typing import Any, Literal, TypeAlias, TypedDict, TypeVar

from unthread.core.diagnostics import InputError, UnthreadError, UsageError
from unthread.core.properties import Property
from unthread.declaration import METADATA, Declaration

Name: TypeAlias = str | os.PathLike[str]
Names: TypeAlias = Name | Iterable[Name]
Macros: TypeAlias = Names | Mapping[str, str | int | None]
Properties: TypeAlias = str | Iterable[str]
OptionsType = TypeVar("OptionsType")
Function = TypeVar("Function", bound=Callable[..., Any])

FOR_TERMINALS = (
    *("verbose", "json", "json_lines", "compact", "quiet", "full", "statistics"),
    *("ignored_flags", "compile_commands", "build_targets", "added", "config", "no_config"),
    *("baseline", "write_baseline", "changed_since"),
)
_MACRO = re.compile(r"[^\W\d][\w$]*(\([^()]*\))?")  # perhaps with parameters
_FLAG = re.compile(r"(?<![\w-])--?[a-zA-Z][\w-]*")


class ReadingKeywords(TypedDict, total=False):
    """How C is read."""

    directories: Names
    defines: Macros
    undefines: Names
    includes: Names
    standard: str
    m32: bool
    m64: bool
    clang: Names
    atomic_statements: bool
    no_spurious: bool
    volatile_is_atomic: bool
    malloc_may_fail: bool
    stubs: Names
    asm_models: Names
    havoc: Names
    words: Names
    any_words: int
    entries: Names
    entry_times: int
    entry_null: bool
    linearizable: bool
    operations: str
    object_type: str


class CheckKeywords(ReadingKeywords, total=False):
    """Of `check`."""

    html: Name | None
    sarif: Name | None
    junit: Name | None
    witness: Name | None
    mermaid: Name | None
    properties: Properties | None
    require_complete: bool
    every: bool
    unwind: int | None
    unwind_loops: Names
    unwind_max: int
    rounds: int | None
    depth: int | None
    threads: int | None
    memory_model: Literal["c11", "sc"]
    time: str | float
    memory: str
    backends: str
    schema: Literal["lazy", "lazy-pruned", "interleave", "stepwise"] | None
    solver: str
    tool_options: Names
    log: Name | None
    command: str
    safe: str
    unsafe: str
    unknown: str
    dialect: Literal["svcomp", "cbmc", "esbmc", "klee", "framac", "plain"] | None
    encoding: Literal["rounds", "order", "auto"]
    prove: Literal["locks", "invariants"]
    invariant: bool
    no_run_ahead: bool
    no_sample: bool
    reduce: str
    no_reduce: bool
    coverage: bool
    trace: Name | None


class RunKeywords(ReadingKeywords, total=False):
    """Of `run`."""

    seed: int | None
    schedule: str | None
    inputs: Names
    steps: int | None
    properties: Properties | None
    undefined: Literal["stop", "any"]


def with_options(kind: type[Any], besides: Sequence[str] = ()) -> Callable[[Function], Function]:
    """For `help()`: the options among the parameters, and what they mean below the text."""

    def decorate(function: Function) -> Function:
        declared = {name: found for name, found in declarations(kind).items() if name not in besides}
        own = inspect.signature(function)
        mine = [item for item in own.parameters.values() if item.kind is not item.VAR_KEYWORD]
        options = [
            inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=found.default)
            for name, found in declared.items()
        ]
        shown = own.replace(parameters=[*mine, *options])
        function.__signature__ = shown  # type: ignore[attr-defined]
        lines = (f"    {name}: {found.help}" for name, found in declared.items())
        function.__doc__ = "\n".join([inspect.cleandoc(function.__doc__ or ""), "", *lines])
        return function

    return decorate


def declarations(kind: type[Any]) -> dict[str, Declaration]:
    """The options that are keywords, by name."""
    declared = {field.name: field.metadata[METADATA] for field in fields(kind)}
    return {name: found for name, found in declared.items() if name not in FOR_TERMINALS}


def options_of(kind: type[OptionsType], given: Mapping[str, Any], besides: Sequence[str] = ()) -> OptionsType:
    """`besides`: what is not a keyword of this function either."""
    declared = {name: found for name, found in declarations(kind).items() if name not in besides}
    for name in given:
        if name not in declared:
            raise UsageError(f"unknown option '{name}'", hint=_similar(name, declared))
    return kind(**{name: _value(name, declared[name], value) for name, value in given.items()})


def _similar(name: str, declared: Mapping[str, Declaration]) -> str:
    from difflib import get_close_matches

    by_flag = {flag.lstrip("-").replace("-", "_"): own for own in declared for flag in declared[own].flags}
    found = [by_flag[name]] if name in by_flag else get_close_matches(name, declared, 1)
    return f"did you mean '{found[0]}'?" if found else ""


def macro_flags(values: Mapping[str, Any]) -> tuple[str, ...]:
    """-D and -U, those of `defines` first."""
    flags = [("-D", word) for word in read_names("defines", _macros(values.get("defines", ())))]
    flags += [("-U", word) for word in read_names("undefines", values.get("undefines", ()))]
    return tuple(flag + word for flag, word in flags)


# Values


def _value(name: str, declared: Declaration, value: Any) -> Any:
    if name == "properties":
        value = _joined(value)
    if name == "time":
        value = _duration(value)
    if name == "defines":
        value = _macros(value)
    if declared.multiple:
        return tuple(read_names(name, value))
    if value is None and declared.default is None:
        return None
    return _single(name, declared, value)


def _single(name: str, declared: Declaration, value: Any) -> Any:
    if declared.kind is bool:
        _expect(isinstance(value, bool), name, value, "True or False")
    elif declared.kind is int:
        _expect(isinstance(value, int) and not isinstance(value, bool), name, value, "a whole number")
        least = declared.least
        _expect(least is None or value >= least, name, value, f"a number of at least {least}")
    elif declared.choices:
        _expect(value in declared.choices, name, value, f"one of {', '.join(declared.choices)}")
    else:
        return _text(name, value)
    return value


def read_names(name: str, value: Any) -> Iterator[str]:
    """One name, or several."""
    if isinstance(value, str | os.PathLike):
        value = (value,)
    _expect(isinstance(value, Iterable) and not isinstance(value, bytes), name, value, "a list of strings")
    yield from (_text(name, item) for item in value)


def _text(name: str, value: Any) -> str:
    value = os.fspath(value) if isinstance(value, os.PathLike) else value
    _expect(isinstance(value, str), name, value, "a string")
    text = str(value)
    _expect("\0" not in text, name, value, "a string without null characters")
    return text


def _joined(value: Any) -> Any:
    """Several properties as one text."""
    if isinstance(value, str) or not isinstance(value, Iterable):
        return value
    items = sorted(value, key=str) if isinstance(value, set | frozenset) else [*value]
    for item in items:
        _expect(isinstance(item, str), "properties", item, f"one of {', '.join(Property)}")
    return ",".join(items)


def _duration(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    _expect(0 < value < 1e9, "time", value, "a number of seconds, or a duration such as '90s', '15m', '2h'")
    return f"{value:.9f}s"


def _macros(value: Any) -> Any:
    """{"N": 3, "LOUD": None} is -DN=3 -DLOUD."""
    if not isinstance(value, Mapping):
        return value
    for name, text in value.items():
        is_name = isinstance(name, str) and _MACRO.fullmatch(name) is not None
        _expect(is_name, "defines", name, "the name of a macro")
        is_text = text is None or (isinstance(text, str | int) and not isinstance(text, bool))
        _expect(is_text, "defines", text, "a string, a whole number or None")
    return [f"{name}" if text is None else f"{name}={text}" for name, text in value.items()]


def _expect(is_so: bool, name: str, value: object, what: str) -> None:
    if not is_so:
        raise UsageError(f"{name}: {value!r} is not {what}")


# Messages


@contextmanager
def in_python(kind: type[Any]) -> Iterator[None]:
    """Messages about options call them by their keywords."""
    names = {flag: name for name, declared in declarations(kind).items() for flag in declared.flags}
    try:
        yield
    except (UsageError, InputError) as error:
        raise _renamed(error, names) from error.__cause__


def _renamed(error: UnthreadError, names: Mapping[str, str]) -> UnthreadError:
    def rename(text: str) -> str:
        return _FLAG.sub(lambda found: names.get(found[0], found[0]), text)

    error.diagnostics = tuple(
        item if item.loc else changed(item, message=rename(item.message), hint=rename(item.hint))
        for item in error.diagnostics
    )
    error.args = (error.diagnostics[0].message,)
    return error
