"""The overlay headers: in come the files under frontend/include, out comes that they parse everywhere
and say the same as the C library of this machine (types, layouts, prototypes, constants)."""

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from clang import cindex

from referees import GCC, GCC_M32, HEADERS
from tests.support.tools import require

INCLUDE = Path(__file__).parents[3] / "src" / "unthread" / "frontend" / "include"
LIBC = INCLUDE / "libc"
BUILTIN = INCLUDE / "builtin"
MODELS = {"m64": "x86_64-linux-gnu", "m32": "i386-linux-gnu"}
STANDARDS = ("gnu89", "gnu99", "c11", "gnu17", "gnu2x")
BASE = ("-nobuiltininc", "-include", str(INCLUDE / "prelude.h"), "-isystem", str(BUILTIN))
ALONE = (*BASE, "-nostdlibinc", "-idirafter", str(LIBC))
MULTIARCH = Path("/usr/include/x86_64-linux-gnu")
# A 64-bit installation keeps the files that both data models share in the 64-bit folder.
WITH_SYSTEM = (*BASE, "-idirafter", str(MULTIARCH), "-idirafter", str(LIBC))

LIBC_HEADERS = sorted(str(path.relative_to(LIBC)) for path in LIBC.rglob("*.h"))
PUBLIC_HEADERS = [name for name in LIBC_HEADERS if not name.startswith(("__ut/", "gnu/"))]
BUILTIN_HEADERS = sorted(path.name for path in BUILTIN.glob("*.h"))
ALL_HEADERS = sorted({*LIBC_HEADERS, *BUILTIN_HEADERS})


def parse(text: str, arguments: Iterable[str]) -> Any:
    return cindex.Index.create().parse("case.c", args=list(arguments), unsaved_files=[("case.c", text)])


def complaints(text: str, *arguments: str) -> list[str]:
    return [str(diagnostic) for diagnostic in parse(text, arguments).diagnostics]


def include(*headers: str) -> str:
    return "".join(f"#include <{header}>\n" for header in headers)


def run_gcc(tmp_path: Path, flag: str, text: str) -> list[str]:
    require(GCC_M32 if flag == "m32" else GCC)
    source, program = tmp_path / "case.c", tmp_path / "case"
    source.write_text(text)
    subprocess.run(["gcc", "-w", f"-{flag}", "-o", program, source], check=True, timeout=60)
    output = subprocess.run([program], check=True, capture_output=True, text=True, timeout=10)
    return output.stdout.splitlines()


@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize("model", MODELS)
def test_every_header_parses_without_a_system(model: str, standard: str) -> None:
    arguments = (f"--target={MODELS[model]}", f"-std={standard}", "-Wall", *ALONE)
    found = {name: complaints(include(name, name), *arguments) for name in ALL_HEADERS}
    assert {name: texts for name, texts in found.items() if texts} == {}
    assert complaints(include(*ALL_HEADERS), *arguments) == []
    assert complaints(include(*reversed(ALL_HEADERS)), *arguments) == []


@pytest.mark.parametrize("model", MODELS)
def test_headers_are_clean_as_user_code(model: str) -> None:
    """Warnings are silent in system folders, so look at the files without that privilege."""
    folders = ("-I", str(BUILTIN), "-I", str(LIBC))
    arguments = ("-nostdlibinc", "-nobuiltininc", "-include", str(INCLUDE / "prelude.h"), *folders)
    target = f"--target={MODELS[model]}"
    assert complaints(include(*ALL_HEADERS), target, "-std=gnu17", "-Wall", *arguments) == []


SYSTEM = ["stdio.h", "stdlib.h", "string.h", "pthread.h", "semaphore.h", "threads.h", "wchar.h", "math.h"]
SYSTEM += ["inttypes.h", "signal.h", "setjmp.h", "time.h", "sys/types.h", "sys/socket.h"]


@pytest.mark.parametrize("standard", STANDARDS)
@pytest.mark.parametrize("model", MODELS)
def test_builtin_headers_work_with_the_system(model: str, standard: str) -> None:
    require(HEADERS)
    arguments = (f"--target={MODELS[model]}", f"-std={standard}", *WITH_SYSTEM)
    assert complaints(include(*BUILTIN_HEADERS, *SYSTEM), *arguments) == []
    assert complaints(include(*SYSTEM, *BUILTIN_HEADERS), *arguments) == []


