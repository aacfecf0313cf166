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


MADE_AT_START = "<unthread>/start"  # where objects are made that there are when a search starts


def is_own(loc: Loc) -> bool:
    """The position lies in the models of the library."""
    return loc.file.startswith(OWN_FILES)


class DataModel(StrEnum):
    """Sizes of the basic types: x86-64 (LP64) or i386 (ILP32)."""

    M64 = "m64"
    M32 = "m32"


@dataclass(frozen=True, slots=True)
class ProgramArguments:
    """What the program is started with after its name: `words`, then `any` more, whatever they are."""

    words: tuple[str, ...] = ()
    any: int = 0


@dataclass(frozen=True, slots=True)
class Entries:
    """Functions that run as threads instead of `main`, each called `times` times in sequence; pointers among
    their arguments are null only if `null` says so."""

    functions: tuple[str, ...] = ()
    times: int = 1
    null: bool = False


@dataclass(frozen=True, slots=True)
class Histories:
    """Operations on one object that are compared with sequential runs: `threads` call `operations` each.
    `type` names the object's type where there are several."""

    threads: int = 2
    operations: int = 2
    type: str = ""


FLOATING = "floating-point"  # so begins what is assumed of programs that have such numbers


@dataclass(frozen=True, slots=True)
class Source:
    """C files with the compiler flags they need."""

    files: tuple[Path, ...]
    flags: tuple[str, ...] = ()
    data_model: DataModel = DataModel.M64
    atomic_statements: bool = False
    spurious: bool = True  # condition variables and futexes may wake up spuriously, as POSIX and Linux allow
    volatile_is_atomic: bool = False  # accesses to volatile objects race with nothing that is atomic
    stubs: tuple[Path, ...] = ()  # definitions for functions that the files have not
    havoc: tuple[str, ...] = ()  # functions without a body that change what their arguments reach
    arguments: ProgramArguments = ProgramArguments()
    entries: Entries = Entries()
    linearizable: Histories | None = None
    asm_models: tuple[Path, ...] = ()  # functions that stand for inline assembly
    file_flags: tuple[tuple[str, ...], ...] = ()  # of each file alone, before those of all; or none at all
    assumed: tuple[str, ...] = ()  # what holds although the compiler's flags say otherwise; see FLOATING
    build: str = ""  # where the compile commands come from
    malloc_may_fail: bool = False
    unheeded: tuple[tuple[str, str], ...] = ()  # flags, and an expression for macros that they would define

    def own_flags(self, number: int) -> tuple[str, ...]:
        """Those that the file of that number does not share with the others."""
        return self.file_flags[number] if number < len(self.file_flags) else ()

    def flags_of(self, number: int) -> tuple[str, ...]:
        """Those that clang gets for the file of that number."""
        return (*self.own_flags(number), *self.flags)

    @property
    def has_own_main(self) -> bool:
        """It starts in a `main` that unthread writes."""
        return bool(self.entries.functions) or self.linearizable is not None
