"""Which blocks the labels of a function stand in, and which of them a jump enters from outside."""

from __future__ import annotations

from dataclasses import field

from unthread.core.records import dataclass
from unthread.frontend import clang
from unthread.frontend.clang import Cursor, CursorKind

_LABELS = (CursorKind.LABEL_STMT, CursorKind.CASE_STMT, CursorKind.DEFAULT_STMT)
_CONTROL = (
    CursorKind.IF_STMT,
    CursorKind.WHILE_STMT,
    CursorKind.DO_STMT,
    CursorKind.FOR_STMT,
    CursorKind.SWITCH_STMT,
)


@dataclass(slots=True)
class Jumps:
    """`around` has the blocks of each label, outermost first. All are known by the hashes of cursors."""

    around: dict[int, tuple[int, ...]] = field(default_factory=dict)
    entered: set[int] = field(default_factory=set)
    _sources: list[tuple[int, tuple[int, ...]]] = field(default_factory=list)
    _indirect: list[tuple[int, ...]] = field(default_factory=list)
    _addressed: set[int] = field(default_factory=set)

    def look(self, cursor: Cursor, kind: CursorKind, blocks: tuple[int, ...]) -> None:
        """Note a cursor that stands in the blocks."""
        if kind in _LABELS:
            self.around[cursor.hash] = blocks
        elif kind == CursorKind.GOTO_STMT:
            self._sources.append((clang.children(cursor)[0].referenced.hash, blocks))
        elif kind == CursorKind.SWITCH_STMT:
            body = clang.children(cursor)[-1]
            self._sources += [(case.hash, (*blocks, body.hash)) for case in cases_of(body)]
        elif kind == CursorKind.INDIRECT_GOTO_STMT:
            self._indirect.append(blocks)
        elif kind == CursorKind.ADDR_LABEL_EXPR:
            self._addressed.add(clang.children(cursor)[0].referenced.hash)

    def finish(self, unused: set[int]) -> None:
        """All was seen. `unused` are blocks that are none after all."""
        self.around = {
            label: tuple(block for block in blocks if block not in unused)
            for label, blocks in self.around.items()
        }
        for label, blocks in self._sources:
            self.entered.update(set(self.around.get(label, ())) - set(blocks))
        for label in self._addressed:
            for blocks in self._indirect:
                self.entered.update(set(self.around.get(label, ())) - set(blocks))


def is_block(cursor: Cursor, kind: CursorKind, parent: Cursor | None) -> bool:
    """Objects that are declared in it, or made by a compound literal, live as long as it (C11 6.8.4)."""
    if kind == CursorKind.COMPOUND_STMT or kind in _CONTROL:
        return True
    return parent is not None and parent.kind in _CONTROL and cursor in _bodies(parent)


def _bodies(control: Cursor) -> list[Cursor]:
    parts = clang.children(control)
    match control.kind:
        case CursorKind.IF_STMT:
            return parts[1:]
        case CursorKind.DO_STMT:
            return parts[:1]
        case _:
            return parts[-1:]


def cases_of(body: Cursor) -> list[Cursor]:
    """The case and default labels of a switch, not those of switches inside it."""
    found = []
    stack = [body]
    while stack:
        cursor = stack.pop()
        if cursor.kind in (CursorKind.CASE_STMT, CursorKind.DEFAULT_STMT):
            found.append(cursor)
        if cursor.kind != CursorKind.SWITCH_STMT:
            stack.extend(reversed(clang.children(cursor)))
    return found
