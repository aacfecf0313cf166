"""libclang with its gaps closed. C files come in, cursors of clang's syntax tree go out.

No other file imports the binding. What its API does not tell about a statement (which parts of a
`for` header are there, the chosen branch of `_Generic`, whether a designator is a range, the template
of an `asm`, all digits of a long double) is read off clang's own rendering of the declaration around
it, in which macros are expanded: `rendering.py`.
"""

from __future__ import annotations

import ctypes
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

from clang import cindex
from clang.cindex import Cursor, CursorKind, LinkageKind, StorageClass, TLSKind, TypeKind

from unthread.core import interrupts
from unthread.core.diagnostics import Diagnostic, InputError, Severity, UsageError, must_be_utf8
from unthread.core.room import deepest_brackets, parsing_in_room
from unthread.core.source import OWN_FILES, PACKAGE, DataModel, Loc
from unthread.frontend.operators import BINARY_OPERATORS, UNARY_OPERATORS
from unthread.frontend.overlay import Addition, Concessions, Overlay, parsed_name
from unthread.frontend.rendering import Rendering
from unthread.frontend.standards import must_be_standards

__all__ = [
    "BINARY_OPERATORS",
    "UNARY_OPERATORS",
    "Cursor",
    "CursorKind",
    "LinkageKind",
    "StorageClass",
    "TLSKind",
    "TypeKind",
    "Unit",
    "parse",
]

# What is found again in the text of a declaration.
_RENDERED = (
    CursorKind.FOR_STMT,
    CursorKind.GENERIC_SELECTION_EXPR,
    CursorKind.ASM_STMT,
    CursorKind.FLOATING_LITERAL,
    CursorKind.CXX_UNARY_EXPR,
)
INCLUDE = Path(__file__).parent / "include"

ClangType: TypeAlias = cindex.Type
Told = TypeVar("Told")


def _declare(name: str, result: Any, *arguments: Any) -> Any:
    function = cindex.conf.lib[name]  # a handle of our own: the binding keeps its own signatures
    function.argtypes = list(arguments)
    function.restype = result
    return function


_binary_operator = _declare("clang_getCursorBinaryOperatorKind", ctypes.c_int, Cursor)
_unary_operator = _declare("clang_getCursorUnaryOperatorKind", ctypes.c_int, Cursor)
_evaluate = _declare("clang_Cursor_Evaluate", ctypes.c_void_p, Cursor)
_result_kind = _declare("clang_EvalResult_getKind", ctypes.c_int, ctypes.c_void_p)
_result_is_unsigned = _declare("clang_EvalResult_isUnsignedInt", ctypes.c_uint, ctypes.c_void_p)
_result_unsigned = _declare("clang_EvalResult_getAsUnsigned", ctypes.c_ulonglong, ctypes.c_void_p)
_result_integer = _declare("clang_EvalResult_getAsLongLong", ctypes.c_longlong, ctypes.c_void_p)
_result_double = _declare("clang_EvalResult_getAsDouble", ctypes.c_double, ctypes.c_void_p)
_dispose = _declare("clang_EvalResult_dispose", None, ctypes.c_void_p)
_value_type = _declare("clang_Type_getValueType", ClangType, ClangType)
_initializer = _declare("clang_Cursor_getVarDeclInitializer", Cursor, Cursor)
_pretty = _declare("clang_getCursorPrettyPrinted", cindex._CXString, Cursor, ctypes.c_void_p)
_location = _declare(
    "clang_getExpansionLocation",
    None,
    cindex.SourceLocation,
    ctypes.POINTER(ctypes.c_void_p),
    ctypes.POINTER(ctypes.c_uint),
    ctypes.POINTER(ctypes.c_uint),
    ctypes.POINTER(ctypes.c_uint),
)
_is_inlined = _declare("clang_Cursor_isFunctionInlined", ctypes.c_uint, Cursor)
_target_info = _declare("clang_getTranslationUnitTargetInfo", ctypes.c_void_p, cindex.TranslationUnit)
_triple = _declare("clang_TargetInfo_getTriple", cindex._CXString, ctypes.c_void_p)
_pointer_width = _declare("clang_TargetInfo_getPointerWidth", ctypes.c_int, ctypes.c_void_p)
_dispose_target = _declare("clang_TargetInfo_dispose", None, ctypes.c_void_p)
_file_name = _declare("clang_getFileName", cindex._CXString, ctypes.c_void_p)


