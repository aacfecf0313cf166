"""The names of x86's registers, and what they have in common."""

from __future__ import annotations

from unthread.core.records import dataclass


@dataclass(frozen=True, slots=True)
class Part:
    """`bits` of the register `family` (as it is called with 64 bits), from bit `shift` on."""

    family: str
    bits: int
    shift: int = 0


def _names() -> dict[str, Part]:
    names: dict[str, Part] = {}
    for letter in "abcd":
        family = f"r{letter}x"
        names |= {
            family: Part(family, 64),
            f"e{letter}x": Part(family, 32),
            f"{letter}x": Part(family, 16),
            f"{letter}l": Part(family, 8),
            f"{letter}h": Part(family, 8, 8),
        }
    for short in ("si", "di", "bp", "sp"):
        family = f"r{short}"
        names |= {
            family: Part(family, 64),
            f"e{short}": Part(family, 32),
            short: Part(family, 16),
            f"{short}l": Part(family, 8),
        }
    for number in range(8, 16):
        family = f"r{number}"
        names |= {
            f"{family}{end}": Part(family, bits) for end, bits in (("", 64), ("d", 32), ("w", 16), ("b", 8))
        }
    return names


REGISTERS = _names()
MODIFIERS = {"b": (8, 0), "h": (8, 8), "w": (16, 0), "k": (32, 0), "q": (64, 0)}
