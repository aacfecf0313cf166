"""How C text is read: what a compiler has to know (`TextOptions`), with the options of the command that needs
no more than that, and what unthread has to know besides (`CompilerOptions`)."""

from __future__ import annotations

from functools import partial

from unthread.core.records import dataclass
from unthread.declaration import Heading, option

reading = partial(option, heading=Heading.READING)
general = partial(option, heading=Heading.GENERAL)


@dataclass(frozen=True, slots=True)
class TextOptions:
    """What a compiler has to know."""

    directories: tuple[str, ...] = reading((), "-I", metavar="DIR", help="search DIR for headers")
    defines: tuple[str, ...] = reading((), "-D", metavar="NAME[=TEXT]", help="define a macro")
    undefines: tuple[str, ...] = reading((), "-U", metavar="NAME", help="undefine a macro")
    includes: tuple[str, ...] = reading((), "-include", metavar="FILE", help="include FILE first")
    standard: str = reading(
        "", "-std", metavar="NAME", help="C standard: c99, gnu11, c17, ...  [default: gnu17]"
    )
    m32: bool = reading(False, "--m32", "-m32", help="data model of i386: long and pointers have 32 bits")
    m64: bool = reading(
        False, "--m64", "-m64", help="data model of x86-64: long and pointers have 64 bits  [default]"
    )
    ignored_flags: tuple[str, ...] = reading(
        (), "--ignore-flag", metavar="FLAG", help="ignore this flag for compilers, also in compile commands"
    )
    clang: tuple[str, ...] = reading((), "--clang", metavar="FLAG", help="pass FLAG to clang")
    verbose: bool = general(False, "-v", "--verbose", help="print a traceback on internal errors")


@dataclass(frozen=True, slots=True)
class CompilerOptions(TextOptions):
    """How C text is read."""

    atomic_statements: bool = reading(
        False, "--atomic-statements", help="execute each C expression statement as one atomic step"
    )
    no_spurious: bool = reading(
        False,
        "--no-spurious",
        help="exclude spurious wake-ups, which POSIX allows for condition variables, and Linux for futexes",
    )
    volatile_is_atomic: bool = reading(
        False,
        "--volatile-is-atomic",
        help="for code older than C11: conflicting accesses to volatile objects are not data races",
    )
    malloc_may_fail: bool = reading(
        False,
        "--malloc-may-fail",
        help="search also executions in which allocations fail and return NULL",
    )
    stubs: tuple[str, ...] = reading(
        (), "--stub", metavar="FILE", help="C file with models of functions that the program does not define"
    )
    asm_models: tuple[str, ...] = reading(
        (), "--asm-model", metavar="FILE", help="C file with functions that stand for inline assembly"
    )
    havoc: tuple[str, ...] = reading(
        (),
        "--havoc",
        metavar="NAME",
        help="let function NAME, which has no body, change whatever its arguments point to",
    )
    words: tuple[str, ...] = reading((), "--arg", metavar="WORD", help="start the program with argument WORD")
    any_words: int = reading(
        0,
        "--args",
        metavar="N",
        least=0,
        help="start the program with N further arguments, each of any 8 characters",
    )
    entries: tuple[str, ...] = reading(
        (),
        "--entry",
        metavar="NAME[,NAME]",
        help="instead of main, run these functions as threads, with any arguments; see docs/ENTRY.md",
    )
    entry_times: int = reading(
        1, "--entry-times", metavar="N", least=1, help="with --entry: each thread calls its function N times"
    )
    entry_null: bool = reading(False, "--entry-null", help="with --entry: pointers may also be null")
    linearizable: bool = reading(
        False,
        "--linearizable",
        help="instead of main, let threads call operations of a library on one object, and compare what they "
        "return with sequential runs; see docs/LINEARIZABLE.md",
    )
    operations: str = reading(
        "2x2",
        "--operations",
        metavar="MxN",
        help="with --linearizable: M threads that call N operations each",
    )
    object_type: str = reading(
        "", "--type", metavar="TYPE", help="with --linearizable: the type of the object"
    )


@dataclass(frozen=True, slots=True)
class HarnessOptions(TextOptions):
    output: str = option("", "-o", metavar="FILE", help="write to FILE  [default: stdout]")
    threads: int = option(2, "--threads", metavar="M", least=1, help="threads that call operations")
    operations: int = option(
        2, "--operations", metavar="N", least=1, help="operations that each thread calls"
    )
    type: str = option("", "--type", metavar="TYPE", help="the type of the object, if several are possible")
