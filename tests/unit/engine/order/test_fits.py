"""What the order encoding leaves to rounds by the text of a program alone."""

from __future__ import annotations

from pathlib import Path

from tests.support.sources import loaded
from unthread.bound.threads import bound
from unthread.core.bounds import Bounds
from unthread.core.properties import Property
from unthread.engine.order.fits import unfit_for_order

TWO = """
#include <pthread.h>
static void *work(void *argument) { return 0; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); return 0; }
"""


def unfit(text: str, directory: Path, *properties: Property) -> str | None:
    return unfit_for_order(bound(loaded(text, directory), Bounds(), frozenset(properties)))


def test_two_threads_fit_unless_leaks_are_looked_for(tmp_path: Path) -> None:
    assert unfit(TWO, tmp_path, Property.REACH, Property.MEMORY) is None
    assert unfit(TWO, tmp_path, Property.LEAK) == "leaks are checked"


def test_one_thread_has_one_order(tmp_path: Path) -> None:
    assert unfit("int main(void) { return 0; }", tmp_path, Property.REACH) == "there is one thread"
