"""What one emission of C has in common: `CCode`.

What is mentioned is remembered, so that `declarations` can define it: records, globals, functions,
words of the dialect. Signed arithmetic wraps around, as it does in goto code: compilers need `-fwrapv`, and
`-fno-strict-aliasing`, to see it so.
"""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice

from unthread.core.diagnostics import Unsupported, source_lines
from unthread.core.properties import Property
from unthread.core.source import DataModel, Loc
from unthread.program.expressions import (
    AddressOf,
    Storage,
    Variable,
)
from unthread.program.instructions import Instruction
from unthread.program.library import OWN
from unthread.program.program import GlobalVariable
from unthread.program.text.c_literals import string_literal
from unthread.program.text.c_types import declare, type_name
from unthread.program.text.show import NO_MEMBER, initial_items, string_of
from unthread.program.types import (
    ArrayType,
    AtomicType,
    BoolType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
    VoidType,
    size_of,
    value_type,
)
from unthread.sequentialize.c.dialects import HERE, nondet, preamble, run_time
from unthread.sequentialize.c.names import CNames
from unthread.sequentialize.c.objects import Reads, cells_read
from unthread.sequentialize.c.records import definitions, plain
from unthread.sequentialize.c.writer import ALLOCATION, FREEING, OBJECT_SIZES, CWriter
from unthread.sequentialize.emitted import Dialect, Origin

_WARNINGS = (  # of what cannot be avoided where text is made from any program; the first two, of these words
    "pragmas",
    "unknown-warning-option",
    "unused-label",
    "unused-variable",
    "unused-function",
    "free-nonheap-object",
    "unused-but-set-variable",
    "tautological-compare",
    "bool-compare",
    "int-in-bool-context",
    "bool-operation",
    "address",
    "address-of-packed-member",
    "div-by-zero",
    "maybe-uninitialized",
)
_SPACES = str.maketrans({sign: " " for sign in string.punctuation if sign != "_"})


