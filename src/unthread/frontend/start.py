"""What surrounds `main`: the function that the first thread starts in, and the arguments of the program.

__ut_start:   atexit(each destructor);  each constructor();  exit(main(arguments))
"""

from __future__ import annotations

from collections.abc import Sequence

from unthread.core.diagnostics import Unsupported
from unthread.core.source import Loc, ProgramArguments
from unthread.frontend.builder import Builder
from unthread.program.build.fold import convert, integer
from unthread.program.expressions import (
    AddressOf,
    Element,
    Expression,
    FunctionAddress,
    Storage,
    Variable,
    VariablePlace,
    read_register,
)
from unthread.program.instructions import Call, Exit, Input, Scope
from unthread.program.library import OWN
from unthread.program.program import Function, GlobalVariable, InitialValue
from unthread.program.types import CHAR, INT, VOID, ArrayType, FunctionType, IntType, PointerType, is_scalar

START = "__ut_start"
HANDLER = FunctionType(VOID, ())
_PROGRAM_NAME = "a.out"
_LONGEST = 8  # characters of an argument that may be any


class ArgumentVectors:
    """What main gets: how many words, an array of them, and the variables of an environment that has none.
    `objects` are made as they are needed."""

    def __init__(self, arguments: ProgramArguments, loc: Loc, pointer_size: int) -> None:
        self.objects: list[GlobalVariable] = []
        self._given = [_PROGRAM_NAME, *arguments.words]
        self._any = arguments.any
        self._loc, self._pointer_size = loc, pointer_size

    @property
    def _texts(self) -> list[bytes]:
        """Those that may be any are filled when the program starts."""
        given = [word.encode(errors="surrogateescape") for word in self._given]
        return [*given, *[bytes(_LONGEST)] * self._any]

    def values(self, count: int) -> list[Expression]:
        """The first `count` of them."""
        texts = self._texts
        values: list[Expression] = [integer(len(texts), INT)]
        if count > 1:
            values.append(self._vector("argv", texts))
        if count > 2:
            values.append(self._vector("envp", ()))
        return values[:count]

    def open_characters(self) -> list[tuple[Element, str]]:
        """The characters that may be any, each with its name."""
        words = [item.variable for item in self.objects if item.variable.name.startswith(f"{OWN}argv[")]
        return [
            (Element(VariablePlace(word), integer(at, _index(self._pointer_size))), f"{word.text}[{at}]")
            for word in words[len(self._given) :]
            for at in range(_LONGEST)
        ]

    @property
    def not_searched(self) -> str:
        """Which other arguments the program might get, in the words of a verdict."""
        if self._any:
            return f"program arguments other than {self._any} of at most {_LONGEST} characters"
        return "" if len(self._given) > 1 else "program arguments (argc is always 1 without --arg)"

    def _vector(self, name: str, texts: Sequence[bytes]) -> Expression:
        """A null-terminated array of strings."""
        text = PointerType(CHAR, self._pointer_size)
        vector = Variable(
            f"{OWN}{name}", ArrayType(text, len(texts) + 1), Storage.GLOBAL, name, self._loc, escapes=True
        )
        words = [self._string(f"{name}[{number}]", content) for number, content in enumerate(texts)]
        initial = (
            InitialValue(number * self._pointer_size, text, self._address(word))
            for number, word in enumerate(words)
        )
        self._add(vector, self._pointer_size * (len(texts) + 1), tuple(initial))
        return self._address(vector)

    def _string(self, name: str, content: bytes) -> Variable:
        kind = ArrayType(CHAR, len(content) + 1)
        word = Variable(f"{OWN}{name}", kind, Storage.GLOBAL, name, self._loc, escapes=True)
        initial = (
            InitialValue(at, CHAR, integer(byte - 256 * (byte > 127), CHAR))
            for at, byte in enumerate(content)
            if byte
        )
        self._add(word, len(content) + 1, tuple(initial))
        return word

    def _add(self, variable: Variable, size: int, initial: tuple[InitialValue, ...]) -> None:
        self.objects.append(GlobalVariable(variable, size, initial))

    def _address(self, variable: Variable) -> Expression:
        assert isinstance(variable.type, ArrayType), "arguments are arrays"
        first = Element(VariablePlace(variable), integer(0, _index(self._pointer_size)))
        return AddressOf(first, PointerType(variable.type.element, self._pointer_size))


def start_function(
    main: Function,
    arguments: ArgumentVectors,
    constructors: list[Function],
    destructors: list[Function],
    *,
    handlers: bool,
    pointer_size: int,
) -> Function:
    """`handlers`: something may have to run when the process ends, which `exit` sees to."""
    builder = Builder(START)
    builder.loc = main.loc
    given = arguments.values(len(main.parameters))
    for place, name in arguments.open_characters():
        character = builder.temporary(CHAR)
        builder.emit(Input(character, name, builder.loc))
        builder.assign(place, read_register(character))

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
    values = [convert(value, parameter.type) for value, parameter in zip(given, main.parameters, strict=True)]
    call("main", main.type, *values, result=result)
    status = convert(read_register(result), INT) if result is not None else integer(0)
    if handlers:
        call("exit", FunctionType(VOID, (INT,)), status)
    builder.emit(Exit(Scope.PROCESS, status, main.loc))
    body = tuple(builder.instructions)
    return Function(START, FunctionType(VOID, ()), (), tuple(builder.locals), body, main.loc, library=True)


def _index(pointer_size: int) -> IntType:
    """The type of indices."""
    return IntType(8 * pointer_size, True, "long" if pointer_size == 8 else "int")
