"""What may go wrong at a node, for the numbers that may be there: `Checks`.

In: a `Flow` that has come to its end. Out: which of `reach`, `memory` and `arith` an instruction may violate.
What is not looked at here may go wrong.
"""

from __future__ import annotations

from collections.abc import Iterator

from unthread.core.properties import ERROR_FUNCTIONS, Property
from unthread.program.expressions import (
    COMPARISONS,
    AddressOf,
    Binary,
    Conditional,
    Constant,
    Convert,
    Dereference,
    Element,
    Expression,
    FunctionAddress,
    Member,
    Place,
    PointerAdd,
    Read,
    Storage,
    ThreadSelf,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
    is_register,
    place_operands,
    root,
)
from unthread.program.instructions import (
    Allocate,
    Assert,
    Assign,
    Call,
    Copy,
    Fill,
    FormatText,
    Free,
    Print,
    Spawn,
    expressions,
)
from unthread.program.types import (
    ArrayType,
    FloatType,
    IntType,
    Type,
    VariableArrayType,
    is_signed,
    size_of,
    value_range,
    value_type,
)
from unthread.proof.contracts import SIZES, WHOLE
from unthread.proof.numbers.flow import Flow
from unthread.proof.numbers.spans import Span, has_result, span_of
from unthread.proof.numbers.state import NumericState
from unthread.proof.values import Address, KnownFunction
from unthread.values.formats import slots

_SLOT = 8  # bytes of an argument of printf
NUMERIC = frozenset({Property.REACH, Property.MEMORY, Property.ARITH})
_HARMLESS = (
    UnaryOperator.NOT,
    UnaryOperator.COMPLEMENT,
    UnaryOperator.ONES,
    UnaryOperator.LEADING_ZEROS,
    UnaryOperator.TRAILING_ZEROS,
    UnaryOperator.SWAP_BYTES,
)


