"""One C function → `Function`."""

from __future__ import annotations

from unthread.core.diagnostics import Unsupported
from unthread.frontend import clang
from unthread.frontend.assignments import Assignments
from unthread.frontend.builder import Builder
from unthread.frontend.calls import Calls
from unthread.frontend.clang import Cursor, CursorKind
from unthread.frontend.cleanup import clean
from unthread.frontend.conditions import Conditions
from unthread.frontend.copies import Copies
from unthread.frontend.expressions import Expressions
from unthread.frontend.initializers import Initializers
from unthread.frontend.jumps import is_block
from unthread.frontend.places import Places
from unthread.frontend.statements import Statements
from unthread.frontend.unit import UnitContext
from unthread.program.build.fold import convert, integer
from unthread.program.expressions import Dereference, Storage, Variable, VariablePlace, read_register
from unthread.program.instructions import AtomicBegin, Declare
from unthread.program.program import Function
from unthread.program.types import (
    VOID,
    AtomicType,
    FunctionType,
    RecordType,
    Type,
    is_scalar,
    value_type,
)


def lowering_for(
    context: UnitContext, builder: Builder, declaration: Cursor, *, at_file_scope: bool
) -> Expressions:
    lowering = Expressions(context, builder, declaration)
    lowering.places = Places(lowering)
    lowering.assignments = Assignments(lowering)
    lowering.conditions = Conditions(lowering)
    lowering.copies = Copies(lowering)
    lowering.calls = Calls(lowering)
    lowering.initializers = Initializers(lowering)
    lowering.statements = Statements(lowering, at_file_scope=at_file_scope)
    return lowering


def lower_function(name: str, cursor: Cursor, context: UnitContext) -> Function:
    builder = Builder(name)
    lowering = lowering_for(context, builder, cursor, at_file_scope=False)
    statements = lowering.statements
    lowering.at(cursor)
    loc = builder.loc
    body = next(child for child in clang.children(cursor) if child.kind == CursorKind.COMPOUND_STMT)
    kind = context.types.of(cursor)
    assert isinstance(kind, FunctionType), "a function has a function type"
    _look_ahead(body, statements)
    statements.atomic = name.startswith("__VERIFIER_atomic_")
    parameters: list[Variable] = []
    try:
        parameters = _parameters(cursor, kind, lowering)
        _body(cursor.spelling, body, kind, statements)
    except Unsupported as gap:
        builder.instructions.clear()
        context.gap(gap, cursor, builder)
    instructions, variables = clean(builder, parameters, statements)
    return Function(
        name,
        kind,
        tuple(parameters),
        variables,
        instructions,
        loc,
        statements.varargs,
        context.library,
    )


def _parameters(cursor: Cursor, kind: FunctionType, lowering: Expressions) -> list[Variable]:
    builder, statements, types = lowering.builder, lowering.statements, lowering.types
    registers: list[Variable] = []

    def register(text: str, type: Type) -> Variable:
        variable = Variable(builder.unique(text), type, Storage.REGISTER, text, builder.loc)
        registers.append(variable)
        return variable

    statements.result_type = kind.result
    if isinstance(kind.result, RecordType):
        address = register("result", types.pointer(kind.result))
        statements.result = Dereference(read_register(address), kind.result)
    for position, parameter in enumerate(cursor.get_arguments()):
        lowering.at(parameter)
        declared = _parameter_type(parameter, lowering)
        value = value_type(declared)
        passed = kind.parameters[position] if position < len(kind.parameters) else value
        if isinstance(value, RecordType):
            source = register(f"{parameter.spelling}&", types.pointer(value))
            target = _object(parameter, declared, lowering)
            lowering.copies.copy(target, Dereference(read_register(source), value))
        elif parameter.hash in statements.escapes.memory or isinstance(declared, AtomicType):
            incoming = register(f"{parameter.spelling}=", passed if is_scalar(passed) else value)
            builder.assign(_object(parameter, declared, lowering), convert(read_register(incoming), value))
        elif is_scalar(passed) and passed != declared and not isinstance(passed, type(declared)):
            incoming = register(f"{parameter.spelling}=", passed)
            variable = builder.variable(parameter.spelling, declared, Storage.REGISTER)
            builder.set(variable, convert(read_register(incoming), declared))
            lowering.variables[parameter.hash] = VariablePlace(variable)
        else:
            lowering.variables[parameter.hash] = VariablePlace(
                register(parameter.spelling or "unnamed", declared)
            )
    if kind.variadic:
        text = "varargs"
        statements.varargs = Variable(
            builder.unique(text), types.pointer(VOID), Storage.REGISTER, text, builder.loc
        )
    return registers


def _parameter_type(parameter: Cursor, lowering: Expressions) -> Type:
    """Arrays and functions are passed as pointers; lengths of variable arrays are computed at entry."""
    counts = clang.expressions(parameter)
    kind = lowering.variable_type(parameter.type, counts) if counts else lowering.types.of(parameter)
    if hasattr(kind, "element"):
        return lowering.types.pointer(kind.element)
    if isinstance(kind, FunctionType):
        return lowering.types.pointer(kind)
    return kind


def _object(parameter: Cursor, kind: Type, lowering: Expressions) -> VariablePlace:
    escapes = lowering.statements.escapes.has(parameter)
    variable = lowering.builder.variable(parameter.spelling, kind, Storage.LOCAL, escapes=escapes)
    lowering.builder.emit(Declare(variable, False, lowering.builder.loc))
    place = VariablePlace(variable)
    lowering.variables[parameter.hash] = place
    return place


def _body(name: str, body: Cursor, kind: FunctionType, statements: Statements) -> None:
    if statements.atomic:
        statements.builder.emit(AtomicBegin(statements.builder.loc))
    statements.labels.number_all(body)
    statements.statement(body)
    statements.lowering.at(body)
    falls_off = integer(0, kind.result) if name == "main" and is_scalar(kind.result) else None
    statements.finish(falls_off)
    statements.entries.end_function()


def _look_ahead(body: Cursor, statements: Statements) -> None:
    """Which variables must lie in memory, which temporaries others may know, and where jumps lead."""
    stack: list[tuple[Cursor, Cursor | None, tuple[int, ...], int | None]] = [(body, None, (), None)]
    full_expressions: set[int] = set()
    escapes = statements.escapes
    while stack:
        cursor, parent, blocks, whole = stack.pop()
        kind = cursor.kind  # libclang's cursors look it up each time
        is_expression = kind.is_expression()
        if not is_expression:
            whole = None
        elif whole is None:
            whole = cursor.hash
            full_expressions.add(whole)
            blocks = (*blocks, whole)
        if is_block(cursor, kind, parent):
            full_expressions.discard(cursor.hash)
            blocks = (*blocks, cursor.hash)
        if kind == CursorKind.UNARY_OPERATOR and clang.unary_operator(cursor) == "&x":
            escapes.take_address(clang.children(cursor)[0], whole)
        elif kind == CursorKind.ASM_STMT:
            from unthread.frontend.assembly.lower import memory_operands  # few programs have any

            for operand in memory_operands(statements.lowering, cursor):
                escapes.take_address(operand, None)
        elif kind == CursorKind.UNEXPOSED_EXPR and parent is not None:
            escapes.note_decay(cursor, parent, whole)
        else:
            statements.jumps.look(cursor, kind, blocks)
        stack.extend((child, cursor, blocks, whole) for child in clang.children(cursor))
    statements.jumps.finish(full_expressions - escapes.results)
