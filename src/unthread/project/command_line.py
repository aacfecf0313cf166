"""A command line on which a compiler's flags stand among unthread's options → both apart: `apart`."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from unthread.core.records import dataclass
from unthread.project.compiler_flags import IGNORE, unknown_flag, word_at


@dataclass(frozen=True, slots=True)
class Own:
    """The flags of a command's options: those with a value, and switches."""

    with_value: frozenset[str]
    switches: frozenset[str]


@dataclass(frozen=True, slots=True)
class SeparatedWords:
    """Words for the command itself, and for `read_flags`. `ignored` are flags that do not count."""

    words: list[str]
    flags: list[str]
    ignored: tuple[str, ...]


def apart(words: Sequence[str], own: Own) -> SeparatedWords:
    """A word that is an option here is one, whatever compilers make of it."""
    ignored = tuple(_ignored(words))
    found = SeparatedWords([], [], ignored)
    position = 0
    while position < len(words):
        word = words[position]
        count = _own_words(word, own)
        if count:
            found.words.extend(words[position : position + count])
        elif word in ignored:
            count = 1
        else:
            count = _flag(words, position, found)
        position += count
    return found


def _ignored(words: Sequence[str]) -> list[str]:
    joined = [word.partition("=")[2] for word in words if word.startswith(f"{IGNORE}=")]
    return joined + [after for word, after in pairwise(words) if word == IGNORE]


def _flag(words: Sequence[str], position: int, found: SeparatedWords) -> int:
    word = word_at(words, position)
    if word is not None:
        found.flags.extend(words[position : position + word.count])
        return word.count
    if words[position].startswith("--"):
        found.words.append(words[position])  # click knows what is similar
        return 1
    raise unknown_flag(words[position])


def _own_words(word: str, own: Own) -> int:
    """How many words belong to this one, if it is none of the compiler's."""
    if not word.startswith("-") or word == "-":
        return 1
    if word in own.with_value:
        return 2
    if word in own.switches or word.partition("=")[0] in own.with_value:
        return 1
    return int(not word.startswith("--") and _is_short(word, own))


def _is_short(word: str, own: Own) -> bool:
    """Its value is in the same word, or it is several switches; but some flags of compilers begin alike."""
    known = word_at((word, ""), 0)
    if known is not None and known.flag.name == word:
        return False
    return word[:2] in own.with_value or all(f"-{letter}" in own.switches for letter in word[1:])
