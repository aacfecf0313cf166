"""One step of a function as a procedure of the sequential program: `Procedure`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unthread.core.bounds import Bound, several
from unthread.program.build.simplify import function_named
from unthread.program.instructions import (
    AtomicEnd,
    Call,
    Cut,
    Declare,
    Exit,
    Instruction,
    Jump,
    Label,
    Return,
    Scope,
    Spawn,
)
from unthread.program.types import UCHAR, is_scalar, size_of, value_type
from unthread.sequentialize.c.names import CNames
from unthread.sequentialize.emitted import Dialect
from unthread.sequentialize.one_loop.framing import FramedStatements

if TYPE_CHECKING:
    from unthread.sequentialize.one_loop.stepwise import StepwisePart

SOME_THREAD = -1  # in origins: the one that `THREAD_VARIABLE` was last set to
THREAD_VARIABLE = "ptid"
INDENT = " " * 4


class Procedure:
    """One procedure: all that runs without a switch from a place on."""

    def __init__(self, part: StepwisePart, statements: FramedStatements, start: int) -> None:
        self.part = part
        self.whole = part.whole
        self.control = part.whole.control
        self.body = part.body
        self.layout = part.layout
        self.statements = statements
        self.order = in_order(set(self.layout.run_from(start)), start)
        following = dict(zip(self.order, [*self.order[1:], -1], strict=True))
        self.gaps = {
            index
            for index in self.order
            if not self.layout.is_left(index)
            and index + 1 in self.layout.successors(index)
            and following[index] != index + 1
        }
        self.labels = self._labels()

    def _labels(self) -> dict[int, str]:
        """For the instructions that are jumped to."""
        targets = {index + 1 for index in self.gaps}
        for index in self.order:
            item = self.body[index]
            if isinstance(item, Jump) and not self.layout.is_left(index):
                targets.add(self.layout.labels[item.label])
        names = CNames()
        found = {}
        for index in sorted(targets):
            item = self.body[index]
            found[index] = names.new(item.name if isinstance(item, Label) else "here")
        return found

    def write(self) -> None:
        for index in self.order:
            if index in self.labels:
                self.statements.lines.add(f"{self.labels[index]}:;")
            self._instruction(index)
            if index in self.gaps:
                self.statements.add(f"goto {self.labels[index + 1]};")

    def _instruction(self, index: int) -> None:
        item, statements = self.body[index], self.statements
        is_step = index in self.layout.steps
        match item:
            case Label():
                return
            case Jump():
                self._jump(index, item, is_step)
                return
            case Call():
                self._call(index, item)
                return
            case Return() | Exit(Scope.THREAD):
                self._leave(item, is_step)
                return
            case Spawn():
                self._spawn(item, is_step)
            case Declare(variable, False) if not is_scalar(value_type(variable.type)):
                self._any_object(item)
            case AtomicEnd():
                statements.end_section(item, self.layout.depths[index], is_step)
            case _:
                statements.plain(item, is_step)
        if self.layout.is_left(index) and not isinstance(item, Exit):
            statements.add(f"{self._to(index + 1)} return;")

    def _to(self, index: int) -> str:
        """The assignment with which the thread stands there."""
        resumed = self.layout.resume(index)
        return f"{self._next()} = {0 if resumed is None else self.part.places[resumed]};"

    def _next(self) -> str:
        return f"{self.control.pct}[{self.control.tid}]"

    def _jump(self, index: int, jump: Jump, is_step: bool) -> None:
        statements = self.statements
        if jump.condition is None:
            statements.add(f"goto {self.labels[self.layout.labels[jump.label]]};")
            return
        statements.say(jump.loc)
        condition = statements.writer.truth(jump.condition).text
        if not is_step:
            statements.add(f"if ({condition}) goto {self.labels[self.layout.labels[jump.label]]};")
            return
        taken, not_taken = self._to(self.layout.labels[jump.label]), self._to(index + 1)
        text = f"{self.whole.framing.note()}if ({condition}) {{ {taken} }} else {{ {not_taken} }}"
        statements.add(text, statements.point(jump))
        statements.add("return;")

    def _call(self, index: int, call: Call) -> None:
        """The parameters have their values."""
        whole, statements = self.whole, self.statements
        name = function_named(call.function)
        assert name is not None, "flattening names what is called"
        called = whole.parts[name]
        statements.say(call.loc)
        back = self.layout.resume(index + 1)
        origin = f"{called.origin}[{self.control.tid}] = {0 if back is None else self.part.places[back]};"
        statements.add(f"{origin} {self._next()} = {called.begin}; {self.control.silent} = 1; return;")

    def _leave(self, item: Instruction, is_step: bool) -> None:
        """From a function to its caller, or from a thread; with the first one, the process is over."""
        whole, statements = self.whole, self.statements
        statements.say(item.loc)
        note = whole.framing.note() if is_step else ""
        origins = (statements.point(item),) if is_step else ()
        if isinstance(item, Return) and not self.layout.is_thread:
            text = f"{self.part.end}({self.control.tid}); return;"
        elif isinstance(item, Return) and self.part.function.name == whole.flat.program.entry:
            text = f"{whole.code.word('END')}(0);"
        else:
            text = f"{self._next()} = 0; return;"
        statements.add(f"{note}{text}", *origins)

    def _spawn(self, spawn: Spawn, is_step: bool) -> None:
        whole, statements, writer = self.whole, self.statements, self.statements.writer
        statements.say(spawn.loc)
        if is_step:
            statements.add(f"{whole.framing.note()}/* start a thread */", statements.point(spawn))
        statements.add(f"if ({self.control.started} == {self.control.threads})")
        statements.indent += "    "
        what = f"more than {several(whole.count - 1, 'thread')}"
        statements.plain(Cut(what, spawn.loc, Bound.THREADS), False)
        statements.indent = INDENT
        name = function_named(spawn.function)
        assert name is not None, "flattening names what a thread runs"
        started = whole.parts[name]
        for parameter in started.function.parameters:
            if parameter not in started.mentioned:
                continue
            array = array_text(started.names[parameter.name])
            statements.add(f"{array}[{self.control.started}] = {writer.assigned(spawn.argument)};")
        if spawn.target is not None:
            statements.add(f"{writer.name(spawn.target)} = {self.control.started};")
        statements.add(
            f"{self.control.pct}[{self.control.started}] = {started.begin}; {self.control.started}++;"
        )

    def _any_object(self, item: Declare) -> None:
        """Any bytes for one element of the array, where the dialect's own word would change all of it."""
        dialect, text = self.whole.options.dialect, self.statements.writer.name(item.variable)
        if not size_of(value_type(item.variable.type)):
            return
        if dialect is Dialect.CBMC:
            self.statements.say(item.loc)
            self.whole.havocs = True
            origin = self.statements.writer.any_bytes(item.variable, SOME_THREAD, item.loc)
            self.statements.add(f"__CPROVER_havoc_slice(&{text}, sizeof {text});", origin)
        elif dialect is Dialect.KLEE:
            self.statements.say(item.loc)
            byte = f"((unsigned char *)&{text})[ut_i] = {self.whole.code.any_value(UCHAR)};"
            self.statements.add(f"for (unsigned long ut_i = 0; ut_i < sizeof {text}; ut_i++) {byte}")
        else:
            self.statements.plain(item, False)


def array_text(text: str) -> str:
    """The array that an element belongs to."""
    return text.partition("[")[0]


def in_order(run: set[int], start: int) -> list[int]:
    """Instructions in order, those from the start on first."""
    return sorted(run, key=lambda index: (index < start, index))
