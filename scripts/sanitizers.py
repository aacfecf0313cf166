"""Run C programs with threads natively under gcc's sanitizers, with random delays, and tell what they see.

In: C files, how many executions, a seed. Out: what ThreadSanitizer, AddressSanitizer and UndefinedBehavior-
Sanitizer report, which assertions fail, and whether the program gets stuck, each as a `Report` in the words
of unthread's properties. No report means nothing: these are a few executions of many.

The text of a program is not touched. Delays come from a file of our own that is compiled into a temporary
directory: the linker turns calls of the thread library into calls of wrappers (--wrap), and gcc calls a hook
in each basic block (-fsanitize-coverage=trace-pc). Both wait now and then, as random numbers of the thread
say, whose seed is in the environment.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from referees import Tool, compiles

SEED = "UT_DELAYS"  # the environment variable with the seed
COMPILE_SECONDS = 60.0
SECONDS = 5.0  # for one execution, which takes milliseconds unless it is stuck
LOOK = 0.5  # for so long is a process watched before it is called stuck

# Functions with a wrapper: what they return, and the types of their parameters.
_MUTEX, _COND, _RW = "pthread_mutex_t *", "pthread_cond_t *", "pthread_rwlock_t *"
WRAPPED: dict[str, tuple[str, ...]] = {
    "pthread_mutex_lock": (_MUTEX,),
    "pthread_mutex_trylock": (_MUTEX,),
    "pthread_mutex_unlock": (_MUTEX,),
    "pthread_cond_wait": (_COND, _MUTEX),
    "pthread_cond_signal": (_COND,),
    "pthread_cond_broadcast": (_COND,),
    "pthread_rwlock_rdlock": (_RW,),
    "pthread_rwlock_wrlock": (_RW,),
    "pthread_rwlock_unlock": (_RW,),
    "pthread_barrier_wait": ("pthread_barrier_t *",),
    "pthread_join": ("pthread_t", "void **"),
    "pthread_create": ("pthread_t *", "const pthread_attr_t *", "void *(*)(void *)", "void *"),
    "pthread_spin_lock": ("pthread_spinlock_t *",),
    "pthread_spin_unlock": ("pthread_spinlock_t *",),
    "sem_wait": ("sem_t *",),
    "sem_trywait": ("sem_t *",),
    "sem_post": ("sem_t *",),
}
_DELAYS = """#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdlib.h>
#include <unistd.h>

static unsigned count;
static __thread unsigned state;

/* One call in `often` waits: for others to run, or for up to `most` microseconds. */
static void wait_a_while(unsigned often, unsigned most)
{
    if (state == 0) {
        const char *seed = getenv("UT_DELAYS");
        unsigned number = __atomic_add_fetch(&count, 1, __ATOMIC_RELAXED);
        state = ((seed ? (unsigned)atoi(seed) : 0u) * 2654435761u + number * 40503u) | 1u;
    }
    state ^= state << 13;
    state ^= state >> 17;
    state ^= state << 5;
    unsigned draw = state >> 8;
    if (draw % often != 0)
        return;
    if (draw / often % 2 == 0)
        sched_yield();
    else
        usleep(draw / often / 2 % most);
}

