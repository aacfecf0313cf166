"""What an encoding of schedules offers, so that questions about executions are written once: `Schedules`.

There are two: rounds (`execute.py`), and an order of all segments (`engine/order/encoding.py`). In both, a
thread is executed segment by segment, `timetable.rounds` says which segments are, `threads` how each
continues and who waits, `state` what is there in the end, `collected` what may go wrong and what must hold.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol

from unthread.core.properties import Property
from unthread.engine.encode.events import Collected
from unthread.engine.encode.setting import Setting, SharedState
from unthread.engine.encode.timetable import Timetable
from unthread.engine.terms.terms import Terms

if TYPE_CHECKING:
    from unthread.engine.encode.thread import ThreadRun


class Schedules(Protocol):
    """`settled` are properties that are known to hold."""

    @property
    def terms(self) -> Terms: ...

    @property
    def settled(self) -> frozenset[Property]: ...

    @property
    def setting(self) -> Setting: ...

    @property
    def timetable(self) -> Timetable: ...

    @property
    def threads(self) -> Sequence[ThreadRun]: ...

    @property
    def state(self) -> SharedState: ...

    @property
    def collected(self) -> Collected: ...

    def settle(self, properties: frozenset[Property]) -> None:
        """Violations of these need not be found any more."""
