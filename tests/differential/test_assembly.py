"""Every x86 instruction that the front end knows gives the values and flags that the processor gives."""

# ruff: noqa: E501

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from referees import GCC
from tests.support.commands import command
from tests.support.tools import require
from unthread.frontend.assembly.bits import BIT_TABLE
from unthread.frontend.assembly.decode import HINTS
from unthread.frontend.assembly.x86 import TABLE

TYPES = {8: "unsigned char", 16: "unsigned short", 32: "unsigned int", 64: "unsigned long"}
SUFFIXES = {8: "b", 16: "w", 32: "l", 64: "q"}
VALUES = "0, 1, 2, 0x7f, 0x80, 0xff, 0x8001, 0x80000000, 0xdeadbeef, -1, 1ul << 63, (1ul << 63) - 1"
FLAGS = {"c": "b", "z": "e", "s": "s", "o": "o", "p": "p"}

BINARY = {"add": "czsop", "sub": "czsop", "and": "czsop", "or": "czsop", "xor": "czsop"}
UNARY = {"inc": "zsop", "dec": "zsop", "neg": "czsop", "not": ""}
LOCKED = {*BINARY, *UNARY, "adc", "sbb", "xadd", "cmpxchg", "xchg", "bts", "btr", "btc"} - {"xchg"}
FIXED = {"rdtsc", "rdtscp", "cpuid", "xgetbv", "rdrand", "rdseed", "ud2"}  # any value, or no next step


def outputs(flags: str) -> str:
    return "".join(f', "=@cc{FLAGS[flag]}"({flag}f)' for flag in flags)


def shown(flags: str) -> str:
    return " + ".join(["0", *(f"({flag}f << {place})" for place, flag in enumerate(flags))])


LOOP = """
    for (int i = 0; i < COUNT; i++)
        for (int j = 0; j < COUNT; j++) {
            KIND a = (KIND)values[i], b = (KIND)values[j], m = a, r = a, s = b;
            int cf = 0, zf = 0, sf = 0, of = 0, pf = 0;
            (void)cf, (void)zf, (void)sf, (void)of, (void)pf, (void)m, (void)r, (void)s;
            BODY
        }
"""


def program(bodies: list[tuple[int, str]]) -> str:
    loops = "".join(LOOP.replace("KIND", TYPES[bits]).replace("BODY", body) for bits, body in bodies)
    return f"""
#include <stdio.h>
static const unsigned long values[] = {{{VALUES}}};
enum {{ COUNT = sizeof values / sizeof *values }};
int main(void)
{{
{loops}
    return 0;
}}
"""


def show(flags: str, *names: str) -> str:
    values = "".join(" %lx" for _ in names)
    given = "".join(f", (unsigned long){name}" for name in names)
    return f'printf("%d{values}\\n", {shown(flags)}{given});'


def binary(name: str, bits: int, prefix: str = "") -> str:
    flags = BINARY[name]
    word = f"{name}{SUFFIXES[bits]}"
    result = (
        f'asm volatile("{prefix}{word} %[b], %[m]" : [m] "+m"(m){outputs(flags)} : [b] "q"(b) : "memory");'
    )
    result += show(flags, "m")
    if not prefix:
        result += f'asm("{word} %[b], %[r]" : [r] "+q"(r){outputs(flags)} : [b] "q"(b));' + show(flags, "r")
        result += f'asm("{word} $5, %0" : "+q"(s){outputs(flags)});' + show(flags, "s")
    return result


def unary(name: str, bits: int, prefix: str = "") -> str:
    flags, word = UNARY[name], f"{name}{SUFFIXES[bits]}"
    result = f'asm volatile("{prefix}{word} %0" : "+m"(m){outputs(flags)});' + show(flags, "m")
    return result + ("" if prefix else f'asm("{word} %0" : "+q"(r){outputs(flags)});' + show(flags, "r"))


def carried(name: str, bits: int, prefix: str = "") -> str:
    word, flags = f"{name}{SUFFIXES[bits]}", "czsop"
    text = ""
    for first in ("stc", "clc"):
        text += (
            f'asm volatile("{first}; {prefix}{word} %[b], %[m]" : [m] "+m"(m){outputs(flags)} : [b] "q"(b));'
        )
        text += show(flags, "m")
    return text


