"""What is asked about functions and calls of a program; each answer is found once."""

from __future__ import annotations

from unthread.analysis.constants import Constants
from unthread.analysis.points_to import points_to_in
from unthread.program.expressions import Expression, Place, Variable
from unthread.program.instructions import Allocate, Region
from unthread.program.program import Function, Program
from unthread.program.query.loops import Shape, shape_of
from unthread.program.types import PointerType


class CallFacts:
    def __init__(self, program: Program) -> None:
        self.program = program
        self._shapes: dict[str, Shape] = {}
        self._blocks: dict[str, tuple[Variable, ...]] = {}
        self._points_to = points_to_in(program, trust_indices=False)
        self._constants = Constants(program, self._points_to)

    def function(self, name: str) -> Function | None:
        return self.program.functions.get(name)

    def shape(self, name: str) -> Shape:
        if name not in self._shapes:
            self._shapes[name] = shape_of(self.program.functions[name])
        return self._shapes[name]

    def callees(self, name: str, index: int) -> frozenset[str]:
        """Those that the instruction of the function may call or start through its pointer."""
        return self._points_to.callees(name, index)

    def pointer_to(self, name: str) -> PointerType:
        kind = (
            self.program.functions[name].type
            if name in self.program.functions
            else self.program.undefined[name]
        )
        return PointerType(kind, self.program.pointer_size)

    def blocks(self, function: Function) -> tuple[Variable, ...]:
        """Registers that get addresses of blocks which end with the frame, if not before."""
        if function.name not in self._blocks:
            made = (i.target for i in function.body if isinstance(i, Allocate) and i.region is Region.STACK)
            self._blocks[function.name] = tuple(dict.fromkeys(made))
        return self._blocks[function.name]

    def constant_cell(self, place: Place) -> Expression | None:
        """The value of a cell that is never written."""
        return self._constants.value(place)