def _name_kinds(kinds: Any, highest: int) -> None:
    """Gives a name to the kinds that the library knows and the binding does not, such as `_Float16`."""
    for number in range(highest):
        try:
            kinds.from_id(number)
        except ValueError:
            setattr(kinds, f"NUMBER_{number}", kinds(number))


_name_kinds(CursorKind, 800)
_name_kinds(TypeKind, 200)

# Warnings that clang has turned into errors since GCC 12, whose input we mean to read.
_LENIENT = (
    "-Wno-everything",
    "-Wno-error",
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
    "-Wno-error=incompatible-pointer-types",
    "-Wno-error=return-type",
)


class Unit:
    """One parsed translation unit."""

    def __init__(
        self, path: Path, tree: cindex.TranslationUnit, addition: Addition | None, flags: tuple[str, ...]
    ) -> None:
        self.path = path
        self.flags = flags  # those of the user
        self.addition = addition
        self.opaque: dict[str, int] = {}  # types, as clang writes them, of library objects, and their sizes
        self.unfit: dict[str, int] = {}  # names of library types that the program declares as it likes
        self._tree = tree
        self._files: dict[int, str] = {}
        self._texts: dict[int, Rendering] = {}

    def declarations(self) -> list[Cursor]:
        return children(self._tree.cursor)

    def included(self) -> list[str]:
        """The files that the text includes, and those that these include; the system's are left out."""
        found = (item.include for item in _told(self._tree.get_includes))
        return list(dict.fromkeys(str(file) for file in found if not _is_of_system(self._tree, file)))

    def position(self, cursor: Cursor) -> tuple[str, int, int]:
        """File, line and column; inside a macro, where the outermost macro is used."""
        file, line = ctypes.c_void_p(), ctypes.c_uint()
        column, offset = ctypes.c_uint(), ctypes.c_uint()
        _location(
            cursor.location,
            ctypes.byref(file),
            ctypes.byref(line),
            ctypes.byref(column),
            ctypes.byref(offset),
        )
        key = file.value or 0
        if key not in self._files:
            name = cindex._CXString.from_result(_file_name(file), None, None) if key else ""
            self._files[key] = _shown(name or str(self.path))
        if self.addition is not None and self._files[key] == parsed_name(self.path):
            return self.addition.positions.get(line.value, (self._files[key], line.value, column.value))
        return self._files[key], line.value, column.value

    def is_added(self, cursor: Cursor) -> bool:
        """It stands in text of our own."""
        where = cursor.location
        if self.addition is None or where.file is None or where.file.name != parsed_name(self.path):
            return False
        return where.line in self.addition.positions

    def text_of(self, file: str) -> bytes:
        """What was read as this file."""
        if self.addition is not None and file == parsed_name(self.path):
            return self.addition.text.encode()
        return Path(file).read_bytes()

    def linker_name(self, name: str) -> str:
        return name if self.addition is None else self.addition.names.get(name, name)

    def head(self, declaration: Cursor) -> str:
        """Clang's own text of a declaration, without the body of a function."""
        text = cindex._CXString.from_result(_pretty(declaration, None), None, None) or ""
        return str(text).partition("{")[0]

    def rendering(self, declaration: Cursor) -> Rendering:
        """Clang's own text of a declaration, found again by the statements inside it."""
        key = declaration.hash
        if key not in self._texts:
            text = cindex._CXString.from_result(_pretty(declaration, None), None, None) or ""
            asked = (cursor for cursor in descendants(declaration) if cursor.kind in _RENDERED)
            self._texts[key] = Rendering(asked, text)
        return self._texts[key]


