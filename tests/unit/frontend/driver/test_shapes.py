"""What parameters can be given."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.source import DataModel
from unthread.frontend import clang
from unthread.frontend.driver.shapes import (
    Anything,
    Pointed,
    RefusedShape,
    Scalar,
    Shape,
    String,
    WholeRecord,
    plain,
    signatures,
)

TEXT = """
#include <stdio.h>
#include <stdarg.h>
#include <pthread.h>
enum color {{ RED, GREEN }};
struct point {{ int x; }};
struct unknown;
void f({});
"""


def shape(parameter: str, tmp_path: Path) -> Shape:
    file = tmp_path / "f.c"
    file.write_text(TEXT.format(parameter))
    unit = clang.parse(file, (), DataModel.M64)
    return next(item for item in signatures([unit]) if item.name == "f").parameters[0].shape


@pytest.mark.parametrize(
    ("parameter", "expected"),
    [
        ("const unsigned long x", Scalar("unsigned long")),
        ("double x", Scalar("double", is_floating=True)),
        ("enum color x", Scalar("enum color", ("RED", "GREEN"))),
        ("const char *x", String(True)),
        ("char x[]", String(False)),
        ("void *x", Anything(False)),
        ("void x(int)", RefusedShape("is a function")),
        ("struct unknown *x", RefusedShape("is a pointer to the incomplete type 'struct unknown'")),
        ("FILE *x", RefusedShape("is a pointer to the C library's type 'FILE'")),
        ("_Complex double x", RefusedShape("has type '_Complex double'")),
    ],
)
def test_kinds(parameter: str, expected: Shape, tmp_path: Path) -> None:
    assert shape(parameter, tmp_path) == expected


@pytest.mark.parametrize(
    ("parameter", "spelling", "is_const"),
    [
        ("struct point *x", "struct point", False),
        ("const struct point *x", "struct point", True),
        ("int x[3]", "int", False),
        ("pthread_mutex_t *x", "pthread_mutex_t", False),
    ],
)
def test_pointers(parameter: str, spelling: str, is_const: bool, tmp_path: Path) -> None:
    found = shape(parameter, tmp_path)
    assert isinstance(found, Pointed)
    assert (found.spelling, found.is_const) == (spelling, is_const)


def test_records_and_lists_of_arguments(tmp_path: Path) -> None:
    assert isinstance(shape("struct point x", tmp_path), WholeRecord)
    assert isinstance(shape("va_list x", tmp_path), RefusedShape)


def test_qualifiers() -> None:
    assert plain("const volatile int") == "int"
    assert plain("char *const") == "char *"
