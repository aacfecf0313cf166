"""Where pointers may point: inclusion-based, field-sensitive, flow-insensitive.

In: bodies of goto code with their calls still in or already inlined, the variables of static storage with
their initial values, and the function the process starts in. Out: `PointsTo`, which says for expressions
what they may point to, for places where they may lie, and for calls whom they may reach.

Every scalar is followed, whatever its type: pointers hide in integers and in single bytes. A `Location` is
an object and the bytes of it that a pointer may mean; elements of an array are not distinguished. What
arithmetic does to an address beyond moving it in its array or by a constant leads to any byte of the object.

What is taken for granted, besides what C itself rules out as undefined:

- A number that was not computed from an address is the address of something whose address the program has
  looked at (`exposing`), or of nothing. Memory that was never written holds no pointer to an object of the
  program, nor is the difference of two pointers into one object. What constant addresses, `argv`, external
  variables, inputs and results of functions without a body point to is `UNKNOWN`: who asks has to take it
  for any object, and the engine tells where it follows such a pointer.
- An index that is not constant stays in its array, and so does a pointer moved by whole elements, unless
  addresses go into the index. An array of at most one element, and one that a pointer to an array leads to,
  is taken for a part of a longer one.
  `trust_indices=False` does without all this: elements may then lie anywhere in the object.
- A pointer gets from one place to another through comparisons, branches and `_Bool` alone only as a number of
  a pointer's size: not byte by byte.

Functions of the library are looked at anew for each call from the user's text, so that two calls of malloc
give two objects and two calls of memcpy do not mix what they copy.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain

from unthread.analysis.locations import (
    PARTLY,
    SMEAR,
    UNKNOWN,
    WHOLE,
    Location,
    Map,
    Object,
    bit_numbers,
)
from unthread.analysis.points_to_solver import Difference, SolvedBody, Solver
from unthread.analysis.points_to_values import Fixed, Values
from unthread.program.expressions import Constant, Expression, Place, PointerDifference, Variable
from unthread.program.program import GlobalVariable, Program
from unthread.program.types import size_of


class PointsTo(Values[int]):
    """What `points_to` found. Sets cover every instance of a body and every moment."""

    def __init__(self, solver: Solver, entry: str, roots: tuple[str, ...]) -> None:
        super().__init__(solver.space, solver.global_sizes, solver.trust_indices, solver.pointer_size)
        self._apart = frozenset(expression for _, expression in solver.apart)
        self.entry = entry
        self.roots = roots
        self.edges = tuple(solver.edges)
        self.instances = frozenset(solver.activations)
        self.library = frozenset(name for name, body in solver.functions.items() if body.library)
        self._graph = solver.graph
        self._exposed = solver.graph.set_of(solver.exposed_node)
        self._registers = solver.registers
        self._holders = solver.holders
        self._texts: dict[Object, bytes | None] = {}
        self._literals = {item.variable: item for item in solver.variables if item.read_only}
        self._callees: dict[tuple[str, int], set[str]] = {}
        for edge in self.edges:
            self._callees.setdefault((edge.caller.body, edge.index), set()).add(edge.callee.body)
        self._sets: dict[int, frozenset[Location]] = {}
        self._images: dict[tuple[int, Map], int] = {}
        self._loaded: dict[tuple[int, int], int] = {}

    @property
    def objects(self) -> frozenset[Object]:
        """Everything that is pointed to or accessed."""
        return frozenset(self.space.objects)

    def targets(self, expression: Expression) -> frozenset[Location]:
        """What the value of an expression may point to, or be computed from a pointer to."""
        return self._public(self.value(expression))

    def places(self, place: Place) -> frozenset[Location]:
        """Where the first byte that an access to the place touches may lie."""
        return self._public(self._where(place))

    def callees(self, body: str, index: int) -> frozenset[str]:
        """The functions that the call or spawn at an instruction may reach, undefined ones included."""
        return frozenset(self._callees.get((body, index), ()))

    def contents(self, object: Object) -> frozenset[Location]:
        """What pointers in the object may point to."""
        number = self.space.numbers.get(object)
        memory = None if number is None else self._graph.memory.get(number)
        if memory is None:
            return frozenset()
        return self._public(_union(self._graph.set_of(cell) for cell in memory.cells.values()))

    def text(self, object: Object) -> bytes | None:
        """The characters of an object that cannot be changed: a string literal."""
        if object not in self._texts:
            self._texts[object] = self._text(object)
        return self._texts[object]

    def _text(self, object: Object) -> bytes | None:
        item = self._literals.get(object) if isinstance(object, Variable) else None
        if item is None:
            return None
        text = bytearray(item.size)
        for part in item.initial:
            if not isinstance(part.value, Constant) or not isinstance(part.value.value, int):
                return None
            if size_of(part.type) != 1:
                return None
            text[part.offset] = part.value.value & 255
        return bytes(text)

    def escaped(self) -> frozenset[Object]:
        """Objects whose address may be held by something else than a register of the frame they belong
        to: by memory, by a parameter, by the result of a function. That of a global variable need not be
        held anywhere for all to reach it."""
        cells = (cell for memory in self._graph.memory.values() for cell in memory.cells.values())
        held = _union(self._graph.set_of(node) for node in chain(cells, self._holders))
        return frozenset(location.object for location in self._public(held)) - {UNKNOWN}

    # evaluation over the solution

    def constant(self, bits: int) -> int:
        return bits

    def exposed(self) -> int:
        return self._exposed

    def exposed_objects(self) -> frozenset[Object]:
        """Whatever a number may happen to be the address of."""
        return frozenset(location.object for location in self._public(self._exposed))

    def difference(self, expression: PointerDifference) -> int:
        return self.between(expression) if expression in self._apart else 0

    def register(self, variable: Variable) -> int:
        return _union(self._graph.set_of(node) for node in self._registers.get(variable.name, ()))

    def mapped(self, value: int, map: Map) -> int:
        image = self._images.get((value, map))
        if image is None:
            image = self._images[value, map] = self.space.image(value, map)
        return image

    def joined(self, one: int, other: int) -> int:
        return one | other

    def content(self, location: int, size: int) -> int:
        number = self.space.locations[location][0]
        memory = self._graph.memory.get(number)
        if memory is None:
            return 0
        view = memory.views.get((location, size))
        if view is not None:
            return self._graph.set_of(view)
        found = 0
        for (cell, cell_size), node in memory.cells.items():
            how = self._graph.meeting(cell, cell_size, location, size)
            if how == WHOLE:
                found |= self._graph.set_of(node)
            elif how == PARTLY:
                found |= self.space.image(self._graph.set_of(node), SMEAR)
        return found

    def loaded(self, pointer: int, size: int) -> int:
        content = self._loaded.get((pointer, size))
        if content is None:
            content = _union(self.content(location, size) for location in bit_numbers(pointer))
            self._loaded[pointer, size] = content
        return content

    def _where(self, place: Place) -> int:
        where = self.place(place)
        return 1 << where if isinstance(where, Fixed) else where

    def _public(self, bits: int) -> frozenset[Location]:
        known = self._sets.get(bits)
        if known is None:
            known = self._sets[bits] = frozenset(map(self.space.public, bit_numbers(bits)))
        return known


def _union(sets: Iterable[int]) -> int:
    result = 0
    for bits in sets:
        result |= bits
    return result


def points_to(
    bodies: Iterable[SolvedBody],
    variables: Iterable[GlobalVariable],
    entry: str,
    roots: Iterable[str] = (),
    trust_indices: bool = True,
    pointer_size: int = 8,
    follow_numbers: bool = True,
) -> PointsTo:
    """Looks at `entry`, whose parameters come from outside the program, at the further `roots`, whose
    parameters are set elsewhere or nowhere, and at what these call and spawn. Without `follow_numbers`, only
    what an address flows into points somewhere, not what may happen to be one."""
    others, given, objects = tuple(roots), tuple(bodies), tuple(variables)
    apart: frozenset[Difference] = frozenset()
    while True:
        solver = Solver(given, objects, trust_indices, pointer_size, follow_numbers, apart)
        solver.solve(entry, others)
        found = solver.found_apart()
        if found <= apart:
            return PointsTo(solver, entry, others)
        apart |= found


def points_to_in(program: Program, trust_indices: bool = True, follow_numbers: bool = True) -> PointsTo:
    bodies, variables = program.functions.values(), program.globals.values()
    return points_to(
        bodies,
        variables,
        program.entry,
        trust_indices=trust_indices,
        pointer_size=program.pointer_size,
        follow_numbers=follow_numbers,
    )
