"""What the tests of bounding ask: does a small C program break the same assertions before and after?

In the programs, a line that ends in `// fails` has an assertion that some schedule breaks; all other
assertions hold. Where bounds cut executions off, `// fails beyond` marks what only the unbounded program
breaks.
"""

from __future__ import annotations

from pathlib import Path

from tests.oracle import Found, explore
from unthread.bound.threads import bound
from unthread.bound.visible import reduced_program, visible_points
from unthread.core.bounds import Bounds
from unthread.core.properties import LEAKS, Property
from unthread.core.request import ALL, Reduction
from unthread.core.source import Source
from unthread.frontend.load import load
from unthread.program.bounded import BoundedProgram
from unthread.program.instructions import Cut, Instruction
from unthread.program.program import Program

PROPERTIES = frozenset({Property.REACH, Property.LOCK})
EVERYTHING = frozenset(Property) - {Property.RACE} - LEAKS
REDUCTIONS = (ALL, frozenset[Reduction](), *(frozenset({one}) for one in Reduction))
PLENTY = Bounds(unwind=6)
STATES = 20_000

HEADER = """#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unthread.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
"""


def program_of(text: str, directory: Path) -> Program:
    file = directory / "program.c"
    file.write_text(HEADER + text)
    return load(Source((file,)))


def bounded_of(text: str, directory: Path, bounds: Bounds = PLENTY) -> BoundedProgram:
    return bound(program_of(text, directory), bounds, PROPERTIES)


def instructions_of(bounded: BoundedProgram, kind: type[Instruction]) -> list[Instruction]:
    return [i for thread in bounded.threads for i in thread.body if isinstance(i, kind)]


def is_cut(bounded: BoundedProgram) -> bool:
    """A bound may be hit; by the threads' text, whether or not it can be reached."""
    return bool(instructions_of(bounded, Cut))


def marked(text: str, *marks: str) -> set[int]:
    lines = (HEADER + text).split("\n")
    return {number for number, line in enumerate(lines, 1) if line.endswith(tuple(f"// {m}" for m in marks))}


def broken(program: Program, properties: frozenset[Property]) -> set[int]:
    found: Found = explore(program, properties, max_states=STATES)
    assert found.complete, "too many states for a test"
    others = {loc.line for property, loc in found.violations if property is not Property.DEADLOCK}
    return others | {loc.line for loc in found.stuck}


def check(found: set[int], expected: set[int], which: str) -> None:
    """Lines are counted as in the program's text without the header."""
    first = HEADER.count("\n")
    missed = sorted(line - first for line in expected - found)
    wrong = sorted(line - first for line in found - expected)
    assert (missed, wrong) == ([], []), f"{which}: not broken {missed}, wrongly broken {wrong}"


def compare(
    text: str,
    directory: Path,
    bounds: Bounds = PLENTY,
    properties: frozenset[Property] = PROPERTIES,
    *,
    endless: bool = False,
) -> BoundedProgram:
    """`endless`: the program itself has too many states to try them all."""
    program = program_of(text, directory)
    expected = marked(text, "fails")
    if not endless:
        check(broken(program, properties), marked(text, "fails", "fails beyond"), "the program itself")
    bounded = bound(program, bounds, properties)
    check(broken(bounded.as_program(), properties), expected, "bounded")
    for chosen in REDUCTIONS:
        reduced = reduced_program(bounded, visible_points(bounded, chosen))
        names = ", ".join(sorted(chosen)) or "no"
        check(broken(reduced, properties), expected, f"bounded with {names} reductions")
    return bounded
