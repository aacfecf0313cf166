"""Several translation units and the library models → one `Program`.

Functions are lowered when somebody needs them. A name that the user's files do not define is looked
for in the models; the file that defines it is parsed then, not before.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path

from unthread.core.source import DataModel, Source
from unthread.frontend import clang
from unthread.frontend.builder import Builder
from unthread.frontend.clang import Cursor, CursorKind, StorageClass
from unthread.frontend.functions import lower_function, lowering_for
from unthread.frontend.types import Types
from unthread.frontend.unit import UnitContext
from unthread.program.expressions import FunctionAddress, Storage, Variable, read_register
from unthread.program.fold import convert, integer
from unthread.program.instructions import Call, Exit, Instruction, Scope
from unthread.program.program import Function, GlobalVariable, Program
from unthread.program.types import INT, VOID, FunctionType, is_scalar, size_of

MODELS = Path(__file__).parent.parent / "models"
START = "__ut_start"

Definition = tuple[UnitContext, Cursor]


class Linker:
    def __init__(self, source: Source) -> None:
        self.atomic_statements = source.atomic_statements
        self._data_model = source.data_model
        self._flags = source.flags
        self._pointer_size = 8 if source.data_model is DataModel.M64 else 4
        self._functions: dict[str, Definition] = {}
        self._variables: dict[str, Definition] = {}
        self._known_variables: dict[str, Variable] = {}
        self._globals: dict[str, GlobalVariable] = {}
        self._lowered: dict[str, Function] = {}
        self._undefined: dict[str, FunctionType] = {}
        self._pending: list[str] = []
        self._units: list[UnitContext] = []
        self._parsed_models: set[Path] = set()
        self._user_functions: set[str] = set()
        self._numbers = 0

    # ---- units

    def add_file(self, path: Path, *, alone: bool) -> None:
        unit = clang.parse(path, self._flags, self._data_model)
        suffix = "" if alone else path.stem
        context = UnitContext(unit, Types(self._pointer_size), self, suffix, library=False)
        wanted = self._register(context)
        self._user_functions.update(self._functions)
        self._pending += wanted

    def _add_model(self, path: Path) -> None:
        self._parsed_models.add(path)
        unit = clang.parse(path, (), self._data_model, library=True)
        self._register(UnitContext(unit, Types(self._pointer_size), self, path.stem, library=True))

    def _register(self, context: UnitContext) -> list[str]:
        """Note what the unit defines; gives the names of functions that its own files define."""
        self._units.append(context)
        own: list[str] = []
        for cursor in context.unit.declarations():
            if cursor.kind == CursorKind.FUNCTION_DECL and cursor.is_definition():
                name = context.link_name(cursor)
                if name not in self._functions:
                    self._functions[name] = (context, cursor)
                    if not clang.is_in_system_header(cursor):
                        own.append(name)
            elif cursor.kind == CursorKind.VAR_DECL:
                self._register_variable(context, cursor)
        return own

    def _register_variable(self, context: UnitContext, cursor: Cursor) -> None:
        name = context.link_name(cursor)
        known = self._variables.get(name)
        if known is None or _strength(cursor) > _strength(known[1]):
            self._variables[name] = (context, cursor)

    # ---- what the units ask for

    def is_defined_by_user(self, name: str) -> bool:
        return name in self._user_functions or (
            name in self._functions and not self._functions[name][0].library
        )

    def is_library_name(self, name: str) -> bool:
        return name in model_index()

    def next_number(self) -> int:
        self._numbers += 1
        return self._numbers

    def need_function(self, name: str, context: UnitContext, cursor: Cursor) -> None:
        self._need(name)
        if name not in self._functions:
            kind = context.types.of(cursor)
            assert isinstance(kind, FunctionType), "a function has a function type"
            self._undefined.setdefault(name, kind)

    def need_library(self, name: str, kind: FunctionType) -> None:
        self._need(name)
        if name not in self._functions:
            self._undefined.setdefault(name, kind)

    def _need(self, name: str) -> None:
        if name not in self._functions:
            model = model_index().get(name)
            if model is not None and model not in self._parsed_models:
                self._add_model(model)
        if name in self._functions:
            self._pending.append(name)

    def variable(self, name: str, context: UnitContext, cursor: Cursor) -> Variable:
        """The variable of that name in the whole program."""
        if name in self._known_variables:
            return self._known_variables[name]
        self._register_variable(context, cursor)
        if _strength(self._variables[name][1]) == 0 and name in model_index():
            model = model_index()[name]
            if model not in self._parsed_models:
                self._add_model(model)
        owner, definition = self._variables[name]
        kind = owner.types.of(definition)
        thread = definition.tls_kind != clang.TLSKind.NONE
        storage = Storage.THREAD if thread else Storage.GLOBAL
        variable = Variable(name, kind, storage, definition.spelling, owner.loc(definition))
        self._known_variables[name] = variable
        if _strength(definition) == 0:
            self._globals[name] = GlobalVariable(variable, size_of(kind), external=True)
        else:
            self._globals[name] = GlobalVariable(variable, size_of(kind))  # keeps the order of first use
            self.initialize(variable, clang.initializer(definition), owner, definition)
        return variable

    def initialize(
        self, variable: Variable, initial: Cursor | None, context: UnitContext, declaration: Cursor
    ) -> None:
        lowering = lowering_for(context, Builder(""), declaration, at_file_scope=True)
        context.add_global(variable, initial, lowering)

    def add_global(self, variable: GlobalVariable) -> None:
        self._globals[variable.variable.name] = variable

    # ---- the program

    def link(self) -> Program:
        for name, (context, cursor) in list(self._variables.items()):
            if not context.library and _strength(cursor) and not clang.is_in_system_header(cursor):
                self.variable(name, context, cursor)
        if "main" in self._functions:
            self._pending.insert(0, "main")
        self._lower_pending()
        entry = ""
        if "main" in self._lowered:
            entry = START
            self._lowered[START] = self._start()
            self._lower_pending()
        undefined = {name: kind for name, kind in self._undefined.items() if name not in self._lowered}
        records = {
            record: None for unit in self._units for record in unit.types.records.values() if record.complete
        }
        return Program(self._globals, self._lowered, tuple(records), self._data_model, entry, undefined)

    def _lower_pending(self) -> None:
        while self._pending:
            name = self._pending.pop(0)
            if name not in self._lowered:
                context, cursor = self._functions[name]
                self._lowered[name] = lower_function(name, cursor, context)

    def _start(self) -> Function:
        """Calls main, then ends the process, running what `atexit` registered if anything can."""
        main = self._lowered["main"]
        builder = Builder(START)
        parameters = tuple(
            Variable(f"{START}::{v.text}", v.type, Storage.REGISTER, v.text, v.loc) for v in main.parameters
        )
        builder.loc = main.loc
        result = None
        if is_scalar(main.type.result):
            result = builder.temporary(main.type.result)
        pointer_size = self._pointer_size
        address = FunctionAddress("main", Types(pointer_size).pointer(main.type))
        builder.emit(Call(result, address, tuple(map(read_register, parameters)), None, main.loc))
        status = convert(read_register(result), INT) if result is not None else integer(0)
        ending: Instruction = Exit(Scope.PROCESS, status, main.loc)
        if "atexit" in self._lowered or "on_exit" in self._lowered:
            kind = FunctionType(VOID, (INT,))
            self.need_library("exit", kind)
            builder.emit(
                Call(
                    None,
                    FunctionAddress("exit", Types(pointer_size).pointer(kind)),
                    (status,),
                    None,
                    main.loc,
                )
            )
        builder.emit(ending)
        kind = FunctionType(VOID, tuple(v.type for v in parameters))
        body = tuple(builder.instructions)
        return Function(START, kind, parameters, tuple(builder.locals), body, main.loc, library=True)


def _strength(cursor: Cursor) -> int:
    """0: declared elsewhere; 1: tentative definition; 2: defined with a value."""
    if clang.initializer(cursor) is not None:
        return 2
    return 0 if cursor.storage_class == StorageClass.EXTERN else 1


# Models write definitions at the start of a line, and nothing else that looks like one.
_START = r"^(?!(?:static|typedef|extern|enum)\b|(?:struct|union)\s+\w+\s*[{;])[A-Za-z_]"
_FUNCTION = re.compile(_START + r"[^;{}=()]*?\b(\w+)\s*\([^;{}]*\)\s*\{", re.MULTILINE)
_VARIABLE = re.compile(_START + r"[^;{}=()]*?\b(\w+)\s*(?:\[[^\]]*\]\s*)?(?:=[^;]*)?;", re.MULTILINE)


@lru_cache(maxsize=1)
def model_index() -> dict[str, Path]:
    """Which model file defines a name."""
    index: dict[str, Path] = {}
    for path in sorted(MODELS.glob("*.c")):
        text = path.read_text(encoding="utf-8")
        for pattern in (_FUNCTION, _VARIABLE):
            for match in pattern.finditer(text):
                index.setdefault(match.group(1), path)
    return index
