"""Why a program is none for proofs by induction: `RefusedProgram`."""

from __future__ import annotations

from unthread.core.source import NOWHERE, Loc


class RefusedProgram(Exception):
    """The program has something that is not finite, or not followed: `what`, at a position."""

    def __init__(self, what: str, loc: Loc = NOWHERE) -> None:
        super().__init__(what)
        self.what = what
        self.loc = loc

    def __str__(self) -> str:
        return self.what if self.loc == NOWHERE else f"{self.what} at {self.loc}"
