"""Loops that fill an array with one value, or copy one array to another: `BulkLoops`.

for (i = 0; i < n; i++) a[i] = 7;        for (i = n; i > 0; i--) to[i - 1] = from[i - 1];

In: a loop of a function. Out: what it does with its index, whatever that starts with. Such a loop has a test
at its top, one write to memory, at most one read, and steps through neighboring elements one by one, upward
if it fills. Reading and writing must stand at one position, as in library functions, which stand at their
call, and struct assignments: a violation and a context switch are identified by their positions.
"""

from __future__ import annotations

from collections.abc import Iterator

from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.program.build.simplify import Simplifier, truth_of
from unthread.program.expressions import (
    AddressOf,
    Binary,
    BinaryOperator,
    Constant,
    Convert,
    Dereference,
    Element,
    Expression,
    Place,
    PointerAdd,
    Read,
    Storage,
    Variable,
    VariablePlace,
    is_register,
    memory_reads,
    place_operands,
    read_register,
)
from unthread.program.instructions import Assign, Instruction, Jump, Label
from unthread.program.query.loops import LoopNode, Shape
from unthread.program.query.uses import registers_in, variables_of
from unthread.program.types import (
    ArrayType,
    IntType,
    PointerType,
    Type,
    VariableArrayType,
    bits_of,
    size_of,
    value_range,
)

_ORDERS = (
    BinaryOperator.LESS,
    BinaryOperator.LESS_EQUAL,
    BinaryOperator.GREATER,
    BinaryOperator.GREATER_EQUAL,
)


@dataclass(frozen=True, slots=True)
class BulkLoop:
    """`index` grows by `step`, 1 or -1, in each iteration, after the access. The loop is left from block
    `top` to block `exit` when `condition` says so. `source` is what is copied; otherwise `value` is written.
    `scratch` are registers that nothing outside of the loop knows."""

    index: Variable
    step: int
    condition: Expression
    leaves_on_jump: bool
    top: int
    exit: int
    target: Place
    value: Expression
    source: Place | None
    scratch: tuple[Variable, ...]
    loc: Loc

    def leaves(self, at: int, simplifier: Simplifier, known: dict[Variable, Expression]) -> bool | None:
        """The test ends the loop if the index is `at`; None: that is not known, or there is no such index."""
        value = self.at(at)
        if value is None:
            return None
        condition = simplifier.expression(self.condition, known | {simplifier.rename(self.index): value})
        decided = truth_of(condition)
        return None if decided is None else decided == self.leaves_on_jump

    def at(self, index: int) -> Constant | None:
        """The index with this value, if it can have it."""
        low, high = value_range(self.index.type)
        return Constant(index, self.index.type) if low <= index <= high else None

    def trips(self, simplifier: Simplifier, known: dict[Variable, Expression]) -> int | None:
        """Iterations from where `known` holds; None if that is not known. A test that compares a number that
        follows the index with one that does not is false first and true from then on."""
        start = known.get(simplifier.rename(self.index))
        if not isinstance(start, Constant) or not isinstance(start.value, int):
            return None
        first, low, high = start.value, -1, 1
        while (over := self.leaves(first + high * self.step, simplifier, known)) is False:
            low, high = high, 2 * high
        if over is None:
            over, high = self._last(first, low, high, simplifier, known)
        if not over:
            return None
        while high - low > 1:
            middle = (low + high) // 2
            if self.leaves(first + middle * self.step, simplifier, known):
                high = middle
            else:
                low = middle
        return high if self._is_straight(first, high, simplifier, known) else None

    def _last(
        self, first: int, low: int, high: int, simplifier: Simplifier, known: dict[Variable, Expression]
    ) -> tuple[bool | None, int]:
        """Whether the last value that the index can have ends the loop, and after how many steps."""
        least, most = value_range(self.index.type)
        steps = most - first if self.step > 0 else first - least
        if not low < steps < high:
            return None, high
        return self.leaves(first + steps * self.step, simplifier, known), steps

    def _is_straight(
        self, first: int, count: int, simplifier: Simplifier, known: dict[Variable, Expression]
    ) -> bool:
        """What is compared and what is accessed follow the index step by step, without wrapping around: of
        numbers that follow it modulo something, the first and the last one tell."""
        assert isinstance(self.condition, Binary), "a test compares"
        tested = self.condition.left
        indices = [index_of(place) for place in (self.target, self.source) if place is not None]
        return self._follows(tested, first, count, simplifier, known) and all(
            self._follows(index, first, count - 1, simplifier, known)
            for index in indices
            if index is not None
        )

    def _follows(
        self,
        expression: Expression,
        first: int,
        count: int,
        simplifier: Simplifier,
        known: dict[Variable, Expression],
    ) -> bool:
        name, ends = simplifier.rename(self.index), (self.at(first), self.at(first + count * self.step))
        values = [simplifier.expression(expression, known | {name: end}) for end in ends if end is not None]
        numbers = [
            value.value for value in values if isinstance(value, Constant) and isinstance(value.value, int)
        ]
        return len(numbers) == 2 and numbers[1] - numbers[0] == count * self.step


