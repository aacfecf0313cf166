"""What a step did, as readers are told."""

from __future__ import annotations

from pathlib import Path

from tests.support.builder import machine
from tests.support.machines import counting
from tests.support.recorded import recorded
from unthread.core.properties import Property
from unthread.core.trace import Step, StepKind
from unthread.interpreter.observe import Observation
from unthread.interpreter.schedulers import InOrder


def test_observed_steps() -> None:
    steps: list[Step] = []
    given_machine = machine(counting(), frozenset())
    given_machine.observation = Observation(given_machine.runtime, steps.append)
    given_machine.run(InOrder())
    kinds = [step.kind for step in steps]
    assert kinds == [StepKind.SPAWN, StepKind.READ, StepKind.WRITE, StepKind.READ, StepKind.END]
    assert str(steps[2]) == "thread 0: t.c:1:1 in f: write g = 1"
    assert str(steps[0]) == "thread 0: t.c:1:1 in f: spawn thread 1"


PARTS = """#include <assert.h>
#include <stdatomic.h>
union number { int whole; float real; } number;
struct word { unsigned low : 3, high : 5; int other; } word;
atomic_flag flag = ATOMIC_FLAG_INIT;
int main(void)
{
    number.real = 1.5f;
    number.whole = 2;
    word.high = 3;
    int high = word.high;
    atomic_flag_test_and_set(&flag);
    assert(number.whole == high);
}
"""


def test_parts_are_named_as_they_are_accessed(tmp_path: Path) -> None:
    trace = recorded(tmp_path, PARTS, "0:40", (13, 5))
    told = [(step.kind, step.place, step.value) for step in trace.steps if not step.call]
    assert told == [
        (StepKind.WRITE, "number.real", "1.5"),
        (StepKind.WRITE, "number.whole", "2"),
        (StepKind.READ, "word.{low, high}", "{0, 0}"),
        (StepKind.WRITE, "word.{low, high}", "{0, 3}"),
        (StepKind.READ, "word.high", "3"),
        (StepKind.SECTION, "", ""),
        (StepKind.READ, "number.whole", "2"),
    ]
    (effect,) = trace.steps[5].effects
    assert (effect.place, effect.value) == ("flag", "1")


ENDS = """#include <pthread.h>
#include <stdlib.h>
static void *work(void *unused)
{
    malloc(1);
    exit(0);
}
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
"""


def test_whoever_ends_the_program_ends_it(tmp_path: Path) -> None:
    """Not only the first thread, and not only after its last line."""
    trace = recorded(tmp_path, ENDS, "0:1,1:9", (6, 5), Property.LEAK_ALL)
    end = trace.steps[-1]
    assert (end.kind, end.thread, end.note) == (StepKind.END, 1, "the program ends")


LIVES = """#include <assert.h>
#include <stdlib.h>
int *shared, *heap;
static void share(int n)
{
    int values[n];
    values[1] = 4;
    shared = &values[1];
}
int main(void)
{
    share(2);
    heap = malloc(4);
    free(heap);
    assert(shared == heap);
}
"""


def test_arrays_of_variable_length_and_objects_that_are_gone(tmp_path: Path) -> None:
    trace = recorded(tmp_path, LIVES, "0:40", (15, 5))
    values = [(step.place, step.value) for step in trace.steps if step.kind in ("write", "read")]
    assert values[:2] == [("values[1]", "4"), ("shared", "&values[1]")]
    assert [value for place, value in values if place == "shared"][-1] == "&values[1], which is out of scope"
    assert values[-1] == ("heap", "heap#1, which was freed")


MISUSE = """#include <pthread.h>
static pthread_mutex_t gates[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER };
static void *work(void *unused) { pthread_mutex_unlock(&gates[1]); return unused; }
int main(void)
{
    pthread_t thread;
    pthread_mutex_lock(&gates[1]);
    pthread_create(&thread, 0, work, 0);
    pthread_join(thread, 0);
    return 0;
}
"""


def test_the_lock_that_is_misused_and_who_holds_it(tmp_path: Path) -> None:
    violation = recorded(tmp_path, MISUSE, "0:2,1:2", (3, 35), Property.LOCK).violation
    assert [part.place for part in violation.participants] == ["gates[1]"]
    assert [(item.what, item.thread, item.loc.line) for item in violation.related] == [("locked", 0, 7)]


COPYING = """#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
char name[8];
sem_t done;
static void *rename_it(void *given)
{
    strcpy(name, given);
    sem_post(&done);
    return 0;
}
int main(void)
{
    pthread_t one;
    sem_init(&done, 0, 0);
    pthread_create(&one, 0, rename_it, "ab");
    assert(name[0] == 0);
    pthread_join(one, 0);
}
"""


def test_a_call_that_others_interrupt_is_not_finished_yet(tmp_path: Path) -> None:
    """As the last step of its thread, and where it goes on later. What has only to return is finished."""
    place = (18, 5)
    stopped = recorded(tmp_path, COPYING, "0:2,1:3,0:1", place)
    assert [step.note for step in stopped.steps if step.thread == 1] == ["", "", "not finished yet"]
    text = COPYING.replace("name[0] == 0", "name[0] == 0 || name[1] == 0")
    resumed = recorded(tmp_path, text, "0:2,1:3,0:1,1:4,0:1", place)
    assert [step.note for step in resumed.steps if step.thread == 1][2:4] == ["not finished yet", ""]
    posted = recorded(tmp_path, COPYING, "0:2,1:8,0:1", place)
    calls = [(step.call, step.note) for step in posted.steps if step.thread == 1]
    assert calls[-1] == ("sem_post", "")


BEYOND = """#include <stdlib.h>
struct list { int other, length; };
int table[4];
int main(int argc, char **argv)
{
    int *numbers = malloc(3 * sizeof *numbers), index = 4;
    numbers[0] = 1;
    ACCESS;
}
"""


def test_what_an_invalid_access_accesses_is_named(tmp_path: Path) -> None:
    for access, place, name in [
        ("numbers[3] = 1", (8, 5), "heap#1[3]"),
        ("free(numbers); numbers[1]++", (8, 20), "heap#1[1]"),
        ("table[index] = 1", (8, 5), "table[4]"),
        ("struct list *none = NULL; none->length++", (8, 31), "none->length"),
        ("*(int *)(long)(index - 4) = 0", (8, 5), ""),
    ]:
        text = BEYOND.replace("ACCESS", access)
        violation = recorded(tmp_path, text, "0:9", place, Property.MEMORY).violation
        assert violation.participants[0].place == name
