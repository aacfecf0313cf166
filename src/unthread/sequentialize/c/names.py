"""Identifiers of emitted C: each given out once, none that means something already."""

from __future__ import annotations

import re
from collections.abc import Iterable

_KEYWORDS = """
auto break case char const continue default do double else enum extern float for goto if inline int
long register restrict return short signed sizeof static struct switch typedef union unsigned void
volatile while asm typeof _Alignas _Alignof _Atomic _Bool _Complex _Generic _Imaginary _Noreturn
_Static_assert _Thread_local alignas alignof bool constexpr false nullptr static_assert thread_local
true typeof_unqual
"""
_OWN = """
main ptid assume ASSERT CUT GAP END NOTE J G havoc object_size abort reach_error active arg pc cs ct
size last
"""
_KNOWN_FUNCTIONS = """
abs acos alloca asin atan atan2 bcmp bcopy bzero cabs calloc ceil conj cos cosh erf exit exp exp2
fabs fdim ffs floor fma fmax fmin fmod fprintf fputc fputs free frexp fscanf fwrite gamma getchar
hypot ilogb index isalnum isalpha isascii isblank iscntrl isdigit isgraph islower isprint ispunct
isspace isupper isxdigit j0 j1 jn labs ldexp lgamma llabs llrint llround log log10 log1p log2 logb
lrint lround malloc memchr memcmp memcpy memmove mempcpy memset modf nan nearbyint nextafter pow
printf putchar puts realloc remainder remquo rindex rint round scalb scanf sin sinh snprintf sprintf
sqrt sscanf stpcpy strcat strchr strcmp strcpy strcspn strdup strftime strlen strncat strncmp
strncpy strpbrk strrchr strspn strstr strtold tan tanh tgamma toascii tolower toupper trunc vfprintf
vprintf vsprintf y0 y1 yn signbit fork _exit waitpid
"""
_KNOWN_VARIABLES = """
stdin stdout stderr environ optarg optind opterr optopt timezone daylight tzname signgam
"""
_RESERVED = frozenset((_KEYWORDS + _OWN + _KNOWN_FUNCTIONS + _KNOWN_VARIABLES).split())
_OTHER_SIGNS = re.compile(r"\W+")
_RESERVED_SHAPES = re.compile(r"(nondet|ut|klee|__CPROVER|__ESBMC|__VERIFIER|__builtin)_\w+|L\d+")


class CNames:
    """Gives out identifiers of C, each once."""

    def __init__(self, taken: Iterable[str] = ()) -> None:
        self._taken = set(taken)
        self._numbers: dict[str, int] = {}  # the last one given to a name

    def new(self, wanted: str) -> str:
        """The name itself if it is free, or one like it."""
        base = _OTHER_SIGNS.sub("_", wanted)
        if base != wanted or not wanted.startswith("_"):
            base = base.strip("_") or "unnamed"
            base = f"_{base}" if base[0].isdigit() else base
        if base in _RESERVED or _RESERVED_SHAPES.fullmatch(base):
            base += "_"
        name = base
        while name in self._taken:
            self._numbers[base] = number = self._numbers.get(base, 1) + 1
            name = f"{base}_{number}"
        self._taken.add(name)
        return name

    def within(self) -> CNames:
        """Names for a scope inside this one, which hide none of it."""
        return CNames(self._taken)
