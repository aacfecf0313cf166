"""Graphs of bodies: small bodies by hand, and random graphs against the plain definitions."""

from __future__ import annotations

import time
from collections.abc import Iterable

from hypothesis import given, settings
from hypothesis import strategies as st

from unthread.core.source import NOWHERE
from unthread.program.expressions import (
    Binary,
    BinaryOperator,
    Constant,
    Dereference,
    Element,
    Expression,
    Read,
    Storage,
    Variable,
    VariablePlace,
    read_register,
)
from unthread.program.instructions import (
    Assign,
    Cut,
    Exit,
    Instruction,
    Jump,
    Label,
    Return,
    Scope,
    Unmodelled,
)
from unthread.program.query.components import Edges
from unthread.program.query.graph import (
    BackEdge,
    Block,
    Dominance,
    back_edges,
    depth_first,
    graph_of,
    immediate_dominators,
    loops,
    reachable_instructions,
)
from unthread.program.query.unset import maybe_undefined
from unthread.program.query.uses import registers_read
from unthread.program.types import INT, IntType, PointerType, VariableArrayType

ZERO = Constant(0, INT)
ONE = Constant(1, INT)


def register(name: str) -> Variable:
    return Variable(name, INT, Storage.REGISTER)


A, B, C = register("a"), register("b"), register("c")


def assign(target: Variable, value: Expression = ZERO) -> Assign:
    return Assign(VariablePlace(target), value, NOWHERE)


def label(name: str) -> Label:
    return Label(name, NOWHERE)


def jump(name: str, condition: Expression | None = None) -> Jump:
    return Jump(name, condition, NOWHERE)


END = Return(None, NOWHERE)

# while (a) b = 0;
WHILE: tuple[Instruction, ...] = (
    label("top"),
    jump("out", read_register(A)),
    assign(B),
    jump("top"),
    label("out"),
    END,
)


def test_blocks_and_edges_of_a_while_loop() -> None:
    graph = graph_of(WHILE)
    assert graph.blocks == (Block(0, 2), Block(2, 4), Block(4, 6))
    assert graph.successors == ((1, 2), (0,), ())
    assert graph.predecessors == ((1,), (0,), (0,))


def test_an_empty_body_has_no_blocks() -> None:
    assert graph_of(()).blocks == ()
    assert depth_first(())[1] == []
    assert loops(()) == []
    assert maybe_undefined((), {A}) == set()
    assert reachable_instructions(()) == set()


def test_a_jump_to_the_next_instruction_is_one_edge() -> None:
    assert graph_of((jump("next", ZERO), label("next"), END)).successors == ((1,), ())


def test_nothing_follows_final_instructions() -> None:
    for final in (END, Exit(Scope.THREAD, ZERO, NOWHERE), Unmodelled("asm", NOWHERE), Cut("loop", NOWHERE)):
        assert graph_of((final, label("after"), END)).successors == ((), ())
        assert reachable_instructions((final, label("after"), END)) == {0}


def test_a_jump_may_be_last() -> None:
    assert graph_of((label("top"), jump("top"))).successors == ((0,),)


def test_the_loop_of_a_while() -> None:
    (loop,) = loops(graph_of(WHILE).successors)
    assert loop.entries == (0,)
    assert loop.blocks == {0, 1}
    assert loop.back_edges == (BackEdge(1, 0),)
    assert loop.is_natural


def test_nested_loops_know_their_parents() -> None:
    #    0 -> 1 -> 2 -> 1, 2 -> 0, 2 -> 3
    outer, inner = loops(((1,), (2,), (1, 0, 3), ()))
    assert (outer.blocks, outer.depth, outer.parent) == (frozenset({0, 1, 2}), 1, None)
    assert (inner.blocks, inner.depth, inner.parent) == (frozenset({1, 2}), 2, 0)


def test_a_goto_into_the_middle_gives_a_loop_with_two_entries() -> None:
    (loop,) = loops(((1, 2), (2,), (1, 3), ()))
    assert loop.entries == (1, 2)
    assert not loop.is_natural
    assert set(loop.back_edges) == {BackEdge(1, 2), BackEdge(2, 1)}


