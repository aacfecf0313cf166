"""A body under construction: names that are not taken, values that may be mentioned again."""

from __future__ import annotations

from tests.support.builder import binary, constant, read, register, shared
from unthread.frontend.builder import Builder
from unthread.program.expressions import Storage
from unthread.program.instructions import Assign, Jump, Label
from unthread.program.types import INT

R, X = register("r"), shared("x")


def test_names_are_unique_in_the_program() -> None:
    builder = Builder("f")
    names = [builder.variable("i", INT, Storage.REGISTER).name for _ in range(3)]
    assert names == ["f::i", "f::i#2", "f::i#3"]
    assert [variable.text for variable in builder.locals] == ["i"] * 3
    assert Builder("g").unique("i") == "g::i"


def test_temporaries_cannot_be_taken_for_variables_of_the_user() -> None:
    builder = Builder("f")
    user, ours = builder.variable("t1", INT, Storage.REGISTER), builder.temporary(INT)
    assert user.name != ours.name
    assert builder.temporaries == {ours}


def test_what_is_cheap_to_mention_is_not_held() -> None:
    builder = Builder("f")
    assert builder.once(constant(1)) == constant(1)
    assert builder.once(read(R)) == read(R)
    assert builder.instructions == []
    held = builder.once(read(X))
    (item,) = builder.instructions
    assert isinstance(item, Assign)
    assert (read(builder.locals[0]), item.value) == (held, read(X))
    assert builder.hold(read(R)) != read(R)  # a copy, whatever happens to r


def test_labels_differ_from_the_users() -> None:
    builder = Builder("f")
    first, second = builder.label("end"), builder.label("end")
    assert first != second
    assert all("." in label for label in (first, second))


def test_jumps_that_are_decided() -> None:
    builder = Builder("f")
    builder.jump("l", constant(0))
    assert builder.instructions == []
    builder.jump("l", constant(2))
    builder.jump("l", binary("<", read(R), constant(1)))
    builder.place_label("l")
    always, sometimes, label = builder.instructions
    assert isinstance(always, Jump)
    assert always.condition is None
    assert isinstance(sometimes, Jump)
    assert sometimes.condition is not None
    assert isinstance(label, Label)
