"""Several translation units and the library models → one `Program`.

Functions are lowered when they are needed. A name that the user's files do not define is looked
for in the models; the file that defines it is parsed then, not before.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import lru_cache
from itertools import chain, count
from pathlib import Path

from unthread.core.diagnostics import Unsupported, UsageError
from unthread.core.source import DataModel, Source
from unthread.frontend import clang
from unthread.frontend.assembly.given import GivenModels
from unthread.frontend.builder import Builder
from unthread.frontend.clang import Cursor
from unthread.frontend.declared_by_hand import with_library_types
from unthread.frontend.definitions import Definitions
from unthread.frontend.functions import lower_function, lowering_for
from unthread.frontend.orders import OrderMark, volatile_accesses, weak_accesses
from unthread.frontend.start import HANDLER, START, ArgumentVectors, start_function
from unthread.frontend.symbols import Attributes, Strength, strength
from unthread.frontend.types import Identity, Types
from unthread.frontend.unheeded import not_defined
from unthread.frontend.unit import UnitContext
from unthread.program.expressions import Storage, Variable
from unthread.program.instructions import Unmodelled
from unthread.program.notes import Note
from unthread.program.program import Function, GlobalVariable, Program
from unthread.program.types import FunctionType, RecordType, size_of

MODELS = Path(__file__).parent.parent / "models"


class Linker:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.notes: list[Note] = []
        self._other_arguments = ""  # that main might get
        self._left_out: tuple[str, ...] = ()  # arguments that functions called by us might get
        self.marks: list[OrderMark] = []  # the memory orders that the user's text names
        self.has_marked_assembly = False  # whether assembly has atomic accesses without an order
        self.asm_models = GivenModels()
        self._definitions = Definitions()
        self._records: dict[Identity, RecordType] = {}
        self._known_variables: dict[str, Variable] = {}
        self._globals: dict[str, GlobalVariable] = {}
        self._lowered: dict[str, Function] = {}
        self._undefined: dict[str, FunctionType] = {}
        self._of_headers: set[str] = set()  # functions that the system's headers declare
        self._pending: list[str] = []
        self._units: list[UnitContext] = []
        self._parsed_models: set[Path] = set()
        self._numbers = 0
        self._calls_main = False  # some file calls it, or takes its address

    # ---- units

    def add_files(
        self, paths: Sequence[Path], stubs: Sequence[Path] = (), asm_models: Sequence[Path] = ()
    ) -> None:
        """The program, definitions for what it does not define, which count before the models, and what
        inline assembly means."""
        model = self.source.data_model
        units = [
            clang.parse(path, self.source.flags_of(number), model)
            for number, path in enumerate((*paths, *stubs, *asm_models))
        ]
        if self.source.has_own_main:
            from unthread.frontend.driver.choose import driver_for  # few ask for it
            from unthread.frontend.driver.text import with_driver

            driver = driver_for(self.source, units[: len(paths)])
            self._left_out = driver.left_out
            units[: len(paths)] = with_driver(units[: len(paths)], driver, model)
        for number, unit in enumerate(with_library_types(units, model, model_index())):
            is_stub = number >= len(paths)
            self._add_unit(unit, alone=len(paths) == 1 and not is_stub, library=is_stub)
            if number >= len(paths) + len(stubs):
                self.asm_models.add(self._units[-1])
        for name in self.source.havoc:
            self._must_be_unknown(name)

    def _must_be_unknown(self, name: str) -> None:
        declared = any(cursor.spelling == name for unit in self._units for cursor in unit.functions_named())
        if not declared or not self.is_absent(name):
            what = "has a body or a model" if declared else "is not a function of this program"
            raise UsageError(
                f"--havoc {name}: '{name}' {what}", hint="it names a function that is called but not defined"
            )

    def _add_unit(self, unit: clang.Unit, *, alone: bool, library: bool) -> None:
        suffix = "" if alone else self._own_suffix(unit.path.stem)
        is_atomic = self.source.volatile_is_atomic
        types = Types(self._pointer_size(), self._records, unit.opaque, volatile_is_atomic=is_atomic)
        context = UnitContext(unit, types, self, suffix, library=library)
        wanted = self._register(context)
        self._definitions.close_program()
        if not library:
            self._pending += wanted

    def _own_suffix(self, stem: str) -> str:
        """Tells the unit's names from those of the other units and of the models."""
        taken = {unit.suffix for unit in self._units} | {path.stem for path in model_index().values()}
        numbered = (f"{stem}.{number}" for number in count(2))
        return next(suffix for suffix in chain([stem], numbered) if suffix not in taken)

    def _add_model(self, path: Path) -> None:
        self._parsed_models.add(path)
        flags = ("-DUT_MALLOC_MAY_FAIL",) if self.source.malloc_may_fail else ()
        unit = clang.parse(path, flags, self.source.data_model, library=True)
        self._register(UnitContext(unit, Types(self._pointer_size()), self, path.stem, library=True))

    def _register(self, context: UnitContext) -> list[str]:
        self._units.append(context)
        return self._definitions.register(context)

    def _pointer_size(self) -> int:
        return 8 if self.source.data_model is DataModel.M64 else 4

    # ---- what the units ask for

    def is_defined_by_user(self, name: str) -> bool:
        return self._definitions.is_by_user(name)

    def is_library_name(self, name: str) -> bool:
        return name in model_index()

    def next_number(self) -> int:
        self._numbers += 1
        return self._numbers

    def need_function(self, name: str, context: UnitContext, cursor: Cursor) -> str:
        """The name of the function that a declaration of this unit stands for in the whole program."""
        name = self._definitions.aliased(name)
        self._calls_main |= name == "main"
        self._need(name)
        if name not in self._definitions.functions:
            kind = context.types.of(cursor)
            assert isinstance(kind, FunctionType), "a function has a function type"
            if context.must_not_guess(cursor) and name not in self._lowered:
                gap = Unmodelled(name, context.loc(cursor, name))  # for calls through pointers
                self._lowered[name] = Function(name, kind, (), (), (gap,), gap.loc, library=True)
            self._undefined.setdefault(name, kind)
            if clang.is_in_system_header(cursor):
                self._of_headers.add(name)
        self._definitions.must_agree(name, context, cursor)
        return name

    def defined_type(self, name: str) -> FunctionType | None:
        """The type with which some file defines the function."""
        return self._definitions.type_of(name)

    def model_type(self, name: str) -> FunctionType | None:
        """The type of the model that stands for a function which no file of the program defines."""
        if name not in model_index() or self.is_defined_by_user(name):
            return None
        self._need(name)
        return self._definitions.type_of(name)

    def is_absent(self, name: str) -> bool:
        """No file and no model defines this function."""
        name = self._definitions.aliased(name)
        return name not in self._definitions.functions and name not in model_index()

    def need_library(self, name: str, kind: FunctionType) -> None:
        self._need(name)
        if name not in self._definitions.functions:
            self._undefined.setdefault(name, kind)

    def _need(self, name: str) -> None:
        if name not in self._definitions.functions:
            model = model_index().get(name)
            if model is not None and model not in self._parsed_models:
                self._add_model(model)
        if name in self._definitions.functions:
            self._pending.append(name)

    def variable(self, name: str, context: UnitContext, cursor: Cursor) -> Variable:
        """The variable of that name in the whole program."""
        name = self._definitions.aliased(name)
        if name == context.link_name(cursor):
            self._definitions.add_variable(context, cursor)
        self._definitions.must_agree(name, context, cursor)
        if name in self._known_variables:
            return self._known_variables[name]
        if strength(*self._definitions.variables[name]) == Strength.DECLARED and name in model_index():
            model = model_index()[name]
            if model not in self._parsed_models:
                self._add_model(model)
        owner, definition = self._definitions.variables[name]
        kind = owner.types.of(definition)
        thread = definition.tls_kind != clang.TLSKind.NONE
        storage = Storage.THREAD if thread else Storage.GLOBAL
        variable = Variable(name, kind, storage, definition.spelling, owner.loc(definition))
        self._known_variables[name] = variable
        if strength(owner, definition) == Strength.DECLARED:
            self._globals[name] = GlobalVariable(variable, size_of(kind), external=True)
        else:
            self._globals[name] = GlobalVariable(variable, size_of(kind))  # keeps the order of first use
            try:
                self.initialize(variable, clang.initializer(definition), owner, definition)
            except Unsupported:
                del self._known_variables[name], self._globals[name]  # every user is told
                raise
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
        if self._definitions.clashes:
            raise self._definitions.clashes.get("main") or next(iter(self._definitions.clashes.values()))
        for name, (context, cursor) in list(self._definitions.variables.items()):
            if not context.library and strength(context, cursor) and not clang.is_in_system_header(cursor):
                with suppress(Unsupported):  # matters where it is used
                    self.variable(name, context, cursor)
        if "main" in self._definitions.functions:
            self._pending.insert(0, "main")
        self._lower_pending()
        entry = ""
        if "main" in self._lowered:
            entry = START
            self._lowered["main"] = replace(self._lowered["main"], is_called_again=self._calls_main)
            self._lowered[START] = self._start()
            self._lower_pending()
        undefined = {name: kind for name, kind in self._undefined.items() if name not in self._lowered}
        records = {
            record: None for unit in self._units for record in unit.types.records.values() if record.complete
        }
        weak = weak_accesses(self.marks, self._lowered, self._globals)
        if self.source.volatile_is_atomic or self.has_marked_assembly:
            weak += volatile_accesses(self._lowered)
        return Program(
            self._globals,
            self._lowered,
            tuple(records),
            self.source.data_model,
            entry,
            undefined,
            frozenset(self._of_headers & undefined.keys()),
            weak_accesses=weak,
            notes=tuple(note for note in self.notes if note.function in self._lowered),
            other_arguments=self._other_arguments,
            left_out=self._left_out,
            assumed=tuple(not_defined(self.source, [context.unit for context in self._units])),
        )

    def _lower_pending(self) -> None:
        while self._pending:
            name = self._pending.pop(0)
            if name not in self._lowered:
                context, cursor = self._definitions.functions[name]
                with suppress(Unsupported):  # a type that is not modelled matters where it is called
                    self._lowered[name] = lower_function(name, cursor, context)

    def _start(self) -> Function:
        constructors = self._marked(lambda attributes: attributes.constructor)
        destructors = self._marked(lambda attributes: attributes.destructor)
        if destructors:
            self.need_library("atexit", HANDLER)
            self._lower_pending()
        handlers = "atexit" in self._lowered or "on_exit" in self._lowered
        if handlers:
            self.need_library("exit", HANDLER)
        main, size = self._lowered["main"], self._pointer_size()
        arguments = ArgumentVectors(self.source.arguments, main.loc, size)
        start = start_function(
            main, arguments, constructors, destructors, handlers=handlers, pointer_size=size
        )
        for item in arguments.objects:
            self.add_global(item)
        self._other_arguments = arguments.not_searched
        return start

    def _marked(self, priority: Callable[[Attributes], int | None]) -> list[Function]:
        """The functions that run before or after main, in the order of their priorities."""
        return [self._lowered[name] for name in self._definitions.marked(priority) if name in self._lowered]


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
