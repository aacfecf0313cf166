"""Interleaving sequentialization: one endless loop takes a step of some thread in each iteration.

In: a `Program`, with its loops. Out: C in the form of Fig. 4.1 and 4.5 of the thesis on MPOR (seed 002).

    while (1) {
        next_thread = nondet_int();                  any thread that is active
        if (T1_ACTIVE && next_thread == 1) {
            switch (pc[1]) {
            case 2: x = t; pc[1] = 3; continue;      one visible step, and what no other thread sees
    ...

Each thread has variables and code of its own. Waiting is an assumption: a thread that would wait is not
chosen. `por` (Section 4.4) lets a thread continue after a step as long as it touches nothing that others use;
`invariants` (Section 4.5) asserts what must hold of the control variables, and that every `pc` has a case.
"""

from __future__ import annotations

from collections.abc import Iterator

from unthread.core.bounds import Bound, several
from unthread.core.properties import ASSERTED, Property
from unthread.core.records import dataclass
from unthread.program.expressions import Storage, Variable
from unthread.program.instructions import (
    AtomicEnd,
    BlockUntil,
    Cut,
    Exit,
    Instruction,
    Jump,
    Label,
    Return,
    Scope,
    Spawn,
)
from unthread.program.program import Program
from unthread.program.types import INT
from unthread.sequentialize.c.code import CodeLines
from unthread.sequentialize.c.names import CNames
from unthread.sequentialize.emitted import Dialect, Emitted, Schema
from unthread.sequentialize.flatten import flatten
from unthread.sequentialize.one_loop.framing import FramedStatements, Framing
from unthread.sequentialize.one_loop.instances import Instance, instances_of
from unthread.sequentialize.one_loop.layout import CaseLayout
from unthread.sequentialize.one_loop.reduction import local_cases
from unthread.sequentialize.one_loop.tables import with_short_tables

_CASE = " " * 12  # control code stands here, the program's own code further right
_CODE = " " * 16


@dataclass(frozen=True, slots=True)
class InterleaveOptions:
    """At most `threads` are started besides the first; a function is active at most `depth` times at once."""

    dialect: Dialect = Dialect.SVCOMP
    threads: int = 8
    depth: int = 3
    por: bool = False
    invariants: bool = False


def interleave(
    program: Program,
    options: InterleaveOptions,
    properties: frozenset[Property] = ASSERTED,
) -> Emitted:
    return _Interleave(program, options, properties).emitted()


