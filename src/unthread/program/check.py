"""Is goto code well formed?

In: a Program, and kinds that must be gone from it. Out: nothing, or an AssertionError that names the
function, the instruction and the reason. What fails here is a bug of unthread, never of the user.

Two pointer types of one size agree whatever they point to: records of two files that are linked together
are different types here, and nothing depends on the target.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NoReturn

from unthread.program.check_expressions import (
    BadError,
    ExpressionCheck,
    check_agree,
    check_complete,
    check_integer,
    check_pointer,
    check_scalar,
    require,
)
from unthread.program.expressions import (
    Expression,
    Read,
    Storage,
    Variable,
    VariablePlace,
    operands,
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
    Copy,
    Cut,
    Declare,
    Discard,
    Exit,
    Fill,
    FormatText,
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
from unthread.program.text.show import show_instruction
from unthread.program.types import (
    ArrayType,
    FunctionType,
    IntType,
    PointerType,
    RecordType,
    Type,
    is_scalar,
    size_of,
    value_type,
)

# Their whole purpose is to leave a section open, or to close one of their caller's.
_SECTION_WRAPPERS = ("atomic_begin", "atomic_end")


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
        except BadError as bad:
            raise AssertionError(f"global {name}: {bad}") from None
    if program.entry and program.entry not in program.functions:
        raise AssertionError(f"the entry {program.entry} has no body")


def _check_global(program: Program, name: str, variable: GlobalVariable) -> None:
    if variable.variable.name != name:
        raise BadError(f"it is called {variable.variable.name}")
    require(variable.variable.storage in (Storage.GLOBAL, Storage.THREAD), "its storage is not static")
    if variable.external:
        require(not variable.initial, "it is defined elsewhere and has initial values")
        return
    check_complete(variable.variable.type)
    require(variable.size >= size_of(variable.variable.type), "it is smaller than its type")
    expressions = ExpressionCheck(program, None)
    for initial in variable.initial:
        where = f"initial value at offset {initial.offset}"
        if not is_scalar(initial.type):
            raise BadError(f"{where} is not a scalar")
        if not (0 <= initial.offset <= variable.size - size_of(initial.type)):
            raise BadError(f"{where} lies outside")
        expressions.check(initial.value)
        if list(_reads(initial.value)):
            raise BadError(f"{where} reads memory")
        check_agree(initial.type, initial.value.type, where)


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
        self.expressions = ExpressionCheck(program, self.variables)
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
            except BadError as bad:
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
                    raise BadError(f"parameter {variable.name} is not a register")
            for variable in self.function.locals:
                if variable.storage not in (Storage.REGISTER, Storage.LOCAL):
                    raise BadError(f"local {variable.name} has {variable.storage} storage")
            for variable in self.variables.values():
                if variable.storage is Storage.REGISTER and not is_scalar(variable.type):
                    raise BadError(f"register {variable.name} is not a scalar")
        except BadError as bad:
            self._fail(-1, str(bad))

    def _check_instruction(self, instruction: Instruction) -> None:
        if isinstance(instruction, self.absent):
            raise BadError(f"{type(instruction).__name__} should be gone")
        for expression in expressions(instruction):
            self.expressions.check(expression, self.absent)
        if not isinstance(instruction, BlockUntil | Copy):
            require(sum(1 for _ in accesses(instruction)) <= 1, "it touches memory more than once")
        match instruction:
            case Assign(target, value):
                self.expressions.check_place(target)
                require(is_scalar(value_type(target.type)), "its target is not a scalar")
                check_agree(value_type(target.type), value.type, "target and value")
            case Fill() | Copy():
                self._check_bulk(instruction)
            case Input(target):
                self._check_target(target)
            case Declare(variable) | Discard(variable):
                self._check_local(variable)
            case Allocate(target, size, zeroed):
                self._check_target(target)
                require(isinstance(target.type, PointerType), "its target is not a pointer")
                check_integer(size, "size")
                check_scalar(zeroed, "zeroed")
            case Free(pointer):
                check_pointer(pointer, "operand")
            case Print() | FormatText():
                self._check_printing(instruction)
            case BlockUntil(condition) | Assume(condition) | Assert(condition):
                check_scalar(condition, "condition")
            case Jump() | Call() | Return() | Spawn() | Exit():
                self._check_control(instruction)
            case Label() | AtomicBegin() | AtomicEnd() | Arrive() | Unmodelled() | Cut():
                pass

    def _check_bulk(self, instruction: Fill | Copy) -> None:
        places = [instruction.target, *([instruction.source] if isinstance(instruction, Copy) else [])]
        for place in places:
            self.expressions.check_place(place)
            require(isinstance(place.type, ArrayType), "it is not about an array")
        first, last = places[0].type, places[-1].type
        assert isinstance(first, ArrayType)
        assert isinstance(last, ArrayType)
        same = first.count == last.count and size_of(first.element) == size_of(last.element)
        require(same and is_scalar(first.element), "it is not about as many scalars of one size")
        if isinstance(instruction, Fill):
            check_agree(value_type(first.element), instruction.value.type, "element and value")

    def _check_control(self, instruction: Jump | Call | Return | Spawn | Exit) -> None:
        match instruction:
            case Jump(label, condition):
                if label not in self.labels:
                    raise BadError(f"there is no label {label}")
                if condition is not None:
                    check_scalar(condition, "condition")
            case Call():
                self._check_call(instruction)
            case Return(value):
                self._check_return(value)
            case Spawn(target, function, argument):
                check_pointer(function, "function")
                check_pointer(argument, "argument")
                if target is not None:
                    self._check_target(target)
                    require(isinstance(target.type, IntType), "its target is not an integer")
            case Exit(_, status):
                check_integer(status, "status")

    def _check_printing(self, instruction: Print | FormatText) -> None:
        self._check_target(instruction.target)
        match instruction:
            case Print(_, stream):
                check_integer(stream, "stream")
            case FormatText(_, buffer, limit):
                check_pointer(buffer, "buffer")
                check_integer(limit, "limit")
        check_pointer(instruction.format, "format")
        check_pointer(instruction.arguments, "arguments")

    def _check_target(self, target: Variable) -> None:
        if target.storage is not Storage.REGISTER:
            raise BadError(f"its target {target.name} is not a register")
        self.expressions.check_place(VariablePlace(target))

    def _check_local(self, variable: Variable) -> None:
        if variable.storage is not Storage.LOCAL:
            raise BadError(f"{variable.name} is not a local object")
        self.expressions.check_place(VariablePlace(variable))
        check_complete(variable.type)

    def _check_call(self, call: Call) -> None:
        check_pointer(call.function, "function")
        if call.target is not None:
            self._check_target(call.target)
        if call.varargs is not None:
            check_pointer(call.varargs, "varargs")
        assert isinstance(call.function.type, PointerType)
        type = call.function.type.target
        if not isinstance(type, FunctionType):
            return
        result = value_type(type.result)
        if call.target is not None:
            check_agree(call.target.type, result, "target and result")
        if not type.prototyped:
            return
        expected = _lowered_parameters(type)
        count = len(call.arguments)
        if count != len(expected):
            raise BadError(f"it takes {len(expected)} arguments and gets {count}")
        require(
            (call.varargs is not None) == type.variadic, "varargs are for variadic functions, and only there"
        )
        for position, (parameter, argument) in enumerate(zip(expected, call.arguments, strict=True), 1):
            if parameter is not None:
                check_agree(parameter, argument.type, f"argument {position} and its parameter")
            else:
                check_pointer(argument, f"argument {position}")

    def _check_return(self, value: Expression | None) -> None:
        if value is None:
            return  # also from functions with a result: C allows it if the result is not used
        result = value_type(self.function.type.result)
        require(is_scalar(result), "the function has no scalar result")
        check_agree(result, value.type, "result and value")

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
                        self._fail(index, "it ends an atomic section that was not begun")
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
