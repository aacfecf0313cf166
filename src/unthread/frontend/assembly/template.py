"""The text of an `asm` statement → its instructions, with prefixes, mnemonic and operands (AT&T syntax)."""

from __future__ import annotations

import re
from typing import TypeAlias

from unthread.core.records import dataclass

_MARK = "\x02"  # stands for the % of a register's name
_PREFIXES = frozenset({"lock", "rep", "repe", "repz", "repne", "repnz"})
_LABEL = re.compile(r"\s*([A-Za-z_.$][\w.$]*|\d+)\s*:")
_GIVEN = re.compile(r"%([a-zA-Z]?)(?:(\d+)|\[(\w+)\])")
_NUMBER = re.compile(r"[+-]?(?:0[xX][0-9a-fA-F]+|\d+)")


class NotUnderstood(Exception):
    """Text that is not an instruction this module can read."""


@dataclass(frozen=True, slots=True)
class AsmOperand:
    """An operand as the statement declares it: `[name] "constraint" (expression)`."""

    name: str
    constraint: str
    is_output: bool


@dataclass(frozen=True, slots=True)
class AsmText:
    """An `asm` statement as it is written, its expressions apart. `basic`: it has a template alone."""

    template: str
    operands: tuple[AsmOperand, ...] = ()
    clobbers: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    basic: bool = False
    volatile: bool = False


@dataclass(frozen=True, slots=True)
class GivenOperand:
    """`%0`, `%b[name]`: an operand of the statement, and how much of it."""

    number: int
    modifier: str = ""


@dataclass(frozen=True, slots=True)
class Named:
    """A register of the machine."""

    name: str


@dataclass(frozen=True, slots=True)
class Immediate:
    value: int | GivenOperand


@dataclass(frozen=True, slots=True)
class MemoryOperand:
    """`displacement(base, index, scale)`."""

    displacement: int | GivenOperand
    base: GivenOperand | Named | None
    index: GivenOperand | Named | None
    scale: int


@dataclass(frozen=True, slots=True)
class AssemblyTarget:
    """A label: `1f`, `1b`, `again`."""

    label: str


Operand: TypeAlias = GivenOperand | Named | Immediate | MemoryOperand | AssemblyTarget


@dataclass(frozen=True, slots=True)
class Instruction:
    """`label`: it is a label, and nothing else."""

    text: str
    mnemonic: str = ""
    prefixes: frozenset[str] = frozenset()
    operands: tuple[Operand, ...] = ()
    label: str = ""


def read_template(asm: AsmText) -> list[Instruction]:
    """The instructions in their order. A prefix on a line of its own belongs to the next instruction."""
    names = {operand.name: number for number, operand in enumerate(asm.operands) if operand.name}
    reader = _Reader(names)
    for line in re.split(r"[;\n]", _plain(asm)):
        reader.read(line)
    if reader.prefixes - {"rep"}:
        raise NotUnderstood(" ".join(sorted(reader.prefixes)))
    return reader.instructions


def normalized(template: str) -> str:
    """The template with its white space and comments in one form, to be compared with others."""
    lines = (
        " ".join(re.sub(r"\s*,\s*", ", ", line).split())
        for line in re.split(r"[;\n]", _without_comments(template))
    )
    return "; ".join(line for line in lines if line)


def _without_comments(text: str) -> str:
    return re.sub(r"#[^\n]*", "", re.sub(r"/\*.*?\*/", " ", text, flags=re.DOTALL))


def _plain(asm: AsmText) -> str:
    """Comments dropped, AT&T syntax chosen, and the % of registers distinguished from that of operands."""
    text = _without_comments(asm.template)
    if asm.basic:
        return text.replace("%", _MARK)
    text = text.replace("%%", _MARK).replace("%=", "0")
    text = re.sub(r"(?<!%)\{([^{}|]*)(?:\|[^{}]*)?\}", r"\1", text)
    return re.sub(r"%([{}|])", r"\1", text)


class _Reader:
    def __init__(self, names: dict[str, int]) -> None:
        self.instructions: list[Instruction] = []
        self.prefixes: frozenset[str] = frozenset()
        self._names = names

    def read(self, line: str) -> None:
        while found := _LABEL.match(line):
            self.instructions.append(Instruction(found[0].strip(), label=found[1]))
            line = line[found.end() :]
        words = line.split(None, 1)
        while words and words[0].lower() in _PREFIXES:
            self.prefixes |= {words[0].lower()}
            line = words[1] if len(words) > 1 else ""
            words = line.split(None, 1)
        if not words:
            return
        text = " ".join([*sorted(self.prefixes), *line.split()]).replace(_MARK, "%")
        operands = tuple(map(self._operand, _split(words[1]))) if len(words) > 1 else ()
        self.instructions.append(Instruction(text, words[0].lower(), self.prefixes, operands))
        self.prefixes = frozenset()

    def _operand(self, text: str) -> Operand:
        text = text.strip()
        if text.startswith("$"):
            return Immediate(self._number(text[1:].strip()))
        if text.endswith(")"):
            return self._memory(text)
        if register := self._register(text):
            return register
        if re.fullmatch(r"[A-Za-z_.$][\w.$]*|\d+[fb]", text):
            return AssemblyTarget(text)
        raise NotUnderstood(text.replace(_MARK, "%"))

    def _register(self, text: str) -> GivenOperand | Named | None:
        if found := _GIVEN.fullmatch(text):
            return self._given(found)
        if re.fullmatch(rf"{_MARK}\w+", text):
            return Named(text[1:].lower())
        return None

    def _given(self, found: re.Match[str]) -> GivenOperand:
        if found[2] is not None:
            return GivenOperand(int(found[2]), found[1])
        name = str(found[3])
        if name not in self._names:
            raise NotUnderstood(found[0])
        return GivenOperand(self._names[name], found[1])

    def _number(self, text: str) -> int | GivenOperand:
        if _NUMBER.fullmatch(text):
            digits = text.lstrip("+-").lower()
            value = int(
                digits, 16 if digits.startswith("0x") else 8 if re.fullmatch("0[0-7]+", digits) else 10
            )
            return -value if text.startswith("-") else value
        if found := _GIVEN.fullmatch(text):
            return self._given(found)
        raise NotUnderstood(text.replace(_MARK, "%"))

    def _memory(self, text: str) -> MemoryOperand:
        start = text.index("(")
        displacement = self._number(text[:start].strip()) if text[:start].strip() else 0
        parts = [part.strip() for part in text[start + 1 : -1].split(",")]
        if len(parts) > 3:
            raise NotUnderstood(text.replace(_MARK, "%"))
        base, index = (self._address_part(part) for part in [*parts, ""][:2])
        scale = self._number(parts[2]) if len(parts) == 3 and parts[2] else 1
        if scale not in (1, 2, 4, 8):
            raise NotUnderstood(text.replace(_MARK, "%"))
        assert isinstance(scale, int)
        return MemoryOperand(displacement, base, index, scale)

    def _address_part(self, text: str) -> GivenOperand | Named | None:
        register = self._register(text)
        if text and register is None:
            raise NotUnderstood(text.replace(_MARK, "%"))
        return register


def _split(text: str) -> list[str]:
    """Operands, at the commas outside of parentheses."""
    parts, depth = [""], 0
    for character in text:
        depth += (character == "(") - (character == ")")
        if character == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += character
    return parts
