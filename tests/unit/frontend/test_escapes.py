"""Whose address is taken: these variables lie in memory, the others are registers."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.sources import loaded
from unthread.program.expressions import Storage, Variable
from unthread.program.query.uses import variables_of

TEXT = """struct pair {{ int a, b[2]; }}; struct pair make(void); void use(int *p); void look(int n);
int main(void) {{ int x = 1, list[2] = {{1, 2}}; struct pair s = {{1, {{2, 3}}}}; {body} return x; }}"""


def variables(body: str, directory: Path) -> dict[str, Variable]:
    items = loaded(TEXT.format(body=body), directory).functions["main"].body
    return {found.text: found for item in items for found in variables_of(item)}


@pytest.mark.parametrize(
    ("body", "storage", "escapes"),
    [
        ("look(x);", Storage.REGISTER, False),
        ("use(&x);", Storage.LOCAL, True),
        ("use(&(x));", Storage.LOCAL, True),
        ("x = *&x;", Storage.LOCAL, True),
    ],
)
def test_scalars(body: str, storage: Storage, escapes: bool, tmp_path: Path) -> None:
    x = variables(body, tmp_path)["x"]
    assert (x.storage, x.escapes) == (storage, escapes)


@pytest.mark.parametrize(
    ("body", "escapes"),
    [
        ("look(list[1]);", False),
        ("look(*list);", False),
        ("list[x] = 2;", False),
        ("use(list);", True),
        ("use(&list[1]);", True),
        ("use(list + 1);", True),
    ],
)
def test_arrays_decay_unless_only_an_element_is_used(body: str, escapes: bool, tmp_path: Path) -> None:
    assert variables(body, tmp_path)["list"].escapes is escapes


@pytest.mark.parametrize(
    ("body", "escapes"),
    [
        ("look(s.a);", False),
        ("look(s.b[1]);", False),
        ("use(&s.a);", True),
        ("use(s.b);", True),
        ("struct pair *p = &s; use(&p->a);", True),
    ],
)
def test_records_escape_by_their_parts(body: str, escapes: bool, tmp_path: Path) -> None:
    assert variables(body, tmp_path)["s"].escapes is escapes
