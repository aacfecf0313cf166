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


TEXTS = """#include <assert.h>
char quote, double_quote, backslash, newline, bell, end;
const char *long_text, *with_bell;
int main(void)
{
    quote = '\\'';
    double_quote = '"';
    backslash = '\\\\';
    newline = '\\n';
    bell = 7;
    end = 0;
    long_text = "0123456789012345678901234567890123456789\\"and more";
    with_bell = "a\\a";
    assert(0);
}
"""


def test_characters_and_strings_are_written_as_in_c(tmp_path: Path) -> None:
    trace = recorded(tmp_path, TEXTS, "0:40", (14, 5))
    values = {step.place: step.value for step in trace.steps if step.kind == "write"}
    assert values.pop("with_bell").startswith("&")  # not text that can be shown
    assert values == {
        "quote": "'\\''",
        "double_quote": "'\"'",
        "backslash": "'\\\\'",
        "newline": "'\\n'",
        "bell": "7",
        "end": "0",
        "long_text": '"' + "0123456789" * 4 + '..."',
    }


RECORDS = """#include <assert.h>
struct pair { int a, b; };
struct outer { struct pair first; struct pair rest[2]; struct { struct pair deep; }; } one, many[2];
struct pair *pair;
struct outer *outer;
int *number;
int main(void)
{
    outer = &one;
    pair = &one.first;
    pair = &one.deep;
    pair = &many[1].rest[1];
    outer = &many[1];
    number = &one.first.a;
    assert(0);
}
"""


def test_a_pointer_to_a_record_points_to_the_whole_of_it(tmp_path: Path) -> None:
    trace = recorded(tmp_path, RECORDS, "0:40", (15, 5))
    assert [step.value for step in trace.steps if step.kind == "write"] == [
        "&one",
        "&one.first",
        "&one.deep",
        "&many[1].rest[1]",
        "&many[1]",
        "&one.first.a",
    ]
