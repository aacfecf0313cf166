"""Programs as people write them, without what their threads do: where handles live, how threads learn their
number, how locks are made."""

from __future__ import annotations

from dataclasses import dataclass, field
from random import Random

HEADER = """#include <assert.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
"""


@dataclass(frozen=True, slots=True)
class Realistic:
    """`bug` is empty in a program that is correct."""

    seed: int
    pattern: str
    bug: str
    threads: int
    text: str

    @property
    def name(self) -> str:
        return f"{self.seed}-{self.pattern}-{self.bug or 'correct'}".replace(" ", "_")


@dataclass(slots=True)
class Parts:
    """What a pattern contributes. `groups` are start routines, each with its number of threads; in a body,
    `id` is the thread's number in its group. `during` runs in main beside the threads."""

    shared: str
    groups: list[tuple[str, int, str]]  # name, threads, body
    setup: str = ""
    during: str = ""
    checks: str = ""
    helpers: str = ""
    locks: list[str] = field(default_factory=list)  # mutexes to be made
    skip_last_join: bool = False
    plain_locks: bool = False  # their kind matters
    more_threads: int = 0  # that main or others start


COMMON_BUG = "address of the counter"  # given to threads that a loop starts


@dataclass(frozen=True, slots=True)
class Handles:
    """Shared declarations, what main does first and last, the handle number `i`, how main says how many there
    are, and its parameters."""

    shared: str = ""
    local: str = ""
    handle: str = "handles[{}]"
    last: str = ""
    count: str = ""
    total: int = 0
    main: str = "void"


class Dressing:
    def __init__(self, random: Random) -> None:
        self.random = random

    def lock(self, name: str, plain: bool) -> tuple[str, str]:
        """A declaration, and what main does first."""
        match self.random.randrange(3 if plain else 4):
            case 0 | 1:
                return f"static pthread_mutex_t {name} = PTHREAD_MUTEX_INITIALIZER;\n", ""
            case 2:
                return f"static pthread_mutex_t {name};\n", f"    pthread_mutex_init(&{name}, NULL);\n"
            case _:
                attributes = (
                    f"    pthread_mutexattr_t {name}_kind;\n    pthread_mutexattr_init(&{name}_kind);\n"
                    f"    pthread_mutexattr_settype(&{name}_kind, PTHREAD_MUTEX_ERRORCHECK);\n"
                    f"    pthread_mutex_init(&{name}, &{name}_kind);\n"
                )
                return f"static pthread_mutex_t {name};\n", attributes

    def handles(self, count: int) -> Handles:
        match self.random.randrange(7):
            case 0:
                return Handles(local=f"    pthread_t handles[{count}];\n")
            case 1:
                return Handles(shared=f"static pthread_t handles[{count}];\n")
            case 2:
                shared = f"static int crew_size = {count};\n"
                return Handles(shared, "    pthread_t handles[crew_size];\n", count="crew_size", total=count)
            case 3:
                shared = f"static int crew_size = {count};\n"
                local = (
                    '    if (arguments > 1)\n        sscanf(argument[1], "%d", &crew_size);\n'
                    f"    if (crew_size != {count})\n        return 1;\n    pthread_t handles[crew_size];\n"
                )
                return Handles(
                    shared, local, count="crew_size", total=count, main="int arguments, char **argument"
                )
            case 4:
                local = f"    pthread_t *handles = malloc({count} * sizeof *handles);\n"
                return Handles(local=local, last="    free(handles);\n")
            case 5:
                shared = f"static struct worker {{ int number; pthread_t handle; }} crew[{count}];\n"
                return Handles(shared, handle="crew[{}].handle")
            case _:
                local = f"    struct {{ char name[3]; pthread_t handle; }} crew[{count}];\n"
                return Handles(local=local, handle="crew[{}].handle")

    def number(self, count: int, bug: str) -> tuple[str, str, str, str]:
        """Shared declarations, those in main, the argument for `i`, and how a routine reads it."""
        if bug == COMMON_BUG:
            return "", "", "&{}", "*(int *)argument"
        match self.random.randrange(3):
            case 0:
                return "", "", "(void *)(long)({})", "(int)(long)argument"
            case 1:
                fill = f"    for (int i = 0; i < {count}; i++)\n        numbers[i] = i;\n"
                return f"static int numbers[{count}];\n", fill, "&numbers[{}]", "*(int *)argument"
            case _:
                shared = (
                    f"struct order {{ int number; void *more; }};\nstatic struct order orders[{count}];\n"
                )
                fill = f"    for (int i = 0; i < {count}; i++)\n        orders[i].number = i;\n"
                return shared, fill, "&orders[{}]", "((struct order *)argument)->number"


def assemble(parts: Parts, bug: str, random: Random) -> str:
    dressing = Dressing(random)
    total = sum(count for _, count, _ in parts.groups)
    handles = dressing.handles(total)
    shared_numbers, fill, argument, read = dressing.number(total, bug)
    locks = [dressing.lock(name, parts.plain_locks) for name in parts.locks]
    routines = "".join(
        f"\nstatic void *{name}(void *argument)\n{{\n    int id = {read}{offset(start)};\n    (void)id;\n"
        f"{indent(body)}    return NULL;\n}}\n"
        for start, (name, _, body) in zip(starts(parts), parts.groups, strict=True)
    )
    creates = "".join(
        create(name, start, count, handles, argument)
        for start, (name, count, _) in zip(starts(parts), parts.groups, strict=True)
    )
    less = 1 if parts.skip_last_join else 0
    first = "".join([handles.local, *(made for _, made in locks), fill, indent(parts.setup), creates])
    rest = indent(parts.during) + join(total - less, handles, random) + indent(parts.checks)
    main = first + rest + ("" if parts.skip_last_join else handles.last)
    declared = "".join(declaration for declaration, _ in locks)
    helpers = f"\n{parts.helpers}" if parts.helpers else ""
    top = HEADER + declared + parts.shared + handles.shared + shared_numbers
    return f"{top}{helpers}{routines}\nint main({handles.main})\n{{\n{main}    return 0;\n}}\n"


def starts(parts: Parts) -> list[int]:
    """The number of the first thread of each group."""
    return [sum(count for _, count, _ in parts.groups[:i]) for i in range(len(parts.groups))]


def offset(start: int) -> str:
    return f" - {start}" if start else ""


def create(name: str, start: int, count: int, handles: Handles, argument: str) -> str:
    if count == 1:
        call = f"pthread_create(&{handles.handle.format(start)}, NULL, {name}, {argument.format(start)})"
        return f"    {call};\n"
    end = handles.count if handles.count and count == handles.total else str(start + count)
    call = f"pthread_create(&{handles.handle.format('i')}, NULL, {name}, {argument.format('i')})"
    return f"    for (int i = {start}; i < {end}; i++)\n        {call};\n"


def join(count: int, handles: Handles, random: Random) -> str:
    call = f"pthread_join({handles.handle.format('i')}, NULL);\n"
    if random.randrange(3):
        return f"    for (int i = 0; i < {count}; i++)\n        {call}"
    return f"    for (int i = {count - 1}; i >= 0; i--)\n        {call}"


def indent(text: str) -> str:
    return "".join(f"    {line}\n" if line else "\n" for line in text.strip("\n").split("\n") if text.strip())
