"""What the order encoding does not take on: `Unfit`. Rounds do."""

from __future__ import annotations

TOO_MANY = "too many orders of accesses to shared memory"


class Unfit(Exception):
    """The reason, for readers."""
