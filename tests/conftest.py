"""Before any test: Ctrl-C and the end of a terminal are heard, as they are there. Whoever starts a job in the
background, or with nohup, makes it and all of its children deaf to them."""

from __future__ import annotations

import signal
from pathlib import Path

import pytest

pytest.register_assert_rewrite("tests.support")  # what fails there says what it compared

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    from tests.support.quick import is_quick  # not before asserts there are rewritten

    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here) and is_quick(item.path.relative_to(here).as_posix()):
            item.add_marker(pytest.mark.quick)
