"""What is said of functions by their names is said of models that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import unthread
from unthread.program.library import LockSort
from unthread.proof.contracts import (
    ATTRIBUTES,
    DESTROYS,
    INITIALIZES,
    PARTLY,
    SETS_ATTRIBUTES,
    SIZES,
    STRANGE,
    WAITS,
    WHOLE,
)

MODELS = "".join(path.read_text() for path in (Path(unthread.__file__).parent / "models").glob("*.[ch]"))
NAMES = {ATTRIBUTES, *DESTROYS, *INITIALIZES, *PARTLY, *SETS_ATTRIBUTES, *STRANGE, *WAITS, *WHOLE}


@pytest.mark.parametrize("name", sorted(NAMES))
def test_there_is_such_a_model(name: str) -> None:
    assert re.search(rf"^int {name}\(", MODELS, re.MULTILINE)


@pytest.mark.parametrize("name", sorted(WHOLE))
def test_what_is_not_looked_into_calls_nobody_else(name: str) -> None:
    """No function of the user's can be called from there, nor can the thread end."""
    body = re.split(r"^int ", MODELS.split(f"\nint {name}(")[1], maxsplit=1, flags=re.MULTILINE)[0]
    assert "pthread_exit" not in body
    assert "cancellation_point" not in body


def test_a_view_of_a_lock_is_no_larger_than_said() -> None:
    assert SIZES == {LockSort.MUTEX: 20, LockSort.RWLOCK: 52, LockSort.SPIN: 4}
