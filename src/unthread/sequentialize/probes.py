"""What emitted C looks at while it follows a trace: `Probes`, for violations that no assertion of the program
shows. In the dialect `plain`:

    race      the accesses of two threads that run next to each other: they overlap, and one of them writes
    deadlock  each living thread, tried once more at the end, waits
    leak      what was allocated is not freed when the program ends
    arith     the operation whose result is not defined
    memory    objects are poisoned when their lives end: compiled with AddressSanitizer, an access is reported
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from unthread.core.properties import LEAKS, Property
from unthread.core.records import dataclass
from unthread.program.expressions import (
    Binary,
    BinaryOperator,
    Convert,
    Expression,
    Member,
    Place,
    Read,
    Unary,
    UnaryOperator,
    VariablePlace,
    operands,
)
from unthread.program.instructions import (
    Access,
    Allocate,
    BlockUntil,
    Declare,
    Discard,
    Free,
    Instruction,
    Region,
    accesses,
    expressions,
)
from unthread.program.text.c_literals import string_literal
from unthread.program.types import (
    AtomicType,
    FloatType,
    IntType,
    is_scalar,
    size_of,
    value_range,
    value_type,
)
from unthread.sequentialize.c.writer import CWriter, Statement
from unthread.sequentialize.emitted import InputOrigin

_OVERFLOWING = {
    BinaryOperator.ADD: "__builtin_add_overflow_p",
    BinaryOperator.SUBTRACT: "__builtin_sub_overflow_p",
    BinaryOperator.MULTIPLY: "__builtin_mul_overflow_p",
}
_DIVISIONS = (BinaryOperator.DIVIDE, BinaryOperator.REMAINDER)
_SHIFTS = (BinaryOperator.SHIFT_LEFT, BinaryOperator.SHIFT_RIGHT)


@dataclass(frozen=True, slots=True)
class Probes:
    """`file` is the name of the emitted text, `message` says what is violated. Instructions are identified by
    thread and number in its body: `accesses`, with which of the two racing threads it belongs to;
    `operations`, which may have no defined result. `waits` says for each thread at which instruction it
    waits, if it does; `unset` which instructions read memory that was never written, and what is asked
    then."""

    property: Property
    message: str
    file: str
    accesses: dict[tuple[int, int], int] = field(default_factory=dict)
    operations: frozenset[tuple[int, int]] = frozenset()
    waits: tuple[int | None, ...] = ()
    unset: dict[tuple[int, int], str] = field(default_factory=dict)

    def before(
        self, writer: CWriter, thread: int, index: int, item: Instruction, inside: bool
    ) -> Iterator[str]:
        """Statements that come before an instruction; `inside`: it is in an atomic section."""
        who = self.accesses.get((thread, index))
        if who is not None:
            yield from (f"ut_access({who}, __LINE__, {text});" for text in _touched(writer, item, inside))
        if (thread, index) in self.operations:
            for text in undefined(writer, item):
                yield f"{writer.code.word('ASSERT')}(!({text}), {_quoted(self.message)});"
        if self.property is Property.MEMORY and isinstance(item, Declare) and size_of(item.variable.type):
            yield f"UT_BEGINS({writer.name(item.variable)});"

    def filled(self, writer: CWriter, thread: int, index: int, item: Instruction) -> Iterator[Statement]:
        """What gives a value to memory that was never written, before it is read."""
        name = self.unset.get((thread, index))
        read = next((access.place for access in accesses(item) if not access.writes), None)
        if name is not None and read is not None and is_scalar(value_type(read.type)):
            kind, target = value_type(read.type), writer.place(read).text
            origin = InputOrigin(thread, name, item.loc, kind, target)
            yield f"{target} = {writer.code.any_value(kind)};", (origin,)

    def after(self, writer: CWriter, item: Instruction) -> Iterator[str]:
        """Statements that come after an instruction."""
        match item:
            case Discard(variable) if self.property is Property.MEMORY and size_of(variable.type):
                yield f"UT_ENDS({writer.name(variable)});"
            case Allocate(target, region=Region.HEAP) if self.property in LEAKS:
                yield f"ut_allocated({writer.name(target)}, __FILE__, __LINE__);"
            case Free(pointer, Region.HEAP) if self.property in LEAKS:
                yield f"ut_freed({writer.raw(pointer).text});"
            case _:
                pass

    def at_end(self, own: Sequence[str], size: int) -> Iterator[str]:
        """Statements at the end of a thread, the label `size`: its thread-local variables are gone."""
        if self.property is Property.MEMORY:
            yield from (f"if (cs == {size}) UT_ENDS({name});" for name in own)

    def run_time(self, labels: tuple[int | None, ...]) -> Iterator[str]:
        """Definitions that the threads need; `labels` are those at which threads wait."""
        quoted = _quoted(self.message)
        table = ", ".join("-1" if label is None else str(label) for label in labels)
        text = _RUN_TIME[self.property].replace("MESSAGE", quoted).replace("WAITS", table)
        yield from text.strip("\n").split("\n")


def _quoted(text: str) -> str:
    return string_literal(text.encode("utf-8", "replace")).replace("??", "?\\?")


# Races


def _touched(writer: CWriter, item: Instruction, inside: bool) -> Iterator[str]:
    """Address, size, whether it is written, whether it is atomic."""
    for access in accesses(item):
        is_atomic = inside or isinstance(item, BlockUntil) or isinstance(access.place.type, AtomicType)
        address, size = _location(writer, access)
        yield f"{address}, {size}, {access.writes:d}, {is_atomic:d}"
    if isinstance(item, Free):
        pointer = writer.raw(item.pointer).text
        writer.code.word("object_size")
        yield f"{pointer}, object_size({pointer}), 1, {inside:d}"


def _location(writer: CWriter, access: Access) -> tuple[str, str]:
    """Bit-fields next to each other are one memory location."""
    place = access.place
    if isinstance(place, Member) and place.field.bit_width is not None:
        member, width = place.field, place.field.bit_width
        first = member.offset * 8 + member.bit_offset - member.before
        bits = member.before + width + member.after
        base = writer.address(place.base).text
        return f"(char *)({base}) + {first // 8}", str((first + bits + 7) // 8 - first // 8)
    return f"&{writer.place(place).text}", str(size_of(place.type))


# Arithmetic


def undefined(writer: CWriter, item: Instruction) -> Iterator[str]:
    """Conditions under which operations of the instruction have no defined result."""
    places = (place for access in accesses(item) for place in _indices(access.place))
    for expression in (*expressions(item), *places):
        for part in _parts(expression):
            yield from _undefined(writer, part)


def _indices(place: Place) -> tuple[Expression, ...]:
    return operands(Read(place)) if not isinstance(place, VariablePlace) else ()


def _parts(expression: Expression) -> Iterator[Expression]:
    for operand in operands(expression):
        yield from _parts(operand)
    yield expression


def _undefined(writer: CWriter, part: Expression) -> Iterator[str]:
    kind = value_type(part.type)
    match part:
        case Binary(operator, left, right) if operator in _OVERFLOWING and _is_signed(kind):
            operation = _OVERFLOWING[operator]
            yield f"{operation}({_value(writer, left)}, {_value(writer, right)}, {_zero(writer, part)})"
        case Binary(operator, left, right) if operator in _DIVISIONS and isinstance(kind, IntType):
            divisor = _value(writer, right)
            yield f"{divisor} == 0"
            if kind.signed:
                least = _sign_bit(writer, part)
                yield f"{divisor} == -1 && {_value(writer, left)} == {least}"
        case Binary(operator, left, right) if operator in _SHIFTS and isinstance(kind, IntType):
            amount = _value(writer, right)
            yield f"{amount} < 0 || {amount} >= {kind.bits}"
            if operator is BinaryOperator.SHIFT_LEFT and kind.signed:
                value, most = _value(writer, left), value_range(kind)[1]
                yield f"{value} < 0 || {value} > ({most}LL >> {amount})"
        case Unary(UnaryOperator.NEGATE, operand) if _is_signed(kind):
            yield f"{_value(writer, operand)} == {_sign_bit(writer, part)}"
        case Convert(operand) if isinstance(kind, IntType) and isinstance(
            value_type(operand.type), FloatType
        ):
            low, high = value_range(kind)
            value = _value(writer, operand)
            yield f"!({value} > {low}.0L - 1 && {value} < {high}.0L + 1)"
        case _:
            pass


def _is_signed(kind: object) -> bool:
    return isinstance(kind, IntType) and kind.signed


def _value(writer: CWriter, expression: Expression) -> str:
    return f"({writer.exact(expression).text})"


def _zero(writer: CWriter, part: Expression) -> str:
    return f"({writer.code.type_name(value_type(part.type))})0"


def _sign_bit(writer: CWriter, part: Expression) -> str:
    """The least number of a signed type."""
    kind = value_type(part.type)
    assert isinstance(kind, IntType), "only integers are asked about"
    return f"({writer.code.type_name(kind)})((unsigned __int128)1 << {kind.bits - 1})"


# Definitions

_RACE = """
static struct ut_accessed {
    const volatile char *first;
    __SIZE_TYPE__ size;
    int writes, atomic, part;
} ut_accesses[2][256];
static int ut_count[2];
static inline void ut_access(
    int who, int line, const volatile void *object, __SIZE_TYPE__ size, int writes, int atomic)
{
    const volatile char *first = object;
    for (int i = 0; i < ut_count[!who]; i++) {
        struct ut_accessed *other = &ut_accesses[!who][i];
        if (other->part + 1 == ut_parts && first < other->first + other->size && other->first < first + size
            && (writes || other->writes) && !(atomic && other->atomic))
            ut_end("violated", MESSAGE, line, 10);
    }
    if (ut_count[who] < 256)
        ut_accesses[who][ut_count[who]++] = (struct ut_accessed){first, size, writes, atomic, ut_parts};
}
"""
_DEADLOCK = """
static const int ut_waits[] = {WAITS};
extern int fork(void);
extern int waitpid(int, int *, int);
static void ut_try(int thread);
/* Each thread that is alive tries to continue, in a process of its own: one that waits ends at once. */
static inline void ut_deadlock(int threads, int line)
{
    for (int thread = 0; thread < threads; thread++) {
        int status = 0, child = ut_waits[thread] < 0 ? 0 : fork();
        if (ut_waits[thread] < 0)
            continue;
        if (!child) {
            ut_trying = ut_waits[thread];
            ut_try(thread);
            ut_end("ended", "", line, 0);
        }
        waitpid(child, &status, 0);
        if (status != 3 << 8)
            ut_end("open", "a thread can continue", line, 0);
    }
    ut_end("violated", MESSAGE, line, 10);
}
"""
_LEAK = """
static struct ut_block { void *object; const char *file; int line; struct ut_block *next; } *ut_blocks;
static inline void ut_allocated(void *object, const char *file, int line)
{
    struct ut_block *block = __builtin_malloc(sizeof *block);
    if (!object || !block)
        return;
    *block = (struct ut_block){object, file, line, ut_blocks};
    ut_blocks = block;
}
static inline void ut_freed(void *object)
{
    for (struct ut_block *block = ut_blocks; block; block = block->next)
        if (block->object == object)
            block->object = 0;
}
static inline void ut_leaks(int status, int line)
{
    int count = 0;
    for (struct ut_block *block = ut_blocks; block; block = block->next)
        if (block->object && ++count)
            __builtin_printf("%s:%d: allocated here, and never freed\\n", block->file, block->line);
    if (count)
        ut_end("violated", MESSAGE, line, 10);
    ut_end("ended", "", line, status);
}
"""
_MEMORY = """
#ifdef __SANITIZE_ADDRESS__
void __asan_poison_memory_region(void const volatile *, __SIZE_TYPE__);
void __asan_unpoison_memory_region(void const volatile *, __SIZE_TYPE__);
#define UT_BEGINS(object) __asan_unpoison_memory_region(&object, sizeof object)
#define UT_ENDS(object) __asan_poison_memory_region(&object, sizeof object)
#else
#define UT_BEGINS(object) (void)0
#define UT_ENDS(object) (void)0
#endif
"""
_RUN_TIME = {
    Property.RACE: _RACE,
    Property.DEADLOCK: _DEADLOCK,
    Property.LEAK: _LEAK,
    Property.LEAK_ALL: _LEAK,
    Property.MEMORY: _MEMORY,
    Property.ARITH: "",
    Property.REACH: "",
    Property.LOCK: "",
}
