"""Which objects more than one thread can reach.

Reachable by several threads is what static storage holds or is, what is handed to a new thread, and what can
be reached from there through pointers. All else belongs to the thread that made it.
"""

from __future__ import annotations

from unthread.analysis.locations import Object
from unthread.analysis.points_to import PointsTo
from unthread.program.expressions import Storage, Variable
from unthread.program.instructions import Spawn
from unthread.program.program import Program


def shared_objects(program: Program, pointers: PointsTo) -> frozenset[Object]:
    pending: list[Object] = [item.variable for item in program.globals.values()]
    for function in program.functions.values():
        for instruction in function.body:
            if isinstance(instruction, Spawn):
                pending += [location.object for location in pointers.targets(instruction.argument)]
    found: set[Object] = set()
    while pending:
        item = pending.pop()
        if item not in found:
            found.add(item)
            pending += [location.object for location in pointers.contents(item)]
    return frozenset(found)


def private_locals(program: Program, pointers: PointsTo) -> frozenset[Variable]:
    """Variables of frames that no thread but the frame's own can reach."""
    shared = shared_objects(program, pointers)
    return frozenset(
        variable
        for function in program.functions.values()
        for variable in function.locals
        if variable.storage is Storage.LOCAL and variable not in shared
    )
