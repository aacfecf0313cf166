"""The meaning that users give to `asm` statements: functions of the files of --asm-model, by their templates.

__attribute__((annotate("asm: TEMPLATE"))) void f(T *output, ..., U input, ...) { ... }
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from unthread.core.diagnostics import Diagnostic, InputError, Severity
from unthread.core.records import dataclass
from unthread.core.source import Loc
from unthread.frontend import clang
from unthread.frontend.assembly.machine import pinned
from unthread.frontend.assembly.operands import OperandKind, read_constraint
from unthread.frontend.assembly.template import AsmOperand, AsmText, NotUnderstood, normalized
from unthread.frontend.clang import Cursor, CursorKind
from unthread.program.build.fold import convert
from unthread.program.expressions import Expression, FunctionAddress, Place, Storage, Variable, VariablePlace
from unthread.program.instructions import AtomicBegin, AtomicEnd, Call, Declare, Discard
from unthread.program.types import (
    VOID,
    FunctionType,
    IntType,
    PointerType,
    Type,
    is_scalar,
    size_of,
    value_type,
)

if TYPE_CHECKING:
    from unthread.frontend.expressions import Expressions
    from unthread.frontend.unit import UnitContext

_MARK = re.compile(r"\s*(atomic\s+)?asm\s*:(.*)", re.DOTALL)
_HOW = 'mark it with __attribute__((annotate("asm: TEMPLATE")))'


@dataclass(frozen=True, slots=True)
class Model:
    """A function that stands for a template. `atomic`: it is one step."""

    context: UnitContext
    cursor: Cursor
    template: str
    atomic: bool

    @property
    def name(self) -> str:
        return str(self.cursor.spelling)

    @property
    def loc(self) -> Loc:
        return self.context.loc(self.cursor)

    @property
    def type(self) -> FunctionType:
        kind = self.context.types.of(self.cursor)
        assert isinstance(kind, FunctionType), "a function has a function type"
        return kind


class GivenModels:
    """All models of a program, and which of them some statement needed."""

    def __init__(self) -> None:
        self._models: dict[str, Model] = {}
        self._used: set[str] = set()

    def add(self, context: UnitContext) -> None:
        found = list(_models_of(context))
        if not found:
            raise InputError(
                f"'{context.unit.path}' has no function that stands for an asm template", hint=_HOW
            )
        for model in found:
            before = self._models.get(model.template)
            if before is not None and before.cursor != model.cursor:
                same = f"'{before.name}' at {before.loc} stands for the same template as '{model.name}'"
                raise InputError(same, model.loc)
            self._models[model.template] = model

    def find(self, asm: AsmText) -> Model | None:
        model = self._models.get(normalized(asm.template))
        if model is not None:
            self._used.add(model.template)
        return model

    def unused(self) -> Iterator[Diagnostic]:
        for model in self._models.values():
            if model.template not in self._used:
                what = f"no asm statement of the program has the template '{model.template}'"
                yield Diagnostic(Severity.WARNING, what, model.loc)


def _models_of(context: UnitContext) -> Iterator[Model]:
    for cursor in context.unit.declarations():
        if cursor.kind != CursorKind.FUNCTION_DECL:
            continue
        for child in clang.children(cursor):
            if child.kind == CursorKind.ANNOTATE_ATTR and not clang.is_in_system_header(cursor):
                yield _model(context, cursor, child.spelling)


def _model(context: UnitContext, declaration: Cursor, text: str) -> Model:
    mark, definition = _MARK.fullmatch(text), declaration.get_definition()
    model = Model(
        context, definition or declaration, normalized(mark[2]) if mark else "", bool(mark and mark[1])
    )
    if not model.template:
        raise InputError(f"the annotation '{text}' names no asm template", model.loc, hint=_HOW)
    if definition is None:
        raise InputError(f"'{model.name}' stands for an asm template and has no body", model.loc)
    if model.type.result != VOID or model.type.variadic or not model.type.prototyped:
        what = f"'{model.name}' stands for an asm template and must be a void function with a prototype"
        raise InputError(what, model.loc)
    return model


def call_model(lowering: Expressions, model: Model, asm: AsmText, cursor: Cursor) -> None:
    """The function is called in place of the statement, with a pointer for each output and each operand in
    memory, and with the value of each other input."""
    operands = clang.children(cursor)
    parameters = model.type.parameters
    if len(operands) != len(parameters):
        count = f"{len(parameters)} parameter{'s' * (len(parameters) != 1)}"
        what = f"'{model.name}' has {count}, but this asm statement has {len(operands)} operands"
        raise _unfit(lowering, cursor, what, model)
    results: list[tuple[Place, Variable]] = []
    values: list[Expression] = []
    for number, (operand, expression) in enumerate(zip(asm.operands, operands, strict=True)):
        value = _argument(lowering, operand, expression, results)
        if not _fits(value.type, parameters[number], is_value=not _is_pointed_at(operand)):
            what = f"operand {number} of this asm does not fit parameter {number + 1} of '{model.name}'"
            raise _unfit(lowering, cursor, what, model)
        values.append(convert(value, parameters[number]))
    lowering.at(cursor)
    _emit(lowering, model, tuple(values))
    for place, variable in results:
        lowering.assignments.store(place, lowering.load(VariablePlace(variable)))
        lowering.builder.emit(Discard(variable, lowering.builder.loc))


def _unfit(lowering: Expressions, cursor: Cursor, what: str, model: Model) -> InputError:
    hint = f"{model.loc}: a pointer for each output and each operand in memory, a value for each other input"
    return InputError(what, lowering.context.loc(cursor), hint=hint)


def _emit(lowering: Expressions, model: Model, values: tuple[Expression, ...]) -> None:
    builder = lowering.builder
    function = FunctionAddress(model.context.function_name(model.cursor), lowering.types.pointer(model.type))
    if model.atomic:
        builder.emit(AtomicBegin(builder.loc))
    builder.emit(Call(None, function, values, None, builder.loc))
    if model.atomic:
        builder.emit(AtomicEnd(builder.loc))


def _is_in_memory(operand: AsmOperand) -> bool:
    try:
        return read_constraint(operand).kind is OperandKind.MEMORY
    except NotUnderstood:  # registers of some other kind
        return False


def _is_pointed_at(operand: AsmOperand) -> bool:
    return operand.is_output or _is_in_memory(operand)


def _argument(
    lowering: Expressions, operand: AsmOperand, cursor: Cursor, results: list[tuple[Place, Variable]]
) -> Expression:
    """An output in a register is an object of its own while the function is called."""
    if _is_in_memory(operand):
        return lowering.builder.hold(lowering.address_of(pinned(lowering, lowering.place(cursor))))
    if not operand.is_output:
        return lowering.builder.once(lowering.value(cursor))
    place, builder = pinned(lowering, lowering.place(cursor)), lowering.builder
    variable = builder.variable("operand", value_type(place.type), Storage.LOCAL, escapes=True)
    old = builder.hold(lowering.load(place)) if "+" in operand.constraint else None
    builder.emit(Declare(variable, False, builder.loc))
    if old is not None:
        lowering.assignments.store(VariablePlace(variable), old)
    results.append((place, variable))
    return lowering.address_of(VariablePlace(variable))


def _fits(given: Type, parameter: Type, *, is_value: bool) -> bool:
    """A pointer points to an object of the same size; an integer is not cut short."""
    given, parameter = value_type(given), value_type(parameter)
    if not is_value:
        if not isinstance(given, PointerType) or not isinstance(parameter, PointerType):
            return False
        return parameter.target == VOID or size_of(parameter.target) == size_of(given.target)
    if isinstance(given, IntType) and isinstance(parameter, IntType):
        return size_of(parameter) >= size_of(given)
    return is_scalar(given) and type(given) is type(parameter) and size_of(given) == size_of(parameter)
