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
    whole: Program | None = None  # if `program` begins where the search starts
    settled: frozenset[Property] = frozenset()  # what others have proved
    name: str = "embedded"
    is_second: bool = False  # others search in another way: what it cannot do is left to them
    is_engine: bool = True

    @property
    def properties(self) -> frozenset[Property]:
        return self.request.properties

    def search(self, tell: Listener) -> None:
        deepen(self.program, self.request, tell, self.whole, self.settled, self.is_second)
