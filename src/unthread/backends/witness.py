"""From a tool's counterexample to what it claims about the user's program.

In: the `Emitted` text and the `ToolViolation` of it. Out: a `Witness`, which the interpreter has to confirm.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import field

from unthread.backends.base import ToolStep, ToolViolation
from unthread.core import properties
from unthread.core.records import dataclass
from unthread.core.trace import InputValue, Mark, Witness
from unthread.engine.terms.float_format import number_of_bits
from unthread.program.types import BoolType, FloatType, Type, bits_of, is_signed, value_type
from unthread.sequentialize.emitted import ClaimOrigin, Emitted, InputOrigin, ObjectOrigin, PointOrigin
from unthread.sequentialize.one_loop.procedures import SOME_THREAD, THREAD_VARIABLE
from unthread.values.scalars import text_of

STEP = "ut_at"  # gets a value on each line that is a step
OWN_ELEMENT = "[tid]"  # of an array with an element for each thread
WHOLE_OBJECT = re.compile(r"bytes of (.+)")  # the variable of an event whose value is all bytes, lowest first
_NUMBER = re.compile(r"\[(\d+)[uUlL]*\]")


def claim_at(emitted: Emitted, line: int | None) -> ClaimOrigin | None:
    """The assertion of the user's program on that line of the text."""
    origins = emitted.origins.get(line, ()) if line is not None else ()
    return next((origin for origin in origins if isinstance(origin, ClaimOrigin)), None)


def witness_of(emitted: Emitted, violation: ToolViolation) -> Witness | None:
    """None: the tool does not show enough."""
    claim = claim_at(emitted, violation.failed_line)
    if claim is None or violation.events is None:
        return None
    reader = _Reader(emitted)
    for event in violation.events:
        reader.read(event)
    thread = reader.thread(claim.thread)
    return Witness(
        properties.Violation(claim.property, claim.message, thread, claim.loc),
        tuple(reader.marks),
        reader.inputs_asked(),
    )


class _Reader:
    """Follows a counterexample. Where a line belongs to whichever thread is chosen, it knows which one is."""

    def __init__(self, emitted: Emitted) -> None:
        self.marks: list[Mark] = []
        self.inputs: list[InputValue] = []
        self._objects: list[_AnyBytes] = []
        self._origins = emitted.origins
        self._chosen = 0

    def thread(self, number: int) -> int:
        return self._chosen if number == SOME_THREAD else number

    def read(self, event: ToolStep) -> None:
        if event.variable == THREAD_VARIABLE and event.value is not None:
            self._chosen = event.value
        for origin in self._origins.get(event.line, ()):
            match origin:
                case PointOrigin(thread, loc, kind) if event.variable == STEP:
                    self.marks.append(Mark(self.thread(thread), loc, kind))
                case InputOrigin(thread, name, loc, type, target):
                    number = self.thread(thread)
                    if event.value is not None and _is_target(event.variable, target, number):
                        value = _value(event.value, type)
                        self.inputs.append(InputValue(number, name, loc, value))
                case ObjectOrigin(thread, _, target):
                    number = self.thread(thread)
                    whole = WHOLE_OBJECT.fullmatch(event.variable or "")
                    if event.value is not None and whole and _is_target(whole[1], target, number):
                        self._objects.append(
                            _AnyBytes(origin, number, _own(target, number), event.line, event.value)
                        )
        for item in self._objects:
            item.see(event)

    def inputs_asked(self) -> tuple[InputValue, ...]:
        return (*self.inputs, *(value for item in self._objects for value in item.inputs()))


@dataclass(slots=True)
class _AnyBytes:
    """An object with the bytes that a tool has chosen, and the cells of it that were written later."""

    origin: ObjectOrigin
    thread: int
    target: str
    line: int
    bytes: int
    written: set[int] = field(default_factory=set)

    def see(self, event: ToolStep) -> None:
        if event.line == self.line or event.variable is None:
            return
        variable = _NUMBER.sub(r"[\1]", event.variable)
        if variable.startswith(self.target):
            path = variable[len(self.target) :]
            self.written.update(cell.offset for cell in self.origin.cells if path and cell.path == path)

    def inputs(self) -> Iterator[InputValue]:
        """What was written may never have been asked for: it comes last of all that is read in a place."""
        for cell in sorted(self.origin.cells, key=lambda cell: cell.offset in self.written):
            value = _value(self.bytes >> 8 * cell.offset, cell.type)
            yield InputValue(self.thread, self.origin.name, cell.loc, value)


def _is_target(variable: str | None, target: str, thread: int) -> bool:
    """The variable of the text, in an array of all threads' perhaps. Tools write numbers as they like."""
    if variable is None or variable == target:
        return variable is not None
    return _NUMBER.sub(r"[\1]", variable) == _own(target, thread)


def _own(target: str, thread: int) -> str:
    """The thread's element of an array of all threads'."""
    return target.replace(OWN_ELEMENT, f"[{thread}]")


def _value(bits: int, type: Type) -> int | str:
    """What the bits mean. Tools give small values in wider ones."""
    type = value_type(type)
    if isinstance(type, FloatType):
        return text_of(number_of_bits(_as_engine(bits, type), type))
    if isinstance(type, BoolType):
        return int(bits != 0)
    width = bits_of(type)
    bits &= (1 << width) - 1
    return bits - (1 << width) if is_signed(type) and bits >> (width - 1) else bits


def _as_engine(bits: int, type: FloatType) -> int:
    """The leading bit of an x87 number, which says nothing new, is left out."""
    if type.bits != 80:
        return bits & ((1 << type.bits) - 1)
    return (bits >> 64 & 0xFFFF) << 63 | bits & ((1 << 63) - 1)
