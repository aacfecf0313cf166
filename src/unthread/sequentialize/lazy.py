"""Lazy sequentialization: each thread becomes a function that can be resumed, a driver calls them in rounds.

In: a `BoundedProgram` with its visible points. Out: C in the form of TOPLAS Fig. 2(c).

    L3: J(3, 4)         continues at L4 unless this is the part to be run: pc[ct] <= 3 < cs
    G(3);               where jumps arrive: the stop that was guessed does not lie on the way not taken

Locals are static, so that they last from one round to the next. A section that no other thread sees the
inside of becomes a function of its own if it is long: the threads keep the shape of the paper's.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from unthread.bound.visible import Points
from unthread.core.diagnostics import UsageError
from unthread.core.properties import LEAKS, Property
from unthread.core.records import dataclass
from unthread.program.bounded import BoundedProgram, Thread
from unthread.program.types import UINT
from unthread.sequentialize.c.code import CCode, CodeLines
from unthread.sequentialize.c.dialects import narrow_type
from unthread.sequentialize.c.directives import with_directives
from unthread.sequentialize.emitted import Dialect, Emitted, Schema, Stops
from unthread.sequentialize.lazy_thread import ThreadText
from unthread.sequentialize.probes import Probes

_GUESS = "cs = nondet_uint("


@dataclass(frozen=True, slots=True)
class LazyOptions:
    """`order`: the threads by number, as a round runs them; empty: in the order of their numbers. `probes`:
    what a text looks at that follows a trace."""

    rounds: int = 2
    schema: Schema = Schema.LAZY
    dialect: Dialect = Dialect.SVCOMP
    order: tuple[int, ...] = ()
    probes: Probes | None = None


def lazy(program: BoundedProgram, points: Sequence[Points], options: LazyOptions) -> Emitted:
    return _Lazy(program, points, options).emitted()


class _Lazy:
    def __init__(self, program: BoundedProgram, points: Sequence[Points], options: LazyOptions) -> None:
        self.program = program
        self.options = options
        _check_order(options.order, len(program.threads))
        self.code = CCode(
            program.globals,
            program.functions,
            program.data_model,
            options.dialect,
            program.properties,
            is_followed=options.probes is not None,
        )
        self.code.word("assume")
        self.code.word("NOTE")
        self.order = options.order or tuple(range(len(program.threads)))
        self.numbers = {thread.name: thread.number for thread in program.threads}
        names = {thread.number: self.code.names.new(_thread_name(thread)) for thread in program.threads}
        self.threads = [
            ThreadText(self.code, thread, found, names[thread.number], self.numbers, options.probes)
            for thread, found in zip(program.threads, points, strict=True)
        ]
        taking = {thread.number for thread in self.threads if thread.has_argument}
        for thread in self.threads:
            thread.taking = taking

    def emitted(self) -> Emitted:
        bodies = CodeLines()
        for thread in self.threads:
            bodies.extend(thread.lines())
        driver = self._driver()
        control = self._control()
        objects = self.code.declarations()
        text = self.code.text(self._heading(), (control, objects, bodies, driver))
        if self.options.probes:
            text = with_directives(text, self.options.probes.file)
        return Emitted(
            text.text(),
            text.origins,
            self.options.schema,
            self.options.dialect,
            self.program.data_model,
            self.program.assumptions,
            tuple(self.code.loose),
            self._stops(text),
        )

    def _stops(self, text: CodeLines) -> tuple[Stops, ...]:
        """Each thread has one line with a guess, in the order of the turns."""
        lines = [
            number for number, line in enumerate(text.lines, start=1) if line.lstrip().startswith(_GUESS)
        ]
        found = dict(zip(self.order, lines, strict=True))
        return tuple(Stops(tuple(thread.labels), found[thread.number]) for thread in self.threads)

    def _heading(self) -> Iterator[str]:
        options, bounds = self.options, self.program.bounds
        yield f"schema {options.schema}, {options.rounds} rounds,"
        yield f"unwind {bounds.unwind}, depth {bounds.depth}, threads {bounds.threads}."
        yield "Each thread is a function that is resumed; main guesses where it stops in each round."

    # ---- auxiliary variables

    def _control(self) -> CodeLines:
        """Section 3.1: which threads are active, where they stopped, where the running one is to stop."""
        count = len(self.threads)
        largest = max(thread.size for thread in self.threads)
        result = CodeLines()
        result.add("/* ---- control */")
        kind = "unsigned int"
        if self.options.dialect is Dialect.CBMC:
            kind = "ut_label"
            for line in narrow_type(kind, largest.bit_length(), signed=False):
                result.add(line)
        result.add(f"static _Bool active[{count}] = {{1}};")
        result.add(f"static {kind} cs, pc[{count}];")
        sizes = ", ".join(str(thread.size) for thread in self.threads)
        result.add(f"static const unsigned int size[{count}] = {{{sizes}}};")
        result.add("static unsigned int ct;")
        if self.options.schema is Schema.LAZY_PRUNED:
            result.add(f"static unsigned int last = {count};")
        if any(thread.has_argument for thread in self.threads):
            result.add(f"static void *arg[{count}];")
        result.add("#define J(A, B) if (pc[ct] > A || A >= cs) goto L##B; NOTE(A)")
        result.add("#define G(L) assume(cs > L)")
        for line in self._looking():
            result.add(line)
        result.add()
        return result

    def _looking(self) -> Iterator[str]:
        """What a text that follows a trace looks at."""
        probes = self.options.probes
        if probes:
            waits = (found.label_of(at) for found, at in zip(self.threads, probes.waits, strict=False))
            yield from probes.run_time(tuple(waits))

    # ---- the driver

    def _driver(self) -> CodeLines:
        result = CodeLines()
        result.add("/* ---- driver */")
        property = self.options.probes.property if self.options.probes else None
        if property is Property.DEADLOCK:
            self._trial(result)
        result.add("int main(void)")
        result.add("{")
        for name in self.code.unknown_globals():
            result.add(f"    {self.code.any_bytes(name)}")
        result.add(f"    for (unsigned int r = 0; r < {self.options.rounds}; r++) {{")
        for number in self.order:
            self._turn(self.threads[number], result)
        result.add("    }")
        if property is Property.DEADLOCK:
            result.add(f"    ut_deadlock({len(self.threads)}, __LINE__);")
        if property in LEAKS:
            result.add("    ut_leaks(0, __LINE__);")
        if self.options.dialect is Dialect.PLAIN:
            self.code.word("END")
            result.add("    END(0);")
        result.add("    return 0;")
        result.add("}")
        return result

    def _trial(self, result: CodeLines) -> None:
        """A thread continues as far as it can."""
        result.add("static void ut_try(int thread)")
        result.add("{")
        result.add("    ct = thread;")
        result.add("    cs = size[thread];")
        for thread in self.threads:
            argument = f"arg[{thread.number}]" if thread.has_argument else ""
            result.add(f"    if (thread == {thread.number})")
            result.add(f"        {thread.name}({argument});")
        result.add("}")

    def _turn(self, thread: ThreadText, result: CodeLines) -> None:
        """Fig. 5, and with pruning Fig. 1 of the paper on Lazy-CSeq-SP. The stop is guessed as a label, not
        as a distance, which might wrap around."""
        number, pruned = thread.number, self.options.schema is Schema.LAZY_PRUNED
        argument = f"arg[{number}]" if thread.has_argument else ""
        lines = [f"ct = {number};"]
        if pruned:
            lines.append(f"assume(last != {number});")
        lines += [f"if (active[{number}]) {{", f"    cs = {self.code.any_value(UINT)};"]
        if pruned:
            lines += [
                f"    assume(cs <= size[{number}]);",
                f"    if (cs > pc[{number}]) {{",
                f"        {thread.name}({argument});",
                f"        pc[{number}] = cs;",
                f"        last = {number};",
                f"        active[{number}] = cs != size[{number}];",
                "    }",
            ]
        else:
            lines += [
                f"    assume(cs >= pc[{number}] && cs <= size[{number}]);",
                f"    {thread.name}({argument});",
                f"    pc[{number}] = cs;",
                f"    active[{number}] = cs != size[{number}];",
            ]
        for line in (*lines, "}"):
            result.add(f"        {line}")


def _check_order(order: tuple[int, ...], count: int) -> None:
    if order and sorted(order) != list(range(count)):
        known = ",".join(map(str, range(count)))
        raise UsageError(f"--order: each of the {count} threads must be listed once", hint=f"such as {known}")


def _thread_name(thread: Thread) -> str:
    return "main_0" if not thread.number else thread.name.replace("#", "_")
