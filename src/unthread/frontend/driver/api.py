"""The functions of a library that work on one type of object: `Api`.

In: files or a header. Out: what makes an object, what ends it, and the operations on it. What
functions are for follows from their types and from the words in their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from unthread.core.diagnostics import InputError
from unthread.core.records import dataclass
from unthread.frontend import clang
from unthread.frontend.clang import ClangType, TypeKind, Unit
from unthread.frontend.driver.shapes import (
    Anything,
    Pointed,
    RefusedShape,
    Scalar,
    Shape,
    Signature,
    String,
    WholeRecord,
    plain,
    plain_spelling,
    signatures,
)

_MAKES = frozenset(
    (
        "init",
        "initialize",
        "initialise",
        "create",
        "new",
        "alloc",
        "make",
        "construct",
        "ctor",
        "setup",
        "open",
    )
)
_ENDS = frozenset(
    (
        *("destroy", "free", "delete", "close", "fini", "deinit", "dispose", "destruct", "dtor", "cleanup"),
        *("release", "term", "shutdown", "uninit"),
    )
)


@dataclass(frozen=True, slots=True)
class Api:
    """`type` is the object's as the library writes it, empty for a library without objects. Objects are made
    by `constructor`, which returns one if `is_made`, or is given one; without any, they start as zeros.
    `skipped`: functions on the object that are not called, and why."""

    type: str
    constructor: Signature | None
    is_made: bool
    destructor: Signature | None
    operations: tuple[Signature, ...]
    skipped: tuple[tuple[str, str], ...]


def find_api(units: list[Unit], files: Iterable[str], wanted: str = "") -> Api:
    """The functions that `files` define or declare; `wanted` names the type of the object."""
    functions = _functions(units, set(files))
    types = {
        _key(kind): plain_spelling(kind) for item in functions if (kind := _first_object(item)) is not None
    }
    working = {key: text for key, text in types.items() if any(_works_on(item, key) for item in functions)}
    if wanted:
        key = _wanted(wanted, types)
    elif len(working) > 1:
        names = ", ".join(f"'{name}'" for name in working.values())
        raise InputError(
            f"there are functions on objects of several types: {names}", hint="--type TYPE chooses one"
        )
    else:
        key = next(iter(working), "")
    return _api(key, types.get(key, ""), functions)


def _functions(units: list[Unit], files: set[str]) -> list[Signature]:
    """What users of the library may call; each name once."""
    known: dict[str, Signature] = {}
    for item in signatures(units):
        if item.position[0] in files and item.name != "main":
            known.setdefault(item.name, item)
    public = [item for item in known.values() if not item.is_static]
    found = public or list(known.values())
    if not found:
        raise InputError(
            f"there is no function in {', '.join(sorted(files))}", hint="name the header, or the C file"
        )
    return sorted(found, key=lambda item: item.position)


def _wanted(name: str, types: dict[str, str]) -> str:
    for key, text in types.items():
        if _bare(name) in (_bare(key), _bare(text)):
            return key
    known = ", ".join(f"'{text}'" for text in types.values()) or "none"
    raise InputError(
        f"--type: no function takes a pointer to '{name}' first", hint=f"types that some take: {known}"
    )


def _bare(name: str) -> str:
    return re.sub(r"\b(struct|union)\b", "", name).replace("*", "").strip()


def _api(key: str, text: str, functions: list[Signature]) -> Api:
    makers = [item for item in functions if _makes(item, key)]
    makers.sort(key=lambda item: (not _returns(item, key), len(item.parameters)))
    constructor = makers[0] if makers else None
    endings = [item for item in functions if _ends(item, key)]
    others = [item for item in functions if item not in makers and item not in endings and _takes(item, key)]
    reasons = {item.name: _reason(item, key) for item in others}
    operations = tuple(item for item in others if not reasons[item.name])
    skipped = tuple((name, why) for name, why in reasons.items() if why)
    if not operations:
        about = "; ".join(f"'{name}' {why}" for name, why in skipped[:4])
        what = f"on objects of type '{text}' " if text else ""
        raise InputError(f"there is no operation {what}that can be called with made-up arguments", hint=about)
    is_made = constructor is not None and _returns(constructor, key)
    size = next(
        (kind.get_size() for item in functions if (kind := _first_object(item)) and _key(kind) == key), 0
    )
    if key and size < 0 and not is_made:
        raise InputError(f"no function returns an object of type '{text}', which is incomplete here")
    return Api(text, constructor, is_made, endings[0] if endings else None, operations, skipped)


# What functions are for


def _object(kind: ClangType) -> ClangType | None:
    """The record that a pointer points to, if it is the program's own."""
    canonical = kind.get_canonical()
    if canonical.kind != TypeKind.POINTER or canonical.get_pointee().kind != TypeKind.RECORD:
        return None
    declaration = canonical.get_pointee().get_declaration()
    if declaration.location.file is None or clang.is_in_system_header(declaration):
        return None
    pointee = kind.get_pointee()
    return canonical.get_pointee() if pointee.kind == TypeKind.INVALID else pointee


def _key(kind: ClangType) -> str:
    return plain(kind.get_canonical().spelling)


def _first_object(item: Signature) -> ClangType | None:
    return _object(item.parameters[0].type) if item.parameters else None


def _takes(item: Signature, key: str) -> bool:
    """The object comes first; a library without objects has functions that take none."""
    first = _first_object(item)
    return (first is not None and _key(first) == key) if key else first is None


def _returns(item: Signature, key: str) -> bool:
    made = _object(item.result)
    return bool(key) and made is not None and _key(made) == key


def _words(name: str) -> set[str]:
    """`queueInit` and `queue_init` have the words queue and init."""
    return {word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)}


def _makes(item: Signature, key: str) -> bool:
    if item.is_variadic or any(isinstance(parameter.shape, WholeRecord) for parameter in item.parameters):
        return False
    if _returns(item, key):
        return not _takes(item, key)
    return _takes(item, key) and bool(_words(item.name) & _MAKES) and not _words(item.name) & _ENDS


def _ends(item: Signature, key: str) -> bool:
    return _takes(item, key) and len(item.parameters) == bool(key) and bool(_words(item.name) & _ENDS)


def _works_on(item: Signature, key: str) -> bool:
    return _takes(item, key) and not _makes(item, key) and not _ends(item, key)


def _reason(item: Signature, key: str) -> str:
    """Why an operation is not called; empty if it is."""
    if item.is_variadic:
        return "takes a variable number of arguments"
    if _returns(item, key):
        return f"returns another object: '{item.result.spelling}'"
    for parameter in item.parameters[bool(key) :]:
        why = _refusal(parameter.shape)
        if why:
            return f"has a parameter '{parameter.name}' that {why}"
    if item.result.get_canonical().kind == TypeKind.RECORD:
        return f"returns a record: '{item.result.spelling}'"
    return ""


def _refusal(shape: Shape) -> str:
    match shape:
        case Scalar() | Anything():
            return ""
        case String(is_const):
            return "" if is_const else "is a buffer of characters"
        case Pointed(target, spelling):
            if target.kind == TypeKind.RECORD or target.kind == TypeKind.ATOMIC:
                return f"is a pointer to '{spelling}'"
            is_void = target.kind == TypeKind.POINTER and target.get_pointee().kind == TypeKind.VOID
            return "" if is_void or target.kind != TypeKind.POINTER else f"is a pointer to '{spelling}'"
        case WholeRecord(_, spelling):
            return f"is a record: '{spelling}'"
        case RefusedShape(why):
            return why
