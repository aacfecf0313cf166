"""What calls the procedures of `stepwise.py`: threads that are not over take their steps in any order."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from unthread.core.records import dataclass
from unthread.program.types import INT
from unthread.sequentialize.c.code import CodeLines
from unthread.sequentialize.c.names import CNames
from unthread.sequentialize.emitted import Dialect
from unthread.sequentialize.flatten import Flat
from unthread.sequentialize.one_loop.framing import Framing
from unthread.sequentialize.one_loop.procedures import THREAD_VARIABLE

if TYPE_CHECKING:
    from unthread.sequentialize.one_loop.stepwise import StepwisePart


@dataclass(frozen=True, slots=True)
class Control:
    """Names in the emitted C: the thread that a procedure is called for, how many threads there can be, the
    next procedure of each, which thread runs, whether it continues after a call or a return, and how many
    have started."""

    tid: str
    threads: str
    pct: str
    ptid: str
    silent: str
    started: str

    @staticmethod
    def of(names: CNames) -> Control:
        tid, threads, pct = names.new("tid"), names.new("THREADS"), names.new("pct")
        # `THREAD_VARIABLE` is reserved: traces are read by it.
        return Control(tid, threads, pct, THREAD_VARIABLE, names.new("silent"), names.new("started"))


class StepwiseDriver:
    """For `count` threads at most."""

    def __init__(self, flat: Flat, framing: Framing, control: Control, count: int, dialect: Dialect) -> None:
        self.flat = flat
        self.framing = framing
        self.control = control
        self.count = count
        self.dialect = dialect
        names = framing.code.names
        self.terminated = names.new("terminated")
        self.select = names.new("select")
        self.interleavings = names.new("interleavings")
        self.simulate_first = names.new("simulate_main")
        self.simulate_others = names.new("simulate")

    def variables(self, parts: dict[str, StepwisePart], *, havocs: bool) -> CodeLines:
        """What is declared before all procedures."""
        lines, control = CodeLines(), self.control
        if havocs:
            lines.add("void __CPROVER_havoc_slice(void *, __SIZE_TYPE__);")
        lines.add("/* ---- control: the next procedure of each thread (0: none), and which thread runs */")
        lines.add(f"enum {{ {control.threads} = {self.count} }};")
        labels = [label for part in parts.values() for label in part.places.values()]
        lines.add("enum {")
        for number, label in enumerate(labels, 1):
            lines.add(f"    {label} = {number},")
        lines.add("};")
        kind, definition = self.framing.place_type(len(labels))
        for line in definition:
            lines.add(line)
        lines.add(f"{kind} {control.pct}[{control.threads}];")
        lines.add(f"int {control.ptid};")
        lines.add(f"int {control.started} = 1;")
        if any(part.is_silent for part in parts.values()):
            lines.add(f"_Bool {control.silent};  /* a call or a return, invisible to other threads */")
        for part in parts.values():
            if not part.layout.is_thread:
                lines.add(f"{kind} {part.origin}[{control.threads}];")
        return lines

    def main(self, parts: dict[str, StepwisePart]) -> CodeLines:
        """What comes after them."""
        lines = CodeLines()
        entry = self.flat.program.entry
        functions = [self._simulation(self.simulate_first, _reached(parts, [entry]))]
        if self.count > 1:
            others = [name for name in self.flat.routines if name != entry]
            functions.append(self._simulation(self.simulate_others, _reached(parts, others)))
        functions += [self._select(), self._interleavings(parts), self._entry()]
        for number, function in enumerate(functions):
            if number:
                lines.add()
            for line in function:
                lines.add(line)
        return lines

    def _simulation(self, name: str, parts: Iterable[StepwisePart]) -> Iterator[str]:
        """The procedure of a thread that stands somewhere."""
        control = self.control
        yield f"static void {name}(int {control.tid})"
        yield "{"
        yield f"    switch ({control.pct}[{control.tid}]) {{"
        for part in parts:
            for start, label in part.places.items():
                yield f"    case {label}: {part.procedures[start]}({control.tid}); break;"
        yield "    default: assume(0);"
        yield "    }"
        yield "}"

    def _select(self) -> Iterator[str]:
        """Any thread that is not over."""
        control = self.control
        if self.dialect is Dialect.FRAMAC:
            yield f"/*@ ensures 0 <= {control.ptid} < {self.count}; */"
        yield f"static void {self.select}(void)"
        yield "{"
        yield f"    {control.ptid} = {control.started} > 1 ? {self.framing.code.any_value(INT)} : 0;"
        yield f"    assume(0 <= {control.ptid} && {control.ptid} < {control.threads});"
        yield f"    assume({control.pct}[{control.ptid}] != 0);"
        yield "}"

    def _interleavings(self, parts: dict[str, StepwisePart]) -> Iterator[str]:
        """Procedures in any order, until all threads are over."""
        control = self.control
        yield f"static void {self.interleavings}(void)"
        yield "{"
        yield f"    int {self.terminated} = 0;"
        yield f"    {control.pct}[0] = {parts[self.flat.program.entry].begin};"
        if self.dialect is Dialect.FRAMAC:
            yield f"    /*@ loop invariant 0 <= {control.ptid} < {self.count}; */"
        yield f"    while (!{self.terminated}) {{"
        if any(part.is_silent for part in parts.values()):
            yield f"        if (!{control.silent}) {self.select}();"
            yield f"        {control.silent} = 0;"
        else:
            yield f"        {self.select}();"
        yield f"        switch ({control.ptid}) {{  /* known thread by thread, so are its variables */"
        for number in range(self.count):
            name = self.simulate_others if number else self.simulate_first
            yield f"        case {number}: {name}({number}); break;"
        yield "        }"
        over = " && ".join(f"{control.pct}[{number}] == 0" for number in range(self.count))
        yield f"        {self.terminated} = {over};"
        yield "    }"
        yield "}"

    def _entry(self) -> Iterator[str]:
        """The function that the sequential program begins with."""
        yield "int main(void)"
        yield "{"
        for statement in self.framing.first_values():
            yield f"    {statement}"
        yield f"    {self.interleavings}();"
        if self.dialect is Dialect.PLAIN:
            yield f"    {self.framing.code.word('END')}(0);"
        yield "    return 0;"
        yield "}"


def _reached(parts: dict[str, StepwisePart], roots: Iterable[str]) -> list[StepwisePart]:
    """The parts that threads with these beginnings come to."""
    found: dict[str, None] = {}
    pending = list(roots)
    while pending:
        name = pending.pop(0)
        if name not in found:
            found[name] = None
            pending += parts[name].called()
    return [parts[name] for name in found]
