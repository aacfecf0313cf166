"""Values as a C programmer writes them."""

from __future__ import annotations

from pathlib import Path

from tests.support.recorded import recorded

VALUES = """#include <assert.h>
#include <pthread.h>
enum color { RED, GREEN = 5 };
enum color color;
char letter, newline;
const char *text;
int array[3], *middle;
pthread_t handle;
void *(*function)(void *);
static void *work(void *argument) { return argument; }
int main(void)
{
    color = GREEN;
    color = 7;
    letter = 'x';
    newline = 200;
    text = "a \\"b\\"\\n";
    middle = &array[1];
    function = work;
    pthread_create(&handle, 0, work, 0);
    handle = handle;
    assert(0);
}
"""


def test_values(tmp_path: Path) -> None:
    trace = recorded(tmp_path, VALUES, "0:40", (22, 5))
    values: dict[str, list[str]] = {}
    for step in trace.steps:
        if step.kind == "write":
            values.setdefault(step.place, []).append(step.value)
    assert values == {
        "color": ["GREEN", "7"],
        "letter": ["'x'"],
        "newline": ["-56"],
        "text": ['"a \\"b\\"\\n"'],
        "middle": ["&array[1]"],
        "function": ["work"],
        "handle": ["thread 1 (work)"],
    }
