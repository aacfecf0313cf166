"""What a checker calls the things that C has no word for: `preamble` defines them for a dialect.

Emitted C assumes with `assume(c)`, asserts with `ASSERT(c, "message")`, stops at a bound with
`CUT("message")` and at what is not modelled with `GAP("message")`, ends the process with `END(status)`, takes
values from outside with `nondet_int()` and the like, and fills an object with any bytes by
`havoc(&object, size)`. `NOTE(n)` is there to be seen in a counterexample.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from unthread.core.records import dataclass
from unthread.program.types import BoolType, FloatType, IntType, PointerType, Type, value_type
from unthread.sequentialize.emitted import Dialect

_INTEGERS = {8: "char", 16: "short", 32: "int", 64: "longlong", 128: "int128"}
_TYPES = {
    "bool": "_Bool",
    "char": "signed char",
    "uchar": "unsigned char",
    "short": "short",
    "ushort": "unsigned short",
    "int": "int",
    "uint": "unsigned int",
    "long": "long",
    "ulong": "unsigned long",
    "longlong": "long long",
    "ulonglong": "unsigned long long",
    "int128": "__int128",
    "uint128": "unsigned __int128",
    "float": "float",
    "double": "double",
    "longdouble": "long double",
    "pointer": "void *",
}
_FLOATING = ("float", "double", "longdouble")


def nondet(type: Type) -> str:
    """The function that gives any value of a scalar type; the caller makes the type's width of it."""
    type = value_type(type)
    match type:
        case BoolType():
            name = "bool"
        case IntType(bits, signed, spelled):
            if spelled in ("long", "unsigned long"):
                name = "long" if signed else "ulong"
            else:
                width = next(width for width in _INTEGERS if bits <= width)
                name = _INTEGERS[width] if signed else f"u{_INTEGERS[width]}"
        case FloatType(bits):
            name = {32: "float", 64: "double", 80: "longdouble"}[bits]
        case PointerType():
            name = "pointer"
        case _:
            raise AssertionError(f"{type} is not a scalar type")
    return f"nondet_{name}"


@dataclass(frozen=True, slots=True)
class DialectWords:
    """The definitions of one dialect. In `nondet`, `{T}` is a type, `{n}` its name in `nondet_...`, and `{c}`
    what reads a number of that kind from the choices."""

    head: tuple[str, ...]
    assume: str
    claim: str
    cut: str
    gap: str
    end: str
    nondet: str
    havoc: tuple[str, ...]
    note: str = "#define NOTE(n)"


_BYTEWISE = (
    "static inline void havoc(void *object, unsigned long size)",
    "{",
    "    for (unsigned long i = 0; i < size; i++)",
    "        ((unsigned char *)object)[i] = nondet_uchar();",
    "}",
)


def _told(macro: str, word: str, claim: str, assume: str) -> str:
    """Asserted unreachable, or with `-DUNTHREAD_NO_...S` taken to be."""
    return (
        f"#ifdef UNTHREAD_NO_{macro}S\n"
        f"#define {macro}(message) {assume}(0)\n"
        "#else\n"
        f'#define {macro}(message) do {{ {claim}(0, "{word}: " message); {assume}(0); }} while (0)\n'
        "#endif"
    )


