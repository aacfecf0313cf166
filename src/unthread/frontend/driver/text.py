"""C text of our own that is read at the end of the user's files: `DriverText` under construction, `Driver`
made.

Each line stands for a position of the user's text, which is what reports show.
"""

from __future__ import annotations

from typing import TypeAlias

from unthread.core.diagnostics import InputError
from unthread.core.records import dataclass
from unthread.core.source import DataModel
from unthread.frontend import clang
from unthread.frontend.clang import Unit
from unthread.frontend.overlay import Addition
from unthread.program.library import ENTRY, OWN

Position: TypeAlias = "tuple[str, int, int]"
MAIN = f"{OWN}main"  # what main is called in our text, and the linker calls main
_USERS_MAIN = "main@program"

# The thread library under names that no file declares in another way.
DECLARATIONS = (
    "void __ut_assume(_Bool);",
    "unsigned __ut_nondet_choice(const char *);",
    "_Bool __ut_nondet_flag(const char *);",
    'int __ut_create(unsigned long *, const void *, void *(*)(void *), void *) __asm__("pthread_create");',
    'int __ut_join(unsigned long, void **) __asm__("pthread_join");',
    'int __ut_spin_init(void *, int) __asm__("pthread_spin_init");',
    'int __ut_sem_init(void *, int, unsigned int) __asm__("sem_init");',
    'int __ut_mtx_init(void *, int) __asm__("mtx_init");',
)


class DriverText:
    """Lines, each with its position."""

    def __init__(self) -> None:
        self.lines: list[tuple[str, Position]] = []

    def add(self, position: Position, *lines: str) -> None:
        self.lines += [(line, position) for line in lines]


@dataclass(frozen=True, slots=True)
class Driver:
    """What is added to each file, by its number. `names` are those of functions, as the linker is to know
    them. `left_out` completes "executions with ...", in a verdict."""

    texts: dict[int, DriverText]
    names: dict[str, str]
    left_out: tuple[str, ...]


def names_in(units: list[Unit]) -> set[str]:
    """The names that the files have at file scope, and those of the constants of enumerations."""
    declarations = [item for unit in units for item in unit.declarations()]
    constants = (inner for item in declarations for inner in clang.children(item))
    return {item.spelling for item in (*declarations, *constants)}


def free_name(wanted: str, taken: set[str]) -> str:
    """One that the program does not have."""
    while wanted in taken:
        wanted += "_"
    return wanted


def entry_name(function: str, number: int) -> str:
    """What the linker calls a function of ours that reports show under the name of the user's."""
    return f"{function}{ENTRY}{number if number > 1 else ''}"


def with_driver(units: list[Unit], driver: Driver, data_model: DataModel) -> list[Unit]:
    """The units, read again with what is added to them."""
    names = {MAIN: "main", "main": _USERS_MAIN, **driver.names}
    return [
        clang.parse(
            unit.path,
            unit.flags,
            data_model,
            addition=_addition(unit, driver.texts.get(number, DriverText()), names),
        )
        for number, unit in enumerate(units)
    ]


def _addition(unit: Unit, added: DriverText, names: dict[str, str]) -> Addition:
    try:
        text = unit.path.read_bytes().decode("utf-8")
    except UnicodeDecodeError:
        raise InputError(
            f"'{unit.path}' is not UTF-8 text", hint="write a main for it, or convert the file"
        ) from None
    text += "\n"
    first = text.count("\n") + 1
    positions = {first + number: position for number, (_, position) in enumerate(added.lines)}
    return Addition(text + "".join(f"{line}\n" for line, _ in added.lines), positions, names)
