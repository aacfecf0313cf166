"""Where things stand in the user's text: `Loc`, and what is to be read: `Source`."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path

from unthread.core.records import dataclass

PACKAGE = Path(__file__).parent.parent
OWN_FILES = "<unthread>"  # stands for the package's folder in the file name of a position


def actual_path(file: str) -> Path:
    """The path of a file named in a position."""
    return PACKAGE / file.removeprefix(f"{OWN_FILES}/") if file.startswith(OWN_FILES) else Path(file)


@dataclass(frozen=True, slots=True)
class Loc:
    """A position in C text. `function` is the C function around it, empty at file scope."""

    file: str
    line: int
    column: int
    function: str = ""

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


NOWHERE = Loc("<unthread>", 0, 0)


def is_own(loc: Loc) -> bool:
    """The position lies in the models of the library."""
    return loc.file.startswith(OWN_FILES)


class DataModel(StrEnum):
    """Sizes of the basic types: x86-64 (LP64) or i386 (ILP32)."""

    M64 = "m64"
    M32 = "m32"


@dataclass(frozen=True, slots=True)
class Arguments:
    """What the program is started with after its name: `words`, then `any` more, whatever they are."""

    words: tuple[str, ...] = ()
    any: int = 0


@dataclass(frozen=True, slots=True)
class Source:
    """C files with the compiler flags they need."""

    files: tuple[Path, ...]
    flags: tuple[str, ...] = ()
    data_model: DataModel = DataModel.M64
    atomic_statements: bool = False
    spurious: bool = True  # condition variables may wake up spuriously, as POSIX allows
    volatile_is_atomic: bool = False  # accesses to volatile objects race with nothing that is atomic
    stubs: tuple[Path, ...] = ()  # definitions for functions that the files have not
    havoc: tuple[str, ...] = ()  # functions without a body that change what their arguments reach
    arguments: Arguments = Arguments()