def bulk_loop(shape: Shape, node: LoopNode) -> BulkLoop | None:
    if not node.loop.is_natural or len(node.loop.blocks) != 2 or node.tail or len(node.tests) != 1:
        return None
    (top,) = node.tests
    (inner,) = node.loop.blocks - {top}
    if node.back != {(inner, top)} or node.loop.entries != (top,):
        return None
    test = [item for item in _code(shape, top) if not isinstance(item, Label)]
    if len(test) != 1 or not isinstance(test[0], Jump) or test[0].condition is None:
        return None
    return _Reader(shape, node, top, test[0], test[0].condition).loop(list(_inside(_code(shape, inner))))


def _code(shape: Shape, block: int) -> tuple[Instruction, ...]:
    span = shape.graph.blocks[block]
    return shape.function.body[span.start : span.end]


def _inside(code: tuple[Instruction, ...]) -> Iterator[Instruction]:
    """Without labels and the jump back to the top."""
    for position, item in enumerate(code):
        is_last = position == len(code) - 1
        if not isinstance(item, Label) and not (
            is_last and isinstance(item, Jump) and item.condition is None
        ):
            yield item


class _Reader:
    def __init__(self, shape: Shape, node: LoopNode, top: int, jump: Jump, condition: Expression) -> None:
        self.shape, self.node, self.top = shape, node, top
        self.condition = condition
        target = shape.labels[jump.label]
        self.leaves_on_jump = target not in node.loop.blocks
        self.exit = target if self.leaves_on_jump else top + 1

    def loop(self, code: list[Instruction]) -> BulkLoop | None:
        if self.exit in self.node.loop.blocks or not all(isinstance(item, Assign) for item in code):
            return None
        assignments = [item for item in code if isinstance(item, Assign)]
        writes = [item for item in assignments if not is_register(item.target)]
        if len(writes) != 1 or not assignments:
            return None
        update, (write,) = assignments[-1], writes
        index, step = _step(update)
        if index is None or not self._is_order(index):
            return None
        loads = assignments[: assignments.index(write)]
        if [*loads, write, update] != assignments or len(loads) > 1:
            return None
        return self._found(index, step, loads, write)

    def _found(self, index: Variable, step: int, loads: list[Assign], write: Assign) -> BulkLoop | None:
        scratch = [item.target.variable for item in loads if isinstance(item.target, VariablePlace)]
        if index in scratch or not self._is_local(scratch) or not _is_row(write.target, index, scratch):
            return None
        source = None
        if loads:
            if loads[0].loc != write.loc and not self.shape.function.library:
                return None  # an invalid read is reported where it stands
            source = _loaded(loads[0], write)
            if source is None or not _is_row(source, index, scratch):
                return None
        elif step < 0 or memory_reads(write.value) or index in registers_in(write.value):
            return None  # elements are filled upward
        condition, jumps = self.condition, self.leaves_on_jump
        return BulkLoop(
            index,
            step,
            condition,
            jumps,
            self.top,
            self.exit,
            write.target,
            write.value,
            source,
            tuple(scratch),
            write.loc,
        )

    def _is_order(self, index: Variable) -> bool:
        """The test compares something that follows the index with something that no iteration changes."""
        match self.condition:
            case Binary(operator, left, right) if operator in _ORDERS:
                return (
                    _follows(left, index)
                    and index not in registers_in(right)
                    and not memory_reads(right)
                    and self._is_fixed(right)
                )
            case _:
                return False

    def _is_fixed(self, expression: Expression) -> bool:
        """It mentions no register that the loop sets."""
        inner = {
            item.target.variable
            for block in self.node.loop.blocks
            for item in _code(self.shape, block)
            if isinstance(item, Assign) and isinstance(item.target, VariablePlace)
        }
        return inner.isdisjoint(registers_in(expression))

    def _is_local(self, scratch: list[Variable]) -> bool:
        """Nothing outside of the loop mentions the registers."""
        if not scratch:
            return True
        blocks = range(len(self.shape.graph.blocks))
        outside = (item for b in blocks if b not in self.node.loop.blocks for item in _code(self.shape, b))
        return all(variable not in scratch for item in outside for variable in variables_of(item))