class _Interleave:
    def __init__(self, program: Program, options: InterleaveOptions, properties: frozenset[Property]) -> None:
        self.options = options
        flat = flatten(program, options.depth, properties)
        self.instances = instances_of(flat, options.threads)
        self.flat = with_short_tables(flat, len(self.instances))
        self.framing = Framing(self.flat, Schema.INTERLEAVE, options.dialect)
        self.code = self.framing.code
        self.layouts = {name: CaseLayout(f.body) for name, f in self.flat.program.functions.items()}
        self.control = _Control(self.code.names, len(self.instances))
        self.code.word("assume")
        self.labels = CNames()
        for function in self.flat.program.functions.values():
            self.code.read_in(function.body)
        self.threads = [_ThreadText(self, instance) for instance in self.instances]

    def emitted(self) -> Emitted:
        body = self._main()
        variables = self._variables(body)
        count = several(len(self.instances), "thread")
        heading = (
            f"{count}, each a switch over its position.",
            "The loop in main takes one step of any active thread.",
        )
        return self.framing.emitted(heading, (self._control_variables(), variables, body))

    # ---- variables

    def _control_variables(self) -> CodeLines:
        control, lines = self.control, CodeLines()
        count = len(self.instances)
        lines.add(
            "/* ---- control: the position of each thread (-1: it has ended), and whether it is active */"
        )
        lines.add(f"enum {{ {control.count} = {count} }};")
        kind, definition = self.framing.place_type(max(max(t.layout.cases.values()) for t in self.threads))
        for line in definition:
            lines.add(line)
        lines.add(f"{kind} {control.pc}[{control.count}];")
        lines.add(f"int {control.next} = -1;")
        if self.options.por:
            lines.add(f"int {control.previous} = -1;")
        if self._is_limited():
            lines.add(f"int {control.started};")
        for instance in self.instances:
            lines.add(f"_Bool {control.active(instance.number)} = {int(not instance.number)};")
        return lines

    def _variables(self, body: CodeLines) -> CodeLines:
        """The threads' own, as far as they are used."""
        used = body.words()
        lines = CodeLines()
        for thread in self.threads:
            lines.add(f"/* ---- variables of thread {thread.number}, {thread.title} */")
            for variable in thread.variables:
                name = thread.names[variable.name]
                if name not in used:
                    continue
                if variable.storage is Storage.THREAD:
                    for line in self.code.object_text(self.flat.program.globals[variable.name], name):
                        lines.add(line)
                    continue
                lines.add(f"{self.code.declare(variable.type, name)};")
        return lines

    # ---- the loop

    def _main(self) -> CodeLines:
        switches = CodeLines()
        for thread in self.threads:
            thread.write(switches)
        lines = CodeLines()
        lines.add("int main(void)")
        lines.add("{")
        for statement in self.framing.first_values():
            lines.add(f"    {statement}")
        lines.add("    while (1) {")
        if self.options.invariants:
            for line in self._invariants():
                lines.add(f"        {line}")
            lines.add()
        control = self.control
        lines.add("        /* a thread that has started and not ended */")
        lines.add(f"        {control.next} = {self._choice()};")
        lines.add(f"        assume(0 <= {control.next} && {control.next} < {control.count});")
        for instance in self.instances:
            number = instance.number
            lines.add(f"        assume({control.active(number)} || {control.next} != {number});")
        if self.options.por:
            for line in self._reductions():
                lines.add(f"        {line}")
        lines.add()
        lines.extend(switches)
        lines.add("        }")
        lines.add("    }")
        lines.add("}")
        return lines

    def _choice(self) -> str:
        """Any thread, if there are others than the first: checkers follow that one alone step by step."""
        others = " || ".join(self.control.active(instance.number) for instance in self.instances[1:])
        return f"{others} ? {self.code.any_value(INT)} : 0" if others else "0"

    def _reductions(self) -> Iterator[str]:
        """Section 4.4."""
        control = self.control
        shared = {name for name in self.layouts if sum(i.body == name for i in self.instances) > 1}
        local = local_cases(self.flat, self.layouts, shared)
        yield "/* after a step, a thread continues where it touches nothing that others use */"
        for instance in self.instances:
            cases = sorted(local[instance.body])
            if not cases:
                continue
            number = instance.number
            here = " || ".join(f"{control.pc}[{number}] == {case}" for case in cases)
            stays = f"{control.previous} != {number} || !({here}) || {control.next} == {number}"
            yield f"assume({stays});"
        yield f"{control.previous} = {control.next};"

    def _invariants(self) -> Iterator[str]:
        """Section 4.5: a thread that is not active stands at its beginning or end, and so waits nowhere."""
        control, word = self.control, self.code.word("ASSERT")
        yield "/* what must hold of the control variables */"
        for thread in self.threads:
            number = thread.number
            place, active = f"{control.pc}[{number}]", control.active(number)
            last = max(thread.layout.cases.values())
            yield f'{word}(-1 <= {place} && {place} <= {last}, "{_ERROR}: thread {number} has no position");'
            yield (
                f"{word}({active} ? {place} != -1 : {place} <= 0, "
                f'"{_ERROR}: thread {number} is not active but has begun");'
            )
            waiting = sorted(thread.waiting() - {0})
            if waiting:
                here = " || ".join(f"{place} == {case}" for case in waiting)
                yield (f'{word}({active} || !({here}), "{_ERROR}: thread {number} waits but is not active");')
        if self._is_limited():
            started = control.started
            yield f'{word}({started} <= {self.options.threads}, "{_ERROR}: too many threads");'

    def _is_limited(self) -> bool:
        """The threads that are there are more than may be started."""
        return len(self.instances) - 1 > self.options.threads


