"""Which `main` unthread writes for a source: one that runs entries, or one that compares histories."""

from __future__ import annotations

from unthread.core.source import Source
from unthread.frontend.clang import Unit
from unthread.frontend.driver.entry import entry_driver
from unthread.frontend.driver.linearizable import linearizable_driver
from unthread.frontend.driver.text import Driver


def driver_for(source: Source, units: list[Unit]) -> Driver:
    if source.linearizable is not None:
        return linearizable_driver(units, source.linearizable)
    return entry_driver(units, source.entries)
