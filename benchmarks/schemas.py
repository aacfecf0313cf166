"""Every schema against the engine: CBMC reads what `unthread emit` makes of the programs in examples/.

In: examples/NAME/safe.c and unsafe.c, or the files named. Out: a table with what each schema comes to.

    same            CBMC says what the engine says; a violation that it shows replays in the interpreter
    same so far     it finds nothing in as many steps as it looked at, and there are longer executions
    out of time     or out of memory: CBMC has no answer
    DIFFERENT       and then the exit status is 1

In `lazy` and `lazy-pruned`, both look at the same bounded program with as many rounds as the schedule in the
first lines of the unsafe twin has. The other schemas keep loops. There the engine's verdict is the one that
the first line expects, to which benchmarks/examples.py holds `unthread check`, and CBMC iterates the loop
over all steps few times first, then half as often again, until it finds a violation, no execution is longer,
or time is up. The table has the last number for which there was an answer in parentheses. In as many steps as
the interpreter takes on the way to the engine's violation CBMC must find one, but for `stepwise`, where calls
and returns are steps too.

    .venv/bin/python benchmarks/schemas.py [--seconds 60] [--schema NAME]... [FILE...]
"""

from __future__ import annotations

import argparse
import itertools
import math
import re
import sys
import time
from collections import Counter
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path

