"""Expressions and instructions as exact C: `CWriter`.

`program/text/writer.py` writes what reads like C; here it becomes C that compiles and means the same, in a
dialect.
"""

from __future__ import annotations

from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

from unthread.core.diagnostics import Unsupported
from unthread.core.records import dataclass
from unthread.core.source import DataModel, Loc
from unthread.program.expressions import (
    COMPARISONS,
    AddressOf,
    BinaryOperator,
    Constant,
    Dereference,
    Element,
    Expression,
    FunctionAddress,
    Member,
    ObjectSize,
    Place,
    PointerAdd,
    ThreadSelf,
    Unary,
    UnaryOperator,
    Variable,
    VariablePlace,
)
from unthread.program.instructions import (
    Allocate,
    Assert,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Cut,
    Declare,
    Discard,
    Exit,
    FormatText,
    Free,
    Input,
    Instruction,
    Label,
    Print,
    Scope,
    Unmodelled,
)
from unthread.program.text.c_literals import string_literal
from unthread.program.text.operators import SUM, Text
from unthread.program.text.writer import POSTFIX, PRIMARY, UNARY, Writer
from unthread.program.types import (
    INT,
    UCHAR,
    FloatType,
    IntType,
    PointerType,
    Type,
    VariableArrayType,
    is_scalar,
    size_of,
    value_type,
)
from unthread.sequentialize.c.objects import cells_of
from unthread.sequentialize.c.records import member_name, plain
from unthread.sequentialize.emitted import (
    ClaimOrigin,
    CutOrigin,
    Dialect,
    GapOrigin,
    InputOrigin,
    ObjectOrigin,
    Origin,
)

if TYPE_CHECKING:
    from unthread.sequentialize.c.code import CCode

Statement: TypeAlias = tuple[str, tuple[Origin, ...]]

_ARITHMETIC = frozenset(
    {
        BinaryOperator.ADD,
        BinaryOperator.SUBTRACT,
        BinaryOperator.MULTIPLY,
        BinaryOperator.DIVIDE,
        BinaryOperator.REMAINDER,
    }
)
_FLOATING = {
    UnaryOperator.ABSOLUTE: "fabs",
    UnaryOperator.ROOT: "sqrt",
    UnaryOperator.IS_NAN: "isnan",
    UnaryOperator.IS_INFINITE: "isinf",
    UnaryOperator.SIGN_BIT: "signbit",
}
_COUNTING = {
    UnaryOperator.LEADING_ZEROS: "clz",
    UnaryOperator.TRAILING_ZEROS: "ctz",
    UnaryOperator.ONES: "popcount",
}


