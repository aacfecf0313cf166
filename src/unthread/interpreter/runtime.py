"""What compiled code calls: memory, calls, threads, inputs; `arithmetic.py` and `printf.py` have the rest.

`Runtime` also is the `M` of compiled code: `thread` and `frames` are those of the running thread, `at` is
the instruction of the top frame that a helper was last called for.
"""

from __future__ import annotations

from typing import NoReturn

from unthread.core.diagnostics import InputError, Unsupported
from unthread.core.ledger import Arrival
from unthread.core.properties import Property, ViolationKind
from unthread.core.source import Loc
from unthread.interpreter.arithmetic import Arithmetic
from unthread.interpreter.callees import Callees
from unthread.interpreter.compile.convention import CallSite, converter
from unthread.interpreter.compile.functions import FunctionCode, FunctionCompiler
from unthread.interpreter.compile.places import PythonNames
from unthread.interpreter.compile.translate import PURE_HELPERS
from unthread.interpreter.image import Image
from unthread.interpreter.inputs import InputSource
from unthread.interpreter.memory import Memory
from unthread.interpreter.objects import (
    BarrierError,
    Fault,
    InfeasibleError,
    Object,
    ObjectKind,
    ProcessExitError,
    RefusalError,
)
from unthread.interpreter.printf import Printing
from unthread.interpreter.state import Apart, CodeEvent, MachineFrame, Output, Registers, ThreadState
from unthread.interpreter.torn import Torn
from unthread.program.expressions import Variable
from unthread.program.instructions import Assert, Region
from unthread.program.library import TAKES
from unthread.program.program import Function, Program
from unthread.program.standstill import Contents
from unthread.program.types import PointerType, Type, size_of, value_type
from unthread.values.cells import Codec, Value
from unthread.values.scalars import fit, to_nothing