from unthread.backends.base import Answer, GaveUp, NoViolation, ToolTask, ToolViolation
from unthread.backends.cbmc import Cbmc
from unthread.backends.witness import claim_at, witness_of
from unthread.bound.threads import bound
from unthread.bound.visible import visible_points
from unthread.core.bounds import Bounds
from unthread.core.process import Limits
from unthread.core.properties import ASSERTED, Property
from unthread.core.room import make_room
from unthread.core.source import Loc, Source
from unthread.core.trace import Witness
from unthread.engine.encode.execute import RoundsEncoding
from unthread.engine.search import Search
from unthread.frontend.load import load
from unthread.program.program import Program
from unthread.results.match import match
from unthread.sequentialize.emit import Emission, emit
from unthread.sequentialize.emitted import Dialect, Emitted, Schema

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*/*safe.c"))
EXPECTATION = re.compile(r"// expect: (safe|unsafe)(?: (\w+))?")
UNWIND = 2
FEW_STEPS = 3
MEMORY = 4 << 30
EMISSIONS = {
    "lazy": Emission(Schema.LAZY, Dialect.CBMC),
    "lazy-pruned": Emission(Schema.LAZY_PRUNED, Dialect.CBMC),
    "interleave": Emission(Schema.INTERLEAVE, Dialect.CBMC),
    "interleave --por": Emission(Schema.INTERLEAVE, Dialect.CBMC, por=True),
    "interleave --invariants": Emission(Schema.INTERLEAVE, Dialect.CBMC, invariants=True),
    "stepwise": Emission(Schema.STEPWISE, Dialect.CBMC),
}
LAZY = ("lazy", "lazy-pruned")
SAME, SO_FAR, NO_ANSWER, DIFFERENT = "same", "same so far", "out of time", "DIFFERENT"

Claims = frozenset[tuple[Property, Loc]]


class Example:
    """`is_unsafe`: what the first line says of all executions."""

    def __init__(self, file: Path) -> None:
        self.program = load(Source((file,)))
        self.rounds = rounds_of(file.with_name("unsafe.c"))
        self.is_unsafe = is_unsafe(file)

    @cached_property
    def witnesses(self) -> list[Witness]:
        """What the engine finds within the bounds of the lazy schemas."""
        return violations(self.program, self.rounds)

    @property
    def claims(self) -> Claims:
        return frozenset((witness.violation.property, witness.violation.loc) for witness in self.witnesses)

    @cached_property
    def steps(self) -> float:
        """On the way to a violation; with one round more, in which the loop over all steps ends."""
        for witness in self.witnesses:
            found = match(self.program, witness, ASSERTED)
            if found is not None:
                return 1 + sum(part.steps for part in found.schedule)
        return math.inf


# ---- what the engine says


def violations(program: Program, rounds: int) -> list[Witness]:
    bounded = bound(program, Bounds(unwind=UNWIND), ASSERTED)
    search = Search(RoundsEncoding(bounded, visible_points(bounded), bounded.properties))
    for _ in range(rounds):
        search.add_round()
    found: list[Witness] = []
    while True:
        known = {(witness.violation.property, witness.violation.loc) for witness in found}
        witness = search.violation(known)
        if witness is None:
            return found
        found.append(witness)


def rounds_of(unsafe: Path) -> int:
    """How often all threads take turns until the schedule of the unsafe twin is over."""
    parts = re.findall(r"^// schedule: (.+)$", unsafe.read_text(), re.MULTILINE)
    threads = [int(part.split(":")[0]) for part in "".join(parts).split(",")]
    return 1 + sum(later <= earlier for earlier, later in itertools.pairwise(threads))


def is_unsafe(file: Path) -> bool:
    """By something that sequential C can assert."""
    found = EXPECTATION.match(file.read_text())
    if found is None:
        raise SystemExit(f"{file}: the first line does not say what to expect")
    return found[1] == "unsafe" and found[2] in ASSERTED


# ---- what CBMC says


def outcome(example: Example, name: str, seconds: float, steps: int = FEW_STEPS) -> str:
    """A word for the table, and how many steps CBMC looked at where it was told: so many `steps`, or more."""
    emission = EMISSIONS[name]
    if name in LAZY:
        emission = Emission(
            emission.schema, emission.dialect, bounds=Bounds(unwind=UNWIND), rounds=example.rounds
        )
    emitted = emit(example.program, emission)
    if name in LAZY:
        return judged(example, name, emitted, Cbmc().solve(ToolTask(emitted, Limits(seconds, MEMORY))))
    deadline = time.monotonic() + seconds
    so_far = NO_ANSWER
    while (left := deadline - time.monotonic()) > 0:
        answer = Cbmc().solve(ToolTask(emitted, Limits(left, MEMORY), steps))
        word = judged(example, name, emitted, answer, steps)
        if word == NO_ANSWER:
            break
        so_far = f"{word} ({steps})"
        if word != SO_FAR:
            break
        steps += steps // 2
    return so_far


def judged(example: Example, name: str, emitted: Emitted, answer: Answer, steps: int = 0) -> str:
    match answer:
        case GaveUp():
            return NO_ANSWER
        case NoViolation() if name in LAZY:
            return DIFFERENT if example.claims else SAME
        case NoViolation():
            if not example.is_unsafe:
                return SO_FAR if answer.is_bounded else SAME
            too_few = answer.is_bounded and (name == "stepwise" or steps < example.steps)
            return SO_FAR if too_few else DIFFERENT
        case ToolViolation():
            return SAME if is_theirs(example, name, emitted, answer) else DIFFERENT


def is_theirs(example: Example, name: str, emitted: Emitted, violation: ToolViolation) -> bool:
    """The engine finds a violation, this very one within the same bounds; and the interpreter shows it."""
    claim = claim_at(emitted, violation.failed_line)
    witness = witness_of(emitted, violation)
    if claim is None or witness is None or match(example.program, witness, ASSERTED) is None:
        return False
    return (claim.property, claim.loc) in example.claims if name in LAZY else example.is_unsafe


# ---- the table


def main(arguments: Sequence[str]) -> int:
    options = parse_arguments(arguments)
    make_room()
    trouble = Cbmc().trouble()
    if trouble:
        print(trouble, file=sys.stderr)
        return 1
    names = options.schema or list(EMISSIONS)
    print(f"| program | {' | '.join(names)} |\n|---|{'---|' * len(names)}")
    words: dict[str, Counter[str]] = {name: Counter() for name in names}
    for file in options.files or EXAMPLES:
        example = Example(file)
        row = []
        for name in names:
            word = outcome(example, name, options.seconds)
            words[name][word.partition(" (")[0]] += 1
            row.append(word)
        print(f"| {file.parent.name}/{file.stem} | {' | '.join(row)} |", flush=True)
    print()
    for name, counts in words.items():
        print(f"{name}: {', '.join(f'{counts[word]} {word}' for word in sorted(counts))}")
    return int(any(counts[DIFFERENT] for counts in words.values()))


def parse_arguments(arguments: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=60, help="for CBMC on each program in each schema")
    parser.add_argument("--schema", action="append", choices=EMISSIONS, help="only this one; may be repeated")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    return parser.parse_args(arguments)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
