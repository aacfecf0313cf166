"""One thread of a lazy sequentialization, as a function that can be resumed: `ThreadText`."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from unthread.analysis.steps import ThreadStep
from unthread.bound.visible import Points
from unthread.core.diagnostics import Unsupported
from unthread.core.properties import LEAKS
from unthread.core.source import NOWHERE, Loc, is_own
from unthread.engine.encode.plan import started
from unthread.program.bounded import Thread
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
from unthread.program.query.sections import depths_of
from unthread.program.query.steps import step_kind
from unthread.program.query.uses import variables_of
from unthread.sequentialize.c.code import CCode, CodeLines, position
from unthread.sequentialize.c.names import CNames
from unthread.sequentialize.c.writer import Statement
from unthread.sequentialize.emitted import PointOrigin
from unthread.sequentialize.probes import Probes

_SHORT = 8  # instructions of a section that stays where it is, if it has no jumps


class ThreadText:
    """One thread as a function."""

    def __init__(
        self,
        code: CCode,
        thread: Thread,
        points: Points,
        name: str,
        numbers: dict[str, int],
        probes: Probes | None = None,
    ) -> None:
        self.code = code
        self.thread = thread
        self.name = name
        self._numbers = numbers
        self._probes = probes
        self._depths = depths_of(thread.body) if probes else []
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
    def _body(self) -> tuple[Instruction, ...]:
        return self.thread.body

    @property
    def number(self) -> int:
        return self.thread.number

    @property
    def size(self) -> int:
        """The largest label: a thread that stops there has come to its end."""
        return len(self.labels)

    def label_of(self, index: int | None) -> int | None:
        """The label of the part that an instruction belongs to."""
        return None if index is None else bisect_right(self.labels, index) - 1

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
        names = CNames()
        return {item.name: names.new(f"l{item.name}") for item in self._body if isinstance(item, Label)}

    # ---- text

    def lines(self) -> CodeLines:
        result = CodeLines()
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

    def _stub(self, span: tuple[int, int], name: str, result: CodeLines) -> None:
        first, last = span
        result.add(f"static void {name}(void)")
        result.add("{")
        result.add(f"    {position(self._body[first].loc)}")
        shown = result.at = self._body[first].loc
        for index in range(first, last + 1):
            shown = self._instruction(index, result, shown, guard=None)
        result.at = None
        result.add("}")
        result.add()

    def _statements(self, stubs: dict[tuple[int, int], str], result: CodeLines) -> None:
        starts = {first: (last, name) for (first, last), name in stubs.items()}
        shown, number, index = NOWHERE, -1, 0
        labels = iter(self.labels)
        following = next(labels, None)
        while index < len(self._body):
            if index == following:
                number += 1
                following = next(labels, None)
                result.at = self._position(index, result.at)
                result.add(f"L{number}: J({number}, {number + 1})", *self._origin(index))
            if index in starts:
                last, name = starts[index]
                if not _is_same_line(self._body[index].loc, shown):
                    shown = self._body[index].loc
                    result.add(f"    {position(shown)}")
                result.at = self._position(index, result.at)
                result.add(f"    {name}();")
                index = last + 1
                continue
            shown = self._instruction(index, result, shown, guard=max(number, 0))
            index += 1
        result.add(f"L{self.size}:")
        if self._probes:
            own = [self._writer.name(v) for v in self._outside if v.storage is Storage.THREAD]
            for line in self._probes.at_end(own, self.size):
                result.add(f"    {line}")
        result.add("    return;")
        result.at = None

    def _position(self, index: int, last: Loc | None) -> Loc | None:
        """In the user's text; where there is none, what came last."""
        loc = self._body[index].loc
        return loc if loc.line and not is_own(loc) else last

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

    def _instruction(self, index: int, result: CodeLines, shown: Loc, guard: int | None) -> Loc:
        """Adds an instruction; returns the position that was written last."""
        item = self._body[index]
        result.at = self._position(index, result.at)
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
        before, after = self._looks(index)
        if written is None and not (before or after):
            return shown
        if not _is_same_line(item.loc, shown) and item.loc.line:
            result.add(f"    {position(item.loc)}")
            shown = item.loc
        for text, origins in (
            self._probes.filled(self._writer, self.number, index, item) if self._probes else ()
        ):
            result.add(f"    {text}", *origins)
        for line in before:
            result.add(f"    {line}")
        if written is not None:
            result.add(f"    {written[0]}", *written[1])
        for line in after:
            result.add(f"    {line}")
        return shown

    def _looks(self, index: int) -> tuple[list[str], list[str]]:
        """What a text that follows a trace looks at before and after an instruction."""
        if self._probes is None:
            return [], []
        item, depth = self._body[index], self._depths[index]
        inside = depth is not None and depth.most > 0
        before = self._probes.before(self._writer, self.number, index, item, inside)
        return [*before], [*self._probes.after(self._writer, item)]

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
            case Exit(Scope.PROCESS, status) if self._probes and self._probes.property in LEAKS:
                return f"ut_leaks({writer.exact(status).text}, __LINE__);", ()
            case Exit(Scope.THREAD):
                raise AssertionError("in a bounded program threads end at their end")
            case _:
                return writer.statement(item, self.number)


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


def _labels(thread: Thread, steps: Sequence[ThreadStep], members: set[int]) -> list[int]:
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