def test_a_natural_loop_at_the_entry_of_an_irreducible_one_is_kept() -> None:
    outer, inner = loops(((1, 2), (1, 2), (1, 3), ()))
    assert outer.entries == (1, 2)
    assert (inner.entries, inner.blocks, inner.parent) == ((1,), frozenset({1}), 0)


def test_registers_set_on_one_side_only_may_be_undefined() -> None:
    body = (jump("skip", read_register(C)), assign(A), label("skip"), assign(B, read_register(A)), END)
    assert maybe_undefined(body, {A, B}) == {A}
    assert maybe_undefined(body, {A, B, C}) == {A, C}


def test_a_register_read_by_its_own_first_assignment_is_undefined() -> None:
    increment = Binary(BinaryOperator.ADD, read_register(A), ONE, INT)
    assert maybe_undefined((assign(A, increment), END), {A}) == {A}
    assert maybe_undefined((assign(A), assign(A, increment), END), {A}) == set()


def test_reads_in_unreachable_code_do_not_count() -> None:
    assert maybe_undefined((END, label("never"), assign(B, read_register(A)), END), {A}) == set()


def test_a_register_set_later_in_a_loop_may_be_undefined_at_first() -> None:
    body = (label("top"), assign(B, read_register(A)), assign(A), jump("top", read_register(B)), END)
    assert maybe_undefined(body, {A, B}) == {A}


def test_the_length_of_an_array_is_read_with_its_elements() -> None:
    array = VariableArrayType(INT, read_register(A))
    pointer = Variable("p", PointerType(array), Storage.REGISTER)
    element = Element(Dereference(read_register(pointer), array), Constant(0, IntType(64, True)))
    assert set(registers_read(Assign(element, ZERO, NOWHERE))) == {A, pointer}
    assert set(registers_read(assign(B, Read(element)))) == {A, pointer}


# Naive definitions


def reach(successors: Edges, start: int, without: int | None = None) -> set[int]:
    seen: set[int] = set()
    pending = [start] if start != without else []
    while pending:
        node = pending.pop()
        if node not in seen:
            seen.add(node)
            pending.extend(target for target in successors[node] if target != without)
    return seen


def dominators(successors: Edges, node: int) -> set[int]:
    return {above for above in range(len(successors)) if node not in reach(successors, 0, without=above)}


def is_acyclic(nodes: Iterable[int], edges: set[tuple[int, int]]) -> bool:
    left = set(nodes)
    while left:
        sinks = {node for node in left if not any((node, other) in edges for other in left)}
        if not sinks:
            return False
        left -= sinks
    return True


@st.composite
def graphs(draw: st.DrawFn) -> Edges:
    count = draw(st.integers(1, 9))
    nodes = st.integers(0, count - 1)
    return tuple(tuple(draw(st.lists(nodes, max_size=3, unique=True))) for _ in range(count))


@given(graphs())
@settings(deadline=None)
def test_dominators_are_what_the_definition_says(successors: Edges) -> None:
    immediate = immediate_dominators(successors)
    dominance = Dominance(successors)
    reachable = reach(successors, 0)
    for node in range(len(successors)):
        expected = dominators(successors, node) if node in reachable else set()
        assert {above for above in range(len(successors)) if dominance.dominates(above, node)} == expected
        above = immediate[node]
        if node == 0 or node not in reachable:
            assert above is None
        else:
            assert above is not None
            assert dominators(successors, above) == expected - {node}


@given(graphs())
@settings(deadline=None)
def test_reverse_postorder_visits_dominators_first(successors: Edges) -> None:
    order = depth_first(successors)[1][::-1]
    assert sorted(order) == sorted(reach(successors, 0))
    position = {node: place for place, node in enumerate(order)}
    for node in order:
        assert all(position[above] <= position[node] for above in dominators(successors, node))
    if not loops(successors):
        for node in order:
            assert all(position[node] < position[target] for target in successors[node])


