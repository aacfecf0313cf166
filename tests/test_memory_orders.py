"""Orders weaker than sequentially consistent are told; `volatile` races unless it is taken for atomic."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from referees import GCC
from tests.oracle import explore
from tests.support.tools import require
from unthread import cli
from unthread.analysis.orders import weak_orders
from unthread.bound.loops.spinning import with_waits
from unthread.core.properties import Property
from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.program.program import Program
from unthread.results.trace_reading import read_trace

HEADER = "#include <pthread.h>\n#include <stdatomic.h>\n#include <stdbool.h>\n"
THREAD = """
void *work(void *unused) { step(); return 0; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    step();
    return pthread_join(thread, 0);
}
"""


def program(tmp_path: Path, text: str) -> Program:
    file = tmp_path / "a.c"
    file.write_text(HEADER + text + THREAD)
    return load(Source((file,)))


def lines(found: Program) -> list[int]:
    """The lines of the text after the header, counted from 1."""
    return [loc.line - HEADER.count("\n") for loc in weak_orders(found)]


def step(statement: str) -> str:
    return f"""atomic_int a; int *_Atomic p; atomic_flag f; int g, e; char c; struct {{ atomic_int m; }} s[2];
void step(void) {{
    {statement};
}}"""


WEAK = [
    "atomic_load_explicit(&a, memory_order_relaxed)",
    "atomic_load_explicit(&a, memory_order_consume)",
    "atomic_load_explicit(&a, memory_order_acquire)",
    "atomic_store_explicit(&a, 1, memory_order_release)",
    "atomic_exchange_explicit(&a, 1, memory_order_acq_rel)",
    "atomic_compare_exchange_strong_explicit(&a, &e, 1, memory_order_seq_cst, memory_order_relaxed)",
    "atomic_compare_exchange_weak_explicit(&a, &e, 1, memory_order_acquire, memory_order_acquire)",
    "atomic_compare_exchange_weak_explicit(&a, &e, 1, memory_order_release, memory_order_seq_cst)",
    "atomic_fetch_add_explicit(&s[1].m, 1, memory_order_relaxed)",
    "atomic_fetch_add_explicit(&p, 1, memory_order_relaxed)",
    "atomic_flag_test_and_set_explicit(&f, memory_order_acquire)",
    "atomic_flag_clear_explicit(&f, memory_order_release)",
    "atomic_thread_fence(memory_order_acquire)",
    "__atomic_thread_fence(__ATOMIC_RELEASE)",
    "__c11_atomic_thread_fence(__ATOMIC_ACQ_REL)",
    "__atomic_load_n(&g, __ATOMIC_RELAXED)",
    "__atomic_load(&g, &e, __ATOMIC_ACQUIRE)",
    "__atomic_store_n(&g, 1, __ATOMIC_RELEASE)",
    "__atomic_store(&g, &e, 0)",
    "__atomic_exchange(&g, &e, &e, __ATOMIC_ACQ_REL)",
    "__atomic_compare_exchange_n(&g, &e, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE)",
    "__atomic_add_fetch(&c, 1, __ATOMIC_RELAXED)",
    "__atomic_test_and_set(&c, __ATOMIC_ACQUIRE)",
    "__atomic_clear(&c, __ATOMIC_RELEASE)",
    "__scoped_atomic_load_n(&g, __ATOMIC_RELAXED, 0)",
    "__scoped_atomic_fetch_max(&g, 1, __ATOMIC_RELEASE, 1)",
    "__sync_lock_test_and_set(&g, 1)",
    "__sync_lock_release(&g)",
    "if (g || atomic_load_explicit(&a, memory_order_relaxed)) e = 1",
    "e = g ? atomic_load(&a) : atomic_load_explicit(&a, memory_order_relaxed)",
    "while (!atomic_load_explicit(&a, memory_order_acquire)) ;",
    "int o = memory_order_seq_cst; atomic_load_explicit(&a, o)",
    "__atomic_load_n(&g, g ? __ATOMIC_SEQ_CST : __ATOMIC_ACQUIRE)",
    "*(int *)__atomic_load_n(&p, __ATOMIC_CONSUME) = 1",
]


@pytest.mark.parametrize("statement", WEAK)
def test_weak(statement: str, tmp_path: Path) -> None:
    found = program(tmp_path, step(statement))
    assert lines(found) == [3]
    assert lines(with_waits(found, frozenset({Property.DEADLOCK}))) == [3]


STRONG = [
    "a++",
    "a += 2; a = a + 1",
    "p++",
    "atomic_load(&a)",
    "atomic_store(&a, 1)",
    "atomic_init(&a, 1)",
    "atomic_fetch_sub(&s[0].m, 1)",
    "atomic_compare_exchange_weak(&a, &e, 1)",
    "atomic_flag_test_and_set(&f); atomic_flag_clear(&f)",
    "atomic_thread_fence(memory_order_seq_cst)",
    "atomic_signal_fence(memory_order_acquire)",
    "atomic_load_explicit(&a, memory_order_seq_cst)",
    "atomic_load_explicit(&a, (memory_order)5)",
    "const memory_order o = memory_order_seq_cst; atomic_load_explicit(&a, o)",
    "static const int o = __ATOMIC_SEQ_CST; __atomic_load_n(&g, o)",
    "enum { strong = __ATOMIC_SEQ_CST }; __atomic_load_n(&g, strong)",
    "__atomic_load_n(&g, sizeof(long) == 8 ? __ATOMIC_SEQ_CST : __ATOMIC_ACQUIRE)",
    "e = sizeof(long) == 8 ? __atomic_load_n(&g, __ATOMIC_SEQ_CST) : __atomic_load_n(&g, __ATOMIC_ACQUIRE)",
    "if (sizeof(long) == 4) __atomic_load_n(&g, __ATOMIC_ACQUIRE)",
    "__atomic_load_n(&g, __ATOMIC_SEQ_CST | (1 << 16))",
    "__atomic_compare_exchange_n(&g, &e, 1, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST)",
    "__sync_fetch_and_add(&g, 1); __sync_bool_compare_and_swap(&g, 1, 2); __sync_synchronize()",
    "__scoped_atomic_store_n(&g, 1, __ATOMIC_SEQ_CST, 1)",
    "atomic_int own; atomic_store_explicit(&own, 1, memory_order_relaxed)",
    "int own; __atomic_store_n(&own, 1, __ATOMIC_RELAXED)",
    "(void)sizeof(atomic_load_explicit(&a, memory_order_relaxed))",
]


@pytest.mark.parametrize("statement", STRONG)
def test_strong(statement: str, tmp_path: Path) -> None:
    assert lines(program(tmp_path, step(statement))) == []


def wrapper(text: str) -> str:
    return f"""atomic_int a; int g;
