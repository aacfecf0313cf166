"""One thread as a function that can be resumed."""

from __future__ import annotations

from pathlib import Path

from tests.support.sources import loaded
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.sequentialize.c.code import CCode
from unthread.sequentialize.emitted import Dialect
from unthread.sequentialize.lazy_thread import ThreadText

PROGRAM = """#include <pthread.h>
int x, y;
void *f(void *a) { x = 1; y = 2; return a; }
int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 3; y = x; }
"""


def test_labels_and_positions(tmp_path: Path) -> None:
    program = bound(loaded(PROGRAM, tmp_path), Bounds())
    points = visible_points(program)
    code = CCode(
        program.globals, program.functions, program.data_model, Dialect.PLAIN, frozenset(program.properties)
    )
    numbers = {thread.name: thread.number for thread in program.threads}
    text = ThreadText(code, program.threads[1], points[1], "f_1", numbers)
    last = len(text.labels) - 1
    assert [text.label_of(index) for index in text.labels] == [*range(last + 1)]
    assert text.label_of(len(program.threads[1].body) - 1) == last
    assert text.label_of(None) is None
    lines = text.lines()
    stores = {line: lines.positions[number] for number, line in enumerate(lines.lines, 1) if " = " in line}
    assert {
        line.strip(): loc.line for line, loc in stores.items() if line.strip() in ("x = 1;", "y = 2;")
    } == {
        "x = 1;": 3,
        "y = 2;": 3,
    }
