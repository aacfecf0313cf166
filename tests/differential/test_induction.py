"""No invariant where the oracle finds a violation, which tries every interleaving: of generated programs that never
end, of programs that were built to break the argument, and of programs that were proved and then broken."""

from __future__ import annotations

import re
import time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle import explore
from tests.properties.endless import endless_programs
from tests.properties.guarded import guarded_programs
from tests.support.generated import QUICK
from tests.support.sources import loaded
from unthread.bound.loops.spinning import with_waits
from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property
from unthread.induction.induction import Invariant, Search, is_inductive
from unthread.induction.model import Model, model_of
from unthread.induction.questions import Formulas, TimeIsUp
from unthread.induction.refusal import Refused
from unthread.program.program import Program

ASKED = frozenset(Property) - {Property.LEAK, Property.LEAK_ALL}
FEW_STATES = 1500
MANY_STATES = 6000
SECONDS = 20.0  # for one program


def prepared(text: str, directory: Path, spurious: bool = False) -> Program:
    return with_waits(loaded(text, directory, spurious=spurious), ASKED)


def proved(program: Program, seconds: float = SECONDS) -> frozenset[Property]:
    """Each property by itself."""
    until = time.process_time() + seconds

    def is_over() -> bool:
        return time.process_time() > until

    def tick() -> None:
        if is_over():
            raise TimeIsUp

    try:
        model = model_of(program, ASKED, tick)
        return frozenset(item for item in ASKED if _is_proved(model, item, is_over))
    except (Refused, TimeIsUp, Unsupported):
        return frozenset()


def _is_proved(model: Model, property: Property, is_over: object) -> bool:
    if property in model.spread.unclaimed:
        return False
    formulas = Formulas(model.relation, frozenset({property}), model.facts)
    found = Search(formulas, is_over, most=6).run()
    return isinstance(found, Invariant) and is_inductive(formulas, found.term, is_over)


def violated(program: Program, states: int) -> frozenset[Property]:
    try:
        found = explore(program, ASKED, max_states=states)
    except Unsupported:
        return frozenset()
    return frozenset(kind for kind, _ in found.violations)


def compared(text: str, directory: Path, states: int) -> frozenset[Property]:
    program = prepared(text, directory)
    found = proved(program)
    if found:
        wrong = found & violated(program, states)
        assert not wrong, wrong
    return found
