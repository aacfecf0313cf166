"""Tests that need a referee name it: absent, they skip by its name; in CI they fail instead."""

from __future__ import annotations

import os
from functools import cache

import pytest

from referees import Tool


@cache
def is_present(tool: Tool) -> bool:
    return tool.is_present()


def require(*tools: Tool) -> None:
    absent = ", ".join(tool.name for tool in tools if not is_present(tool))
    if not absent:
        return
    if os.environ.get("CI"):
        pytest.fail(f"missing: {absent}; scripts/install_tools.py installs it")
    pytest.skip(f"missing: {absent}")
