"""Loops in which iterating changes nothing.

while (flag == 0);   while (!compare_and_swap(&lock, 0, 1)) sched_yield();

An iteration that leads back to the top without having written memory, called anything with an effect, or set
a register that the next iteration reads leaves the program as it was. So only the last iteration matters, and
the edge back can be cut without losing anything: one iteration is enough.

while (!done) { unlock(); lock(); }   for (;;) { lock(); int is_done = done; unlock(); if (is_done) break; }

Nor does it matter how often a thread locks and unlocks to look, if no thread can ask whether a lock is free:
one iteration does what many do, since a lock that is not taken in between disturbs no other thread. But there
may have to be one: the others may need the lock. No thread can ask where no function is called that does
(`LOOKS_AT_LOCKS`), and where the user's code never reads the memory of a lock. (Who breaks the rules for
locks, as by unlocking that of another, does not get any further.)

while (empty) pthread_cond_wait(&filled, &mutex);

An iteration with a wait in it and no other effect is known, too: spurious wake-ups and iterating need not
be searched (models/cond.c says why), so such a loop iterates as often as there are signals.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from unthread.analysis.locations import Location, Object, UnknownObject, overlap
from unthread.analysis.points_to import PointsTo
from unthread.analysis.points_to_values import accessed_bytes
from unthread.program.build.fold import as_condition, negation
from unthread.program.build.rewrite import substitute
from unthread.program.build.simplify import function_named
from unthread.program.expressions import (
    Expression,
    Place,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
    memory_reads,
    root,
)
from unthread.program.instructions import (
    Arrive,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Call,
    Declare,
    Discard,
    Input,
    Instruction,
    Jump,
    Label,
    Return,
    accesses,
    defined_register,
    is_private,
)
from unthread.program.library import (
    CANCEL,
    CANCELLATION_POINT,
    LOCKING,
    LOOKS_AT_LOCKS,
    LOOKS_AT_MUTEXES,
    WAIT,
    lock_size,
)
from unthread.program.program import Function, Program
from unthread.program.query.loops import LoopNode, Shape
from unthread.program.query.sections import is_balanced, is_balanced_path
from unthread.program.query.unset import maybe_undefined
from unthread.program.query.uses import registers_in

_MOST_PATHS = 256


class Waiting:
    """Which back edges of which functions lead back without effect."""

    def __init__(self, program: Program, points_to: PointsTo | None = None) -> None:
        """Without `points_to`, nothing is said about loops with locks in them."""
        self._program = program
        self._points_to = points_to
        self._is_looked_at: bool | None = None
        self._idle: dict[str, bool] = {}
        self._sleeps: dict[str, bool] = {}
        self._models: dict[str, bool] = {}
        self._may_sleep = self._is_model(WAIT) and self._has_none_of(LOOKS_AT_MUTEXES)
        self._may_poll = self._has_none_of(LOOKS_AT_LOCKS)

    def _has_none_of(self, functions: Iterable[str]) -> bool:
        return not any(name in self._program.functions for name in functions)

    def _is_model(self, name: str) -> bool:
        """The library's own, down to all that it calls by name: a program may define functions with the names
        of the library's, and those do what they do."""
        if name not in self._models:
            self._models[name] = all(
                function is not None and function.library for function in self._called_from(name)
            )
        return self._models[name]

    def _called_from(self, name: str) -> Iterator[Function | None]:
        """The function and all that are called by name from it, or from those."""
        pending, seen = [name], {name}
        while pending:
            function = self._program.functions.get(pending.pop())
            yield function
            if function is not None:
                following = {callee for callee in _named_callees(function) if callee not in seen}
                pending += sorted(following)
                seen |= following

    def edges(self, shape: Shape) -> frozenset[tuple[int, int]]:
        """The back edges that can be cut without losing anything."""
        found: set[tuple[int, int]] = set()
        for node in shape.nodes:
            if node.loop.is_natural and self._is_waiting(shape, node):
                found |= node.back
        return frozenset(found)

    def edges_of_sleep(self, shape: Shape) -> frozenset[tuple[int, int]]:
        """The back edges of loops around a wait at a condition variable, without any other effect."""
        found: set[tuple[int, int]] = set()
        for node in shape.nodes if self._may_sleep else ():
            if node.loop.is_natural and self._is_around_wait(shape, node):
                found |= node.back
        return frozenset(found) if found and not self._somebody_looks() else frozenset()

    def edges_of_polling(self, shape: Shape) -> frozenset[tuple[int, int]]:
        """The back edges of loops that look again and again, with a lock: an iteration locks and unlocks, or
        vice versa, and has no other effect."""
        found: set[tuple[int, int]] = set()
        for node in shape.nodes if self._may_poll else ():
            if node.loop.is_natural and self._is_polling(shape, node):
                found |= node.back
        return frozenset(found) if found and not self._somebody_looks() else frozenset()

    def _somebody_looks(self) -> bool:
        """Code of the user's may read the memory of a lock."""
        if self._is_looked_at is None:
            self._is_looked_at = self._points_to is None or self._are_locks_read(self._points_to)
        return self._is_looked_at

    def _are_locks_read(self, points_to: PointsTo) -> bool:
        locks: dict[Object, list[tuple[Location, int]]] = {}
        for name, location in self._given_locks(points_to):
            size = lock_size(name)
            locks.setdefault(location.object, []).append((location, size))
        if any(isinstance(item, UnknownObject) for item in locks):
            return True
        return any(
            isinstance(there.object, UnknownObject)
            or any(overlap(lock, size, there, bytes) for lock, size in locks.get(there.object, ()))
            for place in self._places_read()
            for bytes in (accessed_bytes(place)[1],)
            for there in points_to.places(place)
        )

    def _given_locks(self, points_to: PointsTo) -> Iterator[tuple[str, Location]]:
        """What is given to functions that lock, with their names."""
        for function in self._program.functions.values():
            for item in function.body:
                name = function_named(item.function) if isinstance(item, Call) else None
                if isinstance(item, Call) and name is not None and (name in LOCKING or name == WAIT):
                    for argument in item.arguments:
                        yield from ((name, location) for location in points_to.targets(argument))

    def _places_read(self) -> Iterator[Place]:
        for function in self._program.functions.values():
            for item in () if function.library else function.body:
                for access in accesses(item):
                    if not access.writes and not is_private(access.place):
                        yield access.place

    def _is_polling(self, shape: Shape, node: LoopNode) -> bool:
        carried = self.carried(shape, node)
        changing = set(_registers_set(shape, node))
        sites: dict[int, Call] = {}  # by identity
        for paths, path in enumerate(_iterations(shape, node), start=1):
            if paths > _MOST_PATHS or path is None:
                return False
            locking = [item for item in path if isinstance(item, Call) and self._locking(item)]
            others = [item for item in path if item not in locking]
            if len(locking) not in (0, 2) or not self._iteration_leaves_no_trace(others, carried):
                return False
            sites |= {id(item): item for item in locking}
        locks = [item.arguments for item in sites.values()]
        return (
            len(sites) == 2
            and locks[0] == locks[1]
            and sum(map(self._locking, sites.values())) == 0
            and not any(item.target in carried for item in sites.values())
            and not any(memory_reads(lock) or changing.intersection(registers_in(lock)) for lock in locks[0])
        )

    def _locking(self, call: Call) -> int:
        """1 if it locks, -1 if it unlocks."""
        name = function_named(call.function) or ""
        return LOCKING[name] if name in LOCKING and self._is_model(name) else 0

    def _is_around_wait(self, shape: Shape, node: LoopNode) -> bool:
        carried = self.carried(shape, node)
        waits: set[int] = set()  # by identity: equal ones may stand in two places
        for paths, path in enumerate(_iterations(shape, node), start=1):
            if paths > _MOST_PATHS or path is None:
                return False
            asleep = [item for item in path if self._is_wait(item, carried)]
            others = [item for item in path if item not in asleep]
            if len(asleep) > 1 or not self._iteration_leaves_no_trace(others, carried):
                return False
            waits |= set(map(id, asleep))
        return len(waits) == 1

    def _is_wait(self, instruction: Instruction, carried: set[Variable]) -> bool:
        if not isinstance(instruction, Call) or instruction.target in carried:
            return False
        name = function_named(instruction.function)
        return name is not None and self._is_sleep(name)

    def _is_sleep(self, name: str) -> bool:
        """Calling the function is to wait once, and nothing else."""
        if name not in self._sleeps:
            self._sleeps[name] = name == WAIT  # a recursive function is not looked into
            function = self._program.functions.get(name)
            if name != WAIT and function is not None:
                body = [i for i in function.body if not isinstance(i, Return)]
                own = {variable for variable in function.locals if not variable.escapes}
                others = [item for item in body if not self._is_wait(item, set())]
                self._sleeps[name] = (
                    is_balanced(function.body)
                    and len(body) - len(others) == 1
                    and not any(isinstance(item, Jump) for item in body)
                    and all(self._leaves_no_trace(item, set(), own) for item in others)
                )
        return self._sleeps[name]

    def _is_waiting(self, shape: Shape, node: LoopNode) -> bool:
        carried = self.carried(shape, node)
        paths = 0
        for path in _iterations(shape, node):
            paths += 1
            if paths > _MOST_PATHS or path is None:
                return False
            if not self._iteration_leaves_no_trace(path, carried):
                return False
        return paths > 0

    def carried(self, shape: Shape, node: LoopNode) -> set[Variable]:
        """Registers that an iteration sets and that may be read before they are set again: by
        the next iteration, or after the loop."""
        body = shape.function.body
        label = body[shape.graph.blocks[node.loop.entries[0]].start]
        assert isinstance(label, Label), "a back edge goes to a label"
        registers = set(_registers_set(shape, node))
        return maybe_undefined((Jump(label.name, None, node.loc), *body), registers)

    def _iteration_leaves_no_trace(self, path: list[Instruction], carried: set[Variable]) -> bool:
        """Of the variables in memory, an iteration may write those that it declares. Others must not get in
        between by the end of an atomic section that was open when it began."""
        if not is_balanced_path(path):
            return False
        own = {i.variable for i in path if isinstance(i, Declare) and not i.variable.escapes}
        return all(self._leaves_no_trace(instruction, carried, own) for instruction in path)

    def _leaves_no_trace(self, instruction: Instruction, carried: set[Variable], own: set[Variable]) -> bool:
        register = defined_register(instruction)
        if register is not None and register in carried:
            return False
        match instruction:
            case Assign():
                written = [access.place for access in accesses(instruction) if access.writes]
                return all(is_private(place) and _variable_of(place) in own for place in written)
            case (
                Label() | Jump() | AtomicBegin() | AtomicEnd() | Assume() | Assert() | Input() | BlockUntil()
            ):
                return True
            case Arrive():
                return True
            case Declare(variable) | Discard(variable):
                return not variable.escapes
            case Call(_, function):
                name = function_named(function)
                return name is not None and self._is_idle(name)
            case _:
                return False

    def _is_idle(self, name: str) -> bool:
        """Calling the function has no effect besides its value."""
        if name not in self._idle:
            self._idle[name] = False  # a recursive function is not looked into
            function = self._program.functions.get(name)
            if self.is_cancellation_point(name) and CANCEL not in self._program.functions:
                self._idle[name] = True  # no thread is ever cancelled
            elif function is None:
                self._idle[name] = name in self._program.undefined  # such calls change nothing
            else:
                body = [i for i in function.body if not isinstance(i, Return)]
                own = {variable for variable in function.locals if not variable.escapes}
                self._idle[name] = is_balanced(function.body) and all(
                    self._leaves_no_trace(i, set(), own) for i in body
                )
        return self._idle[name]

    def is_cancellation_point(self, name: str) -> bool:
        return name.startswith(CANCELLATION_POINT) and self._is_model(name)