static inline int read_a(memory_order order) {{
    return atomic_load_explicit(&a, order);
}}
{text}"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("void step(void) { read_a(memory_order_seq_cst); }", []),
        ("void step(void) { read_a(memory_order_seq_cst); read_a(memory_order_acquire); }", [3]),
        ("int twice(int o) { return read_a(o) + read_a(5); } void step(void) { twice(5); }", []),
        ("int twice(int o) { return read_a(o) + read_a(5); } void step(void) { twice(5); twice(2); }", [3]),
        ("int down(int o) { return g ? down(o) : read_a(o); } void step(void) { down(5); }", []),
        ("int down(int o) { return g ? down(o - 1) : read_a(o); } void step(void) { down(5); }", [3]),
        ("int set(int o) { o = g; return read_a(o); } void step(void) { set(5); }", [3]),
        ("int set(int o) { *&o = 2; return read_a(o); } void step(void) { set(5); }", [3]),
        ("int (*reader)(memory_order) = read_a; void step(void) { read_a(5); reader(2); }", [3]),
        (
            "int (*reader)(memory_order); void step(void) { reader = g ? read_a : 0; read_a(5); reader(2); }",
            [3],
        ),
        ("int f(); void step(void) { f(5); f(2); } int f(int o) { return read_a(o); }", [3]),
        (
            "int g1(int); int f1(int o) { return g ? g1(o) : read_a(o); } int g1(int o) { return f1(o); }"
            "void step(void) { g1(5); f1(5); }",
            [],
        ),
        (
            "int g1(int); int f1(int o) { return g ? g1(o) : read_a(o); } int g1(int o) { return f1(o); }"
            "void step(void) { f1(5); g1(0); }",
            [3],
        ),
    ],
)
def test_orders_that_functions_hand_on(text: str, expected: list[int], tmp_path: Path) -> None:
    assert lines(program(tmp_path, wrapper(text))) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("atomic_int a;\n#define LOAD(x) atomic_load_explicit(x, memory_order_relaxed)\n"
         "void step(void) {\n    LOAD(&a);\n}", [4]),
        ("int unused(int *p) { return __atomic_load_n(p, 0); }\nvoid step(void) { }", []),
        ("int g;\nint load(int *p) { return __atomic_load_n(p, 0); }\nvoid step(void) { load(&g); }", [2]),
        ("int load(int *p) { return __atomic_load_n(p, 0); }\nvoid step(void) { int own; load(&own); }", []),
        ("int g;\nint load(int *p) { return __atomic_load_n(p, 0); }\n"
         "int (*f)(int *) = load;\nvoid step(void) { f(&g); }", [2]),
        ("struct pair { int x, y; };\n_Atomic struct pair a;\nvoid step(void) {\n"
         "    struct pair b = atomic_load_explicit(&a, memory_order_acquire);\n"
         "    atomic_store(&a, b);\n}", [4]),
        ("union { _Atomic int whole; _Atomic char part; } u;\nvoid step(void) {\n"
         "    u.whole = 1; atomic_load_explicit(&u.part, memory_order_relaxed);\n}", [3]),
        ("#include <stdlib.h>\nvoid step(void) { int *h = malloc(4);\n    __atomic_store_n(h, 1, 0);\n}", []),
        ("#include <stdlib.h>\nint *_Atomic g;\nvoid step(void) { int *h = malloc(4); g = h;\n"
         "    __atomic_store_n(h, 1, 0);\n}", [4]),
    ],
)  # fmt: skip
def test_where(text: str, expected: list[int], tmp_path: Path) -> None:
    assert lines(program(tmp_path, text)) == expected


