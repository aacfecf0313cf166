"""What is known of registers on all ways through a function."""

from __future__ import annotations

from tests.support.builder import (
    address,
    assign,
    at,
    binary,
    constant,
    function,
    local,
    read,
    register,
    returned,
    shared,
)
from unthread.program.expressions import Expression, ThreadSelf, Variable
from unthread.program.instructions import Input, Instruction, Jump, Label
from unthread.program.query.loops import shape_of
from unthread.program.types import INT, PointerType
from unthread.sequentialize.propagate import OpenSimplifier, Propagation, effects_of

J, K, N, P = register("i"), register("k"), register("n"), register("p", PointerType(INT))
X, OWN = shared("x"), local("own")


def propagation(*body: Instruction) -> Propagation:
    shape = shape_of(function("f", body))
    simplifier = OpenSimplifier(lambda variable: variable, 0, lambda place: None)
    return Propagation(shape, effects_of(shape), simplifier, lambda variable: variable)


def known(
    *body: Instruction, entry: dict[Variable, Expression] | None = None
) -> dict[int, dict[Variable, Expression]]:
    return propagation(*body).run(entry or {})


TOP = Label("top", at(1))


def test_the_example_of_the_module() -> None:
    found = known(
        assign(J, 0), TOP, assign(X, read(K)), assign(J, binary("+", read(J), constant(1))),
        Jump("top", binary("<", read(J), read(K)), at(1)), returned(),
        entry={K: constant(3)},
    )  # fmt: skip
    assert found[1] == {K: constant(3)}
    assert found[2] == {K: constant(3)}


def test_a_branch_that_is_decided_leads_one_way() -> None:
    found = known(
        assign(K, 1), Jump("l", read(K), at(1)), assign(N, 2), Label("l", at(1)), returned(read(N)),
        entry={N: constant(7)},
    )  # fmt: skip
    assert set(found) == {0, 2}
    assert found[2][N] == constant(7)


def test_where_ways_meet_only_equal_values_stay() -> None:
    found = known(
        assign(K, 1), Jump("l", read(N), at(1)), assign(K, 1), assign(J, 2), Label("l", at(1)), returned()
    )
    assert found[2] == {K: constant(1)}


def test_what_is_not_the_same_everywhere_is_not_known() -> None:
    end = Label("end", at(1))
    go = Jump("end", None, at(1))
    assert known(assign(K, 1), Input(K, "k", at(1)), go, end, returned())[1] == {}
    assert known(assign(P, address(OWN)), go, end, returned())[1] == {}
    assert known(assign(P, address(X)), go, end, returned())[1] == {P: address(X)}
    assert known(assign(J, ThreadSelf(INT)), go, end, returned())[1] == {}


def test_results_are_what_holds_in_every_iteration() -> None:
    found = propagation(
        assign(J, 0), TOP, assign(N, read(J)), assign(J, 1), Jump("top", read(X), at(1)), returned()
    )
    found.run({})
    assert found.results[2] == read(J)
    assert found.results[3] == constant(1)
