"""Iterations of a loop that turn out to change nothing.

while (atomic_exchange(&lock, 1));   do e = 0; while (!compare_exchange(&lock, &e, 1));

Such a loop writes, but an iteration that finds the lock taken writes what is there already. Whether an
iteration has changed anything is computed along with it: `changed` becomes true with a write of something
else, and what the thread has for itself is compared with what it had at the top. An iteration that leads back
to the top and has changed nothing leaves the program as it was, so nothing need be searched after it.

A write counts as a change unless what was there is at hand: read in the same atomic section, or the thread's
own to keep. Read before, outside of a section, it may be something else by now, and the write then undoes
what another thread did.

What the thread has for itself is followed by copies in registers, of variables that are written as a whole.
Whatever else may write such a variable, a part of it or through a pointer, is a change, and the copy is not
valid any more: the next iterations do not know what the variable held at their top.

An iteration that ends an atomic section that was open at the top, or leaves another number of them open, is a
change: others may come in between.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from unthread.bound.knowledge import KnownMemory
from unthread.core.records import dataclass
from unthread.program.build.fold import binary, integer
from unthread.program.build.simplify import truth_of
from unthread.program.expressions import (
    Binary,
    BinaryOperator,
    Constant,
    Expression,
    Place,
    PointerAdd,
    Read,
    Variable,
    VariablePlace,
    is_register,
    read_register,
    root,
)
from unthread.program.instructions import (
    Allocate,
    Assign,
    AtomicBegin,
    AtomicEnd,
    Call,
    FormatText,
    Free,
    Instruction,
    Label,
    Print,
    Spawn,
    accesses,
    defined_register,
    is_private,
)
from unthread.program.query.loops import LoopNode, Shape
from unthread.program.query.uses import registers_in
from unthread.program.types import INT, BoolType, IntType, PointerType, value_type


@dataclass(frozen=True, slots=True)
class ObjectCopy:
    """Registers: what an object holds, and whether that is so: if it was written in the loop."""

    value: Variable
    is_valid: Variable


@dataclass(slots=True)
class Watch:
    """A loop whose iterations may turn out to be idle. `registers` are those that an iteration may leave to
    the next, `copies` those with what was written last to each of the thread's own objects; `start` is where
    in the thread's body the first iteration begins."""

    registers: tuple[Variable, ...]
    start: int | None = None
    is_idle: bool = False  # an iteration may change nothing, as far as is known
    copies: dict[Variable, ObjectCopy] = field(default_factory=dict)


@dataclass(slots=True)
class WatchedIteration:
    """`changed` is a register; `before` says what registers and objects held at the top, `memory` what was
    known of it there, `own` are the objects that the iteration has declared, `sections` how many atomic
    sections were open."""

    watch: Watch
    changed: Variable
    memory: KnownMemory
    sections: int
    before: dict[Variable, Expression] = field(default_factory=dict)
    is_known: dict[Variable, Expression] = field(default_factory=dict)  # for objects: whether it is known
    own: set[Variable] = field(default_factory=set)

    def registers(self) -> Iterator[Variable]:
        """Those that are set along with what the iteration does."""
        yield self.changed
        for copy in self.watch.copies.values():
            yield from (copy.value, copy.is_valid)

    def has_moved(self, known: dict[Variable, Expression]) -> Expression:
        """Something is not as it was at the top."""
        moved = value_of(self.changed, known)
        for variable, before in self.before.items():
            copy = self.watch.copies.get(variable)
            now = value_of(variable if copy is None else copy.value, known)
            moved = either(moved, differs(now, before))
        return moved


def value_of(register: Variable, known: dict[Variable, Expression]) -> Expression:
    return known.get(register, read_register(register))


def either(one: Expression, other: Expression) -> Expression:
    if truth_of(one) is not None:
        return integer(1) if truth_of(one) else other
    if truth_of(other) is not None:
        return integer(1) if truth_of(other) else one
    return binary(BinaryOperator.OR, one, other, INT)


def differs(one: Expression, other: Expression) -> Expression:
    match other:
        case Binary(BinaryOperator.ADD | BinaryOperator.SUBTRACT, left, Constant(step)) if (
            left == one and step
        ):
            return integer(1)
        case PointerAdd(left, Constant(int(step)), Constant(int(scale))) if left == one and step * scale:
            return integer(1)
    return binary(BinaryOperator.NOT_EQUAL, one, other, INT)


def is_comparable(variable: Variable) -> bool:
    """Equal values are the same: those of floating point may differ in the sign of a zero."""
    return isinstance(value_type(variable.type), BoolType | IntType | PointerType)


def may_be_idle(shape: Shape, node: LoopNode) -> bool:
    """Worth watching: it looks at memory, and nothing in it is a change for sure."""
    if not node.loop.is_natural:
        return False
    code = [item for block in node.loop.blocks for item in _code(shape, block)]
    always = {node.loop.entries[0]} | ({source for source, _ in node.back} if len(node.back) == 1 else set())
    return (
        any(isinstance(item, Call) or any(accesses(item)) for item in code)
        and not any(isinstance(item, Allocate | Free | Spawn | Print | FormatText) for item in code)
        and not any(_counts(item) for block in always for item in _code(shape, block))
    )


def _code(shape: Shape, block: int) -> tuple[Instruction, ...]:
    part = shape.graph.blocks[block]
    return shape.function.body[part.start : part.end]


def _counts(item: Instruction) -> bool:
    """i = i + 1;   or   p = p + 1;"""
    register = defined_register(item)
    if register is None or not isinstance(item, Assign):
        return False
    return differs(read_register(register), item.value) == integer(1)


def replaced(place: Place, body: Sequence[Instruction]) -> Variable | None:
    """The register with what was read there, without any write since, in the stretch of code at the end of
    the body: if that is in an atomic section, it is in one as a whole."""
    changing: set[Variable] = set()  # registers
    for item in reversed(body):
        match item:
            case AtomicBegin() | AtomicEnd() | Label():
                return None
            case Assign(target, Read(read)) if is_register(target) and read == place:
                before = defined_register(item)
                assert before is not None
                is_still = not changing & {before, *registers_in(Read(place))}
                return before if is_still and is_comparable(before) else None
            case Assign(target) if not is_register(target) and not _are_apart(target, place):
                return None
        register = defined_register(item)
        if register is not None:
            changing.add(register)
    return None


def _are_apart(one: Place, other: Place) -> bool:
    """Parts of two variables, or of one that is never pointed to and of anything else."""
    bases = root(one), root(other)
    if all(isinstance(base, VariablePlace) for base in bases):
        return bases[0] != bases[1]
    return is_private(one) or is_private(other)
