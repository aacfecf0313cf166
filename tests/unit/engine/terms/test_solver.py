"""Terms as the solver sees them: each operation has the value that Python computes."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest

from unthread.engine.terms.nodes import Int
from unthread.engine.terms.solver import OutOfTime, TermSolver
from unthread.engine.terms.terms import Terms

PAIRS = [(5, 3), (-5, 3), (5, -3), (-8, -1), (7, 7), (-8, 7), (0, 1)]


def fixed(terms: Terms, solver: TermSolver, *values: int) -> list[Int]:
    """Variables that must have these values: nothing folds."""
    found = [terms.variable("v", (-8, 7)) for _ in values]
    for term, value in zip(found, values, strict=True):
        solver.assume(terms.equal(term, terms.integer(value)))
    return found


def quotient(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


OPERATIONS: dict[str, tuple[Callable[[Terms, Int, Int], Int], Callable[[int, int], int]]] = {
    "add": (lambda terms, a, b: terms.add(a, b), lambda a, b: a + b),
    "subtract": (lambda terms, a, b: terms.subtract(a, b), lambda a, b: a - b),
    "multiply": (lambda terms, a, b: terms.multiply(a, b), lambda a, b: a * b),
    "wrap": (lambda terms, a, b: terms.wrap(terms.multiply(a, b), (0, 7)), lambda a, b: a * b % 8),
}


@pytest.mark.parametrize(("a", "b"), PAIRS)
@pytest.mark.parametrize("name", OPERATIONS)
def test_operations_on_integers(name: str, a: int, b: int) -> None:
    make, expected = OPERATIONS[name]
    terms, solver = Terms(), TermSolver()
    made = make(terms, *fixed(terms, solver, a, b))
    assert solver.satisfiable([])
    assert solver.value(made) == expected(a, b)
    assert not solver.satisfiable([terms.equal(made, terms.integer(expected(a, b))).inverse])


@pytest.mark.parametrize(("a", "b"), PAIRS)
def test_comparisons(a: int, b: int) -> None:
    terms, solver = Terms(), TermSolver()
    left, right = fixed(terms, solver, a, b)
    assert solver.satisfiable([])
    assert solver.is_true(terms.less(left, right)) is (a < b)
    assert solver.is_true(terms.equal(left, right)) is (a == b)


def test_a_question_leaves_no_trace_and_an_assumption_does() -> None:
    terms, solver = Terms(), TermSolver()
    test = terms.choice_variable("test")
    assert solver.satisfiable([test])
    assert solver.satisfiable([test.inverse])
    solver.assume(test)
    assert not solver.satisfiable([test.inverse])
    assert solver.satisfiable([])


def test_the_value_is_one_of_a_case_with_all_conditions() -> None:
    terms, solver = Terms(), TermSolver()
    n = terms.variable("n", (0, 255))
    assert solver.satisfiable([terms.less(terms.integer(100), n), terms.less(n, terms.integer(102))])
    assert solver.value(n) == 101
    assert solver.value(terms.integer(-3)) == -3


def test_equal_terms_are_given_once() -> None:
    terms, solver = Terms(), TermSolver()
    a, b = (terms.choice_variable(name) for name in "ab")
    solver.prepare([terms.both(a, b)])
    before = solver.size
    solver.prepare([terms.both(b, a), a])
    assert (before, solver.size) == (3, 3)


def test_a_question_that_takes_too_long_can_be_asked_again() -> None:
    terms, solver = Terms(), TermSolver()
    p, q = (terms.variable(name, (0, (1 << 20) - 1)) for name in "pq")
    even = terms.equal(terms.bit_and(terms.multiply(p, q), terms.one), terms.zero)
    product = terms.equal(terms.multiply(p, q), terms.integer(1_048_571 * 1_048_549))
    solver.limit.deadline = -1.0  # which has passed
    for _ in range(2):
        with pytest.raises(OutOfTime):
            solver.satisfiable([product, even.inverse])
    solver.limit.deadline = time.process_time() + 100
    assert solver.satisfiable([terms.equal(p, terms.one), even])
