"""What instructions do to what is known of a thread: `Effects`."""

from __future__ import annotations

from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from dataclasses import replace

from unthread.analysis.constants import Constants
from unthread.analysis.locations import UnknownObject
from unthread.analysis.points_to import PointsTo
from unthread.analysis.points_to_values import exposing
from unthread.program.expressions import (
    AddressOf,
    Convert,
    Dereference,
    Element,
    Expression,
    Member,
    Place,
    Read,
    ThreadSelf,
    Variable,
    VariablePlace,
    is_register,
    operands,
)
from unthread.program.instructions import (
    Allocate,
    Assign,
    Declare,
    FormatText,
    Free,
    Instruction,
    defined_register,
    expressions,
)
from unthread.program.library import THREADS
from unthread.program.program import Program
from unthread.program.types import PointerType, size_of, value_type
from unthread.proof.contracts import SETS_ATTRIBUTES
from unthread.proof.frames import WalkFrame
from unthread.proof.situations import Key, KnownFacts, Ready, forgotten, meets, met, with_value
from unthread.proof.values import Address, Handle, KnownEvaluator, Made, Register, Value, Values

ARGUMENT = "@argument"  # as the name of a register: what the start routine is given


class Effects:
    """`ready_when_leaked`: which locks in the objects of an allocation were ready whenever others could learn
    of one."""

    def __init__(self, program: Program, pointers: PointsTo, frames: list[WalkFrame]) -> None:
        self.evaluator = KnownEvaluator(self._cell, self._leads_away)
        self.ready_when_leaked: dict[int, frozenset[Ready]] = {}
        self._allocations: set[int] = set()
        self._exposed: dict[int, frozenset[str]] = {}  # registers, by instruction
        self._away: dict[Expression, bool] = {}  # indices
        self._pointers = pointers
        self._constants = Constants(program, pointers)
        self._frames = frames

    def after(
        self, frame: int, node: int, item: Instruction, key: Key, known: KnownFacts
    ) -> tuple[Key, KnownFacts]:
        """An instruction that always continues to the next."""
        match item:
            case Assign(VariablePlace(variable) as place, value) if is_register(place):
                found = self.evaluator.value(value, known.values, frame)
                known = self.handed_on(known, value, frame, kept=found)
                return self.set(frame, node, variable, found, key, known)
            case Assign(target, value):
                known = self.handed_on(known, value, frame)
                return key, self._written(self._overwritten(known, target, frame), target, frame)
            case Declare(variable):
                return forgotten(variable, key, known)
            case Allocate(target):
                if node in self._followed(known):
                    self.note_leaks({node}, known.ready)  # other registers may have the last one
                self._allocations.add(node)
                key, known = forgotten(Made(node), key, known)
                known = replace(known, leaked=known.leaked - {node})
                return key, with_value(known, (frame, target.name), Address(Made(node), 0))
            case Free(pointer):
                match self.evaluator.value(pointer, known.values, frame):
                    case Address(Made(made)):
                        return key, replace(known, leaked=known.leaked | {made})
                return key, known
            case FormatText():
                values = {
                    register: value
                    for register, value in known.values.items()
                    if not isinstance(value, Handle)
                }
                return key, with_value(replace(known, values=values), (frame, item.target.name), None)
            case _:
                register = defined_register(item)
                if register is None:
                    return key, known
                return self.set(frame, node, register, None, key, known)

    def set(
        self, frame: int, node: int, variable: Variable, value: Value | None, key: Key, known: KnownFacts
    ) -> tuple[Key, KnownFacts]:
        """What is read from memory, or is not known, gets a name."""
        if isinstance(value, Address) and (value.base == Made(node) or self._is_vague(value, frame)):
            value = None
        key, known = forgotten(Made(node), key, known)
        if value is None and isinstance(value_type(variable.type), PointerType):
            value = Address(Made(node), 0)
        return key, with_value(known, (frame, variable.name), value)

    def _is_vague(self, value: Address, frame: int) -> bool:
        """In the user's text it matters more that two accesses go to the same element than to which array."""
        return value.offset is None and not self._frames[frame].function.library

    def _written(self, known: KnownFacts, target: Place, frame: int) -> KnownFacts:
        """A handle that was read before may be another now."""
        handles = {register: value for register, value in known.values.items() if isinstance(value, Handle)}
        if not handles:
            return known
        address = self.evaluator.address(target, known.values, frame)
        objects: set[object] = {at.object for at in self._pointers.places(target)}
        if address is not None and isinstance(address.base, Variable):
            objects = {address.base}
        values = dict(known.values)
        for register, handle in handles.items():
            if handle.variable in objects or not objects:
                del values[register]
        return replace(known, values=values)

    def _overwritten(self, known: KnownFacts, target: Place, frame: int) -> KnownFacts:
        """A lock in which something is written has no longer what it was initialized with."""
        if not known.ready:
            return known
        address = self.evaluator.address(target, known.values, frame)
        if address is None or self._frames[frame].name in SETS_ATTRIBUTES:
            return known  # not an object of which we know more than all others do
        size = size_of(value_type(target.type))
        kept = frozenset(item for item in known.ready if not meets(address, size, item))
        return known if kept == known.ready else replace(known, ready=kept)

    def handed_on(
        self, known: KnownFacts, value: Expression, frame: int, kept: Value | None = None
    ) -> KnownFacts:
        """Where pointers to fresh objects are handed on in a way that is not followed, they are fresh no
        more."""
        lost = {
            found.base.node
            for register in mentioned(value)
            if isinstance(found := known.values.get((frame, register)), Address)
            and isinstance(found.base, Made)
        }
        if isinstance(kept, Address) and isinstance(kept.base, Made):
            lost.discard(kept.base.node)
        return self.lose(known, lost) if lost else known

    def exposed(self, known: KnownFacts, item: Instruction, frame: int) -> KnownFacts:
        """A pointer of which more is learned than whether it is null may be made again from that."""
        names = self._exposed.get(id(item))
        if names is None:
            names = self._exposed[id(item)] = self._exposing(item)
        values = (known.values.get((frame, name)) for name in names)
        lost = {at.base.node for at in values if isinstance(at, Address) and isinstance(at.base, Made)}
        return self.lose(known, lost) if lost else known

    def _exposing(self, item: Instruction) -> frozenset[str]:
        size = self._pointers.pointer_size
        parts = (part for whole in expressions(item) for part in exposing(whole, size))
        return frozenset(name for part in parts for name in mentioned(part))

    def lose(self, known: KnownFacts, lost: AbstractSet[int]) -> KnownFacts:
        """Others may know of these objects from now on."""
        new = {node for node in lost if self.is_fresh(node, known)}
        if not new:
            return known
        self.note_leaks(new, known.ready)
        return replace(known, leaked=known.leaked | new)

    def is_fresh(self, node: int, known: KnownFacts) -> bool:
        """The latest object that was made there, if any, is known to nobody else."""
        return node in self._allocations and node not in known.leaked

    def _followed(self, known: KnownFacts) -> frozenset[int]:
        """Fresh objects that registers lead to. To others nothing leads any more, or they do not exist."""
        found = frozenset(self._pointers_in(known).values())
        return frozenset(node for node in found if self.is_fresh(node, known))

    def met(self, one: KnownFacts, other: KnownFacts) -> KnownFacts:
        """What holds in both. A pointer to a fresh object that is not followed any more may be anywhere."""
        after = met(one, other)
        if not self._allocations:
            return after
        kept = self._pointers_in(after)
        leaked = set(after.leaked)
        for side in (one, other):
            gone = {node for register, node in self._pointers_in(side).items() if kept.get(register) != node}
            leaked |= {node for node in gone if node in self._allocations}
        for side in (one, other):
            self.note_leaks(self._followed(side) & leaked, side.ready)
        if leaked == after.leaked:
            return after
        return replace(after, leaked=frozenset(leaked))

    def _pointers_in(self, known: KnownFacts) -> dict[Register, int]:
        return {
            register: value.base.node
            for register, value in known.values.items()
            if isinstance(value, Address) and isinstance(value.base, Made)
        }

    def note_leaks(self, lost: AbstractSet[int], ready: frozenset[Ready]) -> None:
        for node in lost:
            items = frozenset(item for item in ready if item.address.base == Made(node))
            before = self.ready_when_leaked.get(node, items)
            self.ready_when_leaked[node] = before & items

    def _cell(self, place: Place, values: Values, frame: int) -> Value | None:
        """What is known of memory: what never changes, and the argument of the thread."""
        if is_own_argument(place):
            return values.get((self._frames[frame].root().number, ARGUMENT))
        constant = self._constants.value(place)
        return None if constant is None else self._fixed(constant)

    def _fixed(self, constant: Expression) -> Value | None:
        return KnownEvaluator(lambda place, values, frame: None, self._leads_away).value(constant, {}, 0)

    def _leads_away(self, index: Expression) -> bool:
        """Addresses go into it."""
        found = self._away.get(index)
        if found is None:
            targets = self._pointers.targets(index)
            found = any(not isinstance(location.object, UnknownObject) for location in targets)
            self._away[index] = found
        return found


def is_own_argument(place: Place) -> bool:
    """What the running thread was given, which lies in its own entry of the table of threads: written once,
    before it exists."""
    match place:
        case Member(Element(table, index), field):
            while isinstance(index, Convert):
                index = index.operand
            is_table = _variable(table) == THREADS
            return is_table and field.name == "argument" and isinstance(index, ThreadSelf)
    return False


def _variable(place: Place) -> str | None:
    """The name of the variable that a place is the whole of, perhaps seen as another type."""
    match place:
        case VariablePlace(variable):
            return variable.name
        case Dereference(pointer):
            while isinstance(pointer, Convert):
                pointer = pointer.operand
            return _variable(pointer.place) if isinstance(pointer, AddressOf) else None
    return None


def mentioned(expression: Expression) -> Iterator[str]:
    """Registers whose values go into that of the expression, not those that lead to what it reads."""
    pending = [expression]
    while pending:
        item = pending.pop()
        match item:
            case Read(VariablePlace(variable) as place) if is_register(place):
                yield variable.name
            case Read():
                pass
            case _:
                pending += operands(item)