def _step(update: Assign) -> tuple[Variable | None, int]:
    """`i = i + 1` or `i = i - 1`."""
    target = update.target
    if not isinstance(target, VariablePlace) or target.variable.storage is not Storage.REGISTER:
        return None, 0
    index = target.variable
    if isinstance(index.type, IntType):
        match update.value:
            case Binary(BinaryOperator.ADD, left, Constant(1 | -1 as by)) if left == read_register(index):
                return index, int(by)
            case Binary(BinaryOperator.SUBTRACT, left, Constant(1)) if left == read_register(index):
                return index, -1
    return None, 0


def _follows(expression: Expression, index: Variable) -> bool:
    """It is the index, moved by a constant and converted to an integer type: modulo something, it goes where
    the index goes."""
    match expression:
        case Read(VariablePlace(variable)):
            return variable == index
        case Convert(operand, IntType()):
            return isinstance(operand.type, IntType) and _follows(operand, index)
        case Binary(BinaryOperator.ADD | BinaryOperator.SUBTRACT, left, Constant(), IntType()):
            return _follows(left, index)
        case _:
            return False


def index_of(place: Place) -> Expression | None:
    """The index of an element of an array, or of what a pointer was moved by, in units of its size."""
    match place:
        case Element(_, index):
            return index
        case Dereference(PointerAdd(_, index, Constant(int() as scale)), type) if _is_word(type):
            return index if scale == size_of(type) else None
        case Dereference(Convert(PointerAdd(_, index, Constant(int() as scale)), PointerType()), type) if (
            _is_word(type)
        ):
            return index if scale == size_of(type) else None
        case _:
            return None


def _is_row(place: Place, index: Variable, scratch: list[Variable]) -> bool:
    """The places are neighbors, for neighboring indices; nothing else in them changes."""
    by = index_of(place)
    if by is None or not _is_word(place.type) or not _follows(by, index):
        return False
    if isinstance(place, Element) and isinstance(place.base.type, VariableArrayType):
        return False
    used = [variable for part in place_operands(place) for variable in registers_in(part)]
    return used.count(index) == 1 and not any(variable in scratch for variable in used)


def _is_word(type: Type) -> bool:
    """Reading and writing such a scalar moves its bytes as they are."""
    return isinstance(type, PointerType) or (isinstance(type, IntType) and bits_of(type) in (8, 16, 32, 64))


def _loaded(load: Assign, write: Assign) -> Place | None:
    """What is read, if it is written as it is."""
    if (
        not isinstance(load.value, Read)
        or is_register(load.value.place)
        or not isinstance(load.target, VariablePlace)
    ):
        return None
    value, source = write.value, load.value.place
    while isinstance(value, Convert) and _is_word(value.type) and _is_word(value.operand.type):
        if size_of(value.type) != size_of(value.operand.type):
            return None
        value = value.operand
    if value != read_register(load.target.variable) or not _is_word(source.type):
        return None
    return source if size_of(source.type) == size_of(write.target.type) else None


def row_of(first: Place, count: int, pointer: PointerType) -> Place:
    """The array of so many elements that begins with this one. `pointer` is any type of pointers."""
    kind = ArrayType(first.type, count)
    if (
        isinstance(first, Element)
        and first.index == Constant(0, first.index.type)
        and first.base.type == kind
    ):
        return first.base
    return Dereference(Convert(address_of(first, pointer), PointerType(kind, pointer.size)), kind)


def address_of(place: Place, pointer: PointerType) -> Expression:
    if isinstance(place, Dereference):
        return place.pointer
    return AddressOf(place, PointerType(place.type, pointer.size))
