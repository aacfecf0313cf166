"""Expressions as terms, for one thread at one moment: `TransitionEvaluator`.

Pointers are numbers. Where memory is accessed, its address has to be one of a few: each is a path of its own.
"""

from __future__ import annotations

from typing import assert_never

from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property
from unthread.core.source import NOWHERE, Loc
from unthread.engine.encode.arithmetic import SymbolicArithmetic
from unthread.engine.terms.nodes import Bool, Int, Op, Range, unsigned_range
from unthread.induction.knowledge import Domain, Knowledge, Slot, StateCell
from unthread.induction.paths import Ends, Fork, PathFault, PathTouch, Segment, SegmentPath
from unthread.induction.refusal import RefusedProgram
from unthread.induction.world import UnsetCells, World
from unthread.interpreter.objects import Object, ObjectKind
from unthread.program.expressions import (
    COMPARISONS,
    AddressOf,
    Binary,
    BinaryOperator,
    Conditional,
    Constant,
    Convert,
    Dereference,
    Element,
    Expression,
    FunctionAddress,
    Member,
    ObjectSize,
    Place,
    PointerAdd,
    PointerDifference,
    Read,
    Storage,
    ThreadSelf,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
    root,
)
from unthread.program.types import (
    AtomicType,
    BoolType,
    FloatType,
    PointerType,
    Type,
    VariableArrayType,
    size_of,
    value_range,
    value_type,
)
from unthread.values.cells import Codec, place_cell

_MOST_TARGETS = 48  # of a pointer


