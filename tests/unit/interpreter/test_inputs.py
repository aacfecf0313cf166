"""Where values come from that a program does not compute."""

from __future__ import annotations

from tests.support.builder import at
from tests.support.inputs import GivenInputs
from tests.support.machines import DOUBLE, FLOAT, INTEGER_TYPES, LONG_DOUBLE
from unthread.core.floats import Extended, to_single
from unthread.interpreter.inputs import RandomInputs, StandardInput
from unthread.program.types import BOOL, INT, UCHAR, Type, value_range
from unthread.values.cells import Value


def test_inputs() -> None:
    def asked(name: str, type: Type, source: GivenInputs | StandardInput | RandomInputs) -> Value:
        return source.value(name, type, at(1), 0)

    given_inputs = GivenInputs({"a": [1, 300], "f": [0.1]}, RandomInputs(1))
    assert [asked("a", UCHAR, given_inputs) for _ in range(3)] == [1, 44, 44]
    assert asked("f", FLOAT, given_inputs) == to_single(0.1)
    assert asked("f", LONG_DOUBLE, given_inputs) == Extended.from_float(0.1)
    text = iter([b"h", b""])
    standard = StandardInput(lambda: next(text), given_inputs)
    assert [asked("stdin", INT, standard) for _ in range(2)] == [ord("h"), -1]
    assert asked("a", INT, standard) == 300
    for type in (*INTEGER_TYPES, BOOL):
        low, high = value_range(type)
        source = RandomInputs(7)
        values = {asked("x", type, source) for _ in range(300)}
        assert all(isinstance(value, int) and low <= value <= high for value in values)
        assert {low, high, 0, 1} <= values
    first, second = RandomInputs(3), RandomInputs(3)
    assert [asked("x", DOUBLE, first) for _ in range(50)].__repr__() == [
        asked("x", DOUBLE, second) for _ in range(50)
    ].__repr__()