_ERROR = "sequentialization error"


class _Control:
    """The names of the control variables: the program's own names come first."""

    def __init__(self, names: CNames, count: int) -> None:
        self.pc = "pc"  # no program's
        self.count = names.new("NUM_THREADS")
        self.next = names.new("next_thread")
        self.previous = names.new("prev_thread")
        self.started = names.new("threads_started")
        self._active = [names.new(f"T{number}_ACTIVE") for number in range(count)]

    def active(self, number: int) -> str:
        return self._active[number]


class _ThreadText:
    """The switch of one thread."""

    def __init__(self, whole: _Interleave, instance: Instance) -> None:
        self.whole = whole
        self.control = whole.control
        self.instance = instance
        self.number = instance.number
        function = whole.flat.program.functions[instance.body]
        self.title = f"'{whole.flat.routines[instance.body]}'"
        self.body = function.body
        self.parameters = function.parameters
        self.layout = whole.layouts[instance.body]
        self.mentioned = whole.flat.mentions[instance.body].keys()
        self.variables = [
            *function.parameters,
            *function.locals,
            *sorted((v for v in self.mentioned if v.storage is Storage.THREAD), key=lambda v: v.name),
        ]
        self.names = {variable.name: self._name(variable) for variable in self.variables}
        self.labels = {
            item.name: whole.labels.new(f"T{self.number}_{item.name}")
            for item in self.body
            if isinstance(item, Label)
        }
        self._targets = {
            item.label
            for index in self.layout.live
            if isinstance(item := self.body[index], Jump) and index not in self.layout.steps
        }

    def _name(self, variable: Variable) -> str:
        kind = "P" if variable in self.parameters else "L"
        return self.whole.code.names.new(f"{kind}{self.number}_{variable.text or variable.name}")

    def waiting(self) -> set[int]:
        """The cases in which the thread may have to wait."""
        return {
            number
            for start, number in self.layout.cases.items()
            if any(isinstance(self.body[index], BlockUntil) for index in self.layout.run_from(start))
        }

    # ---- text

    def write(self, lines: CodeLines) -> None:
        control, number = self.control, self.number
        word = "if" if not number else "} else if"
        test = f"{control.active(number)} && {control.next} == {number}"
        lines.add(f"        {word} ({test}) {{  /* {self.title} */")
        lines.add(f"            switch ({control.pc}[{number}]) {{")
        writer = self.whole.code.writer(self.names, str(number))
        statements = FramedStatements(self.whole.framing, writer, number, lines, _CODE)
        for index in sorted(self.layout.live):
            if index in self.layout.cases:
                lines.add(f"{_CASE}case {self.layout.cases[index]}:")
            self._instruction(index, statements)
        if self.whole.options.invariants:
            error = f'{self.whole.code.word("ASSERT")}(0, "{_ERROR}: thread {number} has no such case")'
            lines.add(f"{_CASE}default: {error}; continue;")
        else:
            lines.add(f"{_CASE}default: assume(0);")
        lines.add("            }")

    def _instruction(self, index: int, statements: FramedStatements) -> None:
        item = self.body[index]
        is_step = index in self.layout.steps
        match item:
            case Label(name):
                if name in self._targets:
                    statements.lines.add(f"{_CASE}{self.labels[name]}:;")
            case Jump():
                self._jump(index, item, is_step, statements)
            case Spawn():
                self._spawn(index, item, is_step, statements)
            case Return() | Exit(Scope.THREAD):
                self._end(item, is_step, statements)
            case AtomicEnd():
                statements.end_section(item, self.layout.depths[index], is_step)
            case _:
                statements.plain(item, is_step)
        if not isinstance(item, Jump | Return | Exit) and self.layout.is_left(index):
            self._go(self._to(index + 1), statements)

    def _to(self, index: int) -> str:
        """The assignment with which the thread stands there."""
        case, place = self.layout.case(index), f"{self.control.pc}[{self.number}]"
        if case is None:
            return f"{place} = -1; {self.control.active(self.number)} = 0;"
        return f"{place} = {case};"

    def _go(self, assignment: str, statements: FramedStatements) -> None:
        statements.lines.add(f"{_CASE}{assignment} continue;")

    def _jump(self, index: int, jump: Jump, is_step: bool, statements: FramedStatements) -> None:
        if jump.condition is None:
            statements.add(f"goto {self.labels[jump.label]};")
            return
        statements.say(jump.loc)
        condition = statements.writer.truth(jump.condition).text
        if not is_step:
            statements.add(f"if ({condition}) goto {self.labels[jump.label]};")
            return
        note = self.whole.framing.note()
        taken, not_taken = self._to(self.layout.labels[jump.label]), self._to(index + 1)
        text = f"{note}if ({condition}) {{ {taken} }} else {{ {not_taken} }}"
        statements.add(text, statements.point(jump))
        statements.lines.add(f"{_CASE}continue;")

    def _end(self, item: Instruction, is_step: bool, statements: FramedStatements) -> None:
        """The thread is over; with the first one, if it returns, the process."""
        statements.say(item.loc)
        if isinstance(item, Return) and not self.number:
            text = f"{self.whole.code.word('END')}(0);"
        else:
            text = f"{self.control.pc}[{self.number}] = -1; {self.control.active(self.number)} = 0; continue;"
        if is_step:
            statements.add(f"{self.whole.framing.note()}{text}", statements.point(item))
        else:
            statements.add(text)

    def _spawn(self, index: int, spawn: Spawn, is_step: bool, statements: FramedStatements) -> None:
        statements.say(spawn.loc)
        note = self.whole.framing.note() if is_step else ""
        origins = (statements.point(spawn),) if is_step else ()
        free = self.instance.started[index]
        if len(free) == 1 and not free[0].is_shared:
            statements.add(f"{note}{self._start(free[0], spawn, statements)}", *origins)
            return
        if is_step:
            statements.add(f"{note}/* start a thread */", *origins)
        control, most = self.control, self.whole.options.threads
        what = f"more than {several(most, 'thread')}"
        tests = []
        for instance in free:
            number = instance.number
            tests.append(f"if (!{control.active(number)} && {control.pc}[{number}] == 0)")
        if self.whole._is_limited():
            statements.add(f"{control.started}++;")
            statements.add(f"if ({control.started} > {most})")
            statements.indent += "    "
            statements.plain(Cut(what, spawn.loc, Bound.THREADS), False)
            statements.indent = _CODE
        word = ""
        for test, instance in zip(tests, free, strict=True):
            statements.add(f"{word}{test} {{ {self._start(instance, spawn, statements)} }}")
            word = "else "
        if free:
            statements.add("else")
            statements.indent += "    "
        statements.plain(Cut(what, spawn.loc, Bound.THREADS), False)
        statements.indent = _CODE

    def _start(self, instance: Instance, spawn: Spawn, statements: FramedStatements) -> str:
        thread, writer = self.whole.threads[instance.number], statements.writer
        parts = [f"{self.control.active(instance.number)} = 1;"]
        for parameter in thread.parameters:
            if parameter in thread.mentioned:
                parts.append(f"{thread.names[parameter.name]} = {writer.assigned(spawn.argument)};")
        if spawn.target is not None:
            parts.append(f"{writer.name(spawn.target)} = {instance.number};")
        return " ".join(parts)
