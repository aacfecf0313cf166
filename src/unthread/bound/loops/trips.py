"""How many iterations a loop makes, where that is known before it starts.

The test at the top (or bottom) of the loop depends on some registers; if every iteration changes those in the
same way, by assignments that depend on them alone and always run, counting is just doing them.
"""

from __future__ import annotations

from unthread.program.build.simplify import Known, Simplifier, is_known, truth_of
from unthread.program.expressions import Expression, Variable, VariablePlace
from unthread.program.instructions import Assign, Jump, defined_register
from unthread.program.query.graph import Dominance
from unthread.program.query.loops import LoopNode, Shape
from unthread.program.query.uses import registers_in


class Trips:
    """Counts the iterations of the loops of one function."""

    def __init__(self, shape: Shape) -> None:
        self._shape = shape
        self._dominance = Dominance(shape.graph.successors)
        self._plans: dict[int, TripPlan | None] = {}

    def count(self, node: LoopNode, simplifier: Simplifier, known: Known, most: int) -> int | None:
        """Iterations of the loop from a state in which `known` holds; None if unknown, `most` + 1 if more."""
        key = id(node)
        if key not in self._plans:
            self._plans[key] = self._plan(node)
        plan = self._plans[key]
        if plan is None:
            return None
        values = dict(known)
        for iterations in range(most + 1):
            decided = plan.stays(simplifier, values)
            if decided is None:
                return None
            if not decided:
                return iterations if plan.at_top else iterations + 1  # one that had begun before the test
            plan.iterate(simplifier, values)
        return most + 1

    def count_alone(self, node: LoopNode, most: int) -> int | None:
        """Iterations by what the blocks right before the loop set, whatever came before those."""
        simplifier = Simplifier(lambda variable: variable, 0, lambda place: None)
        known: dict[Variable, Expression] = {}
        for block in self._before(node):
            span = self._shape.graph.blocks[block]
            for instruction in self._shape.function.body[span.start : span.end]:
                register = defined_register(instruction)
                if register is not None:
                    known.pop(register, None)
                    if isinstance(instruction, Assign) and is_known(instruction.value):
                        known[register] = instruction.value
        return self.count(node, simplifier, known, most)

    def _before(self, node: LoopNode) -> list[int]:
        """Blocks that every way into the loop has just come through, the last one last."""
        predecessors = self._shape.graph.predecessors
        sources = [block for block in predecessors[node.loop.entries[0]] if block not in node.loop.blocks]
        found: list[int] = []
        while len(sources) == 1 and sources[0] not in found:
            found.append(sources[0])
            sources = list(predecessors[found[-1]])
        return found[::-1]

    def _plan(self, node: LoopNode) -> TripPlan | None:
        if not node.loop.is_natural:
            return None
        for block in sorted(node.loop.blocks):
            plan = self._plan_for(node, block)
            if plan is not None:
                return plan
        return None

    def _plan_for(self, node: LoopNode, block: int) -> TripPlan | None:
        """The loop is left from this block whenever its condition says so."""
        graph, body = self._shape.graph, self._shape.function.body
        last = body[graph.blocks[block].end - 1]
        targets = graph.successors[block]
        if not isinstance(last, Jump) or last.condition is None or len(targets) != 2:
            return None
        outside = [target not in node.loop.blocks for target in targets]
        if outside[0] == outside[1] or not self._always_runs(node, block):
            return None
        registers = self._slice(node, last.condition)
        if registers is None:
            return None
        updates = self._updates(node, registers)
        if updates is None:
            return None
        position = graph.blocks[block].end - 1
        leaves_on_jump = self._shape.labels[last.label] not in node.loop.blocks
        before = [update for update in updates if self._comes_before(update[0], position)]
        after = [update for update in updates if not self._comes_before(update[0], position)]
        return TripPlan(
            last.condition,
            leaves_on_jump,
            block in node.tests,
            [update[1] for update in before],
            [update[1] for update in after],
        )

    def _always_runs(self, node: LoopNode, block: int) -> bool:
        """The block is part of every iteration, and of no loop inside this one."""
        if any(block in inner.loop.blocks for inner in self._inner(node)):
            return False
        return all(self._dominance.dominates(block, source) for source, _ in node.back)

    def _inner(self, node: LoopNode) -> list[LoopNode]:
        items = (item for item in node.region.items if isinstance(item, LoopNode))
        return [item for item in items if item.loop.blocks <= node.loop.blocks]

    def _slice(self, node: LoopNode, condition: Expression) -> set[Variable] | None:
        """The registers that the condition depends on, through assignments in the loop."""
        graph, body = self._shape.graph, self._shape.function.body
        assigned: dict[Variable, list[Expression]] = {}
        spoiled: set[Variable] = set()
        for block in node.loop.blocks:
            for instruction in body[graph.blocks[block].start : graph.blocks[block].end]:
                register = defined_register(instruction)
                if register is None:
                    continue
                if isinstance(instruction, Assign):
                    assigned.setdefault(register, []).append(instruction.value)
                else:
                    spoiled.add(register)
        found: set[Variable] = set()
        pending = registers_in(condition)
        while pending:
            register = pending.pop()
            if register in spoiled:
                return None
            if register not in found:
                found.add(register)
                for value in assigned.get(register, ()):
                    pending += registers_in(value)
        return found

    def _updates(self, node: LoopNode, registers: set[Variable]) -> list[tuple[int, Assign]] | None:
        """The assignments to these registers in the loop, in order, if each runs in every iteration."""
        graph, body = self._shape.graph, self._shape.function.body
        found: list[tuple[int, Assign]] = []
        for item in node.region.items:
            blocks = sorted(item.loop.blocks) if isinstance(item, LoopNode) else [item]
            for block in blocks:
                if block in node.tail:
                    continue
                for index in range(graph.blocks[block].start, graph.blocks[block].end):
                    instruction = body[index]
                    if defined_register(instruction) not in registers:
                        continue
                    if not isinstance(instruction, Assign) or not self._always_runs(node, block):
                        return None
                    found.append((index, instruction))
        return found

    def _comes_before(self, index: int, position: int) -> bool:
        block, other = self._shape.block_of(index), self._shape.block_of(position)
        return index < position if block == other else self._dominance.dominates(block, other)


class TripPlan:
    """Assignments up to the test, the test, assignments from there to the end of the iteration."""

    def __init__(
        self,
        condition: Expression,
        leaves_on_jump: bool,
        at_top: bool,
        before: list[Assign],
        after: list[Assign],
    ) -> None:
        self.condition = condition
        self.leaves_on_jump = leaves_on_jump
        self.at_top = at_top
        self.before = before
        self.after = after

    def stays(self, simplifier: Simplifier, values: dict[Variable, Expression]) -> bool | None:
        self._run(self.before, simplifier, values)
        decided = truth_of(simplifier.expression(self.condition, values))
        return None if decided is None else decided != self.leaves_on_jump

    def iterate(self, simplifier: Simplifier, values: dict[Variable, Expression]) -> None:
        self._run(self.after, simplifier, values)

    def _run(
        self, assignments: list[Assign], simplifier: Simplifier, values: dict[Variable, Expression]
    ) -> None:
        for assignment in assignments:
            assert isinstance(assignment.target, VariablePlace), "registers are variables"
            value = simplifier.expression(assignment.value, values)
            register = simplifier.rename(assignment.target.variable)
            if is_known(value):
                values[register] = value
            else:
                values.pop(register, None)
