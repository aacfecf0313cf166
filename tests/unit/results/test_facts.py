"""What a trace says besides its steps: threads, locks in the end, heap objects, lines of text."""

from __future__ import annotations

from pathlib import Path

from tests.support.recorded import recorded
from unthread.core.properties import Property
from unthread.core.trace import Trace

TEXT = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct node { int value; };
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
struct node *head;
void *work(void *p) {
    pthread_mutex_lock(&m);
    head->value = 1;
    return p;
}
int main(void) {
    pthread_t t;
    head = malloc(sizeof *head);
    head->value = 0;
    pthread_create(&t, 0, work, 0);
    assert(head->value == 0);
    free(head);
    return 0;
}
"""


def trace(directory: Path) -> Trace:
    return recorded(directory, TEXT, "0:4,1:4,0:4", (17, 5))


def test_threads_and_where_they_were_started(tmp_path: Path) -> None:
    main, work = trace(tmp_path).starts
    assert main is None
    assert work is not None
    assert (work.thread, work.loc.line, work.loc.function) == (0, 16, "main")


def test_locks_that_threads_hold_in_the_end(tmp_path: Path) -> None:
    assert trace(tmp_path).held == ((), ("m",))


def test_heap_objects_have_a_type_and_who_allocated_them(tmp_path: Path) -> None:
    (item,) = trace(tmp_path).objects
    assert (item.name, item.size, item.thread, item.loc.line) == ("heap#1", 4, 0, 14)
    assert "struct node" in item.type
    assert item.freed is None


def test_lines_are_those_that_a_report_may_show(tmp_path: Path) -> None:
    found = trace(tmp_path)
    (file,) = found.lines
    lines = found.lines[file]
    assert lines[17] == "    assert(head->value == 0);"
    assert {9, 14, 16, 17} <= lines.keys()
    assert not {1, 4, 19} & lines.keys()


def test_the_lines_of_models_are_not_kept(tmp_path: Path) -> None:
    assert all(not name.startswith("<unthread>") for name in trace(tmp_path).lines)


def test_violations_name_the_same_objects_as_steps(tmp_path: Path) -> None:
    found = trace(tmp_path)
    assert found.violation.property is Property.REACH
    assert dict(found.violation.values) == {"head->value": "1"}
    assert any(step.place == "heap#1.value" for step in found.steps)
