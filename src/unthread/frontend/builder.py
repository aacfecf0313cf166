"""The body under construction: instructions, temporaries, labels and variables of one function."""

from __future__ import annotations

from unthread.core.source import NOWHERE, Loc
from unthread.program.expressions import (
    TEMPORARY,
    Constant,
    Expression,
    Place,
    Read,
    Storage,
    Variable,
    VariablePlace,
    is_register,
    read_register,
)
from unthread.program.instructions import Assign, Instruction, Jump, Label
from unthread.program.types import Type, is_scalar


class Builder:
    def __init__(self, function: str) -> None:
        self.function = function
        self.instructions: list[Instruction] = []
        self.locals: list[Variable] = []
        self.temporaries: set[Variable] = set()
        self.loc: Loc = NOWHERE
        self._names: dict[str, int] = {}
        self._labels = 0

    def emit(self, instruction: Instruction) -> None:
        self.instructions.append(instruction)

    def assign(self, target: Place, value: Expression) -> None:
        self.emit(Assign(target, value, self.loc))

    def set(self, target: Variable, value: Expression) -> None:
        self.assign(VariablePlace(target), value)

    def unique(self, name: str) -> str:
        """A name for a variable of this function that no other variable of the program has."""
        count = self._names[name] = self._names.get(name, 0) + 1
        return f"{self.function}::{name}" + (f"#{count}" if count > 1 else "")

    def variable(self, text: str, type: Type, storage: Storage, *, escapes: bool = False) -> Variable:
        variable = Variable(self.unique(text), type, storage, text, self.loc, escapes)
        self.locals.append(variable)
        return variable

    def temporary(self, type: Type) -> Variable:
        assert is_scalar(type), "a temporary holds one scalar"
        text = f"t{len(self.temporaries) + 1}"
        variable = Variable(f"{self.function}::{text}{TEMPORARY}", type, Storage.REGISTER, text, self.loc)
        self.locals.append(variable)
        self.temporaries.add(variable)
        return variable

    def hold(self, value: Expression) -> Read:
        """The value in a temporary of its own, whatever happens to what it was computed from."""
        variable = self.temporary(value.type)
        self.set(variable, value)
        return read_register(variable)

    def once(self, value: Expression) -> Expression:
        """The value in a form that is cheap to mention several times."""
        if isinstance(value, Constant) or (isinstance(value, Read) and is_register(value.place)):
            return value
        return self.hold(value)

    def label(self, hint: str = "L") -> str:
        self._labels += 1
        return f"{hint}.{self._labels}"  # no label of the user has a dot

    def place_label(self, name: str) -> None:
        self.emit(Label(name, self.loc))

    def jump(self, label: str, condition: Expression | None = None) -> None:
        match condition:
            case Constant(int() as value):
                if value:
                    self.emit(Jump(label, None, self.loc))
            case _:
                self.emit(Jump(label, condition, self.loc))
