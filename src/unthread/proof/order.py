"""Which threads may exist while another one stands at an instruction: `Order`.

In: a `Walk`. Out, for each node, the threads that the thread of that node has started, they and those that
descend from them, and that may not have come to their end; and whether two nodes can be next in two threads
at once.

A thread has surely ended where `pthread_join` has returned, whose argument was in a cell in which nothing but
the creation of that thread writes: all other outcomes of the call end the execution. A thread that is started
in a loop, or by one of several, is many.
"""

from __future__ import annotations

from collections.abc import Callable

from unthread.program.instructions import Call, Exit, Return, Scope
from unthread.program.query.components import cycles
from unthread.proof.contracts import JOIN
from unthread.proof.frames import WalkFrame, WalkThread
from unthread.proof.values import Handle
from unthread.proof.walk import Walk

Alive = frozenset[int]  # numbers of threads


class Order:
    """`joined` says which thread's handle is in a cell, if that is known."""

    def __init__(self, walk: Walk) -> None:
        self.walk = walk
        edges = [list(walk.followers.get(node, ())) for node in range(len(walk.owners))]
        self._cyclic = {node for component in cycles(edges) for node in component}
        self.children: dict[int, list[WalkThread]] = {}
        for thread in walk.threads[1:]:
            self.children.setdefault(self.parent(thread).number, []).append(thread)
        self._nodes: dict[int, list[int]] = {}
        for node in walk.reached():
            self._nodes.setdefault(walk.frame(node).thread.number, []).append(node)
        self.alive: dict[int, Alive] = {}  # before each node
        self.joined: dict[int, int] = {}  # frames of `pthread_join`: which thread has ended
        self._at_end: dict[int, Alive] = {}
        self._leading: dict[int, list[int]] | None = None  # to each node
        self._meetings: dict[tuple[int, Alive, int, Alive], bool] = {}
        self._find_alive()

    def parent(self, thread: WalkThread) -> WalkThread:
        assert thread.spawn is not None, "main has none"
        return self.walk.frame(thread.spawn).thread

    def is_once(self, node: int) -> bool:
        """It is executed once at most, by one thread."""
        return node not in self._cyclic and self.is_single(self.walk.frame(node).thread)

    def is_single(self, thread: WalkThread) -> bool:
        return thread.spawn is None or self.is_once(thread.spawn)

    def descendants(self, thread: WalkThread) -> Alive:
        found = set()
        pending = list(self.children.get(thread.number, ()))
        while pending:
            child = pending.pop()
            found.add(child.number)
            pending += self.children.get(child.number, ())
        return frozenset(found)

    def is_alone(self, node: int) -> bool:
        """There is no thread but `main`."""
        return self.walk.frame(node).thread.number == 0 and not self.alive[node]

    @property
    def leave_nothing(self) -> bool:
        """No thread ends with a lock."""
        return all(
            key.is_exact and not key.holds
            for node, situations in self.walk.situations.items()
            if isinstance(self.walk.instruction(node), Exit | Return) and self._is_end(node)
            for key in situations
        )

    def _is_end(self, node: int) -> bool:
        match self.walk.instruction(node):
            case Exit(scope):
                return scope is Scope.THREAD
            case _:
                return self.walk.frame(node).parent is None

    def later_than(self, node: int) -> set[int]:
        """What may follow in the same thread."""
        return self._reached(list(self.walk.followers.get(node, ())), None)

    def is_reached_without(self, node: int, other: int) -> bool:
        """There is a way to a node of the thread around the other one."""
        thread = self.walk.frame(node).thread
        starts = [frame.first for frame in self.walk.frames if frame.thread is thread and not frame.parent]
        return node in self._reached(starts, other)

    def _reached(self, starts: list[int], around: int | None) -> set[int]:
        found = set(starts) - {around}
        pending = list(found)
        while pending:
            for target in self.walk.followers.get(pending.pop(), ()):
                if target not in found and target != around:
                    found.add(target)
                    pending.append(target)
        return {node for node in found if node is not None}

    def last_of(self, nodes: set[int], node: int) -> set[int]:
        """Which of the nodes may be the last that was executed before another one."""
        if self._leading is None:
            self._leading = {}
            for start, targets in self.walk.followers.items():
                for target in targets:
                    self._leading.setdefault(target, []).append(start)
        seen, pending, found = {node}, [node], set()
        while pending:
            for start in self._leading.get(pending.pop(), ()):
                if start in nodes:
                    found.add(start)
                elif start not in seen:
                    seen.add(start)
                    pending.append(start)
        return found

    # ---- joins

    def use_joins(self, created_at: Callable[[Handle, int], int | None]) -> None:
        """`created_at`: the node whose thread's handle a cell holds at another, if it was executed before."""
        by_frame = {
            self.walk.frame(thread.spawn).parent: thread
            for thread in self.walk.threads
            if thread.spawn is not None
        }
        for frame in self.walk.frames:
            if frame.name != JOIN or not frame.function.library or frame.is_recursive:
                continue
            thread = self._joined(frame, by_frame, created_at)
            if thread is not None:
                self.joined[frame.number] = thread.number
        self._find_alive()

    def _joined(
        self,
        frame: WalkFrame,
        by_frame: dict[WalkFrame | None, WalkThread],
        created_at: Callable[[Handle, int], int | None],
    ) -> WalkThread | None:
        (caller,) = frame.callers
        item = self.walk.instruction(caller)
        assert isinstance(item, Call), "calls come from calls"
        handle = self.walk.value(caller, item.arguments[0])
        if not isinstance(handle, Handle):
            return None
        writer = created_at(handle, caller)
        thread = None if writer is None else by_frame.get(self.walk.frame(writer))
        if thread is None or not self.is_single(thread) or self.parent(thread) is not frame.thread:
            return None
        return thread

    # ---- who is alive

    def _find_alive(self) -> None:
        """Children first: who is left when a thread ends is asked where it is joined."""
        self.alive.clear()
        self._meetings.clear()
        for thread in sorted(self.walk.threads, key=lambda thread: -thread.depth):
            self._flow(thread)

    def _flow(self, thread: WalkThread) -> None:
        nodes = self._nodes.get(thread.number, [])
        starts = [
            frame.first
            for frame in self.walk.frames
            if frame.thread is thread and frame.parent is None and frame.first in self.walk.situations
        ]
        for node in starts:
            self.alive[node] = frozenset()
        pending = list(starts)
        while pending:
            node = pending.pop()
            after = self._after(node, self.alive[node])
            for target in self.walk.followers.get(node, ()):
                before = self.alive.get(target)
                if before is None or not after <= before:
                    self.alive[target] = after if before is None else after | before
                    pending.append(target)
        ends: set[int] = set()
        for node in nodes:
            if isinstance(self.walk.instruction(node), Exit | Return) and self._is_end(node):
                ends |= self.alive[node]
        self._at_end[thread.number] = frozenset(ends)

    def _after(self, node: int, alive: Alive) -> Alive:
        started = self.walk.started.get(node)
        if started is not None:
            return alive | {started.number} | self.descendants(started)
        frame = self.walk.frame(node)
        joined = self.joined.get(frame.number)
        if joined is None or not isinstance(self.walk.instruction(node), Return):
            return alive
        gone = self.descendants(self.walk.threads[joined]) - self._at_end.get(joined, frozenset())
        return alive - {joined} - gone

    # ---- what may happen at once

    def may_meet(self, one: int, one_alive: Alive, other: int, other_alive: Alive) -> bool:
        """Two threads, by number, at nodes where these others are alive."""
        asked = (one, one_alive, other, other_alive)
        known = self._meetings.get(asked)
        if known is None:
            known = self._meetings[asked] = self._may_meet(*asked)
        return known

    def _may_meet(self, one: int, one_alive: Alive, other: int, other_alive: Alive) -> bool:
        first, second = self._line(one), self._line(other)
        common = 0
        while common < min(len(first), len(second)) and first[common] is second[common]:
            common += 1
        if not self.is_single(first[common - 1]):
            return True
        if len(first) == common and len(second) == common:
            return False
        if len(first) == common:
            return other in one_alive
        if len(second) == common:
            return one in other_alive
        here, there = first[common].spawn, second[common].spawn
        assert here is not None, "it was started"
        assert there is not None, "it was started"
        return one in self.alive[there] or other in self.alive[here]

    def _line(self, number: int) -> list[WalkThread]:
        """The thread and those that it descends from, main first."""
        thread = self.walk.threads[number]
        line = [thread]
        while thread.spawn is not None:
            thread = self.parent(thread)
            line.append(thread)
        return line[::-1]