@given(graphs())
@settings(deadline=None)
def test_loops_contain_all_natural_loops_and_cut_all_cycles(successors: Edges) -> None:
    found = loops(successors)
    reachable = reach(successors, 0)
    natural: dict[int, set[int]] = {}
    for edge in back_edges(successors):
        assert edge.target in dominators(successors, edge.source)
        backward = {node for node in reachable if edge.source in reach(successors, node, without=edge.target)}
        natural.setdefault(edge.target, {edge.target}).update(backward)
    assert {loop.entries[0]: set(loop.blocks) for loop in found if loop.is_natural} == natural
    assert sum(loop.is_natural for loop in found) == len(natural)
    edges = {(source, target) for source in reachable for target in successors[source]}
    edges -= {(edge.source, edge.target) for loop in found for edge in loop.back_edges}
    assert is_acyclic(reachable, edges)


@given(graphs())
@settings(deadline=None)
def test_loops_nest_and_name_their_entries(successors: Edges) -> None:
    found = loops(successors)
    reachable = reach(successors, 0)
    for position, loop in enumerate(found):
        assert all(loop.blocks <= reach(successors, node) for node in loop.blocks)
        entries = {
            target
            for source in reachable - loop.blocks
            for target in successors[source]
            if target in loop.blocks
        }
        assert set(loop.entries) == entries | ({0} & loop.blocks)
        if loop.parent is None:
            assert loop.depth == 1
        else:
            assert loop.parent < position
            assert loop.blocks < found[loop.parent].blocks
            assert loop.depth == found[loop.parent].depth + 1
    for one in found:
        for other in found:
            assert one.blocks <= other.blocks or other.blocks <= one.blocks or not one.blocks & other.blocks


@st.composite
def bodies(draw: st.DrawFn) -> tuple[Instruction, ...]:
    registers = st.sampled_from([A, B, C])
    labels = st.integers(0, 3).map(lambda number: f"L{number}")
    steps = st.one_of(
        st.builds(assign, registers),
        st.builds(assign, registers, registers.map(read_register)),
        st.builds(jump, labels, registers.map(read_register)),
        st.builds(jump, labels, st.just(ONE)),
        st.builds(jump, labels),
        st.just(END),
    )
    parts = [draw(st.lists(steps, max_size=4)) for _ in range(5)]
    body: list[Instruction] = []
    for number, part in enumerate(parts):
        body.extend(part)
        if number < 4:
            body.append(label(f"L{number}"))
    return (*body, END)


@given(bodies())
@settings(deadline=None, max_examples=300)
def test_maybe_undefined_is_what_some_path_shows(body: tuple[Instruction, ...]) -> None:
    places = {
        instruction.name: index for index, instruction in enumerate(body) if isinstance(instruction, Label)
    }
    undefined: set[Variable] = set()
    seen: set[tuple[int, frozenset[Variable]]] = set()
    pending: list[tuple[int, frozenset[Variable]]] = [(0, frozenset())]
    while pending:
        state = pending.pop()
        if state in seen:
            continue
        seen.add(state)
        index, defined = state
        instruction = body[index]
        match instruction:
            case Assign(VariablePlace(target), value):
                if value != ZERO:
                    undefined |= {r for r in (A, B, C) if value == read_register(r)} - defined
                pending.append((index + 1, defined | {target}))
            case Jump(name, condition):
                undefined |= {r for r in (A, B, C) if condition == read_register(r)} - defined
                pending.append((places[name], defined))
                if condition is not None:
                    pending.append((index + 1, defined))
            case Label():
                pending.append((index + 1, defined))
    assert maybe_undefined(body, {A, B, C}) == undefined
    assert {index for index, _ in seen} == reachable_instructions(body)


def test_large_bodies_take_little_time() -> None:
    # Many early exits to one label, a register of its own for each, nested and consecutive loops.
    body: list[Instruction] = []
    registers = [register(f"r{number}") for number in range(4000)]
    for number, variable in enumerate(registers):
        body += [assign(variable), jump("out", read_register(variable)), label(f"top{number}")]
        body += [assign(variable, read_register(variable))] * 7
        body += [jump(f"top{number}", read_register(variable)), jump(f"top{number - number % 20}", ONE)]
    body += [label("out"), *(assign(A, read_register(variable)) for variable in registers), END]
    assert len(body) > 50_000
    started = time.process_time()
    successors = graph_of(body).successors
    assert len(loops(successors)) == len(registers)
    assert len(maybe_undefined(body, registers)) == len(registers) - 1
    assert time.process_time() - started < 10
