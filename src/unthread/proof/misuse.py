"""Whether the functions of the thread library may be used wrongly: `may_be_misused`.

That is an assertion of the library's models, each of which either holds by what is known where it stands, or
follows from what threads hold: a lock is taken by who has it not, and given back by who has it; it is
destroyed when nobody has it and nobody uses it again; a thread is joined once, after it was created.
"""

from __future__ import annotations

from collections.abc import Iterator

from unthread.core.properties import Property
from unthread.program.instructions import Assert, Call
from unthread.proof.contracts import DESTROYS, DETACH, INITIALIZES, JOIN, WHOLE, Taking
from unthread.proof.frames import WalkFrame
from unthread.proof.locks import ProvedLocks, Use
from unthread.proof.order import Order
from unthread.proof.standstill import single_lock
from unthread.proof.values import KnownLock, Number, truth
from unthread.proof.walk import Walk


def may_be_misused(walk: Walk, order: Order, locks: ProvedLocks) -> bool:
    judge = _Judge(walk, order, locks)
    return not all(map(judge.is_fine, walk.reached()))


class _Judge:
    def __init__(self, walk: Walk, order: Order, locks: ProvedLocks) -> None:
        self.walk = walk
        self.order = order
        self.locks = locks
        self.uses = {use.node: use for use in locks.uses}
        self.clean = {
            frame.number
            for frame in walk.frames
            if frame.name == JOIN and frame.function.library and self._is_clean_join(frame)
        }
        self.clean |= {
            frame.number
            for frame in walk.frames
            if frame.name in DESTROYS and frame.function.library and self._is_clean_end(frame)
        }

    def is_fine(self, node: int) -> bool:
        match self.walk.instruction(node):
            case Assert(condition, Property.LOCK):
                frame = self.walk.frame(node)
                return any(outer.number in self.clean for outer in frame.chain()) or all(
                    truth(self.walk.evaluator.value(condition, known.values, frame.number))
                    for known in self.walk.situations[node].values()
                )
            case Call() if node in self.uses and self.uses[node].name in WHOLE:
                return self._is_used_well(self.uses[node])
        return True

    def _is_used_well(self, use: Use) -> bool:
        lock = single_lock(self.locks, use)
        if lock is None or any(not self._is_final(node) for node in self._ends(lock)):
            return False
        contract = WHOLE[use.name]
        if isinstance(contract, Taking) and contract.tries:
            return True
        keys = self.walk.situations[use.node]
        if isinstance(contract, Taking):
            return all(key.is_exact and all(hold.lock != lock for hold in key.holds) for key in keys)
        return all(any(hold.lock == lock and not hold.suspended for hold in key.holds) for key in keys)

    # ---- the end of a lock

    def _ends(self, lock: KnownLock) -> Iterator[int]:
        """Calls that may destroy it."""
        for use in self.locks.uses:
            if use.name in DESTROYS and any(at.object == lock.address.base for at in use.locations):
                yield use.node

    def _is_clean_end(self, frame: WalkFrame) -> bool:
        (caller,) = frame.callers if len(frame.callers) == 1 else (-1,)
        use = self.uses.get(caller)
        lock = None if use is None else single_lock(self.locks, use)
        if lock is None or not self._is_final(caller):
            return False
        return self.order.leave_nothing and all(
            key.is_exact and not key.holds for key in self.walk.situations[caller]
        )

    def _is_final(self, node: int) -> bool:
        """Nobody but main is there, which then neither uses any lock nor starts a thread."""
        if not self.order.is_alone(node) or not self.order.is_once(node):
            return False
        for later in self.order.later_than(node):
            use = self.uses.get(later)
            if later in self.walk.started or (use is not None and not self._is_other_end(node, use)):
                return False
        return True

    def _is_other_end(self, node: int, use: Use) -> bool:
        """Another lock is destroyed after it."""
        this = self.uses.get(node)
        if this is None or use.name not in DESTROYS or use.name in INITIALIZES:
            return False
        return this.address is not None and use.address is not None and this.address != use.address

    # ---- joins

    def _is_clean_join(self, frame: WalkFrame) -> bool:
        """Its thread was created, can be joined, and is joined nowhere else."""
        joined = self.order.joined.get(frame.number)
        if joined is None or DETACH in self.walk.program.functions:
            return False
        (caller,) = frame.callers
        spawn = self.walk.threads[joined].spawn
        assert spawn is not None, "main is joined by nobody"
        if list(self.order.joined.values()).count(joined) != 1 or not self.order.is_once(caller):
            return False
        return self._is_joinable(spawn) and not self.order.is_reached_without(caller, spawn)

    def _is_joinable(self, spawn: int) -> bool:
        """It is not created as a detached thread."""
        frame = self.walk.frame(spawn)
        if len(frame.function.parameters) != 4:
            return False
        register = frame.number, frame.function.parameters[3].name
        return all(known.values.get(register) == Number(0) for known in self.walk.situations[spawn].values())
