"""What is noted while a thread is built, so that it is known whether building it again would give
anything else."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import field

from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.program.bounded import LoopKind, LoopUse
from unthread.program.expressions import Expression, Variable

Foreign = Callable[[Variable, int, int], bool]  # whether another thread may write these bytes

_PREVAILING = (LoopKind.IDLE, LoopKind.BOUNDED)  # where copies of a loop differ


@dataclass(frozen=True, slots=True)
class ThreadOrigin:
    """All that a thread is built from. `function` is what it runs, `routine` what the user calls that: the
    library may have a function around it. `known` is the argument's value, if it is the same whenever the
    thread starts; `loc` is where the user started it. `beyond`: the bound that the thread is beyond. It is
    there, and never gets to run."""

    name: str
    function: str
    routine: str
    number: int
    known: Expression | None
    loc: Loc
    beyond: str = ""


@dataclass(slots=True)
class Record:
    """`foreign` are the answers that were given, `spawned` the threads that it starts; `spawns` tells whether
    it wants to start any, within the bound or not."""

    start: ThreadOrigin
    foreign: dict[tuple[Variable, int, int], bool] = field(default_factory=dict)
    loops: dict[tuple[str, Loc], LoopUse] = field(default_factory=dict)
    assumptions: dict[str, None] = field(default_factory=dict)
    spawned: list[ThreadOrigin] = field(default_factory=list)
    spawns: bool = False

    def asking(self, foreign: Foreign) -> Foreign:
        """The same question, its answers written down."""
        answers = self.foreign

        def asked(variable: Variable, offset: int, size: int) -> bool:
            cell = (variable, offset, size)
            if cell not in answers:
                answers[cell] = foreign(variable, offset, size)
            return answers[cell]

        return asked

    def holds(self, start: ThreadOrigin, foreign: Foreign) -> bool:
        """Building the thread again would give the same, if those that it starts get the same numbers: all
        answers are those of before."""
        return start == self.start and all(foreign(*cell) == answer for cell, answer in self.foreign.items())

    def note_loop(self, use: LoopUse) -> None:
        _note(self.loops, use)

    def assume(self, what: str) -> None:
        self.assumptions[what] = None


def loops_of(records: Iterable[Record]) -> tuple[LoopUse, ...]:
    """What became of each loop in all threads together."""
    loops: dict[tuple[str, Loc], LoopUse] = {}
    for record in records:
        for use in record.loops.values():
            _note(loops, use)
    return tuple(loops.values())


def assumptions_of(records: Iterable[Record]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(what for record in records for what in record.assumptions))


def _note(loops: dict[tuple[str, Loc], LoopUse], use: LoopUse) -> None:
    key = (use.function, use.loc)
    known = loops.get(key)
    if known is None:
        loops[key] = use
        return
    kind = next((kind for kind in _PREVAILING if kind in (known.kind, use.kind)), use.kind)
    iterations, cut = max(use.iterations, known.iterations), use.cut or known.cut
    trips = None if use.trips is None or known.trips is None else max(use.trips, known.trips)
    loops[key] = LoopUse(use.loc, use.function, kind, iterations, cut, trips)