void __sanitizer_cov_trace_pc(void) { wait_a_while(16, 200); }
"""


def delays() -> str:
    """The C file with the wrappers."""
    text = _DELAYS
    for name, types in WRAPPED.items():
        names = [f"a{i}" for i in range(len(types))]
        typed = [
            kind.replace("(*)", f"(*{name})") if "(*)" in kind else f"{kind} {name}"
            for kind, name in zip(types, names, strict=True)
        ]
        text += (
            f"\nint __real_{name}({', '.join(types)});\nint __wrap_{name}({', '.join(typed)})\n{{\n"
            f"    wait_a_while(3, 1000);\n    int result = __real_{name}({', '.join(names)});\n"
            "    wait_a_while(3, 1000);\n    return result;\n}\n"
        )
    return text


@dataclass(frozen=True, slots=True)
class Kind:
    """A way to build a program."""

    name: str
    flags: tuple[str, ...]
    environment: tuple[tuple[str, str], ...]


THREADS = Kind(
    "thread",
    ("-fsanitize=thread",),
    (("TSAN_OPTIONS", "exitcode=0:report_thread_leaks=0:report_destroy_locked=0:detect_deadlocks=0"),),
)
ADDRESSES = Kind(
    "address,undefined",
    ("-fsanitize=address,undefined", "-fsanitize-address-use-after-scope"),
    (
        ("ASAN_OPTIONS", "detect_leaks=0:detect_stack_use_after_return=1"),
        ("UBSAN_OPTIONS", "print_stacktrace=0"),
    ),
)
KINDS = (THREADS, ADDRESSES)


@dataclass(frozen=True, slots=True)
class Report:
    property: str  # race, memory, arith, lock, reach or deadlock
    text: str

    def __str__(self) -> str:
        return f"{self.property}: {self.text}"


_PATTERNS: tuple[tuple[str, str], ...] = (
    ("race", r"WARNING: ThreadSanitizer: (data race).*"),
    ("memory", r"WARNING: ThreadSanitizer: (heap-use-after-free|invalid-free).*"),
    (
        "lock",
        r"WARNING: ThreadSanitizer: ((?:double lock|unlock of an unlocked|read unlock|read lock).*?) \(",
    ),
    ("memory", r"ERROR: AddressSanitizer: (?!ABRT)([\w-]+(?: double-free)?).*"),
    ("memory", r"runtime error: (.*(?:null pointer|out of bounds|misaligned|not large enough).*)"),
    ("arith", r"runtime error: (.*(?:overflow|division by zero|shift).*)"),
    ("reach", r"Assertion `(.*)' failed"),
)
_ACCESS = re.compile(
    r"(?i)^  (?:previous )?(?:atomic )?(?:read|write) of size .*\n    #0 (\w+)", re.MULTILINE
)


def read_reports(text: str) -> set[Report]:
    """What stands in the messages of an execution. What ThreadSanitizer thinks that functions of the thread
    library touch of their own objects does not count: POSIX lets a barrier be destroyed by the first thread
    that comes out of it."""
    found = set()
    for part in re.split(r"(?m)^=+$", text):
        for name, pattern in _PATTERNS:
            match = re.search(pattern, part)
            of_library = any(function.startswith(("pthread_", "sem_")) for function in _ACCESS.findall(part))
            if match is not None and not (name == "race" and of_library):
                found.add(Report(name, match[1]))
    return found


# Executions


def is_stuck(process: int) -> bool:
    """All threads sleep, and continue sleeping: nobody spins, and nobody was only slow."""
    before = ticks(process)
    time.sleep(LOOK)
    return before is not None and before == ticks(process)


def ticks(process: int) -> dict[str, str] | None:
    """The time that each thread has had; None if one does not sleep."""
    found = {}
    for task in Path(f"/proc/{process}/task").glob("*/stat"):
        fields = task.read_text().rpartition(")")[2].split()
        if fields[0] != "S":
            return None
        found[task.parent.name] = f"{fields[11]} {fields[12]}"
    return found


def run(binary: Path, kind: Kind, seed: int, seconds: float = SECONDS) -> set[Report]:
    environment = os.environ | dict(kind.environment) | {SEED: str(seed)}
    before = launcher() or []
    with tempfile.TemporaryFile() as errors:
        command = [*before, str(binary)]
        process = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=errors, env=environment
        )
        stuck = False
        try:
            process.wait(seconds)
        except subprocess.TimeoutExpired:
            stuck = is_stuck(process.pid)
            process.kill()
            process.wait()
        errors.seek(0)
        found = read_reports(errors.read().decode(errors="replace"))
    return found | {Report("deadlock", "all threads wait")} if stuck else found


def compile_program(program: Path, kind: Kind, directory: Path) -> Path:
    """The program with the sanitizers of that kind and with delays; raises what gcc says."""
    source = directory / "delays.c"
    source.write_text(delays())
    hooks = directory / "delays.o"
    binary = directory / f"{program.stem}-{kind.name.replace(',', '-')}"
    wraps = [f"-Wl,--wrap={name}" for name in WRAPPED]
    flags = ["-w", "-g", "-O0", "-pthread", *kind.flags, "-fsanitize-coverage=trace-pc"]
    gcc("-w", "-O1", "-pthread", "-c", str(source), "-o", str(hooks))
    gcc(*flags, *wraps, str(program), str(hooks), "-o", str(binary))
    return binary


def gcc(*arguments: str) -> None:
    subprocess.run(["gcc", *arguments], check=True, capture_output=True, timeout=COMPILE_SECONDS)


def observe(program: Path, runs: int, seed: int = 0, kinds: Sequence[Kind] = KINDS) -> set[Report]:
    """Everything that is seen in so many executions of each kind; one in which the program is stuck is the
    last of its kind."""
    found: set[Report] = set()
    with tempfile.TemporaryDirectory() as directory:
        for kind in kinds:
            binary = compile_program(program, kind, Path(directory))
            for number in range(runs):
                reports = run(binary, kind, seed + number)
                found |= reports
                if any(report.property == "deadlock" for report in reports):
                    break
    return found


# Whether this machine can

_PROBE = """#include <pthread.h>
int x;
void *work(void *argument) { x++; return argument; }
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    x++;
    return pthread_join(thread, 0);
}
"""


@cache
def launcher() -> list[str] | None:
    """What to put before a command so that ThreadSanitizer works; None if nothing helps. Where the addresses
    of a process are more random than it expects, it gives up."""
    if not compiles("-fsanitize=thread") or not compiles("-fsanitize=address,undefined"):
        return None
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory) / "probe.c"
        file.write_text(_PROBE)
        binary = Path(directory) / "probe"
        gcc("-g", "-pthread", *THREADS.flags, str(file), "-o", str(binary))
        for words in ([], ["setarch", "-R"]):
            if (not words or shutil.which(words[0])) and all(sees_a_race(words, binary) for _ in range(5)):
                return words
    return None


def sees_a_race(words: list[str], binary: Path) -> bool:
    done = subprocess.run([*words, str(binary)], capture_output=True, text=True, timeout=COMPILE_SECONDS)
    return "data race" in done.stderr


SANITIZERS = Tool(
    "gcc -fsanitize=thread and -fsanitize=address",
    ("gcc", "libc6-dev"),
    lambda: launcher() is not None,
    "tests/differential/test_realistic.py",
)


def main(arguments: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path)
    parser.add_argument("--runs", type=int, default=10, help="executions of each kind")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    if launcher() is None:
        print(f"missing: {SANITIZERS.name}", file=sys.stderr)
        return 2
    for file in options.files:
        for report in sorted(observe(file, options.runs, options.seed), key=str):
            print(f"{file}: {report}", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
