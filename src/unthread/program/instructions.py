"""Instructions: the only things that happen.

An instruction touches memory at most once, by its one `Read` of a place in memory or by writing its
`target` place; `BlockUntil` alone may read several, all at one instant. So an instruction is at most
one step of its thread. (`Fill` and `Copy` stand for many, none of which anybody notices.) Every instruction
has the position of the user's text it came from.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import field
from enum import StrEnum
from typing import TypeAlias

from unthread.core.bounds import Bound
from unthread.core.properties import Property, ViolationKind
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.program.expressions import (
    Dereference,
    Expression,
    Place,
    Storage,
    Variable,
    VariablePlace,
    is_register,
    memory_reads,
    place_operands,
    root,
)
from unthread.program.standstill import Contents


@dataclass(frozen=True, slots=True)
class Assign:
    """target = value;  the types agree."""

    target: Place
    value: Expression
    loc: Loc = field(compare=False)


@dataclass(frozen=True, slots=True)
class Input:
    """target = any value of its type. `name` is how users speak of it. `undefined`: it is what lies where
    nothing was written, which is a pointer to nothing should it be used as one."""

    target: Variable
    name: str
    loc: Loc = field(compare=False)
    undefined: bool = False


@dataclass(frozen=True, slots=True)
class Declare:
    """The lifetime of a LOCAL begins (again): a new object, all zero bytes or all of any value, but for its
    `contents`."""

    variable: Variable
    zeroed: bool
    loc: Loc = field(compare=False)
    contents: Contents | None = None


@dataclass(frozen=True, slots=True)
class Discard:
    """The lifetime of a LOCAL ends. Returning ends those of the frame as well."""

    variable: Variable
    loc: Loc = field(compare=False)


class Region(StrEnum):
    HEAP = "heap"
    STACK = "stack"  # ends with the function's frame: alloca and variable-length arrays


@dataclass(frozen=True, slots=True)
class Allocate:
    """target = address of a new object of `size` bytes, which may be given its `contents`."""

    target: Variable
    size: Expression
    zeroed: Expression
    region: Region
    loc: Loc = field(compare=False)
    contents: Contents | None = None


@dataclass(frozen=True, slots=True)
class Free:
    """Ends the object that starts at `pointer`, which must be alive and of that region."""

    pointer: Expression
    region: Region
    loc: Loc = field(compare=False)


@dataclass(frozen=True, slots=True)
class Label:
    name: str
    loc: Loc = field(compare=False)


@dataclass(frozen=True, slots=True)
class Jump:
    """if (condition) goto label;  without a condition always."""

    label: str
    condition: Expression | None
    loc: Loc = field(compare=False)


@dataclass(frozen=True, slots=True)
class Call:
    """target = function(arguments). In a call of a variadic function, `varargs` is the address of the
    object in which the caller laid out the further arguments (null without any)."""

    target: Variable | None
    function: Expression
    arguments: tuple[Expression, ...]
    varargs: Expression | None
    loc: Loc = field(compare=False)


@dataclass(frozen=True, slots=True)
class Return:
    value: Expression | None
    loc: Loc = field(compare=False)


@dataclass(frozen=True, slots=True)
class Spawn:
    """target = number of a new thread that calls function(argument)."""

    target: Variable | None
    function: Expression
    argument: Expression
    loc: Loc = field(compare=False)


class Scope(StrEnum):
    THREAD = "thread"
    PROCESS = "process"


@dataclass(frozen=True, slots=True)
class Exit:
    """The running thread, or the whole process with `status`, is over."""

    scope: Scope
    status: Expression
    loc: Loc = field(compare=False)


@dataclass(frozen=True, slots=True)
class AtomicBegin:
    """No other thread moves until the matching AtomicEnd. Sections nest."""

    loc: Loc = field(compare=False)


@dataclass(frozen=True, slots=True)
class AtomicEnd:
    loc: Loc = field(compare=False)


@dataclass(frozen=True, slots=True)
class BlockUntil:
    """The thread waits here until `condition` holds, which it sees and passes at one instant. Inside an
    atomic section nothing but assignments to registers may come before it, so that waiting in it is
    waiting before it. `is_offer`: the thread could as well iterate in a loop without any effect, whose reads
    of memory are those that count as accesses."""

    condition: Expression
    loc: Loc = field(compare=False)
    is_offer: bool = False


@dataclass(frozen=True, slots=True)
class Assume:
    """Executions in which `condition` is false do not exist."""

    condition: Expression
    loc: Loc = field(compare=False)


@dataclass(frozen=True, slots=True)
class Assert:
    """`condition` is false: `property` is violated, `message` says how. Where the property is not looked
    for, an execution that violates it ends here too, unless the program says what follows (`goes_on`).
    `function` is the one that is an error to call, if that is the `kind`. `text` is the condition as the user
    wrote it."""

    condition: Expression
    property: Property
    message: str
    loc: Loc = field(compare=False)
    goes_on: bool = False
    kind: ViolationKind = ViolationKind.ASSERTION
    function: str = ""
    text: str = field(default="", compare=False)

    def is_ignored(self, asked: Collection[Property]) -> bool:
        """It is as if it was not there."""
        return self.goes_on and self.property not in asked


@dataclass(frozen=True, slots=True)
class Arrive:
    """Execution gets here, which the ledger records: `place` is a number of the program's `places`. No
    thread notices, and nothing happens."""

    place: int
    loc: Loc = field(compare=False)


@dataclass(frozen=True, slots=True)
class Print:
    """target = characters printed to stream 1 or 2 by a printf of `format` with the arguments that lie
    at `arguments`. Elsewhere than in the interpreter: any value, nothing printed."""

    target: Variable
    stream: Expression
    format: Expression
    arguments: Expression
    loc: Loc = field(compare=False)


@dataclass(frozen=True, slots=True)
class FormatText:
    """target = snprintf(buffer, limit, format, ...) with the arguments that lie at `arguments`."""

    target: Variable
    buffer: Expression
    limit: Expression
    format: Expression
    arguments: Expression
    loc: Loc = field(compare=False)


@dataclass(frozen=True, slots=True)
class Fill:
    """Every element of `target`, an array of scalars, becomes `value`. Bounded programs have it for a loop
    whose iterations no other thread can tell apart."""

    target: Place
    value: Expression
    loc: Loc = field(compare=False)


@dataclass(frozen=True, slots=True)
class Copy:
    """The elements of `source` go to those of `target`, one after the other, the last one first if it goes
    `backward`: both are arrays of as many scalars of one size. As `Fill`, only in bounded programs."""

    target: Place
    source: Place
    backward: bool
    loc: Loc = field(compare=False)


@dataclass(frozen=True, slots=True)
class Unmodelled:
    """An execution that gets here has left what unthread models."""

    what: str
    loc: Loc = field(compare=False)


@dataclass(frozen=True, slots=True)
class Cut:
    """A bound ends here: assumed away while hunting bugs, asserted unreachable when testing completeness."""

    what: str
    loc: Loc = field(compare=False)
    bound: Bound = Bound.UNWIND


Instruction: TypeAlias = (
    Assign
    | Input
    | Declare
    | Discard
    | Allocate
    | Free
    | Label
    | Jump
    | Call
    | Return
    | Spawn
    | Exit
    | AtomicBegin
    | AtomicEnd
    | BlockUntil
    | Assume
    | Assert
    | Arrive
    | Print
    | FormatText
    | Fill
    | Copy
    | Unmodelled
    | Cut
)


def expressions(instruction: Instruction) -> tuple[Expression, ...]:
    """The expressions that the instruction evaluates, those of its target place included."""
    match instruction:
        case Assign(target, value):
            return (*place_operands(target), value)
        case Allocate(_, size, zeroed):
            return (size, zeroed)
        case Free(pointer):
            return (pointer,)
        case Jump(_, condition):
            return () if condition is None else (condition,)
        case Call(_, function, arguments, varargs):
            return (function, *arguments) if varargs is None else (function, *arguments, varargs)
        case Return(value):
            return () if value is None else (value,)
        case Spawn(_, function, argument):
            return (function, argument)
        case Exit(_, status):
            return (status,)
        case BlockUntil(condition) | Assume(condition) | Assert(condition):
            return (condition,)
        case Print(_, stream, format, arguments):
            return (stream, format, arguments)
        case FormatText(_, buffer, limit, format, arguments):
            return (buffer, limit, format, arguments)
        case Fill(target, value):
            return (*place_operands(target), value)
        case Copy(target, source):
            return (*place_operands(target), *place_operands(source))
        case Input() | Declare() | Discard() | Label() | AtomicBegin() | AtomicEnd():
            return ()
        case Arrive() | Unmodelled() | Cut():
            return ()


@dataclass(frozen=True, slots=True)
class Access:
    """One touch of memory."""

    place: Place
    writes: bool


def accesses(instruction: Instruction) -> Iterator[Access]:
    """The memory that the instruction touches by its places."""
    for expression in expressions(instruction):
        for place in memory_reads(expression):
            yield Access(place, writes=False)
    if isinstance(instruction, Copy):
        yield Access(instruction.source, writes=False)
    if isinstance(instruction, Fill | Copy) or (
        isinstance(instruction, Assign) and not is_register(instruction.target)
    ):
        yield Access(instruction.target, writes=True)


def defined_register(instruction: Instruction) -> Variable | None:
    """The register that the instruction sets, if any."""
    match instruction:
        case Assign(VariablePlace(variable)) if variable.storage is Storage.REGISTER:
            return variable
        case Input(target) | Allocate(target) | Print(target) | FormatText(target):
            return target
        case Call(target) | Spawn(target):
            return target
        case _:
            return None


def is_private(place: Place) -> bool:
    """No other thread can reach the place, whatever the rest of the program does: it is part of a
    variable of a frame whose address is never taken."""
    base = root(place)
    return (
        not isinstance(base, Dereference)
        and base.variable.storage is Storage.LOCAL
        and not base.variable.escapes
    )


def is_step(instruction: Instruction, properties: frozenset[Property] = frozenset()) -> bool:
    """Another thread may notice when this happens: a switch may come right before it. The end of a frame's
    object is one where `memory` is among the properties: an access that comes too late must be seen then."""
    match instruction:
        case Discard(variable):
            return variable.escapes and Property.MEMORY in properties
        case Free(_, Region.STACK):
            return Property.MEMORY in properties
        case BlockUntil() | AtomicBegin() | Spawn() | Exit() | Free():
            return True
        case Print() | FormatText():
            return True  # reads or writes memory through its pointers
        case _:
            return any(not is_private(access.place) for access in accesses(instruction))
