"""Property files of SV-COMP.

In: a `.prp` file, one formula in each line. Out: a `Specification`: what SV-COMP asks, and which of
unthread's properties have to be searched for that.
"""

from __future__ import annotations

import re
from enum import StrEnum
from pathlib import Path

from unthread.core.diagnostics import InputError
from unthread.core.properties import Property
from unthread.core.records import dataclass
from unthread.core.source import Loc


class Goal(StrEnum):
    """What must never happen, by the name that the answer `false(...)` has for it."""

    UNREACH_CALL = "unreach-call"
    NO_DATA_RACE = "no-data-race"
    NO_OVERFLOW = "no-overflow"
    NO_DEADLOCK = "no-deadlock"
    VALID_FREE = "valid-free"
    VALID_DEREF = "valid-deref"
    VALID_MEMTRACK = "valid-memtrack"
    VALID_MEMCLEANUP = "valid-memcleanup"


# What is lost is lost at the exit as well, if the execution gets there: no deadlock and no endless waiting.
_SEARCHED = {
    Goal.UNREACH_CALL: {Property.REACH},
    Goal.NO_DATA_RACE: {Property.RACE},
    Goal.NO_OVERFLOW: {Property.ARITH},
    Goal.NO_DEADLOCK: {Property.DEADLOCK},
    Goal.VALID_FREE: {Property.MEMORY},
    Goal.VALID_DEREF: {Property.MEMORY},
    Goal.VALID_MEMTRACK: {Property.LEAK_ALL, Property.DEADLOCK},
    Goal.VALID_MEMCLEANUP: {Property.LEAK_ALL},
}

_FORMULAS = {
    "G ! data-race": Goal.NO_DATA_RACE,
    "G ! overflow": Goal.NO_OVERFLOW,
    "G ! deadlock": Goal.NO_DEADLOCK,
    "G valid-free": Goal.VALID_FREE,
    "G valid-deref": Goal.VALID_DEREF,
    "G valid-memtrack": Goal.VALID_MEMTRACK,
    "G valid-memcleanup": Goal.VALID_MEMCLEANUP,
}
_OTHERS = {"F end": "termination", "G def-behavior": "def-behavior"}  # SV-COMP has them, unthread does not
ERROR_FUNCTIONS = ("reach_error", "__VERIFIER_error")

# CHECK( init(main()), LTL(FORMULA) ) or COVER( init(main()), FQL(FORMULA) )
_LINE = re.compile(r"(CHECK|COVER) \( init \( (\w+) \( \) \) , (LTL|FQL) \((.*)\) \)".replace(" ", r"\s*"))
_CALL = re.compile(r"G ! call \( (\w+) \( \) \)".replace(" ", r"\s*"))
_COMMENTS = ("#", "//")


@dataclass(frozen=True, slots=True)
class Specification:
    """What a property file asks. `functions` are those that must not be called; `others` are the names of
    what unthread does not check."""

    file: Path
    goals: frozenset[Goal]
    functions: frozenset[str] = frozenset()
    others: tuple[str, ...] = ()

    @property
    def properties(self) -> frozenset[Property]:
        return frozenset(item for goal in self.goals for item in _SEARCHED[goal])

    @property
    def lines(self) -> tuple[str, ...]:
        """What a property file says that asks the same."""
        calls = [_check(f"G ! call({name}())") for name in sorted(self.functions)]
        return *calls, *map(check_formula, sorted(self.goals - {Goal.UNREACH_CALL}))


def read_specification(file: Path) -> Specification:
    goals: set[Goal] = set()
    functions: set[str] = set()
    others: list[str] = []
    for number, text in enumerate(read_text(file).splitlines(), 1):
        line = text.strip()
        if not line or line.startswith(_COMMENTS):
            continue
        formula = _formula(line, Loc(str(file), number, text.index(line) + 1))
        match formula:
            case Goal():
                goals.add(formula)
            case _Call(name):
                goals.add(Goal.UNREACH_CALL)
                functions.add(name)
            case _Other(name):
                others.append(name)
    if not goals and not others:
        raise InputError(f"there is no property in '{file}'")
    return Specification(file, frozenset(goals), frozenset(functions), tuple(dict.fromkeys(others)))


def check_formula(goal: Goal) -> str:
    """The line of a property file that asks for this. Which function must not be called, no goal says."""
    return _check(next(text for text, found in _FORMULAS.items() if found is goal))


def _check(formula: str) -> str:
    return f"CHECK( init(main()), LTL({formula}) )"


@dataclass(frozen=True, slots=True)
class _Call:
    function: str


@dataclass(frozen=True, slots=True)
class _Other:
    name: str


def _formula(line: str, loc: Loc) -> Goal | _Call | _Other:
    found = _LINE.fullmatch(line)
    if found is None:
        hint = "a property has the form CHECK( init(main()), LTL(G ! call(reach_error())) )"
        raise InputError("this is not an SV-COMP property", loc, hint)
    kind, entry, logic, text = found.groups()
    if entry != "main":
        raise InputError(f"the program starts in 'main', not in '{entry}'", loc)
    if logic == "FQL":  # with CHECK in older files
        return _Other("coverage")
    if kind != "CHECK":
        raise InputError(f"{kind} cannot be combined with {logic}", loc)
    return _ltl(text.strip(), loc)


def _ltl(text: str, loc: Loc) -> Goal | _Call | _Other:
    call = _CALL.fullmatch(text)
    if call is not None:
        if call[1] not in ERROR_FUNCTIONS:
            known = " or ".join(ERROR_FUNCTIONS)
            raise InputError(f"the function that must not be called is {known}, not '{call[1]}'", loc)
        return _Call(call[1])
    formula = " ".join(text.replace("!", " ! ").split())
    if formula in _FORMULAS:
        return _FORMULAS[formula]
    if formula in _OTHERS:
        return _Other(_OTHERS[formula])
    known = ", ".join(["G ! call(reach_error())", *_FORMULAS])
    raise InputError(f"the formula '{text}' is unknown", loc, f"unthread checks {known}")


def read_text(file: Path) -> str:
    """The text of a small file that the user has named."""
    try:
        return file.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise InputError(f"no such file: '{file}'") from None
    except OSError as error:
        raise InputError(f"cannot read '{file}': {error.strerror or error}") from None
    except ValueError:
        raise InputError(f"'{file}' is not text") from None