class Checks:
    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.walk = flow.walk

    def violated(self) -> dict[Property, int]:
        """Properties that some execution may violate for all that is known, each with a node."""
        found: dict[Property, int] = {}
        for node, state in sorted(self.flow.states.items()):
            for property in self.at(node, state):
                found.setdefault(property, node)
            if found.keys() == NUMERIC:
                break
        return found

    def at(self, node: int, state: NumericState) -> Iterator[Property]:
        item = self.walk.instruction(node)
        for expression in expressions(item):
            yield from self._faults(node, expression, state)
        match item:
            case Assert(condition, property) if property in NUMERIC:
                if self.flow.evaluator.truth(node, condition, state) is not True:
                    yield property
            case Assign(target) if not is_register(target):
                if not self._is_inside(node, target, state) or self._is_read_only(node, target, state):
                    yield Property.MEMORY
            case Print():
                if not self._prints_numbers(node, item, state):
                    yield Property.MEMORY
            case Allocate() | Free() | FormatText() | Fill() | Copy():
                yield Property.MEMORY
            case Call(_, function):
                if not self.walk.callees.get(node, set()).isdisjoint(ERROR_FUNCTIONS):
                    yield Property.REACH
                if not self._is_known(node, function) or not self._has_lock_there(node, item, state):
                    yield Property.MEMORY
            case Spawn(_, function):
                if not self._is_known(node, function):
                    yield Property.MEMORY

    # ---- arithmetic

    def _faults(self, node: int, expression: Expression, state: NumericState) -> Iterator[Property]:
        match expression:
            case Constant() | FunctionAddress() | ThreadSelf():
                return
            case Read(place):
                if not is_register(place) and not self._is_inside(node, place, state):
                    yield Property.MEMORY
                yield from self._in_place(node, place, state)
            case AddressOf(place):
                yield from self._in_place(node, place, state)
            case PointerAdd(pointer, index, scale):
                for part in (pointer, index, scale):
                    yield from self._faults(node, part, state)
            case Convert(operand, type):
                yield from self._faults(node, operand, state)
                if _may_not_fit(operand.type, type):
                    yield Property.ARITH
            case Unary(operator, operand):
                yield from self._faults(node, operand, state)
                if not self._has_opposite(node, operator, operand, state):
                    yield Property.ARITH
            case Binary(operator, left, right):
                yield from self._faults(node, left, state)
                yield from self._faults(node, right, state)
                if operator not in COMPARISONS and not self._has_result(node, expression, state):
                    yield Property.ARITH
            case Conditional(test, then, otherwise):
                yield from self._faults(node, test, state)
                for wanted, side in ((True, then), (False, otherwise)):
                    inside = self.flow.evaluator.assumed(node, test, wanted, state)
                    if inside is not None:
                        yield from self._faults(node, side, inside)
            case _:
                yield Property.MEMORY
                yield Property.ARITH

    def _in_place(self, node: int, place: Place, state: NumericState) -> Iterator[Property]:
        for part in place_operands(place):
            yield from self._faults(node, part, state)

    def _has_opposite(
        self, node: int, operator: UnaryOperator, operand: Expression, state: NumericState
    ) -> bool:
        kind = value_type(operand.type)
        if operator in _HARMLESS or isinstance(kind, FloatType):
            return True
        span = self.flow.evaluator.span(node, operand, state)
        is_negation = operator is UnaryOperator.NEGATE and isinstance(kind, IntType)
        return is_negation and span is not None and (not is_signed(kind) or value_range(kind)[0] not in span)

    def _has_result(self, node: int, expression: Binary, state: NumericState) -> bool:
        kind = value_type(expression.type)
        if isinstance(kind, FloatType):
            return True
        a = self.flow.evaluator.span(node, expression.left, state)
        b = self.flow.evaluator.span(node, expression.right, state)
        return a is not None and b is not None and has_result(expression.operator, a, b, kind)

    # ---- memory

    def _is_inside(self, node: int, place: Place, state: NumericState) -> bool:
        """It is a part of an object that is there, at an index that is inside."""
        match place:
            case VariablePlace(variable):
                return self._is_there(variable)
            case Member(base):
                return self._is_inside(node, base, state)
            case Element(base, index):
                return self._is_element(node, base, index, state) and self._is_inside(node, base, state)
            case Dereference(pointer, type):
                return self._is_pointed(node, pointer, type, state)

    def _is_there(self, variable: Variable) -> bool:
        """Where it has a name, and a size."""
        if variable.storage is Storage.LOCAL:
            return not _has_variable_size(variable.type)
        item = self.walk.program.globals.get(variable.name)
        return item is not None and not item.external

    def _is_element(self, node: int, base: Place, index: Expression, state: NumericState) -> bool:
        span = self.flow.evaluator.span(node, index, state)
        array = base.type
        if span is None or not isinstance(array, ArrayType) or array.count is None:
            return False
        return span.is_inside(Span(0, array.count - 1))

    def _is_pointed(self, node: int, pointer: Expression, type: Type, state: NumericState) -> bool:
        if _has_variable_size(type):
            return False
        area = self.flow.evaluator.area(node, pointer, state)
        size = None if area is None else self._size(node, area.variable, state)
        if area is None or size is None:
            return False
        return area.offset.is_inside(Span(0, size - size_of(type)))

    def _size(self, node: int, variable: Variable, state: NumericState) -> int | None:
        """Of an object that is surely there."""
        if variable.storage is Storage.GLOBAL:
            item = self.walk.program.globals.get(variable.name)
            return None if item is None or item.external else item.size
        if variable.storage is not Storage.LOCAL or _has_variable_size(variable.type):
            return None
        frames = [frame.number for frame in self.walk.frame(node).chain() if not frame.is_recursive]
        is_alive = any((number, variable.name) in state.alive for number in frames)
        return size_of(variable.type) if is_alive else None

    def _is_read_only(self, node: int, place: Place, state: NumericState) -> bool:
        area = self.flow.evaluator.place(node, place, state)
        base = root(place)
        if area is None and not isinstance(base, VariablePlace):
            return True
        variable = base.variable if isinstance(base, VariablePlace) else area.variable if area else None
        item = None if variable is None else self.walk.program.globals.get(variable.name)
        return item is not None and item.read_only

    def _prints_numbers(self, node: int, item: Print, state: NumericState) -> bool:
        """By a format that is known, and enough of them."""
        texts = [self.walk.pointers.text(at.object) for at in self.walk.pointers.targets(item.format)]
        format = self.flow.evaluator.area(node, item.format, state)
        if len(texts) != 1 or texts[0] is None or format is None or format.offset != Span(0, 0):
            return False
        count = slots(texts[0].partition(b"\0")[0])
        if not count or self.walk.program.pointer_size != _SLOT:
            return count == 0
        given = self.flow.evaluator.area(node, item.arguments, state)
        size = None if given is None else self._size(node, given.variable, state)
        if given is None or size is None:
            return False
        return given.offset.lo >= 0 and given.offset.hi + count * _SLOT <= size

    # ---- calls

    def _is_known(self, node: int, function: Expression) -> bool:
        return isinstance(function, FunctionAddress) or isinstance(
            self.walk.value(node, function), KnownFunction
        )

    def _has_lock_there(self, node: int, item: Call, state: NumericState) -> bool:
        """Where the call is not looked into, its argument is the lock that it works on."""
        for name in self.walk.callees.get(node, ()):
            function = self.walk.program.functions.get(name)
            if function is None or not function.library or name not in WHOLE or not item.arguments:
                continue
            match self.walk.value(node, item.arguments[0]):
                case Address(Variable() as variable, int(offset)):
                    size = self._size(node, variable, state)
                    if size is None or not 0 <= offset <= size - SIZES[WHOLE[name].kind]:
                        return False
                case _:
                    return False
        return True


def _may_not_fit(source: Type, target: Type) -> bool:
    return isinstance(value_type(source), FloatType) and span_of(target) is not None


def _has_variable_size(type: Type) -> bool:
    while isinstance(type, ArrayType):
        type = type.element
    return isinstance(type, VariableArrayType)
