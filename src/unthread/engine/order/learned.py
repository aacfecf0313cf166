"""What passes over the threads have found of the memory that these share: `Learned`.

Pass after pass, until one finds nothing that was not assumed, or its values are few enough: the argument is
in docs/decisions/0014-order.md.
"""

from __future__ import annotations

from unthread.engine.encode.objects import Value
from unthread.engine.order.assumed import Assumed, Unit
from unthread.engine.order.held import HeldValues, fitted, held_in
from unthread.engine.order.memory import whole_cell
from unthread.engine.order.passes import Groundwork, Pass
from unthread.engine.order.unfit import Unfit

_MOST_PASSES = 300
_PATIENCE = 400_000  # terms that may be made until all that is assumed of numbers is how many bits they have


class Learned:
    """`base` is what was assumed in the first pass with what is shared now. Values that are new are
    `has_news` for as many passes as `steady` says."""

    def __init__(self, ground: Groundwork) -> None:
        self.ground = ground
        self.assumed = Assumed()
        self.values_at_first: dict[Unit, Value] = {}
        self.passes = 0
        self._known = 0, 0  # objects and heirs
        self._steady, self._has_news = 0, True
        self._base: dict[Unit, HeldValues] = {}

    def next_pass(self, is_wide: bool = False) -> Pass:
        if self.passes > _MOST_PASSES:
            raise Unfit("the values that threads write depend on each other in too many steps")
        self.passes += 1
        return Pass(self.ground, self.assumed, is_wide)

    def is_enough(self, done: Pass) -> bool:
        """After the pass, unless what threads would do next tells more."""
        if self.learn(done):
            self._begin_with_constants()
            return False
        if self._has_news and self._steady < self._writing(done):
            self._steady += 1
            return False
        return True

    def _begin_with_constants(self) -> None:
        """What is written whatever was read is assumed from the start, and not counted by `_writing`."""
        try:
            happenings = self.next_pass(is_wide=True).happenings
        except Unfit:  # with values that there are not
            return
        for happening in happenings:
            for unit, held in happening.leaves.items():
                if held.is_one:
                    self.assumed.hold(unit, held, is_patient=True)
        self._base = dict(self.assumed.held)

    def _writing(self, done: Pass) -> int:
        """How many segments leave what was not assumed in the first pass with what is shared now."""
        base = self._base
        return sum(
            any(base[unit].joined(held) != base[unit] for unit, held in happening.leaves.items())
            for happening in done.happenings
        )

    def learn(self, done: Pass) -> bool:
        """Whether the pass has found anything to be shared that was not."""
        ground, assumed = self.ground, self.assumed
        objects, heirs = len(ground.first.objects), len(ground.heirs)
        is_new = assumed.learn(done.noted) or (objects, heirs) != self._known
        is_patient = ground.terms.count < _PATIENCE
        self._has_news = assumed.learn_held(done.noted, is_patient)
        self._known = objects, heirs
        if is_new:
            self._steady = 0
            assumed.held.clear()
        ground.find_locks(assumed)
        self._learn_first_values(done, is_patient)
        if is_new:
            self._base = dict(assumed.held)
        return is_new

    def _learn_first_values(self, done: Pass, is_patient: bool) -> None:
        first, settled = self.ground.first, done.threads[0].settled
        self.values_at_first = {}
        for units in self.assumed.units.values():
            for unit in units:
                number, at, size = unit
                item = first.objects[number]
                state = settled.get(number, first.states[number])
                value = fitted(whole_cell(first, item, state.copy(), at, size), size, first.addresses)
                self.values_at_first[unit] = value
                held = held_in(value, first.addresses, first.objects)
                self._has_news = self.assumed.hold(unit, held, is_patient) or self._has_news
