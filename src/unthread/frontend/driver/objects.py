"""Objects that pointers among arguments may point to: a few of each type, with any contents.

    extern struct queue queue_0, queue_1;      declared and nowhere defined: they start with any value

`fill` makes code for what any value would be no use in: members that are pointers become null or point to one
of these objects, locks and semaphores are ready for use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from unthread.core.records import dataclass
from unthread.frontend import clang
from unthread.frontend.clang import ClangType, CursorKind, TypeKind
from unthread.frontend.driver.shapes import (
    ARRAYS,
    Anything,
    Pointed,
    RefusedShape,
    Scalar,
    Shape,
    String,
    WholeRecord,
    library_name,
    plain,
    shape_of,
)
from unthread.frontend.driver.text import Position, free_name

MOST_OBJECTS = 2  # of one type that arguments point to: an input of one bit chooses
DEEPEST = 2  # pointers that are followed from an argument
LONGEST = 8  # characters of a string
_LARGEST_ARRAY = 16  # elements that are filled one by one
_ZERO_IS_READY = frozenset(
    {"pthread_mutex_t", "pthread_cond_t", "pthread_rwlock_t", "pthread_once_t", "once_flag"}
)
_READY = {
    "pthread_spinlock_t": "__ut_spin_init((void *)&{0}, 0);",
    "mtx_t": "__ut_mtx_init((void *)&{0}, 0);",
    "cnd_t": "__builtin_memset((void *)&{0}, 0, sizeof {0});",
    "sem_t": '__ut_sem_init((void *)&{0}, 0, __ut_nondet_choice("{0}") % 3);',
}
_STRING = "char"


@dataclass(frozen=True, slots=True)
class Pool:
    """Objects of one type. `unit` is the file in which the type is known, `depth` how many pointers lead
    there."""

    spelling: str
    target: ClangType | None  # None: characters
    unit: int
    position: Position
    depth: int
    names: tuple[str, ...]


class Objects:
    """All objects; `taken` are names that the program has. `notes`: what their contents cannot be."""

    def __init__(self, taken: set[str]) -> None:
        self.notes: dict[str, None] = {}
        self._pools: dict[str, Pool] = {}
        self._uses: dict[tuple[int, str], str] = {}  # how a file writes the type of those that it speaks of
        self._taken = set(taken)

    # ---- making them

    def pool(self, shape: Pointed | String, unit: int, position: Position, depth: int, count: int) -> Pool:
        """The objects that such a pointer may point to."""
        key = key_of(shape)
        spelling = shape.spelling if isinstance(shape, Pointed) else _STRING
        self._uses.setdefault((unit, key), spelling)
        if key not in self._pools:
            target = shape.target if isinstance(shape, Pointed) else None
            base = "string" if target is None else spelling
            names = tuple(self._name(f"{base}_{number}") for number in range(min(count, MOST_OBJECTS)))
            self._pools[key] = Pool(spelling, target, unit, position, depth, names)
        return self._pools[key]

    def single(self, shape: WholeRecord, label: str, unit: int, position: Position) -> str:
        """The name of an object that one call passes by value."""
        key = f"value {len(self._pools)}"
        name = self._name(label)
        self._uses[unit, key] = shape.spelling
        self._pools[key] = Pool(shape.spelling, shape.type, unit, position, 1, (name,))
        return name

    def _name(self, wanted: str) -> str:
        """A name that the program does not have: `queue_0` for a `struct queue`."""
        words = re.sub(r"\b(struct|union|enum|_Atomic)\b", "", wanted.replace("*", " pointer "))
        name = free_name(re.sub(r"\W+", "_", words).strip("_"), self._taken)
        self._taken.add(name)
        return name

    def declarations(self, unit: int) -> Iterator[tuple[str, Position]]:
        """Of the objects that the file speaks of."""
        for (user, key), spelling in self._uses.items():
            pool = self._pools[key]
            for name in pool.names if user == unit else ():
                length = f"[{LONGEST + 1}]" if pool.target is None else ""
                yield f"extern __typeof__({spelling}) {name}{length};", pool.position

    # ---- filling them

    def fills(self) -> Iterator[tuple[Pool, list[str]]]:
        """Statements that give the objects contents that make sense. More objects may be made on the way."""
        done: set[str] = set()
        while len(done) < len(self._pools):
            key = next(key for key in self._pools if key not in done)
            done.add(key)
            yield self._pools[key], list(self._fill(self._pools[key]))

    def _fill(self, pool: Pool) -> Iterator[str]:
        for name in pool.names:
            if pool.target is None:
                yield f"{name}[{LONGEST}] = 0;"
            else:
                yield from self._contents(name, pool.target, pool.spelling, pool)

    def _contents(self, place: str, kind: ClangType, spelling: str, pool: Pool) -> Iterator[str]:
        """What `place`, an object of any value, has to be given. `pool` says where we are."""
        canonical = kind.get_canonical()
        library = library_name(kind, spelling)
        if library:
            yield from self._library(place, library)
        elif canonical.kind in ARRAYS:
            yield from self._array(place, kind, pool)
        elif canonical.kind == TypeKind.POINTER:
            yield from self._pointer(place, shape_of(kind), pool)
        elif canonical.kind == TypeKind.RECORD and _needs_filling(canonical):
            yield from self._record(place, canonical, pool)

    def _library(self, place: str, name: str) -> Iterator[str]:
        if name in _ZERO_IS_READY:
            yield f"__builtin_memset((void *)&{place}, 0, sizeof {place});"
        elif name in _READY:
            yield _READY[name].format(place)
        else:
            return
        self.notes["locks among their arguments held, destroyed or not initialized"] = None

    def _array(self, place: str, kind: ClangType, pool: Pool) -> Iterator[str]:
        canonical = kind.get_canonical()
        element = canonical.element_type
        if canonical.kind != TypeKind.CONSTANTARRAY or not _needs_filling(element):
            return
        if canonical.element_count > _LARGEST_ARRAY:
            self.notes[
                f"pointers or locks in arrays of more than {_LARGEST_ARRAY} elements that are not zero"
            ] = None
            yield f"__builtin_memset((void *)&{place}, 0, sizeof {place});"
            return
        for number in range(canonical.element_count):
            yield from self._contents(f"{place}[{number}]", element, element.spelling, pool)

    def _record(self, place: str, canonical: ClangType, pool: Pool) -> Iterator[str]:
        if canonical.get_declaration().kind == CursorKind.UNION_DECL:
            self.notes["unions with pointers among their arguments that are not zero"] = None
            yield f"__builtin_memset((void *)&{place}, 0, sizeof {place});"
            return
        for member in clang.fields(canonical):
            inner = f"{place}.{member.spelling}" if member.spelling else place
            yield from self._contents(inner, member.type, member.type.spelling, pool)

    def _pointer(self, place: str, shape: Shape, pool: Pool) -> Iterator[str]:
        """Null, or one of the objects of its type."""
        target = f"*(void **)&{place}"
        match shape:
            case Pointed() | String() if pool.depth < DEEPEST or key_of(shape) in self._pools:
                self.notes["pointers in objects that point elsewhere than to null or these objects"] = None
                others = self.pool(shape, pool.unit, pool.position, pool.depth + 1, 1)
                yield f"{target} = (void *)({self.choice(others, place, null=True)});"
            case Pointed() | String():
                self.notes[f"more than {DEEPEST} pointers from an argument to an object"] = None
                yield f"{target} = 0;"
            case Anything() | RefusedShape() | Scalar() | WholeRecord():
                self.notes["pointers to void, functions or incomplete types in objects that are not null"] = (
                    None
                )
                yield f"{target} = 0;"

    def choice(self, pool: Pool, label: str, *, null: bool) -> str:
        """An expression: the address of one of the objects, as inputs choose."""
        text = f"(void *)&{pool.names[0]}"
        if len(pool.names) > 1:
            text = f'(__ut_nondet_flag("{label}") ? (void *)&{pool.names[1]} : {text})'
        return f'(__ut_nondet_flag("{label} is null") ? (void *)0 : {text})' if null else text


def key_of(shape: Pointed | String) -> str:
    """Equal for pointers that may point to the same objects."""
    return _STRING if isinstance(shape, String) else plain(shape.target.spelling)


def _needs_filling(kind: ClangType, spelling: str = "") -> bool:
    """It has a pointer or a lock in it."""
    canonical = kind.get_canonical()
    if library_name(kind, spelling or kind.spelling):
        return True
    if canonical.kind in ARRAYS:
        return _needs_filling(canonical.element_type)
    if canonical.kind == TypeKind.RECORD:
        return any(_needs_filling(member.type) for member in clang.fields(canonical))
    return canonical.kind == TypeKind.POINTER
