"""What may be used before it is set, against what single paths show."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pytest

from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.program.expressions import Storage
from unthread.program.instructions import Declare, Discard, Exit, Instruction, Jump, Label, Return
from unthread.program.program import Function
from unthread.program.query.unset import possibly_unset, unset_locals
from unthread.program.query.uses import defined, used

TEXT = """int g, h;
int past(int c) { if (c) goto in; { int w[2]; w[0] = 1; in: return w[c & 1]; } }
int again(int n) { for (int i = 0; i < n; i++) { int v; if (i) v = i; int *p = &v; g += *p; } return g; }
int back(int n) { again: { int v; int *p = &v; in: *p = n; if (g) goto again; if (h) goto in; } return n; }
int one(int c) { int a; if (c) a = 1; return a; }
int both(int c) { int a; if (c) a = 1; else a = 2; return a; }
int loop(int n) { int a; while (n--) { if (n == 3) a = 1; if (n == 2) g = a; } return 0; }
int main(void) { return past(g) + again(g) + back(g) + one(g) + both(g) + loop(g); }
"""


def paths(function: Function) -> Iterator[tuple[int, frozenset[str]]]:
    """Instructions, with names that have a value on some path there."""
    labels = {item.name: at for at, item in enumerate(function.body) if isinstance(item, Label)}
    pending = [(0, frozenset(parameter.name for parameter in function.parameters))]
    seen = set[tuple[int, frozenset[str]]]()
    while pending:
        at, known = pending.pop()
        if (at, known) in seen:
            continue
        seen.add((at, known))
        yield at, known
        item, made = function.body[at], defined(function.body[at])
        if made is not None:
            known = known - {made.name} if isinstance(item, Discard) else known | {made.name}
        pending += [(target, known) for target in following(item, at, labels)]


def following(item: Instruction, at: int, labels: dict[str, int]) -> Iterator[int]:
    if isinstance(item, Jump):
        yield labels[item.label]
    if not isinstance(item, Return | Exit) and not (isinstance(item, Jump) and item.condition is None):
        yield at + 1


@pytest.fixture(scope="module")
def functions(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Function]:
    file = tmp_path_factory.mktemp("unset") / "program.c"
    file.write_text(TEXT)
    return load(Source((file,))).functions


def test_possibly_unset_is_what_some_path_shows(functions: dict[str, Function]) -> None:
    for function in functions.values():
        expected: list[set[str]] = [set() for _ in function.body]
        for at, known in paths(function):
            expected[at] |= {v.name for v in used(function.body[at])} - known
        assert possibly_unset(function) == expected, function.name


def test_objects_without_a_declaration_are_what_some_path_shows(functions: dict[str, Function]) -> None:
    bare = [without_declarations(function) for function in functions.values()]
    assert any(unset_locals(function).at_entry for function in bare)
    assert any(unset_locals(function).behind for function in bare)
    for function in (*functions.values(), *bare):
        found, body = unset_locals(function), function.body
        names = {v.name for v in function.locals if v.storage is Storage.LOCAL}
        reached = {at for at, _ in paths(function)}
        assert found.at_entry == frozenset(name for name in names if _is_used_first(function, 0, name))
        assert found.behind == frozenset(
            at
            for at in reached
            if isinstance(item := body[at], Discard) and _is_used_first(function, at + 1, item.variable.name)
        )


def without_declarations(function: Function) -> Function:
    """As if jumps led past them."""
    return replace(function, body=tuple(item for item in function.body if not isinstance(item, Declare)))


def _is_used_first(function: Function, start: int, name: str) -> bool:
    """Some path from there uses the object with no declaration before."""
    body = function.body
    labels = {item.name: at for at, item in enumerate(body) if isinstance(item, Label)}
    pending, seen = [start], set[int]()
    while pending:
        at = pending.pop()
        if at in seen:
            continue
        seen.add(at)
        if any(variable.name == name for variable in used(body[at])):
            return True
        item = body[at]
        if not isinstance(item, Declare | Discard) or item.variable.name != name:
            pending += following(item, at, labels)
    return False
