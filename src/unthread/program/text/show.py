"""A Program as text that reads like C.

In: a Program, a Function, an instruction or an expression. Out: text. The `Writer` writes what stands in a
line; here names are chosen that tell variables apart, globals get their initial values, and lines get
their positions.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import chain, count

from unthread.core.records import dataclass
from unthread.core.source import NOWHERE, Loc
from unthread.program.expressions import (
    AddressOf,
    Constant,
    Expression,
    Read,
    Storage,
    VariablePlace,
    operands,
    root,
)
from unthread.program.instructions import Assign, Copy, Fill, Instruction, Label, expressions
from unthread.program.program import Function, GlobalVariable, InitialValue, Program
from unthread.program.text.c_literals import string_literal
from unthread.program.text.c_types import declarator_of, declare
from unthread.program.text.writer import Writer
from unthread.program.types import VOID, ArrayType, IntType, RecordType, Type, size_of, value_type

_WIDTH = 100  # lists of initial values and of registers wrap here
NO_MEMBER = "<offset "  # stands for a designator where the type has none: two views of a union
_COMMENT_COLUMN = 48  # positions stand here, or further right where a line is longer


# Strings and initial values


def string_of(variable: GlobalVariable) -> bytes | None:
    """The characters of an object that is an array of them and ends in a zero."""
    type = variable.variable.type
    if not (isinstance(type, ArrayType) and isinstance(type.element, IntType) and type.element.bits == 8):
        return None
    data = bytearray(variable.size)
    for initial in variable.initial:
        value = initial.value
        if not (isinstance(value, Constant) and isinstance(value.value, int) and size_of(initial.type) == 1):
            return None
        data[initial.offset] = value.value & 255
    return bytes(data[:-1]) if data and not data[-1] else None


def string_literals(program: Program) -> dict[str, str]:
    """What to write for the globals that are string literals."""
    literals = {}
    for name, variable in program.globals.items():
        data = string_of(variable) if variable.read_only else None
        if data is not None:
            literals[name] = string_literal(data)
    return literals


def _path_at(type: Type, offset: int, initial: InitialValue) -> str | None:
    """The designator of the scalar at an offset: `.x[2]`."""
    path = ""
    while True:
        type = value_type(type)
        match type:
            case ArrayType(element):
                size = size_of(element)
                if not size:
                    return None
                path += f"[{offset // size}]"
                type, offset = element, offset % size
            case RecordType():
                members = [
                    member for member in type.fields if _holds(member.type, offset - member.offset, initial)
                ]
                if initial.bit_width is not None:
                    members = [m for m in type.fields if _is_bit_field_at(m, offset, initial)] or members
                if not members:
                    return None
                path += f".{members[0].name}" if members[0].name else ""
                type, offset = members[0].type, offset - members[0].offset
            case _:
                return path if offset == 0 else None


def _is_bit_field_at(member: object, offset: int, initial: InitialValue) -> bool:
    wanted = (offset, initial.bit_offset, initial.bit_width)
    return wanted == tuple(getattr(member, name, None) for name in ("offset", "bit_offset", "bit_width"))


def _holds(type: Type, offset: int, initial: InitialValue) -> bool:
    """An object of that type has a scalar like the initial value at the offset."""
    type = value_type(type)
    if offset < 0:
        return False
    match type:
        case ArrayType(element, count):
            size = size_of(element)
            inside = size > 0 and (offset < size * count or not count)
            return inside and _holds(element, offset % size, initial)
        case RecordType():
            return any(_holds(member.type, offset - member.offset, initial) for member in type.fields)
        case _:
            return offset == 0 and size_of(type) == size_of(value_type(initial.type))


# Whole programs


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    loc: Loc = NOWHERE


def show(program: Program, functions: Iterable[str] = (), library: bool = False) -> str:
    """The program as text; with names of functions only those. Library functions come with `library`."""
    chosen = list(functions)
    globals_, literals = _global_names(program), string_literals(program)
    if chosen:
        picked = [program.functions[name] for name in chosen]
        return "\n".join(_function_text(function, globals_, literals) for function in picked)
    shown = [function for function in _in_source_order(program) if library or not function.library]
    parts = [_show_globals(program, library), _show_undefined(program)]
    parts += [_function_text(function, globals_, literals) for function in shown]
    return "\n".join(part for part in parts if part)


def _in_source_order(program: Program) -> list[Function]:
    files = {function.loc.file: None for function in program.functions.values() if not function.library}
    order = {file: number for number, file in enumerate(files)}
    return sorted(
        program.functions.values(),
        key=lambda f: (f.library, order.get(f.loc.file, 0), f.loc.file, f.loc.line, f.loc.column),
    )


@dataclass(frozen=True, slots=True)
class MarginNotes:
    """What to write beside the instructions of a body: before and after each."""

    margin: Mapping[int, str]
    behind: Mapping[int, str]
    width: int = 5


def _function_text(
    function: Function, globals_: dict[str, str], literals: dict[str, str], notes: MarginNotes | None = None
) -> str:
    writer = Writer(_names(function, globals_), literals)
    blank = " " * notes.width if notes else ""
    lines = [_Line(_header(function, writer), function.loc), _Line("{")]
    if notes is None:
        lines += [_Line(line) for line in _registers(function, writer)]
    for index, instruction in enumerate(function.body):
        text = writer.instruction(instruction)
        margin = notes.margin.get(index, "").rjust(notes.width) if notes else blank
        behind = f"   [{notes.behind[index]}]" if notes and index in notes.behind else ""
        indent = "" if isinstance(instruction, Label) else "    "
        lines.append(_Line(margin + indent + text + behind, instruction.loc))
    lines.append(_Line("}"))
    return _with_positions(lines, function.loc.file, whole_first=True)


def show_annotated(program: Program, notes: Mapping[str, MarginNotes]) -> str:
    """The functions that have notes, with those beside their instructions; globals first."""
    globals_, literals = _global_names(program), string_literals(program)
    texts = [_function_text(program.functions[name], globals_, literals, notes[name]) for name in notes]
    return "\n".join(part for part in [_show_globals(program, library=True), *texts] if part)


def show_instruction(instruction: Instruction, program: Program | None = None) -> str:
    return Writer(literals=string_literals(program) if program else {}).instruction(instruction)


def show_expression(expression: Expression) -> str:
    return Writer().exact(expression).text


def _header(function: Function, writer: Writer) -> str:
    parameters = [declare(variable.type, writer.name(variable)) for variable in function.parameters]
    if function.varargs is not None:
        parameters.append(f"...{writer.name(function.varargs)}")
    if function.type.prototyped and not parameters:
        parameters = ["void"]
    result = function.type.result
    if isinstance(result, RecordType):
        result = VOID  # it goes through the first parameter
    return declare(result, f"{function.name}({', '.join(parameters)})")


def _registers(function: Function, writer: Writer) -> Iterator[str]:
    """Declarations of the registers, those of one specifier together."""
    groups: dict[str, list[str]] = {}
    for variable in function.locals:
        if variable.storage is Storage.REGISTER:
            specifier, declarator = declarator_of(variable.type, writer.name(variable))
            groups.setdefault(specifier, []).append(declarator)
    for specifier, declarators in groups.items():
        yield from _wrapped(f"    register {specifier} ", declarators, "", "        ")


def _wrapped(start: str, items: list[str], end: str, indent: str) -> Iterator[str]:
    """The items between start and end, with commas, in lines that are not too long."""
    line = start
    for position, item in enumerate(items):
        piece = item + (", " if position + 1 < len(items) else end)
        if len(line) + len(piece) > _WIDTH and line.strip():
            yield line.rstrip()
            line = indent
        line += piece
    yield line if items else start + end


def _names(function: Function, globals_: dict[str, str]) -> dict[str, str]:
    """What to call each variable inside the function: what the user wrote, unless that would also mean
    another one."""
    names = {name: globals_.get(name, name) for name in _globals_in(function.body)}
    taken = set(names.values())
    mine = [*function.parameters, *function.locals, *([function.varargs] if function.varargs else [])]
    prefix = f"{function.name}::"
    # Variables that were first to be called so keep the name; temporaries and shadowing ones step back.
    for variable in sorted(mine, key=lambda variable: variable.name != prefix + variable.text):
        text = variable.text or variable.name
        name = next(name for name in chain([text], (f"{text}#{n}" for n in count(2))) if name not in taken)
        names[variable.name] = name
        taken.add(name)
    return names


def _globals_in(body: Iterable[Instruction]) -> set[str]:
    found = set()
    for instruction in body:
        places = [instruction.target] if isinstance(instruction, Assign | Fill | Copy) else []
        places += [instruction.source] if isinstance(instruction, Copy) else []
        pending = list(expressions(instruction))
        while pending:
            expression = pending.pop()
            pending.extend(operands(expression))
            if isinstance(expression, Read | AddressOf):
                places.append(expression.place)
        bases = [root(place) for place in places]
        found |= {
            base.variable.name for base in bases if isinstance(base, VariablePlace) and _is_static(base)
        }
    return found


def _is_static(place: VariablePlace) -> bool:
    return place.variable.storage in (Storage.GLOBAL, Storage.THREAD)


def _global_names(program: Program) -> dict[str, str]:
    """What the user called the globals, where that means one of them only."""
    variables = [variable.variable for variable in program.globals.values()]
    uses = Counter(variable.text or variable.name for variable in variables)
    return {
        variable.name: variable.text for variable in variables if variable.text and uses[variable.text] == 1
    }


def _show_globals(program: Program, library: bool) -> str:
    literals = string_literals(program)
    writer = Writer(_global_names(program), literals)
    models = _files(program, library=True) - _files(program, library=False)
    lines: list[_Line] = []
    for name, variable in program.globals.items():
        if name in literals or (variable.variable.loc.file in models and not library):
            continue
        first, *rest = _global_lines(variable, writer)
        lines.append(_Line(first, variable.variable.loc))
        lines += [_Line(line) for line in rest]
    return _with_positions(lines, lines[0].loc.file, whole_first=True) if lines else ""


def _files(program: Program, library: bool) -> set[str]:
    return {function.loc.file for function in program.functions.values() if function.library == library}


def _global_lines(variable: GlobalVariable, writer: Writer) -> list[str]:
    words = "extern " if variable.external else ""
    words += "_Thread_local " if variable.variable.storage is Storage.THREAD else ""
    text = words + declare(variable.variable.type, writer.name(variable.variable))
    if not variable.initial:
        return [text]
    data = string_of(variable)
    if data is not None:
        return [f"{text} = {string_literal(data.rstrip(bytes(1)))}"]
    type = value_type(variable.variable.type)
    if not isinstance(type, ArrayType | RecordType):
        return [f"{text} = {writer.assigned(variable.initial[0].value)}"]
    return list(_wrapped(f"{text} = {{", initial_items(variable, type, writer), "}", "    "))


def initial_items(variable: GlobalVariable, type: Type, writer: Writer) -> list[str]:
    """What stands in the braces of an initializer."""
    items = []
    in_turn = True  # all of them so far
    for position, initial in enumerate(variable.initial):
        value = writer.assigned(initial.value)
        path = _path_at(type, initial.offset, initial)
        in_turn &= path == f"[{position}]"
        if path is None:
            items.append(f"{NO_MEMBER}{initial.offset}> = {value}")
        elif in_turn:
            items.append(value)
        else:
            items.append(f"{path} = {value}")
    return items


def _show_undefined(program: Program) -> str:
    lines = [
        f"extern {declare(type, name)}  // neither body nor model" for name, type in program.undefined.items()
    ]
    return "".join(f"{line}\n" for line in lines)


def _with_positions(lines: list[_Line], file: str, whole_first: bool) -> str:
    """The lines, with a position after each that differs from that of the line before."""
    width = max((len(line.text) for line in lines if len(line.text) < _COMMENT_COLUMN), default=0)
    result = []
    last = NOWHERE
    for number, line in enumerate(lines):
        loc = line.loc
        if loc in (NOWHERE, last):
            result.append(line.text)
            continue
        whole = loc.file != file or (number == 0 and whole_first)
        place = str(loc) if whole else f"{loc.line}:{loc.column}"
        result.append(f"{line.text.ljust(width)}  // {place}")
        last = loc
    return "".join(f"{line}\n" for line in result)
