"""What is under construction while bodies are made whose loops stay: what all of them have in common, and the
code and the variables of one."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import field
from typing import TypeAlias

from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.inlining import code, frames
from unthread.inlining.frames import is_zero
from unthread.program.build.fold import integer
from unthread.program.build.simplify import is_fixed
from unthread.program.expressions import Expression, Storage, Variable, VariablePlace
from unthread.program.instructions import Assign, Declare, Input, Jump, Label, Unmodelled
from unthread.program.program import Function
from unthread.sequentialize.flat_facts import FlatFacts

_MOST_INSTRUCTIONS = 2_000_000


@dataclass(slots=True)
class FlatState:
    """What is known at a place of a body. `sections` is how many atomic sections may be open there."""

    known: dict[Variable, Expression] = field(default_factory=dict)
    sections: int = 0

    def copy(self) -> FlatState:
        return FlatState(dict(self.known), self.sections)


Activation: TypeAlias = frames.Activation[FlatState]
Pending: TypeAlias = code.Pending[FlatState]


@dataclass(frozen=True, slots=True)
class Wanted:
    """A body that a call or a spawn in another one needs: that of threads that start in the function, with an
    argument if it is known, or of a function that is kept, called from within the active ones."""

    name: str
    function: str
    loc: Loc
    is_thread: bool
    known: Expression | None = None
    active: tuple[str, ...] = ()


class Bodies:
    """What the bodies have in common. Names of variables are unique in all of them together."""

    def __init__(self, facts: FlatFacts, depth: int, properties: frozenset[Property]) -> None:
        self.facts = facts
        self.depth = depth
        self.properties = properties
        self.assumptions: dict[str, None] = {}
        self.routines: dict[str, str] = {}
        self.origins: dict[str, str] = {}
        self.pending: deque[Wanted] = deque()
        self._spent = 0  # instructions of all bodies
        self._names: dict[str, int] = {}  # how often each was given out
        self._wanted: dict[object, str] = {}

    def spend(self, instructions: int) -> None:
        self._spent += instructions
        if self._spent > _MOST_INSTRUCTIONS:
            raise Unsupported(
                f"after inlining, the program has more than {_MOST_INSTRUCTIONS:,} instructions",
                hint="lower --depth",
            )

    def assume(self, what: str) -> None:
        self.assumptions[what] = None

    # ---- names

    def unique(self, name: str) -> str:
        self._names[name] = number = self._names.get(name, 0) + 1
        return name if number == 1 else f"{name}/{number}"

    def own(self, variable: Variable) -> Variable:
        name = self.unique(variable.name)
        if name == variable.name:
            return variable
        kind, storage = variable.type, variable.storage
        return Variable(name, kind, storage, variable.text, variable.loc, variable.escapes)

    # ---- bodies

    def of_threads(self, routine: str, known: Expression | None, users: str, loc: Loc) -> str:
        """The name of the body of threads that start in the routine, with an argument that is known. What
        the library does in them happens where the user started them."""
        key = (routine, known, loc)
        if key not in self._wanted:
            name = self._wanted[key] = self.unique(f"{users}#thread")
            self.routines[name] = users
            self.pending.append(Wanted(name, routine, loc, is_thread=True, known=known))
        return self._wanted[key]

    def of_kept(self, function: Function, active: Sequence[str]) -> str:
        """The name of the function's body for calls from within the active ones, and perhaps for others."""
        circle = self.facts.circle(function.name)
        inside = tuple(name for name in active if name in circle)
        key = (function.name, tuple(sorted(Counter(inside).items())))
        if key not in self._wanted:
            name = self._wanted[key] = self.unique(function.name)
            self.origins[name] = function.name
            self.pending.append(Wanted(name, function.name, function.loc, is_thread=False, active=inside))
        return self._wanted[key]


class FlatCode(code.Code[FlatState]):
    """Labels have names. What is known where edges meet is found elsewhere, for loops: here it is nothing."""

    def __init__(self, bodies: Bodies) -> None:
        super().__init__(bodies.spend, lambda states: FlatState(), is_fixed)
        self._names: dict[str, int] = {}  # how often each was given out

    def label(self, name: str) -> str:
        self._names[name] = number = self._names.get(name, 0) + 1
        return name if number == 1 else f"{name}/{number}"

    def pending(self, name: str = "") -> Pending:
        return code.Pending(self.label(name))


class FlatFrames(frames.Frames[FlatState]):
    """A declaration in a loop begins the life of the same variable again and again."""

    def __init__(self, bodies: Bodies, code: FlatCode) -> None:
        super().__init__(code, bodies.properties)
        self._bodies = bodies
        self._facts = bodies.facts

    def _named(self, variable: Variable) -> Variable:
        return self._bodies.own(variable)

    def temporary(self, name: str, value: Expression, loc: Loc) -> Variable:
        return self.own(Variable("ut_t", value.type, Storage.REGISTER, "t", loc))

    def variable(self, active: Activation, variable: Variable) -> Variable:
        """The copy's own for a variable of the function; others are everybody's."""
        own = active.registers.get(variable.name)
        if own is not None:
            return own
        if variable.storage is Storage.REGISTER:
            return self.register(active, variable)
        if variable.storage is Storage.LOCAL:
            own = self.register(active, variable)
            active.objects.append(own)
            return own
        return variable

    def begin(self, active: Activation, loc: Loc) -> None:
        """What is not set before it is used holds anything, in every call anew."""
        function = active.function
        blocks = self._facts.facts.blocks(function)
        unset = self._facts.unset(function)
        for variable in function.locals:
            if variable in blocks:
                register = self.register(active, variable)
                active.blocks.append(register)
                self._code.add(Assign(VariablePlace(register), integer(0, register.type), loc))
            elif variable in unset.registers:
                own = self.register(active, variable)
                self._code.add(Input(own, own.text or own.name, loc))
            elif variable.name in unset.objects.at_entry:
                self._code.add(Declare(self.variable(active, variable), False, loc))

    def keep_block(self, register: Variable, index: int, active: Activation, loc: Loc) -> None:
        """Before `register` gets the address of a block of the frame: where it still has that of another one,
        from an earlier iteration of a loop, that one could not be ended any more."""
        if Property.MEMORY not in self._properties or self._ends_process(active):
            return
        block = active.shape.block_of(index)
        if not any(block in node.loop.blocks for node in active.shape.nodes):
            return
        after = self._code.pending("first")
        self._code.emit(Jump(after.label, is_zero(register), loc))
        self._code.emit(Unmodelled("alloca in a loop, with blocks that end with the call", loc))
        self._code.emit(Label(after.label, loc))
