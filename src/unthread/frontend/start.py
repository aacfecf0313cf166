"""What surrounds `main`: the function that the first thread starts in.

__ut_start:   atexit(each destructor);  each constructor();  exit(main(arguments))
"""

from __future__ import annotations

from unthread.core.diagnostics import Unsupported
from unthread.frontend.builder import Builder
from unthread.program.build.fold import convert, integer
from unthread.program.expressions import (
    Expression,
    FunctionAddress,
    Storage,
    Variable,
    read_register,
)
from unthread.program.instructions import Call, Exit, Scope
from unthread.program.program import Function
from unthread.program.types import INT, VOID, FunctionType, PointerType, is_scalar

START = "__ut_start"
HANDLER = FunctionType(VOID, ())


def start_function(
    main: Function,
    constructors: list[Function],
    destructors: list[Function],
    *,
    handlers: bool,
    pointer_size: int,
) -> Function:
    """`handlers`: something may have to run when the process ends, which `exit` sees to."""
    builder = Builder(START)
    builder.loc = main.loc
    parameters = tuple(
        Variable(f"{START}::{v.text}", v.type, Storage.REGISTER, v.text, v.loc) for v in main.parameters
    )

    def call(name: str, kind: FunctionType, *arguments: Expression, result: Variable | None = None) -> None:
        address = FunctionAddress(name, PointerType(kind, pointer_size))
        builder.emit(Call(result, address, arguments, None, builder.loc))

    for function in destructors:  # the first in the list is the last to run
        handler = PointerType(HANDLER, pointer_size)
        call("atexit", FunctionType(INT, (handler,)), FunctionAddress(function.name, handler))
    for function in constructors:
        if function.parameters:
            raise Unsupported("constructor with parameters", function.loc)
        builder.loc = function.loc
        call(function.name, function.type)
    builder.loc = main.loc
    result = builder.temporary(main.type.result) if is_scalar(main.type.result) else None
    call("main", main.type, *map(read_register, parameters), result=result)
    status = convert(read_register(result), INT) if result is not None else integer(0)
    if handlers:
        call("exit", FunctionType(VOID, (INT,)), status)
    builder.emit(Exit(Scope.PROCESS, status, main.loc))
    kind = FunctionType(VOID, tuple(v.type for v in parameters))
    body = tuple(builder.instructions)
    return Function(START, kind, parameters, tuple(builder.locals), body, main.loc, library=True)