_SVCOMP = DialectWords(
    head=("extern void abort(void) __attribute__((noreturn));", "extern void reach_error(void);"),
    assume="#define assume(c) do { if (!(c)) abort(); } while (0)",
    claim="#define ASSERT(c, message) do { if (!(c)) { reach_error(); abort(); } } while (0)",
    cut="#define CUT(message) abort()",
    gap="#define GAP(message) do { reach_error(); abort(); } while (0)",
    end="#define END(status) abort()",
    nondet="extern {T} __VERIFIER_nondet_{n}(void);\n#define nondet_{n}() __VERIFIER_nondet_{n}()",
    havoc=(
        "extern void __VERIFIER_nondet_memory(void *, unsigned long);",
        "#define havoc(object, size) __VERIFIER_nondet_memory(object, size)",
    ),
)
_CBMC = DialectWords(
    head=(
        "void __CPROVER_assume(_Bool);",
        "void __CPROVER_assert(_Bool, const char *);",
    ),
    assume="#define assume(c) __CPROVER_assume(c)",
    claim="#define ASSERT(c, message) do { __CPROVER_assert(c, message); __CPROVER_assume(c); } while (0)",
    cut=_told("CUT", "cut", "__CPROVER_assert", "__CPROVER_assume"),
    gap=_told("GAP", "gap", "__CPROVER_assert", "__CPROVER_assume"),
    end="#define END(status) __CPROVER_assume(0)",
    nondet="{T} nondet_{n}(void);",
    havoc=(
        "void __CPROVER_havoc_slice(void *, __SIZE_TYPE__);",
        "#define havoc(object, size) __CPROVER_havoc_slice(object, size)",
    ),
    note="static unsigned ut_at;\n#define NOTE(n) ut_at = n;",
)
_ESBMC = DialectWords(
    head=("void __ESBMC_assume(_Bool);", "void __ESBMC_assert(_Bool, const char *);"),
    assume="#define assume(c) __ESBMC_assume(c)",
    claim="#define ASSERT(c, message) do { __ESBMC_assert(c, message); __ESBMC_assume(c); } while (0)",
    cut=_told("CUT", "cut", "__ESBMC_assert", "__ESBMC_assume"),
    gap=_told("GAP", "gap", "__ESBMC_assert", "__ESBMC_assume"),
    end="#define END(status) __ESBMC_assume(0)",
    nondet="{T} nondet_{n}(void);",
    havoc=_BYTEWISE,
    note="static unsigned ut_at;\n#define NOTE(n) ut_at = n;",
)
_KLEE = DialectWords(
    head=(
        "extern void klee_make_symbolic(void *, unsigned long, const char *);",
        "extern void klee_assume(unsigned long);",
        "extern void klee_silent_exit(int) __attribute__((noreturn));",
        "extern void klee_report_error(const char *, int, const char *, const char *)"
        " __attribute__((noreturn));",
    ),
    assume="#define assume(c) do { if (!(c)) klee_silent_exit(0); } while (0)",
    claim="#define ASSERT(c, message) "
    'do { if (!(c)) klee_report_error(__FILE__, __LINE__, message, "assert"); } while (0)',
    cut="#define CUT(message) klee_silent_exit(0)",
    gap='#define GAP(message) klee_report_error(__FILE__, __LINE__, "gap: " message, "gap")',
    end="#define END(status) klee_silent_exit(0)",
    nondet="static inline {T} nondet_{n}(void) "
    '{{ {T} value; klee_make_symbolic(&value, sizeof value, "{n}"); return value; }}',
    havoc=('#define havoc(object, size) klee_make_symbolic(object, size, "object")',),
)
_FRAMAC = DialectWords(
    head=("extern void abort(void) __attribute__((noreturn));", "volatile int ut_any;"),
    assume="#define assume(c) do { if (!(c)) abort(); } while (0)",
    claim="#define ASSERT(c, message) do { int ut_holds = (c) != 0; /*@ assert ut_holds == 1; */"
    " if (!ut_holds) abort(); } while (0)",
    cut="#define CUT(message) abort()",
    gap="#define GAP(message) do { /*@ assert \\false; */ abort(); } while (0)",
    end="#define END(status) abort()",
    nondet="extern {T} volatile ut_any_{n};\n#define nondet_{n}() ut_any_{n}",
    havoc=_BYTEWISE,
)
_PLAIN = DialectWords(
    head=(
        "#ifdef __SIZEOF_INT128__",
        "typedef __int128 ut_integer;",
        "#else",
        "typedef long long ut_integer;",
        "#endif",
        "ut_integer ut_choose(int line);",
        "long double ut_choose_floating(int line);",
        "void ut_end(const char *what, const char *message, int line, int status) __attribute__((noreturn));",
    ),
    assume="#define assume(c) "
    'do { if (!(c)) ut_end("infeasible", "assume(" #c ")", __LINE__, 3); } while (0)',
    claim='#define ASSERT(c, message) do { if (!(c)) ut_end("violated", message, __LINE__, 10); } while (0)',
    cut='#define CUT(message) ut_end("bound", message, __LINE__, 4)',
    gap='#define GAP(message) ut_end("gap", message, __LINE__, 5)',
    end='#define END(status) ut_end("ended", "", __LINE__, status)',
    nondet="#define nondet_{n}() (({T}){c}(__LINE__))",
    havoc=(
        "static inline void ut_havoc(void *object, unsigned long size, int line)",
        "{",
        "    for (unsigned long i = 0; i < size; i++)",
        "        ((unsigned char *)object)[i] = (unsigned char)ut_choose(line);",
        "}",
        "#define havoc(object, size) ut_havoc(object, size, __LINE__)",
    ),
)
HERE = "UT_HERE"  # stands for the number of its line, in a text that has the user's lines
_FOLLOWED = replace(
    _PLAIN,
    nondet="#define nondet_{n}(line) (({T}){c}(line))",
    havoc=(*_PLAIN.havoc[:-1], "#define havoc(object, size, line) ut_havoc(object, size, line)"),
    note="static int ut_at, ut_parts, ut_trying = -1;\n#define NOTE(n) ut_at = n; ut_parts++;",
)
_WORDS = {
    Dialect.SVCOMP: _SVCOMP,
    Dialect.CBMC: _CBMC,
    Dialect.ESBMC: _ESBMC,
    Dialect.KLEE: _KLEE,
    Dialect.FRAMAC: _FRAMAC,
    Dialect.PLAIN: _PLAIN,
}


