"""Every way through the threads of a program, with its loops: `Walk`.

In: a Program and where its pointers point. Out: nodes, which are instructions in a chain of calls; what
follows each of them; and in which situations a thread may be there: what is surely known of its registers, of
its locks, and of objects that it has made.

Functions are looked at anew for each call (a recursive one once for all its calls inside one another), and so
are the iterations of loops with a known number of them that start threads or wait for their end: each of
these is a thread by itself then.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import replace

from unthread.analysis.locations import UnknownObject
from unthread.analysis.points_to import PointsTo
from unthread.program.expressions import Expression, Place, Storage, Variable
from unthread.program.instructions import (
    Assert,
    Assume,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Call,
    Cut,
    Exit,
    Jump,
    Label,
    Return,
    Spawn,
    Unmodelled,
)
from unthread.program.program import Function, Program
from unthread.program.types import FloatType, IntType, PointerType, Type, size_of, value_type
from unthread.proof.branches import assumed
from unthread.proof.contracts import WAITS, WHOLE, Releasing, Taking
from unthread.proof.effects import ARGUMENT, Effects
from unthread.proof.frames import Nodes, TooLarge, WalkFrame, WalkThread, starting
from unthread.proof.locking import by_contract, by_making, is_plain, outcomes, suspended
from unthread.proof.situations import Key, KnownFacts, forgotten, is_local, with_value
from unthread.proof.values import (
    Address,
    Handle,
    KnownFunction,
    KnownLock,
    Made,
    Nonzero,
    Number,
    Value,
    truth,
)

_MOST_STEPS = 1_500_000
_MOST_SITUATIONS = 16  # at one node that are distinguished
_MOST_COPIES = 20  # of a loop
_MOST_GENERATIONS = 5  # of threads that start threads
_MOST_PARAMETERS = 16  # that get names
_DEEPEST = 8  # atomic sections

Out = Iterator[tuple[int, Key, KnownFacts]]


class Walk(Nodes):
    def __init__(self, program: Program, pointers: PointsTo) -> None:
        super().__init__()
        self.program = program
        self.pointers = pointers
        self.situations: dict[int, dict[Key, KnownFacts]] = {}  # by node
        self.followers: dict[int, dict[int, None]] = {}
        self.started: dict[int, WalkThread] = {}  # by spawning node
        self.callees: dict[int, set[str]] = {}
        self.unclear: set[int] = set()  # calls through pointers that may lead anywhere
        self.rough: set[int] = set()  # calls that initialize a mutex with attributes that are not known
        self.effects = Effects(program, pointers, self.frames)
        self.evaluator = self.effects.evaluator
        self.labels = {
            name: {item.name: at for at, item in enumerate(function.body) if isinstance(item, Label)}
            for name, function in program.functions.items()
        }
        self._starting = starting(program, pointers)
        self._roots: dict[tuple[int, str], WalkFrame] = {}  # by spawning node and routine
        self._called: dict[tuple[int, str], WalkFrame] = {}  # by calling node and function
        self._collapsed: set[int] = set()
        self._queue: deque[int] = deque()
        self._queued: set[int] = set()
        self._steps = 0
        self._run()

    def reached(self) -> Iterator[int]:
        """The nodes that some execution may reach."""
        return iter(sorted(self.situations))

    def value(self, node: int, expression: Expression) -> Value | None:
        """What is known of it in all situations."""
        frame = self.frame(node).number
        return self._common(
            self.evaluator.value(expression, known.values, frame) for known in self.situations[node].values()
        )

    def address(self, node: int, place: Place) -> Address | None:
        frame = self.frame(node).number
        found = self._common(
            self.evaluator.address(place, known.values, frame) for known in self.situations[node].values()
        )
        return found if isinstance(found, Address) else None

    def _common(self, found: Iterator[Value | None]) -> Value | None:
        first = next(found, None)
        return first if all(other == first for other in found) else None

    def _run(self) -> None:
        main = WalkThread(0, None)
        self.threads.append(main)
        frame = self.new_frame(self.program.functions[self.program.entry], main, None, None)
        self._arrive(frame.first, Key(), KnownFacts({}))
        while self._queue:
            node = self._queue.popleft()
            self._queued.discard(node)
            for key, known in list(self.situations[node].items()):
                self._steps += 1
                if self._steps > _MOST_STEPS:
                    raise TooLarge
                for target, new_key, new in self._step(node, key, known):
                    self.followers.setdefault(node, {})[target] = None
                    self._arrive(target, new_key, new)

    def _arrive(self, node: int, key: Key, known: KnownFacts) -> None:
        here = self.situations.setdefault(node, {})
        if key not in here and len(here) >= (1 if node in self._collapsed else _MOST_SITUATIONS):
            self._collapse(node, key, known)
            return
        before = here.get(key)
        after = known if before is None else self.effects.met(before, known)
        if after is not before:
            here[key] = after
            self._put_in_queue(node)

    def _put_in_queue(self, node: int) -> None:
        if node not in self._queued:
            self._queued.add(node)
            self._queue.append(node)

    def _collapse(self, node: int, key: Key, known: KnownFacts) -> None:
        """All situations become one."""
        self._collapsed.add(node)
        before = self.situations[node]
        keys = [key, *before]
        holds = frozenset.intersection(*(item.holds for item in keys))
        for other in before.values():
            known = self.effects.met(other, known)
        after = {Key(holds, False, min(item.depth for item in keys)): known}
        if after != before:
            self.situations[node] = after
            self._put_in_queue(node)

    def _step(self, node: int, key: Key, known: KnownFacts) -> Out:
        frame, item = self.frame(node), self.instruction(node)
        known = self.effects.exposed(known, item, frame.number)
        match item:
            case Jump(label, condition):
                yield from self._jump(node, label, condition, key, known)
            case Assume(condition) | BlockUntil(condition):
                yield from self._refined(node, node + 1, condition, True, key, known)
            case Assert(condition, goes_on=goes_on):
                if goes_on:
                    yield node + 1, key, known
                else:
                    yield from self._refined(node, node + 1, condition, True, key, known)
            case Call():
                yield from self._call(node, item, key, known)
            case Spawn():
                yield from self._spawn(node, item, key, known)
            case Return(value):
                yield from self._return(frame, value, key, known)
            case Exit() | Unmodelled() | Cut():
                return
            case AtomicBegin():
                yield node + 1, replace(key, depth=min(key.depth + 1, _DEEPEST)), known
            case AtomicEnd():
                yield node + 1, replace(key, depth=max(key.depth - 1, 0)), known
            case _:
                yield node + 1, *self.effects.after(frame.number, node, item, key, known)

    def _jump(self, node: int, label: str, condition: Expression | None, key: Key, known: KnownFacts) -> Out:
        copy = self.owners[node]
        target = self.labels[copy.frame.name][label]
        if condition is None:
            yield self._target(node, target, known), key, known
            return
        yield from self._refined(node, self._target(node, target, known), condition, True, key, known)
        yield from self._refined(node, node + 1, condition, False, key, known)

    def _target(self, node: int, target: int, known: KnownFacts) -> int:
        """A loop that starts threads continues in a copy of its own, if its condition is known."""
        copy = self.owners[node]
        if target > node - copy.first or copy.frame.name not in self._starting:
            return copy.first + target
        if copy.number >= _MOST_COPIES or copy.frame.is_recursive:
            return copy.first + target
        if not self._is_decided(copy.frame, target, node - copy.first, known):
            return copy.first + target
        following = copy.following.get(target)
        if following is None:
            following = copy.following[target] = self.new_copy(copy.frame, copy.number + 1)
        return following.first + target

    def _is_decided(self, frame: WalkFrame, target: int, end: int, known: KnownFacts) -> bool:
        """It begins with a condition whose value is known, and calls what starts threads."""
        body = frame.function.body
        condition = next((item for item in body[target : end + 1] if not isinstance(item, Label)), None)
        if not isinstance(condition, Jump) or condition.condition is None:
            return False
        if truth(self.evaluator.value(condition.condition, known.values, frame.number)) is None:
            return False
        calls = (at for at in range(target, end + 1) if isinstance(body[at], Call))
        return any(name in self._starting for at in calls for name in self.pointers.callees(frame.name, at))

    def _refined(
        self, node: int, target: int, condition: Expression, wanted: bool, key: Key, known: KnownFacts
    ) -> Out:
        found = assumed(self.evaluator, condition, wanted, key, known, self.frame(node).number)
        if found is not None:
            yield target, *found

    def _call(self, node: int, item: Call, key: Key, known: KnownFacts) -> Out:
        frame = self.frame(node)
        names = self._callees(node, item.function, known)
        self.callees.setdefault(node, set()).update(names)
        for name in sorted(names):
            function = self.program.functions.get(name)
            if function is None:
                yield node + 1, *self._unknown_result(node, item, key, known)
            elif function.library and name in WHOLE and item.arguments:
                yield from self._lock_call(node, item, WHOLE[name], key, known)
            else:
                yield from self._enter(node, item, function, frame, key, known)

    def _callees(self, node: int, function: Expression, known: KnownFacts) -> frozenset[str]:
        frame = self.frame(node)
        found = self.evaluator.value(function, known.values, frame.number)
        if isinstance(found, KnownFunction):
            return frozenset({found.name})
        if any(isinstance(at.object, UnknownObject) for at in self.pointers.targets(function)):
            self.unclear.add(node)
        return self.pointers.callees(frame.name, self.index(node))

    def _unknown_result(self, node: int, item: Call, key: Key, known: KnownFacts) -> tuple[Key, KnownFacts]:
        if item.target is None:
            return key, known
        return self.effects.set(self.frame(node).number, node, item.target, None, key, known)

    def _lock_call(
        self, node: int, item: Call, contract: Taking | Releasing, key: Key, known: KnownFacts
    ) -> Out:
        frame = self.frame(node).number
        at = self.evaluator.value(item.arguments[0], known.values, frame)
        exact = isinstance(at, Address) and at.offset is not None
        lock = KnownLock(contract.kind, at) if isinstance(at, Address) and exact else None
        for after, result in outcomes(key, lock, contract):
            if item.target is None:
                yield node + 1, after, known
            else:
                after, new = self.effects.set(frame, node, item.target, None, after, known)
                yield node + 1, after, with_value(new, (frame, item.target.name), result)

    def _enter(
        self, node: int, item: Call, function: Function, frame: WalkFrame, key: Key, known: KnownFacts
    ) -> Out:
        inner = self._frame_of(node, function, frame)
        if inner.is_recursive:
            yield inner.first, *self._dropped(inner, key, known)
            return
        if function.library and function.name in WAITS:
            given_mutex = item.arguments[WAITS[function.name] :]
            mutex = self.evaluator.value(given_mutex[0], known.values, frame.number) if given_mutex else None
            key = suspended(key, mutex)
        given = {}
        for argument, parameter in zip(item.arguments, function.parameters, strict=False):
            value = self.evaluator.value(argument, known.values, frame.number)
            given[parameter.name] = value if is_alike(argument.type, parameter.type) else None
            known = self.effects.handed_on(known, argument, frame.number, kept=given[parameter.name])
        if item.varargs is not None:
            known = self.effects.handed_on(known, item.varargs, frame.number)
        yield inner.first, *begun(inner, given, key, known)

    def _frame_of(self, node: int, function: Function, frame: WalkFrame) -> WalkFrame:
        for outer in frame.chain():
            if outer.function is function:
                if node not in outer.callers:
                    outer.callers.append(node)
                    outer.is_recursive = True
                    self._again(outer)
                return outer
        where = (node, function.name)
        inner = self._called.get(where)
        if inner is None:
            inner = self._called[where] = self.new_frame(function, frame.thread, frame, node)
        return inner

    def _again(self, frame: WalkFrame) -> None:
        """It has one more caller: whoever returns from it, returns there as well."""
        for node in self.situations:
            if self.frame(node) is frame and isinstance(self.instruction(node), Return):
                self._put_in_queue(node)

    def _dropped(self, head: WalkFrame, key: Key, known: KnownFacts) -> tuple[Key, KnownFacts]:
        """Registers of a recursive function and of those that it calls are not what they were."""
        inner = {frame.number for frame in self.frames if head in frame.chain()}
        values = {register: value for register, value in known.values.items() if register[0] not in inner}
        lost = {
            value.base.node
            for register, value in known.values.items()
            if register[0] in inner and isinstance(value, Address) and isinstance(value.base, Made)
        }
        holds = frozenset(hold for hold in key.holds if not is_local(hold.lock.address))
        key = Key(holds, key.is_exact and holds == key.holds, key.depth)
        values = {
            register: value
            for register, value in values.items()
            if not (isinstance(value, Address) and is_local(value)) and not isinstance(value, Handle)
        }
        ready = frozenset(item for item in known.ready if not is_local(item.address))
        known = self.effects.lose(known, lost)
        return key, KnownFacts(values, known.leaked, ready)

    def _return(self, frame: WalkFrame, value: Expression | None, key: Key, known: KnownFacts) -> Out:
        result = None if value is None else self.evaluator.value(value, known.values, frame.number)
        if value is not None:
            known = self.effects.handed_on(known, value, frame.number, kept=result)
        if not frame.function.library:
            yield from self._back(frame, value, result, key, known)
            return
        if not is_plain(frame, known):
            self.rough.update(frame.callers)
        for new_key, new_result in by_contract(frame, result, key, known):
            made = by_making(frame, new_key, known)
            yield from self._back(frame, value, new_result, *made)

    def _back(
        self, frame: WalkFrame, value: Expression | None, result: Value | None, key: Key, known: KnownFacts
    ) -> Out:
        """To all who have called it."""
        if frame.is_recursive:
            key, known = self._dropped(frame, key, known)
            result = None
        values = {register: v for register, v in known.values.items() if register[0] != frame.number}
        left = KnownFacts(values, known.leaked, known.ready)
        for caller in frame.callers:
            item, where = self.instruction(caller), self.frame(caller).number
            assert isinstance(item, Call), "calls return to calls"
            if item.target is None:
                yield caller + 1, key, left
                continue
            same = value is not None and is_alike(value.type, item.target.type)
            if not same and isinstance(result, Address) and isinstance(result.base, Made):
                left = self.effects.lose(left, {result.base.node})
            given = result if same else None
            yield caller + 1, *self.effects.set(where, caller, item.target, given, key, left)

    def _spawn(self, node: int, item: Spawn, key: Key, known: KnownFacts) -> Out:
        frame = self.frame(node)
        thread = self.started.get(node)
        if thread is None:
            thread = self.started[node] = WalkThread(len(self.threads), node, frame.thread.depth + 1)
            if thread.depth > _MOST_GENERATIONS:
                raise TooLarge
            self.threads.append(thread)
        start = self.evaluator.value(item.argument, known.values, frame.number)
        ready = frozenset(item for item in known.ready if is_constant(item.address))
        for name in sorted(self._callees(node, item.function, known)):
            function = self.program.functions.get(name)
            if function is None:
                continue
            first = self._roots.get((node, name))
            if first is None:
                first = self._roots[node, name] = self.new_frame(function, thread, None, None)
            argument = self._argument(frame, known)
            values = {} if argument is None else {(first.number, ARGUMENT): argument}
            given = {item.name: start if is_constant(start) else None for item in function.parameters[:1]}
            self._arrive(first.first, *begun(first, given, Key(), KnownFacts(values, frozenset(), ready)))
        known = self.effects.handed_on(known, item.argument, frame.number)
        after = (key, known)
        if item.target is not None:
            after = self.effects.set(self.frame(node).number, node, item.target, None, key, known)
        yield node + 1, *after

    def _argument(self, frame: WalkFrame, known: KnownFacts) -> Value | None:
        """What `pthread_create` was given for the start routine."""
        names = [parameter.name for parameter in frame.function.parameters]
        if not frame.function.library or len(names) != 4 or frame.name != "__ut_create":
            return None
        value = known.values.get((frame.number, names[2]))
        return value if is_constant(value) else None


def begun(
    frame: WalkFrame, given: Mapping[str, Value | None], key: Key, known: KnownFacts
) -> tuple[Key, KnownFacts]:
    """At the beginning of a call. A pointer of which nothing is known gets a name."""
    for position, parameter in enumerate(frame.function.parameters):
        value = given.get(parameter.name)
        name = Made(-(frame.first * _MOST_PARAMETERS + position) - 1)
        key, known = forgotten(name, key, known)
        if (
            value is None
            and isinstance(value_type(parameter.type), PointerType)
            and position < _MOST_PARAMETERS
        ):
            value = Address(name, 0)
        known = with_value(known, (frame.number, parameter.name), value)
    return key, known


def is_alike(one: Type, other: Type) -> bool:
    """Values of the one type are the same in the other."""
    one, other = value_type(one), value_type(other)
    if isinstance(one, IntType) and isinstance(other, IntType):
        return one.bits == other.bits and one.signed == other.signed
    return type(one) is type(other) and not isinstance(one, FloatType) and size_of(one) == size_of(other)


def is_constant(value: Value | None) -> bool:
    """It means the same in another thread."""
    return isinstance(value, Number | KnownFunction | Nonzero) or (
        isinstance(value, Address)
        and isinstance(value.base, Variable)
        and value.base.storage is not Storage.THREAD
    )