def _registers_set(shape: Shape, node: LoopNode) -> Iterator[Variable]:
    for block in (shape.graph.blocks[block] for block in node.loop.blocks):
        for instruction in shape.function.body[block.start : block.end]:
            register = defined_register(instruction)
            if register is not None:
                yield register


def _named_callees(function: Function) -> Iterator[str]:
    for item in function.body:
        name = function_named(item.function) if isinstance(item, Call) else None
        if name is not None:
            yield name


def _variable_of(place: Place) -> Variable | None:
    base = root(place)
    return base.variable if isinstance(base, VariablePlace) else None


# Every way through an iteration, with what its branches say about registers taken into account: after
# `if (!done) goto skip; lock = 1; skip:` a later `if (!done) goto top` is not taken.
def _iterations(shape: Shape, node: LoopNode) -> Iterator[list[Instruction] | None]:
    """The instructions of each feasible path from the entry back to it; None if there are inner loops."""
    if any(isinstance(item, LoopNode) for item in node.region.items):
        yield None
        return
    graph, body = shape.graph, shape.function.body
    stack: list[tuple[int, list[Instruction], dict[Expression, bool], dict[Variable, Expression]]] = [
        (node.loop.entries[0], [], {}, {})
    ]
    while stack:
        block, path, facts, copies = stack.pop()
        code = body[graph.blocks[block].start : graph.blocks[block].end]
        path, facts, copies = [*path, *code], dict(facts), dict(copies)
        for instruction in code:
            _learn(instruction, facts, copies)
        last = code[-1]
        for target in graph.successors[block]:
            learned = facts
            if isinstance(last, Jump) and last.condition is not None and len(graph.successors[block]) == 2:
                condition = as_comparison(substitute(last.condition, copies))
                taken = target == shape.labels[last.label]
                known = _decided(condition, facts)
                if known is not None and known != taken:
                    continue
                if not memory_reads(condition):
                    learned = {**facts, condition: taken, negation(condition): not taken}
            if (block, target) in node.back:
                yield path
            elif target in node.loop.blocks:
                stack.append((target, path, learned, copies))


def as_comparison(condition: Expression) -> Expression:
    """As a comparison, where it is one that was negated or made a `_Bool`."""
    if isinstance(condition, Unary) and condition.operator is UnaryOperator.NOT:
        return negation(as_comparison(condition.operand))
    return as_condition(condition)


def _decided(condition: Expression, facts: dict[Expression, bool]) -> bool | None:
    if condition in facts:
        return facts[condition]
    opposite = facts.get(negation(condition))
    return None if opposite is None else not opposite


def _learn(
    instruction: Instruction, facts: dict[Expression, bool], copies: dict[Variable, Expression]
) -> None:
    """Forget what was known of a register that is set; remember what it is set to, if that lasts."""
    register = defined_register(instruction)
    if register is None:
        return
    value = substitute(instruction.value, copies) if isinstance(instruction, Assign) else None
    for known in [known for known in facts if register in registers_in(known)]:
        del facts[known]
    for other in [
        other for other, known in copies.items() if other == register or register in registers_in(known)
    ]:
        del copies[other]
    if value is not None and register not in registers_in(value) and not memory_reads(value):
        copies[register] = value
