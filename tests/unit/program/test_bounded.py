"""A bounded program as a program: to be checked, shown and run like any other."""

from __future__ import annotations

from pathlib import Path

from tests.support.sources import loaded
from unthread.bound.threads import bound
from unthread.core.bounds import Bounds
from unthread.core.properties import ASSERTED, Property
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Exited, Machine
from unthread.interpreter.schedulers import RandomScheduler
from unthread.program.bounded import BoundedProgram
from unthread.program.check import check
from unthread.program.instructions import Call, Return, Spawn
from unthread.program.text.show import show

TEXT = """#include <pthread.h>
int x;
int add(int n) { return x + n; }
void *work(void *p) { for (int i = 0; i < 3; i++) x = add(i); return p; }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, work, &t);
    pthread_join(t, 0);
    pthread_create(&u, 0, work, &u);
    pthread_join(u, 0);
    return x;
}
"""


def bounded(directory: Path) -> BoundedProgram:
    return bound(loaded(TEXT, directory), Bounds(), ASSERTED)


def test_each_thread_is_a_function(tmp_path: Path) -> None:
    found = bounded(tmp_path)
    program = found.as_program()
    assert [thread.routine for thread in found.threads] == ["main", "work", "work"]
    names = [thread.name for thread in found.threads]
    assert len(set(names)) == 3
    assert [*program.functions] == names
    assert program.entry == names[0]
    assert [*program.functions[names[1]].body] == [*found.threads[1].body]


def test_each_thread_is_started_by_the_one_spawn_that_names_it(tmp_path: Path) -> None:
    found = bounded(tmp_path)
    spawned = [item for thread in found.threads for item in thread.body if isinstance(item, Spawn)]
    assert [getattr(item.function, "name", "") for item in spawned] == [t.name for t in found.threads[1:]]
    for thread in found.threads:
        assert not any(isinstance(item, Call) for item in thread.body)
        assert not any(isinstance(item, Return) for item in thread.body[:-1])
    assert all(isinstance(thread.body[-1], Return) for thread in found.threads[1:])


def test_functions_keep_their_addresses(tmp_path: Path) -> None:
    program = bounded(tmp_path).as_program()
    assert {"add", "work"} <= program.undefined.keys()
    assert not program.undefined.keys() & program.functions.keys()


def test_it_is_well_formed_and_does_the_same(tmp_path: Path) -> None:
    program = bounded(tmp_path).as_program()
    check(program)
    assert "spawn" in show(program)
    properties = frozenset({Property.REACH})
    machine = Machine(program, RandomInputs(0), properties, lambda stream, text: None)
    assert machine.run(RandomScheduler(0)) == Exited(6)
