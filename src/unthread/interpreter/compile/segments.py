"""One piece of a function as Python text: `SegmentWriter`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from unthread.core.diagnostics import UnthreadError
from unthread.core.properties import Property
from unthread.interpreter.compile.convention import CallSite, converter, fitted
from unthread.interpreter.compile.places import PythonLines
from unthread.interpreter.compile.translate import CompiledExpressions
from unthread.interpreter.state import CodeEvent, Mode, Segment
from unthread.program.expressions import (
    Expression,
    FunctionAddress,
    Storage,
    VariablePlace,
)
from unthread.program.instructions import (
    Allocate,
    Arrive,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Call,
    Copy,
    Cut,
    Declare,
    Discard,
    Exit,
    Fill,
    FormatText,
    Free,
    Input,
    Instruction,
    Jump,
    Label,
    Print,
    Region,
    Return,
    Scope,
    Spawn,
    Unmodelled,
)
from unthread.program.library import TAKES
from unthread.program.program import Function
from unthread.program.standstill import Contents

if TYPE_CHECKING:
    from unthread.interpreter.compile.functions import FunctionCode

LONGEST_SEGMENT = 150  # instructions along one path


LARGEST_SEGMENT = 400  # instructions on all paths together


LONGEST_BRANCH = 25  # instructions copied into the taken side of a conditional jump


DEEPEST_BRANCH = 3  # such sides inside one another


COLD_SEGMENT = 30  # instructions along the one path of a segment that may never be needed again


def touched_by_effect(item: Instruction, texts: CompiledExpressions) -> str | None:
    """Code that lists the accesses that an instruction makes through pointers, besides those to places."""
    match item:
        case Free(pointer, Region.HEAP):  # the end of a frame's object is not an access
            return f"whole({texts.value(pointer)})"
        case Print(_, _, text, arguments):
            return f"formatted({texts.value(text)}, {texts.value(arguments)}, 0, 0)"
        case FormatText(_, buffer, limit, text, arguments):
            return f"formatted({', '.join(texts.value(part) for part in (text, arguments, buffer, limit))})"
        case _:
            return None


class SegmentWriter:
    """Writes one segment."""

    def __init__(self, code: FunctionCode, mode: Mode, start: int, is_cold: bool = False) -> None:
        self.code = code
        self.mode = mode
        self.start = start
        self.is_cold = is_cold
        self.loops = mode is not Mode.SINGLE and start in code.heads
        compiler = code.compiler
        self.lines = PythonLines(2 if self.loops else 1)
        self.expressions = CompiledExpressions(
            compiler.memory,
            compiler.names,
            compiler.globals,
            compiler.functions,
            code.slots,
            Property.ARITH in compiler.properties,
            compiler.program.pointer_size * 8,
            self.lines,
            log=mode is Mode.SECTION and Property.RACE in compiler.properties,
            apart=None if compiler.apart is None else "library" if code.function.library else "own",
            is_watched=bool(compiler.apart and compiler.apart.watches and not code.function.library),
            notes_torn=bool(compiler.apart and compiler.apart.watches),
        )
        self.written = 0  # instructions on all paths
        self.branches = 0  # taken sides that enclose what is being written
        self.count = 0  # instructions on the path being written
        self.step_count = 0

    def compile(self) -> Segment:
        longest = COLD_SEGMENT if self.is_cold else LONGEST_SEGMENT
        self.path(self.start, 1 if self.mode is Mode.SINGLE else longest)
        segment: Segment = self.execute()
        return segment

    def execute(self) -> Callable[..., Any]:
        text = ["def segment(R, F):"]
        if self.loops:
            text += ["    n = C[0]", "    while True:"]
        source = "\n".join(text + self.lines.text)
        scope: dict[str, Callable[..., Any]] = {}
        name = f"<{self.code.function.name}:{self.start}:{self.mode.name.lower()}>"
        exec(compile(source, name, "exec"), self.code.compiler.names.values, scope)
        return scope["segment"]

    def at(self, pc: int) -> None:
        unset = self.code.unset[pc]
        self.expressions.pc = pc
        self.expressions.loc = self.code.loc(pc)
        self.expressions.unset = unset.__contains__

    # ends of paths

    def counted(self) -> None:
        self.lines.add(f"C[0] = n + {self.count}" if self.loops else f"C[0] += {self.count}")
        if self.step_count:
            self.lines.add(f"C[1] += {self.step_count}")

    def go(self, pc: int) -> None:
        """On to another instruction of the frame."""
        if self.loops and pc == self.start and self.count:
            self.lines.add(f"n += {self.count}")
            if self.step_count:
                self.lines.add(f"C[1] += {self.step_count}")
            self.lines.add("if n < C[2]:")
            self.lines.add("    continue")
            self.lines.add("C[0] = n")
            self.lines.add(f"F.pc = {pc}")
            self.lines.add(f"return {int(CodeEvent.LIMIT)}")
            return
        self.counted()
        if pc in self.code.heads and self.mode is not Mode.SINGLE:
            self.lines.add("if C[0] >= C[2]:")
            self.lines.add(f"    F.pc = {pc}")
            self.lines.add(f"    return {int(CodeEvent.LIMIT)}")
        self.lines.add(f"return {pc}")

    def stop(self, event: CodeEvent, pc: int) -> None:
        self.counted()
        self.lines.add(f"F.pc = {pc}")
        self.lines.add(f"return {int(event)}")

    # paths

    def path(self, pc: int, budget: int) -> None:
        """Lines for the instructions from `pc` on; always ends in a return or continue."""
        body = self.code.body
        last = self.count + budget
        while pc < len(body):
            item = body[pc]
            is_stop = pc in self.code.stops and self.count > 0
            if is_stop or self.count >= last or (pc in self.code.heads and (pc != self.start or self.count)):
                self.go(pc)
                return
            if isinstance(item, Label):
                pc += 1
                continue
            if self.mode is Mode.APPROACH and self.code.steps[pc]:
                self.stop(CodeEvent.STOPPED, pc)
                return
            self.count += 1
            self.written += 1
            if self.mode is Mode.FREE and self.code.steps[pc]:
                self.step_count += 1
            self.at(pc)
            following = self.guarded(item, pc)
            if following is None:
                return
            pc = following
        self.count += 1
        self.leave("None", pc)

    def guarded(self, item: Instruction, pc: int) -> int | None:
        """As `instruction`; what cannot be translated is reported only when it is reached."""
        length, depth = len(self.lines.text), self.lines.depth
        try:
            return self.instruction(item, pc)
        except UnthreadError as error:
            del self.lines.text[length:]
            self.lines.depth = depth
            self.expressions.lines = self.lines
            self.lines.add(f"raise {self.code.compiler.names.bind(error)}")
            return None

    def instruction(self, item: Instruction, pc: int) -> int | None:
        """Lines for one instruction; what follows it, or None when the path ends here."""
        match item:
            case Jump():
                return self.jump(item, pc)
            case Call():
                self.call(item, pc)
                return None
            case Return(value):
                self.leave("None" if value is None else self.expressions.value(value), pc)
                return None
            case Exit(scope, status):
                self.exit(scope, status, pc)
                return None
            case Spawn():
                return self.spawn(item, pc)
            case AtomicBegin() | AtomicEnd():
                return self.section(item, pc)
            case BlockUntil(condition):
                self.branch(
                    f"not {self.expressions.test(condition)}", lambda: self.stop(CodeEvent.BLOCKED, pc)
                )
            case _:
                self.plain(item, pc)
        return pc + 1

    def branch(self, test: str, write: Callable[[], None]) -> None:
        """if test: (what `write` writes, which ends the path)."""
        count, step_count = self.count, self.step_count
        self.lines.add(f"if {test}:")
        self.lines.depth += 1
        write()
        self.lines.depth -= 1
        self.count, self.step_count = count, step_count

    def jump(self, item: Jump, pc: int) -> int | None:
        target = self.code.labels[item.label]
        if item.condition is None:
            if target <= pc or self.mode is Mode.SINGLE:
                self.go(target)
                return None
            return target
        test = self.expressions.test(item.condition)
        is_short = self.mode is Mode.SINGLE or self.is_cold
        if is_short or self.branches == DEEPEST_BRANCH or self.written > LARGEST_SEGMENT:
            self.branch(test, lambda: self.go(target))
        else:
            self.branches += 1
            self.branch(test, lambda: self.path(target, LONGEST_BRANCH))
            self.branches -= 1
        return pc + 1

    def leave(self, text: str, pc: int) -> None:
        """The last return of a thread is a step. Before another one, where `memory` is checked, each object
        of the frame ends in a step of its own."""
        if self.mode is Mode.APPROACH:
            self.count -= 1
            test = "M.is_last_frame()" + (" or M.outlasts(F)" if self.code.ends_lives else "")
            self.branch(test, lambda: self.stop(CodeEvent.STOPPED, pc))
            self.count += 1
        elif self.mode is Mode.SINGLE and self.code.ends_lives:
            self.branch("M.end_next(F)", lambda: self.go(pc))
        elif self.mode is Mode.FREE and self.code.ends_lives:
            self.lines.add("C[1] += M.outlasts(F)")
        name = text if text.isidentifier() else self.expressions.temporary(text)
        self.counted()
        self.lines.add(f"return leave(F, {name}, {pc})")

    def exit(self, scope: Scope, status: Expression, pc: int) -> None:
        text = self.expressions.value(status)
        self.counted()
        if scope is Scope.THREAD:
            self.lines.add("return end_thread()")
        else:
            self.lines.add(f"exit_process({text}, {pc})")

    def spawn(self, item: Spawn, pc: int) -> int | None:
        function, argument = self.expressions.value(item.function), self.expressions.value(item.argument)
        kind = self.code.compiler.names.bind(item.argument.type)
        text = f"spawn({function}, {argument}, {kind}, {pc})"
        slot = "" if item.target is None else f"R[{self.code.slots[item.target.name]}] = "
        self.lines.add(slot + text)
        self.wrote()
        if self.mode is Mode.SECTION:
            return pc + 1
        self.stop(CodeEvent.SPAWNED, pc + 1)
        return None

    def section(self, item: AtomicBegin | AtomicEnd, pc: int) -> int | None:
        if self.mode is not Mode.SECTION:
            if isinstance(item, AtomicEnd):
                self.lines.add(f"unmatched({pc})")
                return pc + 1
            self.lines.add(f"enter_section({pc})")
            self.stop(CodeEvent.SECTION, pc + 1)
            return None
        if isinstance(item, AtomicBegin):
            self.lines.add("M.thread.atomic += 1")
        else:
            self.branch("leave_section()", lambda: self.stop(CodeEvent.OUTSIDE, pc + 1))
        return pc + 1

    def wrote(self) -> None:
        if self.mode is Mode.SECTION:
            self.lines.add("M.thread.wrote = True")

    def plain(self, item: Instruction, pc: int) -> None:
        """Instructions after which the path continues."""
        texts, bind = self.expressions, self.code.compiler.names.bind
        match item:
            case Assign(VariablePlace(variable), value) if variable.storage is Storage.REGISTER:
                self.lines.add(f"R[{self.code.slots[variable.name]}] = {texts.value(value)}")
            case Assign(target, value):
                text = texts.value(value)
                texts.write(target, text)
                self.wrote()
            case Fill() | Copy():
                self.bulk(item, pc)
            case Input(target, name, _, undefined):
                how = "ask_undefined" if undefined else "ask"
                self.lines.add(
                    f"R[{self.code.slots[target.name]}] = {how}({name!r}, {bind(target.type)}, {pc})"
                )
            case Declare(variable, zeroed):
                slot = self.code.slots[variable.name]
                self.lines.add(f"begin(F, {slot}, {bind(variable)}, {pc}, {zeroed})")
                self._fill(slot, item.contents)
                self.wrote()
            case Discard(variable):
                self.lines.add(f"discard(F, {self.code.slots[variable.name]})")
                self.wrote()
            case Assume(condition):
                self.lines.add(f"if not {texts.test(condition)}:")
                self.lines.add(f"    infeasible({pc})")
            case Assert(condition):
                if not item.is_ignored(self.code.compiler.properties):
                    self.lines.add(f"if not {texts.test(condition)}:")
                    self.lines.add(f"    fail({bind(item)}, {pc})")
            case Arrive(place):
                self.lines.add(f"arrive({place})")
            case Unmodelled(what):
                self.lines.add(f"unmodelled({what!r}, {pc})")
            case Cut():
                self.lines.add(f"infeasible({pc})")
            case _:
                self.effect(item, pc)

    def bulk(self, item: Fill | Copy, pc: int) -> None:
        texts = self.expressions
        target = texts.row(item.target, writes=True)
        if isinstance(item, Fill):
            self.lines.add(f"fill({target}, {texts.value(item.value)}, {pc})")
        else:
            self.lines.add(f"copy({target}, {texts.row(item.source, writes=False)}, {item.backward}, {pc})")
        self.wrote()

    def effect(self, item: Instruction, pc: int) -> None:
        texts, bind = self.expressions, self.code.compiler.names.bind
        self._log_effect(item, pc)
        match item:
            case Allocate(target, size, zeroed, region):
                arguments = (
                    f"{texts.value(size)}, {texts.test(zeroed)}, {bind(region)}, F, {pc}, {bind(target)}"
                )
                self.lines.add(f"R[{self.code.slots[target.name]}] = allocate({arguments})")
                self._fill(self.code.slots[target.name], item.contents)
            case Free(pointer, region):
                self.lines.add(f"free({texts.value(pointer)}, {bind(region)}, F, {pc})")
            case Print(target, stream, text, arguments):
                values = ", ".join(texts.value(part) for part in (stream, text, arguments))
                self.lines.add(f"R[{self.code.slots[target.name]}] = print_formatted({values}, {pc})")
            case FormatText(target, buffer, limit, text, arguments):
                values = ", ".join(texts.value(part) for part in (buffer, limit, text, arguments))
                self.lines.add(f"R[{self.code.slots[target.name]}] = write_formatted({values}, {pc})")
            case _:
                raise AssertionError(f"{item} is not a plain instruction")
        self.wrote()

    def _fill(self, slot: int, contents: Contents | None) -> None:
        if contents is not None:
            self.lines.add(f"begin_with(R[{slot}], {self.code.compiler.names.bind(contents)})")

    def _log_effect(self, item: Instruction, pc: int) -> None:
        """What a section touches is known only when it happens; so is what a printf reads, where inputs
        decide how long a string is."""
        logs = Property.RACE in self.code.compiler.properties
        atomic = self.mode is Mode.SECTION
        touched = touched_by_effect(item, self.expressions) if logs else None
        if touched and (atomic or (self.mode is Mode.SINGLE and isinstance(item, Print | FormatText))):
            self.lines.add(f"M.at = {pc}")
            self.lines.add(f"log_all({touched}, {atomic})")

    # calls

    def call(self, item: Call, pc: int) -> None:
        compiler = self.code.compiler
        if isinstance(item.function, FunctionAddress) and item.function.name in compiler.program.functions:
            self.direct_call(item, compiler.code(item.function.name), pc)
            return
        address = self.expressions.value(item.function)
        values = "".join(f"{self.expressions.value(argument)}, " for argument in item.arguments)
        varargs = "0" if item.varargs is None else self.expressions.value(item.varargs)
        site = compiler.names.bind(CallSite(tuple(argument.type for argument in item.arguments), item.target))
        self.counted()
        self.lines.add(f"F.pc = {pc + 1}")
        self.lines.add(f"return call({address}, ({values}), {varargs}, {site}, F, {pc})")

    def direct_call(self, item: Call, callee: FunctionCode, pc: int) -> None:
        compiler, function = self.code.compiler, callee.function
        values = self.arguments(item, function, pc)
        if compiler.apart is not None and function.name in TAKES:
            kind, number = TAKES[function.name]
            self.lines.add(f"M.apart.locks[{values[number]}] = {compiler.names.bind(kind)}")
        if function.varargs:
            values.append("0" if item.varargs is None else self.expressions.value(item.varargs))
        values += ["None"] * (len(callee.slots) - len(values))
        target, convert = -1, "None"
        if item.target is not None:
            target = self.code.slots[item.target.name]
            chosen = converter(function.type.result, item.target.type)
            convert = "None" if chosen is None else compiler.names.bind(chosen)
        self.counted()
        self.lines.add(f"F.pc = {pc + 1}")
        frame = f"Frame({compiler.names.bind(callee)}, [{', '.join(values)}], {target}, {convert})"
        self.lines.add(f"return push({frame}, {pc})")

    def arguments(self, item: Call, function: Function, pc: int) -> list[str]:
        """Texts of the arguments as the parameters want them."""
        texts = []
        for position, parameter in enumerate(function.parameters):
            if position >= len(item.arguments):
                bind = self.code.compiler.names.bind
                name = parameter.text or parameter.name
                texts.append(f"ask({name!r}, {bind(parameter.type)}, {pc})")
                continue
            argument = item.arguments[position]
            text = self.expressions.value(argument)
            texts.append(fitted(text, argument.type, parameter.type, function, pc))
        return texts