@dataclass(frozen=True, slots=True)
class CWriter(Writer):
    """Expressions and instructions as exact C, for the thread that `self_text` is the number of."""

    code: CCode = field(kw_only=True)
    self_text: str = field(kw_only=True)

    def name(self, variable: Variable) -> str:
        return self.names.get(variable.name) or self.code.global_name(variable)

    def raw(self, expression: Expression) -> Text:
        match expression:
            case ThreadSelf():
                return Text(self.self_text, PRIMARY, INT)
            case FunctionAddress(name, type):
                return Text(self.code.function_name(name), PRIMARY, type)
            case ObjectSize(pointer, type):
                self.code.word("object_size")
                return self.cast(
                    Text(f"object_size({self.raw(pointer).text})", POSTFIX, IntType(1, False)), type
                )
            case Unary(operator, operand, type) if operator in _FLOATING:
                return Text(
                    f"__builtin_{_floating(operator, operand.type)}({self.exact(operand).text})",
                    POSTFIX,
                    type,
                )
            case Unary(operator, operand, type) if operator in _COUNTING:
                return self._counted(operator, operand, type)
            case Unary(UnaryOperator.SWAP_BYTES, operand, type):
                bits = type.bits if isinstance(type, IntType) else 32
                text = f"__builtin_bswap{bits}({self.exact(operand).text})"
                return self.cast(Text(text, POSTFIX, IntType(bits, False)), type)
        return Writer.raw(self, expression)

    def _counted(self, operator: UnaryOperator, operand: Expression, type: Type) -> Text:
        """Zeros or ones of a number; of zero, all bits are zeros."""
        source = value_type(operand.type)
        assert isinstance(source, IntType)
        if source.bits > 64:
            raise Unsupported(f"{operator} of a number of {source.bits} bits in emitted C")
        number = self.cast(self.exact(operand), IntType(source.bits, False)).at(UNARY)
        call = f"__builtin_{_COUNTING[operator]}ll({number})"
        if operator is UnaryOperator.ONES:
            return self.cast(Text(call, POSTFIX, INT), type)
        if operator is UnaryOperator.LEADING_ZEROS and source.bits < 64:
            call = f"{call} - {64 - source.bits}"
        return self.cast(Text(f"({number} ? {call} : {source.bits})", PRIMARY, INT), type)

    def operand_levels(self, operator: BinaryOperator) -> tuple[int, int]:
        """More parentheses than C needs, where compilers ask for them."""
        if operator in _ARITHMETIC:
            return Writer.operand_levels(self, operator)
        return (SUM, SUM) if operator in COMPARISONS else (UNARY, UNARY)

    def cast(self, text: Text, type: Type) -> Text:
        if text.type == type:
            return text
        target, source = value_type(type), value_type(text.type)
        if isinstance(target, IntType) and target.bits not in (8, 16, 32, 64, 128):
            return self._narrowed(text, target)
        if isinstance(target, PointerType) and isinstance(source, IntType) and source.bits != target.size * 8:
            text = self.cast(text, IntType(target.size * 8, source.signed))
        if isinstance(source, PointerType) and isinstance(target, IntType) and target.bits != source.size * 8:
            text = self.cast(text, IntType(source.size * 8, False))
        return Text(f"({self.code.type_name(type)}){text.at(UNARY)}", UNARY, type)

    def _narrowed(self, text: Text, type: IntType) -> Text:
        """A number of a width that only bit-fields have."""
        wide = IntType(64 if type.bits > 32 else 32, False)
        number = self.cast(text, wide).at(UNARY)
        if not type.signed:
            return Text(f"({number} & {(1 << type.bits) - 1:#x})", PRIMARY, type)
        away = wide.bits - type.bits
        signed = self.code.type_name(IntType(wide.bits, True))
        return Text(f"(({signed})({number} << {away}) >> {away})", PRIMARY, type)

    def plain_constant(self, constant: Constant) -> Text:
        if isinstance(constant.value, int) and 1 << 63 <= constant.value < 1 << 64:
            return Text(f"{constant.value}ULL", PRIMARY, IntType(64, False))
        return _literal(Writer.plain_constant(self, constant), constant.value)

    def exact_constant(self, constant: Constant) -> Text:
        if isinstance(constant.type, PointerType) and constant.value:
            suffix = "ULL" if isinstance(constant.value, int) and constant.value >= 1 << 31 else ""
            text = f"({self.code.type_name(constant.type)}){constant.value}{suffix}"
            return Text(text, UNARY, constant.type)
        return _literal(Writer.exact_constant(self, constant), constant.value)

    def branches(self, then: Expression, otherwise: Expression) -> tuple[Text, Text]:
        """CBMC 6.6 refuses `test ? array : 0`, where C takes the array for a pointer."""
        one, other = Writer.branches(self, then, otherwise)
        if one.text == "0" and isinstance(otherwise, AddressOf):
            one = self._null(otherwise.type)
        if other.text == "0" and isinstance(then, AddressOf):
            other = self._null(then.type)
        return one, other

    def has_scale(self, type: Type, scale: Expression) -> bool:
        return isinstance(scale, Constant) and Writer.has_scale(self, type, scale)

    def place(self, place: Place) -> Text:
        if isinstance(place, Element) and isinstance(place.base.type, VariableArrayType):
            return self._variable_element(place)
        if isinstance(place, Member) and not place.field.name:
            base = self.cast(self.address(place.base), PointerType(UCHAR, self.pointer_size))
            at = f"{base.at(SUM)} + {place.field.offset}"
            return Text(f"(*({self.code.type_name(PointerType(place.type))})({at}))", PRIMARY, place.type)
        return Writer.place(self, place)

    def member(self, base: Place, name: str) -> str:
        return Writer.member(self, base, member_name(name))

    def _pointing(self, raw: Text, place: Dereference) -> Text:
        pointer = Writer._pointing(self, raw, place)
        return self._null(PointerType(place.type, self.pointer_size)) if pointer.text == "0" else pointer

    def _moved(self, pointer: Text, expression: PointerAdd) -> Text:
        base = self._null(expression.pointer.type) if pointer.text == "0" else pointer
        return Writer._moved(self, base, expression)

    def _null(self, type: Type) -> Text:
        """Where a plain 0 would not be a pointer."""
        return Text(f"({self.code.type_name(type)})0", UNARY, type)

    def _variable_element(self, place: Element) -> Text:
        if isinstance(place.type, VariableArrayType):
            raise Unsupported("a variable-length array of variable-length arrays in emitted C")
        base = self.cast(self.address(place.base), PointerType(place.type, self.pointer_size))
        return Text(f"{base.at(POSTFIX)}[{self.index(place.index).text}]", POSTFIX, value_type(place.type))

    @property
    def pointer_size(self) -> int:
        return 8 if self.code.data_model is DataModel.M64 else 4

    def address(self, place: Place) -> Text:
        return self.raw(AddressOf(place, PointerType(UCHAR, self.pointer_size)))

    # ---- instructions

    def statement(self, instruction: Instruction, thread: int) -> Statement | None:
        """An instruction that is not control flow, as a statement; None if C has nothing to do. What cannot
        be said in the dialect is a gap for executions that get there."""
        try:
            return self._statement(instruction, thread)
        except Unsupported as gap:
            return self.gap(str(gap), instruction.loc)

    def gap(self, what: str, loc: Loc) -> Statement:
        return f"{self.code.word('GAP')}({_message(what)});", (GapOrigin(what, loc),)

    def _statement(self, instruction: Instruction, thread: int) -> Statement | None:
        code = self.code
        match instruction:
            case Assign(target, value):
                is_wider = isinstance(target, VariablePlace) and plain(target.type) != value_type(target.type)
                text = self.exact(value).text if is_wider else self.assigned(value)
                return f"{self.place(target).text} = {text};", ()
            case Input(target, name, loc):
                return self._any_in(target, thread, name, loc)
            case Declare(variable, zeroed, loc):
                return self._begun(variable, zeroed, thread, loc)
            case Allocate():
                return self._allocated(instruction), ()
            case Free(pointer):
                code.word("free")
                return f"free({self.raw(pointer).text});", ()
            case BlockUntil(condition) | Assume(condition):
                return f"{code.word('assume')}({self.truth(condition).text});", ()
            case Assert(condition, property, message, loc):
                if instruction.is_ignored(code.properties):
                    return None
                if property not in code.properties:  # an execution that violates it ends
                    return f"{code.word('assume')}({self.truth(condition).text});", ()
                text = f"{code.word('ASSERT')}({self.truth(condition).text}, {_message(message)});"
                return text, (ClaimOrigin(thread, property, message, loc),)
            case Print(target, loc=loc):
                code.loose[f"the result of a printf at {loc} is any value"] = None
                return f"{self.name(target)} = {code.any_value(target.type)};", ()
            case FormatText(loc=loc):
                return self.gap("a printf into memory", loc)
            case Cut(what, loc, bound):
                return f"{code.word('CUT')}({_message(f'{what}, at {loc}')});", (CutOrigin(what, loc, bound),)
            case Unmodelled(what, loc):
                return self.gap(what, loc)
            case Exit(Scope.PROCESS, status):
                return f"{code.word('END')}({self.exact(status).text});", ()
            case Discard() | AtomicBegin() | AtomicEnd() | Label():
                return None
            case _:
                raise AssertionError(f"{instruction} is control flow")

    def _any_in(self, target: Variable, thread: int, name: str, loc: Loc) -> Statement:
        text = self.name(target)
        value = self.code.any_value(target.type)
        return f"{text} = {value};", (InputOrigin(thread, name, loc, target.type, text),)

    def _begun(self, variable: Variable, zeroed: bool, thread: int, loc: Loc) -> Statement | None:
        """A lifetime begins: with zeros, or with any value."""
        type, text = value_type(variable.type), self.name(variable)
        if not size_of(type):
            return None
        if is_scalar(type):
            if zeroed:
                return f"{text} = 0;", ()
            return self._any_in(variable, thread, variable.text or variable.name, loc)
        if zeroed:
            return f"__builtin_memset(&{text}, 0, sizeof {text});", ()
        return self.code.any_bytes(text), (self.any_bytes(variable, thread, loc),)

    def any_bytes(self, variable: Variable, thread: int, loc: Loc) -> ObjectOrigin:
        """Of a line that gives any bytes to the variable."""
        cells = (*cells_of(variable.type, loc), *self.code.cells_read.get(variable.name, ()))
        return ObjectOrigin(thread, variable.text or variable.name, self.name(variable), cells)

    def _allocated(self, instruction: Allocate) -> str:
        size = self.index(instruction.size).text
        zeroed = self.truth(instruction.zeroed)
        if isinstance(instruction.zeroed, Constant):
            made = self._zeros(size) if instruction.zeroed.value else self._bytes_of(size)
        else:
            made = f"{zeroed.at(UNARY)} ? {self._zeros(size)} : {self._bytes_of(size)}"
        return f"{self.name(instruction.target)} = {made};"

    def _zeros(self, size: str) -> str:
        return f"{self.code.word('calloc')}(1, {size})"

    def _bytes_of(self, size: str) -> str:
        return f"{self.code.word('malloc')}({size})"


