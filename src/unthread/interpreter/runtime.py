"""What compiled code calls: memory, arithmetic that went wrong, calls, threads, inputs, output.

`Runtime` also is the `M` of compiled code: `thread` and `frames` are those of the running thread, `at` is
the instruction of the top frame that a helper was last called for.
"""

from __future__ import annotations

from typing import NoReturn

from unthread.core.diagnostics import InputError, Unsupported
from unthread.core.floats import Extended, converted_out_of_range, truncated
from unthread.core.ledger import Arrival
from unthread.core.properties import ERROR_FUNCTIONS, Property, ViolationKind
from unthread.core.source import Loc
from unthread.interpreter.compile.convention import CallSite, converter
from unthread.interpreter.compile.functions import Compiler, FunctionCode
from unthread.interpreter.compile.places import Names
from unthread.interpreter.compile.translate import PURE_HELPERS
from unthread.interpreter.image import Image
from unthread.interpreter.inputs import InputSource
from unthread.interpreter.memory import Memory
from unthread.interpreter.objects import BarrierError, Fault, InfeasibleError, Kind, Object, ProcessExitError
from unthread.interpreter.printf import Recorder
from unthread.interpreter.state import Correction, Event, Frame, Output, Registers, Thread
from unthread.program.expressions import Variable
from unthread.program.instructions import Assert, Region
from unthread.program.program import Function, Program
from unthread.program.types import IntType, PointerType, Type, size_of, value_range, value_type
from unthread.values.cells import Codec, Value
from unthread.values.formats import Formatter
from unthread.values.scalars import fit, to_nothing


