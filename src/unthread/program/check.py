"""Is goto code well formed?

In: a Program, and kinds that must be gone from it. Out: nothing, or an AssertionError that names the
function, the instruction and the reason. What fails here is a bug of unthread, never of the user.

Two pointer types of one size agree whatever they point to: records of two files that are linked together
are different types here, and nothing depends on the target.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NoReturn

from unthread.core.floats import Extended
from unthread.program.expressions import (
    COMPARISONS,
    AddressOf,
    Binary,
    BinaryOperator,
    Conditional,
    Constant,
    Convert,
    Dereference,
    Element,
    Expression,
    FunctionAddress,
    Member,
    ObjectSize,
    Place,
    PointerAdd,
    PointerDifference,
    Read,
    Storage,
    ThreadSelf,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
    operands,
    root,
)
from unthread.program.instructions import (
    Allocate,
    Arrive,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Call,
    Cut,
    Declare,
    Discard,
    Exit,
    Format,
    Free,
    Input,
    Instruction,
    Jump,
    Label,
    Print,
    Return,
    Spawn,
    Unmodelled,
    accesses,
    expressions,
)
from unthread.program.program import Function, GlobalVariable, Program
from unthread.program.query.graph import BackEdge, depth_first, graph_of, is_final, loops
from unthread.program.text.c_types import type_name
from unthread.program.text.show import show_expression, show_instruction
from unthread.program.types import (
    INT,
    ArrayType,
    AtomicType,
    BoolType,
    Field,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
    VariableArrayType,
    VoidType,
    is_scalar,
    size_of,
    value_range,
    value_type,
    without_volatile,
)

_BITWISE = (BinaryOperator.AND, BinaryOperator.OR, BinaryOperator.XOR)
_SHIFTS = (BinaryOperator.SHIFT_LEFT, BinaryOperator.SHIFT_RIGHT)
_COUNTS = (UnaryOperator.LEADING_ZEROS, UnaryOperator.TRAILING_ZEROS, UnaryOperator.ONES)
_FLOAT_TESTS = (UnaryOperator.IS_NAN, UnaryOperator.IS_INFINITE, UnaryOperator.SIGN_BIT)

# Their whole purpose is to leave a section open, or to close one of their caller's.
_SECTION_WRAPPERS = ("atomic_begin", "atomic_end")


class _Bad(Exception):
    """What is wrong, before it is known where."""


def check(program: Program, absent: Iterable[type] = ()) -> None:
    gone = tuple(absent)
    _check_globals(program)
    _check_names(program)
    for function in program.functions.values():
        _FunctionCheck(program, function, gone).run()


def _check_globals(program: Program) -> None:
    for name, variable in program.globals.items():
        try:
            _check_global(program, name, variable)
        except _Bad as bad:
            raise AssertionError(f"global {name}: {bad}") from None
    if program.entry and program.entry not in program.functions:
        raise AssertionError(f"the entry {program.entry} has no body")


def _check_global(program: Program, name: str, variable: GlobalVariable) -> None:
    if variable.variable.name != name:
        raise _Bad(f"it is called {variable.variable.name}")
    _require(variable.variable.storage in (Storage.GLOBAL, Storage.THREAD), "its storage is not static")
    if variable.external:
        _require(not variable.initial, "it is defined elsewhere and has initial values")
        return
    _check_complete(variable.variable.type)
    _require(variable.size >= size_of(variable.variable.type), "it is smaller than its type")
    expressions = _ExpressionCheck(program, None)
    for initial in variable.initial:
        where = f"initial value at offset {initial.offset}"
        if not is_scalar(initial.type):
            raise _Bad(f"{where} is no scalar")
        if not (0 <= initial.offset <= variable.size - size_of(initial.type)):
            raise _Bad(f"{where} lies outside")
        expressions.check(initial.value)
        if list(_reads(initial.value)):
            raise _Bad(f"{where} reads memory")
        _check_agree(initial.type, initial.value.type, where)


def _reads(expression: Expression) -> Iterator[Read]:
    pending = [expression]
    while pending:
        expression = pending.pop()
        pending.extend(operands(expression))
        if isinstance(expression, Read):
            yield expression


def _check_names(program: Program) -> None:
    seen = set(program.globals)
    for name, function in program.functions.items():
        if function.name != name:
            raise AssertionError(f"function {name} is called {function.name}")
        for variable in _own_variables(function):
            if variable.name in seen:
                raise AssertionError(f"function {name}: a second variable {variable.name}")
            seen.add(variable.name)


def _own_variables(function: Function) -> Iterator[Variable]:
    yield from function.parameters
    yield from function.locals
    if function.varargs is not None:
        yield function.varargs


class _FunctionCheck:
    """Checks one function; knows the instruction it is at, for the message."""

    def __init__(self, program: Program, function: Function, absent: tuple[type, ...]) -> None:
        self.program = program
        self.function = function
        self.absent = absent
        self.variables = {variable.name: variable for variable in _own_variables(function)}
        self.expressions = _ExpressionCheck(program, self.variables)
        self.labels: dict[str, int] = {}

    def run(self) -> None:
        body = self.function.body
        self._check_variables()
        if not body or not is_final(body[-1]):
            self._fail(len(body) - 1, "execution runs past the end of the body")
        for index, instruction in enumerate(body):
            if isinstance(instruction, Label):
                if instruction.name in self.labels:
                    self._fail(index, f"a second label {instruction.name}")
                self.labels[instruction.name] = index
        for index, instruction in enumerate(body):
            try:
                self._check_instruction(instruction)
            except _Bad as bad:
                self._fail(index, str(bad))
        if BackEdge in self.absent and loops(graph_of(body).successors):
            self._fail(0, "BackEdge should be gone, but there is a loop")
        if self.function.library and not self.function.name.endswith(_SECTION_WRAPPERS):
            self._check_sections()

    def _fail(self, index: int, reason: str) -> NoReturn:
        body = self.function.body
        at = f", instruction {index}: {show_instruction(body[index])}" if 0 <= index < len(body) else ""
        place = f" ({body[index].loc})" if at else ""
        raise AssertionError(f"function {self.function.name}{at}{place}: {reason}")

    def _check_variables(self) -> None:
        try:
            for variable in self.function.parameters:
                if variable.storage is not Storage.REGISTER:
                    raise _Bad(f"parameter {variable.name} is no register")
            for variable in self.function.locals:
                if variable.storage not in (Storage.REGISTER, Storage.LOCAL):
                    raise _Bad(f"local {variable.name} has {variable.storage} storage")
            for variable in self.variables.values():
                if variable.storage is Storage.REGISTER and not is_scalar(variable.type):
                    raise _Bad(f"register {variable.name} is no scalar")
        except _Bad as bad:
            self._fail(-1, str(bad))

    def _check_instruction(self, instruction: Instruction) -> None:
        if isinstance(instruction, self.absent):
            raise _Bad(f"{type(instruction).__name__} should be gone")
        for expression in expressions(instruction):
            self.expressions.check(expression, self.absent)
        if not isinstance(instruction, BlockUntil):
            _require(sum(1 for _ in accesses(instruction)) <= 1, "it touches memory more than once")
        match instruction:
            case Assign(target, value):
                self.expressions.check_place(target)
                _require(is_scalar(value_type(target.type)), "its target is no scalar")
                _check_agree(value_type(target.type), value.type, "target and value")
            case Input(target):
                self._check_target(target)
            case Declare(variable) | Discard(variable):
                self._check_local(variable)
            case Allocate(target, size, zeroed):
                self._check_target(target)
                _require(isinstance(target.type, PointerType), "its target is no pointer")
                _check_integer(size, "size")
                _check_scalar(zeroed, "zeroed")
            case Free(pointer):
                _check_pointer(pointer, "operand")
            case Jump(label, condition):
                if label not in self.labels:
                    raise _Bad(f"there is no label {label}")
                if condition is not None:
                    _check_scalar(condition, "condition")
            case Call():
                self._check_call(instruction)
            case Return(value):
                self._check_return(value)
            case Spawn(target, function, argument):
                _check_pointer(function, "function")
                _check_pointer(argument, "argument")
                if target is not None:
                    self._check_target(target)
                    _require(isinstance(target.type, IntType), "its target is no integer")
            case Exit(_, status):
                _check_integer(status, "status")
            case BlockUntil(condition) | Assume(condition) | Assert(condition):
                _check_scalar(condition, "condition")
            case Print(target, stream, format, arguments):
                self._check_target(target)
                _check_integer(stream, "stream")
                _check_pointer(format, "format")
                _check_pointer(arguments, "arguments")
            case Format(target, buffer, limit, format, arguments):
                self._check_target(target)
                _check_pointer(buffer, "buffer")
                _check_integer(limit, "limit")
                _check_pointer(format, "format")
                _check_pointer(arguments, "arguments")
            case Label() | AtomicBegin() | AtomicEnd() | Arrive() | Unmodelled() | Cut():
                pass

    def _check_target(self, target: Variable) -> None:
        if target.storage is not Storage.REGISTER:
            raise _Bad(f"its target {target.name} is no register")
        self.expressions.check_place(VariablePlace(target))

    def _check_local(self, variable: Variable) -> None:
        if variable.storage is not Storage.LOCAL:
            raise _Bad(f"{variable.name} is no local object")
        self.expressions.check_place(VariablePlace(variable))
        _check_complete(variable.type)

    def _check_call(self, call: Call) -> None:
        _check_pointer(call.function, "function")
        if call.target is not None:
            self._check_target(call.target)
        if call.varargs is not None:
            _check_pointer(call.varargs, "varargs")
        assert isinstance(call.function.type, PointerType)
        type = call.function.type.target
        if not isinstance(type, FunctionType):
            return
        result = value_type(type.result)
        if call.target is not None:
            _check_agree(call.target.type, result, "target and result")
        if not type.prototyped:
            return
        expected = _lowered_parameters(type)
        count = len(call.arguments)
        if count != len(expected):
            raise _Bad(f"it takes {len(expected)} arguments and gets {count}")
        _require(
            (call.varargs is not None) == type.variadic, "varargs are for variadic functions, and only there"
        )
        for position, (parameter, argument) in enumerate(zip(expected, call.arguments, strict=True), 1):
            if parameter is not None:
                _check_agree(parameter, argument.type, f"argument {position} and its parameter")
            else:
                _check_pointer(argument, f"argument {position}")

    def _check_return(self, value: Expression | None) -> None:
        if value is None:
            return  # also from functions with a result: C allows it if nobody uses that
        result = value_type(self.function.type.result)
        _require(is_scalar(result), "the function has no scalar result")
        _check_agree(result, value.type, "result and value")

    # depth of sections before a block → depth after it; 0 at every return
    def _check_sections(self) -> None:
        body = self.function.body
        graph = graph_of(body)
        depths: dict[int, int] = {0: 0}
        order = depth_first(graph.successors)[0]  # each block after one of its predecessors
        for number in order:
            depth = depths[number]
            block = graph.blocks[number]
            for index in range(block.start, block.end):
                instruction = body[index]
                if isinstance(instruction, AtomicBegin):
                    depth += 1
                elif isinstance(instruction, AtomicEnd):
                    depth -= 1
                    if depth < 0:
                        self._fail(index, "it ends an atomic section that nobody began")
                elif isinstance(instruction, Return) and depth:
                    self._fail(index, f"it leaves {depth} atomic sections open")
            for successor in graph.successors[number]:
                if depths.setdefault(successor, depth) != depth:
                    self._fail(graph.blocks[successor].start, "atomic sections differ on the ways to here")


def _lowered_parameters(type: FunctionType) -> list[Type | None]:
    """Types of the arguments in a call; None for the address of a record."""
    parameters: list[Type | None] = []
    if isinstance(value_type(type.result), RecordType):
        parameters.append(None)
    for parameter in type.parameters:
        parameter = value_type(parameter)
        parameters.append(None if isinstance(parameter, RecordType) else parameter)
    return parameters


class _ExpressionCheck:
    """Checks expressions and places; without variables (initial values) no frame is in sight."""

    def __init__(self, program: Program, variables: dict[str, Variable] | None) -> None:
        self.program = program
        self.variables = variables
        self.pointer_bits = program.pointer_size * 8

    def check(self, expression: Expression, absent: tuple[type, ...] = ()) -> None:
        pending = [expression]
        while pending:
            expression = pending.pop()
            if isinstance(expression, absent):
                raise _Bad(f"{type(expression).__name__} should be gone")
            self._check_one(expression)
            pending.extend(operands(expression))

    def _check_one(self, expression: Expression) -> None:
        if not is_scalar(expression.type):
            raise _Bad(f"{show_expression(expression)} is no scalar")
        match expression:
            case Constant():
                _check_constant(expression)
            case Read(place):
                self.check_place(place)
            case AddressOf(place):
                self._check_address(place)
            case FunctionAddress(name):
                known = name in self.program.functions or name in self.program.undefined
                if not known:
                    raise _Bad(f"there is no function {name}")
            case Unary():
                _check_unary(expression)
            case Binary():
                _check_binary(expression)
            case PointerAdd(pointer, index, scale):
                _check_pointer(pointer, "left side of +")
                self._check_index(index)
                _check_integer(scale, "scale")
            case PointerDifference(left, right, scale):
                _check_pointer(left, "left side of -")
                _check_pointer(right, "right side of -")
                _check_integer(scale, "scale")
                wanted = IntType(self.pointer_bits, True)
                _require(
                    expression.type == wanted, "the difference of pointers is no pointer-wide signed integer"
                )
            case Convert(operand, type):
                kinds = {type.__class__, operand.type.__class__}
                _require(kinds != {FloatType, PointerType}, "a floating number is no pointer")
            case Conditional(test, then, otherwise, type):
                _check_scalar(test, "test")
                _check_agree(type, then.type, "conditional and its first side")
                _check_agree(type, otherwise.type, "conditional and its second side")
            case ThreadSelf(type):
                _require(isinstance(type, IntType), "a thread number is an integer")
            case ObjectSize(pointer, type):
                _check_pointer(pointer, "operand")
                _require(isinstance(type, IntType), "a size is an integer")

    def _check_index(self, index: Expression) -> None:
        good = isinstance(index.type, IntType) and index.type.bits == self.pointer_bits
        if not good:
            raise _Bad(f"index {show_expression(index)} is no pointer-wide integer")

    def _check_address(self, place: Place) -> None:
        self.check_place(place)
        base = root(place)
        is_register = isinstance(base, VariablePlace) and base.variable.storage is Storage.REGISTER
        _require(not is_register, "registers have no address")
        is_bit_field = isinstance(place, Member) and place.field.bit_width is not None
        _require(not is_bit_field, "bit-fields have no address")

    def check_place(self, place: Place) -> None:
        """The place itself; the expressions inside are operands of what it stands in."""
        while True:
            match place:
                case VariablePlace(variable):
                    self._check_variable(variable)
                    return
                case Dereference(pointer):
                    _check_pointer(pointer, "operand of *")
                    return
                case Member(base, field):
                    record = value_type(base.type)
                    _require(isinstance(record, RecordType), "only records have members")
                    assert isinstance(record, RecordType)
                    if not record.complete:
                        raise _Bad(f"{type_name(record)} is incomplete")
                    if not (_has_member(record, field) or _is_inside(field, record)):
                        raise _Bad(f"{type_name(record)} has no such member {field.name}")
                    place = base
                case Element(base, index):
                    _require(
                        isinstance(base.type, ArrayType | VariableArrayType), "only arrays have elements"
                    )
                    _check_complete(place.type)
                    self._check_index(index)
                    place = base

    def _check_variable(self, variable: Variable) -> None:
        if variable.storage in (Storage.GLOBAL, Storage.THREAD):
            known: Variable | None = None
            if variable.name in self.program.globals:
                known = self.program.globals[variable.name].variable
        else:
            known = (self.variables or {}).get(variable.name)
        if known is variable:
            return
        if known is None:
            raise _Bad(f"there is no variable {variable.name} in sight")
        if known.storage is not variable.storage:
            raise _Bad(f"the storage of {variable.name} differs from its declaration")
        if known.type != variable.type:
            raise _Bad(f"the type of {variable.name} differs from its declaration")


def _check_constant(constant: Constant) -> None:
    value, type = constant.value, constant.type
    match type:
        case FloatType(80):
            _require(isinstance(value, Extended), "a long double constant is no Extended")
        case FloatType(bits):
            if not isinstance(value, float):
                raise _Bad(f"constant {value} is no floating number")
            assert isinstance(value, float)
            if not (bits == 64 or _is_single(value)):
                raise _Bad(f"constant {value!r} is no float")
        case _:
            if not isinstance(value, int):
                raise _Bad(f"constant {value} is no integer")
            assert isinstance(value, int)
            least, greatest = value_range(type)
            if not (least <= value <= greatest):
                raise _Bad(f"constant {value} is no {type_name(type)}")


def _is_single(value: float) -> bool:
    try:
        (rounded,) = struct.unpack("f", struct.pack("f", value))
    except OverflowError:
        return False
    return rounded == value or value != value


def _check_unary(expression: Unary) -> None:
    operator, operand = expression.operator, expression.operand
    if operator is UnaryOperator.NOT:
        _require(expression.type == INT, "! gives no int")
    elif operator in _FLOAT_TESTS:
        if not isinstance(operand.type, FloatType):
            raise _Bad(f"{operator} takes a floating number")
        if expression.type != INT:
            raise _Bad(f"{operator} gives no int")
    elif operator in _COUNTS:
        _check_integer(operand, f"operand of {operator}")
        if not isinstance(expression.type, IntType):
            raise _Bad(f"{operator} gives an integer")
    else:
        _check_agree(expression.type, operand.type, f"{operator} and its operand")
        takes_floats = operator in (UnaryOperator.NEGATE, UnaryOperator.ABSOLUTE, UnaryOperator.ROOT)
        takes_integers = operator not in (UnaryOperator.ABSOLUTE, UnaryOperator.ROOT)
        is_right = (takes_floats and isinstance(operand.type, FloatType)) or (
            takes_integers and isinstance(operand.type, IntType)
        )
        if not is_right:
            raise _Bad(f"{operator} does not take {type_name(operand.type)}")


def _check_binary(expression: Binary) -> None:
    operator, left, right = expression.operator, expression.left, expression.right
    if operator in _SHIFTS:
        _check_integer(left, f"left side of {operator}")
        _check_integer(right, f"right side of {operator}")
        _check_agree(expression.type, left.type, f"{operator} and its left side")
        return
    _check_agree(left.type, right.type, f"the sides of {operator}")
    if operator in COMPARISONS:
        if expression.type != INT:
            raise _Bad(f"{operator} gives no int")
        return
    _check_agree(expression.type, left.type, f"{operator} and its sides")
    allowed: tuple[type, ...] = (IntType, FloatType)
    if operator in _BITWISE:
        allowed = (IntType, BoolType)
    elif operator is BinaryOperator.REMAINDER:
        allowed = (IntType,)
    if not isinstance(left.type, allowed):
        raise _Bad(f"{operator} does not take {type_name(left.type)}")


def _check_scalar(expression: Expression, what: str) -> None:
    if not is_scalar(expression.type):
        raise _Bad(f"{what} {show_expression(expression)} is no scalar")


def _check_integer(expression: Expression, what: str) -> None:
    is_integer = isinstance(expression.type, IntType | BoolType)
    if not is_integer:
        raise _Bad(f"{what} {show_expression(expression)} is no integer")


def _check_pointer(expression: Expression, what: str) -> None:
    if not isinstance(expression.type, PointerType):
        raise _Bad(f"{what} {show_expression(expression)} is no pointer")


def _check_agree(one: Type, other: Type, what: str) -> None:
    if isinstance(one, PointerType) and isinstance(other, PointerType) and one.size == other.size:
        return
    if one != other:
        raise _Bad(f"the types of {what} differ: {type_name(one)} and {type_name(other)}")


def _has_member(record: RecordType, field: Field) -> bool:
    """Members of a volatile object are volatile, whatever the record says of them."""
    return field in record.fields or any(
        without_volatile(own.type) == without_volatile(field.type) and replace(field, type=own.type) == own
        for own in record.fields
    )


def _check_complete(type: Type) -> None:
    """The type has a size."""
    inner = type
    while isinstance(inner, ArrayType | AtomicType):
        inner = inner.element if isinstance(inner, ArrayType) else inner.value
    is_complete = inner.complete if isinstance(inner, RecordType) else True
    if not (is_complete and not isinstance(inner, VoidType | FunctionType)):
        raise _Bad(f"{type_name(type)} has no size")


def _require(condition: bool, reason: str) -> None:
    if not condition:
        raise _Bad(reason)


def _is_inside(unit: Field, record: RecordType) -> bool:
    return unit.is_unit and unit.offset * 8 + (unit.bit_width or 0) <= record.size * 8
