"""The interpreter: memory, single instructions, threads, violations, states."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.support.builder import (
    EVERYTHING,
    VOID_POINTER,
    address,
    assign,
    at,
    binary,
    call,
    check,
    constant,
    function,
    local,
    machine,
    place,
    pointed,
    program,
    read,
    register,
    returned,
    shared,
    spawn,
    thread,
)
from tests.support.inputs import GivenInputs
from tests.support.machines import LONG, SHORT, ULONG, counting, g, h, main, run, violation, worker, x, y, z
from unthread.core.diagnostics import Unsupported
from unthread.core.properties import Property
from unthread.core.trace import format_schedule, parse_schedule
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import (
    Blocked,
    Ended,
    Exited,
    Infeasible,
    OutOfSteps,
    Progressed,
    Violated,
)
from unthread.interpreter.observe import Observation
from unthread.interpreter.schedulers import GivenSchedule, InOrder, RandomScheduler
from unthread.program.expressions import (
    Convert,
    Element,
    FunctionAddress,
    Member,
    ObjectSize,
    PointerAdd,
    Storage,
    ThreadSelf,
    Variable,
)
from unthread.program.instructions import (
    Allocate,
    Assume,
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Cut,
    Declare,
    Discard,
    Exit,
    Free,
    Instruction,
    Jump,
    Label,
    Region,
    Return,
    Scope,
    Spawn,
    Unmodelled,
)
from unthread.program.program import Function, GlobalVariable, InitialValue
from unthread.program.types import CHAR, INT, VOID, ArrayType, Field, IntType, PointerType, RecordType

# memory


def test_globals_arrays_and_members() -> None:
    record = RecordType("r", False, complete=True)
    record.fields = (
        Field("a", INT, 0),
        Field("b", IntType(3, True), 4, 2, 3),
        Field("c", ArrayType(SHORT, 4), 8),
    )
    record.size = 16
    item = shared("item", ArrayType(record, 3))
    index = register("index", LONG)
    element = Element(place(item), read(index))
    body: list[Instruction] = [
        assign(index, constant(2, LONG)),
        assign(Member(element, record.fields[0]), 7),
        assign(Member(element, record.fields[1]), constant(-3, IntType(3, True))),
        assign(Element(Member(element, record.fields[2]), constant(3, LONG)), constant(-9, SHORT)),
        assign(x, read(Member(element, record.fields[0]))),
        assign(y, Convert(read(Member(element, record.fields[1])), INT)),
        assign(z, Convert(read(Element(Member(element, record.fields[2]), constant(3, LONG))), INT)),
        returned(binary("+", binary("*", read(x), constant(10)), binary("-", read(y), read(z)))),
    ]
    assert run(program([main(*body)], [item])) == Exited(7 * 10 - 3 + 9)


def test_initial_values() -> None:
    pointer = shared("p", PointerType(INT))
    table = shared("t", ArrayType(INT, 3))
    target = Element(place(table), constant(2, LONG))
    items = [
        GlobalVariable(table, 12, (InitialValue(8, INT, constant(42)),)),
        GlobalVariable(pointer, 8, (InitialValue(0, PointerType(INT), address(target)),)),
    ]
    register_p = register("q", PointerType(INT))
    body: list[Instruction] = [assign(register_p, read(pointer)), returned(read(pointed(read(register_p))))]
    assert run(program([main(*body)], items)) == Exited(42)


@pytest.mark.parametrize("index", [-1, 10, 1 << 40])
def test_out_of_bounds(index: int) -> None:
    table = shared("t", ArrayType(INT, 10))
    moving = register("i", LONG)
    for indexed in (constant(index, LONG), read(moving)):
        target = Element(place(table), indexed)
        start = assign(moving, constant(index, LONG))
        assert (
            violation(program([main(start, assign(x, read(target), 3))], [table])).property is Property.MEMORY
        )
        found = violation(program([main(start, assign(target, 5, 4))], [table]))
        assert found.loc.line == 4
        assert found.message.startswith("write of 4 bytes")


def test_lifetimes() -> None:
    pointer = register("p", PointerType(INT))
    item = local("v")
    gone: list[Instruction] = [
        Declare(item, False, at(1)),
        assign(item, 3),
        assign(pointer, address(item)),
        Discard(item, at(2)),
        assign(x, read(pointed(read(pointer))), 5),
    ]
    assert (
        violation(program([main(*gone)])).message
        == "read of 4 bytes at offset 0 of 'v' (4 bytes), which is out of scope"
    )
    leaking = function("leak", [Declare(item, True, at(1)), returned(address(item))], result=PointerType(INT))
    body: list[Instruction] = [call(pointer, "leak"), assign(x, read(pointed(read(pointer))), 7)]
    assert "a call that has returned" in violation(program([main(*body), leaking])).message


def test_a_declaration_begins_a_new_object() -> None:
    first, second = register("p", PointerType(INT)), register("q", PointerType(INT))
    item = local("v")
    body: list[Instruction] = [
        Declare(item, True, at(1)),
        assign(first, address(item)),
        Declare(item, True, at(1)),
        assign(second, address(item)),
        returned(binary("==", read(first), read(second))),
    ]
    assert run(program([main(*body)])) == Exited(0)


def test_unwritten_memory_is_any_value_but_one() -> None:
    item = local("v")
    body: list[Instruction] = [
        Declare(item, False, at(1)),
        assign(x, read(item)),
        assign(y, read(item)),
        check(binary("==", read(x), read(y))),
        returned(read(x)),
    ]
    inputs = GivenInputs({"v": [77, 78]}, RandomInputs(0))
    assert machine(program([main(*body)]), inputs=inputs).run(InOrder()) == Exited(77)


def test_a_register_without_a_value_is_an_input() -> None:
    body: list[Instruction] = [
        Jump("set", binary("==", read(g), constant(1)), at(1)),
        Jump("use", None, at(1)),
        Label("set", at(1)),
        assign(x, 5),
        Label("use", at(2)),
        assign(y, read(x)),
        check(binary("==", read(x), read(y))),
        returned(read(x)),
    ]
    inputs = GivenInputs({"x": [9, 10]}, RandomInputs(0))
    assert machine(program([main(*body)], [g]), inputs=inputs).run(InOrder()) == Exited(9)
    assert machine(program([main(*body)], [g], {"g": 1}), inputs=inputs).run(InOrder()) == Exited(5)


def test_heap() -> None:
    pointer = register("p", PointerType(INT))

    def allocate(zeroed: int) -> Allocate:
        return Allocate(pointer, constant(8, ULONG), constant(zeroed), Region.HEAP, at(1))

    def free(moved: int, line: int) -> Free:
        there = PointerAdd(read(pointer), constant(moved, LONG), constant(1, LONG), PointerType(INT))
        return Free(there, Region.HEAP, at(line))

    used: list[Instruction] = [
        allocate(1),
        assign(x, read(pointed(read(pointer)))),
        free(0, 2),
        returned(read(x)),
    ]
    assert run(program([main(*used)])) == Exited(0)
    assert violation(program([main(allocate(1), free(0, 2), free(0, 3))])).message.endswith("which was freed")
    assert "4 bytes into" in violation(program([main(allocate(1), free(4, 3))])).message
    late: list[Instruction] = [allocate(1), free(0, 2), assign(pointed(read(pointer)), 1, 4)]
    assert "which was freed" in violation(program([main(*late)])).message
    wrong: list[Instruction] = [assign(pointer, address(g)), free(0, 3)]
    assert violation(program([main(*wrong)], [g])).message == "free of 'g', which is not on the heap"
    size: list[Instruction] = [allocate(0), returned(Convert(ObjectSize(read(pointer), ULONG), INT))]
    assert run(program([main(*size)])) == Exited(8)


def test_string_literals_are_read_only() -> None:
    text = shared("literal", ArrayType(CHAR, 3))
    literal = GlobalVariable(text, 3, (InitialValue(0, CHAR, constant(65, CHAR)),), read_only=True)
    first = Element(place(text), constant(0, LONG))
    assert run(program([main(returned(Convert(read(first), INT)))], [literal])) == Exited(65)
    found = violation(program([main(assign(first, constant(1, CHAR), 3))], [literal]))
    assert found.message.endswith("a string literal, which is read-only")
    pointer = register("p", PointerType(CHAR))
    through = main(assign(pointer, address(first)), assign(pointed(read(pointer)), constant(1, CHAR), 3))
    assert violation(program([through], [literal])).loc.line == 3


def test_memory_errors_stop_even_when_not_asked_for() -> None:
    body = assign(x, read(pointed(constant(0, PointerType(INT)))))
    assert violation(program([main(body)]), frozenset()).property is Property.MEMORY


# verdicts of single instructions


def test_asserts_of_other_properties_end_the_execution_unless_it_goes_on() -> None:
    failing = check(constant(0), 3)
    given_program = program([main(failing, returned(4))])
    assert violation(given_program).loc.line == 3
    assert isinstance(run(given_program, frozenset({Property.LOCK})), Violated)
    going_on = program([main(replace(failing, goes_on=True), returned(4))])
    assert violation(going_on).loc.line == 3
    assert run(going_on, frozenset({Property.LOCK})) == Exited(4)


def test_assume_and_cut() -> None:
    assert run(program([main(Assume(constant(0), at(3)))])) == Infeasible(at(3))
    assert run(program([main(Cut("loop", at(4)))])) == Infeasible(at(4))
    assert run(program([main(Assume(constant(1), at(3)), returned(1))])) == Exited(1)


def test_unmodelled() -> None:
    with pytest.raises(Unsupported, match="inline assembly"):
        run(program([main(Unmodelled("inline assembly", at(3)))]))


def test_exit_status_is_cut() -> None:
    assert run(program([main(returned(-1))])) == Exited(255)
    assert run(program([main(Exit(Scope.PROCESS, constant(257), at(1)))])) == Exited(1)


def loop(body: list[Instruction], count: int) -> list[Instruction]:
    return [
        assign(x, 0),
        Label("head", at(1)),
        Jump("out", binary(">=", read(x), constant(count)), at(1)),
        *body,
        assign(x, binary("+", read(x), constant(1))),
        Jump("head", None, at(1)),
        Label("out", at(1)),
    ]


@pytest.mark.parametrize(
    "body",
    [
        [],
        [assign(g, 1)],
        [AtomicBegin(at(2)), assign(g, 1), AtomicEnd(at(2))],
        [call(None, "f")],
        [Label("inner", at(2)), Jump("inner", constant(0), at(2))],
    ],
)
def test_endless_loops_hit_the_limit(body: list[Instruction]) -> None:
    endless = [Label("top", at(1)), *body, Jump("top", None, at(1))]
    other = thread("t", endless)
    for given_program in (
        program([main(*endless), function("f", [returned(0)])], [g]),
        program([main(spawn("t"), *endless), other, function("f", [returned(0)])], [g]),
    ):
        given_machine = machine(given_program, EVERYTHING - {Property.RACE}, limit=5000)
        assert isinstance(given_machine.run(RandomScheduler(1)), OutOfSteps)
        assert 5000 <= given_machine.instructions < 6000


def test_statistics() -> None:
    body: list[Instruction] = [
        *loop([assign(y, read(g)), assign(g, binary("+", read(y), constant(1)))], 10),
        returned(read(g)),
    ]
    given_machine = machine(program([main(*body)], [g]))
    assert given_machine.run(InOrder()) == Exited(10)
    assert given_machine.instructions == 1 + 10 * 5 + 1 + 1
    assert given_machine.steps == 10 * 2 + 1
    slow = machine(program([main(*body)], [g]))
    slow.observation = Observation(slow.runtime, lambda step: None)
    assert slow.run(InOrder()) == Exited(10)
    assert (slow.instructions, slow.steps) == (given_machine.instructions, given_machine.steps)


# threads


def test_steps_one_by_one() -> None:
    add: list[Instruction] = [
        assign(x, read(g), 11),
        assign(y, binary("+", read(x), constant(1)), 12),
        assign(g, read(y), 13),
    ]
    given_machine = machine(
        program([main(spawn("worker"), assign(z, read(g), 3), returned(read(z))), worker(*add)], [g])
    )
    given_machine.races = None
    assert given_machine.step(0) == Progressed(0)
    assert given_machine.live() == [0, 1]
    assert given_machine.step(1) == Progressed(1)
    assert given_machine.position(1).line == 12  # the invisible addition waits for the next step
    assert given_machine.step(1) == Progressed(1)
    assert given_machine.step(1) == Ended(1)
    assert given_machine.step(0) == Progressed(0)
    assert given_machine.step(0) == Exited(1)
    assert given_machine.steps == 6
    assert format_schedule(given_machine.schedule) == "0:1,1:3,0:2"


def test_a_failing_assertion_lets_others_act_first() -> None:
    watching = worker(assign(x, read(g)), check(binary("==", read(x), constant(1)), 12))
    given_machine = machine(program([main(spawn("worker"), assign(h, 1), returned(0)), watching], [g, h]))
    given_machine.step(0)
    assert given_machine.step(1) == Progressed(1)
    assert given_machine.step(0) == Progressed(0)
    assert isinstance(given_machine.step(1), Violated)


def test_atomic_sections_are_one_step() -> None:
    nested = worker(
        AtomicBegin(at(11)),
        assign(x, read(g)),
        call(None, "inside"),
        assign(g, binary("+", read(x), constant(1))),
        AtomicEnd(at(12)),
    )
    inside = function("inside", [AtomicBegin(at(20)), assign(h, 1), AtomicEnd(at(20)), returned(0)])
    given_machine = machine(program([main(spawn("worker")), nested, inside], [g, h]))
    given_machine.step(0)
    assert given_machine.step(1) == Progressed(1)
    assert given_machine.position(1).line == 90


def waiting(*before: Instruction) -> Function:
    return worker(
        assign(x, 5),
        AtomicBegin(at(11)),
        *before,
        assign(x, binary("+", read(x), constant(1))),
        BlockUntil(binary("==", read(g), constant(1)), at(12)),
        assign(h, read(x)),
        AtomicEnd(at(13)),
    )


def test_waiting_in_a_section_is_waiting_before_it() -> None:
    body: list[Instruction] = [spawn("worker"), assign(g, 1), assign(z, read(h)), returned(read(z))]
    given_machine = machine(program([main(*body), waiting()], [g, h]), EVERYTHING - {Property.RACE})
    given_machine.step(0)
    for _ in range(3):
        assert given_machine.step(1) == Blocked((1,))
        assert given_machine.position(1).line == 11
    assert given_machine.steps == 1
    given_machine.step(0)
    assert given_machine.step(1) == Progressed(1)
    given_machine.step(0)
    assert given_machine.step(0) == Exited(6)


def test_waiting_after_a_write_keeps_everybody_waiting() -> None:
    body: list[Instruction] = [spawn("worker"), assign(g, 1), returned(0)]
    given_machine = machine(program([main(*body), waiting(assign(h, 3))], [g, h]))
    given_machine.step(0)
    assert given_machine.step(1) == Blocked((1,))
    assert given_machine.step(0) == Blocked((0,))
    assert given_machine.position(1).line == 12


def test_threads_end_and_so_does_the_process() -> None:
    leave = Exit(Scope.THREAD, constant(0), at(3))
    assert run(program([main(leave)])) == Exited(0)
    deep = function("deep", [Exit(Scope.THREAD, constant(0), at(30))])
    given_machine = machine(program([main(spawn("worker"), leave), worker(call(None, "deep")), deep], [g]))
    given_machine.step(0)
    assert given_machine.step(0) == Ended(0)
    assert given_machine.live() == [1]
    assert given_machine.step(1) == Exited(0)


def test_thread_numbers_and_arguments() -> None:
    argument = register("argument", VOID_POINTER)
    stores = function(
        "t",
        [
            assign(g, binary("+", Convert(read(argument), INT), ThreadSelf(INT))),
            Return(constant(0, VOID_POINTER), at(9)),
        ],
        (argument,),
        VOID_POINTER,
    )
    start = Spawn(x, FunctionAddress("t", PointerType(VOID)), constant(40, VOID_POINTER), at(1))
    body: list[Instruction] = [
        start,
        BlockUntil(binary("!=", read(g), constant(0)), at(2)),
        returned(binary("+", read(g), read(x))),
    ]
    assert run(program([main(*body), stores], [g]), EVERYTHING - {Property.RACE}) == Exited(42)


def test_thread_local_variables() -> None:
    own = Variable("own", INT, Storage.THREAD, "own")
    item = GlobalVariable(own, 4, (InitialValue(0, INT, constant(5)),))
    pointer = shared("p", PointerType(INT))
    seen = register("seen", PointerType(INT))
    body: list[Instruction] = [
        assign(own, 7),
        spawn("worker"),
        BlockUntil(binary("==", read(h), constant(1)), at(2)),
        assign(x, read(own)),
        check(binary("==", read(x), constant(7))),
        assign(seen, read(pointer)),
        assign(y, read(pointed(read(seen))), 8),
    ]
    other = worker(
        assign(x, read(own)),
        check(binary("==", read(x), constant(5))),
        assign(own, 6),
        assign(pointer, address(own)),
        assign(h, 1),
    )
    found = violation(program([main(*body), other], [item, pointer, h]), EVERYTHING - {Property.RACE})
    assert found.loc.line == 8
    assert found.message.endswith("'own' (4 bytes), which was local to a thread that has ended")


# states


def test_snapshots_and_keys() -> None:
    given_machine = machine(counting(), frozenset())
    given_machine.step(0)
    saved, key = given_machine.snapshot(), given_machine.key()
    first = given_machine.run(GivenSchedule(parse_schedule("1:3,0:9")))
    assert given_machine.key() != key
    given_machine.restore(saved)
    assert given_machine.key() == key
    assert given_machine.live() == [0, 1]
    assert first == Exited(2)
    assert given_machine.run(GivenSchedule(parse_schedule("0:1,1:3"))) == Exited(1)
    given_machine.restore(saved)
    assert given_machine.run(GivenSchedule(parse_schedule("1:3,0:9"))) == Exited(2)
