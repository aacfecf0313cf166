"""`unthread cseq`: the command line of Lazy-CSeq (TOPLAS 2021, Sec. 5.2)."""

from __future__ import annotations

from unthread.commands.arguments import source_of
from unthread.commands.check import check
from unthread.core.diagnostics import UsageError
from unthread.core.properties import ASSERTED
from unthread.options import CheckOptions, CseqOptions

_OTHER_NAMES = {"automizer": "ultimate"}
_DISCONTINUED = ("llbmc", "satabs", "blitz")


def cseq(options: CseqOptions, flags: tuple[str, ...]) -> int:
    """Check a program with the options of Lazy-CSeq: a number of rounds, loops unwound a number of times.

    Violations are those of Lazy-CSeq: a failed assertion, the label ERROR, misuse of a lock."""
    if not options.input:
        raise UsageError("-i FILE is missing")
    if options.backend in _DISCONTINUED:
        raise UsageError(
            f"--backend: {options.backend} is no longer maintained",
            hint="`unthread check --backend command` calls any tool; docs/BACKENDS.md shows how",
        )
    names = {"directories", "includes", "standard", "m32", "m64", "clang", "atomic_statements", "no_spurious"}
    names.add("volatile_is_atomic")
    names |= {"stubs", "havoc", "words", "any_words"}
    chosen = CheckOptions(
        **{name: getattr(options, name) for name in names},
        properties=",".join(sorted(ASSERTED)),
        unwind=options.unwind,
        rounds=options.rounds,
        time=options.time,
        backends=_OTHER_NAMES.get(options.backend, options.backend),
        schema=None if options.backend == "embedded" else "lazy",
        quiet=not options.cex,
    )
    return check(chosen, source_of([options.input], options, flags), ())
