"""Labels of one function: their names in goto code, and the numbers that stand for their addresses."""

from __future__ import annotations

from collections.abc import Iterable

from unthread.frontend import clang
from unthread.frontend.clang import Cursor, CursorKind
from unthread.frontend.entries import BlockScope


class Labels:
    """`cases` has the labels of `switch`, `numbers` those whose address is taken; all by the hashes of
    cursors."""

    def __init__(self) -> None:
        self.cases: dict[int, str] = {}
        self.numbers: dict[int, int] = {}
        self._names: dict[int, str] = {}
        self._taken: set[str] = set()
        self._endings: dict[int, dict[int, int]] = {}  # of labels, how many the blocks around them have

    def name(self, label: Cursor) -> str:
        if label.hash not in self._names:
            name = label.spelling
            while name in self._taken:
                name += "'"  # __label__ makes labels local to a block
            self._taken.add(name)
            self._names[label.hash] = name
        return self._names[label.hash]

    def name_at(self, number: int) -> str:
        """Of a label that has a name already."""
        return self._names[number]

    def first_name(self) -> str:
        return next(iter(self._names.values()))

    # ---- addresses

    def number(self, reference: Cursor) -> int:
        """The address of a label: a small number that only `goto *` of this function understands."""
        label = reference.referenced
        return self.numbers.setdefault(label.hash, len(self.numbers) + 1)

    def number_all(self, body: Cursor) -> None:
        """All labels whose address is taken, before the first `goto *` needs them."""
        for cursor in clang.descendants(body):
            if cursor.kind == CursorKind.ADDR_LABEL_EXPR:
                label = clang.children(cursor)[0].referenced
                self.number(clang.children(cursor)[0])
                self.name(label)

    # ---- jumps back

    def note_place(self, label: Cursor, scopes: Iterable[BlockScope]) -> None:
        """The label stands here, in these scopes."""
        self._endings[label.hash] = {scope.block: len(scope.endings) for scope in scopes}

    def is_placed(self, label: Cursor) -> bool:
        return label.hash in self._endings

    def endings_before(self, label: Cursor, scope: BlockScope) -> int:
        """How many endings the scope had at the label; all that it has, if the label is still to come or
        stands elsewhere."""
        return self._endings.get(label.hash, {}).get(scope.block, len(scope.endings))
