"""What the order encoding does not take on: `Unfit`. Rounds do."""

from __future__ import annotations


class Unfit(Exception):
    """The reason, for readers."""
