"""Whether the bodies of some threads are the same, and no other body can tell these threads apart:
`are_alike`. The argument is in docs/decisions/0021-symmetry.md."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from unthread.analysis.locations import UnknownObject
from unthread.analysis.steps import Touches
from unthread.bound.alike.addresses import tell_addresses
from unthread.bound.alike.shared import Different, Shared
from unthread.bound.alike.values import AlikeValues
from unthread.program.bounded import BoundedProgram, Thread
from unthread.program.instructions import (
    Allocate,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Copy,
    Declare,
    Discard,
    Exit,
    Fill,
    FormatText,
    Free,
    Input,
    Instruction,
    Jump,
    Label,
    Print,
    Return,
    Spawn,
    expressions,
)

_QUIET = Assign | AtomicBegin | AtomicEnd | Label | Jump | Return | Exit
_BULK = Print | FormatText | Free | Copy | Fill


def are_alike(
    program: BoundedProgram,
    touches: Touches,
    threads: tuple[int, ...],
    excused: Collection[tuple[int, int]],
) -> bool:
    """`excused`: instructions of other threads, by thread and index, that were looked at already."""
    try:
        _check(program, touches, threads, frozenset(excused))
    except Different:
        return False
    return True


def _check(
    program: BoundedProgram, touches: Touches, threads: tuple[int, ...], excused: frozenset[tuple[int, int]]
) -> None:
    shared = Shared(program, touches, threads)
    members = [program.threads[number] for number in threads]
    others = [thread for thread in program.threads if thread.number not in threads]
    ours = _Bodies(shared, threads, members)
    theirs = [_Bodies(shared, (thread.number,), [thread], excused) for thread in others]
    shared.changed = True
    while shared.changed:
        shared.changed = False
        for bodies in (ours, *theirs):
            bodies.walk()
    if ours.values.has_addresses and tell_addresses(program, touches):
        raise Different


class _Bodies:
    """Those of all threads of the class, or one other."""

    def __init__(
        self,
        shared: Shared,
        numbers: tuple[int, ...],
        threads: Sequence[Thread],
        excused: frozenset[tuple[int, int]] = frozenset(),
    ) -> None:
        self.shared, self.threads = shared, threads
        self.values = AlikeValues(shared, numbers)
        self.excused = excused
        self._labels: dict[str, tuple[str, ...]] = {}

    def walk(self) -> None:
        first = self.threads[0]
        if len({len(thread.body) for thread in self.threads}) != 1:
            raise Different
        self.values.same_each([thread.argument for thread in self.threads])
        for index in range(len(first.body)):
            if (first.number, index) not in self.excused:
                self._instruction(index, [thread.body[index] for thread in self.threads])

    def _instruction(self, index: int, items: Sequence[Instruction]) -> None:
        first = items[0]
        if any(type(item) is not type(first) for item in items) or not self._are_in_one_place(items):
            raise Different
        for thread in self.threads:
            found = self.shared.touches.at(thread.number, index)
            if any(isinstance(touch.location.object, UnknownObject) for touch in found):
                raise Different
            if isinstance(first, _BULK) and self.shared.is_touched(found):
                raise Different
        if not self.values.is_class and not self._concerns(index, first):
            return
        self._meaning(first, items)

    def _are_in_one_place(self, items: Sequence[Instruction]) -> bool:
        """In the user's text: what is reported of one is reported of the others. What surrounds the start
        routine stands where the thread is created, and nothing goes wrong there."""
        if all(item.loc == items[0].loc for item in items):
            return True
        return isinstance(items[0], _QUIET) and all(
            item.loc == thread.loc for item, thread in zip(items, self.threads, strict=True)
        )

    def _concerns(self, index: int, item: Instruction) -> bool:
        """The instruction of another thread may have to do with what distinguishes threads."""
        number = self.threads[0].number
        if self.shared.is_touched(self.shared.touches.at(number, index)):
            return True
        return bool(self.values.registers) or isinstance(item, Spawn)

    def _meaning(self, first: Instruction, items: Sequence[Instruction]) -> None:
        values = self.values
        match first:
            case Assign():
                self._assign([item for item in items if isinstance(item, Assign)])
            case Jump(_, condition):
                self._label([item.label for item in items if isinstance(item, Jump)])
                if any(isinstance(i, Jump) and (i.condition is None) != (condition is None) for i in items):
                    raise Different
                if condition is not None:
                    self._truths(items)
            case Label():
                self._label([item.name for item in items if isinstance(item, Label)])
            case BlockUntil() | Assume() | Assert():
                self._same_but(items, "condition")
                self._truths(items)
            case Spawn():
                if values.is_class:
                    raise Different
                self._plain(items)
            case Copy() | Fill():
                self._same_but(items, "target", "source", "value")
                self._plain(items)
                self._places(items)
            case Declare() | Discard():
                self._variables(items)
                self._same_but(items, "variable")
            case Allocate() | Input() | Print() | FormatText():
                self._targets(items)
                self._same_but(items, "target", *_OPERANDS)
                self._plain(items)
            case _:
                self._same_but(items, *_OPERANDS)
                self._plain(items)
        if isinstance(first, Allocate) and values.is_class:
            values.has_addresses = True

    def _assign(self, items: Sequence[Assign]) -> None:
        values = self.values
        targets, given = [item.target for item in items], [item.value for item in items]
        kind = values.common(values.place_kind(targets), values.kind(given))
        if kind is not None:
            values.hold(targets, kind)
            values.demand(given, kind)

    def _truths(self, items: Sequence[Instruction]) -> None:
        for found in zip(*(expressions(item) for item in items), strict=True):
            self.values.truth(found)

    def _plain(self, items: Sequence[Instruction]) -> None:
        for found in zip(*(expressions(item) for item in items), strict=True):
            self.values.plain(found)

    def _variables(self, items: Sequence[Instruction]) -> None:
        self.values.same([item.variable for item in items if isinstance(item, Declare | Discard)])

    def _targets(self, items: Sequence[Instruction]) -> None:
        targets = [item.target for item in items if isinstance(item, Allocate | Input | Print | FormatText)]
        self.values.same(targets)
        if not isinstance(items[0], Input) and targets[0] in self.values.registers:
            raise Different

    def _places(self, items: Sequence[Instruction]) -> None:
        """All of them, at once: no numbers of threads are there."""
        if self.values.walk([item.target for item in items if isinstance(item, Copy | Fill)]) is not None:
            raise Different
        sources = [item.source for item in items if isinstance(item, Copy)]
        if sources and self.values.walk(sources) is not None:
            raise Different

    def _label(self, names: Sequence[str]) -> None:
        if self._labels.setdefault(names[0], tuple(names)) != tuple(names):
            raise Different

    def _same_but(self, items: Sequence[Instruction], *fields: str) -> None:
        """All other fields of the instructions are the same; where they stand was compared."""
        for name in items[0].__slots__:
            if name not in ("loc", *fields) and any(
                getattr(i, name) != getattr(items[0], name) for i in items
            ):
                raise Different


_OPERANDS = (
    "size", "zeroed", "pointer", "value", "status", "stream", "format", "arguments", "buffer", "limit",
)  # fmt: skip