def compared(name: str, bits: int) -> str:
    conditions = [
        "o",
        "no",
        "b",
        "ae",
        "e",
        "ne",
        "be",
        "a",
        "s",
        "ns",
        "p",
        "np",
        "l",
        "ge",
        "le",
        "g",
        "c",
        "nc",
        "z",
        "nz",
        "na",
        "nbe",
        "nge",
        "nl",
        "ng",
        "nle",
        "nae",
        "nb",
        "pe",
        "po",
    ]
    text = ""
    for condition in conditions:
        text += f'asm("{name}{SUFFIXES[bits]} %2, %1; set{condition} %b0" : "=&q"(zf) : "q"(a), "q"(b));'
        text = text.replace('"=&q"(zf)', '"+&q"(zf)') + show("z")
        if bits > 8:
            text += f'r = 7; asm("cmp %2, %1; cmov{condition} %2, %0" : "+&r"(r) : "r"(a), "r"(b));' + show(
                "", "r"
            )
            text += f'zf = 0; asm("{name} %2, %1; j{condition} 1f; incl %0; 1:" : "+r"(zf) : "r"(a), "r"(b));'
            text += show("z")
    return text


def exchanged(bits: int, prefix: str = "") -> str:
    suffix = SUFFIXES[bits]
    add = f'asm volatile("{prefix}xadd{suffix} %0, %1" : "+q"(s), "+m"(m){outputs("czsop")} : : "memory");'
    swap = f'asm volatile("xchg{suffix} %0, %1" : "+q"(s), "+m"(m) : : "memory");'
    registers = f'asm volatile("xchg{suffix} %0, %1" : "+q"(s), "+q"(r));'
    kind = TYPES[bits]
    cas = (
        f"for (int k = 0; k < 2; k++) {{ m = a; {kind} x = k ? m : s;"
        f'asm volatile("{prefix}cmpxchg{suffix} %[n], %[m]" : [m] "+m"(m), "+a"(x){outputs("czsop")} : [n] "q"(b));'
        f"{show('czsop', 'm', 'x')} }}"
    )
    return add + show("czsop", "s", "m") + swap + show("", "s", "m") + registers + show("", "s", "r") + cas


def bit(name: str, bits: int, prefix: str = "") -> str:
    suffix, kind = SUFFIXES[bits], TYPES[bits]
    text = f"{kind} w[9] = {{a, b, a, b, a, b, a, b, a}}; {kind} n = ({kind})(b % {bits * 4});"
    text += f'asm volatile("{prefix}{name}{suffix} %2, %0" : "+m"(w[4]){outputs("c")} : "r"(n) : "memory");'
    text += show("c", *(f"w[{place}]" for place in range(9)))
    text += f'asm volatile("{prefix}{name}{suffix} $3, %0" : "+m"(m){outputs("c")});' + show("c", "m")
    if not prefix:
        text += f'asm("{name}{suffix} %2, %0" : "+r"(r){outputs("c")} : "r"(b));' + show("c", "r")
    return text


def scanned(name: str, bits: int) -> str:
    flags = {"bsf": "z", "bsr": "z", "lzcnt": "cz", "tzcnt": "cz", "popcnt": "czsop"}[name]
    return f'r = 77; asm("{name}{SUFFIXES[bits]} %[a], %0" : "+r"(r){outputs(flags)} : [a] "rm"(a));' + show(
        flags, "r"
    )


def shifted(name: str, bits: int) -> str:
    flags = "c" if name in ("rol", "ror") else "czsp"
    text = ""
    for amount in (1, 3, 7):
        extra = flags + "o" if amount == 1 else flags
        text += f'm = a; asm("{name}{SUFFIXES[bits]} ${amount}, %0" : "+m"(m){outputs(extra)});' + show(
            extra, "m"
        )
    text += f'r = a; asm("{name}{SUFFIXES[bits]} %0" : "+q"(r){outputs(flags)});' + show(flags, "r")
    # a shift by nothing keeps the flags, which `test` gives a value before
    limit = bits if bits > 16 else bits - 1
    text += f"unsigned char n = (unsigned char)(b % {limit});"
    text += f'r = a; asm("test %0, %0; {name}{SUFFIXES[bits]} %%cl, %0" : "+q"(r){outputs(flags)} : "c"(n));'
    return text + show(flags, "r")


