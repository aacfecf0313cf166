"""Who calls or spawns whom, and which functions run in which threads.

In: `PointsTo`, which has resolved calls through pointers. Out: `CallGraph`, over the names of functions.

Inside, the graph is one of instances: functions of the library are distinguished by the calls that lead to
them, so that the function that runs a thread's start routine leads to that routine alone, and a `qsort` in
the callback of another `qsort` is not a recursion.
"""

from __future__ import annotations

from collections.abc import Iterable

from unthread.analysis.locations import FunctionInstance
from unthread.analysis.points_to import PointsTo
from unthread.core.records import dataclass
from unthread.program.query.components import Edges, cycles, reached_from


@dataclass(frozen=True, slots=True)
class ThreadStart:
    """Where a thread begins. `routines` are the functions of the user among those that it calls before
    any other of the user's: the start routine given to `pthread_create`."""

    instance: FunctionInstance
    routines: frozenset[str]

    @property
    def function(self) -> str:
        return self.instance.body


@dataclass(frozen=True, slots=True)
class CallGraph:
    """`calls` and `spawns` lead from every reachable function to what it may call and spawn, undefined
    functions included. `recursive` are the sets of functions that may call each other again and again.
    `main` is the thread that runs from the beginning; `starts` are those that may be spawned."""

    calls: dict[str, frozenset[str]]
    spawns: dict[str, frozenset[str]]
    reachable: frozenset[str]
    recursive: tuple[frozenset[str], ...]
    main: ThreadStart
    starts: tuple[ThreadStart, ...]
    runs_in: dict[str, frozenset[ThreadStart]]

    def is_recursive(self, function: str) -> bool:
        return any(function in component for component in self.recursive)


def call_graph(pointers: PointsTo) -> CallGraph:
    first = FunctionInstance(pointers.entry)
    roots = [first, *(FunctionInstance(name) for name in pointers.roots if name != pointers.entry)]
    instances = list(dict.fromkeys([*roots, *_ends(pointers)]))
    number = {instance: position for position, instance in enumerate(instances)}
    called: list[list[int]] = [[] for _ in instances]
    spawned: list[list[int]] = [[] for _ in instances]
    for edge in pointers.edges:
        (spawned if edge.spawns else called)[number[edge.caller]].append(number[edge.callee])
    start_numbers = dict.fromkeys(callee for targets in spawned for callee in targets)
    begun = [0, *dict.fromkeys([*(number[root] for root in roots[1:]), *start_numbers])]
    regions = [reached_from(start, called) for start in begun]
    threads = [
        ThreadStart(instances[start], _routines(start, instances, called, pointers.library))
        for start in begun
    ]
    return CallGraph(
        _by_name(instances, called),
        _by_name(instances, spawned),
        frozenset(instance.body for instance in instances),
        tuple(frozenset(instances[item].body for item in component) for component in cycles(called)),
        threads[0],
        tuple(threads[1:]),
        _running(instances, threads, regions),
    )


def _ends(pointers: PointsTo) -> Iterable[FunctionInstance]:
    for edge in pointers.edges:
        yield edge.caller
        yield edge.callee


def _by_name(instances: list[FunctionInstance], targets: Edges) -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {instance.body: set() for instance in instances}
    for instance, callees in zip(instances, targets, strict=True):
        found[instance.body].update(instances[callee].body for callee in callees)
    return {name: frozenset(callees) for name, callees in found.items()}


def _routines(
    start: int, instances: list[FunctionInstance], called: Edges, library: frozenset[str]
) -> frozenset[str]:
    """The functions of the user that come first on the way from `start`: what the library's own start routine
    calls. Cleanup handlers and destructors of keys lie further away, in what ends a thread."""
    level, seen = [start], {start}
    while level:
        if found := {instances[item].body for item in level} - library:
            return frozenset(found)
        level = [callee for item in level for callee in dict.fromkeys(called[item]) if callee not in seen]
        seen.update(level)
    return frozenset()


def _running(
    instances: list[FunctionInstance], threads: list[ThreadStart], regions: list[set[int]]
) -> dict[str, frozenset[ThreadStart]]:
    found: dict[str, set[ThreadStart]] = {}
    for thread, region in zip(threads, regions, strict=True):
        for item in region:
            found.setdefault(instances[item].body, set()).add(thread)
    return {name: frozenset(running) for name, running in found.items()}
