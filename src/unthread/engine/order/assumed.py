"""What is assumed of the memory that threads share, until executing them shows that it holds.

A first pass over the threads knows nothing. Each pass notes who touches what and what is written; what two
threads touch, one of them writing, is shared in the next pass, and may hold whatever was written there. When
a pass finds nothing that it did not assume, the assumption holds of all executions: by induction, since each
step reads what was there at first or what an earlier one has written. So it does when nobody touches anything
new for as many passes as there are segments that write: no execution has more of them.
"""

from __future__ import annotations

from dataclasses import field
from itertools import pairwise
from typing import TypeAlias

from unthread.core.records import dataclass
from unthread.engine.order.held import HeldValues
from unthread.engine.order.unfit import Unfit

_PATIENCE = 3  # passes after which numbers are bounded by their bits alone
_MOST_CHANGES = 12
_MOST_UNITS = 4_000
_WIDEST = 64  # bytes of a unit

Unit: TypeAlias = tuple[int, int, int]  # object, offset, size


@dataclass(slots=True)
class Noted:
    """What one pass has found: the bytes that threads touch, and whether they write them; whose life they end
    or look at; what units hold at first and what is written there. `whole`: objects that a thread uses as
    arrays."""

    touched: dict[tuple[int, int, int, int], bool] = field(default_factory=dict)  # thread, object, at, size
    whole: dict[tuple[int, int], bool] = field(default_factory=dict)  # thread, object
    ended: set[tuple[int, int]] = field(default_factory=set)  # thread, object
    looked: set[tuple[int, int]] = field(default_factory=set)
    held: dict[Unit, HeldValues] = field(default_factory=dict)

    def touch(self, thread: int, item: int, at: int, size: int, writes: bool) -> None:
        key = thread, item, at, size
        self.touched[key] = self.touched.get(key, False) or writes

    def touch_all(self, thread: int, item: int, writes: bool) -> None:
        key = thread, item
        self.whole[key] = self.whole.get(key, False) or writes

    def hold(self, unit: Unit, held: HeldValues) -> None:
        known = self.held.get(unit)
        self.held[unit] = held if known is None else known.joined(held)


class Assumed:
    """`units`: the shared parts of each object, in order; `held`: what they can hold; `mortal`: objects whose
    life one thread ends and another looks at; `ended`: by whom; `open_sizes`: who has
    allocated the objects whose size is not constant."""

    def __init__(self) -> None:
        self.units: dict[int, tuple[Unit, ...]] = {}
        self.held: dict[Unit, HeldValues] = {}
        self.mortal: set[int] = set()
        self.ended: dict[int, set[int]] = {}
        self.open_sizes: dict[int, int] = {}
        self._looked: dict[int, set[int]] = {}
        self._whole: dict[int, dict[int, bool]] = {}
        self._touched: dict[int, dict[tuple[int, int, int], bool]] = {}
        self._changes: dict[Unit, int] = {}
        self._known_sizes = 0

    def learn(self, noted: Noted) -> bool:
        """Whether anybody touches what was not assumed to be touched, or a thread has found what others, who
        were executed before it, did not know."""
        news = [
            self._learn_touches(noted),
            self._learn_lives(noted),
            len(self.open_sizes) > self._known_sizes,
        ]
        self._known_sizes = len(self.open_sizes)
        self._refuse_arrays()
        return any(news)

    # ---- what is shared

    def _learn_touches(self, noted: Noted) -> bool:
        for (thread, item), writes in noted.whole.items():
            found = self._whole.setdefault(item, {})
            found[thread] = found.get(thread, False) or writes
        changed: set[int] = set()
        for (thread, item, at, size), writes in noted.touched.items():
            known = self._touched.setdefault(item, {})
            key = thread, at, size
            if key not in known or (writes and not known[key]):
                known[key] = writes
                changed.add(item)
        cuts = [self._cut(item) for item in sorted(changed)]
        return any(cuts)

    def _cut(self, item: int) -> bool:
        """The object is cut where accesses begin and end."""
        touched = self._touched[item]
        edges = sorted({edge for _, at, size in touched for edge in (at, at + size)})
        units = []
        for first, end in pairwise(edges):
            here = [(key[0], w) for key, w in touched.items() if key[1] <= first and end <= key[1] + key[2]]
            if len({thread for thread, _ in here}) > 1 and any(writes for _, writes in here):
                if end - first > _WIDEST:
                    raise Unfit(f"{end - first} shared bytes that are used as a whole")
                units.append((item, first, end - first))
        is_new = self.units.get(item, ()) != tuple(units)
        if is_new:
            self.units[item] = tuple(units)
        if sum(map(len, self.units.values())) > _MOST_UNITS:
            raise Unfit("too many shared objects, or too large ones")
        return is_new

    def _refuse_arrays(self) -> None:
        for item, whole in self._whole.items():
            writes = dict(whole)
            for (thread, _, _), is_written in self._touched.get(item, {}).items():
                writes[thread] = writes.get(thread, False) or is_written
            if len(writes) > 1 and any(writes.values()):
                raise Unfit("a large shared array with an unknown index")

    def _learn_lives(self, noted: Noted) -> bool:
        known = len(self.ended)
        for thread, item in noted.ended:
            self.ended.setdefault(item, set()).add(thread)
        for thread, item in noted.looked:
            self._looked.setdefault(item, set()).add(thread)
        mortal = {
            item for item, threads in self.ended.items() if len(threads | self._looked.get(item, set())) > 1
        }
        is_new = mortal != self.mortal or len(self.ended) > known
        self.mortal = mortal
        return is_new

    # ---- what it holds

    def learn_held(self, noted: Noted, is_patient: bool) -> bool:
        """Whether units hold what they were not assumed to hold. Who is not patient learns more than that."""
        news = [self.hold(unit, held, is_patient) for unit, held in noted.held.items()]
        return any(news)

    def hold(self, unit: Unit, held: HeldValues, is_patient: bool) -> bool:
        if unit not in self.units.get(unit[0], ()):
            return False
        known = self.held.get(unit)
        wider = held if known is None else known.joined(held)
        if wider == known:
            return False
        changes = self._changes[unit] = self._changes.get(unit, 0) + (not is_patient)
        if changes > _MOST_CHANGES:
            raise Unfit("a shared pointer that moves")
        self.held[unit] = wider.widened(unit[2]) if changes > _PATIENCE else wider
        return True
