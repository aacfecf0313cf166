"""The names of x86's registers, and what they have in common."""

from __future__ import annotations

from unthread.core.records import dataclass


@dataclass(frozen=True, slots=True)
class RegisterPart:
    """`bits` of the register `family` (as it is called with 64 bits), from bit `shift` on."""

    family: str
    bits: int
    shift: int = 0


def _names() -> dict[str, RegisterPart]:
    names: dict[str, RegisterPart] = {}
    for letter in "abcd":
        family = f"r{letter}x"
        names |= {
            family: RegisterPart(family, 64),
            f"e{letter}x": RegisterPart(family, 32),
            f"{letter}x": RegisterPart(family, 16),
            f"{letter}l": RegisterPart(family, 8),
            f"{letter}h": RegisterPart(family, 8, 8),
        }
    for short in ("si", "di", "bp", "sp"):
        family = f"r{short}"
        names |= {
            family: RegisterPart(family, 64),
            f"e{short}": RegisterPart(family, 32),
            short: RegisterPart(family, 16),
            f"{short}l": RegisterPart(family, 8),
        }
    for number in range(8, 16):
        family = f"r{number}"
        names |= {
            f"{family}{end}": RegisterPart(family, bits)
            for end, bits in (("", 64), ("d", 32), ("w", 16), ("b", 8))
        }
    return names


REGISTERS = _names()
MODIFIERS = {"b": (8, 0), "h": (8, 8), "w": (16, 0), "k": (32, 0), "q": (64, 0)}
