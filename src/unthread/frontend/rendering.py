"""What clang's own text of a declaration tells about the statements in it, and its API does not: `Rendering`.

The n-th `for` of the tree is the n-th `for` of that text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from unthread.core.records import dataclass
from unthread.frontend.assembly.template import AsmOperand, AsmText

if TYPE_CHECKING:
    from unthread.frontend.clang import Cursor, CursorKind

_TOKEN = re.compile(
    r"""(?P<string>(?:u8|[uUL])?"(?:\\.|[^"\\])*")|(?P<char>[uUL]?'(?:\\.|[^'\\])*')"""
    r"""|(?P<word>[A-Za-z_$][\w$]*)|(?P<number>\.?\d(?:[eEpP][+-]|[\w.])*)|(?P<space>\s+)|(?P<mark>\.\.\.|.)""",
    re.DOTALL,
)


@dataclass(frozen=True, slots=True)
class Token:
    kind: str
    text: str
    start: int


_SIZES = ("sizeof", "_Alignof", "alignof", "__alignof", "__alignof__")


class Rendering:
    """`text` is a declaration as clang writes it, with macros expanded; `cursors` are those statements and
    expressions inside it that may be asked for, in their order."""

    def __init__(self, cursors: Iterable[Cursor], text: str) -> None:
        self.text = text
        self.tokens = [
            Token(match.lastgroup or "", match.group(), match.start())
            for match in _TOKEN.finditer(text)
            if match.lastgroup != "space"
        ]
        self._ranks: dict[tuple[CursorKind, int], int] = {}
        self._counts: dict[CursorKind, int] = {}
        for cursor in cursors:
            key = (cursor.kind, cursor.hash)
            if key not in self._ranks:
                self._ranks[key] = self._counts.get(cursor.kind, 0)
                self._counts[cursor.kind] = self._ranks[key] + 1

    def _place(self, cursor: Cursor, places: list[int]) -> int | None:
        """Index of the token that stands for the cursor among those of its kind."""
        if len(places) != self._counts.get(cursor.kind, 0):
            return None
        return places[self._ranks[cursor.kind, cursor.hash]]

    def _words(self, word: str) -> list[int]:
        return [i for i, token in enumerate(self.tokens) if token.kind == "word" and token.text == word]

    def _group(self, start: int) -> list[list[Token]]:
        """Tokens inside the parentheses at or after `start`, split at `;` and `,`."""
        while self.tokens[start].text != "(":
            start += 1
        parts: list[list[Token]] = [[]]
        depth = 0
        for token in self.tokens[start:]:
            depth += (token.text in "([{") - (token.text in ")]}") if token.kind == "mark" else 0
            if depth == 0:
                break
            if depth == 1 and token.kind == "mark" and token.text in ";,":
                parts.append([])
            elif depth > 1 or token.text != "(":
                parts[-1].append(token)
        return parts

    def for_header(self, cursor: Cursor) -> tuple[bool, bool, bool] | None:
        """Which of initialization, condition and step a `for` has."""
        place = self._place(cursor, self._words("for"))
        if place is None:
            return None
        present = [False, False, False]
        part = depth = 0
        while self.tokens[place].text != "(":
            place += 1
        for token in self.tokens[place + 1 :]:
            if token.kind == "mark" and token.text in "([{":
                depth += 1
            elif token.kind == "mark" and token.text in ")]}":
                if depth == 0:
                    break
                depth -= 1
            elif depth == 0 and token.text == ";":
                part += 1
                continue
            present[part] = True
        return present[0], present[1], present[2]

    def asm_text(self, cursor: Cursor) -> AsmText | None:
        """What is written in an `asm` statement; None where that is not known."""
        place = self._place(cursor, [i for i in self._words("asm") if self._is_statement(i)])
        if place is None:
            return None
        head = place
        while self.tokens[place].text != "(":
            place += 1
        sections = _sections(self.tokens[place:])
        template = "".join(unescaped(token.text) for token in sections[0])
        operands = [
            AsmOperand(name, constraint, number == 1)
            for number in (1, 2)
            for name, constraint in _asm_operands(sections[number] if number < len(sections) else [])
        ]
        clobbers, labels = (
            [token for token in part if token.text != ","] for part in (*sections[3:], [], [])[:2]
        )
        return AsmText(
            template,
            tuple(operands),
            tuple(unescaped(token.text) for token in clobbers),
            tuple(token.text for token in labels),
            basic=len(sections) == 1,
            volatile=any(token.text == "volatile" for token in self.tokens[head:place]),
        )

    def _is_statement(self, place: int) -> bool:
        """A word `asm` that begins a statement: that after a declared name tells its name for the linker."""
        before = self.tokens[place - 1]
        return before.text in (";", "{", "}", ":", ")", "else", "do")

    def float_literal(self, cursor: Cursor) -> str | None:
        """A floating literal with as many digits as its type can tell apart."""
        numbers = [
            i
            for i, token in enumerate(self.tokens)
            if token.kind == "number"
            and re.search(r"[.eEpP]", token.text)
            and not _is_hex_integer(token.text)
        ]
        place = self._place(cursor, numbers)
        return None if place is None else self.tokens[place].text

    def array_in_sizeof(self, cursor: Cursor) -> tuple[str, int] | None:
        """Element type and number of dimensions of `sizeof(type[n][m])`."""
        words = [i for word in _SIZES for i in self._words(word)]
        place = self._place(cursor, sorted(words))
        if place is None:
            return None
        tokens = self._group(place)[0]
        first = next((i for i, token in enumerate(tokens) if token.text == "["), None)
        if first is None:
            return None
        depth = dimensions = 0
        for token in tokens[first:]:
            dimensions += token.text == "[" and depth == 0
            depth += (token.text == "[") - (token.text == "]")
        return " ".join(token.text for token in tokens[:first]), dimensions

    def generic_types(self, cursor: Cursor) -> list[str] | None:
        """The type names of a `_Generic`'s associations, in order, `default` included."""
        place = self._place(cursor, self._words("_Generic"))
        if place is None:
            return None
        names = []
        for part in self._group(place)[1:]:
            colon = next(i for i, token in enumerate(part) if token.text == ":")
            names.append(self.text[part[0].start : part[colon].start].strip())
        return names


