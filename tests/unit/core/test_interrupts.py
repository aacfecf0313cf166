"""Nothing that a signal raises is lost."""

from __future__ import annotations

import subprocess
import sys

import pytest

_PROGRAM = """
import signal, sys, time
from unthread.core import interrupts
interrupts.hear_all()

class Ends:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)
        sum(range(1000))

signal.signal(signal.SIGINT, {sigint})
signal.signal(signal.SIGTERM, signal.default_int_handler)
try:
    Ends()
    {after}
    print("lost")
except KeyboardInterrupt:
    print("heard")
time.sleep(0.1)
print("once")
"""


@pytest.mark.parametrize("sigint", ["signal.default_int_handler", "signal.SIG_IGN"])
@pytest.mark.parametrize("after", ["interrupts.raise_dropped()", "time.sleep(30)"])
def test_an_interrupt_while_an_object_ends(sigint: str, after: str) -> None:
    text = _PROGRAM.format(sigint=sigint, after=after)
    answer = subprocess.run(
        [sys.executable, "-c", text], capture_output=True, text=True, timeout=60, check=False
    )
    assert (answer.stdout, answer.stderr) == ("heard\nonce\n", "")