def parse(
    path: Path,
    flags: tuple[str, ...],
    data_model: DataModel,
    *,
    library: bool = False,
    overlay: Overlay | None = None,
    addition: Addition | None = None,
) -> Unit:
    """Parse one C file. `library` files see no headers but ours. Errors are clang's own."""
    interrupts.forget_alarms()
    if any(flag.startswith(("-x", "--language")) for flag in flags):
        raise UsageError("unthread reads C only")
    for word in (str(path), *flags):
        must_be_utf8(word)
    if addition is not None:
        before = overlay or Overlay("", {})
        overlay = Overlay(before.declarations, {parsed_name(path): addition.text} | before.texts)
    try:
        with parsing_in_room():
            tree = _tree(path, _arguments(path, data_model, library), flags, overlay)
        _must_have_target(tree, data_model)
        errors = tuple(_diagnostic(d) for d in tree.diagnostics if d.severity >= cindex.Diagnostic.Error)
        for included in tree.get_includes():
            str(included.include.name)
    except UnicodeDecodeError:
        raise InputError(f"'{path}' includes a file whose name is not UTF-8") from None
    if errors:
        raise InputError.of(errors)
    return Unit(path, tree, addition, flags)


def _arguments(path: Path, data_model: DataModel, library: bool) -> list[str]:
    """Flags of our own."""
    arguments = [
        "-xc",
        "-m32" if data_model is DataModel.M32 else "-m64",
        "--target=x86_64-linux-gnu",
        "-std=gnu17",
        f"-fbracket-depth={deepest_brackets()}",
        *_LENIENT,
        "-isystem",
        str(INCLUDE / "builtin"),
        "-idirafter",
        str(INCLUDE / "libc"),
        "-include",
        str(INCLUDE / "prelude.h"),
    ]
    if library:
        arguments.append("-nostdlibinc")
    elif _is_preprocessed(path):
        arguments += ["-include", str(INCLUDE / "gcc_preprocessed.h")]
    return arguments


def _tree(
    path: Path, arguments: list[str], flags: tuple[str, ...], overlay: Overlay | None
) -> cindex.TranslationUnit:
    """What clang makes of the file; read again if it needs concessions."""
    name = parsed_name(path)
    texts: dict[str, str] = {}
    if overlay is not None:
        arguments += ["-include", str(_REPLACED)]
        texts = overlay.texts | {str(_REPLACED): overlay.declarations}
    try:
        tree = cindex.Index.create().parse(name, [*arguments, *flags], [*texts.items()])
        concessions = _concessions(tree)
        if concessions == _NONE:
            return tree
        more = [*arguments, *concessions.flags, *flags]
        files = [*texts.items(), (str(_DECLARED), concessions.declarations)]
        return cindex.Index.create().parse(name, more, files)
    except cindex.TranslationUnitLoadError:
        must_be_standards(flags)
        flags_text = " ".join(flags)
        raise InputError(f"clang cannot read '{path}' with these flags: {flags_text or '(none)'}") from None


def _must_have_target(tree: cindex.TranslationUnit, data_model: DataModel) -> None:
    """Flags for clang must not change the target machine."""
    target = _target_info(tree)
    triple = cindex._CXString.from_result(_triple(target), None, None) or ""
    width = _pointer_width(target)
    _dispose_target(target)
    machines = {DataModel.M32: ("i386", 32), DataModel.M64: ("x86_64", 64)}
    if (triple.partition("-")[0], width) != machines[data_model] or "linux" not in triple:
        raise UsageError(f"the flags ask for the target {triple}", hint="use --m32 or --m64")


_NONE = Concessions()
_DECLARED, _REPLACED = INCLUDE / "declared.h", INCLUDE / "replaced.h"  # files that only clang sees
_TAKEN = re.compile(r"redefinition of '(\w+)' as different kind of symbol")
_CONFLICT = re.compile(r"conflicting types for '(\w+)'")
_ATOMIC_VALUE = "'_Atomic("  # in the type of what clang does not convert
_MAIN = re.compile(r".*\b(of|for|on) 'main'.*")


