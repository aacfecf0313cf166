"""Expressions as terms: C's arithmetic on the values of one thread at one moment.

`SymbolicEvaluator` asks its `Place`s for memory and registers, and tells `fault` where an evaluation would
break a rule of C; what comes out where it does means nothing.
"""

from __future__ import annotations

from abc import abstractmethod
from typing import assert_never

from unthread.core.floats import Extended
from unthread.core.properties import Property
from unthread.engine.encode.arithmetic import SymbolicArithmetic
from unthread.engine.encode.floating import Floating
from unthread.engine.encode.memory import SymbolicMemory
from unthread.engine.encode.objects import Pointer, Reach, SymbolicObject, Value, may_be_object
from unthread.engine.terms.nodes import Bool, Int, signed_range, unsigned_range
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
    ThreadSelf,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
)
from unthread.program.types import (
    AtomicType,
    BoolType,
    FloatType,
    PointerType,
    Type,
    VariableArrayType,
    bits_of,
    size_of,
    value_range,
    value_type,
)
from unthread.values.cells import Codec, place_cell


class SymbolicEvaluator(SymbolicArithmetic):
    """`guard` is the condition under which evaluation happens; faults count only there."""

    def __init__(self, memory: SymbolicMemory, arith: bool) -> None:
        super().__init__(memory.terms, arith)
        self.memory, self.addresses = memory, memory.addresses
        self.floating = Floating(self.terms)
        self.guard = self.terms.true
        self.is_atomic = False  # the object that is being accessed is an atomic one

    # ---- what the thread has

    @abstractmethod
    def require(self, condition: Bool) -> None:
        """Executions that evaluate this without the condition do not exist."""

    @abstractmethod
    def compared(self, a: Value, b: Value) -> None:
        """It is asked whether two addresses, or numbers, are equal."""

    @abstractmethod
    def read_address(self, is_part: bool) -> None:
        """What was read as a number is an address, or a part of one."""

    @abstractmethod
    def read_torn(self, torn: Bool) -> None:
        """What was read as a pointer is an address of which a part was overwritten, where that holds."""

    @abstractmethod
    def slot(self, variable: Variable) -> Value | None:
        """The value of a register; None if the variable is an object in memory."""

    @abstractmethod
    def object_of(self, variable: Variable) -> Pointer: ...

    @abstractmethod
    def function(self, name: str) -> Pointer: ...

    @abstractmethod
    def self_number(self) -> int: ...

    @abstractmethod
    def touched(
        self, item: SymbolicObject, condition: Bool, offset: Int, cell: Codec | None, writes: bool
    ) -> None:
        """Memory is read or written, where `condition` holds; without a cell, all of the object."""

    # ---- values

    def value(self, expression: Expression) -> Value:
        match expression:
            case Constant(value, type):
                return self._constant(value, value_type(type))
            case Read(place):
                return self.read(place)
            case AddressOf(place):
                return self.address(place)
            case FunctionAddress(name):
                return self.function(name)
            case Unary():
                return self._unary(expression)
            case Binary():
                return self._binary(expression)
            case PointerAdd(pointer, index, scale):
                by = self.terms.multiply(self.integer(index), self.integer(scale))
                return self.addresses.moved(self.pointer(pointer), by)
            case PointerDifference(left, right, scale):
                return self._difference(left, right, scale)
            case Convert(operand, type):
                return self._convert(operand, value_type(type))
            case Conditional(test, then, otherwise):
                return self._conditional(self.test(test), then, otherwise)
            case ThreadSelf():
                return self.terms.integer(self.self_number())
            case ObjectSize(pointer):
                return self._object_size(self.pointer(pointer))
            case _:
                assert_never(expression)

    def integer(self, expression: Expression) -> Int:
        value = self.value(expression)
        return value if isinstance(value, Int) else self.addresses.address(value)

    def pointer(self, expression: Expression) -> Pointer:
        return self.as_pointer(self.value(expression))

    def as_pointer(self, value: Value) -> Pointer:
        """An integer that is used as a pointer."""
        condition = self.addresses.is_no_object(value)
        if condition is not self.terms.true:
            self.require(self.terms.implies(self.guard, condition))
        return self.addresses.pointer(value)

    def test(self, expression: Expression) -> Bool:
        """The value is not zero."""
        match expression:
            case Binary(operator, left, right) if operator in COMPARISONS:
                return self._comparison(operator, left, right)
            case Unary(UnaryOperator.NOT, operand):
                return self.test(operand).inverse
            case Convert(operand, BoolType()):
                return self.test(operand)
        return self._truth(self.value(expression), value_type(expression.type))

    def _truth(self, value: Value, type: Type) -> Bool:
        if isinstance(type, FloatType):
            assert isinstance(value, Int)
            return self.floating.truth(value, type)
        return self.addresses.equal(value, self.terms.zero).inverse

    def _constant(self, value: object, type: Type) -> Value:
        if isinstance(type, FloatType):
            assert isinstance(value, float | Extended)
            return self.floating.constant(value, type)
        assert isinstance(value, int)
        if isinstance(type, PointerType):
            return self.addresses.pointer(self.terms.integer(value))
        return self.terms.integer(value)

    # ---- places

    def address(self, place: Place) -> Pointer:
        match place:
            case VariablePlace(variable):
                return self.object_of(variable)
            case Dereference(pointer):
                return self.pointer(pointer)
            case Member(base, field):
                return self.addresses.moved(self.address(base), self.terms.integer(field.offset))
            case Element(base, index):
                by = self.terms.multiply(self.integer(index), self._size(place.type))
                return self.addresses.moved(self.address(base), by)

    def _size(self, type: Type) -> Int:
        if not isinstance(type, VariableArrayType):
            return self.terms.integer(size_of(type))
        return self.terms.multiply(self.integer(type.count), self._size(type.element))

    def read(self, place: Place) -> Value:
        if isinstance(place, VariablePlace):
            held = self.slot(place.variable)
            if held is not None:
                return held
        pointer = self.address(place)
        self.is_atomic = isinstance(place.type, AtomicType)
        return self.load(pointer, place_cell(place))

    def write(self, place: Place, value: Value) -> None:
        """Into an object in memory."""
        pointer = self.address(place)
        self.is_atomic = isinstance(place.type, AtomicType)
        self.store(pointer, place_cell(place), value)

    def load(self, pointer: Pointer, cell: Codec) -> Value:
        at = self.addresses.moved(pointer, self.terms.integer(cell.skip))
        self.memory.has_parted, self.memory.torn = False, self.terms.false
        raw = self._load_bytes(at, cell)
        if not isinstance(value_type(cell.type), PointerType):
            self._note_number(raw, cell)
        elif self.memory.torn is not self.terms.false:
            self.read_torn(self.memory.torn)
        if not cell.whole:
            bits = self.terms.extract(self.addresses.address(raw), cell.shift, cell.bits)
            return self.terms.wrap(bits, value_range(cell.type))
        return self.typed(raw, cell.type)

    def _note_number(self, raw: Value, cell: Codec) -> None:
        """What was read as a number may be an address, or a part of one."""
        is_part = self.memory.has_parted or not cell.whole or isinstance(value_type(cell.type), FloatType)
        if self.memory.has_parted or may_be_object(raw):
            self.read_address(is_part)

    def follow(self, pointer: Pointer) -> list[Reach]:
        condition = self.addresses.stays_nowhere(pointer)
        if condition is not self.terms.true:
            self.require(self.terms.implies(self.guard, condition))
        return self.memory.reaches(pointer)

    def _load_bytes(self, pointer: Pointer, cell: Codec) -> Value:
        terms, memory, size = self.terms, self.memory, cell.size
        result: Value | None = None
        valid: list[Bool] = []
        for reach in self.follow(pointer):
            inside = terms.both(reach.condition, memory.is_valid(reach, size, writes=False))
            if inside is terms.false:
                continue
            value = memory.load(reach, size)
            if value is None:
                continue
            valid.append(inside)
            self.touched(reach.item, reach.condition, reach.offset, cell, writes=False)
            result = value if result is None else self.addresses.choice(reach.condition, value, result)
        self.invalid(terms.any(valid), size, "read")
        return terms.zero if result is None else result

    def invalid(self, valid: Bool, size: int, what: str) -> None:
        if valid is not self.terms.true:
            text = f"{what} of {size} byte{'s' * (size != 1)} outside of any live object"
            self.fault(Property.MEMORY, text, valid.inverse)

    def typed(self, raw: Value, type: Type) -> Value:
        """Bytes of memory as a value of the type."""
        terms = self.terms
        match type:
            case PointerType():
                return self.as_pointer(raw)
            case BoolType():
                return terms.number(terms.truth(terms.wrap(self.addresses.address(raw), unsigned_range(8))))
            case FloatType():
                return self.floating.loaded(self.addresses.address(raw), type)
            case _:
                return terms.wrap(self.addresses.address(raw), value_range(type))

    def _untyped(self, value: Value, type: Type) -> Value:
        """A value as the bytes of memory hold it."""
        if not isinstance(type, FloatType):
            return value
        assert isinstance(value, Int)
        return self.floating.stored(value, type)

    def store(self, pointer: Pointer, cell: Codec, value: Value) -> None:
        terms, memory = self.terms, self.memory
        at = self.addresses.moved(pointer, terms.integer(cell.skip))
        valid: list[Bool] = []
        for reach in self.follow(at):
            inside = terms.both(reach.condition, memory.is_valid(reach, cell.size, writes=True))
            if inside is terms.false:
                continue
            valid.append(inside)
            if cell.whole:
                raw = self._untyped(value, cell.type)
            else:
                old = memory.load(reach, cell.size)
                assert old is not None
                raw = self._with_bits(self.addresses.address(old), cell, value)
            self.touched(reach.item, reach.condition, reach.offset, cell, writes=True)
            memory.store(reach, cell.size, raw, self.guard)
        self.invalid(terms.any(valid), cell.size, "write")

    def _with_bits(self, old: Int, cell: Codec, value: Value) -> Int:
        """The bytes around a bit-field with the field replaced."""
        terms = self.terms
        total = 8 * cell.size
        result = terms.extract(self.addresses.address(value), 0, cell.bits)
        if cell.shift:
            result = terms.concat(result, terms.extract(old, 0, cell.shift), cell.shift)
        done = cell.shift + cell.bits
        if done < total:
            result = terms.concat(terms.extract(old, done, total - done), result, done)
        return result

    # ---- operators

    def _unary(self, expression: Unary) -> Value:
        operator, type = expression.operator, value_type(expression.type)
        if operator is UnaryOperator.NOT:
            return self.terms.number(self.test(expression.operand).inverse)
        of = value_type(expression.operand.type)
        operand = self.integer(expression.operand)
        if isinstance(of, FloatType):
            return self.floating.unary(operator, operand, of)
        return self.integer_unary(operator, operand, of, type)

    def _binary(self, expression: Binary) -> Value:
        operator, left, right = expression.operator, expression.left, expression.right
        type = value_type(expression.type)
        if operator in COMPARISONS:
            return self.terms.number(self._comparison(operator, left, right))
        a, b = self.integer(left), self.integer(right)
        if isinstance(type, FloatType):
            return self.floating.binary(operator, a, b, type)
        return self.integer_binary(operator, a, b, type)

    def _comparison(self, operator: BinaryOperator, left: Expression, right: Expression) -> Bool:
        a, b = self.value(left), self.value(right)
        type = value_type(left.type)
        if isinstance(type, FloatType):
            assert isinstance(a, Int)
            assert isinstance(b, Int)
            return self.floating.comparison(operator, a, b, type)
        if operator in (BinaryOperator.EQUAL, BinaryOperator.NOT_EQUAL):
            self.compared(a, b)
        match operator:
            case BinaryOperator.EQUAL:
                return self.addresses.equal(a, b)
            case BinaryOperator.NOT_EQUAL:
                return self.addresses.equal(a, b).inverse
            case BinaryOperator.LESS:
                return self.addresses.less(a, b)
            case BinaryOperator.GREATER:
                return self.addresses.less(b, a)
            case BinaryOperator.LESS_EQUAL:
                return self.addresses.less(b, a).inverse
            case _:
                return self.addresses.less(a, b).inverse

    def _difference(self, left: Expression, right: Expression, scale: Expression) -> Int:
        terms = self.terms
        a, b, unit = self.pointer(left), self.pointer(right), self.integer(scale)
        within = signed_range(self.addresses.bits)
        if a.object is b.object:
            apart = terms.subtract(a.offset, b.offset, within)
        else:
            apart = terms.subtract(self.addresses.address(a), self.addresses.address(b), within)
        return terms.quotient(apart, unit, within)

    def _conditional(self, test: Bool, then: Expression, otherwise: Expression) -> Value:
        terms, guard = self.terms, self.guard
        if test is terms.true:
            return self.value(then)
        if test is terms.false:
            return self.value(otherwise)
        try:
            self.guard = terms.both(guard, test)
            chosen = self.value(then)
            self.guard = terms.both(guard, test.inverse)
            other = self.value(otherwise)
        finally:  # the caller that catches what is not modelled continues with all of it
            self.guard = guard
        return self.addresses.choice(test, chosen, other)

    def _object_size(self, pointer: Pointer) -> Int:
        terms = self.terms
        result = terms.zero
        for reach in self.memory.reaches(pointer):
            item, size = reach.item, self.memory.size(reach.item)
            inside = terms.both(terms.at_most(terms.zero, reach.offset), terms.at_most(reach.offset, size))
            inside = terms.all((inside, reach.condition, self.memory.is_there(item)))
            result = terms.choice(inside, size, result)
        return result

    # ---- conversions

    def _convert(self, operand: Expression, target: Type) -> Value:
        source = value_type(operand.type)
        if isinstance(target, BoolType):
            return self.terms.number(self.test(operand))
        value = self.value(operand)
        if isinstance(source, FloatType):
            assert isinstance(value, Int)
            if isinstance(target, FloatType):
                return self.floating.between(value, source, target)
            return self._to_integer(value, source, target)
        if isinstance(target, FloatType):
            return self.floating.from_integer(self.addresses.address(value), target)
        if isinstance(target, PointerType):
            if isinstance(value, Pointer):
                return value
            return self.as_pointer(self.terms.wrap(value, value_range(target)))
        return self.terms.wrap(self.addresses.address(value), value_range(target))

    def _to_integer(self, value: Int, source: FloatType, target: Type) -> Value:
        message = f"conversion of a floating number that does not fit in {bits_of(target)} bits"
        self.fault(Property.ARITH, message, self.floating.fits(value, source, value_range(target)).inverse)
        raw = self.floating.to_integer(value, source, target)
        return self.addresses.pointer(raw) if isinstance(target, PointerType) else raw
