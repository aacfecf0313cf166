"""Lazy sequentialization: each thread becomes a function that can be resumed, a driver calls them in rounds.

In: a `BoundedProgram` with its visible points. Out: C in the form of TOPLAS Fig. 2(c).

    L3: J(3, 4)         continues at L4 unless this is the part to be run: pc[ct] <= 3 < cs
    G(3);               where jumps arrive: the stop that was guessed does not lie on the way not taken

Locals are static, so that they last from one round to the next. A section that no other thread sees the
inside of becomes a function of its own if it is long: the threads keep the shape of the paper's.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from unthread.analysis.steps import Step
from unthread.bound.visible import Points
from unthread.core.diagnostics import Unsupported, UsageError
from unthread.core.records import dataclass
from unthread.core.source import NOWHERE, Loc
from unthread.engine.encode.plan import started
from unthread.program.bounded import BoundedProgram, Thread
from unthread.program.build.simplify import truth_of
from unthread.program.expressions import Storage, Variable
from unthread.program.instructions import (
    Assume,
    AtomicBegin,
    AtomicEnd,
    Cut,
    Exit,
    Instruction,
    Jump,
    Label,
    Return,
    Scope,
    Spawn,
    Unmodelled,
)
from unthread.program.query.steps import step_kind
from unthread.program.query.uses import variables_of
from unthread.program.types import UINT
from unthread.sequentialize.c.code import CCode, Lines, position
from unthread.sequentialize.c.dialects import narrow_type
from unthread.sequentialize.c.names import Names
from unthread.sequentialize.c.writer import Statement
from unthread.sequentialize.emitted import Dialect, Emitted, PointOrigin, Schema, Stops

_GUESS = "cs = nondet_uint();"
_SHORT = 8  # instructions of a section that stays where it is, if it has no jumps


@dataclass(frozen=True, slots=True)
class LazyOptions:
    """`order`: the threads by number, as a round runs them; empty: in the order of their numbers."""

    rounds: int = 2
    schema: Schema = Schema.LAZY
    dialect: Dialect = Dialect.SVCOMP
    order: tuple[int, ...] = ()


def lazy(program: BoundedProgram, points: Sequence[Points], options: LazyOptions) -> Emitted:
    return _Lazy(program, points, options).emitted()


class _Lazy:
    def __init__(self, program: BoundedProgram, points: Sequence[Points], options: LazyOptions) -> None:
        self.program = program
        self.options = options
        _check_order(options.order, len(program.threads))
        self.code = CCode(
            program.globals, program.functions, program.data_model, options.dialect, program.properties
        )
        self.code.word("assume")
        self.code.word("NOTE")
        self.order = options.order or tuple(range(len(program.threads)))
        self.numbers = {thread.name: thread.number for thread in program.threads}
        names = {thread.number: self.code.names.new(_thread_name(thread)) for thread in program.threads}
        self.threads = [
            _ThreadText(self.code, thread, found, names[thread.number], self.numbers)
            for thread, found in zip(program.threads, points, strict=True)
        ]
        taking = {thread.number for thread in self.threads if thread.has_argument}
        for thread in self.threads:
            thread.taking = taking

    def emitted(self) -> Emitted:
        bodies = Lines()
        for thread in self.threads:
            bodies.extend(thread.lines())
        driver = self._driver()
        control = self._control()
        objects = self.code.declarations()
        text = self.code.text(self._heading(), (control, objects, bodies, driver))
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

    def _stops(self, text: Lines) -> tuple[Stops, ...]:
        """Each thread has one line with a guess, in the order of the turns."""
        lines = [number for number, line in enumerate(text.lines, start=1) if line.endswith(_GUESS)]
        found = dict(zip(self.order, lines, strict=True))
        return tuple(Stops(tuple(thread.labels), found[thread.number]) for thread in self.threads)

    def _heading(self) -> Iterator[str]:
        options, bounds = self.options, self.program.bounds
        yield f"schema {options.schema}, {options.rounds} rounds,"
        yield f"unwind {bounds.unwind}, depth {bounds.depth}, threads {bounds.threads}."
        yield "Each thread is a function that is resumed; main guesses where it stops in each round."

    # ---- auxiliary variables

    def _control(self) -> Lines:
        """Section 3.1: which threads are active, where they stopped, where the running one is to stop."""
        count = len(self.threads)
        largest = max(thread.size for thread in self.threads)
        result = Lines()
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
        result.add()
        return result

    # ---- the driver

    def _driver(self) -> Lines:
        result = Lines()
        result.add("/* ---- driver */")
        result.add("int main(void)")
        result.add("{")
        for name in self.code.unknown_globals():
            self.code.word("havoc")
            result.add(f"    havoc(&{name}, sizeof {name});")
        result.add(f"    for (unsigned int r = 0; r < {self.options.rounds}; r++) {{")
        for number in self.order:
            self._turn(self.threads[number], result)
        result.add("    }")
        if self.options.dialect is Dialect.PLAIN:
            self.code.word("END")
            result.add("    END(0);")
        result.add("    return 0;")
        result.add("}")
        return result

    def _turn(self, thread: _ThreadText, result: Lines) -> None:
        """Fig. 5, and with pruning Fig. 1 of the paper on Lazy-CSeq-SP. The stop is guessed as a label, not
        as a distance, which might wrap around."""
        number, pruned = thread.number, self.options.schema is Schema.LAZY_PRUNED
        argument = f"arg[{number}]" if thread.has_argument else ""
        self.code.any_value(UINT)
        lines = [f"ct = {number};"]
        if pruned:
            lines.append(f"assume(last != {number});")
        lines += [f"if (active[{number}]) {{", f"    {_GUESS}"]
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


class _ThreadText:
    """One thread as a function."""

    def __init__(
        self, code: CCode, thread: Thread, points: Points, name: str, numbers: dict[str, int]
    ) -> None:
        self.code = code
        self.thread = thread
        self.name = name
        self._numbers = numbers
        self._body = thread.body
        code.read_in(thread.body)
        visible = sorted(points.visible, key=lambda step: step.first)
        members = {index for step in visible for index in step.members}
        self.labels = _labels(thread, visible, members)
        self._points = {step.first for step in visible}
        self.taking: set[int] = set()  # the threads that use their argument
        mentioned = {v for item in self._body for v in variables_of(item)}
        self.has_argument = any(v in mentioned for v in thread.argument)
        self._stubs = list(_stubs(self._body, self.labels))
        self._writer = code.writer(self._variable_names(mentioned), str(self.number))
        self._targets = self._label_names()

    @property
    def number(self) -> int:
        return self.thread.number

    @property
    def size(self) -> int:
        """The largest label: a thread that stops there has come to its end."""
        return len(self.labels)

    def _variable_names(self, mentioned: set[Variable]) -> dict[str, str]:
        """Variables that a stub needs belong to the file, the others to the function."""
        code = self.code
        shared = {
            v
            for first, last in self._stubs
            for item in self._body[first : last + 1]
            for v in variables_of(item)
        }
        self._outside: list[Variable] = []
        self._inside: list[Variable] = []
        names: dict[str, str] = {}
        for variable in sorted(mentioned, key=lambda v: v.name):
            text = variable.text or variable.name
            if variable.storage is Storage.GLOBAL:
                continue
            if variable.storage is Storage.THREAD or variable in shared or variable in self.thread.argument:
                names[variable.name] = code.names.new(f"{self.name}_{text}")
                self._outside.append(variable)
            else:
                self._inside.append(variable)
        inner = code.names.within()
        for variable in self._inside:
            names[variable.name] = inner.new(variable.text or variable.name)
        return names

    def _label_names(self) -> dict[str, str]:
        names = Names()
        return {item.name: names.new(f"l{item.name}") for item in self._body if isinstance(item, Label)}

    # ---- text

    def lines(self) -> Lines:
        result = Lines()
        thread = self.thread
        what = (
            "main" if not self.number else f"'{thread.start}', started at {thread.loc.file}:{thread.loc.line}"
        )
        result.add(f"/* ---- thread {self.number}: {what} */")
        arguments = set(thread.argument)
        for variable in self._outside:
            if variable in arguments:
                continue
            if variable.storage is Storage.THREAD:
                item = self.code.globals[variable.name]
                for line in self.code.object_text(item, self._writer.name(variable)):
                    result.add(f"static {line}" if not line.startswith(" ") else line)
            else:
                result.add(f"static {self.code.declare(variable.type, self._writer.name(variable))};")
        names = self._stub_names()
        for span in self._stubs:
            self._stub(span, names[span], result)
        result.add(f"static void {self.name}({self._parameters()})")
        result.add("{")
        for variable in self._inside:
            result.add(f"    static {self.code.declare(variable.type, self._writer.name(variable))};")
        self._statements(names, result)
        result.add("}")
        result.add()
        return result

    def _parameters(self) -> str:
        if not self.has_argument:
            return "void"
        declared = [self.code.declare(v.type, self._parameter(v)) for v in self.thread.argument]
        return ", ".join(declared)

    def _parameter(self, variable: Variable) -> str:
        known = self._writer.names.get(variable.name)
        if known is None:  # not asked for
            known = self._writer.names[variable.name] = self.code.names.new(f"{self.name}_{variable.text}")
        return known

    def _stub_names(self) -> dict[tuple[int, int], str]:
        return {
            span: self.code.names.new(f"{self.name}_{self._body[span[0]].loc.line}") for span in self._stubs
        }

    def _stub(self, span: tuple[int, int], name: str, result: Lines) -> None:
        first, last = span
        result.add(f"static void {name}(void)")
        result.add("{")
        result.add(f"    {position(self._body[first].loc)}")
        shown = self._body[first].loc
        for index in range(first, last + 1):
            shown = self._instruction(index, result, shown, guard=None)
        result.add("}")
        result.add()

    def _statements(self, stubs: dict[tuple[int, int], str], result: Lines) -> None:
        starts = {first: (last, name) for (first, last), name in stubs.items()}
        shown, number, index = NOWHERE, -1, 0
        labels = iter(self.labels)
        following = next(labels, None)
        while index < len(self._body):
            if index == following:
                number += 1
                following = next(labels, None)
                result.add(f"L{number}: J({number}, {number + 1})", *self._origin(index))
            if index in starts:
                last, name = starts[index]
                if not _is_same_line(self._body[index].loc, shown):
                    shown = self._body[index].loc
                    result.add(f"    {position(shown)}")
                result.add(f"    {name}();")
                index = last + 1
                continue
            shown = self._instruction(index, result, shown, guard=max(number, 0))
            index += 1
        result.add(f"L{self.size}:")
        result.add("    return;")

    def _origin(self, index: int) -> tuple[PointOrigin, ...]:
        """The visible step that begins with the label, if one does."""
        if index == self.labels[0] and index not in self._points:
            first = _first_step(self._body, index, self._points)
            if first is None:
                return ()
            index = first
        if index not in self._points:
            return ()
        item = self._body[index]
        return (PointOrigin(self.number, item.loc, step_kind(item)),)

    def _instruction(self, index: int, result: Lines, shown: Loc, guard: int | None) -> Loc:
        """Adds an instruction; says which position was told last."""
        item = self._body[index]
        if isinstance(item, Label):
            arrives = f" G({guard});" if guard is not None else " ;"
            result.add(f"  {self._targets[item.name]}:{arrives}")
            return shown
        if isinstance(item, Return):
            return shown
        try:
            written = self._written(item)
        except Unsupported as gap:
            written = self._writer.gap(str(gap), item.loc)
        if written is None:
            return shown
        text, origins = written
        if not _is_same_line(item.loc, shown) and item.loc.line:
            result.add(f"    {position(item.loc)}")
            shown = item.loc
        result.add(f"    {text}", *origins)
        return shown

    def _written(self, item: Instruction) -> Statement | None:
        writer = self._writer
        match item:
            case Jump(label, None):
                return f"goto {self._targets[label]};", ()
            case Jump(label, condition):
                assert condition is not None
                return f"if ({writer.truth(condition).text}) goto {self._targets[label]};", ()
            case Spawn(target, _, argument):
                number = self._numbers[started(item)]
                parts = [f"active[{number}] = 1;"]
                if number in self.taking:
                    parts.append(f"arg[{number}] = {writer.assigned(argument)};")
                if target is not None:
                    parts.append(f"{writer.name(target)} = {number};")
                return " ".join(parts), ()
            case Exit(Scope.THREAD):
                raise AssertionError("in a bounded program threads end at their end")
            case _:
                return writer.statement(item, self.number)


def _check_order(order: tuple[int, ...], count: int) -> None:
    if order and sorted(order) != list(range(count)):
        known = ",".join(map(str, range(count)))
        raise UsageError(f"--order: each of the {count} threads must be listed once", hint=f"such as {known}")


def _thread_name(thread: Thread) -> str:
    return "main_0" if not thread.number else thread.name.replace("#", "_")


def _is_same_line(one: Loc, other: Loc) -> bool:
    return (one.file, one.line) == (other.file, other.line)


def _first_step(body: Sequence[Instruction], start: int, points: set[int]) -> int | None:
    """The first visible step, if nothing but straight code leads to it."""
    for index in range(start, len(body)):
        if index in points:
            return index
        if isinstance(body[index], Jump | Label):
            return None
    return None


def _labels(thread: Thread, steps: Sequence[Step], members: set[int]) -> list[int]:
    """The instructions that begin with a label: the first one, the visible steps, and assumptions after
    those that write. A thread that cannot fulfil an assumption stays where it is; what it did before has
    happened. The first label covers the first visible step as well if straight code leads to it."""
    body = thread.body
    visible = {step.first: step for step in steps}
    start = _first_step(body, 0, set(visible))
    found = [0]
    has_written = is_written = False  # ever; since the last label
    for index, item in enumerate(body):
        step = visible.get(index)
        if step is not None:
            if index not in (0, start):
                found.append(index)
            is_written = step.open or any(touch.writes for touch in step.touches)
            has_written |= is_written
        elif isinstance(item, Label):
            is_written = has_written  # an execution that comes here may have come a long way
        elif is_written and index not in members and _may_stop(item):
            found.append(index)
            is_written = False
    return found


def _may_stop(item: Instruction) -> bool:
    match item:
        case Assume(condition):
            return truth_of(condition) is not True
        case Cut() | Unmodelled():
            return True
        case _:
            return False


def _stubs(body: Sequence[Instruction], labels: Sequence[int]) -> Iterator[tuple[int, int]]:
    """Long atomic sections, first and last instruction, that are entered and left at their ends only."""
    sources: dict[str, list[int]] = {}
    for index, item in enumerate(body):
        if isinstance(item, Jump):
            sources.setdefault(item.label, []).append(index)
    depth, first = 0, 0
    for index, item in enumerate(body):
        if isinstance(item, AtomicBegin):
            first = index if not depth else first
            depth += 1
        elif isinstance(item, AtomicEnd):
            depth -= 1
            has_label = bisect_right(labels, first) != bisect_right(labels, index)
            if not depth and not has_label and _is_closed(body, range(first, index + 1), sources):
                yield first, index


def _is_closed(body: Sequence[Instruction], span: range, sources: dict[str, list[int]]) -> bool:
    """The span is long or has jumps, and none of them crosses its ends."""
    inside = [body[index] for index in span]
    targets = {item.name for item in inside if isinstance(item, Label)}
    jumps = {item.label for item in inside if isinstance(item, Jump)}
    if not jumps and len(inside) <= _SHORT + 2:
        return False
    return jumps <= targets and all(index in span for name in targets for index in sources.get(name, ()))