ALLOCATION = {
    "malloc": "void *malloc(__SIZE_TYPE__)",
    "free": "void free(void *)",
    "calloc": "void *calloc(__SIZE_TYPE__, __SIZE_TYPE__)",
}

# Where the dialect has no word for the size of an object, it stands before the object.
_SIZE_BEFORE = """
enum { UT_BEFORE = 16 };
static inline void *ut_sized(void *block, __SIZE_TYPE__ size)
{
    if (!block || size > (__SIZE_TYPE__)-1 - UT_BEFORE)
        abort();
    *(__SIZE_TYPE__ *)block = size;
    return (unsigned char *)block + UT_BEFORE;
}
static inline void *ut_malloc(__SIZE_TYPE__ size) { return ut_sized(malloc(size + UT_BEFORE), size); }
static inline void *ut_calloc(__SIZE_TYPE__ size) { return ut_sized(calloc(1, size + UT_BEFORE), size); }
static inline void ut_free(void *object)
{
    if (object)
        free((unsigned char *)object - UT_BEFORE);
}
#define malloc(size) ut_malloc(size)
#define calloc(count, size) ut_calloc(size)
#define free(object) ut_free(object)
#define object_size(object) (*(__SIZE_TYPE__ *)((unsigned char *)(object) - UT_BEFORE))
""".strip()

