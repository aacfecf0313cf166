"""Standards of C by the names that compilers have for them: `must_be_standards`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from unthread.core.diagnostics import UsageError

_STANDARD = re.compile(r"(c|gnu)(89|90|99|9x|11|1x|17|18|23|2x)|iso9899:\w+")


def must_be_standards(flags: Sequence[str]) -> None:
    """Clang does not say that it gives up because of a language that it does not know."""
    for flag in flags:
        name, _, value = flag.partition("=")
        if name in ("-std", "--std") and not _STANDARD.fullmatch(value):
            raise UsageError(
                f"'{flag}' is not a C standard", hint="c89 to c17 and c23, gnu89 to gnu17 and gnu23"
            )
