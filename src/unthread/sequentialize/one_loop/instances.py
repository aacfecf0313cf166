"""Who runs in which thread, if threads are numbered before the program runs: `Instance`.

A body that is started from a place outside of loops, by a thread that comes there once, gets a thread for
that place alone. All others take the next one that is free, of as many as the bound allows.
"""

from __future__ import annotations

from dataclasses import field

from unthread.bound.loops.trips import Trips
from unthread.core.records import dataclass
from unthread.program.build.simplify import function_named
from unthread.program.instructions import Spawn
from unthread.program.query.loops import LoopNode, Shape, shape_of
from unthread.sequentialize.flatten import Flat


@dataclass(slots=True)
class Instance:
    """A thread with its number. `started` says, for each place in its body that starts threads, which ones it
    may start there, the first free one first; `is_shared`: others may start it as well."""

    number: int
    body: str
    is_shared: bool
    started: dict[int, list[Instance]] = field(default_factory=dict)


def instances_of(flat: Flat, most: int) -> list[Instance]:
    """The threads by number; `most` of them run at one time or another, besides the first."""
    return _Instances(flat, most).run()


class _Instances:
    def __init__(self, flat: Flat, most: int) -> None:
        self.functions = flat.program.functions
        self.most = most
        self.found = [Instance(0, flat.program.entry, False)]
        self.pools: dict[str, list[Instance]] = {}
        self._loops: dict[str, dict[int, int | None]] = {}

    def run(self) -> list[Instance]:
        """Threads for single places first: the bound may not be enough for all."""
        shared: list[tuple[Instance, int, str]] = []
        position = 0
        while position < len(self.found):
            instance = self.found[position]
            position += 1
            for index, body in self._places(instance.body):
                if instance.is_shared or index in self._iterations(instance.body):
                    shared.append((instance, index, body))
                else:
                    instance.started[index] = self._new(body) if len(self.found) <= self.most else []
        self._share(shared)
        return self.found

    def _new(self, body: str) -> list[Instance]:
        instance = Instance(len(self.found), body, False)
        self.found.append(instance)
        return [instance]

    def _share(self, places: list[tuple[Instance, int, str]]) -> None:
        """Threads that several starts may take."""
        left = self.most - len(self.found) + 1
        while places:
            instance, index, body = places.pop(0)
            if body not in self.pools:
                wanted = self._wanted(body, [place for place in places if place[2] == body], instance, index)
                first = len(self.found)
                self.pools[body] = [
                    Instance(first + number, body, True) for number in range(min(left, wanted))
                ]
                self.found += self.pools[body]
                for new in self.pools[body]:
                    places += [(new, at, other) for at, other in self._places(body)]
            instance.started[index] = self.pools[body]

    def _wanted(
        self, body: str, others: list[tuple[Instance, int, str]], instance: Instance, index: int
    ) -> int:
        """How many threads these places start, as far as that is known; a program that needs more reaches a
        cut."""
        total = 0
        for starter, at, _ in [(instance, index, body), *others]:
            iterations = self._iterations(starter.body).get(at, 1)
            if iterations is None or starter.is_shared or self._starts(body, body):
                return self.most
            total += iterations
        return total

    def _starts(self, body: str, wanted: str) -> bool:
        return any(other == wanted for _, other in self._places(body))

    def _places(self, body: str) -> list[tuple[int, str]]:
        """The places that start threads, with what those run."""
        found = []
        for index, item in enumerate(self.functions[body].body):
            if isinstance(item, Spawn):
                name = function_named(item.function)
                assert name is not None, "flattening names what a thread runs"
                found.append((index, name))
        return found

    def _iterations(self, body: str) -> dict[int, int | None]:
        """The places inside loops, with how many iterations these make in all if that is known."""
        if body not in self._loops and not self._places(body):
            self._loops[body] = {}  # what is large starts no threads, as a rule
        if body not in self._loops:
            function = self.functions[body]
            shape = shape_of(function)
            trips = Trips(shape)
            iterations: dict[int, int | None] = {}
            for index, _ in self._places(body):
                for node in _around(shape, index):
                    count = trips.count_alone(node, self.most)
                    before = iterations.get(index, 1)
                    iterations[index] = None if count is None or before is None else count * before
            self._loops[body] = iterations
        return self._loops[body]


def _around(shape: Shape, index: int) -> list[LoopNode]:
    block = shape.block_of(index)
    return [node for node in shape.nodes if block in node.loop.blocks]