def test_one_thread_sees_its_own_order(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text("int g; int main(void) { return __atomic_load_n(&g, __ATOMIC_RELAXED); }")
    found = load(Source((file,)))
    assert [loc.line for loc in found.weak_accesses] == [1]
    assert weak_orders(found) == ()


def test_files_that_share_a_header_tell_once(tmp_path: Path) -> None:
    (tmp_path / "load.h").write_text(
        "extern int g; static inline int load(void) { return __atomic_load_n(&g, __ATOMIC_ACQUIRE); }\n"
    )
    first, second = tmp_path / "first.c", tmp_path / "second.c"
    first.write_text(
        f'{HEADER}#include "load.h"\nint g; int other(void); void step(void) {{ load(); other(); }}{THREAD}'
    )
    second.write_text('#include "load.h"\nint other(void) { return load(); }\n')
    [found] = weak_orders(load(Source((first, second))))
    assert Path(found.file).name == "load.h"


# volatile

SHARED = """#include <assert.h>
#include <pthread.h>
DECLARATIONS
void *work(void *unused) { WRITE; return 0; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    READ;
    pthread_join(thread, 0);
    return 0;
}
"""


def shared(tmp_path: Path, declarations: str, write: str, read: str) -> Path:
    file = tmp_path / "a.c"
    text = SHARED.replace("DECLARATIONS", declarations).replace("WRITE", write).replace("READ", read)
    file.write_text(text)
    return file


def check(capsys: pytest.CaptureFixture[str], file: Path, *options: str) -> int:
    code = cli.execute(["check", "-q", "--time", "30s", "--memory-model", "sc", *options, str(file)])
    capsys.readouterr()
    return code


ATOMIC = [
    ("volatile int flag;", "flag = 1", "int r = flag"),
    ("volatile int flag;", "flag++", "flag += 2"),
    ("volatile int flag[2][2];", "flag[1][0] = 1", "int i = 1, r = flag[i][0]"),
    ("typedef int row[2]; volatile row flag;", "flag[1] = 1", "volatile int *p = flag; int r = p[1]"),
    ("int flag;", "*(volatile int *)&flag = 1", "int r = *(volatile int *)&flag"),
    ("struct s { volatile int a; int b; } s;", "s.a = 1", "struct s *p = &s; int r = p->a"),
    ("struct s { int a; int b[2]; }; volatile struct s s;", "s.b[1] = 1", "int i = 1, r = s.b[i]"),
    ("struct in { int a; }; struct s { struct in in; }; volatile struct s s[2];", "s[1].in.a = 1",
     "volatile struct in *p = &s[1].in; int r = p->a"),
    ("union { int a; char b[4]; } volatile u;", "u.a = 1", "int r = u.b[1]"),
    ("int *volatile p;", "p = 0", "int *r = p"),
    ("volatile double d; volatile _Bool b;", "d = 1; b = 1", "double r = d; _Bool s = b"),
    ("volatile long long wide;", "wide = 1", "int r = wide"),
    ("volatile int flag;", "flag = 1", "__sync_fetch_and_add(&flag, 1)"),
    ("volatile int flag;", "flag = 1", "__builtin_add_overflow(1, 2, &flag)"),
    ("volatile int flag; volatile int f(volatile int v) { v++; return v + flag; }", "flag = f(1)", "f(2)"),
]  # fmt: skip


@pytest.mark.parametrize(("declarations", "write", "read"), ATOMIC)
def test_volatile_races_unless_it_is_atomic(
    declarations: str, write: str, read: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = shared(tmp_path, declarations, write, read)
    races = "--property", "race"
    assert check(capsys, file, *races) == 10
    assert check(capsys, file, *races, "--volatile-is-atomic") == 0
    plain, atomic = (load(Source((file,), volatile_is_atomic=option)) for option in (False, True))
    assert explore(plain, frozenset({Property.RACE})).violations
    assert not explore(atomic, frozenset({Property.RACE})).violations
    assert weak_orders(atomic)
    assert not weak_orders(plain)


@pytest.mark.parametrize(
    ("declarations", "write", "read", "options"),
    [
        ("volatile int flag; int data;", "flag = 1; data = 1", "int r = data", ()),
        ("volatile int flag;", "flag = 1", "int r = *(int *)&flag", ()),
        ("union { volatile int a; int b; } u;", "u.a = 1", "int r = u.b", ()),
        ("volatile struct { unsigned a : 3; } s;", "s.a = 1", "int r = s.a", ()),
        ("volatile struct s { int a, b; } s;", "s.a = 1", "struct s r = s", ()),
        ("volatile long long wide;", "wide = 1", "int r = wide", ("--m32",)),
        ("volatile __int128 wide;", "wide = 1", "int r = wide", ()),
    ],
)
def test_what_is_not_accessed_at_once_races(
    declarations: str,
    write: str,
    read: str,
    options: tuple[str, ...],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    file = shared(tmp_path, declarations, write, read)
    assert check(capsys, file, "--property", "race", "--volatile-is-atomic", *options) == 10


def test_a_volatile_declared_as_plain_races(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    other = tmp_path / "b.c"
    other.write_text("volatile int flag; void set(void) { flag = 1; }\n")
    file = shared(tmp_path, "extern int flag; void set(void);", "set()", "int r = flag")
    assert check(capsys, file, "--property", "race", "--volatile-is-atomic", str(other)) == 10


def test_an_update_of_a_volatile_takes_two_steps(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, trace = tmp_path / "a.c", tmp_path / "trace.json"
    text = SHARED.replace("DECLARATIONS", "volatile int n;").replace("WRITE", "n++").replace("READ", "n += 1")
    file.write_text(text.replace("return 0;\n}\n", "assert(n == 2);\n}\n"))
    options = "--property", "reach,race", "--volatile-is-atomic", "--trace", str(trace)
    assert check(capsys, file, *options) == 10
    stored = read_trace(trace)
    assert stored.violation.property is Property.REACH
    assert stored.source.volatile_is_atomic
    assert cli.execute(["replay", str(trace)]) == 10
    capsys.readouterr()


def test_volatile_in_emitted_c(tmp_path: Path) -> None:
    require(GCC)
    file, out = shared(tmp_path, ATOMIC[7][0], ATOMIC[7][1], ATOMIC[7][2]), tmp_path / "out.c"
    for schema in ("lazy", "interleave", "stepwise"):
        options = "--volatile-is-atomic", "--schema", schema, "--dialect", "plain", "-o", str(out)
        assert cli.execute(["emit", *options, str(file)]) == 0
        subprocess.run(["gcc", "-fsyntax-only", "-w", str(out)], check=True)


def test_atomic_parameters(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "a.c"
    file.write_text(
        "#include <assert.h>\nstruct pair { int a, b; };\n"
        "int second(_Atomic struct pair pair) { struct pair own = pair; return own.b; }\n"
        "int next(_Atomic int n) { n++; return n; }\n"
        "int main(void) { assert(second((struct pair){1, 2}) + next(1) == 4); }\n"
    )
    assert check(capsys, file, "--property", "reach") == 0