def narrow_type(name: str, bits: int, signed: bool) -> Iterator[str]:
    """A type as wide as its values need, for CBMC; other readers of the text see a plain one."""
    sign = "signed" if signed else "unsigned"
    yield "#ifdef __CPROVER__"
    yield f"typedef {sign} __CPROVER_bitvector[{bits}] {name};"
    yield "#else"
    yield f"typedef {'int' if signed else 'unsigned int'} {name};"
    yield "#endif"


def preamble(dialect: Dialect, used: Collection[str], is_followed: bool = False) -> Iterator[str]:
    """The definitions, as far as they are used."""
    words = _FOLLOWED if is_followed else _WORDS[dialect]
    yield from words.head
    definitions = {
        "assume": words.assume,
        "ASSERT": words.claim,
        "CUT": words.cut,
        "GAP": words.gap,
        "END": words.end,
        "NOTE": words.note,
    }
    for word, definition in definitions.items():
        if word in used:
            yield from definition.split("\n")
    wanted = {*used, "nondet_uchar"} if "havoc" in used and words.havoc is _BYTEWISE else used
    for name, type in _TYPES.items():
        if f"nondet_{name}" in wanted:
            choice = "ut_choose_floating" if name in _FLOATING else _integer_choice(name)
            yield from words.nondet.format(T=type, n=name, c=choice).split("\n")
    if "havoc" in used:
        yield from words.havoc


def _integer_choice(name: str) -> str:
    return "(__SIZE_TYPE__)ut_choose" if name == "pointer" else "ut_choose"


# What a program in the dialect `plain` needs to run. It names no header: the user's program may use any name.
_RUN_TIME = """
/* ---- running it: choices are words LINE:VALUE on the standard input, each for a line of this text that
   asks for a value, in the order of asking; where there is none left, the value is 0. # begins a comment. */

extern int getchar(void);
extern int printf(const char *, ...);
extern void exit(int) __attribute__((noreturn));
extern void *realloc(void *, __SIZE_TYPE__);
extern long double strtold(const char *, char **);

static void ut_state(void);

static struct ut_choice { int line; char word[48]; } *ut_choices;
static int ut_known = -1, ut_done;

static int ut_character(void)
{
    int c = getchar();
    if (c == '#')
        while (c != '\\n' && c != -1)
            c = getchar();
    return c;
}

static int ut_read(struct ut_choice *choice)
{
    int c = ut_character(), length = 0;
    while (c != -1 && c <= ' ')
        c = ut_character();
    for (choice->line = 0; c >= '0' && c <= '9'; c = ut_character())
        choice->line = choice->line * 10 + c - '0';
    for (c = c == ':' ? ut_character() : c; c > ' ' && length < 47; c = ut_character())
        choice->word[length++] = (char)c;
    choice->word[length] = 0;
    return choice->line;
}

static const char *ut_word(int line)
{
    struct ut_choice choice;
    if (ut_known < 0)
        for (ut_known = 0; ut_read(&choice); ut_choices[ut_known++] = choice)
            if (!(ut_known & (ut_known + 1)))
                ut_choices = realloc(ut_choices, 2 * (ut_known + 1) * sizeof choice);
    while (ut_done < ut_known && !ut_choices[ut_done].line)
        ut_done++;
    for (int i = ut_done; i < ut_known; i++)
        if (ut_choices[i].line == line) {
            ut_choices[i].line = 0;
            return ut_choices[i].word;
        }
    return "0";
}

ut_integer ut_choose(int line)
{
    const char *word = ut_word(line), *digits = word + (*word == '-');
    ut_integer value = 0;
    while (*digits >= '0' && *digits <= '9')
        value = value * 10 + (*digits++ - '0');
    return *word == '-' ? -value : value;
}

long double ut_choose_floating(int line)
{
    return strtold(ut_word(line), 0);
}

static inline void ut_show(const char *name, const void *object, unsigned long size)
{
    printf("%s =", name);
    for (unsigned long i = 0; i < size; i++)
        printf(" %02x", ((const unsigned char *)object)[i]);
    printf("\\n");
}

void ut_end(const char *what, const char *message, int line, int status)
{
    ut_state();
    printf("%s%s%s (line %d)\\n", what, *message ? ": " : "", message, line);
    exit(status);
}
"""


# A thread that is only tried does not say how it ends: that it waits where it is expected to is enough.
_TRIED = """    if (ut_trying >= 0)
        _exit(status == 3 && ut_at == ut_trying ? 3 : 0);
    ut_state();
"""


def run_time(shown: Iterable[str], is_followed: bool = False) -> Iterator[str]:
    """The end of a text in the dialect `plain`: with the globals that it shows at its end."""
    text = _RUN_TIME.strip("\n")
    if is_followed:
        exits = "extern void exit(int)"
        text = text.replace(exits, f"extern void _exit(int) __attribute__((noreturn));\n{exits}")
        text = text.replace("    ut_state();\n", _TRIED)
    yield ""
    yield from text.split("\n")
    yield ""
    yield "static void ut_state(void)"
    yield "{"
    for name in shown:
        yield f'    ut_show("{name}", &{name}, sizeof {name});'
    yield "}"