def _sections(tokens: Sequence[Token]) -> list[list[Token]]:
    """What stands in the parentheses that these tokens begin with, split at the colons outside of others."""
    sections: list[list[Token]] = [[]]
    depth = 0
    for token in tokens:
        if token.kind == "mark":
            depth += (token.text in "([{") - (token.text in ")]}")
            if depth == 0:
                break
        if depth == 1 and token.kind == "mark" and token.text == ":":
            sections.append([])
        elif depth > 1 or token.text != "(":
            sections[-1].append(token)
    return sections


def _asm_operands(tokens: Sequence[Token]) -> Iterator[tuple[str, str]]:
    """Name and constraint of each operand, `[name] "constraint" (expression)`."""
    name, depth = "", 0
    for i, token in enumerate(tokens):
        if token.kind == "mark":
            depth += (token.text in "([{") - (token.text in ")]}")
        elif depth == 1 and token.kind == "word" and tokens[i - 1].text == "[":
            name = token.text
        elif depth == 0 and token.kind == "string":
            yield name, unescaped(token.text)
            name = ""


_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "v": "\v", "f": "\f", "a": "\a", "b": "\b"}


def unescaped(literal: str) -> str:
    """The characters of a string literal without a prefix."""

    def character(found: re.Match[str]) -> str:
        digits = found[1]
        return chr(int(digits, 8) & 0xFF) if digits[0] in "01234567" else _ESCAPES.get(digits, digits)

    return re.sub(r"\\([0-7]{1,3}|.)", character, literal[1:-1], flags=re.DOTALL)


def _is_hex_integer(text: str) -> bool:
    return text[:2].lower() == "0x" and "." not in text and "p" not in text.lower()
