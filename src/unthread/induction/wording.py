"""An invariant in the words of the program: `text_of`."""

from __future__ import annotations

from unthread.induction.induction import Invariant
from unthread.induction.questions import Formulas
from unthread.induction.model import Model


def text_of(invariant: Invariant, formulas: Formulas, model: Model) -> str:
    return ""