def multiplied(name: str, bits: int) -> str:
    kind, suffix = TYPES[bits], SUFFIXES[bits]
    if bits == 8:
        text = f'unsigned short x = a; asm("{name}b %2" : "+a"(x), "=@ccb"(cf) : "q"(b));' + show("c", "x")
    else:
        text = f'{kind} x = a, y = 0; asm("{name}{suffix} %[b]" : "+a"(x), "=d"(y){outputs("co")} : [b] "rm"(b));'
        text += show("co", "x", "y")
    if name == "imul" and bits > 8:
        text += f'asm("imul{suffix} %[b], %0" : "+r"(r){outputs("co")} : [b] "rm"(b));' + show("co", "r")
        text += f'asm("imul{suffix} $-7, %1, %0" : "=r"(r) : "r"(a));' + show("", "r")
    return text


def divided(name: str, bits: int) -> str:
    kind, suffix = TYPES[bits], SUFFIXES[bits]
    high = "0" if name == "div" else f"x >> {bits - 1} ? ({kind})-1 : 0"
    return (
        f"{kind} x = a, y; y = {high}; if (b && !(b == ({kind})-1))"
        f'{{ asm("{name}{suffix} %[b]" : "+a"(x), "+d"(y) : [b] "rm"(b)); {show("", "x", "y")} }}'
    )


def moved(bits: int) -> str:
    suffix, kind = SUFFIXES[bits], TYPES[bits]
    text = f'asm("mov{suffix} %1, %0" : "=q"(r) : "m"(b));' + show("", "r")
    text += f'asm("mov{suffix} %1, %0" : "=m"(m) : "q"(b));' + show("", "m")
    text += f'asm("mov{suffix} $9, %0" : "=m"(m));' + show("", "m")
    text += f'{kind} *p = &m; asm("mov{suffix} %1, (%0)" : : "r"(p), "q"(a) : "memory");' + show("", "m")
    text += f'{kind} w[4] = {{a, b, a, b}}; long k = j % 2 + 1; asm volatile("mov{suffix} {bits // 8}(%1,%2,{bits // 8}), %0"'
    text += ' : "=q"(r) : "r"(w), "r"(k) : "memory");' + show("", "r")
    for wide in (size for size in TYPES if size > bits):
        for letter in "sz" if bits < 32 else "s":
            text += f'{{ {TYPES[wide]} x; asm("mov{letter}{suffix}{SUFFIXES[wide]} %1, %0" : "=r"(x) : "q"(a)); {show("", "x")} }}'
    return text


def special() -> str:
    return (
        'unsigned x; asm("movl %1, %0; bswap %0" : "=&r"(x) : "r"((unsigned)a));'
        + show("", "x")
        + 'asm("bswapq %0" : "+r"(r));'
        + show("", "r")
        + 'r = a; asm("xchgb %b0, %h0" : "+Q"(r));'
        + show("", "r")
        + 'asm("movw %w1, %w0" : "+r"(r) : "r"(b)); asm("movb %b1, %b0" : "+q"(r) : "q"(a));'
        + show("", "r")
        + 'unsigned long p[2] __attribute__((aligned(16))) = {a, b}, lo = i % 2 ? a : b, hi = b;'
        + 'asm volatile("lock cmpxchg16b %0" : "+m"(*p), "+a"(lo), "+d"(hi), "=@ccz"(zf) : "b"(b), "c"(a) : "memory");'
        + show("z", "p[0]", "p[1]", "lo", "hi")
        + 'unsigned q[2] __attribute__((aligned(8))) = {a, b}, l = i % 2 ? a : b, h = b;'
        + 'asm volatile("lock; cmpxchg8b %0" : "+m"(*q), "+a"(l), "+d"(h), "=@ccz"(zf) : "b"((unsigned)b), "c"((unsigned)a) : "memory");'
        + show("z", "q[0]", "q[1]", "l", "h")
        + 'r = a; asm("cltq" : "+a"(r));' + show("", "r") + 'r = a; asm("cdqe" : "+a"(r));' + show("", "r")
        + 'r = a; asm("cwtl" : "+a"(r));' + show("", "r") + 'r = a; asm("cwde" : "+a"(r));' + show("", "r")
        + 'r = a; asm("cltd" : "=d"(s) : "a"(r));' + show("", "s") + 'asm("cdq" : "=d"(s) : "a"(r));' + show("", "s")
        + 'asm("cqto" : "=d"(s) : "a"(r));' + show("", "s") + 'asm("cqo" : "=d"(s) : "a"(r));' + show("", "s")
        + 'asm("stc; cmc; setc %b0" : "=q"(*(unsigned char *)&r));' + show("", "r")
        + 'asm("movabsq $0x123456789abcdef0, %0" : "=r"(r));' + show("", "r")
        + 'unsigned long *at; asm("leaq 8(%1), %0" : "=r"(at) : "r"(p));' + show("", "(at - p)")
        + 'asm("push %%rbx; mov %1, %%rbx; add $3, %%rbx; mov %%rbx, %0; pop %%rbx" : "=&r"(r) : "r"(a) : "rbx");' + show("", "r")
        + 'int n = 0; asm("movl $3, %%ecx; 1: addl %k1, %0; decl %%ecx; jnz 1b" : "+r"(n) : "r"(a) : "ecx", "cc");' + show("", "n")
        + 'asm("xorl %k0, %k0; jmp 2f; incl %k0; 2: nop" : "=r"(r));' + show("", "r")
    )  # fmt: skip


