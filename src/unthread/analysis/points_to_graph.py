"""Constraints between nodes, and their solution.

In: nodes for registers, results and contents of memory, and between them copies, maps, loads, stores and
calls. Out: for each node a set of locations (the bits of a number, see `Space`), closed under all of these:
what comes into a set flows along edges to others. Calls that new locations reach are handed to the caller,
who adds what follows from them.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import field

from unthread.analysis.locations import (
    HERE,
    PARTLY,
    SMEAR,
    WHOLE,
    FunctionInstance,
    Map,
    Space,
    bit_numbers,
    overlap_within,
)
from unthread.core.records import dataclass
from unthread.program.query.components import components

EMPTY = 0  # the node of everything that is not a pointer


@dataclass(slots=True, eq=False)
class GraphCall:
    """A call or spawn as it stands in one instance; arguments are nodes with sizes."""

    caller: FunctionInstance
    index: int
    arguments: tuple[tuple[int, int], ...]
    varargs: int
    target: int | None
    target_size: int
    spawns: bool
    wants_pointer: bool = False  # the result may be one


@dataclass(slots=True, eq=False)
class PointerMemory:
    """What was written to an object and what is read of it, by location and size."""

    cells: dict[tuple[int, int], int] = field(default_factory=dict)
    views: dict[tuple[int, int], int] = field(default_factory=dict)


PATIENCE = 1000  # new edges, besides half of the old ones, before cycles are looked for again


class CopyGraph:
    """Nodes with sets, edges along which sets are copied, and the worklist that carries them along. Nodes on
    a cycle have equal sets and become one, their `leader`."""

    def __init__(self) -> None:
        self.points: list[int] = []
        self.fresh: list[int] = []  # what successors have not seen yet
        self.copies: list[list[int]] = []
        self.leaders: list[int] = []
        self.edges: set[tuple[int, int]] = set()
        self.queue: deque[int] = deque()
        self._constants: dict[int, int] = {}
        self._joined: dict[tuple[int, int], int] = {}
        assert self.node() == EMPTY

    def node(self) -> int:
        self.points.append(0)
        self.fresh.append(0)
        self.copies.append([])
        self.leaders.append(len(self.leaders))
        return len(self.points) - 1

    def leader(self, node: int) -> int:
        leaders = self.leaders
        while leaders[node] != node:
            leaders[node] = leaders[leaders[node]]
            node = leaders[node]
        return node

    def set_of(self, node: int) -> int:
        return self.points[self.leader(node)]

    def constant(self, bits: int) -> int:
        if not bits:
            return EMPTY
        node = self._constants.get(bits)
        if node is None:
            node = self._constants[bits] = self.node()
            self.add(node, bits)
        return node

    def add(self, node: int, bits: int) -> None:
        node = self.leader(node)
        new = bits & ~self.points[node]
        if new:
            self.points[node] |= new
            if not self.fresh[node]:
                self.queue.append(node)
            self.fresh[node] |= new

    def copy(self, source: int, target: int) -> None:
        source, target = self.leader(source), self.leader(target)
        if source in (EMPTY, target) or (source, target) in self.edges:
            return
        self.edges.add((source, target))
        self.copies[source].append(target)
        self.add(target, self.points[source])

    def joined(self, one: int, other: int) -> int:
        one, other = self.leader(one), self.leader(other)
        if one == other or other == EMPTY:
            return one
        if one == EMPTY:
            return other
        key = (min(one, other), max(one, other))
        node = self._joined.get(key)
        if node is None:
            node = self._joined[key] = self.node()
            self.copy(one, node)
            self.copy(other, node)
        return node

    def join_cycles(self) -> None:
        edges = [
            [] if leader != node else list(dict.fromkeys(map(self.leader, self.copies[node])))
            for node, leader in enumerate(self.leaders)
        ]
        for component in components(edges):
            if len(component) > 1:
                self.join(component)

    def join(self, members: list[int]) -> None:
        """The first of them becomes the leader of all."""
        leader = members[0]
        seen, union = -1, 0
        targets: dict[int, None] = {}
        for member in members:
            union |= self.points[member]
            seen &= self.points[member] & ~self.fresh[member]
            self.fresh[member] = 0
            self.leaders[member] = leader
            targets.update(dict.fromkeys(self.copies[member]))
            self.copies[member] = []
        self.points[leader] = union
        for target in dict.fromkeys(map(self.leader, targets)):
            if target != leader:
                self.copies[leader].append(target)
                self.edges.add((leader, target))
        self.fresh[leader] = union & ~seen
        if self.fresh[leader]:
            self.queue.append(leader)


class ConstraintGraph(CopyGraph):
    """A graph whose sets also flow through maps and through memory, and reach calls."""

    def __init__(self, space: Space) -> None:
        super().__init__()
        self.space = space
        self.maps: dict[int, list[tuple[Map, int]]] = {}  # by source
        self.loads: dict[int, dict[int, int]] = {}  # by pointer and size: what is read
        self.stores: dict[int, dict[int, int]] = {}  # by pointer and size: what is written
        self.calls: dict[int, list[GraphCall]] = {}
        self._mapped: dict[tuple[int, Map], int] = {}
        self.memory: dict[int, PointerMemory] = {}
        self._enough = PATIENCE

    def map(self, source: int, map: Map, target: int) -> None:
        source = self.leader(source)
        self.maps.setdefault(source, []).append((map, target))
        self.add(target, self.space.image(self.points[source], map))

    def mapped(self, source: int, map: Map) -> int:
        source = self.leader(source)
        if source == EMPTY or map == HERE:
            return source
        node = self._mapped.get((source, map))
        if node is None:
            node = self._mapped[source, map] = self.node()
            self.map(source, map, node)
        return node

    # memory

    def view(self, location: int, size: int) -> int:
        """The node of what may be read there."""
        number = self.space.locations[location][0]
        memory = self.memory.setdefault(number, PointerMemory())
        node = memory.views.get((location, size))
        if node is None:
            node = memory.views[location, size] = self.node()
            for (other, other_size), cell in memory.cells.items():
                self._connect(other, other_size, cell, location, size, node)
        return node

    def cell(self, location: int, size: int) -> int:
        """The node of what is written there."""
        number = self.space.locations[location][0]
        memory = self.memory.setdefault(number, PointerMemory())
        node = memory.cells.get((location, size))
        if node is None:
            node = memory.cells[location, size] = self.node()
            for (other, other_size), view in memory.views.items():
                self._connect(location, size, node, other, other_size, view)
        return node

    def _connect(self, cell: int, cell_size: int, source: int, view: int, size: int, target: int) -> None:
        how = self.meeting(cell, cell_size, view, size)
        if how == WHOLE:
            self.copy(source, target)
        elif how == PARTLY:
            self.map(source, SMEAR, target)

    def meeting(self, one: int, one_size: int, other: int, other_size: int) -> int:
        """How accesses to two locations of one object may meet."""
        _, a, a_strides = self.space.locations[one]
        _, b, b_strides = self.space.locations[other]
        return overlap_within(a, a_strides, one_size, b, b_strides, other_size)

    def load(self, pointer: int, size: int) -> int:
        pointer = self.leader(pointer)
        if pointer == EMPTY:
            return EMPTY
        loads = self.loads.setdefault(pointer, {})
        node = loads.get(size)
        if node is None:
            node = loads[size] = self.node()
            self._read(bit_numbers(self.points[pointer] & ~self.fresh[pointer]), size, node)
        return node

    def _read(self, locations: Iterable[int], size: int, target: int) -> None:
        for location in locations:
            self.copy(self.view(location, size), target)

    def store(self, pointer: int, size: int, source: int) -> None:
        pointer, source = self.leader(pointer), self.leader(source)
        if pointer == EMPTY or source == EMPTY:
            return
        stores = self.stores.setdefault(pointer, {})
        node = stores.get(size)
        if node is None:
            node = stores[size] = self.node()
            self._write(bit_numbers(self.points[pointer] & ~self.fresh[pointer]), size, node)
        self.copy(source, node)

    def _write(self, locations: Iterable[int], size: int, source: int) -> None:
        for location in locations:
            self.copy(source, self.cell(location, size))

    # propagation

    def propagate(self) -> Iterator[tuple[GraphCall, int]]:
        """Carries everything on; gives the calls with locations that newly reach them."""
        points, fresh, queue, leaders = self.points, self.fresh, self.queue, self.leaders
        while queue:
            if len(self.edges) > self._enough:
                self.join_cycles()
                self._enough = len(self.edges) * 3 // 2 + PATIENCE
            node = queue.popleft()
            new, fresh[node] = fresh[node], 0
            if not new:
                continue  # it has joined another
            for target in self.copies[node]:
                if leaders[target] != target:
                    target = self.leader(target)
                missing = new & ~points[target]
                if missing:
                    points[target] |= missing
                    if not fresh[target]:
                        queue.append(target)
                    fresh[target] |= missing
            for map, target in self.maps.get(node, ()):
                self.add(target, self.space.image(new, map))
            if node in self.loads or node in self.stores or node in self.calls:
                locations = bit_numbers(new)
                for size, target in self.loads.get(node, {}).items():
                    self._read(locations, size, target)
                for size, source in self.stores.get(node, {}).items():
                    self._write(locations, size, source)
                for site in self.calls.get(node, ()):
                    yield from ((site, location) for location in locations)

    def join(self, members: list[int]) -> None:
        super().join(members)
        self._join_accesses(members[0], members)

    def _join_accesses(self, leader: int, members: list[int]) -> None:
        """What is read through equal pointers is equal, and so is where they write to."""
        loads: dict[int, int] = {}
        stores: dict[int, int] = {}
        maps: dict[Map, int] = {}
        calls: dict[GraphCall, None] = {}
        for member in members:
            for size, node in self.loads.pop(member, {}).items():
                self.copy(loads.setdefault(size, node), node)
            for size, node in self.stores.pop(member, {}).items():
                self.copy(node, stores.setdefault(size, node))
            for map, node in self.maps.pop(member, ()):
                self.copy(maps.setdefault(map, node), node)
            calls.update(dict.fromkeys(self.calls.pop(member, ())))
        if loads:
            self.loads[leader] = loads
        if stores:
            self.stores[leader] = stores
        if maps:
            self.maps[leader] = list(maps.items())
        if calls:
            self.calls[leader] = list(calls)
