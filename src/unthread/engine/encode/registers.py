"""The registers of one thread: what it has computed, by the slots of its plan."""

from __future__ import annotations

from collections.abc import Mapping

from unthread.engine.encode.addresses import Addresses
from unthread.engine.encode.objects import Value
from unthread.engine.encode.plan import ThreadPlan
from unthread.engine.terms.nodes import Bool, Int, Range
from unthread.program.expressions import Variable


class Registers:
    """`values` by slot; `here` is the slot that holds each register at the instruction that is executed.
    `taken`: how jumps were decided. `inputs` and `unset` name values that the program does not compute, by
    instruction and by register. `before`: the segment was executed in an earlier round."""

    def __init__(self, plan: ThreadPlan, addresses: Addresses) -> None:
        self.plan = plan
        self.addresses, self.terms = addresses, addresses.terms
        self.values: dict[int, Value] = {}
        self.here: dict[Variable, int] = {}
        self.taken: dict[int, Bool] = {}
        self.inputs: dict[int, Value] = {}
        self.unset: dict[Variable, Value] = {}
        self.before = self.terms.false

    def for_a_look(self, here: Mapping[Variable, int]) -> Registers:
        """The same, at another instruction; what is computed then is not passed on. A value that is not
        computed has one name, wherever it is needed first."""
        look = Registers(self.plan, self.addresses)
        look.values, look.here = dict(self.values), dict(here)
        look.inputs, look.unset = self.inputs, self.unset
        return look

    def get(self, variable: Variable) -> Value | None:
        """None: nothing was ever assigned."""
        slot = self.here.get(variable)
        return None if slot is None else self.values.get(slot)

    def keep(self, slot: int, value: Value) -> None:
        """What an earlier round computed stays where that round has executed the segment."""
        if slot in self.plan.lasting and slot in self.values:
            value = self.addresses.choice(self.before, self.values[slot], value)
        self.values[slot] = value

    def set(self, index: int, value: Value) -> None:
        """The instruction there has computed the value of its register."""
        slot = self.plan.defines.get(index)
        if slot is not None:
            self.keep(slot, value)

    def decide(self, index: int, test: Bool) -> None:
        """The jump there is taken if the test holds."""
        self.taken[index] = self.terms.select(self.before, self.taken.get(index, test), test)

    def narrow(self, known: Mapping[Int, Range]) -> None:
        """Values have these bounds in every execution."""
        for slot, value in self.values.items():
            if isinstance(value, Int) and value in known:
                self.values[slot] = self.terms.narrow(value, *known[value])
