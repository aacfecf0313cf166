"""Cases after which a thread may continue undisturbed: `local_cases`, Section 4.4 of the thesis on MPOR.

A thread that takes such a case touches nothing that another thread uses, and always completes it: the case
has no assumption, does not wait, starts no thread and contains no loop. So whatever others do before it they
can do after it as well. At least one case of each loop is left out, so that no thread continues forever.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping

from unthread.analysis.locations import Object, UnknownObject
from unthread.analysis.points_to import PointsTo, points_to_in
from unthread.analysis.sharing import shared_objects
from unthread.analysis.steps import Touch, touches_of
from unthread.program.expressions import (
    AddressOf,
    Expression,
    Storage,
    Variable,
    VariablePlace,
    operands,
    root,
)
from unthread.program.instructions import (
    Assume,
    BlockUntil,
    Cut,
    Exit,
    FormatText,
    Instruction,
    Print,
    Scope,
    Spawn,
    Unmodelled,
    expressions,
)
from unthread.sequentialize.flatten import Flat
from unthread.sequentialize.one_loop.layout import CaseLayout


def local_cases(
    flat: Flat, layouts: Mapping[str, CaseLayout], shared: Collection[str]
) -> dict[str, frozenset[int]]:
    """For each body; `shared` are those that several threads run."""
    touched = _Touched(flat, layouts, shared)
    return {name: _without_cycles(layout, _local(name, layout, touched)) for name, layout in layouts.items()}


def _local(name: str, layout: CaseLayout, touched: _Touched) -> set[int]:
    """The cases, by the instruction they start at."""
    found = set()
    for start in layout.cases:
        run = layout.run_from(start)
        comes_through = all(_comes_through(layout.body[index]) for index in run)
        alone = not any(touched.by_others(name, index) for index in run)
        if comes_through and alone and not _has_loop(layout, start):
            found.add(start)
    return found


def _comes_through(item: Instruction) -> bool:
    match item:
        case Assume() | BlockUntil() | Cut() | Unmodelled() | Spawn() | Print() | FormatText():
            return False
        case Exit(Scope.PROCESS):
            return False
        case _:
            return True


def _has_loop(layout: CaseLayout, start: int) -> bool:
    """There is a loop in what runs without a switch."""

    def following(index: int) -> list[int]:
        return [] if layout.is_left(index) else list(layout.successors(index))

    return bool(_closing([start], following))


def _without_cycles(layout: CaseLayout, local: set[int]) -> frozenset[int]:
    """Numbers of the cases, without those that a walk through them comes back to: one of each cycle."""
    closing = _closing(sorted(local), lambda start: _following(layout, start, local))
    return frozenset(layout.cases[start] for start in local - closing)


def _closing(starts: Iterable[int], following: Callable[[int], list[int]]) -> set[int]:
    """Nodes that a walk in depth comes back to before it has left them: one of each cycle."""
    done: set[int] = set()
    on_path: set[int] = set()
    found: set[int] = set()
    for first in starts:
        path = [(first, following(first))] if first not in done else []
        on_path.update(node for node, _ in path)
        while path:
            node, left = path[-1]
            if not left:
                path.pop()
                on_path.discard(node)
                done.add(node)
                continue
            successor = left.pop()
            if successor in on_path:
                found.add(successor)
            elif successor not in done:
                on_path.add(successor)
                path.append((successor, following(successor)))
    return found


def _following(layout: CaseLayout, start: int, local: set[int]) -> list[int]:
    """The cases that directly follow one, of those that are local."""
    cases = {case for index in layout.run_from(start) for case in layout.resumed(index)}
    return sorted(case for case in cases if case is not None and case in local)


class _Touched:
    """The memory that each instruction of each body touches."""

    def __init__(self, flat: Flat, layouts: Mapping[str, CaseLayout], shared: Collection[str]) -> None:
        program = flat.program
        pointers: PointsTo = points_to_in(program, trust_indices=False)
        reachable = shared_objects(program, pointers)
        has_own = any(v.storage is Storage.THREAD for found in flat.mentions.values() for v in found)
        addressed = {v for layout in layouts.values() for v in _addressed(layout)} if has_own else set()
        self._shared = shared
        self._touches: dict[tuple[str, int], list[Touch]] = {}
        self._by_object: dict[Object, list[tuple[str, Touch]]] = {}
        self._anywhere: set[str] = set()
        for name, layout in layouts.items():
            for index in filter(layout.may_touch, layout.live):
                touches = [
                    touch
                    for touch in touches_of(layout.body[index], pointers)
                    if _is_seen(touch, reachable, addressed)
                ]
                if touches:
                    self._touches[name, index] = touches
                for touch in touches:
                    if isinstance(touch.location.object, UnknownObject):
                        self._anywhere.add(name)
                    else:
                        self._by_object.setdefault(touch.location.object, []).append((name, touch))

    def by_others(self, name: str, index: int) -> bool:
        """Another thread may touch the same while it is written."""
        touches = self._touches.get((name, index))
        if touches is None:
            return False
        if self._anywhere:
            return True
        return any(
            touch.conflicts(other)
            for touch in touches
            for body, other in self._by_object[touch.location.object]
            if body != name or name in self._shared
        )


def _is_seen(touch: Touch, reachable: Collection[Object], addressed: Collection[Variable]) -> bool:
    """Several threads can reach the object."""
    item = touch.location.object
    if isinstance(item, UnknownObject):
        return True
    if isinstance(item, Variable) and item.storage is Storage.THREAD:
        return item in addressed
    return item in reachable


def _addressed(layout: CaseLayout) -> set[Variable]:
    """Variables whose address is taken; asked of those that each thread has its own of."""
    found: set[Variable] = set()
    for item in layout.body:
        pending: list[Expression] = list(expressions(item))
        while pending:
            expression = pending.pop()
            pending += operands(expression)
            if isinstance(expression, AddressOf):
                base = root(expression.place)
                if isinstance(base, VariablePlace):
                    found.add(base.variable)
    return found
