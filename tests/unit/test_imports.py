"""Who starts unthread, or looks at a backend, does not wait for libraries that only a search needs."""

from __future__ import annotations

import subprocess
import sys

import pytest

HEAVY = ("bitwuzla", "clang", "rich", "unthread.engine.deepen", "unthread.interpreter.machine")


@pytest.mark.parametrize("module", ["unthread.backends", "unthread.backends.searcher", "unthread.cli"])
@pytest.mark.parametrize("library", HEAVY)
def test_is_not_loaded(module: str, library: str) -> None:
    text = f"import sys, {module}; sys.exit({library!r} in sys.modules)"
    assert subprocess.run([sys.executable, "-c", text], timeout=60).returncode == 0


@pytest.mark.parametrize("library", ["unthread.api", "unthread.core.verdict", "multiprocessing", "tomllib"])
def test_help_loads_options_and_little_else(library: str) -> None:
    test_is_not_loaded("unthread.cli", library)


FEW = (
    "unthread.engine.order.encoding",
    "unthread.frontend.assembly.lower",
    "unthread.frontend.driver.choose",
)


@pytest.mark.parametrize("library", FEW)
def test_a_search_loads_nothing_that_few_programs_need(library: str) -> None:
    test_is_not_loaded("unthread.story, unthread.engine.searcher", library)
