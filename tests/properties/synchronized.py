"""Hypothesis makes small C programs that wait for each other, race and leak: mutexes in any order, condition
variables, semaphores, barriers, rwlocks, spin locks, atomics, parts of objects, memory handed from thread to
thread, joins that are missing, threads that leave early.

They are small enough for the oracle to try every interleaving, and ask for no inputs but those of the models.
"""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn

HEADER = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdlib.h>
int x, y, v[2], *slot = &x, *block;
atomic_int a;
struct { int p : 3, q : 5; char c, d; } s;
union { int whole; short half[2]; char bytes[4]; } u;
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;
pthread_barrier_t b;
pthread_spinlock_t z;
sem_t e;
pthread_t t[3];
"""


class Maker:
    """Draws the parts of one program. `cost` counts what other threads may notice in a thread, `used` the
    objects that main has to set up."""

    def __init__(self, draw: DrawFn) -> None:
        self.draw = draw
        self.cost = 0
        self.used: set[str] = set()
        self.is_main = False

    def pick(self, *choices: str) -> str:
        return self.draw(st.sampled_from(choices))

    def number(self, low: int, high: int) -> int:
        return self.draw(st.integers(low, high))

    def function(self, name: str, budget: int, statement: Callable[[int], str]) -> str:
        body = self.body(budget, statement)
        return f"static void *{name}(void *argument) {{\n    int l = 0;\n    {body}\n    return 0;\n}}\n"

    def body(self, budget: int, statement: Callable[[int], str]) -> str:
        self.cost = 0
        parts: list[str] = []
        while self.cost < budget and len(parts) < budget:
            parts.append(statement(2))
        return "\n    ".join(parts)

    # ---- who waits for whom

    def test(self) -> str:
        self.cost += 1
        return self.pick("a", "x", "y", "!a", "!x", "a == 1")

    def leave(self) -> str:
        return "return 0;" if self.is_main or self.number(0, 2) else "pthread_exit(0);"

    def change(self) -> str:
        self.cost += 1
        return self.pick("a = 1;", "a++;", "x = 1;", "y = x;", "x++;", "l = a;", "atomic_fetch_sub(&a, 1);")

    def waiting(self, depth: int) -> str:
        kind = self.number(0, 13 if depth else 4)
        self.cost += 1
        match kind:
            case 0:
                return self.change()
            case 1:
                return self.pick("sem_post(&e);", "sem_wait(&e);", "if (sem_trywait(&e)) a = 1;")
            case 2:
                self.used.add("b")
                return "pthread_barrier_wait(&b);"
            case 3:
                then = self.pick(self.leave(), "sem_post(&e);", "pthread_cond_signal(&c);")
                return f"if ({self.test()}) {then}"
            case 4:
                return self.pick("pthread_cond_signal(&c);", "pthread_cond_broadcast(&c);")
            case 5 | 6 | 7:
                return self.locked(depth)
            case 8 | 9:
                return self.asleep()
            case 10:
                wake = self.pick("pthread_cond_signal(&c);", "pthread_cond_broadcast(&c);")
                return f"pthread_mutex_lock(&m); x = 1; {wake} pthread_mutex_unlock(&m);"
            case 11:
                how = self.pick("rdlock", "rdlock", "wrlock")
                return f"pthread_rwlock_{how}(&r); {self.waiting(depth - 1)} pthread_rwlock_unlock(&r);"
            case 12:
                self.used.add("z")
                return f"pthread_spin_lock(&z); {self.waiting(depth - 1)} pthread_spin_unlock(&z);"
            case _:
                return (
                    f"if ({self.test()}) {{ {self.waiting(depth - 1)} }} else {{ {self.waiting(depth - 1)} }}"
                )

    def locked(self, depth: int) -> str:
        one = self.pick("m", "n")
        other = "n" if one == "m" else "m"
        self.cost += 1
        inside = self.waiting(depth - 1)
        free = f"pthread_mutex_unlock(&{one});" if self.number(0, 4) else ""
        match self.number(0, 4):
            case 0:
                return f"pthread_mutex_lock(&{one}); {inside} {free}"
            case 1:
                return f"if (pthread_mutex_trylock(&{one}) == 0) {{ {inside} {free} }}"
            case 2:
                return f"pthread_mutex_lock(&{one}); if ({self.test()}) {self.leave()} {free}"
            case _:
                self.cost += 1
                inside = f"pthread_mutex_lock(&{other}); {self.pick('', self.change())}"
                return f"pthread_mutex_lock(&{one}); {inside} pthread_mutex_unlock(&{other}); {free}"

    def asleep(self) -> str:
        self.cost += 1
        wait = (
            self.pick("if", "if", "while")
            + f" ({self.pick('!x', '!a', '!y', 'x')}) pthread_cond_wait(&c, &m);"
        )
        return f"pthread_mutex_lock(&m); {wait} {self.pick('', 'x = 0;')} pthread_mutex_unlock(&m);"

    # ---- who touches what

    def place(self) -> str:
        self.cost += 1
        whole = self.pick("x", "x", "y", "v[0]", "v[1]", "v[y & 1]", "*slot", "a", "(*(int *)&a)", "*block")
        return self.pick(whole, "s.p", "s.q", "s.c", "s.d", "u.whole", "u.half[0]", "u.half[1]", "u.bytes[2]")

    def touch(self) -> str:
        match self.number(0, 6):
            case 0 | 1:
                return f"{self.place()} = {self.number(0, 2)};"
            case 2:
                return f"{self.place()} = {self.place()};"
            case 3:
                return f"{self.place()}++;"
            case 4:
                return f"slot = &{self.pick('x', 'y', 'v[1]', 'u.whole')};"
            case _:
                return f"l = {self.place()};"

    def touching(self, depth: int) -> str:
        match self.number(0, 12 if depth else 5):
            case 0 | 1 | 2 | 3 | 4 | 5:
                return self.touch()
            case 6 | 7:
                self.cost += 1
                one = self.pick("m", "m", "n")
                return f"pthread_mutex_lock(&{one}); {self.touch()} pthread_mutex_unlock(&{one});"
            case 8:
                self.cost += 1
                how = self.pick("rdlock", "rdlock", "wrlock")
                return f"pthread_rwlock_{how}(&r); {self.touch()} pthread_rwlock_unlock(&r);"
            case 9:
                self.cost += 1
                return self.pick("sem_post(&e);", "sem_wait(&e);", "a = 1;", "free(block);", self.barrier())
            case 10:
                self.cost += 1
                return f"if ({self.pick('a', 'a', 'l', self.place())}) {{ {self.touching(depth - 1)} }}"
            case 11:
                self.cost += 1
                return f"{{ int w = 0; slot = &w; {self.touch()} }}"
            case _:
                self.cost += 1
                begin, end = "__VERIFIER_atomic_begin(); ", " __VERIFIER_atomic_end();"
                return begin + self.touch() + end

    def barrier(self) -> str:
        self.used.add("b")
        return "pthread_barrier_wait(&b);"

    # ---- who frees what

    def holding(self, depth: int) -> str:
        self.cost += 1
        match self.number(0, 9 if depth else 5):
            case 0 | 1:
                return self.pick("block = malloc(4);", "{ int *own = malloc(4); free(own); }", "malloc(4);")
            case 2:
                return "free(block);"
            case 3:
                return self.pick("pthread_mutex_lock(&m);", "pthread_mutex_unlock(&m);", "sem_wait(&e);")
            case 4:
                return self.pick("exit(0);", self.leave(), "pthread_exit(0);", "a = 1;")
            case 5:
                return self.pick("sem_post(&e);", "a = 1;", "x = 1;")
            case 6 | 7:
                return f"pthread_mutex_lock(&m); {self.holding(depth - 1)} pthread_mutex_unlock(&m);"
            case _:
                return f"if ({self.pick('a', 'x', 'block')}) {{ {self.holding(depth - 1)} }}"

    # ---- the program

    def program(self, budget: int, statement: Callable[[int], str], threads: int) -> str:
        functions = [self.function(f"f{i}", budget, statement) for i in range(threads)]
        if self.number(0, 4) == 0:
            functions.insert(0, self.function("child", 1, statement))
            functions[1] = functions[1].replace("= 0;", "= 0;\n    pthread_create(&t[2], 0, child, 0);", 1)
        self.is_main = True
        lines = [statement(0)] if self.number(0, 3) == 0 else []
        for number in range(threads):
            created = f"pthread_create(&t[{number}], 0, f{number}, 0);"
            lines.append(f"if ({self.test()}) {created}" if self.number(0, 7) == 0 else created)
            if self.number(0, 3) == 0:
                lines.append(statement(1))
        if self.number(0, 1):
            lines.append(statement(2))
        lines += [f"pthread_join(t[{number}], 0);" for number in range(threads) if self.number(0, 3)]
        if self.number(0, 2) == 0:
            lines.append(statement(1))
        if self.number(0, 5) == 0:
            lines.append("pthread_exit(0);")
        first = [f"sem_init(&e, 0, {self.number(0, 1)});"]
        if "b" in self.used:
            first.append(f"pthread_barrier_init(&b, 0, {self.number(2, 3)});")
        if "z" in self.used:
            first.append("pthread_spin_init(&z, 0);")
        if statement == self.touching:
            first.append("block = malloc(sizeof(int));")
        body = "\n    ".join([*first, *lines])
        return (
            f"{HEADER}{''.join(functions)}int main(void) {{\n    int l = 0;\n    {body}\n    return 0;\n}}\n"
        )


@st.composite
def waiting_programs(draw: DrawFn, budget: int = 4) -> str:
    """Threads that may get stuck."""
    make = Maker(draw)
    return make.program(budget, make.waiting, make.number(1, 2))


@st.composite
def touching_programs(draw: DrawFn, budget: int = 3) -> str:
    """Threads that may race."""
    make = Maker(draw)
    return make.program(budget, make.touching, make.number(1, 2))


@st.composite
def holding_programs(draw: DrawFn, budget: int = 3) -> str:
    """Threads that may forget memory."""
    make = Maker(draw)
    return make.program(budget, make.holding, make.number(1, 2))