OBJECT_SIZES = {
    Dialect.SVCOMP: _SIZE_BEFORE,
    Dialect.FRAMAC: _SIZE_BEFORE,
    Dialect.CBMC: "__SIZE_TYPE__ __CPROVER_OBJECT_SIZE(const void *);\n"
    "#define object_size(pointer) __CPROVER_OBJECT_SIZE(pointer)",
    Dialect.ESBMC: "extern __SIZE_TYPE__ __ESBMC_get_object_size(const void *);\n"
    "#define object_size(pointer) __ESBMC_get_object_size(pointer)",
    Dialect.KLEE: "extern __SIZE_TYPE__ klee_get_obj_size(void *);\n"
    "#define object_size(pointer) klee_get_obj_size(pointer)",
    Dialect.PLAIN: "extern __SIZE_TYPE__ malloc_usable_size(void *);\n"
    "#define object_size(pointer) malloc_usable_size(pointer)",
}

# CBMC asserts on its own what may be freed. All else is for `memory` to find: here it does not happen.
FREEING = {
    Dialect.CBMC: """
_Bool __CPROVER_DYNAMIC_OBJECT(const void *);
__SIZE_TYPE__ __CPROVER_POINTER_OFFSET(const void *);
extern const void *__CPROVER_deallocated;
#define may_free(object) (__CPROVER_DYNAMIC_OBJECT(object) && __CPROVER_POINTER_OFFSET(object) == 0 \\
    && (object) != __CPROVER_deallocated)
#define free(object) do { assume(!(object) || may_free(object)); (free)(object); } while (0)
""".strip(),
}


def _literal(text: Text, value: object) -> Text:
    """The least number of a type has no literal of its own, and wide ones have none at all."""
    if not isinstance(value, int) or isinstance(text.type, PointerType):
        return _special(text)
    bits = text.type.bits if isinstance(text.type, IntType) else 32
    if bits == 128:
        high, low = (value & (1 << 128) - 1) >> 64, value & (1 << 64) - 1
        whole = f"((unsigned __int128){high}ULL << 64 | {low}ULL)"
        signed = isinstance(text.type, IntType) and text.type.signed
        return Text(f"((__int128){whole})" if signed else whole, PRIMARY, text.type)
    if value < 0 and value == -(1 << (bits - 1)) and bits in (32, 64):
        suffix = "LL" if bits == 64 else ""
        return Text(f"(-{-value - 1}{suffix} - 1)", PRIMARY, text.type)
    return text


def _special(text: Text) -> Text:
    """Infinity and NaN, without a header."""
    plain_text = text.text.replace("INFINITY", "__builtin_inf()").replace("NAN", '__builtin_nan("")')
    if plain_text == text.text:
        return text
    return Text(
        f"((long double){plain_text})" if _is_extended(text.type) else f"({plain_text})", PRIMARY, text.type
    )


def _is_extended(type: Type) -> bool:
    return isinstance(type, FloatType) and type.bits == 80


def _floating(operator: UnaryOperator, type: Type) -> str:
    name = _FLOATING[operator]
    bits = type.bits if isinstance(type, FloatType) else 64
    return f"{name}{ {32: 'f', 64: '', 80: 'l'}[bits] }" if name in ("fabs", "sqrt", "signbit") else name


def _message(text: str) -> str:
    return string_literal(text.encode("utf-8", "replace")).replace("??", "?\\?")
