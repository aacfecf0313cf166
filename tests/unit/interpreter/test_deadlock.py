"""Nobody can go on, and the machine says who waits."""

from __future__ import annotations

from tests.support.builder import at, binary, constant, program, read, spawn
from tests.support.machines import g, h, main, run, violation, worker
from unthread.core.properties import Property
from unthread.interpreter.machine import Blocked
from unthread.program.instructions import BlockUntil, Instruction


def test_deadlock() -> None:
    stuck = worker(BlockUntil(binary("==", read(g), constant(1)), at(11)))
    body: list[Instruction] = [spawn("worker"), BlockUntil(binary("==", read(h), constant(1)), at(2))]
    given_program = program([main(*body), stuck], [g, h])
    found = violation(given_program)
    assert found.property is Property.DEADLOCK
    assert found.message == "deadlock: thread 0 waits for h; thread 1 waits for g"
    assert run(given_program, frozenset({Property.REACH})) == Blocked((0, 1))


def test_a_thread_alone_can_deadlock() -> None:
    given_program = program([main(BlockUntil(binary("==", read(h), constant(1)), at(2)))], [h])
    assert violation(given_program).property is Property.DEADLOCK
