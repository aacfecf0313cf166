"""What a step did, for the page."""

from __future__ import annotations

import pytest

from tests.support.made_traces import at, call, read, write
from unthread.core.trace import Step, StepKind
from unthread.reports.html.words import effects_of, is_shown, kind_of

LOCK = call(0, "pthread_mutex_lock", 3)


@pytest.mark.parametrize(
    ("step", "kind"),
    [
        (read(0, "x", "1", 3), "read"),
        (write(0, "x", "1", "2", 3), "write"),
        (LOCK, "lock"),
        (call(0, "pthread_mutex_unlock", 3), "unlock"),
        (call(0, "pthread_cond_wait", 3), "wait"),
        (call(0, "pthread_join", 3), "wait"),
        (call(0, "rand", 3), "call"),
        (Step(0, at(3), StepKind.END), "end"),
        (Step(0, at(3), StepKind.SECTION), "atomic"),
    ],
)
def test_kinds_for_the_eye(step: Step, kind: str) -> None:
    assert kind_of(step) == kind


def test_parts_of_synchronization_objects_are_not_shown() -> None:
    assert [item.place for item in effects_of(write(0, "x", "1", "2", 3))] == ["x"]
    assert effects_of(write(0, "m.__owner", "1", "2", 3)) == ()
    assert effects_of(LOCK) == ()


def test_the_end_of_a_thread_is_shown() -> None:
    assert is_shown(Step(0, at(3), StepKind.END))
    assert is_shown(read(0, "x", "1", 3))
