"""What main is started with."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.inputs import GivenInputs
from unthread.core.properties import LEAKS, Property
from unthread.core.source import DataModel, ProgramArguments, Source
from unthread.frontend.load import load
from unthread.interpreter.inputs import RandomInputs
from unthread.interpreter.machine import Exited, Machine, Outcome
from unthread.interpreter.schedulers import InOrder

EVERYTHING = frozenset(Property) - LEAKS


def outcome(
    text: str, directory: Path, model: DataModel, arguments: ProgramArguments, first: int = 0
) -> Outcome:
    """`first` is the first character that may be any; the others are zero."""
    file = directory / "a.c"
    file.write_text(text)
    program = load(Source((file,), data_model=model, arguments=arguments))
    given = {f"argv[{word}][{at}]": [0] for word in range(4) for at in range(8)}
    inputs = GivenInputs({**given, "argv[2][0]": [first]}, RandomInputs(0))
    return Machine(program, inputs, EVERYTHING, lambda stream, text: None).run(InOrder())


@pytest.mark.parametrize("model", list(DataModel))
@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("int main(int argc, char **argv) { return argc; }", 3),
        ("int main(int argc, char *argv[]) { return argv[1][1]; }", ord("y")),
        ("int main(int argc, char **argv) { return (unsigned char)argv[1][2]; }", 0xC3),  # UTF-8
        ("int main(int argc, char **argv) { return argv[argc] == 0 && argv[1][4] == 0; }", 1),
        ("int main(int argc, char **argv) { return argv[0][0]; }", ord("a")),
        ("int main(int argc, char **argv) { argv[1][0] = 7; return argv[1][0]; }", 7),  # they may be changed
        ("int main(int argc, char **argv) { return argv[2][0] + argv[2][1]; }", 42),
        ("int main(int argc, char **argv, char **envp) { return envp[0] == 0; }", 1),
        ("main(argc, argv) char **argv; { return argc; }", 3),
    ],
)
def test_arguments(text: str, status: int, model: DataModel, tmp_path: Path) -> None:
    assert outcome(text, tmp_path, model, ProgramArguments(("xyé",), 1), 42) == Exited(status)


def test_a_main_without_parameters_needs_no_objects(tmp_path: Path) -> None:
    file = tmp_path / "a.c"
    file.write_text("int main(void) { return 0; }")
    assert not load(Source((file,), arguments=ProgramArguments(("a",), 3))).globals
