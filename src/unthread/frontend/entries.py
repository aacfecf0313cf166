"""Jumps into blocks, and out of those that were entered in the middle: `BlockEntries`, and the `BlockScope`s
concerned.

What has to be done on the way is known when all objects of a function are: `end_function` writes it.
"""

from __future__ import annotations

from dataclasses import field, replace

from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.frontend.builder import Builder
from unthread.program.build.fold import binary, integer
from unthread.program.expressions import BinaryOperator, Storage, Variable, read_register
from unthread.program.instructions import Declare, Discard, Instruction, Label
from unthread.program.types import INT


@dataclass(slots=True)
class BlockScope:
    """A block, or a full expression with temporary objects: what happens when it is left, in the order of
    declaration. `beginnings` are put where it starts, where jumps into it pass, too: objects live from there
    on if not every way through the block passes their declaration exactly once.

    `entered`: some jump from outside leads into the block. `has_label`, `has_jump`: a label, a jump that goes
    forward inside the block was seen in it. `branches`: how many conditions the start stands under."""

    block: int
    entered: bool
    start: int
    branches: int
    is_expression: bool = False
    endings: list[Instruction] = field(default_factory=list)
    has_label: bool = False
    has_jump: bool = False
    beginnings: list[Declare] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class BlockEntry:
    """A jump into blocks, made by way of the label `pad`. Where objects begin with the blocks, it goes to the
    start of the outermost one: every way in passes their declarations. A register holds `number` until
    the jump has arrived. The objects of the scopes `left` end at the pad, if they have not ended before;
    `endings` is what they have so far."""

    number: int
    pad: str
    target: str
    blocks: tuple[int, ...]
    left: tuple[BlockScope, ...]
    endings: tuple[Instruction, ...]
    loc: Loc


@dataclass(frozen=True, slots=True)
class LoopLabels:
    """Where `break` and `continue` lead, and how many scopes were open outside."""

    end: str
    again: str | None
    depth: int


class BlockEntries:
    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self._starts: dict[int, str] = {}  # labels of blocks whose objects begin with them
        self._ways_in: dict[str, int] = {}  # these labels, and those after the declarations, and their blocks
        self._register: Variable | None = None
        self._entries: list[BlockEntry] = []
        self._early_exits: dict[str, tuple[BlockScope, int]] = {}

    def beginnings_of(self, scope: BlockScope) -> list[Instruction]:
        """What stands at the start of a block that is complete, with labels for jumps into it."""
        beginnings: list[Instruction] = list(scope.beginnings)
        if not (scope.entered and beginnings):
            return beginnings
        start, within = self.builder.label("block"), self.builder.label("block")
        self._starts[scope.block] = start
        self._ways_in |= {start: scope.block, within: scope.block}
        loc = beginnings[0].loc
        return [Label(start, loc), *beginnings, Label(within, loc)]

    def note_early_exit(self, scope: BlockScope) -> None:
        """An execution that leaves here may have come back from further down, where more objects of the block
        are declared: these end here as well. The mark is replaced by that when all are known."""
        mark = self.builder.label("leave")
        self.builder.place_label(mark)
        self._early_exits[mark] = scope, len(scope.beginnings)

    def add(self, blocks: tuple[int, ...], target: str, left: tuple[BlockScope, ...]) -> str:
        """Where a jump to `target` has to go that enters these blocks."""
        if not blocks and not left:
            return target
        pad = self.builder.label("enter")
        endings = tuple(ending for scope in reversed(left) for ending in reversed(scope.endings))
        number = len(self._entries) + 1
        self._entries.append(BlockEntry(number, pad, target, blocks, left, endings, self.builder.loc))
        return pad

    def end_function(self) -> None:
        """The body is complete: write what could not be written before all objects were known."""
        for entry in self._entries:
            self._write_entry(entry)
        body = list(self.builder.instructions)
        self.builder.instructions = []
        for item in body:
            if isinstance(item, Label) and item.name in self._early_exits:
                scope, known = self._early_exits[item.name]
                for begun in reversed(scope.beginnings[known:]):
                    self.builder.emit(Discard(begun.variable, item.loc))
            elif isinstance(item, Label) and item.name in self._ways_in:
                self._write_way_in(item, self._ways_in[item.name])
            else:
                self.builder.emit(item)

    def _blocks_with_objects(self, entry: BlockEntry) -> list[int]:
        return [block for block in entry.blocks if block in self._starts]

    def _write_entry(self, entry: BlockEntry) -> None:
        self.builder.loc = entry.loc
        self.builder.place_label(entry.pad)
        later = [Discard(begun.variable, begun.loc) for scope in entry.left for begun in scope.beginnings]
        for ending in dict.fromkeys([*later, *entry.endings]):
            self.builder.emit(replace(ending, loc=entry.loc))
        blocks = self._blocks_with_objects(entry)
        if blocks:
            self.builder.set(self._way_in(), integer(entry.number))
        self.builder.jump(self._starts[blocks[0]] if blocks else entry.target)

    def _write_way_in(self, mark: Label, block: int) -> None:
        """The start of a block with objects, or the end of their declarations: further on to where jumps into
        the block are to arrive."""
        self.builder.loc = mark.loc
        if mark.name == self._starts[block]:
            if any(block in self._blocks_with_objects(entry) for entry in self._entries):
                self.builder.set(self._way_in(), integer(0))
                self.builder.emit(mark)
            return
        for entry in self._entries:
            blocks = self._blocks_with_objects(entry)
            if block in blocks:
                inner = blocks[blocks.index(block) + 1 :]
                arrived = binary(
                    BinaryOperator.EQUAL, read_register(self._way_in()), integer(entry.number), INT
                )
                self.builder.jump(self._starts[inner[0]] if inner else entry.target, arrived)

    def _way_in(self) -> Variable:
        """The register that says which jump into a block is under way, 0 for none."""
        if self._register is None:
            self._register = self.builder.variable("entry", INT, Storage.REGISTER)
        return self._register
