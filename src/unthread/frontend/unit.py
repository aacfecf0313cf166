"""One translation unit: what its names mean, and the objects that its literals stand for."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from unthread.core.diagnostics import Unsupported
from unthread.core.properties import ERROR_FUNCTIONS
from unthread.core.source import Loc
from unthread.frontend import clang
from unthread.frontend.arithmetic import wraps
from unthread.frontend.builder import Builder
from unthread.frontend.clang import Cursor, CursorKind, LinkageKind, Unit
from unthread.frontend.literals import string_units
from unthread.frontend.symbols import PLAIN, Attributes, never_returns, read_attributes, returns_number_only
from unthread.frontend.types import Types
from unthread.program.build.fold import integer
from unthread.program.expressions import Storage, Variable
from unthread.program.instructions import Unmodelled
from unthread.program.program import GlobalVariable, InitialValue
from unthread.program.types import ArrayType, FunctionType, Type, size_of, value_type

if TYPE_CHECKING:
    from unthread.frontend.expressions import Expressions
    from unthread.frontend.link import Linker
    from unthread.frontend.orders import OrderMark


class UnitContext:
    def __init__(self, unit: Unit, types: Types, linker: Linker, suffix: str, *, library: bool) -> None:
        self.unit = unit
        self.types = types
        self.linker = linker
        self.library = library
        self.atomic_statements = linker.source.atomic_statements and not library
        self.wraps = wraps(unit.flags)
        self.suffix = suffix  # distinguishes names of internal linkage
        self._locs: dict[tuple[str, int, int, str], Loc] = {}
        self._strings: dict[tuple[str, int], Variable] = {}
        self._literals: dict[int, Variable] = {}
        self._attributes: dict[str, Attributes] | None = None

    # ---- positions and gaps

    def loc(self, cursor: Cursor, function: str = "") -> Loc:
        key = (*self.unit.position(cursor), function)
        loc = self._locs.get(key)
        if loc is None:
            loc = self._locs[key] = Loc(*key)
        return loc

    def gap(self, gap: Unsupported, cursor: Cursor, builder: Builder) -> None:
        """What is not modelled matters only where it is reached."""
        loc = gap.diagnostics[0].loc or self.loc(cursor)
        builder.loc = Loc(loc.file, loc.line, loc.column, builder.function)
        builder.emit(Unmodelled(gap.diagnostics[0].message, builder.loc))

    # ---- names

    def link_name(self, cursor: Cursor) -> str:
        """What the linker knows a function or file-scope variable as."""
        name: str = self.unit.linker_name(clang.assembler_name(cursor) or cursor.spelling)
        if cursor.linkage == LinkageKind.INTERNAL and (self.suffix or self.linker.is_library_name(name)):
            return f"{name}@{self.suffix or self.unit.path.stem}"
        return name

    def attributes(self, cursor: Cursor) -> Attributes:
        """Those of all declarations of the name that the program's own text has."""
        if self.library:
            return PLAIN
        if self._attributes is None:
            self._attributes = self._read_attributes()
        return self._attributes.get(cursor.spelling, PLAIN)

    def _read_attributes(self) -> dict[str, Attributes]:
        found: dict[str, Attributes] = {}
        for cursor in self.unit.declarations():
            if cursor.kind not in (CursorKind.FUNCTION_DECL, CursorKind.VAR_DECL):
                continue
            if not clang.is_in_system_header(cursor) and clang.has_attributes(cursor):
                before = found.get(cursor.spelling, PLAIN)
                found[cursor.spelling] = read_attributes(self.unit.head(cursor), before)
        return found

    def function_name(self, cursor: Cursor) -> str:
        return self.linker.need_function(self.link_name(cursor), self, cursor)

    def is_missing(self, function: Cursor) -> bool:
        """A weak function without a definition: its address is null."""
        return self.attributes(function).weak and self.linker.is_absent(self.link_name(function))

    def must_not_guess(self, function: Cursor, arguments: Sequence[Cursor] = ()) -> bool:
        """A function without a body and without a model that may do more than to return some number: it may
        write through its arguments, call one of them, or return memory of the C library."""
        return (
            function.spelling not in ERROR_FUNCTIONS
            and self.linker.is_absent(self.link_name(function))
            and not returns_number_only(function, arguments)
        )

    def ends_unseen(self, function: Cursor) -> bool:
        """It does not return, and what it does instead is not known."""
        return self.linker.is_absent(self.link_name(function)) and never_returns(
            self.unit.head(function), function, self.attributes(function)
        )

    def functions_named(self) -> Iterator[Cursor]:
        """The functions that the unit declares, or calls without a declaration."""
        for declaration in self.unit.declarations():
            if declaration.kind == CursorKind.FUNCTION_DECL:
                yield declaration
                if declaration.is_definition() and not clang.is_in_system_header(declaration):
                    for cursor in clang.descendants(declaration):
                        if cursor.kind == CursorKind.DECL_REF_EXPR:
                            yield cursor

    def declaration_named(self, name: str, loc: Loc) -> Cursor:
        """The declaration of a function or variable that only an attribute names."""
        for cursor in self.unit.declarations():
            if cursor.spelling == name and cursor.kind in (CursorKind.FUNCTION_DECL, CursorKind.VAR_DECL):
                return cursor
        raise Unsupported(f"attribute that names '{name}'", loc)

    def library_function(self, name: str, kind: FunctionType) -> str:
        self.linker.need_library(name, kind)
        return name

    def defines(self, name: str) -> bool:
        return self.linker.is_defined_by_user(name)

    def has_model(self, name: str) -> bool:
        return self.linker.is_library_name(name)

    def mark_order(self, mark: OrderMark) -> None:
        if not self.library:
            self.linker.marks.append(mark)

    def variable(self, cursor: Cursor) -> Variable:
        if cursor.kind != CursorKind.VAR_DECL or cursor.linkage == LinkageKind.NO_LINKAGE:
            raise Unsupported(f"'{cursor.spelling}', whose declaration is not modelled", self.loc(cursor))
        return self.linker.variable(self.link_name(cursor), self, cursor)

    # ---- objects without a name of their own

    def static_local(self, cursor: Cursor, builder: Builder, lowering: Expressions) -> Variable:
        kind = self.types.of(cursor)
        storage = Storage.THREAD if cursor.tls_kind != clang.TLSKind.NONE else Storage.GLOBAL
        loc = self.loc(cursor, builder.function)
        variable = Variable(builder.unique(cursor.spelling), kind, storage, cursor.spelling, loc)
        self.add_global(variable, clang.initializer(cursor), lowering)
        return variable

    def add_global(self, variable: Variable, initial: Cursor | None, lowering: Expressions) -> None:
        values: tuple[InitialValue, ...] = ()
        if initial is not None:
            values = lowering.initializers.static(variable.type, initial)
        size = max([size_of(variable.type), *(value.offset + size_of(value.type) for value in values)])
        self.linker.add_global(GlobalVariable(variable, size, values))

    def file_scope_literal(self, cursor: Cursor, kind: Type, items: Cursor) -> Variable:
        """A compound literal outside functions, or in the initializer of a static object."""
        known = self._literals.get(cursor.hash)
        if known is not None:
            return known
        number = self.linker.next_number()
        variable = Variable(f"literal#{number}", kind, Storage.GLOBAL, "(literal)", self.loc(cursor))
        self._literals[cursor.hash] = variable
        self.linker.initialize(variable, items, self, cursor)
        return variable

    def string_literal(self, cursor: Cursor) -> Variable:
        kind = self.types.of(cursor)
        assert isinstance(kind, ArrayType), "a string literal is an array"
        element = value_type(kind.element)
        key = (cursor.spelling, size_of(element))
        known = self._strings.get(key)
        if known is not None:
            return known
        units = string_units(cursor.spelling, size_of(element))
        number = self.linker.next_number()
        name = f"string#{number}"
        variable = Variable(name, kind, Storage.GLOBAL, cursor.spelling, self.loc(cursor))
        initial = tuple(
            InitialValue(i * size_of(element), element, integer(unit, element))
            for i, unit in enumerate(units)
            if unit
        )
        self._strings[key] = variable
        self.linker.add_global(GlobalVariable(variable, size_of(kind), initial, read_only=True))
        return variable

    # ---- _Generic

    def generic_choice(self, cursor: Cursor, declaration: Cursor) -> Cursor:
        """The expression that a `_Generic` stands for."""
        control, *choices = clang.expressions(cursor)
        if len(choices) == 1:
            return choices[0]
        same = [choice for choice in choices if choice.type == cursor.type]
        if len(same) == 1:
            return same[0]
        value = clang.evaluate(cursor)
        equal = [choice for choice in same if value is not None and clang.evaluate(choice) == value]
        if len(equal) == 1:
            return equal[0]
        names = self.unit.rendering(declaration).generic_types(cursor)
        if names is None or len(names) != len(choices):
            raise Unsupported("this _Generic", self.loc(cursor))
        known = {
            _squeeze(part.spelling): _spelling(part.type)
            for part in clang.children(cursor)
            if not part.kind.is_expression()
        }
        wanted = _squeeze(_spelling(control.type))
        default = None
        for name, choice in zip(names, choices, strict=True):
            if name == "default":
                default = choice
            elif _squeeze(_resolve(name, known)) == wanted:
                return choice
        if default is None:
            raise Unsupported("this _Generic", self.loc(cursor))
        return default


def _spelling(clang_type: clang.ClangType) -> str:
    """The canonical type as text, without qualifiers at its top."""
    canonical = clang_type.get_canonical()
    text: str = canonical.spelling
    if canonical.kind == clang.TypeKind.POINTER:
        return (
            text.removesuffix("restrict")
            .rstrip()
            .removesuffix("volatile")
            .rstrip()
            .removesuffix("const")
            .rstrip()
        )
    words = text.split()
    while words and words[0] in ("const", "volatile", "restrict"):
        words.pop(0)
    return " ".join(words)


def _resolve(name: str, known: dict[str, str]) -> str:
    """Typedef names replaced by what they stand for."""
    return " ".join(known.get(word, word) for word in name.replace("*", " * ").split())


def _squeeze(text: str) -> str:
    return "".join(text.split())
