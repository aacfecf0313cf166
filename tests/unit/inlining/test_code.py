"""A body under construction."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.support.builder import assign, at, binary, constant, place, read, register, returned, shared
from unthread.inlining.code import Code
from unthread.program.expressions import Expression, Variable
from unthread.program.instructions import Assign, Jump, Label

R, X = register("r"), shared("x")


@dataclass
class Known:
    known: dict[Variable, Expression] = field(default_factory=dict)

    def copy(self) -> Known:
        return Known(dict(self.known))


def common(states: list[Known]) -> Known:
    first, *rest = states
    return Known({v: e for v, e in first.known.items() if all(s.known.get(v) == e for s in rest)})


def code() -> tuple[Code[Known], list[int]]:
    spent: list[int] = []
    return Code(spent.append, common), spent


def test_every_instruction_is_paid_for() -> None:
    found, spent = code()
    found.emit(returned())
    found.assign(place(R), constant(1), Known(), at(1))
    assert len(spent) == len(found.body) == 2


def test_instructions_of_the_library_have_the_position_of_the_call() -> None:
    found, _ = code()
    found.at = at(7)
    found.emit(assign(X, 1, line=3))
    found.add(assign(X, 1, line=3))
    assert [item.loc.line for item in found.body] == [7, 3]


def test_an_assignment_says_what_a_register_holds() -> None:
    found, _ = code()
    state = Known()
    found.assign(place(R), constant(1), state, at(1))
    assert state.known == {R: constant(1)}
    found.assign(place(X), constant(2), state, at(1))
    assert state.known == {R: constant(1)}
    found.assign(place(R), binary("+", read(R), read(X)), state, at(1))
    assert state.known == {}
    assert all(isinstance(item, Assign) for item in found.body)


def test_edges_meet_at_their_label() -> None:
    found, _ = code()
    target = found.pending()
    found.go(target, Known({R: constant(1), X: constant(2)}), at(1), read(R))
    found.go(target, Known({R: constant(1), X: constant(3)}), at(1))
    state = found.place(target, at(2))
    assert state is not None
    assert state.known == {R: constant(1)}
    assert found.body == [
        Jump(target.label, read(R), at(1)), Jump(target.label, None, at(1)), Label(target.label, at(2)),
    ]  # fmt: skip


def test_a_place_without_edges_is_not_written() -> None:
    found, _ = code()
    first, second = found.pending(), found.pending()
    assert first.label != second.label
    assert found.place(first, at(1)) is None
    assert found.body == []
