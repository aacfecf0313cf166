"""Before any test: Ctrl-C and the end of a terminal are heard, as they are there. Whoever starts a job in the
background, or with nohup, makes it and all of its children deaf to them."""

from __future__ import annotations

import signal

import pytest

pytest.register_assert_rewrite("tests.support")  # what fails there says what it compared

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
if signal.getsignal(signal.SIGHUP) is signal.SIG_IGN:
    signal.signal(signal.SIGHUP, signal.SIG_DFL)