class Runtime:
    def __init__(
        self,
        program: Program,
        inputs: InputSource,
        properties: frozenset[Property],
        output: Output,
        undefined: str,
        depth: int,
        watched: bool = False,
    ) -> None:
        self.program = program
        self.inputs = inputs
        self.properties = properties
        self.output = output
        self.undefined = undefined
        self.depth = depth
        self.arith = Property.ARITH in properties
        self.memory = Memory(program.data_model, self._define)
        self.image = Image(program, self.memory)
        self.counters = [0, 0, 1 << 62]  # instructions, steps, limit of instructions
        self.threads: list[Thread] = []
        self.thread: Thread = None  # type: ignore[assignment]  # set before any code runs
        self.frames: list[Frame] = []
        self.at = 0
        self.ended = 0  # the object that ended last
        self.corrected: Correction = lambda name, arguments, result: result
        self.peeking = False
        self.arrived: set[Arrival] = set()
        self.logged: list[tuple[int, int, bool, bool]] = []
        self.watched = watched
        # In the section just executed, if it is watched: where, what, whether it writes, what was there.
        self.accessed: list[tuple[int, Codec, bool, Value | None]] = []
        self.formatter = Formatter(self.memory, program.data_model)
        self.compiler = Compiler(
            program,
            self.memory,
            Names(self._names()),
            self.image.globals,
            self.image.functions,
            properties | {Property.RACE} if watched else properties,  # which has sections tell what they do
            {},
        )

    def _names(self) -> dict[str, object]:
        helpers = (
            self.load, self.store, self.log, self.overflow, self.quotient, self.remainder,
            self.division_by_zero, self.bad_shift, self.truncate, self.object_size, self.thread_object,
            self.begin, self.discard, self.unset, self.ask, self.ask_undefined, self.allocate, self.free,
            self.fail, self.infeasible, self.unmodelled, self.unmatched, self.mismatch, self.push, self.call,
            self.leave, self.end_thread, self.exit_process, self.spawn, self.enter_section,
            self.leave_section, self.print_formatted, self.write_formatted, self.whole, self.formatted,
            self.arrive, self.lossy_shift,
        )  # fmt: skip
        names: dict[str, object] = {helper.__name__: helper for helper in helpers}
        return names | PURE_HELPERS | {"M": self, "C": self.counters, "D": self.memory.fast, "Frame": Frame}

    def loc(self) -> Loc:
        return self.frames[-1].code.loc(self.at)

    def arrive(self, place: int) -> None:
        if not self.peeking:
            self.arrived.add((place, self.thread.start, self.thread.number > 0))

    # memory

    def load(self, address: int, cell: Codec, pc: int) -> Value:
        self.at = pc
        return self.memory.load(address, cell)

    def store(self, address: int, cell: Codec, value: Value, pc: int) -> None:
        self.at = pc
        self.memory.store(address, cell, value)

    def log(self, address: int, cell: Codec, writes: bool, pc: int) -> None:
        start, end = cell.extent
        self.logged.append((address * 8 + start, address * 8 + end, writes, True))
        if self.watched:
            self.accessed.append((address, cell, writes, self.peek(address, cell) if writes else None))

    def peek(self, address: int, cell: Codec) -> Value | None:
        """What is in memory; None where only an input could tell, or nothing is."""
        peeking, self.peeking = self.peeking, True
        try:
            return self.memory.load(address, cell)
        except (Fault, BarrierError):
            return None
        finally:
            self.peeking = peeking

    def whole(self, address: int) -> list[tuple[int, int, bool, bool]]:
        """The access that ending an object is."""
        item = self.memory.object_at(address)
        return [] if item is None else [(item.base * 8, (item.base + item.size) * 8, True, False)]

    def formatted(
        self, text: int, arguments: int, buffer: int, limit: int
    ) -> list[tuple[int, int, bool, bool]]:
        """The accesses that a printf makes behind its pointers."""
        recorder = Recorder(self.memory)
        content = Formatter(recorder, self.program.data_model).format(text, arguments, self.user_loc())
        if limit:
            recorder.write_bytes(buffer, content[: limit - 1] + b"\0")
        return recorder.accesses

    def object_size(self, address: int) -> int:
        item = self.memory.object_at(address)
        return 0 if item is None else item.size

    def thread_object(self, variable: Variable, pc: int) -> int:
        """The running thread's object of a thread-local variable."""
        self.at = pc
        address = self.thread.locals.get(variable.name)
        if address is None:
            if variable.name not in self.program.globals:
                text = variable.text or variable.name
                raise InputError(f"'{text}' is declared but not defined", self.loc())
            address = self.image.create(self.program.globals[variable.name]).base
            self.thread.locals[variable.name] = address
        return address

    def begin(self, frame: Frame, slot: int, variable: Variable, pc: int, zeroed: bool = False) -> int:
        """The lifetime of a local begins; what it was before ends."""
        self.at = pc
        self.discard(frame, slot)
        size = size_of(variable.type)
        item = self.memory.create(size, Kind.STACK, variable, variable.loc, defined=zeroed)
        item.thread = self.thread.number
        frame.owned.append(item.base)
        frame.regs[slot] = item.base
        return item.base

    def discard(self, frame: Frame, slot: int) -> None:
        address = frame.regs[slot]
        if not address:
            return
        assert isinstance(address, int), "a local's slot holds its address"
        frame.owned.remove(address)
        frame.regs[slot] = None
        self._end(address, "is out of scope")

    def _end(self, address: int, reason: str) -> None:
        item = self.memory.objects.get(address >> self.memory.shift)
        assert item is not None, "only living objects end"
        self.ended = address
        self.memory.end(item, reason)

    def allocate(self, size: int, zeroed: bool, region: Region, frame: Frame, pc: int) -> int:
        self.at = pc
        kind = Kind.HEAP if region is Region.HEAP else Kind.STACK
        item = self.memory.create(size, kind, None, self.user_loc(), defined=bool(zeroed))
        item.thread = self.thread.number
        if region is Region.STACK:
            frame.owned.append(item.base)
        return item.base

    def free(self, address: int, region: Region, frame: Frame, pc: int) -> None:
        self.at = pc
        item = self.memory.objects.get(address >> self.memory.shift)
        kind = Kind.HEAP if region is Region.HEAP else Kind.STACK
        if item is None or address != item.base or item.kind is not kind or item.ended:
            raise Fault(ViolationKind.FREE, self._bad_free(address, item), object=item)
        if region is Region.STACK:
            frame.owned.remove(address)
        self.ended = address
        item.freed = self.thread.number, self.user_loc()
        self.memory.end(item, "was freed" if kind is Kind.HEAP else "is out of scope")

    def _bad_free(self, address: int, item: Object | None) -> str:
        if item is None:
            return f"free of {address:#x}, which is not an object" if address else "free of a null pointer"
        if item.ended:
            return f"free of {item.describe()}, which {item.ended}"
        if item.kind is not Kind.HEAP:
            return f"free of {item.describe()}, which is not on the heap"
        return f"free of an address {address - item.base} bytes into {item.describe()}"

    # inputs

    def ask(self, name: str, type: Type, pc: int) -> Value:
        self.at = pc
        return self._define(name, type)

    def _define(self, name: str, type: Type) -> Value:
        if self.peeking:
            raise BarrierError
        return fit(self.inputs.value(name, type, self.user_loc(), self.thread.number), type)

    def ask_undefined(self, name: str, type: Type, pc: int) -> Value:
        """What lies where nobody has written: any number, but a pointer to nothing."""
        value, kind = self.ask(name, type, pc), value_type(type)
        return to_nothing(value, kind) if isinstance(kind, PointerType) and isinstance(value, int) else value

    def unset(self, registers: Registers, slot: int, variable: Variable, pc: int) -> Value:
        value = registers[slot] = self.ask_undefined(variable.text or variable.name, variable.type, pc)
        return value

    # arithmetic

    def overflow(self, operator: str, left: int, right: int, type: Type, pc: int) -> NoReturn:
        self.at = pc
        name = type.name or f"{type.bits}-bit integer" if isinstance(type, IntType) else "integer"
        text = f"-({right})" if (operator, left) == ("-", 0) and right == value_range(type)[0] else ""
        text = text or f"{left} {operator} {right}"
        kind = ViolationKind.SHIFTED_OUT if operator == "<<" else ViolationKind.OVERFLOW
        raise Fault(kind, f"signed overflow: {text} does not fit in {name}", Property.ARITH)

    def division_by_zero(self, pc: int) -> NoReturn:
        """Reported whether asked for or not: nothing sensible can follow."""
        self.at = pc
        raise Fault(ViolationKind.DIVISION, "division by zero", Property.ARITH)

    def quotient(self, left: int, right: int, least: int, pc: int) -> int:
        if right == 0:
            self.division_by_zero(pc)
        if right == -1 and left == least:
            return self._overflowing_division("/", left, pc, left)
        whole = abs(left) // abs(right)
        return whole if (left < 0) == (right < 0) else -whole

    def remainder(self, left: int, right: int, least: int, pc: int) -> int:
        if right == 0:
            self.division_by_zero(pc)
        if right == -1 and left == least:
            return self._overflowing_division("%", left, pc, 0)
        rest = abs(left) % abs(right)
        return -rest if left < 0 else rest

    def _overflowing_division(self, operator: str, left: int, pc: int, wrapped: int) -> int:
        self.at = pc
        if self.arith:
            kind = ViolationKind.REMAINDER if operator == "%" else ViolationKind.OVERFLOW
            raise Fault(kind, f"signed overflow: {left} {operator} -1", Property.ARITH)
        return wrapped

    def bad_shift(self, amount: int, bits: int, pc: int) -> int:
        self.at = pc
        if self.arith:
            message = f"shift of a {bits}-bit integer by {amount}"
            raise Fault(ViolationKind.SHIFT, message, Property.ARITH)
        return amount & (bits - 1)

    def lossy_shift(self, left: int, amount: int, type: Type, pc: int) -> NoReturn:
        if left >= 0:
            self.overflow("<<", left, amount, type, pc)
        self.at = pc
        message = f"left shift of a negative number: {left} << {amount}"
        raise Fault(ViolationKind.SHIFT, message, Property.ARITH)

    def truncate(self, value: float | Extended, bits: int, signed: bool, pc: int) -> int:
        low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)
        whole = truncated(value)
        if whole is not None and low <= whole <= high:
            return whole
        self.at = pc
        if self.arith:
            sign = "signed" if signed else "unsigned"
            message = f"conversion of {value} to a {bits}-bit {sign} integer"
            raise Fault(ViolationKind.CONVERSION, message, Property.ARITH)
        return converted_out_of_range(value, bits, signed)

    # calls

    def push(self, frame: Frame, pc: int) -> int:
        frames = self.frames
        if len(frames) >= self.depth:
            self.at = pc
            raise Unsupported(f"more than {self.depth:,} nested calls", hint="is the recursion unbounded?")
        frames.append(frame)
        counters = self.counters
        return -1 if counters[0] < counters[2] else -8  # Event.RELOAD, Event.LIMIT

    def leave(self, frame: Frame, value: Value | None, pc: int) -> int:
        frames = self.frames
        if len(frames) == 1:
            return self._leave_thread(frame.code, value, pc)
        if frame.owned:
            self._end_owned(frame)
        frames.pop()
        target = frame.target
        if target >= 0:
            if value is None:
                value = self._any_result(frame.code.function, frames[-1], target, pc)
            elif frame.convert is not None:
                value = frame.convert(value)
            frames[-1].regs[target] = value
        return -1  # Event.RELOAD

    def _any_result(self, function: Function, caller: Frame, target: int, pc: int) -> Value:
        """A caller uses the result of a function that ended without one."""
        return self.ask_undefined(f"{function.name}()", caller.code.variables[target].type, caller.pc - 1)

    def _leave_thread(self, code: FunctionCode, value: Value | None, pc: int) -> int:
        if not (pc < len(code.steps) and code.steps[pc]):  # otherwise it was counted as a step already
            self.counters[1] += 1
        if self.thread.number == 0:
            raise ProcessExitError(value & 0xFF if isinstance(value, int) else 0)
        return self.end_thread()

    def end_thread(self) -> int:
        for frame in self.frames:
            self._end_owned(frame)
        self.frames.clear()
        for address in self.thread.locals.values():
            self._end(address, "was local to a thread that has ended")
        self.thread.locals.clear()
        self.thread.alive = False
        self.thread.atomic = 0
        return int(Event.ENDED)

    def _end_owned(self, frame: Frame) -> None:
        for address in frame.owned:
            self._end(address, "belonged to a call that has returned")
        frame.owned.clear()

    def outlasts(self, frame: Frame) -> int:
        """How many objects the frame has that others may know, and that end before it returns."""
        return len(self._known_elsewhere(frame)) if len(self.frames) > 1 else 0

    def end_next(self, frame: Frame) -> bool:
        """Ends one of them, if there is any."""
        if not self.outlasts(frame):
            return False
        address = self._known_elsewhere(frame)[0]
        frame.owned.remove(address)
        self._end(address, "belonged to a call that has returned")
        return True

    def _known_elsewhere(self, frame: Frame) -> list[int]:
        objects, shift = self.memory.objects, self.memory.shift
        variables = ((address, objects[address >> shift].variable) for address in frame.owned)
        return [address for address, variable in variables if variable is None or variable.escapes]

    def exit_process(self, status: int, pc: int) -> NoReturn:
        self.at = pc
        raise ProcessExitError(status & 0xFF)

    def call(
        self, address: int, values: tuple[Value, ...], varargs: int, site: CallSite, frame: Frame, pc: int
    ) -> int:
        """A call through a pointer, or of a function without a body."""
        self.at = pc
        name = self._function_at(address)
        if name not in self.program.functions:
            return self._call_undefined(name, values, site, frame)
        code = self.compiler.code(name)
        registers = self._registers(code, values, site.types, varargs)
        target, convert = -1, None
        if site.target is not None:
            target = frame.code.slots[site.target.name]
            convert = converter(code.function.type.result, site.target.type)
        return self.push(Frame(code, registers, target, convert), pc)

    def _function_at(self, address: int) -> str:
        name = self.image.names.get(address)
        if name is not None:
            return name
        item = self.memory.object_at(address)
        if address == 0:
            raise Fault(ViolationKind.CALL, "call through a null pointer")
        where = f"in {item.describe()}" if item else "where there is no function"
        raise Fault(ViolationKind.CALL, f"call of address {address:#x}, {where}")

    def _call_undefined(self, name: str, values: tuple[Value, ...], site: CallSite, frame: Frame) -> int:
        if name in ERROR_FUNCTIONS:
            raise Fault(ViolationKind.ERROR_CALL, f"{name}() is reached", Property.REACH, name)
        if self.undefined == "stop":
            raise InputError(
                f"call of '{name}', which has neither a body nor a model",
                self.user_loc(),
                "add the file that defines it, or let undefined functions return any value",
            )
        if site.target is not None:
            result = self._define(f"{name}()", site.target.type)
            frame.regs[frame.code.slots[site.target.name]] = self.corrected(name, values, result)
        return frame.pc

    def _registers(
        self, code: FunctionCode, values: tuple[Value, ...], types: tuple[Type, ...], varargs: int
    ) -> Registers:
        registers: Registers = []
        for position, parameter in enumerate(code.function.parameters):
            if position >= len(values):
                registers.append(self._define(parameter.text or parameter.name, parameter.type))
                continue
            convert = converter(types[position], parameter.type)
            try:
                registers.append(values[position] if convert is None else convert(values[position]))
            except Unsupported:
                self.mismatch(code.function.name, self.at)
        if code.function.varargs:
            registers.append(varargs)
        return registers + [None] * (len(code.slots) - len(registers))

    def mismatch(self, name: str, pc: int) -> NoReturn:
        self.at = pc
        message = f"call of '{name}' with a floating argument for an integer parameter or vice versa"
        raise Unsupported(message, self.user_loc())

    def is_last_frame(self) -> bool:
        return len(self.frames) == 1

    # threads and sections

    def spawn(self, address: int, argument: Value, type: Type, pc: int) -> int:
        self.at = pc
        name = self._function_at(address)
        if name not in self.program.functions:
            raise InputError(f"a thread starts in '{name}', which has no body", self.user_loc())
        code = self.compiler.code(name)
        frame = Frame(code, self._registers(code, (argument,), (type,), 0))
        start = self._start_routine(code.function, argument)
        thread = Thread(len(self.threads), [frame], start, self.user_loc())
        self.threads.append(thread)
        return thread.number

    def _start_routine(self, function: Function, argument: Value) -> str:
        """The user's own function: what the library's is given to call."""
        given = self.image.names.get(argument) if isinstance(argument, int) else None
        return given if given is not None and function.library else function.name

    def enter_section(self, pc: int) -> None:
        thread, frame = self.thread, self.frames[-1]
        thread.atomic = 1
        thread.wrote = False
        thread.restart = (len(self.frames), pc, list(frame.regs))

    def leave_section(self) -> bool:
        thread = self.thread
        thread.atomic -= 1
        return thread.atomic == 0

    def unmatched(self, pc: int) -> NoReturn:
        self.at = pc
        raise Unsupported("the end of an atomic section that was not begun", self.user_loc())

    # verdicts

    def fail(self, assertion: Assert, pc: int) -> NoReturn:
        self.at = pc
        raise Fault(
            assertion.kind,
            assertion.message,
            assertion.property,
            assertion.function,
            condition=assertion.text,
        )

    def infeasible(self, pc: int) -> NoReturn:
        self.at = pc
        raise InfeasibleError

    def unmodelled(self, what: str, pc: int) -> NoReturn:
        self.at = pc
        raise Unsupported(what, self.user_loc())

    def user_loc(self) -> Loc:
        """The position in the innermost frame that is the user's own."""
        loc = self.loc()
        for number, frame in enumerate(reversed(self.frames)):
            if not frame.code.function.library:
                return loc if number == 0 else frame.code.loc(frame.pc - 1)
        return loc

    def call_loc(self) -> Loc:
        """The position of the call that is about to return, in the user's own text."""
        for frame in reversed(self.frames[:-1]):
            if not frame.code.function.library:
                break
        return frame.code.loc(frame.pc - 1)

    # output

    def print_formatted(self, stream: int, text: int, arguments: int, pc: int) -> int:
        self.at = pc
        content = self.formatter.format(text, arguments, self.user_loc())
        self.output(stream, content)
        return len(content)

    def write_formatted(self, buffer: int, limit: int, text: int, arguments: int, pc: int) -> int:
        self.at = pc
        content = self.formatter.format(text, arguments, self.user_loc())
        if limit:
            self.memory.write_bytes(buffer, content[: limit - 1] + b"\0")
        return len(content)