def test_a_system_without_32_bit_stubs(tmp_path: Path) -> None:
    """glibc's features.h includes gnu/stubs-32.h, which only a 32-bit installation brings."""
    (tmp_path / "features.h").write_text("#include <gnu/stubs-32.h>\n")
    arguments = ("--target=i386-linux-gnu", *BASE, "-nostdlibinc", "-isystem", str(tmp_path))
    assert complaints(include("features.h"), *arguments, "-idirafter", str(LIBC)) == []
    assert complaints(include("features.h"), *arguments) != []


USES = r"""
#include <assert.h>
#undef NDEBUG
#include <assert.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
pthread_mutex_t plain = PTHREAD_MUTEX_INITIALIZER;
pthread_mutex_t again = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t both = PTHREAD_RWLOCK_INITIALIZER;
pthread_once_t once = PTHREAD_ONCE_INIT;
_Static_assert(offsetof(struct __pthread_mutex_s, __kind) == (sizeof(long) == 8 ? 16 : 12), "");
_Static_assert(CHAR_BIT == 8 && LONG_MAX == __LONG_MAX__ && ATOMIC_INT_LOCK_FREE == 2, "");
struct pair { int left, right; };
atomic_int counter = ATOMIC_VAR_INIT(1);
_Atomic(int *) pointer;
_Atomic struct pair pair;
int total(int count, ...)
{
    va_list list, copy;
    va_start(list, count);
    va_copy(copy, list);
    int sum = va_arg(list, int) + va_arg(copy, struct pair).left;
    va_end(list);
    va_end(copy);
    return sum;
}
int use(void)
{
    struct pair value = { 1, 2 };
    int expected = 0;
    void *memory = NULL;
    errno = EINTR;
    atomic_init(&counter, 1);
    atomic_store(&pair, value);
    value = atomic_exchange_explicit(&pair, value, memory_order_acq_rel);
    atomic_thread_fence(memory_order_seq_cst);
    int *moved = atomic_fetch_add(&pointer, 1);
    assert(memory == NULL && "text");
    return kill_dependency(errno) + atomic_is_lock_free(&counter) + atomic_load(&counter)
        + atomic_compare_exchange_weak(&counter, &expected, atomic_fetch_or(&counter, 2))
        + atomic_compare_exchange_strong_explicit(&counter, &expected, 1, memory_order_seq_cst,
                                                  memory_order_relaxed) + *moved;
}
"""
# Apart, because clang rejects the initializer of GCC's own atomic_flag, an _Atomic structure.
FLAG_USES = r"""
#include <stdatomic.h>
#include <stddef.h>
_Static_assert(_Alignof(max_align_t) == 16 && sizeof(atomic_flag) == 1, "");
atomic_flag flag = ATOMIC_FLAG_INIT;
void spin(void)
{
    while (atomic_flag_test_and_set(&flag))
        atomic_signal_fence(memory_order_relaxed);
    atomic_flag_clear_explicit(&flag, memory_order_release);
}
"""


@pytest.mark.parametrize("model", MODELS)
def test_macros_expand_to_valid_code(model: str) -> None:
    target = f"--target={MODELS[model]}"
    arguments = (target, "-std=gnu17", "-D_GNU_SOURCE", "-Wall", *ALONE)
    assert complaints(USES + FLAG_USES, *arguments) == []


@pytest.mark.parametrize("model", MODELS)
def test_files_that_gcc_preprocessed(model: str) -> None:
    require(GCC_M32 if model == "m32" else GCC)
    source = USES + include("math.h", "complex.h", "stdlib.h")
    command = ["gcc", "-E", "-w", f"-{model}", "-std=gnu17", "-D_GNU_SOURCE", "-x", "c", "-"]
    text = subprocess.run(command, input=source, capture_output=True, text=True, check=True).stdout
    forced = ("-include", str(INCLUDE / "prelude.h"), "-include", str(INCLUDE / "gcc_preprocessed.h"))
    tu = parse(text, (f"--target={MODELS[model]}", "-std=gnu17", "-nostdinc", *forced))
    assert [str(d) for d in tu.diagnostics if d.severity >= cindex.Diagnostic.Error] == []


# ---- agreement with glibc ----

