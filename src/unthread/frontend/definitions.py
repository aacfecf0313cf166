"""What several files define: for each name, the definition that counts.

In: translation units, the program's before those of the models. Out: `Definitions`.
"""

from __future__ import annotations

from collections.abc import Callable
from operator import itemgetter
from typing import TYPE_CHECKING

from unthread.core.diagnostics import InputError
from unthread.frontend import clang
from unthread.frontend.clang import Cursor, CursorKind
from unthread.frontend.symbols import (
    Attributes,
    Definition,
    Strength,
    defined_twice,
    must_agree,
    rank,
    strength,
)
from unthread.program.types import FunctionType

if TYPE_CHECKING:
    from unthread.frontend.unit import UnitContext


class Definitions:
    """`clashes` are the names that two files define."""

    def __init__(self) -> None:
        self.functions: dict[str, Definition] = {}
        self.variables: dict[str, Definition] = {}
        self.clashes: dict[str, InputError] = {}
        self._aliases: dict[str, str] = {}
        self._user_functions: set[str] = set()
        self._agreed: set[tuple[str, int]] = set()  # names and units that were compared

    # ---- units

    def register(self, context: UnitContext) -> list[str]:
        """Note what the unit defines; gives the names of functions that its own files define."""
        own: list[str] = []
        for cursor in context.unit.declarations():
            if cursor.kind == CursorKind.FUNCTION_DECL:
                if cursor.is_definition():
                    name = self._add(self.functions, context, cursor)
                    if not clang.is_in_system_header(cursor):
                        own.append(name)
                self._add_alias(context, cursor)
            elif cursor.kind == CursorKind.VAR_DECL:
                self.add_variable(context, cursor)
                self._add_alias(context, cursor)
        return own

    def close_program(self) -> None:
        """What is defined up to now is the user's."""
        self._user_functions.update(self.functions)

    def add_variable(self, context: UnitContext, cursor: Cursor) -> None:
        self._add(self.variables, context, cursor)

    def _add(self, known: dict[str, Definition], context: UnitContext, cursor: Cursor) -> str:
        """Keeps the definition that counts; the models' count only where the program has none."""
        name = context.link_name(cursor)
        before = known.get(name)
        if before is None:
            known[name] = (context, cursor)
        elif not context.library or rank(before)[0] == Strength.DECLARED:
            if rank((context, cursor)) > rank(before):
                known[name] = (context, cursor)
            elif context is not before[0] and strength(context, cursor) == Strength.DEFINED:
                self.clashes.setdefault(name, defined_twice(name, before, (context, cursor)))
        return name

    def _add_alias(self, context: UnitContext, cursor: Cursor) -> None:
        target = context.attributes(cursor).alias
        if target:
            aliased = context.declaration_named(target, context.loc(cursor))
            self._aliases[context.link_name(cursor)] = context.link_name(aliased)

    # ---- questions

    def is_by_user(self, name: str) -> bool:
        """The function is the user's."""
        return name in self._user_functions or (
            name in self.functions and not self.functions[name][0].library
        )

    def type_of(self, name: str) -> FunctionType | None:
        """The type with which some file defines the function."""
        if name not in self.functions:
            return None
        context, cursor = self.functions[name]
        kind = context.types.of(cursor)
        assert isinstance(kind, FunctionType), "a function has a function type"
        return kind

    def aliased(self, name: str) -> str:
        """What a name stands for if nothing else defines it."""
        definition = self.functions.get(name) or self.variables.get(name)
        defined = definition is not None and strength(*definition) == Strength.DEFINED
        return name if defined else self._aliases.get(name, name)

    def must_agree(self, name: str, context: UnitContext, cursor: Cursor) -> None:
        """The unit means by the name what the one that defines it does."""
        for known in (self.functions, self.variables):
            definition = known.get(name)
            if (
                definition is not None
                and definition[0] is not context
                and not (context.library or definition[0].library)
                and (name, id(context)) not in self._agreed
                and strength(*definition) > Strength.DECLARED
            ):
                must_agree(name, (context, cursor), definition)
        self._agreed.add((name, id(context)))

    def marked(self, priority: Callable[[Attributes], int | None]) -> list[str]:
        """The functions that have a priority, in its order."""
        found: list[tuple[int, str]] = []
        for name, (context, cursor) in self.functions.items():
            order = priority(context.attributes(cursor))
            if order is not None:
                found.append((order, name))
        return [name for _, name in sorted(found, key=itemgetter(0))]