def cases() -> list[tuple[str, int, str]]:
    made: list[tuple[str, int, str]] = []
    for size in TYPES:
        made += [(name, size, binary(name, size)) for name in BINARY]
        made += [(f"lock {name}", size, binary(name, size, "lock; ")) for name in BINARY]
        made += [(name, size, unary(name, size)) for name in UNARY]
        made += [(f"lock {name}", size, unary(name, size, "lock\\n\\t")) for name in UNARY]
        made += [(name, size, carried(name, size)) for name in ("adc", "sbb")]
        made += [(f"lock {name}", size, carried(name, size, "lock ")) for name in ("adc", "sbb")]
        made += [(name, size, compared(name, size)) for name in ("cmp", "test")]
        made += [("xadd xchg cmpxchg", size, exchanged(size)), ("lock xadd", size, exchanged(size, "lock; "))]
        made += [(name, size, shifted(name, size)) for name in ("shl", "sal", "shr", "sar", "rol", "ror")]
        made += [(name, size, multiplied(name, size)) for name in ("mul", "imul")]
        made += [("mov extend", size, moved(size))]
    for size in (16, 32, 64):
        made += [(name, size, bit(name, size)) for name in ("bt", "bts", "btr", "btc")]
        made += [(f"lock {name}", size, bit(name, size, "lock; ")) for name in ("bts", "btr", "btc")]
        made += [(name, size, scanned(name, size)) for name in ("bsf", "bsr", "lzcnt", "tzcnt", "popcnt")]
        made += [(name, size, divided(name, size)) for name in ("div", "idiv")]
    return [*made, ("special", 64, special())]


SPECIAL = {
    "bswap", "cmpxchg8b", "cmpxchg16b", "cltq", "cdqe", "cwtl", "cwde", "cltd", "cdq", "cqto", "cqo", "stc", "clc",
    "cmc", "movabs", "lea", "set", "cmov",
}  # fmt: skip


def test_every_instruction_of_the_table_is_here() -> None:
    named = {word for name, _, _ in cases() for word in name.split()}
    assert (TABLE.keys() | BIT_TABLE.keys()) - HINTS - FIXED <= named | SPECIAL


BY_NAME: dict[str, list[tuple[int, str]]] = {}
for _name, _bits, _body in cases():
    BY_NAME.setdefault(_name, []).append((_bits, _body))


@pytest.mark.parametrize("name", BY_NAME)
def test_values_and_flags_are_those_of_the_processor(name: str, tmp_path: Path) -> None:
    require(GCC)
    file, made = tmp_path / "asm.c", tmp_path / "asm"
    file.write_text(program(BY_NAME[name]))
    subprocess.run(["gcc", "-w", "-O1", "-o", made, file], check=True, timeout=60)
    wanted = subprocess.run([made], check=True, capture_output=True, text=True, timeout=60).stdout
    found = subprocess.run(
        command("run", str(file)), capture_output=True, text=True, timeout=300, check=False
    )
    assert (found.returncode, found.stderr) == (0, "")
    assert found.stdout == wanted
