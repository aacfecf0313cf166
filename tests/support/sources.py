"""Programs from text, of one file or several."""

from __future__ import annotations

from pathlib import Path

from unthread.core.source import DataModel, Source
from unthread.frontend.load import load
from unthread.program.instructions import Call
from unthread.program.program import Program

NO_SYSTEM = ("-nostdlibinc",)


def loaded(text: str, directory: Path, spurious: bool = True) -> Program:
    file = directory / "program.c"
    file.write_text(text)
    return load(Source((file,), spurious=spurious))


def program_of(
    directory: Path, *texts: str, flags: tuple[str, ...] = (), model: DataModel = DataModel.M64
) -> Program:
    files = []
    for number, text in enumerate(texts):
        file = directory / f"unit{number}.c"
        file.write_text(text)
        files.append(file)
    return load(Source(tuple(files), flags, model))


def called(program: Program, function: str) -> set[str]:
    names = set()
    for instruction in program.functions[function].body:
        if isinstance(instruction, Call):
            names.add(getattr(instruction.function, "name", "*"))
    return names