class TransitionEvaluator(SymbolicArithmetic):
    """Of one segment. `is_first`: nothing but the first thread has run, and what is not set is not read."""

    def __init__(self, world: World, knowledge: Knowledge, thread: int, is_first: bool = False) -> None:
        super().__init__(knowledge.terms, is_checked=True)
        self.world = world
        self.knowledge = knowledge
        self.thread = thread
        self.is_first = is_first
        self.loc: Loc = NOWHERE
        self.path = SegmentPath(0, self.terms.true)
        self.segment = Segment(thread, 0)
        self.guard = self.terms.true  # where what is being evaluated counts
        self.is_inside = False  # an atomic section

    def fault(self, property: Property, message: str, bad: Bool) -> None:
        condition = self.terms.both(self.guard, bad)
        if condition is not self.terms.false:
            self.segment.faults.append(PathFault(property, message, self.loc, condition))

    def wrong(self, message: str) -> Ends:
        """Memory is accessed where it must not be."""
        self.fault(Property.MEMORY, message, self.terms.true)
        return Ends()

    # ---- values

    def value(self, expression: Expression) -> Int:
        terms = self.terms
        match expression:
            case Constant(value, type):
                if not isinstance(value, int) or isinstance(value_type(type), FloatType):
                    raise RefusedProgram("floating-point numbers", self.loc)
                return terms.integer(value)
            case Read(place):
                return self.read(place)
            case AddressOf(place):
                return self.address(place)
            case FunctionAddress(name):
                return terms.integer(self.world.image.functions[name])
            case Unary():
                return self._unary(expression)
            case Binary():
                return self._binary(expression)
            case PointerAdd(pointer, index, scale):
                by = terms.multiply(self.value(index), self.value(scale))
                return terms.add(self.value(pointer), by, value_range(expression.type))
            case PointerDifference(left, right, scale):
                within = value_range(expression.type)
                apart = terms.subtract(self.value(left), self.value(right), within)
                return terms.quotient(apart, self.value(scale), within)
            case Convert(operand, type):
                return self._convert(operand, value_type(type))
            case Conditional(test, then, otherwise):
                return self._conditional(self.test(test), then, otherwise)
            case ThreadSelf():
                return terms.integer(self.thread)
            case ObjectSize():
                raise RefusedProgram("the size of an object that a pointer points to", self.loc)
            case _:
                assert_never(expression)

    def test(self, expression: Expression) -> Bool:
        """The value is not zero."""
        match expression:
            case Binary(operator, left, right) if operator in COMPARISONS:
                return self._comparison(operator, left, right)
            case Unary(UnaryOperator.NOT, operand):
                return self.test(operand).inverse
            case Convert(operand, BoolType()):
                return self.test(operand)
        return self.terms.truth(self.value(expression))

    def _unary(self, expression: Unary) -> Int:
        operator, type = expression.operator, value_type(expression.type)
        if operator is UnaryOperator.NOT:
            return self.terms.number(self.test(expression.operand).inverse)
        of = value_type(expression.operand.type)
        self._must_be_whole(of)
        operand = self.value(expression.operand)
        try:
            return self.integer_unary(operator, operand, of, type)
        except Unsupported as gap:
            raise RefusedProgram(str(gap), self.loc) from None

    def _binary(self, expression: Binary) -> Int:
        operator, left, right = expression.operator, expression.left, expression.right
        type = value_type(expression.type)
        if operator in COMPARISONS:
            return self.terms.number(self._comparison(operator, left, right))
        self._must_be_whole(type)
        return self.integer_binary(operator, self.value(left), self.value(right), type)

    def _must_be_whole(self, type: Type) -> None:
        if isinstance(type, FloatType):
            raise RefusedProgram("floating-point numbers", self.loc)

    def _comparison(self, operator: BinaryOperator, left: Expression, right: Expression) -> Bool:
        self._must_be_whole(value_type(left.type))
        terms, a, b = self.terms, self.value(left), self.value(right)
        match operator:
            case BinaryOperator.EQUAL:
                return terms.equal(a, b)
            case BinaryOperator.NOT_EQUAL:
                return terms.equal(a, b).inverse
            case BinaryOperator.LESS:
                return terms.less(a, b)
            case BinaryOperator.GREATER:
                return terms.less(b, a)
            case BinaryOperator.LESS_EQUAL:
                return terms.less(b, a).inverse
            case _:
                return terms.less(a, b).inverse

    def _conditional(self, test: Bool, then: Expression, otherwise: Expression) -> Int:
        terms, guard = self.terms, self.guard
        if test is terms.true:
            return self.value(then)
        if test is terms.false:
            return self.value(otherwise)
        possible = self.knowledge.possible
        if not possible(terms.both(guard, test)):
            return self.value(otherwise)
        if not possible(terms.both(guard, test.inverse)):
            return self.value(then)
        try:
            self.guard = terms.both(guard, test)
            chosen = self.value(then)
            self.guard = terms.both(guard, test.inverse)
            other = self.value(otherwise)
        except Ends:  # the path ends only where that side is evaluated
            raise RefusedProgram("an access in a part of an expression that may go wrong", self.loc) from None
        finally:
            self.guard = guard
        return terms.choice(test, chosen, other)

    def _convert(self, operand: Expression, target: Type) -> Int:
        if isinstance(target, BoolType):
            self._must_be_whole(value_type(operand.type))
            return self.terms.number(self.test(operand))
        self._must_be_whole(target)
        self._must_be_whole(value_type(operand.type))
        return self.terms.wrap(self.value(operand), value_range(target))

    # ---- places

    def address(self, place: Place) -> Int:
        terms = self.terms
        match place:
            case VariablePlace(variable):
                return terms.integer(self.world.object_of(variable, self.thread).base)
            case Dereference(pointer):
                return self.value(pointer)
            case Member(base, field):
                return terms.add(self.address(base), terms.integer(field.offset), self._addresses)
            case Element(base, index):
                if isinstance(place.type, VariableArrayType):
                    raise RefusedProgram("arrays of variable length", self.loc)
                by = terms.multiply(self.value(index), terms.integer(size_of(place.type)))
                return terms.add(self.address(base), by, self._addresses)

    @property
    def _addresses(self) -> Range:
        return unsigned_range(8 * self.world.program.pointer_size)

    def read(self, place: Place) -> Int:
        if isinstance(place, VariablePlace) and place.variable.storage is Storage.REGISTER:
            return self.register(place.variable)
        terms, cell = self.terms, place_cell(place)
        raw = self._raw(self._found(place, cell, writes=False), self._within(cell))
        if not cell.whole:
            return terms.wrap(terms.extract(raw, cell.shift, cell.bits), value_range(cell.type))
        if isinstance(value_type(cell.type), BoolType):
            return terms.number(terms.truth(terms.wrap(raw, unsigned_range(8))))
        return terms.wrap(raw, value_range(cell.type))

    def write(self, place: Place, value: Int) -> None:
        """Into an object in memory."""
        cell = place_cell(place)
        found, within = self._found(place, cell, writes=True), self._within(cell)
        if not self.is_first:
            self.know(found, within)
        if not cell.whole:
            value = self._with_bits(self._raw(found, within), cell, value)
        self.path.cells[found] = value, within
        self.path.wrote = True

    def _within(self, cell: Codec) -> Range:
        self._must_be_whole(value_type(cell.type))
        if cell.extended:
            raise RefusedProgram("floating-point numbers", self.loc)
        return value_range(cell.type) if cell.whole else unsigned_range(8 * cell.size)

    def _with_bits(self, old: Int, cell: Codec, value: Int) -> Int:
        """The bytes around a bit-field with the field replaced."""
        terms, total = self.terms, 8 * cell.size
        result = terms.extract(value, 0, cell.bits)
        if cell.shift:
            result = terms.concat(result, terms.extract(old, 0, cell.shift), cell.shift)
        done = cell.shift + cell.bits
        if done < total:
            result = terms.concat(terms.extract(old, done, total - done), result, done)
        return result

    def register(self, variable: Variable) -> Int:
        held = self.path.registers.get(variable)
        if held is not None:
            return held
        slot = Slot(self.thread, variable)
        if slot not in self.knowledge.domains:
            if self.is_first:
                raise UnsetCells
            self.knowledge.set(slot, _any(value_range(value_type(variable.type))))
        return self.knowledge.term(slot)

    # ---- memory

    def _found(self, place: Place, cell: Codec, writes: bool) -> StateCell:
        """The one cell that is accessed on this path."""
        at = self.terms.add(self.address(place), self.terms.integer(cell.skip), self._addresses)
        address = self.decided(at)
        item = self.world.object_at(address)
        if not _is_inside(item, address, cell.size):
            raise self.wrong("access outside of any object")
        assert item is not None, "it is inside of it"
        if writes and isinstance(item.data, bytes):
            raise self.wrong("write to what must not be written")
        self._check_life(place, item)
        found = self.world.cell(item, address, cell.size)
        self.world.must_be_alike(found, isinstance(value_type(cell.type), PointerType))
        is_atomic = self.is_inside or isinstance(place.type, AtomicType)
        if self.is_first or not self.path.is_past:
            self.segment.touches.append(PathTouch(found, writes, is_atomic, self.guard))
        return found

    def _check_life(self, place: Place, item: Object) -> None:
        """Objects of frames and threads end: who gets there by a pointer may be too late."""
        base = root(place)
        is_own = isinstance(base, VariablePlace) and self.world.object_of(base.variable, self.thread) is item
        if item.kind in (ObjectKind.STACK, ObjectKind.THREAD) and not is_own and not self.is_first:
            self.segment.unclaimed.add(Property.MEMORY)

    def decided(self, term: Int) -> int:
        """Its value on this path."""
        if term.op is Op.CONSTANT:
            return term.lo
        value = self.path.chosen.get(term.number)
        if value is not None:
            return value
        values = self.knowledge.values(term, self.guard, _MOST_TARGETS)
        if values is None:
            raise RefusedProgram("a pointer or an index with too many values", self.loc)
        if self.guard is not self.path.guard:  # only a part of the expression is evaluated there
            if len(values) == 1:
                return values[0]
            values = self.knowledge.values(term, self.path.guard, _MOST_TARGETS)
            if values is None:
                raise RefusedProgram("a pointer or an index with too many values", self.loc)
        raise Fork(term, values)

    def _raw(self, cell: StateCell, within: Range) -> Int:
        held = self.path.cells.get(cell)
        if held is not None:
            return held[0]
        self.know(cell, within)
        return self.knowledge.term(cell)

    def know(self, cell: StateCell, within: Range) -> None:
        """What the cell holds at first, if nobody has asked before."""
        if cell in self.knowledge.domains:
            return
        first = self.world.first(cell, within)
        if first is None and self.is_first:
            raise UnsetCells
        self.knowledge.set(cell, _any(within) if first is None else first)


def _any(within: Range) -> Domain:
    return Domain(*within)


def _is_inside(item: Object | None, address: int, size: int) -> bool:
    if item is None or item.kind is ObjectKind.FUNCTION:
        return False
    return item.base <= address and address + size <= item.base + item.size
