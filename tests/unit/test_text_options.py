"""What a compiler is told is an option wherever C is read."""

from __future__ import annotations

from unthread.options import CheckOptions
from unthread.text_options import HarnessOptions, TextOptions


def test_commands_that_read_c_have_these_options() -> None:
    assert issubclass(CheckOptions, TextOptions)
    assert issubclass(HarnessOptions, TextOptions)
    assert HarnessOptions().threads == HarnessOptions().operations == 2