Row = tuple[int, Codec, int]  # the address of an array of scalars, what each is, how many


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
        apart: Apart | None = None,
    ) -> None:
        self.inputs = inputs
        self.apart = apart
        self.depth = depth
        self.memory = Memory(program.data_model, self._define, layout=apart.layout if apart else None)
        self.torn = Torn(self.memory)
        self.image = Image(program, self.memory)
        self.counters = [0, 0, 1 << 62]  # instructions, steps, limit of instructions
        self.threads: list[ThreadState] = []
        self.thread: ThreadState = None  # type: ignore[assignment]  # set before any code runs
        self.frames: list[MachineFrame] = []
        self.at = 0
        self.ended = 0  # the object that ended last
        self.printed = b""  # last
        self.peeking = False
        self.arrived: set[Arrival] = set()
        self.logged: list[tuple[int, int, bool, bool]] = []
        # In the section just executed, if it is watched: where, what, whether it writes, what was there.
        self.accessed: list[tuple[int, Codec, bool, Value | None]] = []
        names = self._names(Arithmetic(self), Printing(self, output))
        if watched:
            names["log"] = self.log_watched
            properties |= {Property.RACE}  # which has sections tell what they do
        compiler = FunctionCompiler(
            program,
            self.memory,
            PythonNames(names),
            self.image.globals,
            self.image.functions,
            properties,
            {},
            apart,
        )
        self.callees = Callees(self.image, compiler, undefined)

    def _names(self, arithmetic: Arithmetic, printing: Printing) -> dict[str, object]:
        helpers = (
            self.load, self.store, self.fill, self.copy, self.log, self.object_size,
            self.thread_object, self.begin, self.discard, self.unset, self.ask,
            self.ask_undefined, self.allocate, self.free, self.fail, self.infeasible,
            self.unmodelled, self.unmatched, self.mismatch, self.push, self.call, self.leave,
            self.end_thread, self.exit_process, self.spawn, self.enter_section, self.leave_section,
            self.whole, self.log_all, self.arrive, self.begin_with, self.compare, self.measure, self.watch,
            self.torn.overwrite,
            *arithmetic.helpers(), *printing.helpers(),
        )  # fmt: skip
        names: dict[str, object] = {helper.__name__: helper for helper in helpers}
        return (
            names
            | PURE_HELPERS
            | {"M": self, "C": self.counters, "D": self.memory.fast, "Frame": MachineFrame}
        )

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

    def fill(self, row: Row, value: Value, pc: int) -> None:
        """All elements get the value, one after the other."""
        self.at = pc
        address, cell, count = row
        for position in range(count):
            self.memory.store(address + position * cell.size, cell, value)

    def copy(self, target: Row, source: Row, backward: bool, pc: int) -> None:
        """One element after the other."""
        self.at = pc
        to, come, size = target[0], source[0], target[1].size
        places = range(0, target[2] * size, size)
        for offset in reversed(places) if backward else places:
            value = self.memory.load(come + offset, source[1])
            self.memory.store(to + offset, target[1], fit(value, target[1].type))

    def log(self, address: int, cell: Codec, writes: bool, pc: int) -> None:
        start, end = cell.extent
        self.logged.append((address * 8 + start, address * 8 + end, writes, True))

    def log_watched(self, address: int, cell: Codec, writes: bool, pc: int) -> None:
        self.log(address, cell, writes, pc)
        self.accessed.append((address, cell, writes, self.peek(address, cell) if writes else None))

    def log_all(self, touched: list[tuple[int, int, bool, bool]], atomic: bool) -> None:
        self.logged += [(first, end, writes, atomic) for first, end, writes, _ in touched]

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

    def object_size(self, address: int) -> int:
        item = self.memory.object_at(address)
        return 0 if item is None else item.size

    def thread_object(self, variable: Variable, pc: int) -> int:
        """The running thread's object of a thread-local variable."""
        self.at = pc
        address = self.thread.locals.get(variable.name)
        if address is None:
            item = self.image.create(variable, self.loc())
            item.thread = self.thread.number
            address = self.thread.locals[variable.name] = item.base
        return address

    def begin(self, frame: MachineFrame, slot: int, variable: Variable, pc: int, zeroed: bool = False) -> int:
        """The lifetime of a local begins; what it was before ends."""
        self.at = pc
        self.discard(frame, slot)
        size = size_of(variable.type)
        item = self.memory.create(size, ObjectKind.STACK, variable, variable.loc, defined=zeroed)
        item.thread = self.thread.number
        frame.owned.append(item.base)
        frame.regs[slot] = item.base
        return item.base

    def discard(self, frame: MachineFrame, slot: int) -> None:
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

    def allocate(
        self, size: int, zeroed: bool, region: Region, frame: MachineFrame, pc: int, target: Variable
    ) -> int:
        """A new object for a pointer, which is an array of variable length if the user has named it."""
        self.at = pc
        kind = ObjectKind.HEAP if region is Region.HEAP else ObjectKind.STACK
        item = self.memory.create(size, kind, None, self.user_loc(), defined=bool(zeroed))
        item.thread = self.thread.number
        if region is Region.STACK:
            frame.owned.append(item.base)
            item.array = None if target.is_temporary or not target.text else target
        return item.base

    def free(self, address: int, region: Region, frame: MachineFrame, pc: int) -> None:
        self.at = pc
        item = self.memory.objects.get(address >> self.memory.shift)
        kind = ObjectKind.HEAP if region is Region.HEAP else ObjectKind.STACK
        if item is None or address != item.base or item.kind is not kind or item.ended:
            raise Fault(ViolationKind.FREE, self._bad_free(address, item), object=item)
        if region is Region.STACK:
            frame.owned.remove(address)
        self.ended = address
        item.freed = self.thread.number, self.user_loc()
        self.memory.end(item, "was freed" if kind is ObjectKind.HEAP else "is out of scope")

    def _bad_free(self, address: int, item: Object | None) -> str:
        if item is None:
            return f"free of {address:#x}, which is not an object" if address else "free of a null pointer"
        if item.ended:
            return f"free of {item.describe()}, which {item.ended}"
        if item.kind is not ObjectKind.HEAP:
            return f"free of {item.describe()}, which is not on the heap"
        return f"free of an address {address - item.base} bytes into {item.describe()}"

    def begin_with(self, address: int, contents: Contents) -> None:
        """What an object begins with."""
        item = self.memory.objects[address >> self.memory.shift]
        for at, size in contents.runs():
            self.memory.write_bytes(item.base + at, contents.data[at : at + size])

    # what is decided by more than the program's text

    def compare(self, one: int, other: int, by_order: bool, pc: int) -> None:
        """Two addresses are compared: those of objects that are gone may be used again, and which object
        comes first is nowhere said."""
        objects, shift = self.memory.objects, self.memory.shift
        ours, theirs = objects.get(one >> shift), objects.get(other >> shift)
        if not one or not other or ours is theirs:
            return
        if by_order or any(item is None or item.data is None for item in (ours, theirs)):
            raise RefusalError

    def watch(self, address: int, size: int) -> None:
        """A number is read: no byte of it may be one of an address."""
        memory = self.memory
        item = memory.objects.get(address >> memory.shift)
        if item is None or item.data is None:
            return
        offset = address - item.base
        first = offset - 7 if offset > 7 else 0  # an address has 8 bytes
        if memory.top in item.data[first : offset + size + 7]:
            low, high = memory.extent
            for at in range(first, offset + size):
                if low <= int.from_bytes(item.data[at + 4 : at + 8], "little") < high:
                    raise RefusalError

    def measure(self, address: int, pc: int) -> int:
        """An address becomes a number."""
        if address >> self.memory.shift in self.memory.objects:
            raise RefusalError
        return address

    # inputs

    def ask(self, name: str, type: Type, pc: int) -> Value:
        self.at = pc
        return self._define(name, type)

    def _define(self, name: str, type: Type) -> Value:
        if self.peeking:
            raise BarrierError
        return fit(self.inputs.value(name, type, self.user_loc(), self.thread.number), type)

    def ask_undefined(self, name: str, type: Type, pc: int) -> Value:
        """What lies where nothing was written: any number, but a pointer to nothing."""
        value, kind = self.ask(name, type, pc), value_type(type)
        return to_nothing(value, kind) if isinstance(kind, PointerType) and isinstance(value, int) else value

    def unset(self, registers: Registers, slot: int, variable: Variable, pc: int) -> Value:
        value = registers[slot] = self.ask_undefined(variable.text or variable.name, variable.type, pc)
        return value

    # calls

    def push(self, frame: MachineFrame, pc: int) -> int:
        frames = self.frames
        if len(frames) >= self.depth:
            self.at = pc
            raise Unsupported(f"more than {self.depth:,} nested calls", hint="is the recursion unbounded?")
        frames.append(frame)
        counters = self.counters
        return -1 if counters[0] < counters[2] else -8  # Event.RELOAD, Event.LIMIT

    def leave(self, frame: MachineFrame, value: Value | None, pc: int) -> int:
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

    def _any_result(self, function: Function, caller: MachineFrame, target: int, pc: int) -> Value:
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
        return int(CodeEvent.ENDED)

    def _end_owned(self, frame: MachineFrame) -> None:
        for address in frame.owned:
            self._end(address, "belonged to a call that has returned")
        frame.owned.clear()

    def outlasts(self, frame: MachineFrame) -> int:
        """How many objects the frame has that others may know, and that end before it returns."""
        return len(self._known_elsewhere(frame)) if len(self.frames) > 1 else 0

    def end_next(self, frame: MachineFrame) -> bool:
        """Ends one of them, if there is any."""
        if not self.outlasts(frame):
            return False
        address = self._known_elsewhere(frame)[0]
        frame.owned.remove(address)
        self._end(address, "belonged to a call that has returned")
        return True

    def _known_elsewhere(self, frame: MachineFrame) -> list[int]:
        objects, shift = self.memory.objects, self.memory.shift
        variables = ((address, objects[address >> shift].variable) for address in frame.owned)
        return [address for address, variable in variables if variable is None or variable.escapes]

    def exit_process(self, status: int, pc: int) -> NoReturn:
        self.at = pc
        raise ProcessExitError(status & 0xFF)

    def call(
        self,
        address: int,
        values: tuple[Value, ...],
        varargs: int,
        site: CallSite,
        frame: MachineFrame,
        pc: int,
    ) -> int:
        """A call through a pointer, or of a function without a body."""
        self.at = pc
        name = self.callees.name_at(address)
        if self.apart is not None and name in TAKES:
            raise RefusalError
        code = self.callees.code(name)
        if code is None:
            return self._call_undefined(name, values, site, frame)
        registers = self._registers(code, values, site.types, varargs)
        target, convert = -1, None
        if site.target is not None:
            target = frame.code.slots[site.target.name]
            convert = converter(code.function.type.result, site.target.type)
        return self.push(MachineFrame(code, registers, target, convert), pc)

    def _call_undefined(
        self, name: str, values: tuple[Value, ...], site: CallSite, frame: MachineFrame
    ) -> int:
        self.callees.must_return(name, self.user_loc)
        if site.target is not None:
            result = self._define(f"{name}()", site.target.type)
            frame.regs[frame.code.slots[site.target.name]] = self.callees.corrected(name, values, result)
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
        if self.apart is not None:
            raise RefusalError
        name = self.callees.name_at(address)
        code = self.callees.code(name)
        if code is None:
            raise InputError(f"a thread starts in '{name}', which has no body", self.user_loc())
        frame = MachineFrame(code, self._registers(code, (argument,), (type,), 0))
        start = self.callees.start_routine(code.function, argument)
        thread = ThreadState(len(self.threads), [frame], start, self.user_loc())
        self.threads.append(thread)
        return thread.number

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
        callers = self.frames[-2::-1]
        frame = next((item for item in callers if not item.code.function.library), callers[-1])
        return frame.code.loc(frame.pc - 1)
