"""A mnemonic → the instruction's name without its suffix, the size that the suffix tells, and a condition."""

from __future__ import annotations

import re

from unthread.core.records import dataclass
from unthread.frontend.assembly.flags import CONDITIONS, flags_of
from unthread.frontend.assembly.template import AsmText, Instruction, NotUnderstood

_SUFFIXES = {"b": 8, "w": 16, "l": 32, "q": 64}
_HINTS = """nop pause mfence lfence sfence endbr64 endbr32
    prefetch prefetchw prefetcht0 prefetcht1 prefetcht2 prefetchnta
    yield dmb dsb isb sync lwsync isync hwsync ptesync eieio fence"""
_WHOLE = """rdtsc rdtscp cpuid xgetbv cltq cltd cqto cqo cdq cdqe cwtl cwde jmp cmpxchg8b cmpxchg16b
    ud2 clc stc cmc"""
_SIZED = """mov movabs lea xchg xadd cmpxchg add sub and or xor adc sbb inc dec neg not cmp test
    bt bts btr btc bsf bsr bswap lzcnt tzcnt popcnt shl sal shr sar rol ror mul imul div idiv push pop nop
    rdrand rdseed"""
_LOCKABLE = "add adc and btc btr bts cmpxchg cmpxchg8b cmpxchg16b dec inc neg not or sbb sub xor xadd xchg"

HINTS = frozenset(_HINTS.split())  # those of other machines stand in files that were preprocessed there
LOCKABLE = frozenset(_LOCKABLE.split())
_NO_SUFFIX = HINTS | frozenset(_WHOLE.split())
_WITH_SUFFIX = frozenset(_SIZED.split())
_CARRIES = frozenset({"adc", "sbb", "cmc"})


@dataclass(frozen=True, slots=True)
class Decoded:
    """`bits`: what the suffix says. `source_bits`: of a `mov` that extends what it moves, with its sign if
    `signed`."""

    name: str
    bits: int | None = None
    condition: str = ""
    source_bits: int = 0
    signed: bool = False


def decode(mnemonic: str) -> Decoded:
    if mnemonic in _NO_SUFFIX or mnemonic in _WITH_SUFFIX:
        return Decoded(mnemonic)
    if mnemonic[:-1] in _WITH_SUFFIX and mnemonic[-1] in _SUFFIXES:
        return Decoded(mnemonic[:-1], _SUFFIXES[mnemonic[-1]])
    if found := re.fullmatch(r"mov([sz])([bwl])([wlq])", mnemonic):
        return Decoded("extend", _SUFFIXES[found[3]], "", _SUFFIXES[found[2]], found[1] == "s")
    for name in ("set", "cmov", "j"):
        rest = mnemonic.removeprefix(name)
        if rest != mnemonic and rest in CONDITIONS:
            return Decoded(name, None, rest)
        if name == "cmov" and rest != mnemonic and rest[:-1] in CONDITIONS and rest[-1] in _SUFFIXES:
            return Decoded(name, _SUFFIXES[rest[-1]], rest[:-1])
    raise NotUnderstood(mnemonic)


def needed_flags(instructions: list[Instruction], asm: AsmText) -> frozenset[str]:
    """The flags that an instruction or an operand of the statement looks at."""
    needed: set[str] = set()
    for instruction in instructions:
        if instruction.label:
            continue
        decoded = decode(instruction.mnemonic)
        needed |= flags_of(decoded.condition) if decoded.condition else set()
        needed |= {"C"} if decoded.name in _CARRIES else set()
    for operand in asm.operands:
        if operand.constraint.startswith("=@cc"):
            needed |= flags_of(operand.constraint.removeprefix("=@cc"))
    return frozenset(needed)


def has_jumps(instructions: list[Instruction]) -> bool:
    return any(
        not instruction.label and decode(instruction.mnemonic).name in ("j", "jmp")
        for instruction in instructions
    )
