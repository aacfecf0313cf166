"""What printf and its family write through their arguments: `%n` stores how much was written so far."""

from __future__ import annotations

import re
from collections.abc import Iterator

from unthread.analysis.locations import Location
from unthread.analysis.points_to import PointsTo
from unthread.program.expressions import Expression
from unthread.program.instructions import FormatText, Print

_STORES = re.compile(rb"%[^%a-zA-Z]*[hljztLq]*n")  # with any flags, also wrong ones


def stored_by(instruction: Print | FormatText, pointers: PointsTo) -> Iterator[Location]:
    """Where `%n` may write, unless the format is text that is known and has none: to whatever the
    arguments point to."""
    if may_store(instruction.format, pointers):
        for location in pointers.targets(instruction.arguments):
            yield from pointers.contents(location.object)


def may_store(format: Expression, pointers: PointsTo) -> bool:
    texts = [pointers.text(location.object) for location in pointers.targets(format)]
    return not texts or any(text is None or _STORES.search(text) is not None for text in texts)
