"""Labels of a function, their addresses, and jumps among them."""

from __future__ import annotations

from pathlib import Path

from tests.support.sources import loaded
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Exited, Machine
from unthread.interpreter.schedulers import InOrder
from unthread.program.instructions import Jump, Label


def status(body: str, directory: Path) -> int:
    program = loaded(f"int main(void) {{ {body} }}", directory)
    outcome = Machine(program, RandomInputs(0), frozenset(), lambda *printed: None).run(InOrder())
    assert isinstance(outcome, Exited)
    return outcome.status


def test_labels_keep_their_names(tmp_path: Path) -> None:
    program = loaded("int main(int n, char **v) { again: if (--n) goto again; return n; }", tmp_path)
    body = program.functions["main"].body
    assert "again" in {item.name for item in body if isinstance(item, Label)}


def test_local_labels_of_the_same_name_are_told_apart(tmp_path: Path) -> None:
    text = """int r = 0;
        { __label__ out; goto out; r = 50; out: r += 1; }
        { __label__ out; goto out; r = 50; out: r += 2; }
        return r;"""
    assert status(text, tmp_path) == 3
    program = loaded(f"int main(void) {{ {text} }}", tmp_path)
    body = program.functions["main"].body
    names = [item.name for item in body if isinstance(item, Label)]
    assert len(names) == len(set(names))
    assert {item.label for item in body if isinstance(item, Jump)} <= set(names)


def test_addresses_of_labels_are_numbers_of_this_function(tmp_path: Path) -> None:
    text = """static void *table[] = {&&one, &&two};
        int r = 0, i = 0;
        next: goto *table[i];
        one: r += 1; i = 1; goto next;
        two: r += 2;
        return r;"""
    assert status(text, tmp_path) == 3


def test_a_jump_back_before_an_array_ends_it(tmp_path: Path) -> None:
    text = """int n = 1, r = 0;
        again: ;
        int a[n];
        a[n - 1] = n; r += a[n - 1];
        if (n++ < 3) goto again;
        return r;"""
    assert status(text, tmp_path) == 6
