"""What the schemas with one loop over all steps have in common: `Framing` makes a text of its parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from unthread.core.records import dataclass
from unthread.core.source import NOWHERE, Loc
from unthread.program.instructions import AtomicEnd, Instruction, Unmodelled
from unthread.program.query.steps import step_kind
from unthread.sequentialize.c.code import CCode, CodeLines, position
from unthread.sequentialize.c.dialects import narrow_type
from unthread.sequentialize.c.writer import CWriter
from unthread.sequentialize.emitted import Dialect, Emitted, Origin, PointOrigin, Schema
from unthread.sequentialize.flatten import Flat

NOTING = (Dialect.CBMC, Dialect.ESBMC)  # their counterexamples are read


class Framing:
    """One emission under way."""

    def __init__(self, flat: Flat, schema: Schema, dialect: Dialect) -> None:
        program = flat.program
        functions = {name: function.type for name, function in program.functions.items()}
        self.flat = flat
        self.schema = schema
        self.dialect = dialect
        self.code = CCode(
            program.globals,
            {**functions, **program.undefined},
            program.data_model,
            dialect,
            flat.properties,
        )
        self._notes = 0

    def note(self) -> str:
        """An assignment that is seen in counterexamples."""
        self._notes += 1
        if self.dialect not in NOTING:
            return ""
        return f"{self.code.word('NOTE')}({self._notes}) "

    def place_type(self, largest: int) -> tuple[str, list[str]]:
        """The type of variables that say where a thread stands, -1 to the largest; and its definition."""
        if self.dialect is not Dialect.CBMC:
            return "int", []
        return "ut_place", list(narrow_type("ut_place", largest.bit_length() + 1, signed=True))

    def first_values(self) -> Iterator[str]:
        """Statements that give objects which are defined nowhere any value. Asked last."""
        for name in self.code.unknown_globals():
            yield f"{self.code.word('havoc')}(&{name}, sizeof {name});"

    def emitted(self, heading: Iterable[str], parts: Iterable[CodeLines]) -> Emitted:
        """The parts, which must be complete, after definitions of what they mention."""
        objects = self.code.declarations()
        first, *others = heading
        text = self.code.text((f"schema {self.schema}. {first}", *others), (objects, *parts))
        return Emitted(
            text.text(),
            text.origins,
            self.schema,
            self.dialect,
            self.flat.program.data_model,
            self.flat.assumptions,
            tuple(self.code.loose),
        )


@dataclass(slots=True)
class FramedStatements:
    """Statements of one body, each line of the user's announced by a comment."""

    framing: Framing
    writer: CWriter
    thread: int
    lines: CodeLines
    indent: str
    shown: Loc = NOWHERE

    def say(self, loc: Loc) -> None:
        """The position, if it is another line than before."""
        if loc.line and (loc.file, loc.line) != (self.shown.file, self.shown.line):
            self.lines.add(f"{self.indent}{position(loc)}")
            self.shown = loc

    def add(self, text: str, *origins: Origin) -> None:
        self.lines.add(f"{self.indent}{text}", *origins)

    def plain(self, item: Instruction, step: bool) -> None:
        """An instruction that is not control flow; `step`: it is a visible step, or begins one."""
        written = self.writer.statement(item, self.thread)
        if written is None and not step:
            return
        self.say(item.loc)
        text, origins = written or ("/* begin atomic */", ())
        if step:
            text = f"{self.framing.note()}{text}"
            origins = (self.point(item), *origins)
        self.add(text, *origins)

    def end_section(self, item: AtomicEnd, depth: int, step: bool) -> None:
        """`depth`: how many sections are open before it."""
        if depth == 0:
            self.plain(Unmodelled("the end of an atomic section that was not begun", item.loc), False)
        elif depth == 1:
            self.say(item.loc)
            self.add("/* end atomic */")
        else:
            self.plain(item, step)

    def point(self, item: Instruction) -> PointOrigin:
        return PointOrigin(self.thread, item.loc, step_kind(item))
