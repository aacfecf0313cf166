"""Calls of operations on an object, as C text: what they are given, and what they give back.

A value is kept in a variable for each parameter. Where a function takes a pointer to a number or to a
pointer, it gets the address of such a variable, whose value afterwards is a result, too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from unthread.core.records import dataclass
from unthread.frontend.clang import ClangType, TypeKind
from unthread.frontend.driver.api import Api
from unthread.frontend.driver.shapes import (
    Anything,
    Parameter,
    Pointed,
    RefusedShape,
    Scalar,
    Shape,
    Signature,
    String,
    WholeRecord,
    plain_spelling,
    shape_of,
)

ITEMS = 3  # objects that pointers to void may point to
TEXTS = ('""', '"a"', '"b"')  # that pointers to characters may point to
CAPACITY = "2"  # what constructors are given for a number

_HELPERS = {
    "_Bool": "bool",
    "char": "char",
    "signed char": "schar",
    "unsigned char": "uchar",
    "short": "short",
    "unsigned short": "ushort",
    "int": "int",
    "unsigned int": "uint",
    "long": "long",
    "unsigned long": "ulong",
    "long long": "longlong",
    "unsigned long long": "ulonglong",
    "float": "float",
    "double": "double",
}


@dataclass(frozen=True, slots=True)
class CallVariable:
    """What is passed for a parameter. `is_address`: the function gets its address; `is_result`: and may
    change it."""

    name: str
    type: str
    shape: Shape  # of the value
    source: ClangType
    is_address: bool = False
    is_result: bool = False

    @property
    def passed(self) -> str:
        return f"&{self.name}" if self.is_address else self.name

    @property
    def is_item(self) -> bool:
        """A pointer that stands for one of the items."""
        return isinstance(self.shape, Anything)


def variables(api: Api, operation: Signature) -> list[CallVariable]:
    """One for each parameter but the object."""
    names: set[str] = set()
    found = []
    for parameter in operation.parameters[bool(api.type) :]:
        variable = _variable(parameter, names)
        names.add(variable.name)
        found.append(variable)
    return found


def _variable(parameter: Parameter, taken: set[str]) -> CallVariable:
    name = re.sub(r"\W", "_", parameter.name)
    while name in taken or name == "object":
        name += "_"
    match parameter.shape:
        case Pointed(target, spelling, is_const):
            return CallVariable(name, spelling, shape_of(target), target, True, not is_const)
        case Scalar(spelling):
            return CallVariable(name, spelling, parameter.shape, parameter.type)
        case Anything():
            return CallVariable(name, plain_spelling(parameter.type), parameter.shape, parameter.type)
        case String():
            return CallVariable(name, "const char *", parameter.shape, parameter.type)
        case WholeRecord() | RefusedShape():
            raise AssertionError("such functions are no operations")


def declared(type: str, name: str) -> str:
    return f"{type}{name}" if type.endswith("*") else f"{type} {name}"


def any_value(variable: CallVariable) -> str:
    """An expression over the helpers of unthread_harness.h."""
    match variable.shape:
        case Scalar(spelling, names) if names:
            choices = f"(({declared(spelling, '')}[]){{{', '.join(names)}}})".replace(" []", "[]")
            return f"{choices}[unthread_any_below({len(names)})]"
        case Scalar():
            helper = _HELPERS.get(variable.source.get_canonical().spelling.removeprefix("const "), "")
            return f"unthread_any_{helper}()" if helper else f"({variable.type})unthread_any_longlong()"
        case String():
            return f"@texts[unthread_any_below({len(TEXTS)})]"
        case _:
            return f"&@items[unthread_any_below({ITEMS})]"


def needs(api: Api) -> tuple[bool, bool]:
    """Whether operations are given items, or texts."""
    used = [item for operation in api.operations for item in variables(api, operation)]
    returned = any(is_pointer_to_void(operation.result) for operation in api.operations)
    return returned or any(item.is_item for item in used), any(
        isinstance(item.shape, String) for item in used
    )


def is_pointer_to_void(kind: ClangType) -> bool:
    return isinstance(shape_of(kind), Anything)


def is_compared(kind: ClangType) -> bool:
    """A result that means the same for every object."""
    return isinstance(shape_of(kind), Scalar | Anything)


def is_void(kind: ClangType) -> bool:
    return bool(kind.get_canonical().kind == TypeKind.VOID)


# Objects


def making(api: Api, name: str) -> Iterator[str]:
    """Statements that make the object; `name` is the pointer to it, which points to zeros if it is not made
    by the library."""
    if api.constructor is None:
        return
    given = [constant(item.shape) for item in api.constructor.parameters]
    if api.is_made:
        yield f"{name} = {api.constructor.name}({', '.join(given)});"
    else:
        first = [name] if api.type else []
        yield f"{api.constructor.name}({', '.join([*first, *given[len(first) :]])});"


def ending(api: Api, name: str) -> Iterator[str]:
    if api.destructor is not None:
        yield f"{api.destructor.name}({name if api.type else ''});"


def constant(shape: Shape) -> str:
    """What a constructor is given."""
    match shape:
        case Scalar(_, names):
            return names[0] if names else CAPACITY
        case String():
            return '"a"'
        case _:
            return "0"
