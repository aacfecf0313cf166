"""Macros that compilers define for flags which are nothing to unthread otherwise: `macros_of`.

`-O2` defines __OPTIMIZE__, `-mavx2` __AVX2__, `-fsanitize=thread` __SANITIZE_THREAD__. Here they are not
defined; a program that asks for one of them is another program under the flag, and the answer says so.
"""

from __future__ import annotations

import re

_SSE = "SSE3|SSSE3|SSE4_1|SSE4_2|POPCNT|CRC32|GCC_HAVE_SYNC_COMPARE_AND_SWAP_16"
_AVX = f"{_SSE}|AVX|XSAVE"
_AVX512 = rf"{_AVX}|AVX2|F16C|FMA|AVX512\w+"
_MORE = "BMI2?|LZCNT|AES|VAES|PCLMUL|VPCLMULQDQ|SHA|RDRND|RDSEED|RTM|MOVBE|ADX|FSGSBASE"
_PROCESSOR = rf"{_AVX512}|{_MORE}|XSAVE\w+"
_FAST = r"FAST_MATH|FINITE_MATH_ONLY|NO_MATH_ERRNO|NO_SIGNED_ZEROS|NO_TRAPPING_MATH|\w+_MATH"
_SANITIZERS = ("address", "hwaddress", "thread", "memory", "undefined")
_PLAIN = {
    "-fexceptions": "EXCEPTIONS",
    "-fnon-call-exceptions": "EXCEPTIONS",
    "-fno-trapping-math": "NO_TRAPPING_MATH",
    "-frounding-math": "ROUNDING_MATH",
    "-fsignaling-nans": "SUPPORT_SNAN",
    "-fno-math-errno": "NO_MATH_ERRNO",
    "-ffinite-math-only": "FINITE_MATH_ONLY",
    "-ffast-math": _FAST,
    "-Ofast": f"OPTIMIZE|{_FAST}",
    "-Os": "OPTIMIZE|OPTIMIZE_SIZE",
    "-Oz": "OPTIMIZE|OPTIMIZE_SIZE",
    **{f"-mxsave{name}": f"XSAVE|XSAVE{name.upper()}" for name in ("c", "s", "opt")},
    "-mabm": "ABM|LZCNT|POPCNT",
    "-mcx16": "GCC_HAVE_SYNC_COMPARE_AND_SWAP_16",
}
_BEGINNINGS = (
    ("-O0", ""),
    ("-O", "OPTIMIZE"),
    ("-march=x86-64-v", _PROCESSOR),
    ("-march=x86-64", ""),
    ("-march=", _PROCESSOR),
    ("-mavx512", _AVX512),
    ("-mavx2", f"{_AVX}|AVX2"),
    ("-mavx", _AVX),
    ("-mfma4", f"{_AVX}|FMA4"),
    ("-mfma", f"{_AVX}|FMA"),
    ("-mf16c", f"{_AVX}|F16C"),
    ("-msse", _SSE),
    ("-mssse3", _SSE),
    ("-mno-", ""),
    ("-fstack-protector", r"SSP\w*"),
    ("-fcf-protection", "CET"),
)
_ISA = re.compile(
    r"-m(bmi2?|lzcnt|popcnt|aes|pclmul|sha|rdrnd|rdseed|rtm|xsave|movbe|crc32|adx|fsgsbase|gfni|prfchw|"
    r"rdpid|vaes|vpclmulqdq|clflushopt|clwb|clzero|pku|waitpkg|shstk)"
)


def macros_of(flag: str) -> str:
    """A regular expression for their names; empty for most flags."""
    if flag in _PLAIN:
        return _reserved(_PLAIN[flag])
    if flag.startswith("-fsanitize="):
        found = [name for name in _SANITIZERS if name in flag.partition("=")[2].split(",")]
        return "|".join(f"__SANITIZE_{name.upper()}__|{name}_sanitizer" for name in found)
    isa = _ISA.fullmatch(flag)
    names = isa[1].upper() if isa else next((n for start, n in _BEGINNINGS if flag.startswith(start)), "")
    return _reserved(names)


def _reserved(names: str) -> str:
    return f"__(?:{names})(?:__)?" if names else ""