# Socket addresses are a transparent union there, some int parameters are enumerations, and the
# anonymous unions inside these two structures have members with the same offsets as ours.
DIFFERENT_ON_PURPOSE = {
    *("accept", "accept4", "bind", "connect", "getpeername", "getsockname", "recvfrom", "sendto"),
    *("getitimer", "setitimer", "getpriority", "setpriority", "getrlimit", "setrlimit", "getrusage"),
    *("struct sigevent", "struct rusage"),
}


def describe(cursor: Any) -> tuple[str, str] | None:
    kinds = cindex.CursorKind
    if cursor.kind == kinds.FUNCTION_DECL:
        return cursor.spelling, cursor.type.get_canonical().spelling
    if cursor.kind == kinds.TYPEDEF_DECL:
        kind = cursor.underlying_typedef_type.get_canonical()
        plain = kind.spelling if re.fullmatch(r"[a-z *]+", kind.spelling) else ""
        return f"typedef {cursor.spelling}", f"{kind.get_size()} {kind.get_align()} {plain}"
    if cursor.kind in (kinds.STRUCT_DECL, kinds.UNION_DECL) and cursor.is_definition():
        fields = (f for f in cursor.type.get_fields() if not f.spelling.startswith("_"))
        layout = " ".join(f"{field.spelling}@{field.get_field_offsetof()}" for field in fields)
        name = f"struct {cursor.spelling}"
        return name, f"{cursor.type.get_size()} {cursor.type.get_align()} {layout}"
    return None


def declarations(header: str, arguments: Iterable[str]) -> dict[str, str]:
    tu = parse(include(header), arguments)
    pairs = [describe(cursor) for cursor in tu.cursor.get_children()]
    return dict(pair for pair in pairs if pair is not None and not pair[0].startswith("struct _"))


@pytest.mark.parametrize("model", MODELS)
def test_declarations_agree_with_glibc(model: str) -> None:
    require(HEADERS)
    common = (f"--target={MODELS[model]}", "-std=gnu17", "-D_GNU_SOURCE")
    compared, different = 0, []
    for header in PUBLIC_HEADERS:
        ours = declarations(header, (*common, *ALONE))
        theirs = declarations(header, (*common, *WITH_SYSTEM))
        for name in (ours.keys() & theirs.keys()) - DIFFERENT_ON_PURPOSE:
            incomplete = theirs[name].startswith("-")
            compared += not incomplete
            if ours[name] != theirs[name] and not incomplete:
                different.append((header, name, ours[name], theirs[name]))
    assert different == []
    assert compared > 1000


TYPES = {
    "pthread.h": "pthread_t pthread_attr_t pthread_mutex_t pthread_mutexattr_t pthread_cond_t "
    "pthread_condattr_t pthread_rwlock_t pthread_rwlockattr_t pthread_barrier_t pthread_key_t "
    "pthread_barrierattr_t pthread_spinlock_t pthread_once_t",
    "threads.h": "thrd_t mtx_t cnd_t tss_t once_flag",
    "semaphore.h": "sem_t",
    "stdio.h": "FILE fpos_t",
    "stdlib.h": "div_t ldiv_t lldiv_t",
    "setjmp.h": "jmp_buf sigjmp_buf",
    "signal.h": "sigset_t siginfo_t stack_t struct~sigaction struct~sigevent sig_atomic_t",
    "time.h": "struct~tm struct~timespec struct~itimerspec time_t clock_t timer_t",
    "sys/time.h": "struct~timeval struct~itimerval",
    "sys/types.h": "off_t ino_t dev_t mode_t nlink_t ssize_t size_t blkcnt_t int64_t register_t",
    "sys/stat.h": "struct~stat",
    "sys/resource.h": "struct~rusage struct~rlimit",
    "sys/socket.h": "struct~sockaddr struct~sockaddr_storage struct~msghdr socklen_t",
    "netinet/in.h": "struct~sockaddr_in struct~sockaddr_in6",
    "sched.h": "cpu_set_t struct~sched_param",
    "fenv.h": "fenv_t fexcept_t",
    "locale.h": "struct~lconv",
    "dirent.h": "struct~dirent",
    "wchar.h": "wchar_t wint_t mbstate_t",
    "wctype.h": "wctype_t wctrans_t",
    "stdint.h": "int_fast8_t int_fast16_t int_fast32_t intptr_t intmax_t int_least16_t",
    "stddef.h": "max_align_t ptrdiff_t",
    "stdatomic.h": "atomic_flag atomic_int atomic_llong atomic_int_fast16_t atomic_bool",
    "fcntl.h": "struct~flock",
    "sys/epoll.h": "struct~epoll_event",
    "netdb.h": "struct~addrinfo struct~hostent",
}


