"""Folding keeps values, not only truth."""

from __future__ import annotations

from unthread.program.build.fold import negation, truth, unary
from unthread.program.expressions import Storage, UnaryOperator, Variable, read_register
from unthread.program.types import INT

NUMBER = read_register(Variable("number", INT, Storage.REGISTER))


def test_a_condition_negated_twice_is_the_condition() -> None:
    assert negation(negation(NUMBER)) == NUMBER


def test_a_value_negated_twice_is_zero_or_one() -> None:
    once = unary(UnaryOperator.NOT, NUMBER, INT)
    assert unary(UnaryOperator.NOT, once, INT) == truth(NUMBER)
    assert truth(NUMBER) != NUMBER
