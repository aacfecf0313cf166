"""Expressions that stand in the same place of several bodies: what kind of numbers they give.

In: the expressions of all threads of a class, or one of any other body. Out: the kind; `Different`, if the
value is not that which the thread would have that changes places with this one.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Sequence
from typing import TypeAlias, TypeVar

from unthread.analysis.locations import Location
from unthread.analysis.steps import Touch, locations
from unthread.bound.alike.kinds import SETS, Kind, Sets, ThreadNames, fits, kind_of
from unthread.bound.alike.shared import Different, OwnCell, Shared
from unthread.core.records import dataclass
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
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
    is_register,
    root,
)
from unthread.program.instructions import is_private
from unthread.program.types import BoolType, IntType, PointerType, size_of, value_type

_T = TypeVar("_T")
_EQUALITIES = frozenset({BinaryOperator.EQUAL, BinaryOperator.NOT_EQUAL})
_BITWISE = frozenset({BinaryOperator.AND, BinaryOperator.OR, BinaryOperator.XOR})
_ORDERS: dict[BinaryOperator, Callable[[float, float], bool]] = {
    BinaryOperator.LESS: operator.lt,
    BinaryOperator.LESS_EQUAL: operator.le,
    BinaryOperator.GREATER: operator.gt,
    BinaryOperator.GREATER_EQUAL: operator.ge,
}


@dataclass(frozen=True, slots=True)
class KnownConstants:
    """Constants."""

    values: tuple[int | float, ...]

    @property
    def is_one(self) -> bool:
        return len(set(self.values)) == 1


Found: TypeAlias = Kind | KnownConstants | None


class AlikeValues:
    """Of some bodies. `numbers` are those of the threads, if they belong to the class. `pairs` maps the
    variables of the first body to those of each."""

    def __init__(self, shared: Shared, numbers: tuple[int, ...]) -> None:
        self.shared, self.threads = shared, shared.threads
        self.numbers = numbers
        self.registers: dict[Variable, Kind] = {}
        self.pairs: dict[Variable, tuple[Variable, ...]] = {}
        self._firsts: dict[Variable, Variable] = {}  # the other way
        self.has_addresses = False

    @property
    def is_class(self) -> bool:
        return self.numbers == self.threads

    # ---- expressions

    def plain(self, found: Sequence[Expression]) -> None:
        """The value has nothing to do with numbers of threads."""
        kind = self.kind(found)
        if isinstance(kind, ThreadNames | Sets) or (isinstance(kind, KnownConstants) and not kind.is_one):
            raise Different

    def truth(self, found: Sequence[Expression]) -> None:
        """Only whether it is zero counts."""
        kind = self.kind(found)
        if isinstance(kind, ThreadNames | Sets) and not fits(kind, (0,), self.threads):
            raise Different
        if isinstance(kind, KnownConstants) and not kind.is_one:
            raise Different

    def kind(self, found: Sequence[Expression]) -> Found:
        first = found[0]
        if any(type(other) is not type(first) or other.type != first.type for other in found):
            raise Different
        match first:
            case Constant():
                return self._constant(found)
            case Read():
                return self.place_kind([_a(item, Read).place for item in found])
            case AddressOf():
                self._address([_a(item, AddressOf).place for item in found])
            case FunctionAddress(name):
                if any(_a(item, FunctionAddress).name != name for item in found):
                    raise Different
            case Unary(operator):
                return self._unary(operator, [_a(item, Unary) for item in found])
            case Binary(operator):
                return self._binary(operator, [_a(item, Binary) for item in found])
            case Convert():
                return self._converted([_a(item, Convert) for item in found])
            case Conditional():
                return self._conditional([_a(item, Conditional) for item in found])
            case PointerAdd() | PointerDifference() | ObjectSize():
                self._pointers(found)
            case _:
                raise Different
        return None

    def _constant(self, found: Sequence[Expression]) -> KnownConstants:
        values = [_a(item, Constant).value for item in found]
        if not all(isinstance(value, int) for value in values):
            if any(value != values[0] for value in values):
                raise Different
            return KnownConstants((0,))
        return KnownConstants(tuple(value for value in values if isinstance(value, int)))

    def _unary(self, operator: UnaryOperator, found: Sequence[Unary]) -> Found:
        inner = [item.operand for item in found]
        if any(item.operator is not operator for item in found):
            raise Different
        if operator is UnaryOperator.NOT:
            self.truth(inner)
        elif operator is UnaryOperator.COMPLEMENT and isinstance(self.kind(inner), Sets):
            return SETS
        else:
            self.plain(inner)
        return None

    def _binary(self, operator: BinaryOperator, found: Sequence[Binary]) -> Found:
        if any(item.operator is not operator for item in found):
            raise Different
        left, right = [item.left for item in found], [item.right for item in found]
        kind = self.common(self.kind(left), self.kind(right))
        if kind is None:
            return None
        if operator in _EQUALITIES:
            self.demand(left, kind)
            self.demand(right, kind)
            return None
        if operator in _BITWISE and isinstance(kind, Sets):
            self.demand(left, kind)
            self.demand(right, kind)
            return kind
        if operator in COMPARISONS and isinstance(kind, ThreadNames):
            self._ordered(operator, kind, self.kind(left), self.kind(right))
            return None
        raise Different

    def common(self, left: Found, right: Found) -> Kind | None:
        """What both sides have to be."""
        for found in (left, right):
            if isinstance(found, ThreadNames | Sets):
                return found
        for found in (left, right):
            if isinstance(found, KnownConstants) and not found.is_one:
                kind = kind_of([int(value) for value in found.values], self.threads)
                if kind is None:
                    raise Different
                return kind
        return None

    def _ordered(self, operator: BinaryOperator, kind: ThreadNames, left: Found, right: Found) -> None:
        """Every number of a thread is on the same side of a constant."""
        names = [thread + kind.offset for thread in self.threads]
        compare = _ORDERS[operator]
        if left == kind and isinstance(right, KnownConstants) and right.is_one:
            answers = {compare(name, right.values[0]) for name in names}
        elif right == kind and isinstance(left, KnownConstants) and left.is_one:
            answers = {compare(left.values[0], name) for name in names}
        else:
            raise Different
        if len(answers) != 1:
            raise Different

    def _converted(self, found: Sequence[Convert]) -> Found:
        inner = [item.operand for item in found]
        kind, goal = self.kind(inner), value_type(found[0].type)
        if isinstance(kind, KnownConstants) and not kind.is_one:
            raise Different
        if not isinstance(kind, ThreadNames | Sets):
            return None
        if isinstance(goal, BoolType):
            self.truth(inner)
            return None
        source = value_type(inner[0].type)
        if not isinstance(source, IntType) or not isinstance(goal, IntType) or goal.bits < source.bits:
            raise Different
        if isinstance(kind, Sets) and source.signed:
            raise Different
        return kind

    def _conditional(self, found: Sequence[Conditional]) -> Found:
        self.truth([item.test for item in found])
        sides = [item.then for item in found], [item.otherwise for item in found]
        kind = self.common(self.kind(sides[0]), self.kind(sides[1]))
        if kind is not None:
            for side in sides:
                self.demand(side, kind)
        return kind

    def _pointers(self, found: Sequence[Expression]) -> None:
        match found[0]:
            case PointerAdd():
                parts = [(p.pointer, p.index, p.scale) for p in (_a(item, PointerAdd) for item in found)]
                for part in zip(*parts, strict=True):
                    self.plain(part)
            case PointerDifference():
                sides = [(p.left, p.right, p.scale) for p in (_a(item, PointerDifference) for item in found)]
                for part in zip(*sides, strict=True):
                    self.plain(part)
            case _:
                self.plain([_a(item, ObjectSize).pointer for item in found])

    # ---- what has to be of a kind

    def demand(self, found: Sequence[Expression], kind: Kind) -> None:
        match found[0]:
            case Constant():
                known = self._constant(found)
                if not fits(kind, [int(value) for value in known.values], self.threads):
                    raise Different
            case Read():
                self.hold([_a(item, Read).place for item in found], kind)
            case Convert() if self._converted([_a(item, Convert) for item in found]) != kind:
                raise Different
            case Convert():
                pass
            case Unary(UnaryOperator.COMPLEMENT) if isinstance(kind, Sets):
                self.demand([_a(item, Unary).operand for item in found], kind)
            case Binary(operator) if operator in _BITWISE and isinstance(kind, Sets):
                self.demand([_a(item, Binary).left for item in found], kind)
                self.demand([_a(item, Binary).right for item in found], kind)
            case Conditional():
                self.demand([_a(item, Conditional).then for item in found], kind)
                self.demand([_a(item, Conditional).otherwise for item in found], kind)
            case _:
                raise Different

    # ---- places

    def place_kind(self, places: Sequence[Place]) -> Kind | None:
        kind = self._kind_there(places)
        if kind is not None and not _is_integer(places[0]):
            raise Different  # the same bits are another number
        return kind

    def _kind_there(self, places: Sequence[Place]) -> Kind | None:
        own = self.walk(places)
        if own is not None:
            return self.shared.own_kind(own)
        if is_register(places[0]) or is_private(places[0]):
            return self.registers.get(_variable(places[0]))
        return self.shared.kind_at(self._reached(places))

    def hold(self, places: Sequence[Place], kind: Kind) -> None:
        """The place holds numbers of this kind."""
        if not _is_integer(places[0]):
            raise Different
        own = self.walk(places)
        if own is not None:
            self.shared.hold_own(own, kind)
        elif is_register(places[0]) or is_private(places[0]):
            self._hold_register(places[0], kind)
        else:
            for location, size in self._reached(places):
                self.shared.hold(location, size, kind)

    def _hold_register(self, place: Place, kind: Kind) -> None:
        variable = _variable(place)
        if self.registers.get(variable) == kind:
            return
        if variable in self.registers or not isinstance(place, VariablePlace):
            raise Different
        if not fits(kind, (0,), self.threads):
            raise Different
        self.registers[variable] = kind
        self.shared.changed = True

    def _reached(self, places: Sequence[Place]) -> list[tuple[Location, int | None]]:
        """Where the places may lie: nowhere in what a thread of the class has in a table."""
        found = [
            (location, None if _is_bit_field(place) else size_of(value_type(place.type)))
            for place in places
            for location in locations(place, self.shared.touches.pointers)
        ]
        if not all(self.shared.is_elsewhere(Touch(location, size, True)) for location, size in found):
            raise Different
        return found

    def walk(self, places: Sequence[Place]) -> OwnCell | None:
        """The places are the same but for what threads have for themselves; what a thread of the class has in
        a table, if that is where they are."""
        first = places[0]
        if any(type(other) is not type(first) or other.type != first.type for other in places):
            raise Different
        match first:
            case VariablePlace():
                self.same([_a(item, VariablePlace).variable for item in places])
                return None
            case Dereference():
                self.plain([_a(item, Dereference).pointer for item in places])
                return None
            case Member(_, field):
                if any(_a(item, Member).field != field for item in places):
                    raise Different
                inner = self.walk([_a(item, Member).base for item in places])
                if inner is None:
                    return None
                if field.bit_width is not None:
                    raise Different
                return OwnCell(inner.table, inner.offset + field.offset, size_of(value_type(field.type)))
            case Element():
                return self._element([_a(item, Element) for item in places])

    def _element(self, places: Sequence[Element]) -> OwnCell | None:
        indices = [place.index for place in places]
        kind = self.kind(indices)
        base = places[0].base
        if isinstance(kind, KnownConstants) and not kind.is_one:
            if not self.is_class or kind.values != self.numbers or not isinstance(base, VariablePlace):
                raise Different
            self.same([_variable(place) for place in places])
            self.shared.add_table(base.variable)
            return OwnCell(base.variable, 0, size_of(places[0].type))
        self.plain(indices)
        inner = self.walk([place.base for place in places])
        if inner is None:
            return None
        if not isinstance(kind, KnownConstants):
            raise Different
        size = size_of(places[0].type)
        return OwnCell(inner.table, inner.offset + int(kind.values[0]) * size, size)

    def same_each(self, variables: Sequence[Sequence[Variable]]) -> None:
        if len({len(found) for found in variables}) != 1:
            raise Different
        for found in zip(*variables, strict=True):
            self.same(found)

    def same(self, variables: Sequence[Variable]) -> None:
        """The same variable, or one that each has for itself."""
        first = variables[0]
        if first.storage in (Storage.LOCAL, Storage.REGISTER):
            if self.pairs.setdefault(first, tuple(variables)) != tuple(variables):
                raise Different
            if any(self._firsts.setdefault(other, first) != first for other in variables):
                raise Different
            if any(other.storage is not first.storage or other.type != first.type for other in variables):
                raise Different
        elif any(other != first for other in variables):
            raise Different

    def _address(self, places: Sequence[Place]) -> None:
        if self.walk(places) is not None:
            raise Different  # others may get there
        base = root(places[0])
        if isinstance(base, VariablePlace) and base.variable.storage is not Storage.GLOBAL:
            self.has_addresses = True


def _is_integer(place: Place) -> bool:
    return isinstance(value_type(place.type), IntType | PointerType)


def _is_bit_field(place: Place) -> bool:
    return isinstance(place, Member) and place.field.bit_width is not None


def _variable(place: Place) -> Variable:
    base = root(place)
    assert isinstance(base, VariablePlace), "a variable"
    return base.variable


def _a(item: object, kind: type[_T]) -> _T:
    assert isinstance(item, kind), "of the same kind as the first one"
    return item
