"""A printf, carried out by a thread: its result, what it reads and what it writes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from unthread.analysis.addresses import AS_TEXT
from unthread.core.properties import Property
from unthread.engine.encode.objects import Pointer
from unthread.engine.encode.printing import Buffer, PrintedText, text_of
from unthread.engine.terms.nodes import Bool
from unthread.program.instructions import FormatText, Print
from unthread.program.types import UCHAR
from unthread.values.cells import codec

if TYPE_CHECKING:
    from unthread.engine.encode.steps import ThreadSteps

_BYTE = codec(UCHAR)


def carry_out_print(steps: ThreadSteps, index: int, item: Print | FormatText) -> PrintedText:
    """What it reads goes unchecked where it is not known, which is reported instead."""
    format, arguments = steps.pointer(item.format), steps.pointer(item.arguments)
    text = text_of(steps.memory, format, arguments, steps.setting.program.data_model, item.loc)
    if text.content is None:
        steps.set_loose(index, item.target, "the result of a printf", item.loc)
    else:
        steps.registers.set(index, steps.terms.integer(len(text.content)))
    for read in text.reads:
        steps.prints(read.item, steps.terms.true, steps.terms.integer(read.at), read.size, writes=False)
    checked = [_read_string(steps, pointer) for pointer in text.strings]
    if text.is_blind or not all(checked):
        steps.prints_blindly()
        steps.recorder.ignore("a printf that reads invalid memory", item.loc, steps.guard)
    return text


def _read_string(steps: ThreadSteps, pointer: Pointer) -> bool:
    """A string is read to its end, if there is one; null is printed as such. False: that is not known."""
    terms, memory, addresses = steps.terms, steps.memory, steps.addresses
    valid = [addresses.equal(pointer, addresses.null)]
    for reach in memory.reaches(pointer):
        if reach.item.is_function:
            continue
        ends = memory.holds_string(reach)
        if ends is None:
            return False
        valid.append(terms.both(reach.condition, ends))
        for at, comes in enumerate(memory.string_bytes(reach)):
            here = terms.both(reach.condition, comes)
            steps.touched(reach.item, here, terms.integer(at), _BYTE, writes=False)
    message = "a string is read beyond the end of its object"
    steps.fault(Property.MEMORY, message, terms.any(valid).inverse)
    return True


def carry_out_format(steps: ThreadSteps, index: int, item: FormatText) -> None:
    """The buffer holds the text, or anything where that is not known."""
    text = carry_out_print(steps, index, item)
    if text.has_address:
        steps.recorder.collected.parts[item.loc] = AS_TEXT
    limit = steps.integer(item.limit)
    buffer = Buffer(steps.memory, steps.pointer(item.buffer), limit)
    overrun = steps.terms.both(steps.guard, _lacks_room(steps, buffer, text))
    steps.recorder.ignore("a printf that writes beyond its buffer", item.loc, overrun)
    if text.content is not None and limit.is_constant:
        _touch(steps, buffer, len(buffer.written(text.content)))
        buffer.write(text.content, steps.guard)
    else:
        steps.prints_blindly()
        steps.recorder.collected.loose[f"the text that a printf writes at {item.loc} is arbitrary"] = None
        buffer.write_anything(text, steps.guard)


def _touch(steps: ThreadSteps, buffer: Buffer, size: int) -> None:
    for reach in buffer.reaches:
        steps.prints(reach.item, reach.condition, reach.offset, size, writes=True)


def _lacks_room(steps: ThreadSteps, buffer: Buffer, text: PrintedText) -> Bool:
    """The buffer may be too small for all we know. Where the length is known, that is a violation instead."""
    most = buffer.most(text)
    if most == 0:
        return steps.terms.false
    if text.content is None or not buffer.limit.is_constant:
        return buffer.holds(most).inverse
    message = f"write of {most} byte{'s' * (most != 1)} outside of any live object"
    steps.fault(Property.MEMORY, message, buffer.holds(most).inverse)
    return steps.terms.false