def _concessions(tree: cindex.TranslationUnit) -> Concessions:
    """GCC reads five things that clang does not: names of library functions that the program uses otherwise,
    as it may without their header; void functions that were called before they were declared; any parameters
    of main; elements of register arrays; and values of atomic types as operands of atomic operations."""
    flags: list[str] = []
    called: set[str] = set()
    for diagnostic in tree.diagnostics:
        if diagnostic.severity < cindex.Diagnostic.Error:
            continue
        if found := _TAKEN.fullmatch(diagnostic.spelling):
            flags.append(f"-fno-builtin-{found[1]}")
        elif _MAIN.fullmatch(diagnostic.spelling):
            flags += ["-ffreestanding", "-U__STDC_HOSTED__", "-D__STDC_HOSTED__=1"]
        elif diagnostic.spelling == "address of register variable requested":
            flags.append("-Dregister=")
        elif _ATOMIC_VALUE in diagnostic.spelling:
            flags.append("-D__UT_ATOMIC_VALUES")
        elif (found := _CONFLICT.fullmatch(diagnostic.spelling)) and any(
            "implicit declaration" in note.spelling for note in diagnostic.children
        ):
            called.add(found[1])
    declarations = [f"void {name}();\n" for name in sorted(called) if _is_void(name, tree)]
    if declarations:
        flags += ["-include", str(_DECLARED)]
    return Concessions(tuple(flags), "".join(declarations))


def _is_void(name: str, tree: cindex.TranslationUnit) -> bool:
    return any(
        cursor.kind == CursorKind.FUNCTION_DECL
        and cursor.spelling == name
        and cursor.result_type.kind == TypeKind.VOID
        for cursor in children(tree.cursor)
    )


def _shown(file: str) -> str:
    """Files of our own are named alike on every machine."""
    path = Path(file)
    return f"{OWN_FILES}/{path.relative_to(PACKAGE).as_posix()}" if path.is_relative_to(PACKAGE) else file


def _is_preprocessed(path: Path) -> bool:
    """Starts with a line marker `# 1 "file"`, whatever its name, and includes nothing: what was preprocessed
    in part has all it needs in the headers that it still asks for."""
    text = path.read_bytes()
    is_marked = path.suffix == ".i" or re.match(rb'\s*# \d+ "', text) is not None
    return is_marked and re.search(rb"^[ \t]*#[ \t]*include\b", text, re.MULTILINE) is None


def _diagnostic(diagnostic: cindex.Diagnostic) -> Diagnostic:
    """What has no file was on the command line."""
    place = diagnostic.location
    loc = Loc(place.file.name, max(place.line, 1), max(place.column, 1)) if place.file else None
    hint = next((hint for pattern, hint in _HINTS if re.search(pattern, diagnostic.spelling)), "")
    return Diagnostic(Severity.ERROR, diagnostic.spelling, loc, hint)


_HINTS = (
    (r"' file not found$", "-I DIRECTORY adds a directory with headers"),
    (r"^function definition is not allowed here", "nested functions are not supported"),
)


def children(cursor: Cursor) -> list[Cursor]:
    """The children, kept with the cursor: the tree is walked more than once."""
    known: list[Cursor] | None = getattr(cursor, "unthread_children", None)
    if known is None:
        known = _told(cursor.get_children)
        cursor.unthread_children = known
    return known


def fields(record: ClangType) -> list[Cursor]:
    """The members of a struct or union."""
    return _told(record.get_fields)


def _told(ask: Callable[[], Iterable[Told]]) -> list[Told]:
    """All that libclang tells. It does so by calling back: what a signal raises there is dropped with the
    rest of what it had to tell, and so is what is raised while an object of the binding goes. Both come
    here, if somebody hears them (`interrupts.hear_all`)."""
    found = list(ask())
    interrupts.raise_dropped()
    return found


def descendants(cursor: Cursor) -> Iterator[Cursor]:
    """The cursor and everything below it, in the order of the text."""
    stack = [cursor]
    while stack:
        cursor = stack.pop()
        yield cursor
        stack.extend(reversed(children(cursor)))


