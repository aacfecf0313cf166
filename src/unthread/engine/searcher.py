"""The engine as a searcher: `EngineSearcher`."""

from __future__ import annotations

from unthread.core.events import Listener
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.request import Request
from unthread.engine.deepen import deepen
from unthread.program.program import Program


@dataclass(frozen=True, slots=True)
class EngineSearcher:
    program: Program
    request: Request
    name: str = "embedded"
    is_engine: bool = True

    @property
    def properties(self) -> frozenset[Property]:
        return self.request.properties

    def search(self, tell: Listener) -> None:
        deepen(self.program, self.request, tell)