class CodeLines:
    """Text under construction. `at` is the position in the user's text that the next lines belong to;
    `positions` says by line to which one it does."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.origins: dict[int, tuple[Origin, ...]] = {}
        self.positions: dict[int, Loc] = {}
        self.at: Loc | None = None

    def add(self, text: str = "", *origins: Origin) -> None:
        self.lines.append(text)
        if self.at is not None:
            self.positions[len(self.lines)] = self.at
        if origins:
            self.origins[len(self.lines)] = origins

    def extend(self, other: CodeLines) -> None:
        for line, origins in other.origins.items():
            self.origins[len(self.lines) + line] = origins
        for line, loc in other.positions.items():
            self.positions[len(self.lines) + line] = loc
        self.lines += other.lines

    def text(self) -> str:
        return "".join(f"{line}\n" for line in self.lines)

    def words(self) -> set[str]:
        """Names, and whatever else stands between signs; in a long text this is quicker than searching."""
        return set(" ".join(self.lines).translate(_SPACES).split())


class CCode:
    """What one emission has in common: names, and what was mentioned so far. `functions` are those that may
    have their address taken."""

    def __init__(
        self,
        globals: dict[str, GlobalVariable],
        functions: dict[str, FunctionType],
        data_model: DataModel,
        dialect: Dialect,
        properties: frozenset[Property],
        is_followed: bool = False,
    ) -> None:
        self.dialect = dialect
        self.is_followed = is_followed  # the text follows a trace, and has the lines of the user's
        self.data_model = data_model
        self.properties = properties
        self.names = CNames()
        self.used: set[str] = set()  # words of the dialect and functions of C
        self.loose: dict[str, None] = {}
        self.cells_read: Reads = {}
        self.tags: dict[RecordType, str] = {}
        self._tag_names = CNames()
        self.globals = globals
        self._functions = functions
        self._global_names: dict[str, str] = {}
        self._function_names: dict[str, str] = {}
        for name, item in globals.items():
            if not item.read_only and not _is_own(item) and item.variable.storage is Storage.GLOBAL:
                self._global_names[name] = self.names.new(item.variable.text or name)

    def read_in(self, body: Sequence[Instruction]) -> None:
        """Objects of any bytes are asked about in this body: to be called before it is written."""
        self.cells_read.update(cells_read(body))

    # ---- names

    def global_name(self, variable: Variable) -> str:
        known = self._global_names.get(variable.name)
        if known is None:
            wanted = "text" if self.globals[variable.name].read_only else variable.text or variable.name
            known = self._global_names[variable.name] = self.names.new(wanted)
        return known

    def function_name(self, name: str) -> str:
        if name not in self._function_names:
            self._function_names[name] = self.names.new(name)
        return self._function_names[name]

    def type_name(self, type: Type) -> str:
        type = plain(type)
        self._mention(type)
        return type_name(type, self.tags)

    def declare(self, type: Type, name: str) -> str:
        type = plain(type)
        self._mention(type)
        return declare(type, name, self.tags)

    def _mention(self, type: Type) -> None:
        match type:
            case PointerType(target):
                self._mention(target)
            case ArrayType(element):
                self._mention(element)
            case FunctionType(result, parameters):
                for part in (result, *parameters):
                    self._mention(part)
            case RecordType() if type not in self.tags:
                self.tags[type] = self._tag_names.new(type.tag or "anonymous")
                for member in type.fields:
                    self._mention(plain(member.type))
            case _:
                pass

    # ---- what was mentioned

    def declarations(self) -> CodeLines:
        """Definitions of all that was mentioned: call it last."""
        objects = self._objects()
        functions = self._function_stubs()
        result = CodeLines()
        for line in definitions(self.tags, self.data_model):
            result.add(line)
        sizes = OBJECT_SIZES[self.dialect] if "object_size" in self.used else ""
        for name, type in ALLOCATION.items():
            if name in self.used or re.search(rf"\b{name}\(", sizes):
                result.add(f"extern {type};")
        freeing = FREEING.get(self.dialect, "") if "free" in self.used else ""
        for line in [*sizes.splitlines(), *freeing.splitlines()]:
            result.add(line)
        result.extend(functions)
        result.extend(objects)
        return result

    def _function_stubs(self) -> CodeLines:
        """They are not called: every call is inlined. They only have addresses."""
        result = CodeLines()
        for name, text in self._function_names.items():
            kind = self._functions[name]
            result.add(f"{self.declare(_unprototyped(kind), text)}")
            if isinstance(kind.result, VoidType):
                result.add("{")
                result.add("}")
                continue
            result.add("{")
            result.add(f"    static {self.declare(kind.result, 'nothing')};")
            result.add("    return nothing;")
            result.add("}")
        return result

    def _objects(self) -> CodeLines:
        """Globals in the order of the program; initial values may mention others."""
        texts: dict[str, list[str]] = {}
        pending = list(self._global_names)
        known = len(pending)
        while pending:
            name = pending.pop()
            texts[name] = self.object_text(self.globals[name], self._global_names[name])
            if len(self._global_names) > known:
                pending += islice(self._global_names, known, None)
                known = len(self._global_names)
        result = CodeLines()
        chosen = [name for name in self.globals if name in texts]
        needed_early = [
            name for name in chosen if any(isinstance(i.value, AddressOf) for i in self.globals[name].initial)
        ]
        for name in chosen:  # objects whose addresses stand in initial values may come later
            if needed_early:
                item = self.globals[name]
                result.add(f"{self._declared(item, self._global_names[name])};")
        for name in chosen:
            for line in texts[name]:
                result.add(line)
        return result

    def _declared(self, item: GlobalVariable, name: str) -> str:
        type = value_type(item.variable.type)
        if isinstance(type, ArrayType) and not type.count and size_of(type.element):
            type = ArrayType(type.element, item.size // size_of(type.element))
        return self.declare(type, name)

    def object_text(self, item: GlobalVariable, name: str) -> list[str]:
        """The definition of a global under that name."""
        text = self._declared(item, name)
        if not item.initial:
            return [f"{text};"]
        data = string_of(item)
        if data is not None:
            return [f"{text} = {string_literal(data.rstrip(bytes(1)))};"]
        writer = self.writer({}, "0")
        type = value_type(item.variable.type)
        if not isinstance(type, ArrayType | RecordType):
            return [f"{text} = {writer.assigned(item.initial[0].value)};"]
        items = initial_items(item, plain(type), writer)
        if any(part.startswith(NO_MEMBER) for part in items):
            raise Unsupported(f"the initial value of '{item.variable.text}' in emitted C", item.variable.loc)
        lines, line = [], f"{text} = {{"
        for number, part in enumerate(items):
            piece = part + (", " if number + 1 < len(items) else "};")
            if len(line) + len(piece) > 100:
                lines.append(line.rstrip())
                line = "    "
            line += piece
        return [*lines, line]

    def unknown_globals(self) -> Iterator[str]:
        """Objects that are defined nowhere and hold any value, under the names they have by now."""
        for name, text in self._global_names.items():
            if self.globals[name].external:
                yield text

    def shown_globals(self) -> Iterator[str]:
        """The user's globals that have no pointers in them: comparable between two executions."""
        for name, item in self.globals.items():
            is_users = name in self._global_names and not item.read_only and not _is_own(item)
            if is_users and _is_comparable(value_type(item.variable.type)):
                yield self._global_names[name]

    # ---- text

    def text(self, heading: Iterable[str], parts: Iterable[CodeLines]) -> CodeLines:
        """All of it: the parts, one of which has the declarations, after what the dialect needs."""
        first, *others = heading
        result = CodeLines()
        for line in (f"/* Sequential C by unthread: {first}", *(f"   {line}" for line in others)):
            result.add(line)
        if self.dialect is Dialect.FRAMAC:
            result.add(
                "   Frama-C sees the assertions, which are comments in macros, only with -cpp-extra-args=-CC."
            )
        result.add("   Compile with: -fwrapv -fno-strict-aliasing */")
        result.add()
        for warning in _WARNINGS:
            result.add(f'#pragma GCC diagnostic ignored "-W{warning}"')
        result.add()
        for line in preamble(self.dialect, self.used, self.is_followed):
            result.add(line)
        for part in parts:
            result.add()
            result.extend(part)
        if self.dialect is Dialect.PLAIN:
            for line in run_time(self.shown_globals(), self.is_followed):
                result.add(line)
        return result

    def writer(self, names: dict[str, str], self_text: str) -> CWriter:
        return CWriter(names, {}, self.tags, code=self, self_text=self_text)

    def any_value(self, type: Type) -> str:
        function = nondet(type)
        self.used.add(function)
        return f"{function}({HERE if self.is_followed else ''})"

    def any_bytes(self, name: str) -> str:
        """A statement that fills an object with any bytes."""
        here = f", {HERE}" if self.is_followed else ""
        return f"{self.word('havoc')}(&{name}, sizeof {name}{here});"

    def word(self, name: str) -> str:
        self.used.add(name)
        return name


def position(loc: Loc) -> str:
    """A comment with the position, and the user's line if it can be read."""
    lines = source_lines(loc.file)
    text = " ".join(lines[loc.line - 1].split()) if 0 < loc.line <= len(lines) else ""
    text = text.encode("ascii", "replace").decode()
    text = text.replace("*/", "* /").replace("/*", "/ *").rstrip("\\")
    return f"/* {loc.file}:{loc.line}{':  ' if text else ''}{text} */"


def _is_own(item: GlobalVariable) -> bool:
    return item.variable.name.startswith(OWN)


def _unprototyped(type: FunctionType) -> FunctionType:
    """Parameters have no names, which definitions need: they get none."""
    return FunctionType(type.result, (), prototyped=not type.parameters and not type.variadic)


def _is_comparable(type: Type) -> bool:
    match type:
        case ArrayType(element, count):
            return bool(count) and _is_comparable(value_type(element))
        case RecordType():
            return not type.is_union and all(_is_comparable(value_type(m.type)) for m in type.fields)
        case BoolType() | IntType():
            return True
        case AtomicType(value):
            return _is_comparable(value)
        case _:
            return False
