"""Loops that fill or copy arrays become one instruction, where it is known how often they iterate.

for (i = 0; i < 4096; i++) a[i] = 0;    becomes    fill (a) with (0); i = 4096;

Nothing is lost by that: `expand.py` takes apart what other threads might look into.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from unthread.analysis.constants import position
from unthread.bound.loops.rows import BulkLoop, index_of, row_of
from unthread.bound.state import Activation, Pending, Places, Route, State, merged
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.program.bounded import LoopKind, LoopUse
from unthread.program.build.fold import convert
from unthread.program.build.simplify import Simplifier
from unthread.program.expressions import Constant, Dereference, Place, VariablePlace, root
from unthread.program.instructions import Copy, Fill
from unthread.program.query.loops import LoopNode
from unthread.program.types import VOID, ArrayType, PointerType, value_type

if TYPE_CHECKING:
    from unthread.bound.unroll import ThreadBuilder

_FEWEST = 2  # iterations; a single one stays as it is


@dataclass(frozen=True, slots=True)
class _Known:
    """A loop whose iterations were counted."""

    loop: BulkLoop
    first: int
    count: int

    @property
    def lowest(self) -> int:
        """The least index that is used."""
        return self.first if self.loop.step > 0 else self.first - self.count + 1

    @property
    def final(self) -> int:
        return self.first + self.count * self.loop.step


class Bulk:
    """Carries out such loops for one thread, but for those at `spared` places, which are unwound."""

    def __init__(self, builder: ThreadBuilder, spared: frozenset[Loc]) -> None:
        self._builder = builder
        self._spared = spared
        self._pointer = PointerType(VOID, builder.facts.program.pointer_size)

    def replaces(self, node: LoopNode, incoming: Places, active: Activation, leave: Route) -> bool:
        """The loop is one instruction now; False: it is to be unwound."""
        builder = self._builder
        loop = builder.facts.bulk_loop(active.function.name, node)
        if loop is None or builder.bounder.bounds.named(node.loc) is not None or set(incoming) != {loop.top}:
            return False
        if (builder.code.at or loop.loc) in self._spared:
            return False
        state = merged([state for pending in incoming.values() for state in pending.states])
        simplifier = builder.simplifier(active, state, looking=True)
        count = loop.trips(simplifier, state.known)
        if count is None or count < _FEWEST:
            return False
        first = state.known[simplifier.rename(loop.index)]
        assert isinstance(first, Constant), "the index is known"
        assert isinstance(first.value, int), "the index is an integer"
        self._carry_out(_Known(loop, first.value, count), incoming[loop.top], active, leave)
        use = LoopUse(node.loc, active.function.name, LoopKind.COUNTED, count, False, count)
        builder.record.note_loop(use)
        return True

    def _carry_out(self, known: _Known, arriving: Pending, active: Activation, leave: Route) -> None:
        builder, loop = self._builder, known.loop
        state = builder.code.place(arriving, loop.loc)
        assert state is not None, "a way leads here"
        simplifier = builder.simplifier(active, state)
        target = self._row(loop.target, known, simplifier, state)
        builder.watcher.note_row(target, state, loop.loc)
        if loop.source is None:
            self._fill(target, loop, simplifier, state)
        else:
            self._copy(target, self._row(loop.source, known, simplifier, state), loop, state)
        for register in loop.scratch:
            state.known.pop(simplifier.rename(register), None)
        index, final = VariablePlace(simplifier.rename(loop.index)), loop.at(known.final)
        assert final is not None, "the loop was left with it"
        builder.code.assign(index, final, state, loop.loc)
        builder.code.go(leave(loop.top, loop.exit), state, loop.loc)

    def _row(self, place: Place, known: _Known, simplifier: Simplifier, state: State) -> Place:
        """All that the loop accesses there."""
        lowest = known.loop.at(known.lowest)
        assert lowest is not None, "the loop uses it"
        values = state.known | {simplifier.rename(known.loop.index): lowest}
        assert index_of(place) is not None, "it has an index"
        return row_of(simplifier.place(place, values), known.count, self._pointer)

    def _fill(self, target: Place, loop: BulkLoop, simplifier: Simplifier, state: State) -> None:
        assert isinstance(target.type, ArrayType), "rows are arrays"
        kind = value_type(target.type.element)
        value = convert(simplifier.expression(loop.value, state.known), kind)
        if not self._is_lost(target, loop, state):
            state.memory.fill(target, value)
        self._builder.code.emit(Fill(target, value, loop.loc))

    def _copy(self, target: Place, source: Place, loop: BulkLoop, state: State) -> None:
        if not self._is_lost(target, loop, state):
            state.memory.copy_array(target, source, loop.step < 0)
        self._builder.code.emit(Copy(target, source, loop.step < 0, loop.loc))

    def _is_lost(self, target: Place, loop: BulkLoop, state: State) -> bool:
        """It is not known where was written."""
        if not isinstance(root(target), Dereference) or position(target) is not None:
            return False
        self._builder.spoil(self._builder.facts.objects_at(loop.target), state, loop.loc)
        return True
