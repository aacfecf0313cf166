"""`unthread cseq`: the command line of Lazy-CSeq (TOPLAS 2021, Sec. 5.2)."""

from __future__ import annotations

from unthread.api.sources import must_have_main, source_of
from unthread.commands.check import check_source
from unthread.core.diagnostics import UsageError
from unthread.core.properties import ASSERTED
from unthread.options import CheckOptions
from unthread.task_options import CseqOptions

_OTHER_NAMES = {"automizer": "ultimate"}
_DISCONTINUED = ("llbmc", "satabs", "blitz")


def cseq(options: CseqOptions, flags: tuple[str, ...]) -> int:
    if not options.input:
        raise UsageError("-i FILE is missing")
    if options.backend in _DISCONTINUED:
        raise UsageError(
            f"--backend: {options.backend} is no longer maintained",
            hint="`unthread check --backend command` calls any tool; docs/BACKENDS.md shows how",
        )
    names = {"directories", "includes", "standard", "m32", "m64", "clang", "atomic_statements", "no_spurious"}
    names |= {"volatile_is_atomic", "malloc_may_fail"}
    names |= {"stubs", "asm_models", "havoc", "words", "any_words"}
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
    source = source_of([options.input], options, flags)
    must_have_main(source, "cseq")
    return check_source(chosen, source)