@pytest.mark.parametrize("model", MODELS)
def test_sizes_agree_with_gcc(model: str, tmp_path: Path) -> None:
    names = [name.replace("~", " ") for group in TYPES.values() for name in group.split()]
    lines = [f'printf("%d %d\\n", (int)sizeof({n}), (int)_Alignof({n}));' for n in names]
    body = "\n".join(lines)
    text = f"#define _GNU_SOURCE\n{include(*TYPES)}int main(void) {{ {body} }}\n"
    printed = run_gcc(tmp_path, model, text)
    checks = include(*TYPES)
    for name, line in zip(names, printed, strict=True):
        size, alignment = line.split()
        checks += f'_Static_assert(sizeof({name}) == {size}, "size of {name}");\n'
        checks += f'_Static_assert(_Alignof({name}) == {alignment}, "alignment of {name}");\n'
    assert complaints(checks, f"--target={MODELS[model]}", "-std=gnu17", *ALONE) == []


# Names of our own, and constants that glibc computes at run time or ties to the machine's kernel.
NOT_COMPARED = re.compile(
    r"__UT_|_?POSIX_|_POSIX_C_SOURCE|PRI|SCN|.*INITIALIZER|.*_INIT$|__GLIBC|__GNU_LIBRARY__|MB_CUR_MAX"
    r"|SIGRTM|MINSIGSTKSZ|SIGSTKSZ|PTHREAD_STACK_MIN|FP_ILOGB|HUGE_VAL|INFINITY|NAN|I$|_Complex_I"
    r"|FE_DFL_ENV|CLOCKS_PER_SEC|RTLD_|M_|MAXFLOAT|__ptr_t|__wur|__THROW|__BEGIN|__END|__always|__attribute"
)


def constants(header: str) -> list[str]:
    text = (LIBC / header).read_text()
    names = re.findall(r"^#define ([A-Z_]\w*)[ \t]+[^\s{]", text, re.MULTILINE)
    return [name for name in dict.fromkeys(names) if not NOT_COMPARED.match(name)]


@pytest.mark.parametrize("model", MODELS)
def test_constants_agree_with_gcc(model: str, tmp_path: Path) -> None:
    system = [h for h in PUBLIC_HEADERS if constants(h) and h not in ("features.h", "sys/cdefs.h")]
    names = [name for header in system for name in constants(header)]
    lines = [f'#ifdef {n}\nprintf("%s %lld\\n", "{n}", (long long)(long)({n}));\n#endif' for n in names]
    body = "\n".join(lines)
    text = f"#define _GNU_SOURCE\n{include(*system, 'stdio.h')}int main(void) {{\n{body}\n}}\n"
    printed = run_gcc(tmp_path, model, text)
    checks = include(*system)
    for line in printed:
        name, value = line.split()
        checks += f'_Static_assert((long)({name}) == {int(value)}LL, "{name}");\n'
    found = complaints(checks, f"--target={MODELS[model]}", "-std=gnu17", *ALONE)
    assert found == []
    assert len(printed) > 500


@pytest.mark.parametrize("model", MODELS)
def test_formats_agree_with_gcc(model: str, tmp_path: Path) -> None:
    text = (LIBC / "inttypes.h").read_text()
    names = re.findall(r"^#define ((?:PRI|SCN)\w+)", text, re.MULTILINE)
    body = "\n".join(f'puts("{name} " {name});' for name in names)
    program = f"{include('inttypes.h', 'stdio.h')}int main(void) {{ {body} }}"
    theirs = dict(line.split() for line in run_gcc(tmp_path, model, program))
    source = include("inttypes.h") + "".join(f"char use_{name}[] = {name};\n" for name in names)
    variables = parse(source, (f"--target={MODELS[model]}", "-std=gnu17", *ALONE)).cursor.get_children()
    ours = {
        cursor.spelling.removeprefix("use_"): next(iter(cursor.get_children())).spelling.strip('"')
        for cursor in variables
        if cursor.spelling.startswith("use_")
    }
    assert ours == theirs
