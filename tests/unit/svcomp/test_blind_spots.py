"""What would make a `true` worth nothing."""

from __future__ import annotations

from pathlib import Path

import pytest

from unthread.core.bounds import Bounds
from unthread.core.diagnostics import source_lines
from unthread.core.properties import Property
from unthread.core.source import DataModel, Loc, Source
from unthread.core.verdict import Coverage, LoopCoverage
from unthread.frontend.load import load
from unthread.svcomp.blind_spots import BlindSpot, blind_spots, left_out
from unthread.svcomp.properties import Goal, Specification


def found(
    text: str,
    directory: Path,
    goal: Goal,
    kind: str = "counted",
    model: DataModel = DataModel.M64,
) -> list[BlindSpot]:
    file = directory / "a.c"
    file.write_text(text)
    source_lines.cache_clear()
    source = Source((file,), (), model)
    functions = frozenset({"reach_error"}) if goal is Goal.UNREACH_CALL else frozenset()
    loop = LoopCoverage(Loc(str(file), 2, 1), "main", kind, 1, False)
    coverage = Coverage(Bounds(), 1, True, (), ("main",), (), (loop,), frozenset({Property.REACH}), ())
    specification = Specification(Path("p.prp"), frozenset({goal}), functions)
    return list(blind_spots(load(source), source, coverage, specification))


@pytest.mark.parametrize(
    ("expression", "is_one"),
    [
        ("1 << 30", False),
        ("1 << 31", True),
        ("2 << 30", True),
        ("0x7f << 8", False),
        ("0xff << 24", True),
        ("1L << 31", False),
        ("1LL << 63", True),
        ("(1) << (31)", True),
        ("1u << 31", False),
        ("n << 31", False),
    ],
)
def test_shifts_of_constants(expression: str, is_one: bool, tmp_path: Path) -> None:
    text = f"int n;\nint main(void) {{ n = (int)({expression}); return 0; }}\n"
    spots = found(text, tmp_path, Goal.NO_OVERFLOW)
    assert [spot.loc.line for spot in spots if spot.loc] == [2] * is_one
    assert not found(text, tmp_path, Goal.UNREACH_CALL)


def test_a_long_has_32_bits_on_a_small_machine(tmp_path: Path) -> None:
    text = "int main(void) { return (1L << 31) != 0; }\n"
    assert not found(text, tmp_path, Goal.NO_OVERFLOW)
    assert found(text, tmp_path, Goal.NO_OVERFLOW, model=DataModel.M32)


@pytest.mark.parametrize(
    ("use", "is_one"),
    [
        ("reach_error();", False),
        ("void (*f)(void) = reach_error; f();", True),
        ("table[0]();", True),
        ("other();", False),
    ],
)
def test_the_error_through_a_pointer(use: str, is_one: bool, tmp_path: Path) -> None:
    table = "void (*table[1])(void) = {reach_error};" if "table" in use else ""
    text = f"void reach_error(void) {{}}\nvoid other(void) {{}}\n{table}\nint main(void) {{ {use} }}\n"
    assert bool(found(text, tmp_path, Goal.UNREACH_CALL)) is is_one


@pytest.mark.parametrize(("kind", "is_one"), [("counted", False), ("waiting", True), ("idle", True)])
def test_memory_that_is_lost_before_an_endless_loop(kind: str, is_one: bool, tmp_path: Path) -> None:
    text = "int main(void) { return 0; }\n"
    assert bool(found(text, tmp_path, Goal.VALID_MEMTRACK, kind)) is is_one
    assert not found(text, tmp_path, Goal.NO_OVERFLOW, kind)


def test_executions_that_are_left_out_by_choice(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text("int main(void) { return 0; }\n")
    plain = Source((file,))
    assert list(left_out(load(plain), plain)) == []
    chosen = Source((file,), atomic_statements=True, spurious=False, volatile_is_atomic=True)
    assert len(list(left_out(load(chosen), chosen))) == 3
