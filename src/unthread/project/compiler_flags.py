"""A compiler's flags → what unthread does with them: `CompilerFlags`.

In: words of a command line, and the folder in which the compiler runs. Out: flags for clang, whose relative
paths hold where unthread runs, the data model, and what is assumed instead of carried out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Sequence
from dataclasses import field
from difflib import get_close_matches
from pathlib import Path

from unthread.core.diagnostics import UsageError
from unthread.core.records import dataclass
from unthread.core.source import DataModel
from unthread.project.compilers import is_elsewhere
from unthread.project.flag_macros import macros_of
from unthread.project.flag_table import FLAGS, NOT_FUSED, Flag, FlagEffect, Form, flag_of

IGNORE = "--ignore-flag"
_LANGUAGES = ("c", "none", "cpp-output")
_FIRST = ("-include", "-imacros")  # looked for where the compiler runs, and only then among the headers
_ALONE = ("-I", "-D", "-U")  # written together with their values
_REPLACING = re.compile(r"--?(wrap|defsym|entry|init|fini)([=,].*)?|-e")  # functions by others
_BEHIND = (FlagEffect.ASSUMED, FlagEffect.REFUSED, FlagEffect.PROCESSOR, FlagEffect.IGNORED)
_NEXT_PASSED_ON = ("-Xpreprocessor", "-Xclang")
_OF_HEADERS = ("-emit-pch", "-include-pch")  # compiled ones, which stand beside the text of the same headers
_SEEN = ("-fopenmp", "-fblocks", "-fpack-struct")  # directives, closures and layouts are where clang says so
_WITHOUT_FUSION = re.compile(
    r"x86-64(-v2)?|i[3-6]86.*|pentium.*|prescott|nocona|core2|nehalem|corei7(-avx)?|westmere|sandybridge|"
    r"core-avx-i|ivybridge|atom|bonnell|silvermont|slm|goldmont.*|tremont|k6.*|k8.*|opteron.*|athlon.*|"
    r"amdfam10|barcelona|btver[12]|lakemont|geode"
)


@dataclass(frozen=True, slots=True)
class CompilerFlags:
    """`model` is None where nothing was said. `assumed`: what is so, and the flag that says otherwise.
    `unheeded`: flags, and macros that they would define."""

    flags: tuple[str, ...] = ()
    model: DataModel | None = None
    assumed: tuple[str, ...] = ()
    unheeded: tuple[tuple[str, str], ...] = field(default=(), compare=False)


@dataclass(frozen=True, slots=True)
class Word:
    """A flag with its value, and how many words it takes."""

    flag: Flag
    value: str
    count: int
    text: str


class FlagError(UsageError):
    """A flag that unthread refuses, or does not know."""


def word_at(words: Sequence[str], position: int) -> Word | None:
    """The compiler flag that stands there; None if none is known."""
    text = words[position]
    flag = flag_of(text)
    if flag is None:
        return None
    value, count = text.removeprefix(flag.name), 1
    if flag.form is Form.NEXT or (flag.form is Form.EITHER and not value):
        if position + 1 >= len(words):
            raise FlagError(f"the compiler flag '{text}' requires a value")
        value, count = words[position + 1], 2
    return Word(flag, value, count, text)


def unknown_flag(text: str) -> FlagError:
    known = [flag.name for flag in FLAGS]
    near = get_close_matches(text, known, 1, 0.8)
    guess = f"did you mean '{near[0]}'? If not, " if near else ""
    return FlagError(
        f"unknown compiler flag '{text}'",
        hint=f"{guess}{IGNORE}={text} ignores it, if the program means the same without it",
    )


def read_flags(
    words: Sequence[str], directory: Path | None = None, ignored: Collection[str] = ()
) -> CompilerFlags:
    """All of the words are flags, or the names of files, which are not looked at. `directory` is where the
    compiler runs, if that is not where unthread does."""
    reader = _Reader(directory)
    position = 0
    while position < len(words):
        position += reader.take(words, position, ignored)
    return reader.read()


def assumed_of(words: Sequence[str], ignored: Collection[str] = ()) -> tuple[str, ...]:
    """What is so although clang is given these flags, as they are. Those that make another program are
    refused, unless the front end sees what they do."""
    reader = _Reader(None)
    for text in words:
        flag = None if text in ignored or text.startswith(_SEEN) else flag_of(text)
        if flag is not None and flag.effect in _BEHIND:
            reader.note(Word(flag, text.removeprefix(flag.name), 1, text), ignored)
    return reader.read().assumed


class _Reader:
    def __init__(self, directory: Path | None) -> None:
        self._directory = directory
        self._flags: list[str] = []
        self._model: DataModel | None = None
        self._assumed: dict[str, str] = {}
        self._is_never_fused = False
        self._unheeded: dict[str, str] = {}

    def read(self) -> CompilerFlags:
        if self._is_never_fused:
            self._assumed = {flag: note for flag, note in self._assumed.items() if note != NOT_FUSED}
        assumed = tuple(f"{note} ({flag} is not modelled)" for flag, note in self._assumed.items())
        return CompilerFlags(tuple(self._flags), self._model, assumed, tuple(self._unheeded.items()))

    def take(self, words: Sequence[str], position: int, ignored: Collection[str]) -> int:
        """How many words were read."""
        text = words[position]
        if not text.startswith("-") or text == "-" or text in ignored:
            return 1
        if text in _NEXT_PASSED_ON:
            passed = _passed_on(words[position:])
            self._pass_on(passed, (*ignored, *_OF_HEADERS) if "-include" in passed else ignored)
            return 2 * len(passed)
        word = word_at(words, position)
        if word is None:
            raise unknown_flag(text)
        self.note(word, ignored)
        return word.count

    def note(self, word: Word, ignored: Collection[str]) -> None:
        if word.flag.name.startswith("-ffp-contract="):
            self._is_never_fused = word.text.endswith("=off")
        if macros := macros_of(word.text):
            self._unheeded[word.text] = macros
        match word.flag.effect:
            case FlagEffect.IGNORED:
                pass
            case FlagEffect.PROCESSOR:
                self._note_processor(word)
            case FlagEffect.LINKER:
                _link(word, ignored)
            case FlagEffect.MACHINE:
                self._model = DataModel(word.text.removeprefix("-"))
            case FlagEffect.ASSUMED:
                self._assumed[word.text] = word.flag.note
            case FlagEffect.REFUSED:
                raise _refused(word.text, word.flag.note)
            case FlagEffect.PASSED_ON:
                self._pass_on(word.value.split(","), ignored)
            case FlagEffect.PATH | FlagEffect.CARRIED_OUT:
                self._carry_out(word)

    def _note_processor(self, word: Word) -> None:
        if is_elsewhere(word.value):
            raise _refused(word.text, "the machine is x86 here")
        if word.flag.name == "-march=" and not _WITHOUT_FUSION.fullmatch(word.value):
            self._assumed[word.text] = NOT_FUSED

    def _pass_on(self, words: Sequence[str], ignored: Collection[str]) -> None:
        position = 0
        while position < len(words):
            if words[position] in ("-MD", "-MMD"):  # whose file is a word of its own, for the preprocessor
                position += 2
            else:
                position += self.take(words, position, ignored)

    def _carry_out(self, word: Word) -> None:
        name, value = word.flag.name, word.value
        if name == "-x":
            if value not in _LANGUAGES:
                raise FlagError(f"the compiler flag '-x {value}' is not supported: unthread reads C only")
            return
        if word.flag.effect is FlagEffect.PATH:
            value = self._placed(name, value)
        is_one = word.flag.form in (Form.JOINED, Form.NONE) or name in _ALONE
        self._flags += [name + value] if is_one else [name, value]

    def _placed(self, name: str, value: str) -> str:
        """The path as it is where unthread runs."""
        if self._directory is None or value.startswith("="):
            return value
        place = self._directory / value
        if name in _FIRST and not place.exists():
            return value
        shown = str(shown_path(place))
        if name in _FIRST and '"' in shown:  # clang writes a directive with it, between quotes
            return os.path.relpath(place)
        return shown


def _passed_on(words: Sequence[str]) -> list[str]:
    """The values of flags that hand on one word each: `-Xclang -include -Xclang made.h`."""
    found: list[str] = []
    for flag, value in zip(words[::2], [*words[1::2], None], strict=False):
        if flag != words[0]:
            break
        if value is None:
            raise FlagError(f"the compiler flag '{flag}' requires a value")
        found.append(value)
    return found


def _link(word: Word, ignored: Collection[str]) -> None:
    """What the linker does besides to put files together."""
    for part in word.value.split(","):
        if _REPLACING.fullmatch(part) and part not in ignored:
            raise _refused(part, "the linker puts functions in the place of others")


def _refused(text: str, why: str) -> FlagError:
    return FlagError(
        f"the compiler flag '{text}' is not supported: {why}", hint=f"{IGNORE}={text} ignores it"
    )


def shown_path(path: Path) -> Path:
    """Short where it lies below the current folder."""
    place, here = Path(os.path.normpath(path.absolute())), Path.cwd()
    return place.relative_to(here) if place.is_relative_to(here) else place