def expressions(cursor: Cursor) -> list[Cursor]:
    """The children that are expressions (not type or member references)."""
    return [child for child in children(cursor) if child.kind.is_expression()]


def without_implicit_casts(cursor: Cursor) -> Cursor:
    """The expression as it was written."""
    while cursor.kind in (CursorKind.UNEXPOSED_EXPR, CursorKind.PAREN_EXPR):
        inner = expressions(cursor)
        if len(inner) != 1:
            break
        cursor = inner[0]
    return cursor


def binary_operator(cursor: Cursor) -> str:
    return BINARY_OPERATORS[int(_binary_operator(cursor))]


def unary_operator(cursor: Cursor) -> str:
    return UNARY_OPERATORS[int(_unary_operator(cursor))]


def evaluate(cursor: Cursor) -> int | float | None:
    """The value of a constant integer or floating expression; None for any other."""
    result = _evaluate(cursor)
    if not result:
        return None
    try:
        match _result_kind(result):
            case 1 if _result_is_unsigned(result):
                return int(_result_unsigned(result))
            case 1:
                return int(_result_integer(result))
            case 2:
                return float(_result_double(result))
            case _:
                return None
    finally:
        _dispose(result)


def is_zero(cursor: Cursor) -> bool:
    """A constant zero or null, or a braced list of nothing else."""
    inner = expressions(cursor)
    if cursor.kind == CursorKind.INIT_LIST_EXPR:
        return len(inner) == len(children(cursor)) and all(map(is_zero, inner))
    value = evaluate(cursor)
    return value == 0 if value is not None else bool(inner) and all(map(is_zero, inner))


def atomic_value(clang_type: ClangType) -> ClangType:
    """T of `_Atomic(T)`."""
    return _with_unit(_value_type(clang_type), clang_type)


def _with_unit(result: ClangType, like: ClangType) -> ClangType:
    result._tu = like._tu
    return result


def initializer(variable: Cursor) -> Cursor | None:
    result: Cursor = _initializer(variable)
    result._tu = variable._tu
    if result.kind.is_invalid():
        return None
    for child in children(variable):  # prefer the child: its own children may be cached already
        if child == result:
            return child
    return result


def is_inline(function: Cursor) -> bool:
    return bool(_is_inlined(function))


def assembler_name(declaration: Cursor) -> str:
    """What `__asm__("name")` calls it. The C library's own use of this is not the program's business."""
    label = next((c for c in children(declaration) if c.kind == CursorKind.ASM_LABEL_ATTR), None)
    return "" if label is None or is_in_system_header(declaration) else str(label.spelling)


def has_attributes(declaration: Cursor) -> bool:
    return any(child.kind.is_attribute() for child in children(declaration))


def cleanup_function(variable: Cursor, unit: Unit) -> str:
    """The function that `__attribute__((cleanup(f)))` names; empty without the attribute."""
    if not has_attributes(variable):
        return ""
    match = re.search(r"\bcleanup\((\w+)\)", unit.rendering(variable).text)
    return match.group(1) if match else ""


def type_key(clang_type: ClangType) -> int:
    """Equal for equal (qualified) types of one unit."""
    return clang_type.data[0] or 0


_in_system_header = _declare("clang_Location_isInSystemHeader", ctypes.c_int, cindex.SourceLocation)


def _is_of_system(tree: cindex.TranslationUnit, file: cindex.File) -> bool:
    return bool(_in_system_header(cindex.SourceLocation.from_position(tree, file, 1, 1)))


def is_in_system_header(cursor: Cursor) -> bool:
    return bool(_in_system_header(cursor.location))


def written(cursor: Cursor) -> str:
    """The text of a cursor as it stands in the file; that of the macro's use inside a macro."""
    start, end = cursor.extent.start, cursor.extent.end
    if start.file is None or end.file is None or start.file.name != end.file.name:
        return ""
    return Path(start.file.name).read_bytes()[start.offset : end.offset].decode("utf-8", "replace")
