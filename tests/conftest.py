"""Before any test: Ctrl-C works as at a terminal. Whoever starts a job in the background makes it, and all of
its children, deaf to it."""

from __future__ import annotations

import signal

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
