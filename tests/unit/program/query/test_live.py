"""Which registers are read after an instruction."""

from __future__ import annotations

from tests.support.builder import assign, at, binary, constant, read, register, returned
from unthread.program.instructions import Jump, Label
from unthread.program.query.live import live_before

x, y, z = register("x"), register("y"), register("z")


def test_live_before() -> None:
    body = (
        assign(x, constant(1)),
        Label("top", at(1)),
        assign(y, binary("+", read(x), read(z))),
        Jump("top", read(y), at(2)),
        assign(z, constant(2)),
        returned(read(z)),
    )
    assert live_before(body, 0) == {z}
    assert live_before(body, 2) == {x, z}
    assert live_before(body, 3) == {x, y, z}
    assert live_before(body, 4) == frozenset()
    assert live_before(body, 5) == {z}
