"""Cells of static storage that nobody writes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.bounded import program_of
from unthread.analysis.constants import Constants
from unthread.analysis.points_to import points_to_in
from unthread.program.expressions import Constant, Read
from unthread.program.instructions import Assign, expressions

SHELL = """struct pair {{ int a, b; }} s = {{3, 4}}; int x = 5, *p = &x, many[3] = {{1, 2}};
union word {{ int whole; short half[2]; }} w = {{7}};
struct bits {{ unsigned one : 3, two : 5; }} bits = {{1, 2}};
extern int elsewhere;
char fancy[] = "%n";
int printf(const char *, ...), sprintf(char *, const char *, ...);
void write(void) {{ {code} }}
volatile int sink;
int main(void) {{ sink = {read}; write(); return 0; }}
"""


def value_of(read: str, code: str, directory: Path) -> object:
    """What the only read in main gives, None if it is not always the same."""
    program = program_of(SHELL.format(code=code, read=read), directory)
    constants = Constants(program, points_to_in(program))
    for instruction in program.functions["main"].body:
        for expression in expressions(instruction) if isinstance(instruction, Assign) else ():
            if isinstance(expression, Read) and not str(expression.place).count("register"):
                value = constants.value(expression.place)
                return value.value if isinstance(value, Constant) else None
    return None


@pytest.mark.parametrize(
    ("read", "code", "value"),
    [
        ("x", "", 5),
        ("x", "x = 6;", None),
        ("x", "*p = 6;", None),
        ("x", "((char *)&x)[3] = 1;", None),
        ("s.a", "s.b = 1;", 3),
        ("s.b", "s.b = 1;", None),
        ("s.a", "s = (struct pair){1, 2};", None),
        ("many[1]", "", 2),
        ("many[2]", "", 0),
        ("many[1]", "many[x] = 4;", None),
        ("w.whole", "", 7),
        ("w.half[1]", "", None),
        ("w.whole", "w.half[1] = 1;", None),
        ("bits.one", "", None),
        ("elsewhere", "", None),
        ("x", "memset(&x, 0, sizeof x);", None),
        ("x", 'printf("abc%n", &x);', None),
        ("x", 'printf("%5hhn", (signed char *)&x);', None),
        ("x", "printf(fancy, &x);", None),
        ("x", 'printf(p ? "%p\\n" : "%s", (void *)&x);', 5),
        ("x", 'char text[9]; sprintf(text, "%n", &x);', None),
        ("x", 'char text[9]; sprintf(text, "%p %d", (void *)&x, 2);', 5),
        ("s.b", 'printf("%n", &s.b);', None),
    ],
)
def test_cells(read: str, code: str, value: int | None, tmp_path: Path) -> None:
    assert value_of(read, code, tmp_path) == value
