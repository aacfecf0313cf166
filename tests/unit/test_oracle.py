"""The exhaustive oracle on programs whose answers are known by hand."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.oracle import explore
from tests.support.builder import (
    VOID_POINTER,
    address,
    assign,
    at,
    binary,
    check,
    constant,
    function,
    local,
    pointed,
    program,
    read,
    register,
    returned,
    shared,
    spawn,
    thread,
)
from unthread.core.properties import Property
from unthread.program.instructions import (
    AtomicBegin,
    AtomicEnd,
    BlockUntil,
    Declare,
    Discard,
    Input,
    Instruction,
    Jump,
    Label,
    Return,
)
from unthread.program.program import Program
from unthread.program.types import INT, PointerType

REACH = frozenset({Property.REACH})
i, j, k = shared("i"), shared("j"), shared("k")
x, y = register("x"), register("y")
done = shared("done")


def ending(*body: Instruction) -> list[Instruction]:
    return [*body, Return(constant(0, VOID_POINTER), at(90))]


def finished() -> list[Instruction]:
    """done++ as one step."""
    count = register("count")
    return [
        AtomicBegin(at(80)),
        assign(count, read(done)),
        assign(done, binary("+", read(count), constant(1))),
        AtomicEnd(at(80)),
    ]


def joined(threads: int) -> Instruction:
    return BlockUntil(binary("==", read(done), constant(threads)), at(70))


def lost_update(expected: int, threads: int = 2) -> Program:
    add: list[Instruction] = [
        assign(x, read(i), 11),
        assign(i, binary("+", read(x), constant(1)), 12),
        *finished(),
    ]
    body: list[Instruction] = [spawn("t")] * threads
    final: list[Instruction] = [
        joined(threads),
        assign(y, read(i)),
        check(binary("!=", read(y), constant(expected)), 5),
        returned(0),
    ]
    return program([function("main", [*body, *final]), thread("t", ending(*add))], [i, done])


@pytest.mark.parametrize(("expected", "reachable"), [(0, False), (1, True), (2, True), (3, False)])
def test_lost_update(expected: int, reachable: bool) -> None:
    found = explore(lost_update(expected), REACH)
    assert found.complete
    assert found.statuses == {0}
    assert found.lines(Property.REACH) == ({5} if reachable else set())


def test_three_threads() -> None:
    assert [bool(explore(lost_update(n, 3), REACH).violations) for n in range(5)] == [
        False,
        True,
        True,
        True,
        False,
    ]


def fibonacci(loops: int, limit: int) -> Program:
    """Two threads, one repeats i += j, the other j += i, each as one step: the greatest value is the
    Fibonacci number fib(2 * loops + 2)."""

    first: list[Instruction] = []
    second: list[Instruction] = []
    for _ in range(loops):
        step_i = [assign(x, read(i)), assign(y, read(j)), assign(i, binary("+", read(x), read(y)))]
        step_j = [assign(x, read(i)), assign(y, read(j)), assign(j, binary("+", read(x), read(y)))]
        first += [AtomicBegin(at(10)), *step_i, AtomicEnd(at(10))]
        second += [AtomicBegin(at(20)), *step_j, AtomicEnd(at(20))]
    body: list[Instruction] = [
        spawn("a"),
        spawn("b"),
        joined(2),
        assign(x, read(i)),
        check(binary("<", read(x), constant(limit)), 5),
        assign(y, read(j)),
        check(binary("<", read(y), constant(limit)), 6),
        returned(0),
    ]
    threads = [thread("a", ending(*first, *finished())), thread("b", ending(*second, *finished()))]
    return program([function("main", body), *threads], [i, j, done], {"i": 1, "j": 1})


def test_fibonacci() -> None:
    assert explore(fibonacci(3, 21), REACH).lines(Property.REACH) == {5, 6}
    assert not explore(fibonacci(3, 22), REACH).violations


def test_fibonacci_needs_its_rounds() -> None:
    """Reaching the greatest value takes one alternation after the other."""
    reached = [bool(explore(fibonacci(2, 8), REACH, rounds=n).violations) for n in (1, 2, 3, 4)]
    assert reached == [False, False, True, True]


def test_rounds_order_threads_by_number() -> None:
    """b before a within one round is impossible."""
    body: list[Instruction] = [
        spawn("a"),
        spawn("b"),
        joined(2),
        assign(x, read(i)),
        check(binary("==", read(x), constant(2)), 5),
    ]
    threads = [
        thread("a", ending(assign(i, 1), *finished())),
        thread("b", ending(assign(i, 2), *finished())),
    ]
    given_program = program([function("main", [*body, returned(0)]), *threads], [i, done])
    assert explore(given_program, REACH).lines(Property.REACH) == {5}
    assert explore(given_program, REACH, rounds=1).statuses == set()  # main never gets past its wait
    assert not explore(given_program, REACH, rounds=2).violations
    assert explore(given_program, REACH, rounds=3).lines(Property.REACH) == {5}


def locks(first: tuple[str, str], second: tuple[str, str]) -> Program:
    mutexes = {"a": shared("a"), "b": shared("b")}

    def lock(name: str, line: int) -> list[Instruction]:
        item = mutexes[name]
        free = BlockUntil(binary("==", read(item), constant(0)), at(line))
        return [AtomicBegin(at(line)), free, assign(item, 1, line), AtomicEnd(at(line))]

    def work(order: tuple[str, str], line: int) -> list[Instruction]:
        out = [assign(mutexes[name], 0, line + 2) for name in order]
        return [*lock(order[0], line), *lock(order[1], line + 1), *out]

    body: list[Instruction] = [spawn("t"), *work(first, 10), returned(0)]
    return program([function("main", body), thread("t", ending(*work(second, 20)))], list(mutexes.values()))


def test_deadlock_by_lock_order() -> None:
    deadlock = frozenset({Property.DEADLOCK})
    crossed = explore(locks(("a", "b"), ("b", "a")), deadlock)
    assert crossed.lines(Property.DEADLOCK) == {11}
    assert crossed.statuses == {0}
    assert not explore(locks(("a", "b"), ("a", "b")), deadlock).violations
    assert not explore(locks(("a", "b"), ("b", "a")), REACH).violations
    assert explore(locks(("a", "b"), ("b", "a")), deadlock, rounds=2).lines(Property.DEADLOCK) == {11}


def test_races() -> None:
    race = frozenset({Property.RACE, Property.REACH})
    found = explore(lost_update(1), race)
    assert found.lines(Property.RACE) == {11, 12}
    assert found.lines(Property.REACH) == {5}  # a race does not hide what comes after it


def test_inputs_take_every_value() -> None:
    body: list[Instruction] = [
        Input(x, "x", at(2)),
        Input(y, "y", at(3)),
        check(binary("!=", read(x), read(y)), 4),
    ]
    moved: list[Instruction] = [*body, check(binary("<", read(x), constant(2)), 5), returned(read(x))]
    given_program = program([function("main", moved)])
    found = explore(given_program, REACH, lambda name, type: (1, 2) if name == "x" else (3,))
    assert found.lines(Property.REACH) == {5}
    assert found.statuses == {1}
    assert explore(given_program, REACH).lines(Property.REACH) == {4}


def test_spinning_comes_back_to_the_same_state() -> None:
    """A loop that makes a new local each time around has finitely many states."""
    pointer, item = register("p", PointerType(INT)), local("v")
    spin: list[Instruction] = [
        Label("top", at(1)),
        Declare(item, False, at(2)),
        assign(pointer, address(item)),
        assign(pointed(read(pointer)), 0),
        Discard(item, at(3)),
        assign(pointer, constant(0, PointerType(INT))),
        assign(x, read(i)),
        Jump("top", binary("==", read(x), constant(0)), at(4)),
    ]
    given_program = program(
        [function("main", [spawn("t"), *spin, returned(7)]), thread("t", ending(assign(i, 1)))], [i]
    )
    found = explore(given_program, REACH, max_states=2000)
    assert found.complete
    assert found.statuses == {7}
    assert found.states < 100


def test_endless_invisible_loop_is_not_complete() -> None:
    body: list[Instruction] = [Label("top", at(1)), Jump("top", None, at(1))]
    assert not explore(program([function("main", body)]), REACH).complete
    assert not explore(lost_update(0, 3), REACH, max_states=10).complete


@given(
    st.lists(
        st.lists(st.tuples(st.sampled_from("ijk"), st.integers(0, 2)), max_size=3), min_size=2, max_size=2
    )
)
@settings(max_examples=25, deadline=None)
def test_final_states_are_those_of_all_merges(threads: list[list[tuple[str, int]]]) -> None:
    """Threads that only write constants: the oracle reaches exactly the results of all interleavings."""
    variables = {"i": i, "j": j, "k": k}
    bodies = [
        thread(f"t{number}", ending(*[assign(variables[name], value) for name, value in writes], *finished()))
        for number, writes in enumerate(threads)
    ]
    sum_up: list[Instruction] = [spawn(f"t{number}") for number in range(len(threads))]
    sum_up.append(joined(len(threads)))
    body: list[Instruction] = [*sum_up]
    parts = [register(name) for name in ("ri", "rj", "rk")]
    body += [assign(part, read(variable)) for part, variable in zip(parts, (i, j, k), strict=True)]
    value = binary("+", binary("*", read(parts[0]), constant(9)), binary("*", read(parts[1]), constant(3)))
    body.append(returned(binary("+", value, read(parts[2]))))
    found = explore(program([function("main", body), *bodies], [i, j, k, done]), REACH)
    assert found.complete
    assert found.statuses == merged(threads)


def merged(threads: list[list[tuple[str, int]]]) -> set[int]:
    owners = [number for number, writes in enumerate(threads) for _ in writes]
    results = set()
    for order in set(permutations(owners)):
        state, positions = {"i": 0, "j": 0, "k": 0}, [0] * len(threads)
        for owner in order:
            name, value = threads[owner][positions[owner]]
            state[name] = value
            positions[owner] += 1
        results.add(9 * state["i"] + 3 * state["j"] + state["k"])
    return results
