"""Which atomic accesses may be reordered where another thread can see it.

Every searcher takes instructions one after the other: sequential consistency. A program whose atomic accesses
all ask for that and that has no data race behaves so on any machine. Those that ask for less may see more.
"""

from __future__ import annotations

from unthread.analysis.call_graph import call_graph
from unthread.analysis.locations import Object, UnknownObject
from unthread.analysis.points_to import PointsTo, points_to_in
from unthread.analysis.sharing import shared_objects
from unthread.core.source import Loc
from unthread.program.instructions import BlockUntil, accesses
from unthread.program.program import Function, Program


def weak_orders(program: Program) -> tuple[Loc, ...]:
    """The accesses and fences with an order weaker than sequentially consistent that matter, in the order of
    the text. Left out are

    - all of them if no thread is ever started, since a thread sees its own accesses in their order;
    - those in functions that are never called, as far as `PointsTo` knows;
    - accesses to nothing but objects that one thread alone can reach.
    """
    if not program.weak_accesses or not program.entry:
        return ()
    pointers = points_to_in(program)
    graph = call_graph(pointers)
    if not graph.starts:
        return ()
    shared = shared_objects(program, pointers)
    found = {
        str(loc): loc  # a function of a header is there once for each file that includes it
        for loc in program.weak_accesses
        if loc.function in graph.reachable
        and not _is_private(loc, program.functions[loc.function], pointers, shared)
    }
    return tuple(sorted(found.values(), key=lambda loc: (loc.file, loc.line, loc.column)))


def _is_private(loc: Loc, function: Function, pointers: PointsTo, shared: frozenset[Object]) -> bool:
    """What is accessed at this position, as far as any of it is found there, is private. Loops that became
    waits have taken accesses with them to other positions."""
    if any(isinstance(item, BlockUntil) for item in function.body):
        return False
    places = [access.place for item in function.body if item.loc == loc for access in accesses(item)]
    objects = {location.object for place in places for location in pointers.places(place)}
    return bool(objects) and not any(isinstance(item, UnknownObject) or item in shared for item in objects)
