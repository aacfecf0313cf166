"""Stepwise sequentialization: one procedure for each atomic step of each function of the program.

In: a `Program`, with its loops and functions. Out: C in the form of Section 3 of seed 004.

    void f_2(int tid) { f_t[tid] = x; pct[tid] = at_f_3; }        t = x, by whichever thread
    void interleavings(void) { while (!terminated) { select(); switch (pct[ptid]) { case at_f_2: f_2(ptid);

Local variables become arrays over the threads, `pct` says which procedure is next for each of them, and
`from_f` to which it returns from `f`. A procedure does what no other thread notices and then one visible
step, so that threads are switched before visible steps and nowhere else: after a call or a return, which no
other thread notices either, the same thread continues. Atomic sections are one procedure. Functions of the
library, and all that is called inside an atomic section, are inlined; a recursive function is there once for
each depth.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace

from unthread.core.bounds import several
from unthread.core.properties import ASSERTED, Property
from unthread.core.records import dataclass
from unthread.program.build.simplify import function_named
from unthread.program.expressions import Storage, Variable, VariablePlace, read_register
from unthread.program.instructions import (
    Assign,
    Call,
    Input,
    Instruction,
    Return,
    Spawn,
)
from unthread.program.program import Function, GlobalVariable, Program
from unthread.program.types import ArrayType, is_scalar, value_type
from unthread.sequentialize.c.code import CodeLines
from unthread.sequentialize.emitted import Dialect, Emitted, Schema
from unthread.sequentialize.flatten import Flat, flatten
from unthread.sequentialize.one_loop.driver import Control, StepwiseDriver
from unthread.sequentialize.one_loop.framing import FramedStatements, Framing
from unthread.sequentialize.one_loop.instances import instances_of
from unthread.sequentialize.one_loop.layout import CaseLayout
from unthread.sequentialize.one_loop.procedures import (
    INDENT,
    SOME_THREAD,
    Procedure,
    array_text,
)
from unthread.sequentialize.one_loop.tables import with_short_tables


@dataclass(frozen=True, slots=True)
class StepwiseOptions:
    """At most `threads` are started besides the first; a function is active at most `depth` times at once."""

    dialect: Dialect = Dialect.FRAMAC
    threads: int = 8
    depth: int = 3


def stepwise(
    program: Program,
    options: StepwiseOptions,
    properties: frozenset[Property] = ASSERTED,
) -> Emitted:
    return _Stepwise(program, options, properties).emitted()


class _Stepwise:
    def __init__(self, program: Program, options: StepwiseOptions, properties: frozenset[Property]) -> None:
        self.options = options
        self.havocs = False
        flat = flatten(program, options.depth, properties, lambda function: not function.library)
        self.count = _most_threads(flat, options.threads) + 1
        self.flat = with_short_tables(flat, self.count)
        self.framing = Framing(self.flat, Schema.STEPWISE, options.dialect)
        self.code = self.framing.code
        self.code.word("assume")
        names = self.code.names
        self.control = Control.of(names)
        self.driver = StepwiseDriver(self.flat, self.framing, self.control, self.count, options.dialect)
        self.shared = {
            variable.name: f"{names.new(variable.text or variable.name)}[{self.control.tid}]"
            for variable in sorted(self._thread_variables(), key=lambda variable: variable.name)
        }
        functions = self.flat.program.functions
        self.results = {
            name: Variable(f"{name}.result", function.type.result, Storage.REGISTER, "result", function.loc)
            for name, function in functions.items()
            if name in self.flat.origins and is_scalar(value_type(function.type.result))
        }
        self.parts = {name: StepwisePart(self, function) for name, function in functions.items()}
        own = {name: text for part in self.parts.values() for name, text in part.names.items()}
        self.writer = self.code.writer({**own, **self.shared}, self.control.tid)

    def _thread_variables(self) -> set[Variable]:
        """Variables of which each thread has its own."""
        return {
            variable
            for mentions in self.flat.mentions.values()
            for variable in mentions
            if variable.storage is Storage.THREAD
        }

    def emitted(self) -> Emitted:
        procedures = CodeLines()
        for part in self.parts.values():
            part.write(procedures)
        main = self.driver.main(self.parts)
        control = self.driver.variables(self.parts, havocs=self.havocs)
        variables = self._variables(procedures.words() | main.words())
        heading = (
            f"{several(self.count, 'thread')} at most.",
            "Each procedure is one step of a thread; interleavings() takes them in any order.",
        )
        return self.framing.emitted(heading, (control, variables, procedures, main))

    # ---- variables

    def _variables(self, used: set[str]) -> CodeLines:
        """Arrays over the threads, as far as they are used."""
        lines = CodeLines()
        for variable in sorted(self._thread_variables(), key=lambda variable: variable.name):
            item = _for_each_thread(self.flat.program.globals[variable.name], self.count)
            for line in self.code.object_text(item, array_text(self.shared[variable.name])):
                lines.add(line)
        for part in self.parts.values():
            for variable in part.variables:
                array = array_text(part.names[variable.name])
                if array not in used:
                    continue
                type = ArrayType(value_type(variable.type), self.count)
                lines.add(f"{self.code.declare(type, array)};")
        return lines


class StepwisePart:
    """The procedures of one function of the flat program."""

    def __init__(self, whole: _Stepwise, function: Function) -> None:
        self.whole = whole
        self.function = function
        flat, code = whole.flat, whole.code
        is_thread = function.name in flat.routines
        self.title = flat.routines[function.name] if is_thread else flat.origins[function.name]
        copy = function.name.partition("/")[2]
        self.name = f"{self.title}_{'t' if is_thread else 'd'}{copy}" if copy else self.title
        self.result = whole.results.get(function.name)
        self.body = list(self._prepared())
        code.read_in(self.body)
        self.layout = CaseLayout(self.body, is_thread=is_thread)
        self.variables = [*function.parameters, *function.locals]
        self.variables += [v for v in (function.varargs, self.result) if v is not None]
        arrays = {v.name: code.names.new(f"{self.name}_{v.text or v.name}") for v in self.variables}
        self.names = {name: f"{array}[{whole.control.tid}]" for name, array in arrays.items()}
        self.origin = "" if is_thread else code.names.new(f"from_{self.name}")
        self.end = "" if is_thread else code.names.new(f"{self.name}_end")
        self.procedures = {
            start: code.names.new(f"{self.name}_{number}") for start, number in self.layout.cases.items()
        }
        self.places = {start: code.names.new(f"at_{name}") for start, name in self.procedures.items()}

    @property
    def begin(self) -> str:
        """Where a thread that calls the function, or starts in it, stands first."""
        return self.places[0]

    @property
    def is_silent(self) -> bool:
        """Something in it is a call or a return."""
        is_called = not self.layout.is_thread
        return is_called or any(isinstance(self.body[index], Call) for index in self.layout.live)

    @property
    def mentioned(self) -> Collection[Variable]:
        return self.whole.flat.mentions[self.function.name]

    def called(self) -> Iterator[str]:
        """The functions that are called."""
        for item in self.body:
            if isinstance(item, Call):
                name = function_named(item.function)
                assert name is not None, "flattening names what is called"
                yield name

    def _prepared(self) -> Iterator[Instruction]:
        """Arguments and results go through variables, so that calls and returns are control alone."""
        functions, results = self.whole.flat.program.functions, self.whole.results
        for item in self.function.body:
            match item:
                case Call(target, called, arguments, varargs, loc):
                    name = function_named(called)
                    assert name is not None, "flattening names what is called"
                    for parameter, argument in zip(functions[name].parameters, arguments, strict=True):
                        yield Assign(VariablePlace(parameter), argument, loc)
                    if varargs is not None and (more := functions[name].varargs) is not None:
                        yield Assign(VariablePlace(more), varargs, loc)
                    yield Call(None, called, (), None, loc)
                    if target is not None:
                        yield Assign(VariablePlace(target), read_register(results[name]), loc)
                case Return(value, loc) if self.result is not None:
                    if value is None:
                        yield Input(self.result, f"{self.title}()", loc)
                    else:
                        yield Assign(VariablePlace(self.result), value, loc)
                    yield Return(None, loc)
                case _:
                    yield item

    # ---- text

    def write(self, lines: CodeLines) -> None:
        what = "a thread in" if self.layout.is_thread else "calls of"
        lines.add(f"/* ---- {what} {self.name} */")
        if self.end:
            for line in self._returning():
                lines.add(line)
        for start in self.layout.cases:
            self._procedure(start, lines)

    def _returning(self) -> Iterator[str]:
        """Back to where the thread came from."""
        control = self.whole.control
        yield f"static void {self.end}(int {control.tid})"
        yield "{"
        yield f"    {control.pct}[{control.tid}] = {self.origin}[{control.tid}];"
        yield f"    {control.silent} = 1;"
        yield "}"

    def _procedure(self, start: int, lines: CodeLines) -> None:
        whole, tid = self.whole, self.whole.control.tid
        if whole.options.dialect is Dialect.FRAMAC:
            lines.add(f"/*@ requires 0 <= {tid} < {whole.count}; */")
        lines.add(f"static void {self.procedures[start]}(int {tid})")
        lines.add("{")
        statements = FramedStatements(whole.framing, whole.writer, SOME_THREAD, lines, INDENT)
        Procedure(self, statements, start).write()
        lines.add("}")


def _most_threads(flat: Flat, most: int) -> int:
    """How many threads may be started: fewer than allowed, if the program says so."""
    kept = (flat.program.functions[name] for name in flat.origins)
    if any(isinstance(item, Spawn) for function in kept for item in function.body):
        return most
    return min(most, len(instances_of(flat, most)) - 1)


def _for_each_thread(item: GlobalVariable, count: int) -> GlobalVariable:
    """An array of the object's copies."""
    initial = [
        replace(part, offset=part.offset + number * item.size)
        for number in range(count)
        for part in item.initial
    ]
    type = ArrayType(value_type(item.variable.type), count)
    return replace(
        item, variable=replace(item.variable, type=type), size=item.size * count, initial=tuple(initial)
    )
